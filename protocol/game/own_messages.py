"""Our own signed messages, and the requests to return that they carry for others.

One content is signed for each step and head. A message that carries requests does not follow from
our secrets and answers alone, so it is persisted, and recalled after a crash.
"""

from __future__ import annotations

from protocol.agreement.attendance import Attendance
from protocol.agreement.signed_votes import ReturnSlip
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity


class OwnMessages:
    """The messages one signer seals."""

    def __init__(self, identity: Identity, signer: int) -> None:
        """Start with nothing signed."""
        self._identity = identity
        self._signer = signer
        self._recalled: dict[tuple[int, bytes], Envelope] = {}
        self._returns: dict[int, ReturnSlip] = {}

    def recall(self, envelope: Envelope) -> None:
        """Take back a message that was persisted before a crash."""
        self._recalled[envelope.step, envelope.head] = envelope

    def carry(self, slip: ReturnSlip) -> None:
        """Carry a request to return in our next message."""
        self._returns.setdefault(slip.signer, slip)

    def drop_old_returns(self, attendance: Attendance) -> None:
        """Forget requests of signers that are back, or may not return any more."""
        self._returns = {
            signer: slip
            for signer, slip in self._returns.items()
            if attendance.may_return(signer, slip.since)
        }

    def seal(self, point: StepPoint, body: bytes, *, with_returns: bool) -> Envelope:
        """Sign a body for a step, or return the message that was signed for it before a crash."""
        recalled = self._recalled.get((point.step, point.head))
        if recalled is not None:
            return recalled
        slips = sorted(self._returns.items()) if with_returns else ()
        returns = tuple(slip.raw for _, slip in slips)
        return Envelope.seal(self._identity, point, self._signer, body, returns)
