"""The gallery: the pages that seats show, and the checks of a spectator."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.state import Options, Rulings
from engine.terms import Phase
from engine.values import replace
from protocol.agreement.slips import is_slip
from protocol.charter import Charter
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.record.record import BrokenRecord, verify_record
from protocol.spectate.follower import CheckedStep
from protocol.spectate.gallery import ROUND_SECONDS, TURN_SECONDS, Gallery, pages
from protocol.spectate.spectator import UNSURE_SECONDS, Spectator
from protocol.wire.identity import Identity
from protocol.wire.packets import Ask, Hail, RecordPage, Said, Signed, Start, pack_plain
from protocol.wire.venues import Venue, lobby_name
from tests.adversary.tables import Table, hello_of
from tests.adversary.test_absence import at, record_of

STRANGER = hello_of("Dag", Random(77))[1]


@cache
def _played(players: int = 2) -> Table:
    table = Table(players, seed=3, options=Options(Rulings(draft=False)))
    table.start()
    table.run()
    return table


def lobby_of(charter: Charter) -> Venue:
    host = charter.hellos[0]
    return Venue.lobby(lobby_name(host.identity, host.fresh))


def start_of(table: Table) -> bytes:
    """Return the host's signed start."""
    charter = table.charter
    host = table.sessions[0].identity
    said = Start(charter.to_bytes(), ())
    return Signed(host.public, lobby_of(charter), 1, said).pack(host)


class Shown:
    """A table with its galleries, and a spectator."""

    def __init__(self, table: Table | None = None, charter: Charter | None = None) -> None:
        self.table = table or _played()
        self.start = start_of(self.table)
        terms = charter or self.table.charter
        self.galleries = [
            Gallery(terms, self.start, session.identity) for session in self.table.sessions
        ]
        self.spectator = Spectator(self.table.cache)
        self.now = 0.0
        self.closed: list[CheckedStep] = []

    def say(self, raw: bytes, *signers: int) -> list[bytes]:
        """Deliver a packet of the room to the galleries of these signers."""
        answers: list[bytes] = []
        for signer in signers or (0,):
            transcript = self.table.sessions[signer].transcript
            answers += self.galleries[signer].receive(raw, transcript, self.now, 1)
        return answers

    def ask(self, *signers: int) -> list[bytes]:
        """Let the spectator ask and receive the answers."""
        answers = self.say(self.spectator.ask(), *signers)
        for raw in answers:
            self.spectator.receive(raw)
        return answers

    def look(self) -> None:
        """Check every complete step."""
        while (found := self.spectator.complete()) is not None:
            self.closed.append(self.spectator.take(found))

    def watch(self, *signers: int) -> None:
        """Ask until no more pages come."""
        while self.ask(*signers):
            self.look()
            for gallery in self.galleries:
                gallery.tick()

    @property
    def step(self) -> int:
        assert self.spectator.follower is not None
        return self.spectator.follower.point.step


def signed(identity: Identity, table_id: bytes, said: Said) -> bytes:
    return Signed(identity.public, Venue.gallery(table_id), 5, said).pack(identity)


def test_a_late_spectator_checks_the_whole_game_and_gets_its_record() -> None:
    shown = Shown()
    shown.watch()
    follower = shown.spectator.follower
    assert follower is not None
    assert follower.is_over
    verified = verify_record(follower.record(), shown.table.cache)
    assert verified.closed
    assert verified.glory == shown.table.sessions[0].referee.glory()
    assert shown.closed[-1].state is not None
    assert shown.closed[-1].state.phase is Phase.END
    assert sum(len(one.applied) for one in shown.closed) == verified.actions


def test_the_first_answer_names_the_table_and_nothing_comes_unasked() -> None:
    shown = Shown()
    transcript = shown.table.sessions[0].transcript
    assert shown.galleries[0].grown(transcript, 0.0, 1) == ()
    assert shown.ask() == [shown.start]
    assert shown.spectator.charter == shown.table.charter


def test_closed_steps_are_shown_at_once_while_somebody_watches() -> None:
    table = Table(2, seed=3, options=Options(Rulings(draft=False)))
    table.start()
    shown = Shown(table)
    shown.ask()
    shown.ask()
    table.run(4)
    transcript = table.sessions[0].transcript
    grown = shown.galleries[0].grown(transcript, 1.0, 1)
    assert grown
    for raw in grown:
        shown.spectator.receive(raw)
    shown.look()
    assert shown.step == len(transcript.history) > 0
    table.run(4)
    assert shown.galleries[0].grown(transcript, 100.0, 1) == ()


def test_a_flood_of_questions_gets_few_answers() -> None:
    shown = Shown()
    shown.ask()
    raw = shown.spectator.ask()
    assert sum(bool(shown.say(raw)) for _ in range(1000)) <= 8
    assert sum(bool(shown.say(pack_plain(Hail()))) for _ in range(1000)) <= 8
    for _ in range(2):
        shown.galleries[0].tick()
    assert shown.say(raw)


@pytest.mark.slow
def test_endless_questions_do_not_hide_the_game_from_others() -> None:
    shown = Shown()
    shown.ask()
    transcript = shown.table.sessions[0].transcript
    for _ in range(40):
        shown.now += ROUND_SECONDS
        for step in range(40):
            shown.say(pack_plain(Ask(0, bytes([step] * 32))))
        shown.galleries[0].tick()
        for raw in shown.galleries[0].grown(transcript, shown.now, 1):
            shown.spectator.receive(raw)
        shown.look()
    assert shown.spectator.follower is not None
    assert shown.spectator.follower.is_over


def test_pages_of_strangers_and_other_tables_are_dropped() -> None:
    shown = Shown()
    shown.ask()
    follower = shown.spectator.follower
    assert follower is not None
    host, table_id = shown.table.sessions[0].identity, shown.table.charter.table_id
    page = RecordPage(0, follower.point.head, 0, 1, b"\x90")
    for raw in (
        signed(STRANGER, table_id, page),
        signed(host, bytes(32), page),
        signed(host, table_id, replace(page, step=5000)),
        b"",
        b"\x93\x00",
        pack_plain(Ask(0, bytes(32))),
    ):
        assert not shown.spectator.receive(raw)
    assert shown.spectator.complete() is None


def test_a_false_page_is_refused_and_a_true_one_still_counts() -> None:
    shown = Shown()
    shown.ask()
    follower = shown.spectator.follower
    assert follower is not None
    liar, table_id = shown.table.sessions[1].identity, shown.table.charter.table_id
    true = next(pages(shown.table.sessions[0].transcript, 0))
    shown.spectator.receive(signed(liar, table_id, replace(true, of=1)))
    found = shown.spectator.complete()
    assert found is not None
    with pytest.raises(BrokenRecord):
        shown.spectator.take(found)
    shown.watch()
    assert shown.spectator.follower is not None
    assert shown.spectator.follower.is_over


def test_a_game_of_another_host_under_the_invitation_is_ignored() -> None:
    shown = Shown()
    charter = shown.table.charter
    start = Start(charter.to_bytes(), ())
    host = shown.table.sessions[0].identity
    for key, venue in (
        (STRANGER, lobby_of(charter)),
        (host, Venue.lobby(bytes(32))),
        (host, Venue.lobby(charter.hellos[0].fresh)),
    ):
        assert not shown.spectator.receive(Signed(key.public, venue, 1, start).pack(key))
    assert shown.spectator.charter is None
    shown.ask()
    other = Table(2, seed=9, options=Options(Rulings(draft=False)))
    assert not shown.spectator.receive(start_of(other))
    assert shown.spectator.charter == charter


def test_a_later_start_counts_as_long_as_nothing_of_the_game_was_seen() -> None:
    """A start that was called off is replaced by the next one, and never the other way round."""
    shown = Shown()
    charter, host = shown.table.charter, shown.table.sessions[0].identity
    former = replace(charter, late_window=1)

    def start(one: Charter, counter: int) -> bytes:
        said = Start(one.to_bytes(), ())
        return Signed(host.public, lobby_of(one), counter, said).pack(host)

    assert shown.spectator.receive(start(former, 1))
    assert shown.spectator.receive(start(charter, 2))
    assert shown.spectator.charter == charter
    assert not shown.spectator.receive(start(former, 1))
    shown.watch(0)
    assert not shown.spectator.receive(start(former, 3))
    assert shown.spectator.charter == charter


def test_other_seats_serve_only_when_the_host_does_not() -> None:
    shown = Shown()
    assert shown.ask(1) == []
    shown.now = TURN_SECONDS - 1
    assert shown.ask(1) == []
    shown.now = TURN_SECONDS
    assert shown.ask(1) == [shown.start]
    shown.watch(1)
    assert shown.spectator.follower is not None
    assert shown.spectator.follower.is_over


def test_a_seat_stops_serving_when_the_host_is_back() -> None:
    shown = Shown()
    shown.ask(1)
    shown.now = TURN_SECONDS
    shown.ask(1)
    assert shown.ask(1)
    page = shown.say(shown.spectator.ask(), 0)[0]
    shown.say(page, 1)
    assert shown.ask(1) == []


def test_a_false_host_does_not_stop_a_serving_seat() -> None:
    shown = Shown()
    shown.ask(1)
    shown.now = TURN_SECONDS
    shown.ask(1)
    page = next(pages(shown.table.sessions[0].transcript, 0))
    shown.say(signed(STRANGER, shown.table.charter.table_id, page), 1)
    assert shown.ask(1)


def test_a_table_without_spectators_shows_only_its_start() -> None:
    table = _played()
    shown = Shown(table, replace(table.charter, spectators=False))
    assert shown.ask() == [shown.start]
    assert shown.ask() == []
    transcript = table.sessions[0].transcript
    assert shown.galleries[0].grown(transcript, 1.0, 1) == ()


def test_the_charter_says_whether_spectators_are_admitted() -> None:
    charter = _played().charter
    without = replace(charter, spectators=False)
    assert without.terms != charter.terms
    assert Charter.from_bytes(without.to_bytes()) == without


def _seen_by(session: Session, spectator: Spectator, first: int) -> list[CheckedStep]:
    """Return the steps a spectator checks of all pages a seat shows from a step on."""
    closed = []
    for step in range(first, len(session.transcript.history)):
        for page in pages(session.transcript, step):
            table_id = session.charter.table_id
            spectator.receive(signed(session.identity, table_id, page))
    while (found := spectator.complete()) is not None:
        closed.append(spectator.take(found))
    return closed


def test_a_spectator_rewinds_to_a_step_closed_by_a_ballot() -> None:
    true = at(3, StepKind.ACT)
    true.split((0, 1), (2,))
    true.agree_until((0, 1), lambda: bool(true.sessions[0].away))
    transcript = true.sessions[0].transcript
    split = next(at for at, proof in enumerate(transcript.proofs) if proof)
    assert is_slip(transcript.proofs[split][0])
    # The seat that was split off showed the spectator the step as closed by everybody.
    false = at(3, StepKind.ACT)
    false.run_until(lambda: false.sessions[2].point.step > split)
    head = transcript.points[split].head
    assert false.sessions[2].transcript.points[split].head == head
    spectator = Spectator(true.cache)
    spectator.receive(start_of(true))
    _seen_by(false.sessions[2], spectator, 0)
    spectator.ready(0.0)
    assert len(spectator.ready(UNSURE_SECONDS)) > split
    _seen_by(true.sessions[0], spectator, split)
    closed = spectator.ready(UNSURE_SECONDS)
    assert (closed[0].rewound, closed[0].step) == (True, split)
    assert not any(one.rewound for one in closed[1:])
    assert spectator.follower is not None
    assert spectator.follower.record() == record_of(true, 0)


def test_a_spectator_does_not_rewind_without_proof() -> None:
    shown = Shown()
    shown.watch()
    before = shown.step
    raw = signed(
        shown.table.sessions[0].identity,
        shown.table.charter.table_id,
        replace(next(pages(shown.table.sessions[0].transcript, 0)), of=1),
    )
    assert shown.spectator.receive(raw)
    found = shown.spectator.complete()
    assert found is not None
    with pytest.raises(BrokenRecord):
        shown.spectator.take(found)
    assert shown.spectator.complete() is None
    assert shown.step == before
