"""Masked cards: ElGamal encryptions (C1, C2) = (rG, M + rP) of a face's point M under a key P.

Adding (sG, sP) remasks a card without changing its face; subtracting one key holder's x*C1 from C2
removes one layer. Anybody can do both with public values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

from engine.values import Value
from protocol.errors import BadEncoding, BadOpening, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.group import Point, Scalar
from protocol.hazmat.hashing import hash_to_point


class EncodedFace(NamedTuple):
    """The face of a card as a value to mask. Copies of a card share a face: they look alike."""

    card_id: str
    age: int

    def point(self) -> Point:
        """Return M: the point that represents this face in every deal."""
        return hash_to_point("card", self.age, self.card_id.encode())


class MaskedCard(Value):
    """A masked card: `mask` is C1, `body` is C2; 64 bytes."""

    SIZE = 2 * group.SIZE

    mask: Point
    body: Point

    def to_bytes(self) -> bytes:
        """Encode as C1 || C2."""
        return self.mask + self.body

    @classmethod
    def from_bytes(cls, raw: bytes, place: str = "card") -> Self:
        """Decode the result of `to_bytes`.

        Raises:
            BadEncoding: any other length, or no valid point.
        """
        if len(raw) != cls.SIZE:
            raise BadEncoding(Reason.WRONG_LENGTH, place)
        return cls(
            group.decode_point(raw[: group.SIZE], f"{place}.mask"),
            group.decode_point(raw[group.SIZE :], f"{place}.body"),
        )

    def remasked(self, scalar: Scalar, key: Point) -> MaskedCard:
        """Return the same face under another mask: (C1 + rG, C2 + rP)."""
        return MaskedCard(
            group.add(self.mask, group.multiply_base(scalar)),
            group.add(self.body, group.multiply(scalar, key)),
        )

    def without(self, shares: Iterable[Point]) -> MaskedCard:
        """Return the card without the layers whose shares x*C1 are given.

        Raises:
            BadOpening: nothing would be left; proven shares never do that.
        """
        body = group.subtract(self.body, group.total(shares))
        if body == group.IDENTITY:
            raise BadOpening(Reason.NO_SUCH_FACE, "card")
        return MaskedCard(self.mask, body)


class MaskedList(Value):
    """Masked cards in order: a deck, a pack, a hand; 64 bytes each."""

    cards: tuple[MaskedCard, ...]

    def __len__(self) -> int:
        return len(self.cards)

    def to_bytes(self) -> bytes:
        """Encode as C1 || C2, card after card."""
        return b"".join(card.to_bytes() for card in self.cards)

    @classmethod
    def from_bytes(cls, raw: bytes, count: int, place: str = "cards") -> Self:
        """Decode the result of `to_bytes`, for a list that must have `count` cards.

        Raises:
            BadEncoding: any other length, or no valid point.
        """
        size = MaskedCard.SIZE
        if len(raw) != count * size:
            raise BadEncoding(Reason.WRONG_LENGTH, place)
        return cls(
            tuple(
                MaskedCard.from_bytes(raw[at * size : (at + 1) * size], f"{place}[{at}]")
                for at in range(count)
            )
        )

    def masks(self) -> tuple[Point, ...]:
        """Return C1 of every card, in order."""
        return tuple(card.mask for card in self.cards)

    def bodies(self) -> tuple[Point, ...]:
        """Return C2 of every card, in order."""
        return tuple(card.body for card in self.cards)


def lay_face(face: EncodedFace, key: Point) -> MaskedCard:
    """Return a card that everybody knows, ready to be masked under `key`: (G, M + P).

    The mask is the public 1 and not 0, so that C1 is never the identity.
    """
    return MaskedCard(group.BASE, group.add(face.point(), key))


class FaceTable(Value):
    """All faces that can come up at the table, of all Ages: a kept card is opened later."""

    _by_point: Mapping[Point, EncodedFace]

    @classmethod
    def of(cls, faces: Iterable[EncodedFace]) -> Self:
        """Return the table of these faces; a face may be named more than once.

        Raises:
            LocalProtocolError: two faces would have one point.
        """
        named = set(faces)
        by_point = {face.point(): face for face in named}
        if len(by_point) != len(named):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "faces")
        return cls(by_point)

    def opened(self, card: MaskedCard, shares: Iterable[Point]) -> EncodedFace:
        """Return the face of a card, from the shares x*C1 of every key that masks it.

        Raises:
            BadOpening: it is no face; impossible after verified shuffles and shares.
        """
        face = self._by_point.get(card.without(shares).body)
        if face is None:
            raise BadOpening(Reason.NO_SUCH_FACE, "card")
        return face
