"""Figures of one clan in one place, by kind and count (docs/decisions/0002-frozen-state.md)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.terms import LEADER, MYSTIC, SHIP, WARRIOR, CardId, FigureKind
from engine.values import Value


class Figures(Value, order=True, cache_hash=True):
    """A set of figures of one clan.

    Warriors and Mystics are numbers, Leader and ship are 0 or 1, monsters are card ids in sorted
    order (an id may occur twice: the fifth-player box has second copies).
    """

    warriors: int = 0
    leader: int = 0
    ships: int = 0
    monsters: tuple[CardId, ...] = ()
    mystics: int = 0

    def __bool__(self) -> bool:
        """Whether there is any figure."""
        return bool(self.warriors or self.leader or self.ships or self.monsters or self.mystics)

    @property
    def count(self) -> int:
        """Number of figures."""
        return self.warriors + self.leader + self.ships + len(self.monsters) + self.mystics

    def kinds(self) -> tuple[FigureKind, ...]:
        """List the different kinds in this set, in canonical order."""
        return _kinds(self)

    def number_of(self, kind: FigureKind) -> int:
        """Count the figures of one kind."""
        if kind == WARRIOR:
            return self.warriors
        if kind == LEADER:
            return self.leader
        if kind == SHIP:
            return self.ships
        if kind == MYSTIC:
            return self.mystics
        return self.monsters.count(CardId(kind))

    def plus(self, other: Figures) -> Figures:
        """Return both sets together."""
        return _plus(self, other)

    def minus(self, other: Figures) -> Figures:
        """Return this set without `other`, which must be part of it."""
        return _minus(self, other)

    def includes(self, other: Figures) -> bool:
        """Whether `other` is part of this set; counts below zero never are."""
        if min(other.warriors, other.leader, other.ships, other.mystics) < 0:
            return False
        return (
            self.warriors >= other.warriors
            and self.leader >= other.leader
            and self.ships >= other.ships
            and self.mystics >= other.mystics
            and all(
                self.monsters.count(card) >= other.monsters.count(card) for card in other.monsters
            )
        )


NOBODY: Final = Figures()


@lru_cache(maxsize=4096)
def crowd(sets: tuple[Figures, ...]) -> int:
    """Count the figures of several sets: of a place by seat, or of a seat by place."""
    return sum([figures.count for figures in sets])


@lru_cache(maxsize=4096)
def _kinds(figures: Figures) -> tuple[FigureKind, ...]:
    plain = (
        (WARRIOR, figures.warriors),
        (LEADER, figures.leader),
        (SHIP, figures.ships),
        (MYSTIC, figures.mystics),
    )
    return tuple(kind for kind, number in plain if number) + tuple(
        FigureKind(card) for card in sorted(set(figures.monsters))
    )


@lru_cache(maxsize=4096)
def _plus(one: Figures, other: Figures) -> Figures:
    return Figures(
        one.warriors + other.warriors,
        one.leader + other.leader,
        one.ships + other.ships,
        tuple(sorted(one.monsters + other.monsters)),
        one.mystics + other.mystics,
    )


@lru_cache(maxsize=4096)
def _minus(one: Figures, other: Figures) -> Figures:
    monsters = list(one.monsters)
    for card in other.monsters:
        monsters.remove(card)
    left = Figures(
        one.warriors - other.warriors,
        one.leader - other.leader,
        one.ships - other.ships,
        tuple(monsters),
        one.mystics - other.mystics,
    )
    assert min(left.warriors, left.leader, left.ships, left.mystics) >= 0, (one, other)
    return left or NOBODY


@lru_cache(maxsize=1024)
def single(kind: FigureKind) -> Figures:
    """Return the set of one figure of `kind`."""
    if kind == WARRIOR:
        return Figures(warriors=1)
    if kind == LEADER:
        return Figures(leader=1)
    if kind == SHIP:
        return Figures(ships=1)
    if kind == MYSTIC:
        return Figures(mystics=1)
    return Figures(monsters=(CardId(kind),))


@lru_cache(maxsize=4096)
def groups(figures: Figures, most: int) -> tuple[Figures, ...]:
    """List the non-empty subsets of at most `most` figures, those with fewest Warriors first."""
    monsters: list[tuple[CardId, ...]] = [()]
    for card in figures.monsters:
        monsters += [
            (*chosen, card)
            for chosen in monsters
            if tuple(sorted((*chosen, card))) == (*chosen, card)
        ]
    found = {
        Figures(warriors, leader, ships, chosen, mystics)
        for warriors in range(figures.warriors + 1)
        for leader in range(figures.leader + 1)
        for ships in range(figures.ships + 1)
        for chosen in monsters
        for mystics in range(figures.mystics + 1)
    }
    return tuple(sorted(group for group in found if 0 < group.count <= most))
