"""Signed envelopes and the chain of heads that each of them testifies to.

An envelope is `[content, signature]`; its content names the table, the step, the signer, the head
of everything agreed before, a digest of the resulting state, and the body. Heads cover signed
contents only, never signatures or the order of arrival: Ed25519 signatures are not unique.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from engine.values import Value
from protocol.errors import BadEncoding, Reason
from protocol.wire.codec import Reader, pack, unpack
from protocol.wire.identity import SIGNATURE_SIZE, Domain, Identity, Peer

DIGEST_SIZE: Final = 32
STEP_LIMIT: Final = 1_000_000
SIGNER_LIMIT: Final = 5
VIEW_LIMIT: Final = (1 << 62) + 1
"""Views are numbers from 0 to 2^62; 0 is that of the charter, and is never written."""
_PLAIN: Final = 6
"""Parts of a content without return requests."""
_VIEWED: Final = 8
"""Parts of a content with a view."""
_AWAY: Final = 0x80
_FAULTY: Final = 0xC0


@dataclass(frozen=True)
class Envelope:
    """One signed message of one step.

    `signer` is the index in the charter; `head` and `state` are digests of 32 bytes. `returns` are
    the requests of absent players to return that the signer has received; usually there are none.
    `view` is that of the decision that began the signer's epoch; usually 0.
    """

    table_id: bytes
    step: int
    signer: int
    head: bytes
    state: bytes
    body: bytes
    signature: bytes
    returns: tuple[bytes, ...] = ()
    view: int = 0

    @classmethod
    def seal(
        cls,
        identity: Identity,
        step: StepPoint,
        signer: int,
        body: bytes,
        returns: tuple[bytes, ...] = (),
        view: int = 0,
    ) -> Self:
        """Sign a body at one point of the game; the same bytes every time."""
        plain = (step.table_id, step.step, signer, step.head, step.state, body)
        found = cls(*plain, b"", returns, view)
        return replace(found, signature=identity.sign(Domain.STEP, found.content))

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        """Decode an envelope; the signature is not judged here.

        Raises:
            BadEncoding: not an envelope.
        """
        outer = Reader(unpack(raw, "envelope"), "envelope")
        content, signature = outer.blob(), outer.blob(SIGNATURE_SIZE)
        outer.end()
        inner = Reader(unpack(content, "content"), "content")
        found = cls(
            inner.blob(DIGEST_SIZE),
            inner.number(STEP_LIMIT),
            inner.number(SIGNER_LIMIT),
            inner.blob(DIGEST_SIZE),
            inner.blob(DIGEST_SIZE),
            inner.blob(),
            signature,
            inner.blobs() if len(inner) > _PLAIN else (),
            inner.number(VIEW_LIMIT) if len(inner) == _VIEWED else 0,
        )
        inner.end()
        has_view = len(inner) == _VIEWED
        if has_view is not bool(found.view):
            raise BadEncoding(Reason.WRONG_SHAPE, "view")
        fewest = 0 if has_view else 1
        if len(inner) > _PLAIN and not fewest <= len(found.returns) < SIGNER_LIMIT:
            raise BadEncoding(Reason.WRONG_SHAPE, "returns")
        return found

    @property
    def content(self) -> bytes:
        """The signed bytes."""
        if not self.view:
            return self.answer
        plain = (self.table_id, self.step, self.signer, self.head, self.state, self.body)
        return pack((*plain, self.returns, self.view))

    @property
    def answer(self) -> bytes:
        """The content without the view: heads and freezes do not depend on views (6.1)."""
        plain = (self.table_id, self.step, self.signer, self.head, self.state, self.body)
        return pack((*plain, self.returns) if self.returns else plain)

    @cached_property
    def digest(self) -> bytes:
        """The digest of the answer in heads and freezes, 32 bytes."""
        return hashlib.sha256(self.answer).digest()

    @cached_property
    def content_digest(self) -> bytes:
        """The digest of the signed bytes, with the view, 32 bytes."""
        return hashlib.sha256(self.content).digest()

    def to_bytes(self) -> bytes:
        """Encode the whole envelope."""
        return pack((self.content, self.signature))

    def verify(self, peer: Peer) -> None:
        """Require that `peer` signed this envelope.

        Raises:
            BadSignature: it did not.
        """
        peer.verify(Domain.STEP, self.content, self.signature)


class StepPoint(Value):
    """A table's current position: every message of the current step must name it."""

    table_id: bytes
    step: int
    head: bytes
    state: bytes

    @classmethod
    def first(cls, table_id: bytes, state: bytes) -> Self:
        """Return the point before the first step."""
        return cls(table_id, 0, hashlib.sha256(b"bloodrage/head/v1" + table_id).digest(), state)

    def after(
        self,
        envelopes: Iterable[Envelope],
        state: bytes,
        away: Iterable[int] = (),
        faulty: Iterable[int] = (),
    ) -> StepPoint:
        """Return the point after a step with all its messages, by signer."""
        head = self.head_after(envelopes, away, faulty)
        return StepPoint(self.table_id, self.step + 1, head, state)

    def head_after(
        self,
        envelopes: Iterable[Envelope],
        away: Iterable[int] = (),
        faulty: Iterable[int] = (),
    ) -> bytes:
        """Return the head after a step with all its messages.

        `head_k = H(head_{k-1}, k, [(signer, H(content)), ...])`; an absent signer that owed a
        message is listed with the highest bit set, and with the two highest bits if absent for a
        fault.
        """
        parts = [(one.signer, one.signer, one.digest) for one in envelopes]
        parts += [(signer, _AWAY | signer, b"") for signer in away]
        parts += [(signer, _FAULTY | signer, b"") for signer in faulty]
        marked = [(mark, content) for _, mark, content in sorted(parts)]
        return next_head(self.head, self.step, marked)


def next_head(head: bytes, step: int, parts: Sequence[tuple[int, bytes]]) -> bytes:
    """Return the head after a step: its parts are a signer's byte, with its mark, and a digest."""
    hasher = hashlib.sha256(b"bloodrage/head/v1" + head)
    hasher.update(step.to_bytes(4, "big"))
    for mark, content in parts:
        hasher.update(mark.to_bytes(1, "big") + content)
    return hasher.digest()
