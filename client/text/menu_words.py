"""What the menu says beside its rows: the goal of the game at a first start, and what a row does.

Kept light: it is painted before the program behind it is loaded (client/app/splash.py).
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
"""What each row of the first page leads to."""


def goal() -> str:
    """How the game is won."""
    return say(
        "The most Glory after three Ages wins: pillage provinces, win battles, fulfil quests, "
        "and let your figures die where that pays."
    )


def about(row: str) -> str:
    """What a row of the first page leads to."""
    return say(ABOUT[row])


def keys_told() -> str:
    """All a person needs to know of keys."""
    return say("Arrows move, Enter chooses, Esc goes back, ? helps. That is enough.")


def welcome() -> tuple[str, ...]:
    """What somebody reads who has never finished a game: the goal, and the keys that are enough."""
    return goal(), keys_told()


def help_text() -> tuple[str, ...]:
    """What ? shows in the menu."""
    from client.text.rulebook import find_topic  # noqa: PLC0415 - only once it is asked for

    advice = find_topic("first-game")
    assert advice is not None
    parts = (*welcome(), advice.title.upper(), *advice.paragraphs)
    return tuple(line for part in parts for line in (part, ""))
