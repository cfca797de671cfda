"""Public chance from a joint seed: everybody commits, then everybody reveals.

Nobody can choose their part knowing another's, so the seed is uniform if one part is. It decides
places at the table, first player, pillage tokens and Ragnarök tokens, by hashing in counter mode;
rejection keeps remainders from being favoured.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from engine.board import DESTROYED_AT_START, OUTER
from engine.setup import OUTER_TOKENS, Layout
from engine.terms import Seat
from engine.values import Value

_COMMIT: Final = b"bloodrage/seed/v1/commit"
_JOINT: Final = b"bloodrage/seed/v1/joint"
_DRAW: Final = b"bloodrage/seed/v1/draw"
_WORD: Final = 8

Item = TypeVar("Item")


def commitment(table_id: bytes, signer: int, part: bytes) -> bytes:
    """Commit to a part; it names the signer, so that nobody can copy another's commitment."""
    return hashlib.sha256(_COMMIT + table_id + signer.to_bytes(1, "big") + part).digest()


@dataclass
class JointSeed:
    """The seed of a table and the draws made from it, in order."""

    seed: bytes = field(repr=False)
    _counter: int = 0

    @classmethod
    def of(cls, table_id: bytes, parts: Sequence[bytes]) -> JointSeed:
        """Join the revealed parts to the seed, in the order of the charter."""
        return cls(hashlib.sha256(_JOINT + table_id + b"".join(parts)).digest())

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
    """Results of the joint seed: the charter index at each place, and the layout."""

    places: tuple[int, ...]
    layout: Layout


def draw_chance(seed: JointSeed, players: int) -> Chance:
    """Draw places, first player, tokens, Ragnarök and destroyed provinces in turn (A13, A24)."""
    places = seed.shuffled(range(players))
    first = Seat(seed.below(players))
    tokens = seed.shuffled(OUTER_TOKENS)
    drawn = seed.shuffled(OUTER)
    one, two, three, *rest = drawn
    destroyed = tuple(sorted(rest[: DESTROYED_AT_START[players]]))
    return Chance(places, Layout(first, tokens, (one, two, three), destroyed))
