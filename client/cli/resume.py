"""`bloodrage resume`: continue a game where it was left."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from client.cli.arguments import number
from client.cli.online import add_auto, play, relay_of, wishes
from client.cli.screen_flags import add_screen_flags, chosen_for, is_screen
from client.online.table_plans import ResumeTable
from client.platform.exit_codes import CommandError
from client.platform.paths import state_directory
from client.storage.game_directory import find, hidden_games, unfinished
from client.storage.history_lines import saved_row
from client.storage.saved_games import SavedTable, SaveError
from client.text.catalogue import say

_MOST_GAMES = 10**9


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "game",
        nargs="?",
        type=number(say("the number of a game"), 1, _MOST_GAMES),
        metavar="N",
        help=say("the number of the game (default: the last one played)"),
    )
    parser.add_argument(
        "--relay",
        metavar="HOST:PORT",
        help=say(
            "for a table with others: continue at this relay; all players must use the same one"
        ),
    )
    parser.add_argument(
        "--list", action="store_true", help=say("list the games you can continue, the latest first")
    )
    add_auto(parser)
    add_screen_flags(parser, plain=True)
    parser.epilog = say(
        "examples:\n"
        "  bloodrage resume\n"
        "  bloodrage resume --list\n"
        "  bloodrage resume 12\n"
        "  bloodrage resume 7 --relay play.example.org:7744"
    )


def run(arguments: Namespace) -> int:
    """Find the game and resume it, or list those there are."""
    if arguments.list:
        return _list()
    try:
        saved = find(state_directory(), arguments.game)
    except SaveError as error:
        raise CommandError(str(error)) from error
    if isinstance(saved, SavedTable):
        relay = None if arguments.relay is None else relay_of(arguments.relay)
        return play(arguments, ResumeTable(saved, relay, wishes()))
    if arguments.relay is not None or arguments.auto:
        told = say(
            "Game {number} is against bots: leave out --relay and --auto.", number=saved.number
        )
        raise CommandError(told)
    if not arguments.plain and is_screen():
        from client.app.launch import Resume  # noqa: PLC0415 - only where needed
        from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit takes its time

        return run_app(Resume(saved), chosen_for(arguments))
    from client.cli.lines import play_alone  # noqa: PLC0415 - only where needed

    return play_alone(saved)


def _list() -> int:
    """Print the games that can be resumed."""
    if told := hidden_games(state_directory()):
        raise CommandError(told)
    games = unfinished(state_directory())
    for game in games:
        sys.stdout.write(saved_row(game) + "\n")
    if not games:
        sys.stderr.write(say("There is no unfinished game.") + "\n")
    return 0
