"""Reading the steps of a record: the parts still to be read, and the reader of today's version.

A step that closed by itself is its messages, by signer. If a view closed it, they come after what
proves it: the decisions since the last step that a view closed (each a proposal and the acceptances
that decide it), then the messages that these name and that are nowhere else in the record. Nothing
of a decision is believed: the reader computes its outcome from its freezes, as a seat does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from engine.values import Value
from protocol.agreement.pasts import AbsenceMark, Head, SignedAnswer, StepEnd
from protocol.agreement.slips import ReturnSlip, VoteOfView, is_slip, read_slip
from protocol.agreement.statements import Statement
from protocol.agreement.vote_memory import VoteMemory
from protocol.charter import Charter
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.chronicle import Chapter, Chronicle, Verdict, court_of, examine
from protocol.game.events import Applied
from protocol.game.jobs import Cache, CheckJob
from protocol.game.referee import Referee
from protocol.game.step_result import Accepted
from protocol.wire.bodies import proofs_of
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Peer

_NOBODY: Final = -1
"""The person of a memory that only reads."""


class Gone(Value):
    """Signers whose owed message a closed step does not count, and signers that are back after it.

    `faulty` are those proven to lie.
    """

    away: tuple[int, ...] = ()
    faulty: tuple[int, ...] = ()
    back: tuple[int, ...] = ()


NOBODY: Final = Gone()


class ReadStep(Value):
    """A step as a record closes it: its messages by signer, checked, and the consequences."""

    messages: tuple[Envelope, ...]
    accepted: dict[int, Accepted]
    gone: Gone
    applied: tuple[Applied, ...]


class PartFault(Exception):
    """A part that breaks a record.

    Attributes:
        signer: the charter index of the seat, None if it is nobody's message.
        error: the fault.
    """

    def __init__(self, signer: int | None, error: RemoteProtocolError) -> None:
        """Name the fault."""
        super().__init__(signer, error)
        self.signer = signer
        self.error = error


class Cursor:
    """The parts of a record, and the next one to be read."""

    def __init__(self, parts: tuple[bytes, ...]) -> None:
        """Begin with the first part."""
        self.parts = parts
        self.at = 0

    @property
    def is_done(self) -> bool:
        """Whether every part was read."""
        return self.at >= len(self.parts)

    @property
    def is_at_slip(self) -> bool:
        """Whether the next part is a slip."""
        return not self.is_done and is_slip(self.parts[self.at])

    def next(self) -> bytes:
        """Read a part."""
        self.at += 1
        return self.parts[self.at - 1]


class Reading(ABC):
    """Reads a record of one version, step by step.

    Attributes:
        peers: the identity key of each signer.
        cache: proofs that were checked before, if any.
        accepted: the checked messages of the step that is read, by signer.
    """

    def __init__(self, charter: Charter, cache: Cache | None) -> None:
        """Begin before the first step."""
        self.peers = tuple(Peer.of(hello.identity) for hello in charter.hellos)
        self.cache = cache
        self.accepted: dict[int, Accepted] = {}

    @property
    @abstractmethod
    def referee(self) -> Referee:
        """The public table after the steps read so far."""

    @property
    @abstractmethod
    def point(self) -> StepPoint:
        """The next step."""

    @abstractmethod
    def read(self, cursor: Cursor) -> ReadStep | None:
        """Read a step; None if the record ends within it.

        Raises:
            PartFault: the first fault in the step.
        """

    @abstractmethod
    def fault(self, envelope: Envelope) -> RemoteProtocolError | None:
        """Return the fault of a message of the present step whose signature and head are right."""

    def require(self, envelope: Envelope, signer: int) -> None:
        """Require that a message is that of a signer for the present step and head.

        Raises:
            RemoteProtocolError: it is another one.
        """
        point = self.point
        if envelope.step != point.step or envelope.signer != signer:
            raise BadMessage(Reason.NOT_OWED, "step")
        envelope.verify(self.peers[signer])
        if envelope.table_id != point.table_id:
            raise BadMessage(Reason.OTHER_TABLE, "table")
        if envelope.head != point.head:
            raise BadMessage(Reason.OTHER_HEAD, "head")
        if envelope.state != point.state:
            raise BadMessage(Reason.OTHER_STATE, "state")


class ViewReading(Reading):
    """Reads a record of protocol version 2.

    Attributes:
        here: the chapter before the next step.
        memory: the votes read so far.
    """

    def __init__(self, charter: Charter, cache: Cache | None) -> None:
        """Begin before the first step."""
        super().__init__(charter, cache)
        self.chronicle = Chronicle(charter, keeps_all=True)
        self.here = self.chronicle.chapter(self.chronicle.root)
        self.memory = VoteMemory(court_of(charter, self.chronicle), _NOBODY, keeps_all=True)
        self._slips: list[VoteOfView] = []

    @property
    def referee(self) -> Referee:
        """The public table after the steps read so far."""
        return self.here.referee

    @property
    def point(self) -> StepPoint:
        """The next step."""
        return self.here.point

    def read(self, cursor: Cursor) -> ReadStep | None:
        """Read a step, as `Reading.read`."""
        self.accepted = {}
        head = self._by_view(cursor) if cursor.is_at_slip else self._by_itself(cursor)
        if head is None:
            return None
        self._slips.clear()
        before = self.here
        attendance = before.referee.attendance
        try:
            self.here = self.chronicle.chapter(head)
        except RemoteProtocolError as error:
            raise PartFault(None, error) from error
        self.memory.head = head
        messages = tuple(before.envelope(answer) for answer in head.answers)
        self.accepted = {answer.signer: before.right[answer.digest] for answer in head.answers}
        marks = head.closing.marks if head.closing is not None else ()
        gone = Gone(
            tuple(signer for signer, mark in marks if mark is not AbsenceMark.FAULTY),
            tuple(signer for signer, mark in marks if mark is AbsenceMark.FAULTY),
            attendance.returning(self.here.referee.attendance),
        )
        return ReadStep(messages, self.accepted, gone, self.here.result.applied)

    def fault(self, envelope: Envelope) -> RemoteProtocolError | None:
        """Return the fault of a message on any head known here, as `Reading.fault`."""
        chapter = self.chronicle.chapters.get(envelope.head, self.here)
        _, verdict = self._judge(chapter, envelope)
        return verdict if isinstance(verdict, RemoteProtocolError) else None

    def knows(self, envelope: Envelope) -> bool:
        """Whether the head that a message names is known, with its step."""
        return self.chronicle.head_of(envelope.step, envelope.head) is not None

    def statement(self, raw: bytes) -> Statement | None:
        """Take a signed statement and return it; None if something that it names is not here.

        Raises:
            RemoteProtocolError: nobody signed it for this table.
        """
        self.hear(raw)
        if is_slip(raw):
            slip = read_slip(raw, self.peers)
            return None if isinstance(slip, ReturnSlip) else self.memory.resolved(slip)
        envelope = Envelope.from_bytes(raw)
        chapter = self.chronicle.chapters.get(envelope.head)
        answer = chapter.answers.get(envelope.digest) if chapter is not None else None
        if chapter is None or answer is None or envelope.step != chapter.head.step:
            return None
        verdict = chapter.verdict(answer.digest)
        return self.chronicle.judged(chapter, envelope, answer, verdict)

    def hear(self, raw: bytes) -> None:
        """Take a statement that is no message of the record: a vote, or what a vote names.

        Raises:
            RemoteProtocolError: nobody signed it for this table.
        """
        if is_slip(raw):
            slip = read_slip(raw, self.peers)
            if isinstance(slip, ReturnSlip) or slip.table_id != self.point.table_id:
                raise BadMessage(Reason.WRONG_KIND, "slip")
            self._slips.append(slip)
        else:
            envelope = Envelope.from_bytes(raw)
            if envelope.table_id != self.point.table_id:
                raise BadMessage(Reason.OTHER_TABLE, "table")
            if envelope.signer >= len(self.peers):
                raise BadMessage(Reason.NOT_SEATED, "signer")
            envelope.verify(self.peers[envelope.signer])
            self.chronicle.early.keep(envelope, self.point.step)
            name = envelope.step, envelope.head
            if self.chronicle.head_of(*name) is None and not self.chronicle.grow([name]):
                return  # Nothing else is new: a file full of such messages is read in one go.
        self._look()

    def _look(self) -> None:
        """Judge the messages whose head is known, and all votes that can be judged by now."""
        chronicle = self.chronicle
        while True:
            for envelope in chronicle.early.take():
                chapter = chronicle.chapters[envelope.head]
                answer, verdict = self._judge(chapter, envelope)
                if isinstance(verdict, BadMessage) and verdict.reason is Reason.OTHER_STATE:
                    continue  # That proves nothing: programs may differ.
                self.memory.learn(chronicle.judged(chapter, envelope, answer, verdict))
            for proposal in self.memory.votes.proposals():
                outcome = self.memory.court.outcome(proposal)
                if outcome is not None:
                    chronicle.chapter(outcome.head)
            # In order and all of them, though of one signer only the last would wait; each once,
            # for a vote that does not count is forgotten again.
            learned = [slip for slip in self._slips if self.memory.learn(slip)]
            self._slips = [slip for slip in self._slips if slip not in learned]
            named = (*chronicle.early.heads(), *self.memory.wanted_heads())
            is_any = chronicle.grow(named) or bool(learned)
            if not is_any and not chronicle.early.has_due:
                return

    def _by_itself(self, cursor: Cursor) -> Head | None:
        answers = []
        for signer in self.referee.due.signers:
            if cursor.is_done:
                # A game that stopped in the middle of a step: its messages so far are checked.
                return None
            answers.append(self._owed(cursor.next(), signer))
        return self.here.head.after(StepEnd(tuple(answers)))

    def _owed(self, raw: bytes, signer: int) -> SignedAnswer:
        """Read and check the message that a signer owes in the present step."""
        try:
            envelope = Envelope.from_bytes(raw)
            self.require(envelope, signer)
        except RemoteProtocolError as error:
            raise PartFault(signer, error) from error
        answer, verdict = self._judge(self.here, envelope)
        if isinstance(verdict, RemoteProtocolError):
            raise PartFault(signer, verdict)
        self.memory.learn(self.chronicle.judged(self.here, envelope, answer, verdict))
        self.accepted[signer] = verdict
        return answer

    def _judge(self, chapter: Chapter, envelope: Envelope) -> tuple[SignedAnswer, Verdict]:
        try:
            found = examine(chapter, envelope, self.peers)
        except RemoteProtocolError as error:
            return SignedAnswer(envelope.signer, chapter.head, envelope.digest), error
        answer = SignedAnswer(envelope.signer, chapter.head, envelope.digest, found.returns)
        try:
            proven = CheckJob(found.statements, proofs_of(found.body)).run(self.cache)
            chapter.referee.judge(found.body, proven)
        except RemoteProtocolError as error:
            return answer, error
        return answer, Accepted(found.body, proven)

    def _by_view(self, cursor: Cursor) -> Head | None:
        """Read the decisions that close the step; None if the record ends before they do."""
        while not cursor.is_done:
            self._hear_part(cursor.next())
            head = self._decided()
            if head is not None:
                self._hear_rest(cursor, head)
                return head
        return None

    def _hear_rest(self, cursor: Cursor, after: Head) -> None:
        """Hear the messages of a decision's proof that were not needed to judge it.

        What the proof names may be a message that is known from an earlier part, signed once more
        in another view. Messages on the head `after` are the next step.
        """
        while not cursor.is_done and not cursor.is_at_slip:
            raw = cursor.parts[cursor.at]
            try:
                envelope = Envelope.from_bytes(raw)
            except RemoteProtocolError:
                return
            chapter = self.chronicle.chapters.get(envelope.head)
            is_next = envelope.head == after.digest
            if is_next or chapter is None or not chapter.is_judged(envelope.digest):
                return
            self._hear_part(cursor.next())

    def _hear_part(self, raw: bytes) -> None:
        try:
            self.hear(raw)
        except RemoteProtocolError as error:
            raise PartFault(None, error) from error

    def _decided(self) -> Head | None:
        """Return the head after the present step, if a decision that was read closes it."""
        for proposal in self.memory.proposals():
            outcome = self.memory.court.outcome(proposal)
            if outcome is None or not self.memory.is_decided(proposal):
                continue
            if outcome.tip == self.here.head and not outcome.is_resume:
                self.memory.base = proposal
                return outcome.head
        return None
