"""`bloodrage` without a command: the menu, on the screen or line by line."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Final

from client.cli.arguments import add_no_input, refuse_questions
from client.cli.screen_flags import add_screen_flags, chosen_for, is_screen
from client.text.catalogue import reads_from_right, say

if TYPE_CHECKING:
    from client.settings.resolve import Chosen


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the menu."""
    add_screen_flags(parser, plain=True)
    add_no_input(parser)


def run(arguments: Namespace) -> int:
    """Show the menu."""
    refuse_questions(arguments, say("COMMAND"))
    if not arguments.plain and is_screen():
        return _on_screen(chosen_for(arguments))
    return _lines()


_TEXTS: Final = {
    ("learn", "--plain"): "learn the game in a guided first Age",
    ("play", "--plain"): "play a game against three bots",
    ("resume", "--plain"): "continue the last game",
    ("rules",): "list the rules",
    ("cards",): "list the cards",
    ("help",): "explain the commands",
}
_CHOICES: Final = tuple(_TEXTS)


def _on_screen(chosen: Chosen) -> int:
    """Paint the menu, then load the program and let it take over."""
    from client.app.splash import first_look, splash_screen  # noqa: PLC0415 - only if needed
    from client.settings.letter_order import LetterOrder, letter_order  # noqa: PLC0415 - only if needed
    from client.settings.terminal import look_of  # noqa: PLC0415 - only if needed

    look = look_of(sys.stdout, os.environ, chosen.settings)
    order = letter_order(os.environ, chosen.settings.bidi)
    order = order if reads_from_right() else LetterOrder(asks=False)
    with splash_screen(first_look(look), order) as shown:
        from client.app.entrance import run_menu  # noqa: PLC0415 - prompt_toolkit takes its time

        return run_menu(chosen, shown.rise)


def _lines() -> int:
    """Show the menu on a terminal that cannot move its cursor."""
    from client.__main__ import main  # noqa: PLC0415 - it imports the commands
    from client.platform.numbers import typed_number  # noqa: PLC0415 - help does without
    from client.storage.lesson_progress import LessonProgress, offers_lesson  # noqa: PLC0415 - as above
    from client.storage.seen_hints import SeenHints  # noqa: PLC0415 - as above
    from client.text.menu_words import goal  # noqa: PLC0415 - as above
    from client.text.wrapping import paragraph  # noqa: PLC0415 - as above

    if not SeenHints.kept().is_over:
        sys.stdout.write(f"{paragraph(goal())}\n\n")
    if offers_lesson():
        sys.stdout.write(say("New here? 1 is the lesson.") + "\n\n")
        LessonProgress.kept().offer()
    while True:
        for count, choice in enumerate(_CHOICES, 1):
            sys.stdout.write(f"{count}) {say(_TEXTS[choice])}\n")
        sys.stdout.write(f"0) {say('quit')}\n> ")
        sys.stdout.flush()
        try:
            line = sys.stdin.readline()
        except OSError:
            line = ""  # the terminal is gone, or not ours: as at its end
        chosen = line.strip()
        if not line or chosen in ("0", "q"):
            return 0
        number = typed_number(chosen) or 0
        if 1 <= number <= len(_CHOICES):
            main(_CHOICES[number - 1])
        else:
            sys.stdout.write(say("Type a number from 0 to {most}.", most=len(_CHOICES)) + "\n")
        sys.stdout.write("\n")
