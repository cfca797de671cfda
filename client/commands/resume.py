"""`bloodrage resume`: go on with a game where it was left."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from client.commands.arguments import number
from client.commands.failure import CommandError
from client.commands.screen_flags import add_screen_flags, chosen_for
from client.commands.terminals import is_screen
from client.places import state_directory
from client.storage import SaveError, find
from client.text.catalogue import say

_MOST_GAMES = 10**9


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "game",
        nargs="?",
        type=number(say("the number of a game"), 1, _MOST_GAMES),
        metavar="N",
        help=say("the number of the game; without it the one played last"),
    )
    add_screen_flags(parser, plain=True)
    parser.epilog = say("examples:\n  bloodrage resume\n  bloodrage resume 12")


def run(arguments: Namespace) -> int:
    """Find the game and go on."""
    try:
        saved = find(state_directory(), arguments.game)
    except SaveError as error:
        raise CommandError(str(error)) from error
    if not arguments.plain and is_screen():
        from client.app import run_app  # noqa: PLC0415 - prompt_toolkit takes its time
        from client.starts import Resume  # noqa: PLC0415 - only where needed

        return run_app(Resume(saved.number), chosen_for(arguments))
    from client.commands.lines import go_on  # noqa: PLC0415 - only where needed

    return go_on(saved)
