"""The options of a game as arguments: Kickstarter box, table rulings, memory aid."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Final

from client.text.catalogue import say
from engine.terms import RageReturn

if TYPE_CHECKING:
    from engine.state import Options

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
    from engine.state import Options, Rulings  # noqa: PLC0415 - help does without

    chosen = {name: choices[0] for name, choices in _RULINGS.items()} | dict(arguments.ruling)
    rulings = Rulings(
        draft=chosen["draft"] == "yes",
        prowess_before_trickery=chosen["prowess_before_trickery"] == "yes",
        rage_return=RageReturn(chosen["rage_return"]),
        leader_strength=int(chosen["leader_strength"]),
        ship_strength=int(chosen["ship_strength"]),
    )
    return Options(rulings, kickstarter=arguments.kickstarter)
