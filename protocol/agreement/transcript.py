"""The signed messages of a table as one seat has seen them: closed, present and later steps.

The first content of a signer for a step on one head counts; another one for the same step and head
is equivocation, and the pair proves it. Messages kept for later steps are bounded for each signer,
and kept by head, so that nobody can block a true message, not even one of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from protocol.agreement.votes import Closing
from protocol.wire.envelope import Envelope, StepPoint

MOST_AHEAD: Final = 64
"""Number of steps ahead for which messages are kept; later ones are fetched when it is time."""
MOST_KEPT: Final = 96
"""Messages kept for later steps, for each signer, over all steps and heads."""
MOST_SENT: Final = 64 * 1024
"""Bytes sent at once to a peer that lacks messages; it asks again when it has made progress."""

AheadKey = tuple[int, int, bytes]


class Transcript:
    """Everything signed so far.

    Attributes:
        point: the present step of the table.
        points: the point of each closed step.
        history: the messages of each closed step that count, by signer.
        closings: the closing of each closed step.
        proofs: the proofs of steps closed without somebody: slips, and evidence of faults.
        present: the first content of each signer for the present step on our head, right or wrong.
        seconds: other contents for the present step: with those in `present`, equivocation.
    """

    def __init__(self, first: StepPoint) -> None:
        """Start with nothing signed."""
        self.point = first
        self.points: list[StepPoint] = []
        self.history: list[dict[int, Envelope]] = []
        self.closings: list[Closing] = []
        self.proofs: list[tuple[bytes, ...]] = []
        self.present: dict[int, Envelope] = {}
        self.seconds: dict[int, Envelope] = {}
        self._ahead: dict[AheadKey, Envelope] = {}
        self._ahead_seconds: dict[AheadKey, Envelope] = {}

    def point_of(self, step: int) -> StepPoint:
        """Return the point of the present step or a closed one."""
        return self.point if step == self.point.step else self.points[step]

    def known(self, envelope: Envelope) -> Envelope | None:
        """Return the content its signer has signed before for this step and head, if any."""
        if envelope.step > self.point.step:
            return self._ahead.get((envelope.step, envelope.signer, envelope.head))
        if envelope.head != self.point_of(envelope.step).head:
            return None
        if envelope.step == self.point.step:
            return self.present.get(envelope.signer)
        return self.history[envelope.step].get(envelope.signer)

    def keep(self, envelope: Envelope) -> bool:
        """Keep a verified message of a later step; return whether there was room."""
        if envelope.step > self.point.step + MOST_AHEAD:
            return False
        kept = sum(signer == envelope.signer for _, signer, _ in self._ahead)
        if kept >= MOST_KEPT:
            return False
        self._ahead[envelope.step, envelope.signer, envelope.head] = envelope
        return True

    def keep_second(self, envelope: Envelope) -> None:
        """Keep another content of a signer for the present step or a later one."""
        key = (envelope.step, envelope.signer, envelope.head)
        if key in self._ahead:
            self._ahead_seconds.setdefault(key, envelope)
        elif envelope.step == self.point.step:
            self.seconds.setdefault(envelope.signer, envelope)

    def due_now(self) -> tuple[Envelope, ...]:
        """Take out the messages kept for the present step; those on our head first."""
        keys = sorted(
            (key for key in self._ahead if key[0] <= self.point.step),
            key=lambda key: (key[2] != self.point.head, key),
        )
        for key in keys:
            second = self._ahead_seconds.pop(key, None)
            if second is not None and key[2] == self.point.head:
                self.seconds[second.signer] = second
        return tuple(self._ahead.pop(key) for key in keys)

    def of_digest(self, signer: int, digest: bytes) -> Envelope | None:
        """Find a message of the present step, the first of its signer or the second."""
        for kept in (self.present, self.seconds):
            envelope = kept.get(signer)
            if envelope is not None and envelope.digest == digest:
                return envelope
        return None

    def swap(self, signer: int) -> Envelope:
        """Swap the first and second content of a signer; return the new first."""
        first, second = self.present[signer], self.seconds[signer]
        self.present[signer], self.seconds[signer] = second, first
        return second

    def close(self, closing: Closing, state: bytes, proof: tuple[bytes, ...] = ()) -> None:
        """Close the present step; every message of the closing is `present`."""
        envelopes = {signer: self.present[signer] for signer, _ in closing.messages}
        self.points.append(self.point)
        self.history.append(envelopes)
        self.closings.append(closing)
        self.proofs.append(proof)
        self.point = self.point.after(
            tuple(envelopes.values()), state, closing.away, closing.faulty
        )
        self.present = {}
        self.seconds = {}

    def recorded(self, step: int) -> tuple[bytes, ...]:
        """Return everything that proves a closed step, as in a record."""
        messages = sorted(self.history[step].items())
        return (*self.proofs[step], *(envelope.to_bytes() for _, envelope in messages))

    def rewind(self, step: int, seconds: dict[int, Envelope]) -> None:
        """Make a closed step the present one again, with its messages; drop all later steps."""
        self.point = self.points[step]
        self.present, self.seconds = self.history[step], seconds
        for kept in (self.points, self.history, self.closings, self.proofs):
            del kept[step:]

    def missing(self, step: int, have: Iterable[int]) -> tuple[bytes, ...]:
        """Return messages for a peer at `step` that has those of `have`, earliest first.

        Faulty messages of the present step are included: everybody should see them.
        """
        known = set(have)
        found: list[bytes] = []
        size = 0
        for one in self._from(step):
            if isinstance(one, Envelope) and one.step == step and one.signer in known:
                continue
            raw = one.to_bytes() if isinstance(one, Envelope) else one
            size += len(raw)
            if size > MOST_SENT and found:
                break
            found.append(raw)
        return tuple(found)

    def _from(self, step: int) -> Iterable[Envelope | bytes]:
        for at in range(step, len(self.history)):
            yield from self.history[at].values()
            yield from self.proofs[at]
        if step <= self.point.step:
            for signer in sorted(self.present):
                yield self.present[signer]
            yield from self.seconds.values()
