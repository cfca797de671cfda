"""Fault reports: a file that proves a protocol violation to anybody.

A report holds a claim (signer, step, reason), the signed messages it rests on, and the record of
the game up to that step. Nothing in it is secret, and equal reports are equal bytes. A reader
believes none of it: the record is replayed, and the messages are judged at its end.

Two contents for one step and head prove a fault by themselves, and so do two slips with different
votes of one kind in one ballot. A single message proves one if it is signed, names the head of the
record, and fails the very check that is named. A message of another past, or of another state of
the same past, proves that programs differ and blames nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from engine.state import GameState
from protocol.agreement.contradictions import turn_of
from protocol.agreement.signed_votes import VoteSlip, is_slip, read_slip
from protocol.charter import Charter
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.jobs import Cache
from protocol.record.record import Replay, framed
from protocol.wire.codec import MAX_SIZE, Reader, pack, unpack
from protocol.wire.envelope import SIGNER_LIMIT, STEP_LIMIT, Envelope

REPORT_HEADER: Final = b"bloodrage report 1\n"
BLAMELESS: Final = (Reason.OTHER_HEAD, Reason.OTHER_STATE)
"""Reasons that show that programs differ, and blame nobody."""
_TWICE: Final = (Reason.TWO_MESSAGES, Reason.TWO_VOTES)
"""Reasons that two messages prove by themselves, without the game before them."""
_LONGEST_REASON: Final = 32
_LENGTH: Final = 4
_PAIR: Final = 2


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


@dataclass(frozen=True, slots=True)
class FaultReport:
    """A claim that a signer broke the protocol, with evidence; `record` is the game before it."""

    signer: int
    step: int
    reason: Reason
    messages: tuple[bytes, ...]
    record: bytes

    def to_bytes(self) -> bytes:
        """Encode the report in its only form: the pair of an equivocation in rising order."""
        messages = sorted(self.messages)
        claim = pack((self.signer, self.step, str(self.reason), len(messages)))
        return b"".join(
            (REPORT_HEADER, framed(claim), *(framed(raw) for raw in messages), self.record)
        )

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
            reader.end()
        except (RemoteProtocolError, ValueError) as error:
            raise ProvesNothing(Doubt.SHAPE) from error
        messages: list[bytes] = []
        for _ in range(count):
            message, at = _part(raw, at)
            messages.append(message)
        report = cls(signer, step, reason, tuple(messages), raw[at:])
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


@dataclass(frozen=True, slots=True)
class Verdict:
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
    if report.reason is Reason.TWO_VOTES:
        error, ours, theirs = _two_votes(replay, report), b"", b""
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
    if step > report.step or (step < report.step and report.reason not in _TWICE):
        raise ProvesNothing(Doubt.RECORD_END)


def _two_votes(replay: Replay, report: FaultReport) -> RemoteProtocolError:
    """Require two different votes of one kind in one ballot."""
    name = replay.charter.names[report.signer]
    if len(report.messages) != _PAIR:
        raise ProvesNothing(Doubt.SHAPE, name)
    first, second = (_vote(replay, report, raw, name) for raw in report.messages)
    if (first.subject, turn_of(first)) != (second.subject, turn_of(second)):
        raise ProvesNothing(Doubt.OTHER_POINT, name)
    if first.vote == second.vote:
        raise ProvesNothing(Doubt.ONE_CONTENT, name)
    return BadMessage(Reason.TWO_VOTES, "ballot")


def _vote(replay: Replay, report: FaultReport, raw: bytes, name: str) -> VoteSlip:
    """Read a vote about the closing of that step of this table, signed by the accused."""
    if not is_slip(raw):
        raise ProvesNothing(Doubt.SHAPE, name)
    try:
        slip = read_slip(raw, replay.peers)
    except RemoteProtocolError as error:
        raise ProvesNothing(Doubt.SIGNATURE, name) from error
    if not isinstance(slip, VoteSlip):
        raise ProvesNothing(Doubt.SHAPE, name)
    if slip.vote.signer != report.signer:
        raise ProvesNothing(Doubt.SIGNATURE, name)
    if (slip.subject.table_id, slip.subject.step) != (replay.charter.table_id, report.step):
        raise ProvesNothing(Doubt.OTHER_POINT, name)
    return slip


def _signed(replay: Replay, report: FaultReport) -> list[Envelope]:
    """Read the messages, each signed by the accused for that step of this table."""
    name = replay.charter.names[report.signer]
    found: list[Envelope] = []
    for raw in report.messages:
        try:
            envelope = Envelope.from_bytes(raw)
            envelope.verify(replay.peers[report.signer])
        except RemoteProtocolError as error:
            raise ProvesNothing(Doubt.SIGNATURE, name) from error
        where = (envelope.table_id, envelope.step, envelope.signer)
        if where != (replay.charter.table_id, report.step, report.signer):
            raise ProvesNothing(Doubt.OTHER_POINT, name)
        found.append(envelope)
    return found


def _require_pair(first: Envelope, second: Envelope, name: str) -> None:
    if first.content == second.content:
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
    if first.head != point.head:
        raise ProvesNothing(Doubt.OTHER_POINT, name)
    error = replay.fault(first)
    if error is None:
        raise ProvesNothing(Doubt.NO_FAULT, name)
    if error.reason is not report.reason:
        raise ProvesNothing(Doubt.OTHER_REASON, name)
    if error.reason is Reason.OTHER_STATE:
        return error, point.state, first.state
    return error, b"", b""
