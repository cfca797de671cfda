"""Seats that stay away: their defaults, their return, and a table that is split."""

from __future__ import annotations

from engine.actions import Absent
from protocol.events import Applied
from protocol.states import Kind
from tests.adversary.splits import SplitTable


def test_a_silent_seat_is_put_away_by_more_than_half_and_the_game_goes_on_to_its_end() -> None:
    table = SplitTable(3, seed=5)
    table.start()
    table.run_until(lambda: table.sessions[0].referee.due.kind is Kind.ACT)
    table.split((0, 1), (2,))
    first, second = table.sessions[0], table.sessions[1]
    table.agree_until((0, 1), lambda: first.referee.due.kind is Kind.CLOSED)
    assert first.point == second.point
    assert set(first.away) == {2}
    assert any(isinstance(event.action, Absent) for event in table.told(0, Applied))
