"""What chance decides at a table on one machine: layout and decks, from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from engine.board import DESTROYED_AT_START, OUTER
from engine.cards import CARDS
from engine.setup import OUTER_TOKENS, Layout
from engine.state import Options
from engine.terms import Age, Box, Face, Seat

_ALWAYS: Final = (Box.BASE, Box.FIFTH_PLAYER)


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits in a seat: a bot of some level, or a person ("")."""

    name: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Everything that makes a game with the same answers the same game.

    `decks` lie from the top, one for each Age; `seed` is what bots draw their chance from.
    """

    chairs: tuple[Chair, ...]
    options: Options
    layout: Layout
    decks: tuple[tuple[Face, ...], ...]
    seed: int

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.chairs)


def deck(age: Age, players: int, *, kickstarter: bool) -> tuple[Face, ...]:
    """The cards of one Age at a table, in the order declared (B1, B2, K1)."""
    return tuple(
        Face(card.id, age)
        for card in CARDS.values()
        for copy in card.copies
        if copy.age is age and copy.min_players <= players and (kickstarter or copy.box in _ALWAYS)
    )


def shuffled(chairs: tuple[Chair, ...], seed: int, options: Options) -> SetUp:
    """A set-up drawn from `seed`: the same seed at the same table is the same set-up."""
    players = len(chairs)
    chance = Random(seed)
    tokens = list(OUTER_TOKENS)
    chance.shuffle(tokens)
    ruins = list(OUTER)
    chance.shuffle(ruins)
    layout = Layout(
        first=Seat(chance.randrange(players)),
        tokens=tuple(tokens),
        ragnarok=(ruins[0], ruins[1], ruins[2]),
        destroyed=tuple(sorted(ruins[3 : 3 + DESTROYED_AT_START[players]])),
    )
    decks = []
    for age in Age:
        cards = list(deck(age, players, kickstarter=options.kickstarter))
        chance.shuffle(cards)
        decks.append(tuple(cards))
    return SetUp(chairs, options, layout, tuple(decks), seed)
