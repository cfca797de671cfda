"""Texts of the menu: the goal of the game at the first start, and explanations of rows.

This module imports little, as it is painted before the rest is loaded (client/app/splash.py).
"""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say

ABOUT: Final = {
    "Play": "A whole game takes about an hour; it is saved with every answer.",
    "Bots": "← and → change how many play against you.",
    "Level": "← and → change how well they play.",
    "Go on with a game": "Games you have left, against bots or with others.",
    "Open a table": "For two to five, bots among them; you get a line that the others paste.",
    "Join a table": "Paste the line you were sent, or choose a table of this network.",
    "Watch a table": "See what is public of a game that others play; all of it is checked.",
    "Watch a finished game": "Step by step through any recorded game, with the cards of all.",
    "Your results": "Who won with how much Glory, and what it adds up to.",
    "Rules": "The rules by topic; in a game r shows those of the moment.",
    "Cards": "All cards and their texts.",
    "Settings": "Colours, signs, language, pace, hints and keys; O opens them in a game.",
    "Quit": "Games you have left are kept.",
}
"""An explanation of each row of the first page."""


def goal() -> str:
    """Explain the way to win in one sentence, the first thing that newcomers read."""
    return say(
        "The most Glory after three Ages wins: pillage provinces, win battles, fulfil quests, "
        "and let your figures die where that pays."
    )


def about(row: str) -> str:
    """Explain a row of the first page."""
    return say(ABOUT[row])


def enough_keys() -> str:
    """Name the keys that are enough to play."""
    return say("Arrows move, Enter chooses, Esc goes back, ? helps. That is enough.")


def welcome() -> tuple[str, ...]:
    """Return the goal and the keys, for players without a finished game."""
    return goal(), enough_keys()


def help_text() -> tuple[str, ...]:
    """Return the help of the menu (?)."""
    from client.text.rulebook import find_topic  # noqa: PLC0415 - only once it is asked for

    advice = find_topic("first-game")
    assert advice is not None
    parts = (*welcome(), advice.title.upper(), *advice.paragraphs)
    return tuple(line for part in parts for line in (part, ""))
