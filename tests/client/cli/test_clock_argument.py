from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from client.cli.options import clock
from protocol.clocks import NO_CLOCK, Clock, ClockKind


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("none", NO_CLOCK),
        ("soft:120", Clock(ClockKind.SOFT, 120)),
        ("hard:60", Clock(ClockKind.HARD, 60)),
        ("hard:60+600", Clock(ClockKind.HARD, 60, 600)),
    ],
)
def test_a_clock_is_written_as_its_kind_and_seconds(text: str, meant: Clock) -> None:
    assert clock(text) == meant


@pytest.mark.parametrize("text", ["", "soft", "hard:0", "soft:60+5", "hard:-1", "hard:200000"])
def test_what_is_no_clock_is_told(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="a clock is none"):
        clock(text)
