"""The goal of the game in one sentence: the first thing anybody is told."""

from __future__ import annotations

from client.text.catalogue import say


def goal() -> str:
    """How the game is won."""
    return say(
        "The most Glory after three Ages wins: pillage provinces, win battles, fulfil quests, "
        "and let your figures die where that pays."
    )
