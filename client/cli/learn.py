"""`bloodrage learn`: the lesson, on the screen or line by line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from client.cli.screen_flags import add_screen_flags, chosen_for, is_screen
from client.text.catalogue import say


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--again", action="store_true", help=say("from the beginning, not where you left it")
    )
    add_screen_flags(parser, plain=True)
    parser.epilog = say("examples:\n  bloodrage learn\n  bloodrage learn --again")


def run(arguments: Namespace) -> int:
    """Begin the lesson, or continue it."""
    from client.games.lesson_game import Learn  # noqa: PLC0415 - help does without the game

    lesson = Learn(again=arguments.again)
    if not arguments.plain and is_screen():
        from client.app.run import run_app  # noqa: PLC0415 - prompt_toolkit and trio take their time

        return run_app(lesson, chosen_for(arguments))
    from client.cli.lines import play_alone  # noqa: PLC0415 - only where needed

    return play_alone(lesson)
