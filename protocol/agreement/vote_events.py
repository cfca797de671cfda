"""What votes tell the owner of a session; the first part of `protocol.game.events`."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.errors import Reason


@dataclass(frozen=True, slots=True)
class Transmit:
    """Transmit these bytes: an envelope."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class Persist:
    """Keep these bytes where a crash does not reach them, before anything after this leaves.

    Own votes, what proves the faults they rest on, and own messages that carry what others said;
    `Session.recall` takes them back.
    """

    raw: bytes


@dataclass(frozen=True, slots=True)
class BallotMoved:
    """Somebody asked to go on without a silent seat, or joined him: `persons` have."""

    step: int
    persons: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Faulty:
    """A seat did what nobody may do; `evidence` are the signed bytes that prove it."""

    signer: int
    step: int
    reason: Reason
    place: str
    evidence: tuple[bytes, ...]


VoteEvent = Transmit | Persist | BallotMoved | Faulty
