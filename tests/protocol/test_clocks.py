"""The clock of a table, as its charter has it."""

from __future__ import annotations

import pytest

from engine.values import replace
from protocol.charter import NO_CLOCK, Charter, Clock, ClockKind
from protocol.errors import BadEncoding
from tests.adversary.tables import Table


@pytest.mark.parametrize(
    "clock",
    [NO_CLOCK, Clock(ClockKind.SOFT, 120), Clock(ClockKind.HARD, 60), Clock(ClockKind.HARD, 1, 9)],
)
def test_a_charter_contains_its_clock(clock: Clock) -> None:
    charter = replace(Table(2, seed=1).charter, clock=clock)
    assert Charter.from_bytes(charter.to_bytes()) == charter
    assert (charter.terms == Table(2, seed=1).charter.terms) is (clock == NO_CLOCK)


@pytest.mark.parametrize(
    "clock",
    [
        Clock(ClockKind.NONE, 5),
        Clock(ClockKind.SOFT, 0),
        Clock(ClockKind.SOFT, 60, 5),
        Clock(ClockKind.HARD, 0, 60),
        Clock(ClockKind.HARD, 100_000),
    ],
)
def test_senseless_clocks_are_refused(clock: Clock) -> None:
    charter = replace(Table(2, seed=1).charter, clock=clock)
    with pytest.raises(BadEncoding):
        Charter.from_bytes(charter.to_bytes())
