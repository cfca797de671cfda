"""The chance of Ages 2 and 3 at a table with gods: false parts, parts kept back, other pasts."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import pytest

from engine.actions import PlaceGods
from engine.terms import Age, Place
from protocol.agreement.vote_events import Faulty
from protocol.errors import Reason
from protocol.game.events import Applied, Rewound
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.quorum import Quorum
from protocol.record.record import verify_record
from protocol.wire.bodies import Body, CommitSeed, RevealSeed, pack_body, read_body
from protocol.wire.envelope import Envelope
from tests.adversary.scenes import (
    BOXES,
    assert_goes_on,
    assert_put_away,
    assert_refused,
    kind,
    scene_of,
)
from tests.adversary.splits import TICKS
from tests.adversary.tables import copied
from tests.adversary.test_absence import assert_one_game, record_of
from tests.adversary.test_watched_forks import Watched
from tests.adversary.withholding import WithholdingTable

Said = TypeVar("Said", bound=Body)


@cache
def _at(players: int, step: StepKind, bots: tuple[tuple[int, int], ...]) -> WithholdingTable:
    table = WithholdingTable(players, 8, BOXES, dict(bots))
    table.start()
    table.run_until(lambda: {one.referee.due.kind for one in table.sessions} == {step})
    assert table.sessions[0].referee.due.kind is step
    for events in table.events:
        events.clear()
    return table


def at(players: int, step: StepKind, bots: dict[int, int] | None = None) -> WithholdingTable:
    """Return a private table in Age 2, all of whose seats have come to a step of this kind."""
    return copied(_at(players, step, tuple((bots or {}).items())))


def said(session: Session, body: type[Said]) -> dict[int, dict[int, Said]]:
    """Return the messages of a kind on our past, by step and signer, after the game's seed."""
    found: dict[int, dict[int, Said]] = {}
    for step, envelopes in enumerate(session.history):
        for signer, one in envelopes.items():
            read = read_body(one.body)
            if step > 2 and isinstance(read, body):
                found.setdefault(step, {})[signer] = read
    return found


def places(table: WithholdingTable, signer: int = 0) -> list[tuple[Age, tuple[Place, ...]]]:
    """Return the places of the gods by Age, as a session heard them."""
    actions = [one.action for one in table.told(signer, Applied)]
    return [(one.age, one.places) for one in actions if isinstance(one, PlaceGods)]


def drawing(session: Session) -> tuple[int, ...]:
    """Return the signers that make the seed of the Age."""
    return session.referee.seeding.signers


def dealt_to(session: Session) -> set[int]:
    """Return the signers to which the present Age was dealt."""
    dealing = session.referee.game.dealing
    assert dealing is not None
    return {session.referee.places[seat] for seat in dealing.roster}


# ------------------------------------------------------------------- false parts


def test_another_part_than_was_committed_is_refused() -> None:
    table = scene_of(StepKind.AGE_REVEAL)
    assert_refused(table, table.forged(RevealSeed(bytes(32))), Reason.WRONG_REVEAL)
    assert_put_away(table)
    assert {one.referee.due.kind for one in table.honest} == {StepKind.AGE_COMMIT}


def test_the_part_of_the_game_is_no_part_of_an_age() -> None:
    table = scene_of(StepKind.AGE_REVEAL)
    first = next(one for one in table.honest[0].history[2].values() if one.signer == table.cheater)
    assert_refused(table, table.forged(first.body), Reason.WRONG_REVEAL)


def test_the_part_of_another_seat_is_refused() -> None:
    table = scene_of(StepKind.AGE_REVEAL)
    victim = table.honest[0]
    assert_refused(table, table.forged(victim.present[victim.signer].body), Reason.WRONG_REVEAL)


def test_a_commitment_of_another_seat_cannot_be_revealed() -> None:
    table = scene_of(StepKind.AGE_COMMIT)
    victim = table.honest[0]
    table.say(table.forged(victim.present[victim.signer].body))
    table.run()
    assert {session.referee.due.kind for session in table.honest} == {StepKind.AGE_REVEAL}
    shown = victim.present[victim.signer].body
    assert_refused(table, table.forged(shown), Reason.WRONG_REVEAL)


@pytest.mark.parametrize("step", [StepKind.AGE_COMMIT, StepKind.AGE_REVEAL])
def test_a_message_of_the_other_step_is_refused(step: StepKind) -> None:
    table = scene_of(step)
    other = RevealSeed(bytes(32)) if step is StepKind.AGE_COMMIT else CommitSeed(bytes(32))
    assert_refused(table, table.forged(other), Reason.WRONG_KIND)


@pytest.mark.parametrize("step", [StepKind.AGE_COMMIT, StepKind.AGE_REVEAL])
def test_the_true_message_goes_on(step: StepKind) -> None:
    assert_goes_on(scene_of(step))


# ---------------------------------------------------------------- kept back


@pytest.mark.parametrize("step", [StepKind.AGE_COMMIT, StepKind.AGE_REVEAL])
def test_somebody_who_keeps_a_part_back_sits_out_and_the_others_draw_again(step: StepKind) -> None:
    table = at(3, StepKind.AGE_COMMIT)
    table.keep_back(2, kind(step))
    first = table.sessions[0]
    table.waive(0, 1)
    assert first.referee.due == first.referee.seeding.due
    assert drawing(first) == (0, 1)
    assert not places(table)
    table.run_until(lambda: first.referee.due.kind is StepKind.ACT)
    assert places(table) == places(table, 1)
    assert [age for age, _ in places(table)] == [Age.TWO]
    assert dealt_to(first) == {0, 1}
    for parts in (said(first, CommitSeed), said(first, RevealSeed)):
        for signer in (0, 1):
            values = [one[signer] for one in parts.values() if signer in one]
            assert len(set(values)) == len(values)
    assert len(said(first, CommitSeed)) == 2
    table.rejoin()
    table.run()
    assert_one_game(table)
    assert verify_record(record_of(table, 2), table.cache).closed


def test_somebody_back_from_keeping_a_part_back_draws_no_second_time() -> None:
    """Nobody causes two draws of an Age: they are back before the cards, and still sit out."""
    table = at(4, StepKind.AGE_COMMIT)
    table.keep_back(3, kind(StepKind.AGE_REVEAL))
    table.withhold(2, kind(StepKind.AGE_COMMIT))
    first = table.sessions[0]
    table.waive(0, 1, 2)
    assert drawing(first) == (0, 1, 2)
    # While the second attempt waits for somebody else, the one who was put away asks to return.
    del table.withheld[3]
    table.heal()
    table.tick(4)
    table.split((0, 1, 3), (2,))
    table.waive(0, 1)
    assert drawing(first) == (0, 1)
    assert first.referee.seeding.out == {2, 3}
    table.run_until(lambda: first.referee.dealing is not None)
    assert set(first.away) == {2}
    dealing = first.referee.dealing
    assert dealing is not None
    assert set(dealing.order) == {0, 1}
    assert dealing.shufflers == (*dealing.order, 3)
    table.rejoin()
    table.run()
    assert_one_game(table)


def test_a_seat_that_sits_out_may_not_commit() -> None:
    table = at(3, StepKind.AGE_COMMIT)
    table.keep_back(2, kind(StepKind.AGE_REVEAL))
    table.waive(0, 1)
    first, silent = table.sessions[0], table.sessions[2]
    table.wire.queue.clear()
    point = first.point
    lie = Envelope.seal(silent.identity, point, 2, pack_body(CommitSeed(bytes(32))))
    table.handle(0, first.receive(lie.to_bytes()))
    (fault,) = table.told(0, Faulty)
    assert (fault.signer, fault.step, fault.reason) == (2, point.step, Reason.NOT_OWED)
    assert first.point == point


def test_a_person_whose_bot_keeps_a_part_back_sits_out_as_well() -> None:
    table = at(4, StepKind.AGE_COMMIT, bots={2: 0})
    table.keep_back(2, kind(StepKind.AGE_REVEAL))
    first = table.sessions[0]
    table.agree_until((1, 3), lambda: 2 in first.away)
    assert set(first.away) == {2}
    assert drawing(first) == (1, 3)
    table.run_until(lambda: first.referee.due.kind is StepKind.ACT)
    assert dealt_to(first) == {1, 3}


def test_two_persons_wait_for_a_part() -> None:
    table = at(2, StepKind.AGE_COMMIT)
    table.keep_back(1, kind(StepKind.AGE_REVEAL))
    point = table.sessions[0].point
    for _ in range(TICKS):
        table.agree(0)
        table.tick()
    assert table.sessions[0].point == point
    assert not table.sessions[0].away
    table.rejoin()
    table.run()
    assert_one_game(table)
    assert table.sessions[0].charter.quorum is Quorum.HALF


# --------------------------------------------------------------- other pasts


def test_a_seat_that_placed_the_gods_alone_steps_back_to_the_places_of_the_others() -> None:
    """The reveal of one seat reached nobody: it saw places that the others have drawn again."""
    table = at(3, StepKind.AGE_COMMIT)
    table.run_until(lambda: all(s.referee.due.kind is StepKind.AGE_REVEAL for s in table.sessions))
    table.cut.unheard = {2}
    table.wire.queue = [(to, raw) for to, raw in table.wire.queue if not is_by(raw, 2)]
    table.run_until(lambda: table.sessions[2].referee.due.kind is StepKind.SHUFFLE)
    alone = places(table, 2)
    assert len(alone) == 1
    first = table.sessions[0]
    assert first.referee.due.kind is StepKind.AGE_REVEAL
    table.waive(0, 1)
    table.cut.unheard = set()
    table.run_until(lambda: first.referee.due.kind is StepKind.ACT)
    table.run()
    (rewound,) = table.told(2, Rewound)
    assert rewound.state is not None
    assert {place for _, place in rewound.state.gods} != set(alone[0][1])
    assert places(table, 2)[0] == alone[0]
    assert places(table, 2)[1:] == places(table, 0)
    assert_one_game(table)


def is_by(raw: bytes, signer: int) -> bool:
    return Envelope.from_bytes(raw).signer == signer


def test_two_commitments_of_a_liar_void_the_attempt_on_both_sides() -> None:
    """A liar shows each side of a cut line another commitment; nothing of either past counts."""
    table = at(3, StepKind.AGE_COMMIT)
    table.withhold(0, lambda _body: True)
    table.split((1, 2), (0,))
    table.run()
    table.split((1,), (2,), (0,))
    liar = table.sessions[0]
    for signer in (1, 2):
        body = pack_body(CommitSeed(bytes([signer]) * 32))
        lie = Envelope.seal(liar.identity, table.sessions[signer].point, 0, body)
        table.handle(signer, table.sessions[signer].receive(lie.to_bytes()))
        table.run()
    table.withheld.clear()
    others = table.sessions[1:]
    assert {one.referee.due.kind for one in others} == {StepKind.AGE_REVEAL}
    assert len({one.point.head for one in others}) == 2
    revealed = {one.signer: read_body(one.present[one.signer].body) for one in others}
    table.split((1, 2), (0,))
    table.agree_until((1, 2), lambda: all(0 in one.away for one in others))
    assert {fault.reason for fault in table.told(1, Faulty)} == {Reason.TWO_MESSAGES}
    table.run_until(lambda: others[0].referee.due.kind is StepKind.ACT)
    parts = said(others[0], RevealSeed)
    drawn = parts[max(parts)]
    assert set(drawn) == {1, 2}
    assert all(drawn[signer] != revealed[signer] for signer in (1, 2))


def test_a_spectator_follows_a_table_that_draws_again() -> None:
    table = at(3, StepKind.AGE_COMMIT)
    table.keep_back(2, kind(StepKind.AGE_REVEAL))
    table.waive(0, 1)
    first = table.sessions[0]
    table.run_until(lambda: all(one.referee.dealing is not None for one in table.sessions[:2]))
    step = min(one.point.step for one in table.sessions[:2])
    watched = Watched(table)
    watched.show(0, 0, step)
    watched.show(1, 0, step)
    assert [one for one, _ in watched.shown(0.0)] == list(range(step))
    follower = watched.spectator.follower
    assert follower is not None
    assert follower.referee.game.gods == first.referee.game.gods
    assert follower.referee.seeding.out == {2}


def test_parts_repeat_on_the_same_past_only() -> None:
    """A restart makes the same bytes; after other steps the part of an Age is another one."""
    table = at(3, StepKind.AGE_COMMIT)
    session = table.sessions[0]
    referee = session.referee
    seat = session.private_seat

    def commits(head: bytes) -> CommitSeed:
        other = referee.copied()
        other.seeding = other.seeding.again(head, other.attendance)
        plan = seat.unasked(other)
        assert plan is not None
        made = plan.finish(plan.job.run())
        assert isinstance(made, CommitSeed)
        return made

    assert commits(referee.head) == commits(referee.head)
    assert commits(referee.head) != commits(bytes(32))


def test_no_table_without_gods_makes_a_seed_of_an_age() -> None:
    table = WithholdingTable(2, 8)
    table.start()
    table.run()
    kinds = {read_body(one.body) for step in table.sessions[0].history[3:] for one in step.values()}
    assert not any(isinstance(one, CommitSeed | RevealSeed) for one in kinds)
