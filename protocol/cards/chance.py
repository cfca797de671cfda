"""Public chance from a joint seed: everybody commits, then everybody reveals.

Nobody can choose their part knowing another's, so the seed is uniform if one part is. It decides
places at the table, first player, pillage tokens, Ragnarök tokens and, with gods, the two gods and
their first places, by hashing in counter mode; rejection keeps remainders from being favoured.
Later places of the gods come from seeds of their Ages, made in the same way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from engine.board import DESTROYED_AT_START, OUTER
from engine.setup import GODS_IN_GAME, OUTER_TOKENS, Layout
from engine.terms import Age, Deity, Place, Seat
from engine.values import Value

_COMMIT: Final = b"bloodrage/seed/v1/commit"
_JOINT: Final = b"bloodrage/seed/v1/joint"
_AGE_COMMIT: Final = b"bloodrage/seed/v1/age/commit"
_AGE_JOINT: Final = b"bloodrage/seed/v1/age/joint"
_DRAW: Final = b"bloodrage/seed/v1/draw"
_WORD: Final = 8

Item = TypeVar("Item")


def commitment(table_id: bytes, signer: int, part: bytes) -> bytes:
    """Commit to a part; it names the signer, so that nobody can copy another's commitment."""
    return hashlib.sha256(_COMMIT + table_id + signer.to_bytes(1, "big") + part).digest()


def age_commitment(table_id: bytes, age: Age, signer: int, part: bytes) -> bytes:
    """Commit to a part of the seed of an Age; that of another Age or signer says nothing here."""
    return hashlib.sha256(_AGE_COMMIT + table_id + bytes([age, signer]) + part).digest()


@dataclass
class JointSeed:
    """The seed of a table and the draws made from it, in order."""

    seed: bytes = field(repr=False)
    _counter: int = 0

    @classmethod
    def of(cls, table_id: bytes, parts: Sequence[bytes]) -> JointSeed:
        """Join the revealed parts to the seed, in the order of the charter."""
        return cls(hashlib.sha256(_JOINT + table_id + b"".join(parts)).digest())

    @classmethod
    def of_age(cls, table_id: bytes, age: Age, parts: Mapping[int, bytes]) -> JointSeed:
        """Join the parts that were revealed for an Age, each after its signer, rising."""
        told = b"".join(bytes([signer]) + parts[signer] for signer in sorted(parts))
        return cls(hashlib.sha256(_AGE_JOINT + table_id + bytes([age]) + told).digest())

    def below(self, limit: int) -> int:
        """Draw a uniform number from 0 to limit - 1."""
        whole = 1 << 8 * _WORD
        usable = whole - whole % limit
        while (word := self._next()) >= usable:
            pass
        return word % limit

    def _next(self) -> int:
        counter = self._counter.to_bytes(_WORD, "big")
        self._counter += 1
        return int.from_bytes(hashlib.sha256(_DRAW + self.seed + counter).digest()[:_WORD], "big")

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items in uniform order (Fisher-Yates)."""
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return tuple(left)


class Chance(Value):
    """Results of the joint seed: the charter index at each place, and the layout.

    `gods` are the provinces of the gods in Age 1, in the order the gods were drawn (L6).
    """

    places: tuple[int, ...]
    layout: Layout
    gods: tuple[Place, ...] = ()


def draw_chance(seed: JointSeed, players: int, *, gods: bool = False) -> Chance:
    """Draw places, first player, tokens, Ragnarök and destroyed provinces in turn (A13, A24).

    With `gods` the two gods and their provinces follow (L2, L6), so without them nothing differs.
    """
    places = seed.shuffled(range(players))
    first = Seat(seed.below(players))
    tokens = seed.shuffled(OUTER_TOKENS)
    drawn = seed.shuffled(OUTER)
    one, two, three, *rest = drawn
    count = DESTROYED_AT_START[players]
    destroyed = tuple(sorted(rest[:count]))
    age_track = (one, two, three)
    if not gods:
        return Chance(places, Layout(first, tokens, age_track, destroyed))
    deities = seed.shuffled(tuple(Deity))[:GODS_IN_GAME]
    stands = draw_places(seed, tuple(sorted(rest[count:])), GODS_IN_GAME)
    return Chance(places, Layout(first, tokens, age_track, destroyed, deities), stands)


def draw_places(seed: JointSeed, spare: Sequence[Place], gods: int) -> tuple[Place, ...]:
    """Draw the provinces of the gods from those of the spare tokens, which are in ring order."""
    return seed.shuffled(spare)[:gods]
