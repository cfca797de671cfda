"""The clock of a table as an argument: none, soft:SECONDS or hard:SECONDS with +SECONDS."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Final

from client.text.catalogue import say
from protocol.clocks import LONGEST_CLOCK, NO_CLOCK, Clock, ClockKind

_WRITTEN: Final = re.compile(r"(soft|hard):([0-9]{1,6})(?:\+([0-9]{1,6}))?")


def clock(text: str) -> Clock:
    """Read a clock."""
    if text == str(ClockKind.NONE):
        return NO_CLOCK
    found = _WRITTEN.fullmatch(text)
    if found is not None:
        kind, limit, bank = ClockKind(found[1]), int(found[2]), int(found[3] or 0)
        fits = 0 < limit < LONGEST_CLOCK and bank < LONGEST_CLOCK
        if fits and (kind is ClockKind.HARD or not bank):
            return Clock(kind, limit, bank)
    raise ArgumentTypeError(
        say("a clock is none, soft:SECONDS or hard:SECONDS[+SECONDS], not {text}", text=text)
    )


def add_clock(parser: ArgumentParser) -> None:
    """Add the argument for the clock of a table."""
    parser.add_argument(
        "--clock",
        type=clock,
        default=NO_CLOCK,
        metavar="CLOCK",
        help=say(
            "how long the others wait for an answer: none (default), soft:120 (then they are "
            "asked), hard:60+600 (then they go on without, after 600 more seconds a game)"
        ),
    )
