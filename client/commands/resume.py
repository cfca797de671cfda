"""`bloodrage resume`: go on with a game where it was left."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial

from client.commands.arguments import number
from client.commands.failure import CommandError
from client.commands.online import add_auto, relay_of, run_headless, tell
from client.commands.screen_flags import add_screen_flags, chosen_for
from client.commands.terminals import is_screen
from client.online.headless import resume
from client.online.saved import SavedTable
from client.online.sitters import Deputy
from client.places import state_directory
from client.shelf import find
from client.storage import SaveError
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
    parser.add_argument(
        "--relay",
        metavar="HOST:PORT",
        help=say("at a table with others: go on at this relay, where the others go on as well"),
    )
    add_auto(parser)
    add_screen_flags(parser, plain=True)
    parser.epilog = say(
        "examples:\n"
        "  bloodrage resume\n"
        "  bloodrage resume 12\n"
        "  bloodrage resume 7 --relay play.example.org:7744"
    )


def run(arguments: Namespace) -> int:
    """Find the game and go on."""
    try:
        saved = find(state_directory(), arguments.game)
    except SaveError as error:
        raise CommandError(str(error)) from error
    if isinstance(saved, SavedTable):
        return _at_table(arguments, saved)
    if arguments.relay is not None or arguments.auto:
        told = say("Game {number} is against bots: no relay, no --auto.", number=saved.number)
        raise CommandError(told)
    if not arguments.plain and is_screen():
        from client.entrance import run_app  # noqa: PLC0415 - prompt_toolkit takes its time
        from client.starts import Resume  # noqa: PLC0415 - only where needed

        return run_app(Resume(saved.number), chosen_for(arguments))
    from client.commands.lines import go_on  # noqa: PLC0415 - only where needed

    return go_on(saved)


def _at_table(arguments: Namespace, saved: SavedTable) -> int:
    relay = None if arguments.relay is None else relay_of(arguments.relay)
    if arguments.auto:
        play = partial(resume, saved, Deputy(arguments.level), relay)
        return tell(arguments, run_headless(play))
    if arguments.plain or not is_screen():
        from client.commands.online_lines import play_by_lines  # noqa: PLC0415 - only where needed

        return play_by_lines(lambda sitter: resume(saved, sitter, relay))
    from client.entrance import run_app  # noqa: PLC0415 - prompt_toolkit takes its time
    from client.online.plans import ReturnTo  # noqa: PLC0415 - only where needed

    return run_app(ReturnTo(saved, relay), chosen_for(arguments))
