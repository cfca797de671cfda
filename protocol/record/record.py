"""The record: a game as a file without secrets, which anybody can verify without the network.

It is a header line, then the charter and the envelopes in the order of steps and signers, each as
four bytes of length and the bytes themselves. The proof of a step closed without somebody
(`protocol.record.first_closings`) comes before its envelopes. No byte is unauthenticated: heads
chain the contents, and every signature is checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.state import GameState
from engine.values import Value
from protocol.charter import FIRST_PROTOCOL, READABLE, Charter
from protocol.errors import Reason, RemoteProtocolError
from protocol.game.events import Applied
from protocol.game.jobs import Cache
from protocol.game.referee import Referee
from protocol.game.step_result import Accepted
from protocol.game.step_table import Due, StepKind
from protocol.record.ending import Unsigned, unsigned_by
from protocol.record.first_reading import FirstReading
from protocol.record.reading import NOBODY, Cursor, PartFault, Reading, ViewReading
from protocol.wire.codec import MAX_SIZE
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Peer

HEADER: Final = b"bloodrage record 1\n"
_LENGTH: Final = 4
_LOST: Final = 16
"""Zeros at the end of a file that no message ends with: a disk wrote its length, not its bytes."""


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


class Verified(Value):
    """A record that is right to its last byte.

    `closed` says that every seat present signed the result; otherwise the game stopped before its
    end. `away` are signers that were away then, `faulty` those with a proven fault. `unsigned` are
    the persons of the charter whose result is missing, and `end` is the head after the result.
    `cut_off` says that the file has lost its tail: all is right up to there.
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
    cut_off: bool = False

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


def without_tail(raw: bytes) -> bytes:
    """Return a record without a last part that is not whole, as a crash or a full disk leaves it.

    The file ends within the part, or has only zeros from somewhere in the part on. Anything else is
    no lost tail: the bytes are returned as they are.
    """
    end = len(raw.rstrip(b"\0"))
    if len(raw) - end < _LOST:
        end = len(raw)
    at = len(HEADER)
    while at + _LENGTH <= end:
        size = int.from_bytes(raw[at : at + _LENGTH], "big")
        if not 0 < size <= MAX_SIZE:
            return raw
        if at + _LENGTH + size > end:
            break
        at += _LENGTH + size
    return raw[:at]


class Replay:
    """Replays a record step by step, checking everything.

    Attributes:
        charter: the players and the rules.
        accepted: the checked messages of the step replayed last, by signer.
        gone: signers whose owed message does not count in that step, and those back after it.
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
        charter, parts = split_record(raw)
        try:
            self.charter = Charter.from_bytes(charter, versions=READABLE)
        except RemoteProtocolError as error:
            raise BrokenRecord(-1, None, "", error.reason, error.place) from error
        reading = FirstReading if self.charter.version == FIRST_PROTOCOL else ViewReading
        self.reading: Reading = reading(self.charter, cache)
        self.gone = NOBODY
        self.messages: tuple[Envelope, ...] = ()
        self.cache = cache
        self.unsigned: tuple[Unsigned, ...] = ()
        self.end = b""
        self._cursor = Cursor(parts)

    @property
    def referee(self) -> Referee:
        """The public table after the steps replayed so far."""
        return self.reading.referee

    @property
    def point(self) -> StepPoint:
        """The next step to be replayed."""
        return self.reading.point

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The identity key of each signer."""
        return self.reading.peers

    @property
    def accepted(self) -> dict[int, Accepted]:
        """The checked messages of the step replayed last, by signer."""
        return self.reading.accepted

    @property
    def is_done(self) -> bool:
        """Whether every message of the record has been replayed."""
        return self._cursor.is_done

    @property
    def left(self) -> tuple[bytes, ...]:
        """The parts of the record that have not been read yet."""
        return self._cursor.parts[self._cursor.at :]

    def feed(self, parts: tuple[bytes, ...]) -> None:
        """Read these parts next, in place of any that are left."""
        self._cursor = Cursor(parts)

    def step(self) -> tuple[Due, tuple[Applied, ...]]:
        """Replay one step; return its messages due, and the actions that took effect.

        Raises:
            BrokenRecord: the first fault in the step.
        """
        due = self.referee.due
        self.gone = NOBODY
        if not due.signers:
            raise self._broken(None, Reason.NOT_OWED, "after the end")
        since = dict(self.referee.attendance.since)
        try:
            read = self.reading.read(self._cursor)
        except PartFault as fault:
            raise self._broken(fault.signer, fault.error.reason, fault.error.place) from fault
        if read is None:
            return due, ()
        self.gone, self.messages = read.gone, read.messages
        if due.kind is StepKind.RESULT:
            since = {**self.referee.attendance.since, **since}
            self.unsigned = unsigned_by(self.charter, read.accepted, since)
            self.end = self.point.head
        return due, read.applied

    def fault(self, envelope: Envelope) -> RemoteProtocolError | None:
        """Return the fault of a message of the present step whose signature and head are right."""
        return self.reading.fault(envelope)

    def _broken(self, signer: int | None, reason: Reason, place: str) -> BrokenRecord:
        name = "" if signer is None else self.charter.names[signer]
        return BrokenRecord(self.point.step, signer, name, reason, place)


def verify_record(raw: bytes, cache: Cache | None = None, *, cut_off: bool = False) -> Verified:
    """Check a whole record; with `cut_off`, also one that has lost its tail, as far as it goes.

    Raises:
        BrokenRecord: the first fault, with step, seat and reason.
    """
    kept = without_tail(raw) if cut_off else raw
    replay = Replay(kept, cache)
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
        len(kept) < len(raw),
    )
