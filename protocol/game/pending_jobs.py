"""Jobs that a session has handed out and whose results it waits for."""

from __future__ import annotations

from engine.values import Value
from protocol.agreement.pasts import ReturnRequest
from protocol.errors import LocalProtocolError, Reason
from protocol.game.private_seat import Plan
from protocol.wire.bodies import Body
from protocol.wire.envelope import Envelope, StepPoint


class PendingMessage(Value):
    """A job that makes the proofs of our own message."""

    point: StepPoint
    signer: int
    plan: Plan


class PendingCheck(Value):
    """A job that checks the proofs of a received message, which carries these requests."""

    body: Body
    envelope: Envelope
    returns: tuple[ReturnRequest, ...] = ()


PendingJob = PendingMessage | PendingCheck


class PendingJobs:
    """Jobs without a result, by number."""

    def __init__(self) -> None:
        """Start without a job."""
        self._jobs: dict[int, PendingJob] = {}
        self._next = 0

    def add(self, job: PendingJob) -> int:
        """Remember a job and return its number."""
        number, self._next = self._next, self._next + 1
        self._jobs[number] = job
        return number

    def take(self, number: int) -> PendingJob:
        """Take out a job whose result is there.

        Raises:
            LocalProtocolError: there is no such job.
        """
        if number not in self._jobs:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
        return self._jobs.pop(number)
