"""The terms of a table as arguments: the Kickstarter box and the five table rulings."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Final

from client.text.catalogue import say
from engine.state import Options, Rulings
from engine.terms import RageReturn

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
        "--kickstarter", action="store_true", help=say("with the Kickstarter monsters")
    )
    parser.add_argument(
        "--ruling",
        type=ruling,
        action="append",
        default=[],
        metavar="NAME=CHOICE",
        help=say(
            "a table ruling, may be given several times: {rulings}",
            rulings="; ".join(f"{name}={'|'.join(choices)}" for name, choices in _RULINGS.items()),
        ),
    )


def add_memory_aid(parser: ArgumentParser) -> None:
    """Add the argument that switches off the list of cards seen and passed on in the draft."""
    parser.add_argument(
        "--no-memory-aid",
        action="store_false",
        dest="memory_aid",
        help=say("no list of the cards seen and passed on in the draft"),
    )


def ruling(text: str) -> tuple[str, str]:
    """Read a ruling: name and choice."""
    name, equals, choice = text.partition("=")
    if not equals or name not in _RULINGS:
        raise ArgumentTypeError(
            say(
                "a ruling is one of {names} with =, not {text}",
                names=", ".join(_RULINGS),
                text=text,
            )
        )
    if choice not in _RULINGS[name]:
        raise ArgumentTypeError(
            say(
                "{name} is one of {choices}, not {choice}",
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
