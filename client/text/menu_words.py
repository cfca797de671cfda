"""Texts of the menu: the goal of the game at the first start, and explanations of rows.

This module imports little, as it is painted before the rest is loaded (client/app/splash.py).
"""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say

ABOUT: Final = {
    "Play": "A whole game takes about an hour; every answer saves it.",
    "Bots": "← and → change the number of bots.",
    "Level": "← and → change the level of the bots.",
    "Boxes": "Enter chooses boxes: two gods on the map, Mystics as new figures, more monsters.",
    "Learn": "A guided first Age in twelve steps; you can leave it and come back at any time.",
    "Continue a game": "Games you have left, against bots or with others.",
    "Open a table": "For two to five players, bots included; your friends paste your invitation.",
    "Join a table": "Paste an invitation, or choose a table on this network.",
    "Watch a table": "Watch a game of others with all hands hidden; every step is checked.",
    "Watch a finished game": "Step through any recorded game, with all hands shown.",
    "Your results": "Your finished games, with Glory and averages.",
    "Rules": "The rules by topic; in a game, r shows those of the current phase.",
    "Cards": "All cards and their texts.",
    "Settings": "Colours, characters, language, pace, hints and keys; O opens them in a game.",
    "Quit": "Games you have left are kept.",
}
"""An explanation of each row of the first page."""


def goal() -> str:
    """Explain the way to win in one sentence, the first thing that newcomers read."""
    return say(
        "The most Glory after three Ages wins: pillage provinces, win battles, complete "
        "quests, and let your figures die when it pays."
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
