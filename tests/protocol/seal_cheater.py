"""A malicious owner of a face-down card, with curve arithmetic of its own.

It puts any two points under a seal and computes the best possible proof with the two scalars it
claims. With the right ones it is an honest owner, and is accepted.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from protocol.hazmat.seals import SealStatement
from tests.protocol.edwards import BASE, ORDER, Curve, curve, total
from tests.protocol.slow_verifier import NOTHING, Check, SealBound, seal_challenge


def bound_of(due: SealStatement) -> SealBound:
    """Return the statement as the slow verifier takes it."""
    return (due.deal, due.name, due.seat, due.key, due.card.to_bytes(), due.holders)


def joint_of(due: SealStatement) -> Curve:
    return total(curve(holder.key) for holder in due.holders)


@dataclass(frozen=True)
class SealCheater:
    """Seals under one statement; `seed` fixes its choices, `without` is the verifier it aims at."""

    due: SealStatement
    seed: bytes = b""
    without: frozenset[Check] = NOTHING

    def draw(self, name: str) -> int:
        raw = hashlib.sha512(self.seed + name.encode()).digest()
        return int.from_bytes(raw, "big") % ORDER

    def share(self, x: int, mask: int) -> tuple[Curve, Curve]:
        """Return the masked share (A, B) that the rules ask for, with that key and mask."""
        first = curve(self.due.card.mask)
        return mask * BASE, x * first + mask * joint_of(self.due)

    def forge(self, sealed: tuple[Curve, Curve], x: int, mask: int) -> bytes:
        """Return the message for any two points, claiming the key's secret and the mask."""
        words = (sealed[0].encode(), sealed[1].encode())
        nonces, commitments = self._commitments()
        c = seal_challenge(bound_of(self.due), words, commitments, self.without)
        return self._message(words, c, nonces, (x, mask))

    def forge_backwards(self, x: int, mask: int) -> bytes:
        """Return a message whose B follows from the challenge: any point might come out."""
        nonces, commitments = self._commitments()
        garbage = (*commitments[:2], self.draw("garbage") * BASE)
        a = mask * BASE
        c = seal_challenge(bound_of(self.due), (a.encode(), a.encode()), garbage, self.without)
        z, s = nonces[0] + c * x, nonces[1] + c * mask
        right = z * curve(self.due.card.mask) + s * joint_of(self.due)
        b = pow(c, -1, ORDER) * (right - garbage[2])
        return self._message((a.encode(), b.encode()), c, nonces, (x, mask))

    def simulate(self, sealed: tuple[Curve, Curve]) -> bytes:
        """Return a message whose answers were chosen before the challenge, as a simulator does."""
        words = (sealed[0].encode(), sealed[1].encode())
        return self._message(words, self.draw("c"), (self.draw("z"), self.draw("s")), (0, 0))

    def _commitments(self) -> tuple[tuple[int, int], tuple[Curve, Curve, Curve]]:
        a, b = self.draw("a"), self.draw("b")
        both = a * curve(self.due.card.mask) + b * joint_of(self.due)
        return (a, b), (a * BASE, b * BASE, both)

    def _message(
        self, words: tuple[bytes, bytes], c: int, nonces: tuple[int, int], secrets: tuple[int, int]
    ) -> bytes:
        answers = (nonce + c * secret for nonce, secret in zip(nonces, secrets, strict=True))
        scalars = b"".join((one % ORDER).to_bytes(32, "little") for one in (c, *answers))
        return words[0] + words[1] + scalars
