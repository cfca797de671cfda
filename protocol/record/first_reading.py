"""The reader of records of protocol version 1, in which ballots closed steps without somebody."""

from __future__ import annotations

from protocol.charter import Charter
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.jobs import Cache, CheckJob
from protocol.game.message_checks import statements_of
from protocol.game.referee import Referee
from protocol.game.step_result import Accepted
from protocol.game.step_table import BALLOTED
from protocol.record.first_attendance import FirstAttendance
from protocol.record.first_closings import FirstClosingReader
from protocol.record.first_slips import (
    FirstClosing,
    FirstReturnSlip,
    read_first_envelope,
    read_first_returns,
)
from protocol.record.reading import Cursor, Gone, PartFault, Reading, ReadStep
from protocol.wire.bodies import FIRST_BODIES, proofs_of, read_body
from protocol.wire.envelope import Envelope, StepPoint


class FirstReading(Reading):
    """Reads a record of protocol version 1."""

    def __init__(self, charter: Charter, cache: Cache | None) -> None:
        """Begin before the first step."""
        super().__init__(charter, cache)
        self._referee = Referee(charter)
        self._point = StepPoint.first(charter.table_id, self._referee.digest())
        self._attendance = FirstAttendance(charter)

    @property
    def referee(self) -> Referee:
        """The public table after the steps read so far."""
        return self._referee

    @property
    def point(self) -> StepPoint:
        """The next step."""
        return self._point

    def read(self, cursor: Cursor) -> ReadStep | None:
        """Read a step, as `Reading.read`."""
        self.accepted = {}
        closing = self._closing(cursor)
        if closing is None:
            return None
        envelopes: list[Envelope] = []
        back: set[int] = set()
        for signer in self.referee.due.signers:
            if signer in (*closing.away, *closing.faulty):
                continue
            if cursor.is_done:
                # A game that stopped in the middle of a step: its messages so far are checked.
                return None
            envelope = self._owed(cursor.next(), signer, dict(closing.messages).get(signer))
            back |= {slip.signer for slip in self._returns(envelope)}
            envelopes.append(envelope)
        step = self.point.step
        after = self._attendance.close(step, closing.away, closing.faulty, back)
        marks = (closing.away, closing.faulty)
        head = self.point.head_after(tuple(envelopes), *marks)
        try:
            closed = self._referee.close(self.accepted, head, after)
        except RemoteProtocolError as error:
            raise PartFault(None, error) from error
        self._point = self.point.after(tuple(envelopes), self._referee.digest(), *marks)
        gone = Gone(closing.away, closing.faulty, tuple(sorted(back)))
        return ReadStep(tuple(envelopes), self.accepted, gone, closed.applied)

    def fault(self, envelope: Envelope) -> RemoteProtocolError | None:
        """Return the fault of a message, as `Reading.fault`."""
        try:
            if envelope.signer not in self.referee.due.signers:
                raise BadMessage(Reason.NOT_OWED, "step")
            if envelope.state != self.point.state:
                raise BadMessage(Reason.OTHER_STATE, "state")
            self._judge(envelope)
        except RemoteProtocolError as error:
            return error
        return None

    def _closing(self, cursor: Cursor) -> FirstClosing | None:
        """Read the closing of the step; None if the record ends before its proof does."""
        due = self.referee.due
        if not cursor.is_at_slip or due.kind not in BALLOTED:
            return FirstClosing(())
        reader = FirstClosingReader(
            self.point, self.peers, due.signers, self._attendance.voters, self._is_wrong
        )
        try:
            closing, cursor.at = reader.read(cursor.parts, cursor.at)
        except RemoteProtocolError as error:
            raise PartFault(None, error) from error
        return closing

    def _is_wrong(self, envelope: Envelope) -> bool:
        """Whether a message of the present step with a good signature fails a check."""
        error = self.fault(envelope)
        return error is not None and error.reason is not Reason.OTHER_STATE

    def _returns(self, envelope: Envelope) -> tuple[FirstReturnSlip, ...]:
        return read_first_returns(envelope, self.peers, self._attendance.may_return)

    def _owed(self, raw: bytes, signer: int, digest: bytes | None) -> Envelope:
        """Read and check the message that a signer owes, with that digest if a closing names it."""
        try:
            envelope = read_first_envelope(raw)
            self.require(envelope, signer)
            if digest not in (None, envelope.digest):
                raise BadMessage(Reason.WRONG_CLOSING, "message")
            self.accepted[signer] = self._judge(envelope)
        except RemoteProtocolError as error:
            raise PartFault(signer, error) from error
        return envelope

    def _judge(self, envelope: Envelope) -> Accepted:
        self._returns(envelope)
        body = read_body(envelope.body, FIRST_BODIES)
        statements = statements_of(self.referee, envelope.signer, body)
        proven = CheckJob(statements, proofs_of(body)).run(self.cache)
        self.referee.judge(body, proven)
        return Accepted(body, proven)
