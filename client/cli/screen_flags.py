"""The arguments of every command that shows a screen, resolved with the settings.

They apply to this one run; `bloodrage settings` keeps a choice permanently. Without a screen there
are lines; without both, no game.
"""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import TYPE_CHECKING

from client.platform.exit_codes import TERMINAL, CommandError
from client.platform.standard_streams import ClosedOutput
from client.settings.choices import AUTO, COLOURS, PACES, THEMES
from client.text.catalogue import say


def is_screen() -> bool:
    """Whether input and output are one terminal that can move its cursor.

    Raises:
        CommandError: there is no input or no output at all.
    """
    if sys.stdin is None or isinstance(sys.stdout, ClosedOutput):
        raise CommandError(say("A game needs standard input and output."), TERMINAL)
    from client.settings import terminal  # noqa: PLC0415 - help and mistakes do without

    return terminal.is_screen(sys.stdin, sys.stdout, os.environ)


if TYPE_CHECKING:
    from client.settings.resolve import Chosen
    from client.settings.schema import Plain


def add_screen_flags(parser: ArgumentParser, *, plain: bool = False) -> None:
    """Add the arguments; `chosen_for` reads them. `plain` if the command can play in lines, too."""
    group = parser.add_argument_group(say("the screen"))
    if plain:
        group.add_argument(
            "--plain", action="store_true", help=say("ask line by line instead of drawing a screen")
        )
    group.add_argument(
        "--ascii",
        dest="glyphs",
        action="store_const",
        const="ascii",
        default=SUPPRESS,
        help=say("ASCII characters only"),
    )
    group.add_argument(
        "--no-mouse",
        dest="mouse",
        action="store_false",
        default=SUPPRESS,
        help=say("leave the mouse to the terminal"),
    )
    for flag, choices, told in (
        ("--color", COLOURS, say("when to use colours")),
        ("--theme", (AUTO, *THEMES), say("the colour theme")),
        ("--pace", PACES, say("how fast the moves of others are shown")),
    ):
        group.add_argument(
            flag, choices=choices, default=SUPPRESS, metavar="|".join(choices), help=told
        )


def flags_of(arguments: Namespace) -> dict[str, Plain]:
    """Return the settings that were given as arguments."""
    given = vars(arguments)
    keys = ("glyphs", "mouse", "color", "theme", "pace", "language")
    return {key: given[key] for key in keys if key in given}


def chosen_for(arguments: Namespace) -> Chosen:
    """Resolve the settings of this run."""
    from client.settings.resolve import choose  # noqa: PLC0415 - help and mistakes do without it

    return choose(flags_of(arguments), os.environ)
