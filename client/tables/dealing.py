"""Chance at a table on one machine: layout and decks, drawn from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.board import DESTROYED_AT_START, OUTER
from engine.decks import deck_faces
from engine.setup import OUTER_TOKENS, Layout
from engine.state import Options
from engine.terms import Age, Face, Seat


@dataclass(frozen=True, slots=True)
class Chair:
    """The player of a seat: a bot of a level, or a person ("")."""

    name: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Everything that makes a game with the same answers the same game.

    `decks` are listed from the top, one for each Age; bots draw their chance from `seed`.
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


def shuffled(chairs: tuple[Chair, ...], seed: int, options: Options) -> SetUp:
    """Draw a set-up from `seed`: the same seed at the same table gives the same set-up."""
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
        cards = list(deck_faces(age, players, kickstarter=options.kickstarter))
        chance.shuffle(cards)
        decks.append(tuple(cards))
    return SetUp(chairs, options, layout, tuple(decks), seed)
