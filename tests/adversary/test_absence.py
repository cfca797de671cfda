"""Seats that stay away: their defaults, their return, and a table that is split."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.actions import Absent
from protocol.agreement.pasts import AbsenceMark
from protocol.agreement.slips import VoteSigner
from protocol.agreement.vote_events import Faulty, Persist, Transmit
from protocol.errors import Reason
from protocol.game.events import Applied, CameBack, Dropped, Rewound, WentAway
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.record.record import BrokenRecord, verify_record, write_record
from protocol.record.retelling import retell
from protocol.wire.bodies import SignCharter, pack_body
from protocol.wire.envelope import Envelope
from tests.adversary.splits import SplitTable, marks_of, without
from tests.adversary.tables import copied

MORE = 6
"""Steps a table continues before it is healed."""


@cache
def _at(players: int, kind: StepKind) -> SplitTable:
    table = SplitTable(players, seed=8)
    table.start()
    table.run_until(lambda: table.sessions[0].referee.due.kind is kind)
    assert table.sessions[0].referee.due.kind is kind
    for events in table.events:
        events.clear()
    return table


def at(players: int, kind: StepKind) -> SplitTable:
    """Return a private table whose first seat has reached a step of this kind."""
    return copied(_at(players, kind))


def record_of(table: SplitTable, signer: int) -> bytes:
    """Return the record of one seat."""
    transcript = table.sessions[signer].transcript
    steps = range(len(transcript.history))
    return write_record(table.charter, (raw for step in steps for raw in transcript.recorded(step)))


def assert_one_game(table: SplitTable) -> None:
    """Assert that all seats have the same past, and a valid record of it."""
    table.silent = set(range(len(table.sessions)))
    table.tick(12)
    table.silent = set()
    assert len({(one.point, one.referee.digest()) for one in table.sessions}) == 1
    assert len({tuple(one.away.items()) for one in table.sessions}) == 1
    verified = verify_record(record_of(table, 0), table.cache)
    assert verified.steps == table.sessions[0].point.step


KINDS = (
    StepKind.SHUFFLE,
    StepKind.PACK_SHARES,
    StepKind.PICK,
    StepKind.KEPT_SHARES,
    StepKind.HAND,
    StepKind.ACT,
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_a_split_table_continues_on_one_side_and_heals(kind: StepKind) -> None:
    table = at(3, kind)
    table.split((0, 1), (2,))
    begun = table.sessions[0].point.step
    table.agree_until((0, 1), lambda: table.sessions[0].point.step > begun + MORE)
    # The other side votes as well, and nobody agrees.
    alone = table.sessions[2].point
    table.agree(2)
    table.tick(20)
    assert table.sessions[2].point.step <= alone.step + 1
    table.heal()
    assert_one_game(table)
    assert table.told(0, WentAway)


@pytest.mark.parametrize("sides", [((0, 1), (2, 3, 4)), ((0,), (1, 2, 3, 4)), ((0, 1, 2, 3), (4,))])
def test_a_split_table_of_five_continues_with_more_than_half(
    sides: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    table = at(5, StepKind.ACT)
    table.split(*sides)
    small, large = sorted(sides, key=len)
    begun = table.sessions[large[0]].point.step
    table.agree(*small)
    table.agree_until(large, lambda: table.sessions[large[0]].point.step > begun + MORE)
    assert not any(table.told(one, WentAway) for one in small)
    table.heal()
    assert_one_game(table)


def test_a_table_split_into_three_waits_for_more_than_half() -> None:
    table = at(5, StepKind.ACT)
    sides = ((0, 1), (2, 3), (4,))
    table.split(*sides)
    begun = max(one.point.step for one in table.sessions)
    for _ in range(8):
        table.agree(0, 1, 2, 3, 4)
        table.tick()
    assert not any(table.told(one, WentAway) for one in range(5))
    table.split((0, 1, 4), (2, 3))
    table.agree_until((0, 1, 4), lambda: table.sessions[0].point.step > begun + MORE)
    table.heal()
    assert_one_game(table)


def test_two_of_four_players_wait() -> None:
    table = at(4, StepKind.ACT)
    table.split((0, 1), (2, 3))
    table.agree(0, 1, 2, 3)
    table.tick(20)
    assert not any(table.told(one, WentAway) for one in range(4))
    table.heal()
    assert_one_game(table)
    assert not any(one.away for one in table.sessions)


def test_a_record_names_no_message_twice_though_a_view_went_on_at_the_same_step() -> None:
    table = at(3, StepKind.HAND)
    head = table.sessions[0].course.head
    table.split((0, 1), (2,))
    table.run()
    scribe = VoteSigner(table.sessions[2].identity, table.charter.table_id, 2)
    freeze = scribe.freeze(3, None, None, head, (), (), ())
    for signer in (0, 1):
        table.handle(signer, table.sessions[signer].receive(freeze.raw))
    table.tick(2)
    resumed = table.sessions[0].voter.base
    assert resumed is not None
    assert resumed.view == freeze.view
    table.agree_until((0, 1), lambda: all(one.point.step > head.step for one in table.sessions[:2]))
    parts = table.sessions[0].transcript.recorded(head.step)
    assert resumed.raw in parts
    assert len(set(parts)) == len(parts)
    verified = verify_record(record_of(table, 0), table.cache)
    assert verified.steps == table.sessions[0].point.step


def test_a_vote_that_is_known_is_not_verified_again() -> None:
    table = at(3, StepKind.ACT)
    scribe = VoteSigner(table.sessions[2].identity, table.charter.table_id, 2)
    freeze = scribe.freeze(9, None, None, table.sessions[0].chronicle.root, (), (), ())
    session = table.sessions[0]
    unsigned = freeze.raw[:-1] + bytes([freeze.raw[-1] ^ 1])
    assert session.receive(unsigned) == (Dropped(Reason.BAD_SIGNATURE, "freeze/2"),)
    session.receive(freeze.raw)
    assert session.receive(unsigned) == ()


def test_a_freeze_that_holds_a_message_nobody_else_has_binds_again_after_a_restart() -> None:
    table = at(3, StepKind.PICK)
    table.silent = {0, 1, 2}
    table.run()
    one = 0
    before, head = table.sessions[one], table.sessions[one].course.head
    table.split((0,), (1,), (2,))
    table.silent.clear()
    table.handle(one, before.submit(table.choose(before)))
    for other in {0, 1, 2} - {one}:
        scribe = VoteSigner(table.sessions[other].identity, table.charter.table_id, other)
        freeze = scribe.freeze(1, None, None, head, (), (), ())
        table.handle(one, before.receive(freeze.raw))
    assert before.voter.is_frozen
    assert before.present.keys() == {one}
    again = Session(table.charter, one, before.identity, before.private_seat.secret)
    for event in table.told(one, Persist):
        again.recall(event.raw)
    table.sessions[one] = again
    table.handle(one, again.start())
    for messages in before.history:
        for envelope in messages.values():
            table.handle(one, again.receive(envelope.to_bytes()))
    assert again.voter.promised == 1
    assert not again.voter.is_recalling
    assert again.present == before.present


def test_a_step_closed_by_a_view_replays_by_it_though_all_its_messages_are_there() -> None:
    table = at(3, StepKind.ACT)
    table.silent = {0, 1, 2}
    table.run()
    step = table.sessions[0].point.step
    (one,) = table.sessions[0].referee.due.signers
    liar = next(signer for signer in range(3) if signer != one)
    before = table.sessions[one]
    scribe = VoteSigner(table.sessions[liar].identity, table.charter.table_id, liar)
    for late in ((), (one,)):
        freeze = scribe.freeze(1, None, None, before.course.head, (), late, ())
        for session in table.sessions:
            table.handle(session.signer, session.receive(freeze.raw))
    table.silent.clear()
    table.agree_until(range(3), lambda: before.point.step > step)
    assert marks_of(before, step) == {liar: AbsenceMark.CONTRADICTION}
    assert before.history[step].keys() == {one}
    again = Session(table.charter, one, before.identity, before.private_seat.secret)
    proofs = before.transcript.proofs
    again.recorded(len(proofs), [number for number, proof in enumerate(proofs) if proof])
    table.sessions[one] = again
    table.handle(one, again.start())
    while (now := again.point.step) < len(before.history):
        messages = (envelope.to_bytes() for envelope in before.history[now].values())
        for raw in (*messages, *proofs[now]):
            table.handle(one, again.receive(raw))
        assert again.point == before.transcript.point_of(now + 1)
    assert not again.rewinds


# ------------------------------------------------------------------ to the end


@cache
def _without_one() -> SplitTable:
    table = SplitTable(3, seed=8)
    table.start()
    table.run_until(lambda: table.sessions[0].referee.due.kind is StepKind.ACT)
    table.split((0, 1), (2,))
    both = table.sessions[:2]
    table.agree_until((0, 1), lambda: {one.referee.due.kind for one in both} == {StepKind.CLOSED})
    return table


def test_a_game_ends_without_an_absent_player() -> None:
    table = _without_one()
    first, second = table.sessions[:2]
    assert first.point == second.point
    assert set(first.away) == {2}
    assert any(isinstance(event.action, Absent) for event in table.told(0, Applied))


def test_a_record_names_absent_players_and_detects_changes() -> None:
    table = _without_one()
    raw = record_of(table, 0)
    verified = verify_record(raw, table.cache)
    assert verified.closed
    assert verified.away == (2,)
    start = raw.index(b"\x93\x03")  # an acceptance
    chance = Random(1)
    for place in [start + chance.randrange(400) for _ in range(40)]:
        changed = bytearray(raw)
        changed[place] ^= 1 << chance.randrange(8)
        with pytest.raises(BrokenRecord):
            verify_record(bytes(changed), dict(table.cache))


def test_a_record_may_end_after_any_message() -> None:
    table = _without_one()
    transcript = table.sessions[0].transcript
    step = next(at for at, proof in enumerate(transcript.proofs) if proof)
    before = [raw for at in range(step) for raw in transcript.recorded(at)]
    parts = transcript.recorded(step)
    for count in range(len(parts) + 1):
        verified = verify_record(write_record(table.charter, [*before, *parts[:count]]))
        assert verified.steps == step + (count == len(parts))


def is_asked(table: SplitTable, signer: int) -> bool:
    """Whether everybody waits for this signer alone."""
    alone = all(one.referee.due.signers == (signer,) for one in table.sessions)
    together = len({one.point for one in table.sessions}) == 1
    return alone and together and table.sessions[signer].decision() is not None


def test_a_game_with_an_absent_player_is_retold_with_the_other_hands() -> None:
    table = _without_one()
    told = retell(record_of(table, 0), dict(table.cache))
    assert told.closed
    assert told.opened
    absent = table.sessions[0].referee.seat_of(2)
    assert any(isinstance(one.applied and one.applied.action, Absent) for one in told.moments)
    hands = [len(moment.knowledge[seat].hand) for moment in told.moments for seat in range(3)]
    assert max(hands) > 0
    assert not any(moment.knowledge[absent].hand for moment in told.moments)


def test_a_game_that_somebody_left_after_the_draft_is_retold() -> None:
    """Nobody's single picks are known without that player's key, the hands they make are."""
    table = SplitTable(3, seed=1)
    table.start()
    first = table.sessions[0]
    table.run_until(lambda: first.state is not None and first.state.turn is not None)
    table.split((0, 1), (2,))
    both = table.sessions[:2]
    table.agree_until((0, 1), lambda: {one.referee.due.kind for one in both} == {StepKind.CLOSED})
    told = retell(record_of(table, 0), dict(table.cache))
    assert told.opened
    seats = [table.sessions[0].referee.seat_of(signer) for signer in (0, 1)]
    dealt = next(one for one in told.moments if one.state.turn is not None)
    assert [len(dealt.knowledge[seat].hand) for seat in seats] == [6, 6]


def test_a_void_draft_is_retold() -> None:
    table = at(3, StepKind.PICK)
    table.split((0, 1), (2,))
    first = table.sessions[0]
    table.agree_until((0, 1), lambda: first.referee.due.kind is StepKind.CLOSED)
    told = retell(record_of(table, 0), dict(table.cache))
    last = told.moments[-1].state
    assert first.state is not None
    assert last.clans == first.state.clans


def come_back(table: SplitTable) -> None:
    """Let an absent player catch up with the table, and ask to return."""
    table.heal()
    table.silent = set(range(len(table.sessions)))
    table.tick(4)
    table.silent = set()


@pytest.mark.slow
def test_an_absent_player_returns_and_owes_again() -> None:
    table = at(3, StepKind.ACT)
    table.split((0, 1), (2,))
    table.agree_until((0, 1), lambda: 2 in table.sessions[0].away)
    come_back(table)
    table.run_until(lambda: not table.sessions[0].away)
    begun = table.sessions[0].point.step
    assert table.told(0, CameBack)
    table.run()
    assert_one_game(table)
    assert verify_record(record_of(table, 2), table.cache).closed
    said = [step for step in table.sessions[0].history[begun:] if 2 in step]
    assert said


def test_a_replayed_request_to_return_is_ignored() -> None:
    table = at(3, StepKind.ACT)
    table.split((0, 1), (2,))
    table.agree_until((0, 1), lambda: 2 in table.sessions[0].away)
    come_back(table)
    (old,) = [event.raw for event in table.sessions[2].ask_back() if isinstance(event, Transmit)]
    table.run_until(lambda: not table.sessions[0].away)
    table.split((0, 1), (2,))
    table.agree_until((0, 1), lambda: 2 in table.sessions[0].away)
    assert table.sessions[0].receive(old) == ()
    step = table.sessions[0].point.step
    table.run_until(lambda: table.sessions[0].point.step > step + MORE)
    assert 2 in table.sessions[0].away


@pytest.mark.parametrize("again", [False, True])
def test_a_message_repeated_after_a_restart_carries_no_later_returns(*, again: bool) -> None:
    table = at(3, StepKind.ACT)
    table.split((0, 1), (2,))
    table.agree_until((0, 1), lambda: 2 in table.sessions[0].away)
    come_back(table)
    (wish,) = [event.raw for event in table.sessions[2].ask_back() if isinstance(event, Transmit)]
    asked = next(one for one in table.sessions[:2] if one.decision() is not None)
    asked.receive(wish)
    if again:
        asked.recorded(asked.point.step + 1)
        asked.be_silent(asked.point.step + 1)
    begun = asked.point.step
    table.handle(asked.signer, asked.submit(table.choose(asked)))
    said = asked.present if asked.point.step == begun else asked.history[begun]
    assert bool(said[asked.signer].returns) is not again


@pytest.mark.slow
def test_a_player_who_leaves_a_draft_sits_out_the_age_and_the_others_deal_again() -> None:
    table = at(3, StepKind.PICK)
    table.split((0, 1), (2,))
    table.agree_until((0, 1), lambda: 2 in table.sessions[0].away)
    first = table.sessions[0]
    dealing = first.referee.dealing
    assert dealing is not None
    assert dealing.attempt == 2
    assert set(dealing.order) == {0, 1}
    # The seat is back at once, but is still not dealt to.
    come_back(table)
    table.run_until(lambda: first.referee.due.kind is StepKind.ACT)
    assert first.state is not None
    hands = [clan.hand for clan in first.state.clans]
    assert hands[first.referee.seat_of(2)] == 0
    assert sorted(hands) == [0, 6, 6]
    assert table.sessions[2].knowledge is not None
    assert table.sessions[2].knowledge.hand == ()
    table.run()
    assert_one_game(table)
    assert verify_record(record_of(table, 0), table.cache).closed


def test_the_only_seat_dealt_to_does_not_shuffle_alone() -> None:
    table = at(3, StepKind.PICK)
    table.split((0, 1), (2,))
    table.agree_until((0, 1), lambda: 2 in table.sessions[0].away)
    come_back(table)
    first = table.sessions[0]
    table.run_until(lambda: first.referee.due.kind is StepKind.PICK and not first.away)
    table.split((0, 2), (1,))
    table.agree_until((0, 2), lambda: 1 in first.away)
    dealing = first.referee.dealing
    assert dealing is not None
    assert (dealing.order, dealing.shufflers) == ((0,), (0, 2))
    table.run_until(lambda: first.referee.due.kind is StepKind.ACT)
    assert first.state is not None
    assert sum(clan.hand for clan in first.state.clans) == 6
    table.heal()
    assert_one_game(table)


def test_nobody_is_dealt_to_after_all_seats_left_the_deal() -> None:
    referee = at(3, StepKind.PICK).sessions[0].referee.copied()
    referee.close({}, bytes(32), without(referee, 2))
    referee.close({}, bytes(32), without(referee, 0, 1, back=(2,)))
    assert referee.due.kind is StepKind.ACT
    assert referee.state is not None
    assert sum(clan.hand for clan in referee.state.clans) == 0


def test_messages_of_an_absent_seat_are_not_owed_and_stop_nobody() -> None:
    table = at(3, StepKind.ACT)
    table.split((0, 1), (2,))
    table.agree_until((0, 1), lambda: 2 in table.sessions[0].away)
    first, gone = table.sessions[0], table.sessions[2]
    said = Envelope.seal(gone.identity, first.point, 2, pack_body(SignCharter()))
    before = first.point
    (fault,) = first.receive(said.to_bytes())
    assert isinstance(fault, Faulty)
    assert (fault.signer, fault.reason) == (2, Reason.NOT_OWED)
    assert first.point == before


def test_an_answer_that_reached_one_peer_counts() -> None:
    table = at(3, StepKind.ACT)
    first, second = table.sessions[:2]
    table.run_until(lambda: is_asked(table, 2))
    step = first.point.step
    table.silent = {0, 1, 2}
    table.split((0, 2), (1,))
    late = table.sessions[2]
    table.handle(2, late.submit(table.choose(late)))
    table.run()
    table.split((0, 1), (2,))
    assert step in range(len(first.history))
    assert second.point.step == step
    table.agree(1)
    table.tick(6)
    table.silent = set()
    assert not marks_of(second, step)
    assert 2 in second.history[step]


def test_an_answer_too_late_for_all_peers_is_undone() -> None:
    table = at(3, StepKind.ACT)
    first, late = table.sessions[0], table.sessions[2]
    table.run_until(lambda: is_asked(table, 2))
    step = first.point.step
    table.split((0, 1), (2,))
    table.handle(2, late.submit(table.choose(late)))
    table.run()
    assert late.point.step == step + 1
    table.agree_until((0, 1), lambda: 2 in first.away)
    table.heal()
    assert_one_game(table)
    (rewound,) = table.told(2, Rewound)
    assert rewound.step == step
    assert not table.told(2, Faulty)
    assert not table.told(0, Faulty)


def test_two_persons_cannot_exclude_each_other() -> None:
    table = at(2, StepKind.ACT)
    table.split((0,), (1,))
    before = [one.point for one in table.sessions]
    table.agree(0, 1)
    table.tick(30)
    assert [one.point.step for one in table.sessions] <= [one.step + 1 for one in before]
    assert not any(one.away for one in table.sessions)
    table.heal()
    assert_one_game(table)


def test_one_of_two_continues_without_a_proven_cheater() -> None:
    table = at(2, StepKind.ACT)
    first, other = table.sessions
    table.run_until(lambda: is_asked(table, 1))
    table.split((0,), (1,))
    step = first.point.step
    lie = Envelope.seal(other.identity, first.point, 1, pack_body(SignCharter()))
    table.handle(0, first.receive(lie.to_bytes()))
    table.tick(12)
    assert marks_of(first, step) == {1: AbsenceMark.FAULTY}
    assert first.referee.due.kind is StepKind.CLOSED
    verified = verify_record(record_of(table, 0), table.cache)
    assert (verified.closed, verified.faulty) == (True, (1,))
    assert other.ask_back() == ()


def test_a_seat_with_a_proven_fault_cannot_return() -> None:
    table = at(3, StepKind.ACT)
    table.run_until(lambda: is_asked(table, 2))
    first, liar = table.sessions[0], table.sessions[2]
    lie = Envelope.seal(liar.identity, first.point, 2, pack_body(SignCharter()))
    table.silent = {0, 1, 2}
    for signer in (0, 1):
        table.handle(signer, table.sessions[signer].receive(lie.to_bytes()))
    table.tick(4)
    table.silent = set()
    assert set(first.away) == {2}
    step = first.point.step
    table.run_until(lambda: first.point.step > step + MORE)
    assert liar.ask_back() == ()
    assert set(first.away) == {2}
    assert verify_record(record_of(table, 0), table.cache).faulty == (2,)
