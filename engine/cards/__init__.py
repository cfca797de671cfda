"""The cards of the game: one block each, by kind. Importing this package fills the index."""

from __future__ import annotations

from engine.cards import battle, clan, monsters, quests, troops
from engine.cards.model import CARDS, TEXTS

__all__ = ["CARDS", "TEXTS", "battle", "clan", "monsters", "quests", "troops"]
