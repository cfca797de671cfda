"""`bloodrage resume`: go on with a game where it was left."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial

from client.cli.arguments import number
from client.cli.online import add_auto, relay_of, run_headless, tell
from client.cli.screen_flags import add_screen_flags, chosen_for
from client.cli.terminals import is_screen
from client.online.participants import Deputy
from client.online.table_flow import resume
from client.platform.exit_codes import CommandError
from client.platform.paths import state_directory
from client.storage.saved_games import SavedTable, SaveError, find
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
        from client.app.launch import Resume  # noqa: PLC0415 - only where needed
        from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time

        return run_app(Resume(saved.number), chosen_for(arguments))
    from client.cli.plain_game import go_on  # noqa: PLC0415 - only where needed

    return go_on(saved)


def _at_table(arguments: Namespace, saved: SavedTable) -> int:
    relay = None if arguments.relay is None else relay_of(arguments.relay)
    if arguments.auto:
        play = partial(resume, saved, Deputy(arguments.level), relay)
        return tell(arguments, run_headless(play))
    if arguments.plain or not is_screen():
        from client.cli.plain_online import play_by_lines  # noqa: PLC0415 - only where needed

        return play_by_lines(lambda sitter: resume(saved, sitter, relay))
    from client.app.online_plans import ReturnTo  # noqa: PLC0415 - only where needed
    from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time

    return run_app(ReturnTo(saved, relay), chosen_for(arguments))
