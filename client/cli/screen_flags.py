"""The arguments of every command that shows a screen, and what they come to with file and habits.

They stand for this one run; `bloodrage settings` keeps a choice for good.
"""

from __future__ import annotations

import os
from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import TYPE_CHECKING, Final

from client.settings.choices import AUTO, COLOURS, PACES, THEMES
from client.text.catalogue import say

if TYPE_CHECKING:
    from client.settings.resolve import Chosen
    from client.settings.schema import Plain

_THEMES: Final = (AUTO, *THEMES)


def add_screen_flags(parser: ArgumentParser, *, plain: bool = False) -> None:
    """The arguments; `chosen_for` reads them. `plain` where a game can go line by line, too."""
    group = parser.add_argument_group(say("the screen"))
    if plain:
        group.add_argument(
            "--plain", action="store_true", help=say("questions line by line instead of a screen")
        )
    group.add_argument(
        "--ascii",
        dest="glyphs",
        action="store_const",
        const="ascii",
        default=SUPPRESS,
        help=say("signs of ASCII only"),
    )
    group.add_argument(
        "--no-mouse",
        dest="mouse",
        action="store_false",
        default=SUPPRESS,
        help=say("leave the mouse to the terminal"),
    )
    group.add_argument(
        "--color",
        choices=COLOURS,
        default=SUPPRESS,
        metavar="|".join(COLOURS),
        help=say("whether there are colours"),
    )
    group.add_argument(
        "--theme",
        choices=_THEMES,
        default=SUPPRESS,
        metavar="|".join(_THEMES),
        help=say("the colours"),
    )
    group.add_argument(
        "--pace",
        choices=PACES,
        default=SUPPRESS,
        metavar="|".join(PACES),
        help=say("how fast the deeds of the others are shown"),
    )


def flags_of(arguments: Namespace) -> dict[str, Plain]:
    """The settings that were given as arguments."""
    given = vars(arguments)
    keys = ("glyphs", "mouse", "color", "theme", "pace", "language")
    return {key: given[key] for key in keys if key in given}


def chosen_for(arguments: Namespace) -> Chosen:
    """The settings of this run."""
    from client.settings.resolve import choose  # noqa: PLC0415 - help and mistakes do without it

    return choose(flags_of(arguments), os.environ)
