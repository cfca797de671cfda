"""The numbered statements about a card."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from client.text.statements import Statement, statements
from engine.cards import CARDS
from engine.cards.model import Card
from engine.terms import ClanName, Kind, Slot

_WORDS_OF_THE_GAME: Final = {
    "Rage",
    "Glory",
    "Axes",
    *(str(clan).capitalize() for clan in ClanName),
}
"""Last words of names of cards that mean something else in a statement."""


def statements_about(card: Card) -> tuple[Statement, ...]:
    """Return the statements that name a card, without the lists (B) and worked scenarios (J)."""
    names = _names(card)
    found = [one for one in _telling() if any(name in one.text for name in names)]
    return tuple(one for one in found if _named(card).search(one.text))


@lru_cache
def _telling() -> tuple[Statement, ...]:
    return tuple(one for one in statements().values() if one.number[0] not in "BJ")


def _names(card: Card) -> tuple[str, ...]:
    """Return the names of a card: id, name, and the word of it that no other has."""
    words = card.name.split()
    names = [f"`{card.id}`"]
    if card.kind is not Kind.QUEST or len(words) > 1:  # else it is the name of a region
        names.append(card.name)
    if card.slot in (Slot.WARRIOR, Slot.SHIP):  # "Brothers", and "Dragons" for all three
        names.append(words[0] if card.slot is Slot.WARRIOR else words[-1])
    elif card.kind is not Kind.QUEST and _last_words()[words[-1]] == 1:
        names += {words[-1]} - _WORDS_OF_THE_GAME
    return tuple(names)


@lru_cache
def _named(card: Card) -> re.Pattern[str]:
    """Return a pattern of the names of a card, which does not match within longer names."""
    longer = (one.name for one in CARDS.values() if one.name.endswith(f" {card.name}"))
    not_longer = "".join(rf"(?<!{re.escape(name.removesuffix(card.name))})" for name in longer)
    return re.compile(
        "|".join(rf"(?<!\w){not_longer}{re.escape(one)}(?!\w)" for one in _names(card))
    )


@lru_cache
def _last_words() -> Counter[str]:
    return Counter(card.name.split()[-1] for card in CARDS.values())
