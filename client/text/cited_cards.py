"""The numbered statements about a card."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
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
    page, starts = _page()
    longer = _before_it_in_longer_names(card)
    places = {at for name in _names(card) for at in _places(page, name, longer)}
    telling = _telling()
    return tuple(telling[one] for one in sorted({bisect(starts, at) - 1 for at in places}))


@lru_cache
def _telling() -> tuple[Statement, ...]:
    return tuple(one for one in statements().values() if one.number[0] not in "BJ")


@lru_cache
def _page() -> tuple[str, tuple[int, ...]]:
    """Return all of these statements as one text, with the place where each starts.

    One search of it for each name is quicker than one of every statement.
    """
    texts = [f"{one.text}\n" for one in _telling()]
    return "".join(texts), tuple(accumulate(map(len, texts[:-1]), initial=0))


def _places(page: str, name: str, longer: tuple[str, ...]) -> Iterator[int]:
    """Yield the places of a name as words of its own, unless a longer name ends there."""
    at = page.find(name)
    while at >= 0:
        around = page[max(at - 1, 0) : at] + page[at + len(name) : at + len(name) + 1]
        is_apart = not any(sign.isalnum() or sign == "_" for sign in around)
        if is_apart and not page.endswith(longer, 0, at):
            yield at
        at = page.find(name, at + 1)


def _before_it_in_longer_names(card: Card) -> tuple[str, ...]:
    """Return the beginnings of names of other cards that end with the name of this one."""
    return tuple(
        one.name.removesuffix(card.name)
        for one in CARDS.values()
        if one.name.endswith(f" {card.name}")
    )


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
def _last_words() -> Counter[str]:
    return Counter(card.name.split()[-1] for card in CARDS.values())
