"""The levels of bots, in words."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say

_TOLD: Final = {
    "thrall": "plays anything legal, at random",
    "leysing": "plays sensibly but slips, for a first game",
    "karl": "plays sensibly, one answer ahead",
    "jarl": "plays to win, many answers ahead",
}


def level_told(level: str) -> str:
    """Return the play of a level in a few words."""
    return say(_TOLD[level])


def levels_told() -> str:
    """Return every level with its play, weakest first."""
    return "; ".join(f"{level} {level_told(level)}" for level in _TOLD)
