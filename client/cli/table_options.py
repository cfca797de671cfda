"""The terms that a table with others has besides, as arguments: clock and quorum."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Final

from client.text.catalogue import say
from protocol.charter import LONGEST_CLOCK, NO_CLOCK, Clock, ClockKind
from protocol.quorum import Quorum

_WRITTEN: Final = re.compile(r"(soft|hard):([0-9]{1,6})(?:\+([0-9]{1,6}))?")


def clock(text: str) -> Clock:
    """Read a clock: none, soft:SECONDS, or hard:SECONDS with +SECONDS."""
    if text == str(ClockKind.NONE):
        return NO_CLOCK
    found = _WRITTEN.fullmatch(text)
    if found is not None:
        kind, limit, bank = ClockKind(found[1]), int(found[2]), int(found[3] or 0)
        fits = 0 < limit < LONGEST_CLOCK and bank < LONGEST_CLOCK
        if fits and (kind is ClockKind.HARD or not bank):
            return Clock(kind, limit, bank)
    raise ArgumentTypeError(
        say("a clock must be none, soft:SECONDS or hard:SECONDS[+SECONDS], not {text}", text=text)
    )


def add_clock(parser: ArgumentParser) -> None:
    """Add the argument for the clock of a table."""
    parser.add_argument(
        "--clock",
        type=clock,
        default=NO_CLOCK,
        metavar="CLOCK",
        help=say(
            "time for an answer: none (default), soft:120 (then the others are asked), "
            "hard:60+600 (then the table goes on without the player; 600 more seconds a game)"
        ),
    )


def add_quorum(parser: ArgumentParser) -> None:
    """Add the argument for the number of people that go on without somebody."""
    choices = tuple(str(one) for one in Quorum)
    parser.add_argument(
        "--quorum",
        choices=choices,
        metavar="|".join(choices),
        default=str(Quorum.HALF),
        help=say(
            "votes needed to go on without a silent player: more than half (default), all "
            "but one (among strangers), or never (the table waits)"
        ),
    )
