"""Fault reports: a file that proves a protocol violation to anybody.

A report holds a claim (signer, step, reason), the signed messages it rests on, and the record of
the game up to that step. Nothing in it is secret, and equal reports are equal bytes. A reader
believes none of it: the record is replayed, and the messages are judged at its end.

Two contents for one step and head prove a fault by themselves. A single message proves one if it is
signed, names a head that is known, and fails the very check that is named. Two votes, or a vote and
a message, prove one if no honest program signs both; whatever they name and the record does not
contain is part of the report. A message of another past, or of another state of the same past,
proves that programs differ and blames nobody.

Reports of version 1 have the ballots of that version: two slips with different votes of one kind in
one ballot are a fault, and nothing is named.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Self

from engine.state import GameState
from engine.values import Value
from protocol.agreement.offences import Offence
from protocol.agreement.slips import is_slip
from protocol.agreement.statements import step_named
from protocol.charter import FIRST_PROTOCOL, Charter
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.jobs import Cache
from protocol.game.violations import REASONS
from protocol.record.first_slips import FirstVoteSlip, read_first_envelope, read_first_slip
from protocol.record.reading import ViewReading
from protocol.record.record import Replay, framed
from protocol.wire.codec import MAX_SIZE, Encodable, Reader, pack, unpack
from protocol.wire.envelope import SIGNER_LIMIT, STEP_LIMIT, Envelope

REPORT_HEADER: Final = b"bloodrage report 1\n"
BLAMELESS: Final = (Reason.OTHER_HEAD, Reason.OTHER_STATE)
"""Reasons that show that programs differ, and blame nobody."""
OFFENCES: Final = {
    reason: offence for offence, reason in REASONS.items() if offence is not Offence.C1
}
"""Reasons that votes prove, with those that the agreement has for them."""
_UNBOUND: Final = (Reason.TWO_MESSAGES, *OFFENCES)
"""Reasons that are proven by statements that need not be of the step at the end of the record."""
_LONGEST_REASON: Final = 32
_LENGTH: Final = 4
_PAIR: Final = 2
_WITH_GROUNDS: Final = 5
"""Parts of a claim whose report has more statements than the proof."""
_MOST_GROUNDS: Final = 1 << 14
"""Statements in a report beside the record and the proof."""


class Doubt(StrEnum):
    """Why a report proves nothing."""

    SHAPE = "shape"
    RECORD_END = "record-end"
    SIGNATURE = "signature"
    ONE_CONTENT = "one-content"
    OTHER_POINT = "other-point"
    NO_FAULT = "no-fault"
    OTHER_REASON = "other-reason"


class ProvesNothing(Exception):
    """A report that proves nothing.

    Attributes:
        doubt: the reason.
        name: the accused, "" if not even that can be read.
    """

    def __init__(self, doubt: Doubt, name: str = "") -> None:
        """Name the doubt."""
        super().__init__(doubt, name)
        self.doubt = doubt
        self.name = name


class FaultReport(Value):
    """A claim that a signer broke the protocol, with evidence.

    Attributes:
        signer: the accused.
        step: the step of the message, or the latest one that the votes name.
        reason: the offence.
        messages: one or two statements of the accused.
        record: the game before that step.
        grounds: what the statements name and the record does not contain, signed; in an order in
            which everything comes after what it is judged by, as far as that is possible.
    """

    signer: int
    step: int
    reason: Reason
    messages: tuple[bytes, ...]
    record: bytes
    grounds: tuple[bytes, ...] = ()

    def to_bytes(self) -> bytes:
        """Encode the report in its only form: the pair of an equivocation in rising order."""
        messages = sorted(self.messages)
        fields: tuple[Encodable, ...] = (self.signer, self.step, str(self.reason), len(messages))
        claim = pack((*fields, len(self.grounds)) if self.grounds else fields)
        parts = (claim, *messages, *self.grounds)
        return b"".join((REPORT_HEADER, *map(framed, parts), self.record))

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        """Decode a report, without checking its claim.

        Raises:
            ProvesNothing: it is no report, or not in its only form.
        """
        if not is_report(raw):
            raise ProvesNothing(Doubt.SHAPE)
        claim, at = _part(raw, len(REPORT_HEADER))
        try:
            reader = Reader(unpack(claim, "claim"), "claim")
            signer, step = reader.number(SIGNER_LIMIT), reader.number(STEP_LIMIT)
            reason = Reason(reader.text(_LONGEST_REASON))
            count = reader.number(_PAIR + 1)
            beside = reader.number(_MOST_GROUNDS) if len(reader) == _WITH_GROUNDS else 0
            reader.end()
        except (RemoteProtocolError, ValueError) as error:
            raise ProvesNothing(Doubt.SHAPE) from error
        parts: list[bytes] = []
        for _ in range(count + beside):
            part, at = _part(raw, at)
            parts.append(part)
        messages, grounds = tuple(parts[:count]), tuple(parts[count:])
        report = cls(signer, step, reason, messages, raw[at:], grounds)
        if report.to_bytes() != raw:
            raise ProvesNothing(Doubt.SHAPE)
        return report


def is_report(raw: bytes) -> bool:
    """Whether the bytes begin like a report, not like a record."""
    return raw.startswith(REPORT_HEADER)


def _part(raw: bytes, at: int) -> tuple[bytes, int]:
    size = int.from_bytes(raw[at : at + _LENGTH], "big")
    at += _LENGTH
    if not 0 < size <= MAX_SIZE or at + size > len(raw):
        raise ProvesNothing(Doubt.SHAPE)
    return raw[at : at + size], at + size


class Verdict(Value):
    """The facts that a report proves.

    Attributes:
        charter: the charter of the table.
        signer: the signer of the messages.
        step: the step they are for.
        reason: the fault in them; one of `BLAMELESS` if it is nobody's proven fault.
        place: the place in the message.
        places: the signer at each seat, empty before seats are drawn.
        state: the game before that step, or at the end of the record.
        ours: the head or state that follows from the record, empty if none was compared.
        theirs: the head or state that was signed.
    """

    charter: Charter
    signer: int
    step: int
    reason: Reason
    place: str
    places: tuple[int, ...]
    state: GameState | None
    ours: bytes = b""
    theirs: bytes = b""

    @property
    def blames(self) -> bool:
        """Whether a violation by the signer is proven."""
        return self.reason not in BLAMELESS


def judge_report(raw: bytes, cache: Cache | None = None) -> Verdict:
    """Replay the record of a report, and judge its messages at the end.

    Raises:
        ProvesNothing: the messages do not prove the claim.
        BrokenRecord: the record itself is not in order.
    """
    report = FaultReport.from_bytes(raw)
    replay = Replay(report.record, cache)
    _play(replay, report)
    charter = replay.charter
    if report.signer >= charter.players:
        raise ProvesNothing(Doubt.SHAPE)
    _hear(replay, report)
    error: RemoteProtocolError = BadMessage(report.reason, "votes")
    ours, theirs = b"", b""
    if isinstance(replay.reading, ViewReading) and report.reason in OFFENCES:
        _require_contradiction(replay.reading, report)
    elif report.reason is Reason.TWO_VOTES:
        error = _two_first_votes(replay, report)
    else:
        error, ours, theirs = _fault(replay, report, _signed(replay, report))
    referee = replay.referee
    return Verdict(
        charter,
        report.signer,
        report.step,
        error.reason,
        error.place,
        referee.places,
        referee.state,
        ours,
        theirs,
    )


def _play(replay: Replay, report: FaultReport) -> None:
    """Replay the record to its end: the step exactly, or not beyond it for a pair of messages."""
    while not replay.is_done:
        before = replay.point.step
        replay.step()
        if replay.point.step == before:
            raise ProvesNothing(Doubt.RECORD_END)
    step = replay.point.step
    is_unbound = report.reason in _UNBOUND or bool(report.grounds)
    if step > report.step or (step < report.step and not is_unbound):
        raise ProvesNothing(Doubt.RECORD_END)


def _hear(replay: Replay, report: FaultReport) -> None:
    """Take the statements that the proof rests on; a report of version 1 has none."""
    name = replay.charter.names[report.signer]
    for raw in report.grounds:
        if not isinstance(replay.reading, ViewReading):
            raise ProvesNothing(Doubt.SHAPE, name)
        try:
            replay.reading.hear(raw)
        except RemoteProtocolError as error:
            raise ProvesNothing(Doubt.SIGNATURE, name) from error


def _require_contradiction(reading: ViewReading, report: FaultReport) -> None:
    """Require that no honest program has signed the statements together, for the reason named."""
    name = reading.chronicle.charter.names[report.signer]
    if not report.messages:
        raise ProvesNothing(Doubt.SHAPE, name)
    try:
        said = [reading.statement(raw) for raw in report.messages]
    except RemoteProtocolError as error:
        raise ProvesNothing(Doubt.SIGNATURE, name) from error
    one, two = said[0], said[-1]
    if one is None or two is None:
        raise ProvesNothing(Doubt.OTHER_POINT, name)
    if {one.signer, two.signer} != {report.signer}:
        raise ProvesNothing(Doubt.SIGNATURE, name)
    if len(said) == _PAIR and one == two:
        raise ProvesNothing(Doubt.ONE_CONTENT, name)
    if report.step != max(step_named(one), step_named(two)):
        raise ProvesNothing(Doubt.OTHER_POINT, name)
    offence = reading.memory.court.contradiction(one, two)
    if offence is None:
        raise ProvesNothing(Doubt.NO_FAULT, name)
    if offence is not OFFENCES[report.reason]:
        raise ProvesNothing(Doubt.OTHER_REASON, name)


def _two_first_votes(replay: Replay, report: FaultReport) -> RemoteProtocolError:
    """Require two different votes of one kind in one ballot of version 1."""
    name = replay.charter.names[report.signer]
    if len(report.messages) != _PAIR:
        raise ProvesNothing(Doubt.SHAPE, name)
    first, second = (_vote(replay, report, raw, name) for raw in report.messages)
    if (first.subject, first.turn) != (second.subject, second.turn):
        raise ProvesNothing(Doubt.OTHER_POINT, name)
    if first.vote == second.vote:
        raise ProvesNothing(Doubt.ONE_CONTENT, name)
    return BadMessage(Reason.TWO_VOTES, "ballot")


def _vote(replay: Replay, report: FaultReport, raw: bytes, name: str) -> FirstVoteSlip:
    """Read a vote about the closing of that step of this table, signed by the accused."""
    if not is_slip(raw):
        raise ProvesNothing(Doubt.SHAPE, name)
    try:
        slip = read_first_slip(raw, replay.peers)
    except RemoteProtocolError as error:
        raise ProvesNothing(Doubt.SIGNATURE, name) from error
    if not isinstance(slip, FirstVoteSlip):
        raise ProvesNothing(Doubt.SHAPE, name)
    if slip.signer != report.signer:
        raise ProvesNothing(Doubt.SIGNATURE, name)
    if (slip.subject.table_id, slip.subject.step) != (replay.charter.table_id, report.step):
        raise ProvesNothing(Doubt.OTHER_POINT, name)
    return slip


def _signed(replay: Replay, report: FaultReport) -> list[Envelope]:
    """Read the messages, each signed by the accused for that step of this table."""
    name = replay.charter.names[report.signer]
    is_first = replay.charter.version == FIRST_PROTOCOL
    read = read_first_envelope if is_first else Envelope.from_bytes
    found: list[Envelope] = []
    for raw in report.messages:
        try:
            envelope = read(raw)
            envelope.verify(replay.peers[report.signer])
        except RemoteProtocolError as error:
            raise ProvesNothing(Doubt.SIGNATURE, name) from error
        where = (envelope.table_id, envelope.step, envelope.signer)
        if where != (replay.charter.table_id, report.step, report.signer):
            raise ProvesNothing(Doubt.OTHER_POINT, name)
        found.append(envelope)
    return found


def _require_pair(first: Envelope, second: Envelope, name: str) -> None:
    # The same answer in two views is one answer.
    if first.digest == second.digest:
        raise ProvesNothing(Doubt.ONE_CONTENT, name)
    if first.head != second.head:
        raise ProvesNothing(Doubt.OTHER_POINT, name)


def _fault(
    replay: Replay, report: FaultReport, envelopes: list[Envelope]
) -> tuple[RemoteProtocolError, bytes, bytes]:
    """Return the fault of the messages, and the values of the two programs if they differ."""
    name, point = replay.charter.names[report.signer], replay.point
    if len(envelopes) != 1 + (report.reason is Reason.TWO_MESSAGES):
        raise ProvesNothing(Doubt.SHAPE, name)
    first = envelopes[0]
    if report.reason is Reason.TWO_MESSAGES:
        _require_pair(first, envelopes[1], name)
        return BadMessage(Reason.TWO_MESSAGES, "step"), b"", b""
    if report.reason is Reason.OTHER_HEAD:
        if first.head == point.head:
            raise ProvesNothing(Doubt.NO_FAULT, name)
        return BadMessage(Reason.OTHER_HEAD, "head"), point.head, first.head
    is_known = isinstance(replay.reading, ViewReading) and replay.reading.knows(first)
    if first.head != point.head and not is_known:
        raise ProvesNothing(Doubt.OTHER_POINT, name)
    error = replay.fault(first)
    if error is None:
        raise ProvesNothing(Doubt.NO_FAULT, name)
    if error.reason is not report.reason:
        raise ProvesNothing(Doubt.OTHER_REASON, name)
    if error.reason is Reason.OTHER_STATE:
        return error, point.state, first.state
    return error, b"", b""
