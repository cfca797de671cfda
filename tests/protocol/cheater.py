"""A malicious prover with curve arithmetic of its own.

It claims any matrix instead of a permutation, and any new list, and computes the best possible
proof for them. With a permutation matrix it is an honest prover, and is accepted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from tests.protocol.edwards import BASE, NEUTRAL, ORDER, Curve, curve, total
from tests.protocol.slow_verifier import (
    NOTHING,
    Check,
    final_challenge,
    generator,
    number,
    roots,
)

Matrix = Sequence[Sequence[int]]
Cipher = tuple[Curve, Curve]


def permutation(order: Sequence[int]) -> list[list[int]]:
    """Return the matrix that moves old card order[i] to new place i."""
    return [[int(at == old) for at in range(len(order))] for old in order]


def encoded(cards: Sequence[Cipher]) -> bytes:
    return b"".join(point.encode() for card in cards for point in card)


def ciphers(raw: bytes) -> list[Cipher]:
    points = [curve(raw[at : at + 32]) for at in range(0, len(raw), 32)]
    return list(zip(points[0::2], points[1::2], strict=True))


@dataclass
class Cheater:
    """Proves one statement; `seed` fixes its choices, `without` is the verifier it aims at."""

    name: bytes
    seat: int
    key: bytes
    old: bytes
    seed: bytes = b""
    without: frozenset[Check] = NOTHING
    _count: int = field(default=0, init=False)

    def draw(self) -> int:
        self._count += 1
        raw = hashlib.sha512(self.seed + self._count.to_bytes(4, "big")).digest()
        return int.from_bytes(raw, "big") % ORDER

    def masks(self) -> list[int]:
        return [self.draw() for _ in range(len(self.old) // 64)]

    def mix(self, rows: Matrix, masks: Sequence[int]) -> list[Cipher]:
        """Return new cards: each row is a combination of the old ones, remasked."""
        old, key = ciphers(self.old), curve(self.key)
        return [
            (
                total(w * card[0] for w, card in zip(row, old, strict=True)) + mask * BASE,
                total(w * card[1] for w, card in zip(row, old, strict=True)) + mask * key,
            )
            for row, mask in zip(rows, masks, strict=True)
        ]

    def prove(self, matrix: Matrix, new: Sequence[Cipher], masks: Sequence[int]) -> bytes:
        """Return the message for `new`, claiming `matrix`, masks by place in the new list."""
        blinds, committed = self.commit(matrix)
        return self.finish(matrix, new, masks, (blinds, committed))

    def commit(self, matrix: Matrix) -> tuple[list[int], list[Curve]]:
        n = len(matrix)
        blinds = self.masks()
        columns = [
            blinds[old] * BASE + total(matrix[at][old] * generator(at + 1) for at in range(n))
            for old in range(n)
        ]
        return blinds, columns

    def weights(self, new: bytes, committed: Sequence[Curve]) -> list[int]:
        root, _ = self._roots(new, committed)
        return [number("shuf-u", root, at) for at in range(len(committed))]

    def finish(
        self,
        matrix: Matrix,
        new: Sequence[Cipher],
        masks: Sequence[int],
        commitment: tuple[list[int], list[Curve]],
    ) -> bytes:
        blinds, committed = commitment
        n = len(matrix)
        _, root = self._roots(encoded(new), committed)
        u = self.weights(encoded(new), committed)
        # The permuted weights, or the matrix's version of them.
        v = [sum(m * w for m, w in zip(row, u, strict=True)) % ORDER for row in matrix]
        links = self.masks()
        chain = [generator(0)]
        for link, weight in zip(links, v, strict=True):
            chain.append(link * BASE + weight * chain[-1])
        secrets = (
            sum(blinds),
            sum(link * prod(v[at + 1 :]) for at, link in enumerate(links)),
            sum(blind * weight for blind, weight in zip(blinds, u, strict=True)),
            sum(mask * weight for mask, weight in zip(masks, v, strict=True)),
        )
        w1, w2, w3, w4 = sums = [self.draw() for _ in range(4)]
        w_chain, w_order = self.masks(), self.masks()
        commitments = [
            w1 * BASE,
            w2 * BASE,
            w3 * BASE + total(w_order[at] * generator(at + 1) for at in range(n)),
            total(w_order[at] * new[at][1] for at in range(n)) - w4 * curve(self.key),
            total(w_order[at] * new[at][0] for at in range(n)) - w4 * BASE,
            *(w_chain[at] * BASE + w_order[at] * chain[at] for at in range(n)),
        ]
        points = b"".join(point.encode() for point in chain[1:])
        c = final_challenge(root, points, commitments, self.without)
        answers = [
            *(nonce + c * secret for nonce, secret in zip(sums, secrets, strict=True)),
            *(nonce + c * link for nonce, link in zip(w_chain, links, strict=True)),
            *(nonce + c * weight for nonce, weight in zip(w_order, v, strict=True)),
        ]
        scalars = [c, *(answer % ORDER for answer in answers)]
        return (
            encoded(new)
            + b"".join(point.encode() for point in committed)
            + points
            + b"".join(scalar.to_bytes(32, "little") for scalar in scalars)
        )

    def _roots(self, new: bytes, committed: Sequence[Curve]) -> tuple[bytes, bytes]:
        columns = b"".join(point.encode() for point in committed)
        return roots(self.name, self.seat, (self.old, new, columns), self.without)


def marked(cards: Sequence[Cipher], at: int, torsion: Curve) -> list[Cipher]:
    """Return the list with a small-order point added to the mask of one card."""
    return [
        (card[0] + (torsion if place == at else NEUTRAL), card[1])
        for place, card in enumerate(cards)
    ]
