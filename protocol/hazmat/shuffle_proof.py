"""Shuffle proofs: a list remasked in another order still holds the same cards.

The proof is Terelius and Wikström's ("Proofs of Restricted Shuffles", AFRICACRYPT 2010) in the
compact form of Haenni, Locher, Koenig and Dubuis ("Pseudo-Code Algorithms for Verifiable
Re-Encryption Mix-Nets", VOTING 2017), written additively. Comments in the code give their names.

How it works. The prover commits to a permutation matrix, one column per card (c). Weights u, which
nobody can choose because they hash list, result and commitments, turn each claim into one equation:
the commitments add up to all generators (t1), the product of the permuted weights is the product of
the weights (chain and t2), the permuted weights are the committed matrix times the weights (t3),
and the result, weighted with the permuted weights, is the list, weighted with the weights, remasked
(t4). The first three allow nothing but a permutation, the last binds it to the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Final, Self

from engine.values import Value
from protocol.errors import BadEncoding, BadProof, LocalProtocolError, Reason
from protocol.hazmat import group
from protocol.hazmat.group import Point, Scalar
from protocol.hazmat.hashing import challenge, digest, generator
from protocol.hazmat.masking import MaskedCard, MaskedList
from protocol.hazmat.secrets import Draws, TableSecret

_SUMS: Final = 4
_SLOT_SIZE: Final = 2


class ShuffleMessage(Value):
    """A new list with its proof; for N cards 192 N + 160 bytes.

    Attributes:
        output: e', the new list.
        commitments: c_1 .. c_N, by position in the old list.
        chain: ch_1 .. ch_N (the papers' c with a hat).
        challenge: c.
        sums: s_1 .. s_4.
        chain_responses: sh_1 .. sh_N (s with a hat).
        order_responses: s'_1 .. s'_N, by position in the new list.
    """

    output: MaskedList
    commitments: tuple[Point, ...]
    chain: tuple[Point, ...]
    challenge: Scalar
    sums: tuple[Scalar, ...]
    chain_responses: tuple[Scalar, ...]
    order_responses: tuple[Scalar, ...]

    @staticmethod
    def size(count: int) -> int:
        """Return the exact length in bytes of a message for `count` cards."""
        return (6 * count + 1 + _SUMS) * group.SIZE

    def to_bytes(self) -> bytes:
        """Encode all parts in the order of the attributes."""
        return self.output.to_bytes() + b"".join(
            (
                *self.commitments,
                *self.chain,
                self.challenge,
                *self.sums,
                *self.chain_responses,
                *self.order_responses,
            )
        )

    @classmethod
    def from_bytes(cls, raw: bytes, count: int) -> Self:
        """Decode the result of `to_bytes`, for a list of `count` cards.

        Raises:
            BadEncoding: any other length, no valid point, a scalar not reduced.
        """
        if len(raw) != cls.size(count):
            raise BadEncoding(Reason.WRONG_LENGTH, "shuffle")
        reader = _Reader(raw, count * MaskedCard.SIZE)
        return cls(
            output=MaskedList.from_bytes(raw[: count * MaskedCard.SIZE], count, "output"),
            commitments=reader.points("commitments", count),
            chain=reader.points("chain", count),
            challenge=reader.scalars("challenge", 1)[0],
            sums=reader.scalars("sums", _SUMS),
            chain_responses=reader.scalars("chain_responses", count),
            order_responses=reader.scalars("order_responses", count),
        )


class RemaskStatement(Value):
    """The context of a shuffle proof: its name, the seat, the masking key, the old list.

    `list_id` must determine deal, use and everything else that is not in the other attributes; the
    key must follow from `list_id` and `seat`. Hashable, so that a verdict can be stored under
    statement and bytes.

    Raises:
        LocalProtocolError: the list is empty.
    """

    list_id: bytes
    seat: int
    key: Point
    cards: MaskedList

    def __post_init__(self) -> None:
        if not self.cards.cards:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "cards")

    def order(self, secret: TableSecret, first: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the old position of each card of the new list (psi).

        The cards at the positions `first` come first, then the rest, both in uniform order.

        Raises:
            LocalProtocolError: `first` names a card twice or one that is not there.
        """
        count = len(self.cards)
        if len(set(first)) != len(first) or not all(0 <= at < count for at in first):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "first")
        rest = [at for at in range(count) if at not in first]
        front = sorted(first)
        draws = self._draws(secret, first)
        return (
            *(front[at] for at in draws.permutation("first", len(front))),
            *(rest[at] for at in draws.permutation("rest", len(rest))),
        )

    def prove(self, secret: TableSecret, first: Sequence[int] = ()) -> ShuffleMessage:
        """Remask the list in the order of `order(secret, first)`, with a proof.

        The same arguments give the same bytes; masks follow from the list and the decision, nonces
        from everything the challenge covers.

        Raises:
            LocalProtocolError: as `order`.
        """
        order = self.order(secret, first)
        draws = self._draws(secret, first)
        count = len(order)
        masks = draws.scalars("mask", count)
        output = MaskedList(
            tuple(self.cards.cards[at].remasked(masks[at], self.key) for at in order)
        )
        blinds = draws.scalars("blind", count)
        committed = [group.IDENTITY] * count
        for place, at in enumerate(order):
            committed[at] = group.add(group.multiply_base(blinds[at]), generator(place + 1))
        claim = _Claim(self, output, tuple(committed))
        return claim.proof(_Witness(order, masks, blinds), secret)

    def check(self, raw: bytes) -> MaskedList:
        """Return the new list that `raw` proves to hold the cards of the old one.

        A pure function of statement and bytes that takes some milliseconds: a job for a worker
        thread.

        Raises:
            BadEncoding: `raw` is no message for this number of cards.
            BadProof: it proves nothing here, or shows a mask twice.
        """
        message = ShuffleMessage.from_bytes(raw, len(self.cards))
        self._refuse_repeated_masks(message.output)
        _Claim(self, message.output, message.commitments).check(message)
        return message.output

    def _refuse_repeated_masks(self, output: MaskedList) -> None:
        # A broken client's zero or doubled mask would show which card went where. This does not
        # stop cheats: anybody who masks a card can always tell what they saw.
        old, new = set(self.cards.masks()), output.masks()
        if len(set(new)) != len(new) or not old.isdisjoint(new):
            raise BadProof(Reason.MASK_REPEATED, "output")

    def _draws(self, secret: TableSecret, first: Sequence[int]) -> Draws:
        decision = b"".join(at.to_bytes(_SLOT_SIZE, "big") for at in sorted(first))
        return secret.serving(
            "shuffle", self.list_id, self.seat, self.key, self.cards.to_bytes(), decision
        )


class _Reader:
    """Takes points and scalars off a message whose length has been checked."""

    def __init__(self, raw: bytes, at: int) -> None:
        self._raw = raw
        self._at = at

    def points(self, place: str, count: int) -> tuple[Point, ...]:
        return tuple(group.decode_point(self._next(), f"{place}[{at}]") for at in range(count))

    def scalars(self, place: str, count: int) -> tuple[Scalar, ...]:
        return tuple(group.decode_scalar(self._next(), f"{place}[{at}]") for at in range(count))

    def _next(self) -> bytes:
        start, self._at = self._at, self._at + group.SIZE
        return self._raw[start : self._at]


class _Witness(Value):
    """The prover's secrets; masks r and blinds rc by position in the old list."""

    order: tuple[int, ...]
    masks: tuple[Scalar, ...]
    blinds: tuple[Scalar, ...]


class _Claim:
    """A statement with the new list and the commitments: the input of the weights u."""

    def __init__(
        self, statement: RemaskStatement, output: MaskedList, commitments: tuple[Point, ...]
    ) -> None:
        self._key = statement.key
        self._input = statement.cards
        self._output = output
        self._commitments = commitments
        count = len(output)
        self._root = digest(
            "shuf",
            statement.list_id,
            statement.seat,
            self._input.to_bytes(),
            output.to_bytes(),
            b"".join(commitments),
        )
        # Only now, after list, result and commitments are fixed: weights known before would let a
        # prover make lists that agree in the weighted sum alone.
        self._weights = tuple(challenge("shuf-u", self._root, at) for at in range(count))
        self._generators = tuple(generator(at + 1) for at in range(count))

    def proof(self, witness: _Witness, secret: TableSecret) -> ShuffleMessage:
        weights = tuple(self._weights[at] for at in witness.order)  # u'
        links, chain_sum, chained = self._chain(weights, secret)
        sums = (
            group.scalar_sum(witness.blinds),  # rbar
            chain_sum,  # rhat
            group.scalar_dot(witness.blinds, self._weights),  # rtil
            group.scalar_dot(witness.masks, self._weights),  # r'
        )
        draws = secret.serving("shuffle proof", self._root, b"".join(chained))
        sum_nonces = draws.scalars("sum", _SUMS)  # w1 .. w4
        link_nonces = draws.scalars("chain", len(links))  # wh
        order_nonces = draws.scalars("order", len(links))  # w'
        asked = self._challenge(
            chained, self._proof_commitments(chained, sum_nonces, link_nonces, order_nonces)
        )
        return ShuffleMessage(
            output=self._output,
            commitments=self._commitments,
            chain=chained,
            challenge=asked,
            sums=_responses(sum_nonces, asked, sums),
            chain_responses=_responses(link_nonces, asked, links),
            order_responses=_responses(order_nonces, asked, weights),
        )

    def check(self, message: ShuffleMessage) -> None:
        opposite = group.scalar_negate(message.challenge)  # n = -c
        folded = tuple(group.scalar_multiply(opposite, weight) for weight in self._weights)  # n u
        one, two, three, four = message.sums
        answers = message.order_responses
        unblinded = group.subtract(  # cbar
            group.total(self._commitments), group.total(self._generators)
        )
        end = group.subtract(  # chat
            message.chain[-1],
            group.multiply(group.scalar_product(self._weights), generator(0)),
        )
        commitments = (
            group.add(group.multiply(opposite, unblinded), group.multiply_base(one)),
            group.add(group.multiply(opposite, end), group.multiply_base(two)),
            group.total(
                (
                    group.multiply_base(three),
                    group.combine(folded, self._commitments),
                    group.combine(answers, self._generators),
                )
            ),
            group.subtract(
                group.combine(chain(folded, answers), self._input.bodies() + self._output.bodies()),
                group.multiply(four, self._key),
            ),
            group.subtract(
                group.combine(chain(folded, answers), self._input.masks() + self._output.masks()),
                group.multiply_base(four),
            ),
            *(
                group.total(
                    (
                        group.multiply(opposite, link),
                        group.multiply_base(answer),
                        group.multiply(weight, before),
                    )
                )
                for (before, link), answer, weight in zip(
                    pairwise((generator(0), *message.chain)),
                    message.chain_responses,
                    answers,
                    strict=True,
                )
            ),
        )
        if message.challenge != self._challenge(message.chain, commitments):
            raise BadProof(Reason.SHUFFLE_PROOF, "shuffle")

    def _chain(
        self, weights: tuple[Scalar, ...], secret: TableSecret
    ) -> tuple[tuple[Scalar, ...], Scalar, tuple[Point, ...]]:
        """Return the nonces rh of the chain, their weighted sum rhat, and the chain."""
        links = secret.serving("shuffle chain", self._root).scalars("link", len(weights))
        points = [generator(0)]
        weighted = group.ZERO
        for link, weight in zip(links, weights, strict=True):
            points.append(group.add(group.multiply_base(link), group.multiply(weight, points[-1])))
            # Horner: rhat = sum of rh_i v_i, where v_i is the product of all later u'.
            weighted = group.scalar_add(link, group.scalar_multiply(weight, weighted))
        return links, weighted, tuple(points[1:])

    def _proof_commitments(
        self,
        chained: tuple[Point, ...],
        sum_nonces: tuple[Scalar, ...],
        link_nonces: tuple[Scalar, ...],
        order_nonces: tuple[Scalar, ...],
    ) -> tuple[Point, ...]:
        one, two, three, four = sum_nonces
        bodies = group.combine(order_nonces, self._output.bodies())
        masks = group.combine(order_nonces, self._output.masks())
        return (
            group.multiply_base(one),
            group.multiply_base(two),
            group.add(group.multiply_base(three), group.combine(order_nonces, self._generators)),
            group.subtract(bodies, group.multiply(four, self._key)),
            group.subtract(masks, group.multiply_base(four)),
            *(
                group.add(group.multiply_base(nonce), group.multiply(weight, before))
                for nonce, weight, before in zip(
                    link_nonces, order_nonces, (generator(0), *chained[:-1]), strict=True
                )
            ),
        )

    def _challenge(self, chained: tuple[Point, ...], commitments: tuple[Point, ...]) -> Scalar:
        return challenge("shuf-c", self._root, b"".join(chained), b"".join(commitments))


def _responses(
    nonces: tuple[Scalar, ...], asked: Scalar, secrets: tuple[Scalar, ...]
) -> tuple[Scalar, ...]:
    return tuple(
        group.scalar_add(nonce, group.scalar_multiply(asked, secret))
        for nonce, secret in zip(nonces, secrets, strict=True)
    )
