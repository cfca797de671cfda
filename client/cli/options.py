"""The terms of a table as arguments: Kickstarter box, table rulings, clock, quorum."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Final

from client.text.catalogue import say
from engine.state import Options, Rulings
from engine.terms import RageReturn
from protocol.charter import LONGEST_CLOCK, NO_CLOCK, Clock, ClockKind
from protocol.quorum import Quorum

_RULINGS: Final = {
    "draft": ("yes", "no"),
    "prowess_before_trickery": ("yes", "no"),
    "rage_return": tuple(str(way) for way in RageReturn),
    "leader_strength": ("3", "2"),
    "ship_strength": ("2", "3"),
}
"""Every ruling with its choices, the default first (docs/rules.md, table rulings)."""


def add_options(parser: ArgumentParser) -> None:
    """Add the arguments; `options_of` reads them."""
    parser.add_argument(
        "--kickstarter", action="store_true", help=say("include the Kickstarter monsters")
    )
    parser.add_argument(
        "--ruling",
        type=ruling,
        action="append",
        default=[],
        metavar="NAME=CHOICE",
        help=say(
            "a ruling of the table; can be repeated: {rulings}",
            rulings="; ".join(f"{name}={'|'.join(choices)}" for name, choices in _RULINGS.items()),
        ),
    )


def add_memory_aid(parser: ArgumentParser) -> None:
    """Add the argument that switches off the list of cards seen and passed on in the draft."""
    parser.add_argument(
        "--no-memory-aid",
        action="store_false",
        dest="memory_aid",
        help=say("do not list the cards you saw and passed on in the draft"),
    )


def ruling(text: str) -> tuple[str, str]:
    """Read a ruling: name and choice."""
    name, equals, choice = text.partition("=")
    if not equals or name not in _RULINGS:
        raise ArgumentTypeError(
            say(
                "write a ruling as NAME=VALUE, with one of these names: {names}; not {text}",
                names=", ".join(_RULINGS),
                text=text,
            )
        )
    if choice not in _RULINGS[name]:
        raise ArgumentTypeError(
            say(
                "{name} must be one of {choices}, not {choice}",
                name=name,
                choices=", ".join(_RULINGS[name]),
                choice=choice,
            )
        )
    return name, choice


def options_of(arguments: Namespace) -> Options:
    """Return the options that were given; of a ruling given twice the last one counts."""
    chosen = {name: choices[0] for name, choices in _RULINGS.items()} | dict(arguments.ruling)
    rulings = Rulings(
        draft=chosen["draft"] == "yes",
        prowess_before_trickery=chosen["prowess_before_trickery"] == "yes",
        rage_return=RageReturn(chosen["rage_return"]),
        leader_strength=int(chosen["leader_strength"]),
        ship_strength=int(chosen["ship_strength"]),
    )
    return Options(rulings, kickstarter=arguments.kickstarter)


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
