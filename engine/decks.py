"""The deck of an Age: every copy a table of a given size uses (B1, B2, K1, M32)."""

from __future__ import annotations

from functools import lru_cache

from engine.cards import CARDS
from engine.terms import Age, Box, Face

_KICKSTARTER = frozenset({Box.KICKSTARTER, Box.KICKSTARTER_FIFTH})


@lru_cache(maxsize=32)
def deck_faces(
    age: Age, players: int, *, kickstarter: bool, mystics: bool = False
) -> tuple[Face, ...]:
    """Return one face per physical card, in the order of the card index; copies look alike."""
    return tuple(
        Face(card.id, age)
        for card in CARDS.values()
        for copy in card.copies
        if copy.age is age
        and copy.min_players <= players
        and (kickstarter or copy.box not in _KICKSTARTER)
        and (mystics or copy.box is not Box.MYSTICS)
    )
