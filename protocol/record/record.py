"""The record: a game as a file without secrets, which anybody can verify without the network.

It is a header line, then the charter and the envelopes in the order of steps and signers, each as
four bytes of length and the bytes themselves. The proof of a step closed without somebody
(`protocol.agreement.closings`) comes before its envelopes. No byte is unauthenticated: heads chain
the contents, and every signature is checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.state import GameState
from protocol.agreement.closings import ClosingReader
from protocol.agreement.signed_votes import ReturnSlip, is_slip, read_returns
from protocol.agreement.votes import Closing
from protocol.charter import READABLE, Charter
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.events import Applied
from protocol.game.jobs import Cache, CheckJob
from protocol.game.referee import NOBODY, Accepted, Gone, Referee, proofs_of
from protocol.game.step_table import BALLOTED, Due, StepKind
from protocol.record.ending import Unsigned, unsigned_by
from protocol.wire.bodies import read_body
from protocol.wire.codec import MAX_SIZE
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Peer

HEADER: Final = b"bloodrage record 1\n"
_LENGTH: Final = 4


class BrokenRecord(Exception):
    """The first fault in a record.

    Attributes:
        step: the step it belongs to; -1 before the first.
        signer: charter index of the seat, None if it is nobody's message.
        name: the seat's name in the charter, if known.
    """

    def __init__(self, step: int, signer: int | None, name: str, reason: Reason, place: str):
        """Name the fault."""
        super().__init__(step, signer, name, reason, place)
        self.step = step
        self.signer = signer
        self.name = name
        self.reason = reason
        self.place = place


@dataclass(frozen=True, slots=True)
class Verified:
    """A record that is right to its last byte.

    `closed` says that every seat present signed the result; otherwise the game stopped before its
    end. `away` are signers that were away then, `faulty` those with a proven fault. `unsigned` are
    the persons of the charter whose result is missing, and `end` is the head after the result.
    """

    charter: Charter
    places: tuple[int, ...]
    steps: int
    closed: bool
    state: GameState | None
    actions: int
    away: tuple[int, ...] = ()
    faulty: tuple[int, ...] = ()
    unsigned: tuple[Unsigned, ...] = ()
    end: bytes = b""

    @property
    def by_all(self) -> bool:
        """Whether every person of the charter signed the result, not only those present."""
        return self.closed and not self.unsigned

    @property
    def glory(self) -> tuple[int, ...]:
        """Glory by seat at the end of the record."""
        return () if self.state is None else tuple(clan.glory for clan in self.state.clans)


def write_record(charter: Charter, parts: Iterable[Envelope | bytes]) -> bytes:
    """Return the record of a game: the charter, then the parts of `Transcript.recorded` by step."""
    found = [HEADER, framed(charter.to_bytes())]
    found += [framed(part if isinstance(part, bytes) else part.to_bytes()) for part in parts]
    return b"".join(found)


def framed(raw: bytes) -> bytes:
    """Frame a part of a record: four bytes of length, then the bytes."""
    return len(raw).to_bytes(_LENGTH, "big") + raw


def split_record(raw: bytes, *, cut_off: bool = False) -> tuple[bytes, tuple[bytes, ...]]:
    """Split a record into the bytes of its charter and those of the other parts.

    With `cut_off`, leave out a last part that is not whole.

    Raises:
        BrokenRecord: not a record, or cut off.
    """
    if not raw.startswith(HEADER):
        raise BrokenRecord(-1, None, "", Reason.WRONG_SHAPE, "header")
    at = len(HEADER)
    parts: list[bytes] = []
    while at < len(raw):
        size = int.from_bytes(raw[at : at + _LENGTH], "big")
        at += _LENGTH
        if not 0 < size <= MAX_SIZE or at + size > len(raw):
            if cut_off and parts:
                break
            raise BrokenRecord(-1, None, "", Reason.WRONG_LENGTH, f"part[{len(parts)}]")
        parts.append(raw[at : at + size])
        at += size
    if not parts:
        raise BrokenRecord(-1, None, "", Reason.WRONG_LENGTH, "charter")
    return parts[0], tuple(parts[1:])


class Replay:
    """Replays a record step by step, checking everything.

    Attributes:
        referee: the public table after the steps replayed so far.
        charter: the players and the rules.
        accepted: the checked messages of the step replayed last, by signer.
        gone: signers whose owed message does not count in that step, and those back after it.
        point: the next step to be replayed.
        peers: the identity key of each signer.
        messages: the envelopes that closed the step replayed last, rising by signer.
        cache: proofs that were checked before, if any.
        unsigned: the persons that did not sign the result, once it is replayed.
        end: the head after the result, b"" before it is replayed.
    """

    def __init__(self, raw: bytes, cache: Cache | None = None) -> None:
        """Open a record; `cache` holds proofs that were checked before.

        Raises:
            BrokenRecord: not a record, or its charter is not in order.
        """
        charter, self._parts = split_record(raw)
        try:
            self.charter = Charter.from_bytes(charter, versions=READABLE)
        except RemoteProtocolError as error:
            raise BrokenRecord(-1, None, "", error.reason, error.place) from error
        self.referee = Referee(self.charter)
        self.point = StepPoint.first(self.charter.table_id, self.referee.digest())
        self.peers = tuple(Peer.of(hello.identity) for hello in self.charter.hellos)
        self.accepted: dict[int, Accepted] = {}
        self.gone = NOBODY
        self.messages: tuple[Envelope, ...] = ()
        self.cache = cache
        self.unsigned: tuple[Unsigned, ...] = ()
        self.end = b""
        self._at = 0

    @property
    def is_done(self) -> bool:
        """Whether every message of the record has been replayed."""
        return self._at >= len(self._parts)

    @property
    def left(self) -> tuple[bytes, ...]:
        """The parts of the record that have not been read yet."""
        return self._parts[self._at :]

    def feed(self, parts: tuple[bytes, ...]) -> None:
        """Read these parts next, in place of any that are left."""
        self._parts, self._at = parts, 0

    def step(self) -> tuple[Due, tuple[Applied, ...]]:
        """Replay one step; return its messages due, and the actions that took effect.

        Raises:
            BrokenRecord: the first fault in the step.
        """
        due = self.referee.due
        envelopes: list[Envelope] = []
        self.accepted = accepted = {}
        self.gone = NOBODY
        if not due.signers:
            raise self._broken(None, Reason.NOT_OWED, "after the end")
        closing = self._closing(due)
        if closing is None:
            return due, ()
        back: set[int] = set()
        for signer in due.signers:
            if signer in (*closing.away, *closing.faulty):
                continue
            if self.is_done:
                # A game that stopped in the middle of a step: its messages so far are checked.
                return due, ()
            envelope = self._read(signer, dict(closing.messages).get(signer))
            accepted[signer] = self._check(envelope)
            back |= {slip.signer for slip in self._returns(envelope)}
            envelopes.append(envelope)
        self.gone = Gone(closing.away, closing.faulty, tuple(sorted(back)))
        self.messages = tuple(envelopes)
        since = dict(self.referee.attendance.since)
        marks = (closing.away, closing.faulty)
        try:
            closed = self.referee.close(
                accepted, self.gone, self.point.head_after(self.messages, *marks)
            )
        except RemoteProtocolError as error:
            raise self._broken(None, error.reason, error.place) from error
        self.point = self.point.after(self.messages, self.referee.digest(), *marks)
        if due.kind is StepKind.RESULT:
            since = {**self.referee.attendance.since, **since}
            self.unsigned = unsigned_by(self.charter, accepted, since)
            self.end = self.point.head
        return due, closed.applied

    def _closing(self, due: Due) -> Closing | None:
        """Read the closing of the step; None if the record ends before its proof does."""
        if self.is_done or not is_slip(self._parts[self._at]) or due.kind not in BALLOTED:
            return Closing(())
        reader = ClosingReader(
            self.point, self.peers, due.signers, self.referee.attendance.voters, self._is_wrong
        )
        try:
            closing, self._at = reader.read(self._parts, self._at)
        except RemoteProtocolError as error:
            raise self._broken(None, error.reason, error.place) from error
        return closing

    def _is_wrong(self, envelope: Envelope) -> bool:
        """Whether a message of the present step with a good signature fails a check."""
        error = self.fault(envelope)
        return error is not None and error.reason is not Reason.OTHER_STATE

    def fault(self, envelope: Envelope) -> RemoteProtocolError | None:
        """Return the fault of a message of the present step whose signature and head are right."""
        try:
            if envelope.signer not in self.referee.due.signers:
                raise BadMessage(Reason.NOT_OWED, "step")
            if envelope.state != self.point.state:
                raise BadMessage(Reason.OTHER_STATE, "state")
            self._judge(envelope)
        except RemoteProtocolError as error:
            return error
        return None

    def _returns(self, envelope: Envelope) -> tuple[ReturnSlip, ...]:
        return read_returns(envelope, self.peers, self.referee.attendance)

    def _broken(self, signer: int | None, reason: Reason, place: str) -> BrokenRecord:
        name = "" if signer is None else self.charter.names[signer]
        return BrokenRecord(self.point.step, signer, name, reason, place)

    def _read(self, signer: int, digest: bytes | None) -> Envelope:
        raw = self._parts[self._at]
        self._at += 1
        try:
            envelope = Envelope.from_bytes(raw)
            if envelope.step != self.point.step or envelope.signer != signer:
                raise BadMessage(Reason.NOT_OWED, "step")
            envelope.verify(self.peers[signer])
            if envelope.table_id != self.point.table_id:
                raise BadMessage(Reason.OTHER_TABLE, "table")
            if envelope.head != self.point.head:
                raise BadMessage(Reason.OTHER_HEAD, "head")
            if envelope.state != self.point.state:
                raise BadMessage(Reason.OTHER_STATE, "state")
            if digest not in (None, envelope.digest):
                raise BadMessage(Reason.WRONG_CLOSING, "message")
        except RemoteProtocolError as error:
            raise self._broken(signer, error.reason, error.place) from error
        return envelope

    def _check(self, envelope: Envelope) -> Accepted:
        try:
            return self._judge(envelope)
        except RemoteProtocolError as error:
            raise self._broken(envelope.signer, error.reason, error.place) from error

    def _judge(self, envelope: Envelope) -> Accepted:
        self._returns(envelope)
        body = read_body(envelope.body)
        statements = self.referee.statements(envelope.signer, body)
        proven = CheckJob(statements, proofs_of(body)).run(self.cache)
        self.referee.judge(body, proven)
        return Accepted(body, proven)


def verify_record(raw: bytes, cache: Cache | None = None) -> Verified:
    """Check a whole record.

    Raises:
        BrokenRecord: the first fault, with step, seat and reason.
    """
    replay = Replay(raw, cache)
    actions = 0
    while not replay.is_done:
        _, applied = replay.step()
        actions += len(applied)
    kind = replay.referee.due.kind
    return Verified(
        replay.charter,
        replay.referee.places,
        replay.point.step,
        kind in (StepKind.CLOSED, StepKind.OPEN_KEY),
        replay.referee.state,
        actions,
        tuple(sorted(replay.referee.attendance.since)),
        tuple(sorted(replay.referee.attendance.proven)),
        replay.unsigned,
        replay.end,
    )
