"""Positions drawn at random: any possible sheets, boards, hands and rulings."""

from __future__ import annotations

from random import Random

from engine import board as printed
from engine.cards import CARDS
from engine.cards.model import faces_of
from engine.figures import NOBODY, Figures, single
from engine.invariants import monsters_of
from engine.position import Position, SeatPosition
from engine.sheet import is_ship
from engine.state import Options, Rulings
from engine.stats import SLOTS, TOP_LEVEL, TRACKS, WARRIORS_PER_CLAN
from engine.terms import (
    LEADER,
    MYSTIC,
    SHIP,
    WARRIOR,
    Age,
    CardId,
    Deity,
    FigureKind,
    Kind,
    OdinsChosen,
    Place,
    RageReturn,
    Seat,
    Slot,
    Stat,
    ThorsChosen,
)

_FACES = tuple(face for card in CARDS.values() for face in faces_of(card))
_QUESTS = tuple(face for face in _FACES if CARDS[face.card].kind is Kind.QUEST)


def random_position(chance: Random) -> Position:
    """Draw a position at the start of a turn, with far more cards in play than in most games."""
    players = chance.randint(2, 5)
    destroyed = tuple(sorted(chance.sample(printed.OUTER, chance.randint(0, 4))))
    standing = [place for place in printed.PROVINCES if place not in destroyed]
    space = {place: printed.VILLAGES[place] for place in printed.OUTER if place in standing}
    space[Place.YGGDRASIL] = printed.NO_LIMIT
    one, two, three = chance.sample(printed.OUTER, 3)
    pillaged = tuple(place for place in standing if chance.random() < 0.3)
    gods = _gods(chance, standing, pillaged)
    return Position(
        seats=tuple(_seat(chance, space) for _ in range(players)),
        age=chance.choice(list(Age)),
        first=Seat(chance.randrange(players)),
        turn=Seat(chance.randrange(players)),
        options=Options(_rulings(chance), kickstarter=True, gods=bool(gods), mystics=True),
        destroyed=destroyed,
        ragnarok=(one, two, three),
        pillaged=pillaged,
        gods=gods,
    )


def _gods(
    chance: Random, standing: list[Place], pillaged: tuple[Place, ...]
) -> tuple[tuple[Deity, Place | None], ...]:
    """Draw two gods in half of the positions, and put them where an attempt may have left them."""
    if chance.random() < 0.5:
        return ()
    one, other = chance.sample(tuple(Deity), 2)
    open_places = [place for place in standing if place not in pillaged]
    first, second, *_ = (*chance.sample(open_places, min(2, len(open_places))), None, None)
    return ((one, first), (other, second))


def _rulings(chance: Random) -> Rulings:
    return Rulings(
        draft=chance.random() < 0.5,
        prowess_before_trickery=chance.random() < 0.5,
        rage_return=chance.choice(list(RageReturn)),
        leader_strength=chance.choice((2, 3)),
        ship_strength=chance.choice((2, 3)),
        odins_chosen=chance.choice(list(OdinsChosen)),
        thors_chosen=chance.choice(list(ThorsChosen)),
    )


def _seat(chance: Random, space: dict[Place, int]) -> SeatPosition:
    upgrades = _upgrades(chance)
    rage, axes, horns = (chance.randint(1, TOP_LEVEL) for _ in range(3))
    figures = [LEADER, SHIP, *map(FigureKind, monsters_of(upgrades))]
    figures += [WARRIOR] * WARRIORS_PER_CLAN
    mystics = chance.choice((0, 0, 1, 2))
    figures += [MYSTIC] * mystics
    figures.sort(key=lambda kind: (kind == WARRIOR) * chance.random())
    on_board = chance.randint(0, TRACKS[Stat.HORNS][horns])
    dead = [kind for kind in figures[on_board:] if chance.random() < 0.2]
    board = _board(chance, figures[:on_board], space)
    fallen = _together(dead)
    placed = fallen.mystics + sum(here.mystics for _, here in board)
    return SeatPosition(
        rage=chance.randint(0, 8),
        levels=(rage, axes, horns),
        glory=chance.randint(0, 20),
        passed=chance.random() < 0.1,
        board=board,
        valhalla=fallen,
        upgrades=upgrades,
        hand=tuple(chance.choices(_FACES, k=chance.randint(0, 7))),
        quests=tuple(chance.choices(_QUESTS, k=chance.randint(0, 2))),
        mystics=mystics - placed,
    )


def _upgrades(chance: Random) -> tuple[CardId, ...]:
    found: list[CardId] = []
    for slot in Slot:
        cards = [card.id for card in CARDS.values() if card.slot is slot]
        found += chance.sample(cards, chance.randint(0, SLOTS[slot]))
    chance.shuffle(found)
    return tuple(found)


def _board(
    chance: Random, figures: list[FigureKind], space: dict[Place, int]
) -> tuple[tuple[Place, Figures], ...]:
    """Put figures where they have space; the rest stays in the reserve."""
    fjords = {printed.FJORD_OF[place] for place in space if place in printed.FJORD_OF}
    board: dict[Place, Figures] = {}
    for kind in figures:
        free = sorted(fjords) if is_ship(kind) else [place for place in space if space[place]]
        if free:
            place = chance.choice(free)
            board[place] = board.get(place, NOBODY).plus(single(kind))
            if place in space:
                space[place] -= 1
    return tuple(board.items())


def _together(kinds: list[FigureKind]) -> Figures:
    found = NOBODY
    for kind in kinds:
        found = found.plus(single(kind))
    return found
