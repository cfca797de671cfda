"""Players that are programs: they see only what their seat sees and draw from a seeded chance."""

from __future__ import annotations

from typing import Final

from client.bots.jarl import jarl
from client.bots.karl import karl
from client.bots.leysing import leysing
from client.bots.search import is_searched
from client.bots.situation import Bot, Situation
from client.bots.thrall import thrall

__all__ = ["BOT_NAMES", "LEVELS", "Bot", "Situation", "takes_time"]

LEVELS: Final[dict[str, Bot]] = {
    "thrall": thrall,
    "leysing": leysing,
    "karl": karl,
    "jarl": jarl,
}
"""Every bot by the name of its level, weakest first."""


def takes_time(level: str, situation: Situation) -> bool:
    """Whether a bot of a level answers so slowly that a screen should not wait for it."""
    return level == "jarl" and len(situation.answers) > 1 and is_searched(situation)


BOT_NAMES: Final = ("Hati", "Skadi", "Bragi", "Ylva")
"""Names of bots, in the order in which they join a game."""
