"""Proven faults while other players still think, or have already continued."""

from __future__ import annotations

import pytest

from protocol.game.events import WentAway
from protocol.game.step_table import StepKind
from protocol.wire.bodies import SignCharter, pack_body
from protocol.wire.envelope import Envelope
from tests.adversary.splits import SplitTable, without
from tests.adversary.test_absence import assert_one_game, at

LIAR = 2


def all_asked(players: int) -> SplitTable:
    """Return a table at which all picks are pending."""
    table = at(players, StepKind.PICK)
    table.silent = set(range(players))
    table.run()
    assert all(one.decision() is not None for one in table.sessions)
    return table


def lies(table: SplitTable, *to: int) -> None:
    """Let the last of three seats sign a wrong answer, which the others receive."""
    liar = table.sessions[LIAR]
    lie = Envelope.seal(liar.identity, liar.point, LIAR, pack_body(SignCharter()))
    for signer in to:
        table.handle(signer, table.sessions[signer].receive(lie.to_bytes()))


def test_a_thinking_player_is_not_excluded_with_a_liar() -> None:
    table = all_asked(3)
    step = table.sessions[0].point.step
    lies(table, 0, 1)
    table.tick(20)
    assert [one.point.step for one in table.sessions[:2]] == [step, step]
    table.silent = {1, LIAR}
    table.tick(20)
    assert [one.point.step for one in table.sessions[:2]] == [step, step]
    table.silent = {LIAR}
    table.tick(20)
    assert table.sessions[0].point.step > step
    assert [one.signers for one in table.told(0, WentAway)] == [(LIAR,)]


def test_a_seat_frozen_by_a_lie_learns_the_closing_of_the_others() -> None:
    """Let two seats close a step with a right message, while the third votes on a wrong one."""
    table = at(3, StepKind.ACT)
    table.run_until(lambda: table.sessions[1].decision() is not None)
    liar, late = table.sessions[1], table.sessions[0]
    point = liar.point
    decision = liar.decision()
    assert decision is not None
    lie = Envelope.seal(liar.identity, point, 1, pack_body(SignCharter()))
    table.handle(0, late.receive(lie.to_bytes()))
    assert late.is_frozen
    assert late.voter.promised
    table.split((0,), (1, LIAR))
    table.run_until(lambda: table.sessions[LIAR].point.step > point.step + 1)
    table.heal()
    assert_one_game(table)
    assert table.sessions[0].point.step > point.step


def test_a_table_with_everybody_excluded_stops() -> None:
    table = at(3, StepKind.PICK)
    referee = table.sessions[0].referee
    referee.close({}, bytes(32), without(referee, 0, 1, 2))
    assert referee.due.signers == ()


@pytest.mark.parametrize("first", [True, False])
def test_two_answers_of_a_liar_cost_no_other_seat_its_answer(first: bool) -> None:
    table = all_asked(3)
    liar = table.sessions[LIAR]
    one = Envelope.seal(liar.identity, liar.point, LIAR, pack_body(SignCharter()))
    pair = [one, Envelope.seal(liar.identity, liar.point, LIAR, b"\xc0")]
    table.silent = {LIAR}
    for lie in pair if first else reversed(pair):
        for signer in (0, 1):
            table.handle(signer, table.sessions[signer].receive(lie.to_bytes()))
    table.tick(20)
    gone = {signer for event in table.told(0, WentAway) for signer in event.signers}
    assert gone == {LIAR}
