"""What `bloodrage` without a command opens: the menu, on the screen or line by line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from client.commands.screen_flags import add_screen_flags, chosen_for
from client.commands.terminals import is_screen


def add_arguments(parser: ArgumentParser) -> None:
    """What the menu takes."""
    add_screen_flags(parser, plain=True)


def run(arguments: Namespace) -> int:
    """Show the menu."""
    if not arguments.plain and is_screen():
        from client.app import run_app  # noqa: PLC0415 - prompt_toolkit takes its time
        from client.starts import MainMenu  # noqa: PLC0415 - only where needed

        return run_app(MainMenu(), chosen_for(arguments))
    return _lines()


_CHOICES = (
    ("play a game against three bots", ("play", "--plain")),
    ("go on with the game played last", ("resume", "--plain")),
    ("list the rules", ("rules",)),
    ("list the cards", ("cards",)),
    ("explain the commands", ("help",)),
)


def _lines() -> int:
    """The menu on a terminal that cannot move its cursor."""
    from client.__main__ import main  # noqa: PLC0415 - it imports the commands

    while True:
        for count, (text, _) in enumerate(_CHOICES, 1):
            sys.stdout.write(f"{count}) {text}\n")
        sys.stdout.write("0) leave\n> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        chosen = line.strip()
        if not line or chosen in ("0", "q"):
            return 0
        if chosen.isdecimal() and 1 <= int(chosen) <= len(_CHOICES):
            main(_CHOICES[int(chosen) - 1][1])
        else:
            sys.stdout.write(f"Type a number from 0 to {len(_CHOICES)}.\n")
        sys.stdout.write("\n")
