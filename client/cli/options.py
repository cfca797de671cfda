"""The options of a game as arguments: boxes, table rulings, memory aid."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Final

from client.platform.exit_codes import CommandError
from client.text.catalogue import say
from engine.terms import OdinsChosen, RageReturn, ThorsChosen

if TYPE_CHECKING:
    from engine.state import Options

_RULINGS: Final = {
    "draft": ("yes", "no"),
    "prowess_before_trickery": ("yes", "no"),
    "rage_return": tuple(str(way) for way in RageReturn),
    "leader_strength": ("3", "2"),
    "ship_strength": ("2", "3"),
    "odins_chosen": tuple(str(choice) for choice in OdinsChosen),
    "thors_chosen": tuple(str(choice) for choice in ThorsChosen),
}
"""Every ruling with its choices, the default first (docs/rules.md, table rulings)."""
_OF_MYSTICS: Final = ("odins_chosen", "thors_chosen")
"""Rulings about cards of Mystics of Midgard."""


def add_options(parser: ArgumentParser) -> None:
    """Add the arguments; `options_of` reads them."""
    parser.add_argument(
        "--kickstarter", action="store_true", help=say("include the Kickstarter monsters")
    )
    parser.add_argument(
        "--gods", action="store_true", help=say("play with Gods of Asgard: two gods on the map")
    )
    parser.add_argument(
        "--mystics",
        action="store_true",
        help=say("play with Mystics of Midgard: new figures and three clan upgrades"),
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
    """Return the options that were given; of a ruling given twice the last one counts.

    Raises:
        CommandError: a ruling is about a box that is not in use.
    """
    from engine.state import Options, Rulings  # noqa: PLC0415 - help does without

    given = dict(arguments.ruling)
    for name in _OF_MYSTICS:
        if name in given and not arguments.mystics:
            raise CommandError(
                say("{name} is a ruling about Mystics of Midgard; add --mystics.", name=name)
            )
    chosen = {name: choices[0] for name, choices in _RULINGS.items()} | given
    rulings = Rulings(
        draft=chosen["draft"] == "yes",
        prowess_before_trickery=chosen["prowess_before_trickery"] == "yes",
        rage_return=RageReturn(chosen["rage_return"]),
        leader_strength=int(chosen["leader_strength"]),
        ship_strength=int(chosen["ship_strength"]),
        odins_chosen=OdinsChosen(chosen["odins_chosen"]),
        thors_chosen=ThorsChosen(chosen["thors_chosen"]),
    )
    return Options(
        rulings,
        kickstarter=arguments.kickstarter,
        gods=arguments.gods,
        mystics=arguments.mystics,
    )
