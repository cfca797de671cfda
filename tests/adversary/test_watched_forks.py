"""Spectators that a seat shows another past of the game, alone or with an accomplice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from engine.state import Options, Rulings
from protocol.game.step_table import StepKind
from protocol.record.evidence import judge_report
from protocol.record.record import BrokenRecord, write_record
from protocol.spectate.gallery import REPEAT_SECONDS, VOUCH_SECONDS, Gallery, pages
from protocol.spectate.spectator import MOST_OPENED, UNSURE_SECONDS, Spectator, Unconfirmed
from protocol.wire.bodies import CommitSeed
from protocol.wire.packets import Ask, RecordPage, Signed, Vouch, pack_plain, read_packet
from protocol.wire.venues import Venue
from tests.adversary.scenes import Scene, kind, scene
from tests.adversary.second_ends import majority_without, played, record_of
from tests.adversary.tables import Table
from tests.adversary.test_absence import at
from tests.protocol.spectate.test_gallery import start_of

HOST = 0
"""The seat that serves the gallery, and lies."""


@cache
def table() -> tuple[Scene, tuple[bytes, ...]]:
    """Return a finished table, and another commitment of its host with those of the others."""
    made = scene(kind(StepKind.COMMIT), cheater=HOST, options=Options(Rulings(draft=False)))
    other = made.forged(CommitSeed(bytes(32))).to_bytes()
    step = made.true.step
    made.release()
    made.run()
    history = made.sessions[1].transcript.history
    rest = [history[step][signer].to_bytes() for signer in (1, 2)]
    return made, (other, *rest)


COMMIT = 1
"""The step of which the host has signed two contents."""


class Watched:
    """A spectator in the gallery of a table whose seats say what the test wants."""

    def __init__(self, made: Table) -> None:
        self.made = made
        self.spectator = Spectator(made.cache)
        self.spectator.receive(start_of(made))
        self._counter = 0

    def say(self, signer: int, said: RecordPage | Vouch) -> bytes:
        """Let a seat say something to the gallery; return the packet."""
        self._counter += 1
        identity, charter = self.made.sessions[signer].identity, self.made.charter
        venue = Venue.gallery(charter.table_id)
        raw = Signed(identity.public, venue, self._counter, said).pack(identity)
        self.spectator.receive(raw)
        return raw

    def show(self, signer: int, first: int, last: int, of: Table | None = None) -> None:
        """Let a seat show its steps, or those of the same seat of another table."""
        transcript = (of or self.made).sessions[signer].transcript
        for step in range(first, last):
            for page in pages(transcript, step):
                self.say(signer, page)
            self.check()

    def show_parts(self, signer: int, step: int, parts: Iterable[bytes]) -> None:
        """Let a seat show these parts as a step on the true head."""
        head = self.made.sessions[1].transcript.points[step].head
        whole = tuple(parts)
        for number, part in enumerate(whole):
            self.say(signer, RecordPage(step, head, number, len(whole), part))

    def vouch(self, signer: int, step: int) -> None:
        """Let a seat vouch for the true head before a step."""
        point = self.made.sessions[1].transcript.point_of(step)
        self.say(signer, Vouch(step, point.head))

    def lie(self, signer: int, step: int) -> bytes:
        """Let a seat vouch for a head of its own making; return the packet."""
        return self.say(signer, Vouch(step, bytes(32)))

    def check(self) -> None:
        while (found := self.spectator.complete()) is not None:
            self.spectator.take(found)

    def shown(self, now: float) -> list[tuple[int, bool]]:
        return [(one.step, one.rewound) for one in self.spectator.ready(now)]

    @property
    def record(self) -> bytes:
        assert self.spectator.follower is not None
        return self.spectator.follower.record()


def forked() -> Watched:
    """Return a spectator to whom the host has shown its other commitment."""
    made, other = table()
    watched = Watched(made)
    watched.show(HOST, 0, COMMIT)
    watched.show_parts(HOST, COMMIT, other)
    watched.check()
    return watched


def test_a_step_that_one_seat_alone_shows_is_shown_late_and_under_its_name() -> None:
    watched = forked()
    assert watched.shown(0.0) == []
    assert watched.shown(UNSURE_SECONDS - 0.1) == []
    assert watched.shown(UNSURE_SECONDS) == [(0, False), (COMMIT, False)]
    assert watched.spectator.doubt() == Unconfirmed(("Seat 0",), ())


def test_a_past_that_most_speak_against_is_never_shown() -> None:
    watched = forked()
    for signer in (1, 2):
        watched.vouch(signer, COMMIT + 1)
    assert watched.shown(0.0) == []
    assert watched.shown(100.0) == []
    assert watched.spectator.doubt() is None


def test_a_spectator_goes_back_to_the_past_of_the_others_and_names_the_liar() -> None:
    watched = forked()
    watched.shown(0.0)
    assert (COMMIT, False) in watched.shown(UNSURE_SECONDS)
    end = len(table()[0].sessions[1].transcript.history)
    watched.show(1, COMMIT, end)
    watched.vouch(2, end)
    shown = watched.shown(UNSURE_SECONDS)
    assert shown[0] == (COMMIT, True)
    assert [step for step, _ in shown] == list(range(COMMIT, end))
    assert watched.spectator.doubt() is None
    assert watched.record == record_of_seat(1)
    (proven,) = watched.spectator.liars
    assert (proven.signer, proven.step) == (HOST, COMMIT)
    report = watched.spectator.report(proven)
    assert judge_report(report.to_bytes(), table()[0].cache).blames


def record_of_seat(signer: int, steps: int | None = None) -> bytes:
    transcript = table()[0].sessions[signer].transcript
    count = len(transcript.history) if steps is None else steps
    parts = (raw for step in range(count) for raw in transcript.recorded(step))
    return write_record(table()[0].charter, parts)


def test_a_lie_after_the_truth_changes_nothing() -> None:
    made, other = table()
    watched = Watched(made)
    watched.show(1, 0, 20)
    watched.vouch(2, 20)
    assert len(watched.shown(0.0)) == 20
    watched.show_parts(HOST, COMMIT, other)
    assert watched.spectator.complete() is None
    assert watched.shown(100.0) == []
    assert [pair.signer for pair in watched.spectator.liars] == [HOST]


def test_an_accomplice_who_shows_the_lie_is_outnumbered() -> None:
    made, other = table()
    watched = Watched(made)
    watched.show(2, 0, COMMIT)
    watched.show_parts(2, COMMIT, other)
    watched.check()
    watched.show(1, COMMIT, 20)
    # The host is proven to lie, so it is word against word: the spectator stays, and says so.
    watched.shown(0.0)
    watched.shown(UNSURE_SECONDS)
    assert watched.spectator.doubt() == Unconfirmed(("Seat 2",), ("Seat 1",))


@pytest.mark.parametrize("slow", [0, 10])
def test_a_step_is_shown_once_more_than_half_speak_for_it(slow: int) -> None:
    made, _ = table()
    watched = Watched(made)
    watched.show(HOST, 0, 20)
    watched.vouch(1, 20 - slow)
    assert [step for step, _ in watched.shown(0.0)] == list(range(20 - slow))
    assert watched.spectator.doubt() is None


def test_spectators_who_come_late_are_sure_of_all_steps_before_a_head() -> None:
    made, _ = table()
    watched = Watched(made)
    for signer in (1, 2):
        watched.vouch(signer, 20)
    watched.show(HOST, 0, 19)
    assert watched.shown(0.0) == []
    watched.show(HOST, 19, 20)
    assert len(watched.shown(0.0)) == 20


def test_pages_that_prove_nothing_are_tried_a_few_times_only() -> None:
    made, other = table()
    watched = Watched(made)
    watched.show(1, 0, 20)
    tried = 0
    for number in range(3 * MOST_OPENED):
        watched.show_parts(2, COMMIT, (*other[1:], bytes([number])))
        while (found := watched.spectator.complete()) is not None:
            tried += 1
            with pytest.raises(BrokenRecord):
                watched.spectator.take(found)
    assert tried == MOST_OPENED
    assert watched.record == record_of_seat(1, 20)


def test_a_decision_makes_a_step_sure_for_spectators() -> None:
    made = majority_without(2)
    watched = Watched(made)
    transcript = made.sessions[0].transcript
    decided = next(step for step, proof in enumerate(transcript.proofs) if proof)
    watched.show(0, 0, decided + 1)
    assert len(watched.shown(0.0)) == decided + 1
    assert watched.spectator.doubt() is None


def test_a_spectator_follows_a_decision_and_leaves_what_one_seat_closed_alone() -> None:
    watched = Watched(played())
    end = len(played().sessions[2].transcript.history)
    watched.show(2, 0, end)
    watched.shown(0.0)
    assert len(watched.shown(UNSURE_SECONDS)) == end
    made = majority_without(2)
    decided = next(step for step, proof in enumerate(made.sessions[0].transcript.proofs) if proof)
    watched.show(0, decided, len(made.sessions[0].transcript.history), made)
    assert watched.shown(UNSURE_SECONDS)[0] == (decided, True)
    assert watched.record == record_of(made, 0)


def test_persons_whom_a_decision_put_away_need_not_speak() -> None:
    five = at(5, StepKind.ACT)
    five.split((0, 1, 2), (3, 4))
    begun = five.sessions[0].point.step
    five.agree_until((0, 1, 2), lambda: five.sessions[0].point.step > begun + 12)
    watched = Watched(five)
    transcript = five.sessions[0].transcript
    end = len(transcript.history)
    watched.show(0, 0, end)
    decided = max(step for step, proof in enumerate(transcript.proofs) if proof) + 1
    assert decided < end
    assert len(watched.shown(0.0)) == decided
    assert watched.shown(0.0) == []
    # Two of the three that are left are enough, though there are five persons.
    watched.say(1, Vouch(end, transcript.point.head))
    assert len(watched.shown(0.0)) == end - decided


# -------------------------------------------------------------------------------- questions


def asked(watched: Watched) -> int:
    packet = read_packet(watched.spectator.ask())
    assert isinstance(packet, Ask)
    return packet.step


def test_a_spectator_asks_further_back_until_it_finds_where_another_past_begins() -> None:
    made, _ = table()
    watched = Watched(made)
    watched.show(HOST, 0, 60)
    assert {asked(watched) for _ in range(4)} == {60}
    watched.lie(1, 50)
    steps = [asked(watched) for _ in range(6)]
    assert set(steps) == {60, 44, 28, 0}
    # Once a page shows which steps they share, it asks from there.
    watched.say(1, next(pages(made.sessions[1].transcript, 40)))
    assert {asked(watched) for _ in range(4)} == {60, 40}


# ---------------------------------------------------------------------------- the other seats


def gallery_of(signer: int) -> Gallery:
    made, _ = table()
    return Gallery(made.charter, start_of(made), made.sessions[signer].identity)


def test_another_seat_serves_at_once_when_the_host_shows_another_past() -> None:
    made, _ = table()
    watched, gallery = Watched(made), gallery_of(1)
    transcript = made.sessions[1].transcript
    question = pack_plain(Ask(5, transcript.points[5].head))
    assert gallery.receive(question, transcript, 0.0, 1) == ()
    true = watched.say(HOST, Vouch(5, transcript.points[5].head))
    assert gallery.receive(true, transcript, 0.0, 1) == ()
    assert gallery.receive(question, transcript, 0.0, 1) == ()
    lie = watched.lie(HOST, 5)
    assert gallery.receive(lie, transcript, 0.0, 1) == ()
    answer = gallery.receive(question, transcript, 0.0, 1)
    assert isinstance(first_said(answer), RecordPage)


def test_a_stranger_makes_no_other_seat_serve() -> None:
    made, _ = table()
    watched, gallery = Watched(made), gallery_of(1)
    transcript = made.sessions[1].transcript
    question = pack_plain(Ask(5, transcript.points[5].head))
    gallery.receive(question, transcript, 0.0, 1)
    gallery.receive(watched.lie(2, 5), transcript, 0.0, 1)
    assert gallery.receive(question, transcript, 0.0, 1) == ()


def first_said(raws: tuple[bytes, ...]) -> object:
    packet = read_packet(raws[0])
    assert isinstance(packet, Signed)
    return packet.said


def test_every_seat_vouches_for_its_head_while_somebody_watches() -> None:
    made, _ = table()
    for signer in range(3):
        gallery, transcript = gallery_of(signer), made.sessions[signer].transcript
        assert gallery.grown(transcript, 0.0, 1) == ()
        gallery.receive(pack_plain(Ask(0, transcript.points[0].head)), transcript, 0.0, 1)
        raw = gallery.grown(transcript, 0.0, 1)[0]
        assert first_said((raw,)) == Vouch(transcript.point.step, transcript.point.head)
        assert len(raw) <= 190
        for now in (VOUCH_SECONDS, REPEAT_SECONDS - 0.1):
            assert not any(is_vouch(one) for one in gallery.grown(transcript, now, 1))
        assert is_vouch(gallery.grown(transcript, REPEAT_SECONDS, 1)[0])
        assert gallery.grown(transcript, 100.0, 1) == ()


def is_vouch(raw: bytes) -> bool:
    return isinstance(first_said((raw,)), Vouch)
