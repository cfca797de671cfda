"""Seals: the share that turns a face-down card over, locked so that all holders together open it.

The owner of a play (C1, C2) masks d = x*C1 under Y, the sum of the holders' card keys:
(A, B) = (rG, d + rY), and proves it to everybody. If the owner refuses to show the card, each
holder publishes the share x_j*A, a `ShareStatement` like any other; B less all of them is d. One
holder who keeps a share back keeps the card closed, and fewer than all learn nothing.

The proof is Schnorr's for the linear map (x, r) -> (xG, rG, x*C1 + rY) (Maurer, "Unifying
Zero-Knowledge Proofs of Knowledge", AFRICACRYPT 2009). Its second part is no decoration: without
it a cheat could show the C1 of a card in a holder's hand as A, and have it opened (see `shares`).
Whoever knows r can compute x_j*A = r*X_j anyway.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Self

from engine.values import Value
from protocol.errors import BadEncoding, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.group import Point, Scalar
from protocol.hazmat.hashing import challenge
from protocol.hazmat.keys import CardKey, Holder, joint_key
from protocol.hazmat.masking import MaskedCard
from protocol.hazmat.secrets import TableSecret

_FEWEST = 2
_SEAT_SIZE = 2
_SEAT_LIMIT = 1 << 8 * _SEAT_SIZE


class Seal(Value):
    """A share masked under the holders' joint key, with its proof; 160 bytes.

    Attributes:
        share: A || B, masked like a card: A is its mask, B its body.
        challenge: c.
        key_response: z, for the owner's x.
        mask_response: s, for the mask r.
    """

    SIZE = 5 * group.SIZE

    share: MaskedCard
    challenge: Scalar
    key_response: Scalar
    mask_response: Scalar

    def to_bytes(self) -> bytes:
        """Encode all parts in the order of the attributes."""
        scalars = self.challenge + self.key_response + self.mask_response
        return self.share.to_bytes() + scalars

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        """Decode the result of `to_bytes`.

        Raises:
            BadEncoding: any other length, no valid point, a scalar not reduced.
        """
        if len(raw) != cls.SIZE:
            raise BadEncoding(Reason.WRONG_LENGTH, "seal")
        size = MaskedCard.SIZE
        first, second, third = (
            raw[at : at + group.SIZE] for at in range(size, cls.SIZE, group.SIZE)
        )
        return cls(
            MaskedCard.from_bytes(raw[:size], "seal"),
            group.decode_scalar(first, "seal challenge"),
            group.decode_scalar(second, "seal key response"),
            group.decode_scalar(third, "seal mask response"),
        )


class SealStatement(Value):
    """The context of a seal: the face-down card, its owner, and all who can open it together.

    Attributes:
        deal: ctx, the digest of the whole deal.
        name: the play's name, which covers list and card.
        seat: the owner's.
        key: the owner's X.
        holders: at least two others, by rising seat. Not checked here: that they are the right
            ones, and belong to two persons.

    Raises:
        LocalProtocolError: fewer than two holders, not by rising seat, or the owner among them.
        BadProof: a key twice, the owner's included, or keys of holders that cancel out.
    """

    deal: bytes
    name: bytes
    seat: int
    key: Point
    card: MaskedCard
    holders: tuple[Holder, ...]

    def __post_init__(self) -> None:
        seats = [holder.seat for holder in self.holders]
        rising = all(before < after for before, after in pairwise(seats))
        if len(seats) < _FEWEST or not rising or seats[0] < 0 or seats[-1] >= _SEAT_LIMIT:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "holders")
        if self.seat in seats:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "seal for oneself")
        if self.key in self._keys():
            raise BadProof(Reason.KEY_REPEATED, "holders")
        joint_key(self._keys())

    @property
    def joint(self) -> Point:
        """Y: the key that all holders have together."""
        return group.total(self._keys())

    def prove(self, key: CardKey, secret: TableSecret) -> Seal:
        """Seal the owner's share, with a proof.

        Raises:
            LocalProtocolError: `key` is not the statement's.
        """
        if key.public != self.key:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "card key")
        draws = secret.serving("seal", *self._bound())
        mask, key_nonce, mask_nonce = (
            draws.scalar(name) for name in ("mask", "key nonce", "mask nonce")
        )
        joint, first = self.joint, self.card.mask
        share = MaskedCard(
            group.multiply_base(mask),
            group.add(key.share(first), group.multiply(mask, joint)),
        )
        asked = self._challenge(
            joint,
            share,
            group.multiply_base(key_nonce),
            group.multiply_base(mask_nonce),
            group.combine((key_nonce, mask_nonce), (first, joint)),
        )
        return Seal(
            share,
            asked,
            group.scalar_add(key_nonce, group.scalar_multiply(asked, key.secret)),
            group.scalar_add(mask_nonce, group.scalar_multiply(asked, mask)),
        )

    def check(self, raw: bytes) -> MaskedCard:
        """Return the masked share (A, B) that `raw` proves to be that of this card.

        Raises:
            BadEncoding: `raw` is no `Seal`.
            BadProof: it proves nothing here.
        """
        seal = Seal.from_bytes(raw)
        share, joint = seal.share, self.joint
        opposite = group.scalar_negate(seal.challenge)
        answers = (seal.key_response, seal.mask_response, opposite)
        asked = self._challenge(
            joint,
            share,
            group.add(group.multiply_base(answers[0]), group.multiply(opposite, self.key)),
            group.add(group.multiply_base(answers[1]), group.multiply(opposite, share.mask)),
            group.combine(answers, (self.card.mask, joint, share.body)),
        )
        if seal.challenge != asked:
            raise BadProof(Reason.SEAL_PROOF, "seal")
        return share

    def _keys(self) -> tuple[Point, ...]:
        return tuple(holder.key for holder in self.holders)

    def _challenge(self, joint: Point, share: MaskedCard, *commitments: Point) -> Scalar:
        return challenge("seal", *self._bound(), joint, share.mask, share.body, *commitments)

    def _bound(self) -> tuple[bytes | int, ...]:
        seats = b"".join(holder.seat.to_bytes(_SEAT_SIZE, "big") for holder in self.holders)
        keys = b"".join(self._keys())
        return (self.deal, self.name, self.seat, self.key, self.card.to_bytes(), seats, keys)
