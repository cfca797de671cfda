"""Decryption shares: a seat's x*C1 for a card, with a proof that it is that and nothing else.

One share has the proof of Chaum and Pedersen (CRYPTO '92) that log_G X = log_C1 D. A batch has one
proof for all its cards, over a combination with weights nobody can choose beforehand (RFC 9497,
section 2.2.1): half the cost, and it cannot be opened in part. Cards revealed one by one need
single shares.

A share is a Diffie-Hellman oracle: x*C1 for a C1 crafted by the asker tells them x*C1 of a card in
somebody's hand. Make shares only for cards of verified lists that the rules name.
"""

from __future__ import annotations

from typing import Self

from engine.values import Value
from protocol.errors import BadEncoding, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.group import Point, Scalar
from protocol.hazmat.hashing import challenge, digest
from protocol.hazmat.keys import CardKey
from protocol.hazmat.masking import MaskedCard, MaskedList
from protocol.hazmat.secrets import TableSecret

_SLOT_SIZE = 2
_SLOT_LIMIT = 1 << 8 * _SLOT_SIZE


class ShareBatch(Value):
    """The shares for one or more cards, 32 bytes each, with one proof of 64 bytes."""

    points: tuple[Point, ...]
    challenge: Scalar
    response: Scalar

    @staticmethod
    def size(count: int) -> int:
        """Return the exact length in bytes of a batch for `count` cards."""
        return (count + 2) * group.SIZE

    def to_bytes(self) -> bytes:
        """Encode the shares, then challenge and response."""
        return b"".join((*self.points, self.challenge, self.response))

    @classmethod
    def from_bytes(cls, raw: bytes, count: int) -> Self:
        """Decode the result of `to_bytes`, for `count` cards.

        Raises:
            BadEncoding: any other length, no valid point, a scalar not reduced.
        """
        if len(raw) != cls.size(count):
            raise BadEncoding(Reason.WRONG_LENGTH, "shares")
        parts = [raw[at : at + group.SIZE] for at in range(0, len(raw), group.SIZE)]
        return cls(
            tuple(
                group.decode_point(part, f"shares[{at}]") for at, part in enumerate(parts[:count])
            ),
            group.decode_scalar(parts[count], "share challenge"),
            group.decode_scalar(parts[count + 1], "share response"),
        )


class ShareStatement(Value):
    """The context of one share: the list and position in one deal, the seat and its key, the card.

    Attributes:
        deal: ctx, the digest of the whole deal.
        list_id: the list's name, which covers its cards.
        position: the card's place in it.
    """

    deal: bytes
    list_id: bytes
    position: int
    seat: int
    key: Point
    card: MaskedCard

    def prove(self, key: CardKey, secret: TableSecret) -> ShareBatch:
        """Prove the share: a batch of one card, 96 bytes.

        Raises:
            LocalProtocolError: `key` is not the statement's.
        """
        _refuse_other_key(key, self.key)
        mask = self.card.mask
        nonce = secret.serving("share", *self._bound(), mask).scalar("nonce")
        share = key.share(mask)
        asked = self._challenge(share, group.multiply_base(nonce), group.multiply(nonce, mask))
        return ShareBatch((share,), asked, _response(nonce, asked, key))

    def check(self, raw: bytes) -> Point:
        """Return the share x*C1 that `raw` proves.

        Raises:
            BadEncoding: `raw` is no batch of one card.
            BadProof: it is not the share of this statement.
        """
        batch = ShareBatch.from_bytes(raw, 1)
        share = batch.points[0]
        commitments = _commitments(batch, (self.key, self.card.mask, share))
        if batch.challenge != self._challenge(share, *commitments):
            raise BadProof(Reason.SHARE_PROOF, "share")
        return share

    def _challenge(self, share: Point, on_base: Point, on_mask: Point) -> Scalar:
        return challenge("share", *self._bound(), self.card.mask, share, on_base, on_mask)

    def _bound(self) -> tuple[bytes | int, ...]:
        return (self.deal, self.list_id, self.position, self.seat, self.key)


class BatchStatement(Value):
    """The context of a batch of shares; `positions` are the cards' places in the named list.

    Raises:
        LocalProtocolError: no cards, or positions that do not fit them.
    """

    deal: bytes
    list_id: bytes
    seat: int
    key: Point
    positions: tuple[int, ...]
    cards: MaskedList

    def __post_init__(self) -> None:
        fitting = len(self.positions) == len(self.cards) == len(set(self.positions)) > 0
        if not fitting or not all(0 <= position < _SLOT_LIMIT for position in self.positions):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "positions")

    def prove(self, key: CardKey, secret: TableSecret) -> ShareBatch:
        """Prove the shares with one common proof.

        Raises:
            LocalProtocolError: `key` is not the statement's.
        """
        _refuse_other_key(key, self.key)
        masks = self.cards.masks()
        nonce = secret.serving("shares", *self._bound(), b"".join(masks)).scalar("nonce")
        shares = tuple(key.share(mask) for mask in masks)
        root = self._root(shares)
        mask = group.combine(_weights(root, len(masks)), masks)
        asked = _batch_challenge(
            root,
            (mask, key.share(mask)),
            (group.multiply_base(nonce), group.multiply(nonce, mask)),
        )
        return ShareBatch(shares, asked, _response(nonce, asked, key))

    def check(self, raw: bytes) -> tuple[Point, ...]:
        """Return the shares x*C1 that `raw` proves, in the order of the statement's cards.

        Raises:
            BadEncoding: `raw` is no batch for this number of cards.
            BadProof: at least one of them is not the share of this statement.
        """
        batch = ShareBatch.from_bytes(raw, len(self.cards))
        root = self._root(batch.points)
        weights = _weights(root, len(self.cards))
        mask = group.combine(weights, self.cards.masks())
        share = group.combine(weights, batch.points)
        commitments = _commitments(batch, (self.key, mask, share))
        if batch.challenge != _batch_challenge(root, (mask, share), commitments):
            raise BadProof(Reason.SHARE_PROOF, "shares")
        return batch.points

    def _root(self, shares: tuple[Point, ...]) -> bytes:
        return digest("shareb", *self._bound(), b"".join(shares))

    def _bound(self) -> tuple[bytes | int, ...]:
        slots = b"".join(position.to_bytes(_SLOT_SIZE, "big") for position in self.positions)
        return (self.deal, self.list_id, self.seat, self.key, slots)


def _weights(root: bytes, count: int) -> tuple[Scalar, ...]:
    return tuple(challenge("shareb-r", root, index) for index in range(count))


def _batch_challenge(
    root: bytes, combined: tuple[Point, Point], commitments: tuple[Point, Point]
) -> Scalar:
    return challenge("shareb-c", root, *combined, *commitments)


def _response(nonce: Scalar, asked: Scalar, key: CardKey) -> Scalar:
    return group.scalar_add(nonce, group.scalar_multiply(asked, key.secret))


def _commitments(batch: ShareBatch, of: tuple[Point, Point, Point]) -> tuple[Point, Point]:
    # zG - cX and zC - cD; equal to wG and wC iff z = w + cx and D = xC (up to the chance 1/order).
    key, mask, share = of
    opposite = group.scalar_negate(batch.challenge)
    return (
        group.add(group.multiply_base(batch.response), group.multiply(opposite, key)),
        group.add(group.multiply(batch.response, mask), group.multiply(opposite, share)),
    )


def _refuse_other_key(key: CardKey, due: Point) -> None:
    if key.public != due:
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "card key")
