"""The signed messages of a table as one seat has seen them: by closed, present and later steps.

Of every signer the first content for a step on one head counts; another one for the same step and
head is equivocation, and the pair proves it. What is kept for later is bounded for each signer, and
by head, so that nobody can put anything in the way of a true message, not even of his own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from protocol.agreement.votes import Closing
from protocol.wire.envelope import Envelope, StepPoint

MOST_AHEAD: Final = 64
"""How far ahead of the present step messages are kept; later ones are fetched when it is time."""
MOST_KEPT: Final = 96
"""Messages kept for later steps, for each signer, over all steps and heads."""
MOST_SENT: Final = 64 * 1024
"""Bytes sent at once to who lacks messages; it asks again when it has got on."""

AheadKey = tuple[int, int, bytes]


class Transcript:
    """What has been signed.

    Attributes:
        point: where the table stands.
        points: where it stood before each closed step.
        history: the messages that count of closed steps, by signer.
        closings: how each closed step ended.
        proofs: what shows that a step was closed without somebody: slips, and proofs of faults.
        present: the first content of each signer for the present step on our head, right or wrong.
        seconds: other contents for the present step: with those in `present`, equivocation.
    """

    def __init__(self, first: StepPoint) -> None:
        """Nothing signed yet."""
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
        """Where the table stood at a step that is not a later one."""
        return self.point if step == self.point.step else self.points[step]

    def known(self, envelope: Envelope) -> Envelope | None:
        """What its signer has said before for this step and head."""
        if envelope.step > self.point.step:
            return self._ahead.get((envelope.step, envelope.signer, envelope.head))
        if envelope.head != self.point_of(envelope.step).head:
            return None
        if envelope.step == self.point.step:
            return self.present.get(envelope.signer)
        return self.history[envelope.step].get(envelope.signer)

    def keep(self, envelope: Envelope) -> bool:
        """Keep a verified message of a later step; whether there was room."""
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
        """Take out what was kept for the present step; on our head first."""
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
        """A message of the present step, the first of its signer or the second."""
        for kept in (self.present, self.seconds):
            envelope = kept.get(signer)
            if envelope is not None and envelope.digest == digest:
                return envelope
        return None

    def swap(self, signer: int) -> Envelope:
        """Take the second content of a signer for its first; gives it."""
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
        """Everything that proves a closed step, as it stands in a record."""
        messages = sorted(self.history[step].items())
        return (*self.proofs[step], *(envelope.to_bytes() for _, envelope in messages))

    def rewind(self, step: int, seconds: dict[int, Envelope]) -> None:
        """A closed step is the present one again, with its messages; all later ones are gone."""
        self.point = self.points[step]
        self.present, self.seconds = self.history[step], seconds
        for kept in (self.points, self.history, self.closings, self.proofs):
            del kept[step:]

    def missing(self, step: int, have: Iterable[int]) -> tuple[bytes, ...]:
        """Messages for a seat that stands at `step` and has those of `have` of it, earliest first.

        Also what is wrong with the present step: everybody shall see it.
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
