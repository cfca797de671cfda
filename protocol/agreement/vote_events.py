"""Events about votes and faults; `protocol.game.events` has the others."""

from __future__ import annotations

from engine.values import Value
from protocol.errors import Reason


class Transmit(Value):
    """Transmit these bytes: an envelope."""

    raw: bytes


class Persist(Value):
    """Write these bytes to disk before anything after this event leaves.

    They are our votes, the evidence of faults the votes rest on, and messages of ours that carry
    requests of others; `Session.recall` takes them back after a crash.
    """

    raw: bytes


class BallotMoved(Value):
    """Somebody voted to continue without a silent seat: `persons` have voted so far."""

    step: int
    persons: tuple[int, ...]


class Faulty(Value):
    """A seat violated the protocol; `evidence` are the signed bytes that prove it."""

    signer: int
    step: int
    reason: Reason
    place: str
    evidence: tuple[bytes, ...]


VoteEvent = Transmit | Persist | BallotMoved | Faulty
