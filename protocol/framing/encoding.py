"""Encoding frames as bytes and decoding them."""

import struct
from collections.abc import Callable
from typing import Final, NamedTuple, assert_never

from protocol.framing.frame_errors import (
    FrameEmpty,
    FrameMalformed,
    FrameNegative,
    FrameTooLarge,
    FrameTruncated,
    FrameUnknown,
    FramingError,
)
from protocol.framing.frames import (
    DeliverFrame,
    Frame,
    GapFrame,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    MembersFrame,
    PingFrame,
    PongFrame,
    ProbedFrame,
    ProbeFrame,
    RefusedFrame,
    SendFrame,
)
from protocol.framing.numbers import (
    ADDRESS_LIMIT,
    EPOCH_BYTES,
    MAGIC,
    PERMIT_BYTES,
    PING_BYTES,
    ROOM_ID_BYTES,
    SENTENCE_LIMIT,
    VERSION,
    FrameKind,
    Limit,
    ProbeResult,
    RefusalCode,
)

_LENGTH = struct.Struct(">i")
_HEADER = struct.Struct(">iB")
_GREETING = struct.Struct(f">{len(MAGIC)}sH")
_ONE_LIMIT = struct.Struct(">BQ")
_JOIN = struct.Struct(f">{ROOM_ID_BYTES}s{EPOCH_BYTES}sQ")
_JOINED = struct.Struct(f">{EPOCH_BYTES}sIQ")
_DELIVER = struct.Struct(">QI")
_DELIVER_WITH_HEADER = struct.Struct(">iBQI")
_GAP = struct.Struct(">Q")
_REFUSED = struct.Struct(">HIQ")
_PONG = struct.Struct(f">{PING_BYTES}sQ")
_NUMBER = struct.Struct(">I")
_PORT = struct.Struct(">H")
_SHORTEST_ADDRESS: Final = 2
_IN_ADDRESSES: Final = frozenset("0123456789abcdef:.")

HEADER_BYTES: Final = _HEADER.size
"""Bytes of a frame beyond its body."""

JOIN_LENGTH: Final = 1 + _JOIN.size + PERMIT_BYTES
"""Greatest length in the header of a JOIN; a relay reads no longer frame before it."""

SEND_OVERHEAD: Final = 1
"""Length in the header of a SEND beyond its payload."""

DELIVER_OVERHEAD: Final = 1 + _DELIVER.size
"""Length in the header of a DELIVER beyond its payload."""

_KINDS: Final = {int(kind): kind for kind in FrameKind}
_LIMITS: Final = {int(limit): limit for limit in Limit}


class RawFrame(NamedTuple):
    """A frame whose body has not been decoded."""

    kind: FrameKind
    body: bytes


class FrameReader:
    """Cuts a stream into frames: `feed` it incoming bytes, take complete frames.

    Holds at most one unfinished frame of `limit` bytes plus the bytes of the last `feed`. `limit`
    is the greatest length a header may announce; a change applies from the next frame on. After an
    error the stream stays unreadable: every call raises the same error.
    """

    __slots__ = ("_buffer", "_error", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._error: FramingError | None = None

    @property
    def held(self) -> int:
        """Number of bytes held: incomplete frames, and frames not taken yet."""
        return len(self._buffer)

    def feed(self, data: bytes | bytearray) -> None:
        """Add incoming bytes, in pieces of any size. Judges nothing."""
        self._buffer += data

    def next_raw(self) -> RawFrame | None:
        """Return the next complete frame with its body undecoded; None if more bytes are needed.

        Raises:
            FrameTooLarge, FrameEmpty, FrameNegative, FrameUnknown: the next bytes are no frame.
        """
        buffer = self._buffer
        if self._error is not None:
            raise self._error
        if len(buffer) < _LENGTH.size:
            return None
        length: int = _LENGTH.unpack_from(buffer)[0]
        if not 0 < length <= self.limit:
            raise self._failed(_wrong_length(length, self.limit))
        if len(buffer) < _HEADER.size:
            return None
        number = buffer[_LENGTH.size]
        kind = _KINDS.get(number)
        if kind is None:
            raise self._failed(FrameUnknown(number))
        end = _LENGTH.size + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[_HEADER.size : end])
        del buffer[:end]
        return RawFrame(kind, body)

    def next_frame(self) -> Frame | None:
        """Return the next complete frame; None if more bytes are needed.

        Raises:
            FramingError: the next bytes are no frame.
        """
        raw = self.next_raw()
        if raw is None:
            return None
        try:
            return decode(raw.kind, raw.body)
        except FrameMalformed as error:
            raise self._failed(error) from None

    def end(self) -> None:
        """End the stream.

        Raises:
            FrameTruncated: it ended within a frame.
        """
        if self._buffer:
            raise FrameTruncated(len(self._buffer))

    def _failed(self, error: FramingError) -> FramingError:
        self._error = error
        self._buffer.clear()
        return error


def _wrong_length(length: int, limit: int) -> FramingError:
    if length > limit:
        return FrameTooLarge(length, limit)
    return FrameNegative(length) if length < 0 else FrameEmpty()


def encode(frame: Frame) -> bytes:
    """Encode a frame, header included.

    The caller keeps its side of the layout; sizes that depend on a relay's limits are not checked.

    Raises:
        ValueError: a field does not fit its place.
    """
    try:
        kind, body = _body(frame)
    except struct.error as error:
        raise ValueError(str(error)) from None
    return _HEADER.pack(1 + len(body), kind) + body


def encode_deliver(cursor: int, member: int, payload: bytes) -> bytes:
    """Encode as `encode(DeliverFrame(...))` does, for the relay's innermost loop."""
    return (
        _DELIVER_WITH_HEADER.pack(
            DELIVER_OVERHEAD + len(payload), FrameKind.DELIVER, cursor, member
        )
        + payload
    )


def decode(kind: FrameKind, body: bytes) -> Frame:
    """Decode a frame from its kind and body.

    Raises:
        FrameMalformed: the body does not have the layout of its kind.
    """
    try:
        return _READERS[kind](body)
    except (struct.error, ValueError):
        raise FrameMalformed(kind) from None


def _body(frame: Frame) -> tuple[FrameKind, bytes]:  # noqa: C901, PLR0911, PLR0912
    match frame:
        case SendFrame(payload):
            return FrameKind.SEND, _sized(payload)
        case DeliverFrame(cursor, member, payload):
            return FrameKind.DELIVER, _DELIVER.pack(cursor, member) + _sized(payload)
        case GreetingFrame(version, limits):
            head = _GREETING.pack(MAGIC, version)
            return FrameKind.GREETING, head + b"".join(_ONE_LIMIT.pack(*limit) for limit in limits)
        case JoinFrame(room, epoch, cursor, permit):
            head = _JOIN.pack(_exact(room, ROOM_ID_BYTES), _exact(epoch, EPOCH_BYTES), cursor)
            return FrameKind.JOIN, head + _permit(permit)
        case JoinedFrame(epoch, member, cursor, permit):
            head = _JOINED.pack(_exact(epoch, EPOCH_BYTES), member, cursor)
            return FrameKind.JOINED, head + _permit(permit)
        case GapFrame(missing):
            return FrameKind.GAP, _GAP.pack(missing)
        case RefusedFrame(code, retry_ms, ordinal, sentence):
            return FrameKind.REFUSED, _REFUSED.pack(code, retry_ms, ordinal) + _printable(sentence)
        case PingFrame(token):
            return FrameKind.PING, _exact(token, PING_BYTES)
        case PongFrame(token, cursor):
            return FrameKind.PONG, _PONG.pack(_exact(token, PING_BYTES), cursor)
        case LeaveFrame():
            return FrameKind.LEAVE, b""
        case MembersFrame(numbers):
            return FrameKind.MEMBERS, b"".join(_NUMBER.pack(number) for number in numbers)
        case ProbeFrame(port):
            return FrameKind.PROBE, _PORT.pack(port)
        case ProbedFrame(result, address):
            return FrameKind.PROBED, bytes([result]) + _address(address).encode("ascii")
    assert_never(frame)


def _sized(payload: bytes) -> bytes:
    if not payload:
        raise ValueError("an empty payload")
    return payload


def _exact(field: bytes, size: int) -> bytes:
    if len(field) != size:  # struct would cut or pad it silently
        raise ValueError(f"{len(field)} bytes where {size} belong")
    return field


def _address(address: str) -> str:
    """Check the form of an address: it is shown to people, and its client reads it again."""
    is_size = _SHORTEST_ADDRESS <= len(address) <= ADDRESS_LIMIT
    if not (is_size and _IN_ADDRESSES.issuperset(address)):
        raise ValueError("not an address")
    return address


def _permit(permit: bytes) -> bytes:
    return _exact(permit, PERMIT_BYTES) if permit else b""


def _printable(sentence: str) -> bytes:
    # The sentence ends up on a terminal: no control characters, no look-alike letters.
    if not (0 < len(sentence) <= SENTENCE_LIMIT and sentence.isascii() and sentence.isprintable()):
        raise ValueError("not a printable ASCII sentence")
    return sentence.encode("ascii")


def _read_greeting(body: bytes) -> GreetingFrame:
    magic, version = _GREETING.unpack_from(body)
    if magic != MAGIC:
        raise ValueError("another magic")
    if version != VERSION:
        return GreetingFrame(version, ())
    pairs = list(_ONE_LIMIT.iter_unpack(body[_GREETING.size :]))
    numbers = [number for number, _ in pairs]
    if numbers != sorted(set(numbers)):
        raise ValueError("limits out of order")
    return GreetingFrame(
        version, tuple((_LIMITS[number], value) for number, value in pairs if number in _LIMITS)
    )


def _read_join(body: bytes) -> JoinFrame:
    room, epoch, cursor = _JOIN.unpack_from(body)
    return JoinFrame(room, epoch, cursor, _permit(body[_JOIN.size :]))


def _read_joined(body: bytes) -> JoinedFrame:
    epoch, member, cursor = _JOINED.unpack_from(body)
    return JoinedFrame(epoch, member, cursor, _permit(body[_JOINED.size :]))


def _read_send(body: bytes) -> SendFrame:
    return SendFrame(_sized(body))


def _read_deliver(body: bytes) -> DeliverFrame:
    cursor, member = _DELIVER.unpack_from(body)
    return DeliverFrame(cursor, member, _sized(body[_DELIVER.size :]))


def _read_gap(body: bytes) -> GapFrame:
    return GapFrame(*_GAP.unpack(body))


def _read_refused(body: bytes) -> RefusedFrame:
    number, retry_ms, ordinal = _REFUSED.unpack_from(body)
    sentence = body[_REFUSED.size :].decode("ascii")
    _printable(sentence)
    return RefusedFrame(RefusalCode(number), retry_ms, ordinal, sentence)


def _read_ping(body: bytes) -> PingFrame:
    return PingFrame(_exact(body, PING_BYTES))


def _read_pong(body: bytes) -> PongFrame:
    return PongFrame(*_PONG.unpack(body))


def _read_leave(body: bytes) -> LeaveFrame:
    _exact(body, 0)
    return LeaveFrame()


def _read_members(body: bytes) -> MembersFrame:
    numbers = tuple(number for (number,) in _NUMBER.iter_unpack(body))
    if list(numbers) != sorted(set(numbers)):
        raise ValueError("members out of order")
    return MembersFrame(numbers)


def _read_probe(body: bytes) -> ProbeFrame:
    (port,) = _PORT.unpack(body)
    if not port:
        raise ValueError("no port")
    return ProbeFrame(port)


def _read_probed(body: bytes) -> ProbedFrame:
    number, address = _sized(body)[0], body[1:].decode("ascii")
    return ProbedFrame(ProbeResult(number), _address(address))


_READERS: Final[dict[FrameKind, Callable[[bytes], Frame]]] = {
    FrameKind.GREETING: _read_greeting,
    FrameKind.JOIN: _read_join,
    FrameKind.JOINED: _read_joined,
    FrameKind.SEND: _read_send,
    FrameKind.DELIVER: _read_deliver,
    FrameKind.GAP: _read_gap,
    FrameKind.REFUSED: _read_refused,
    FrameKind.PING: _read_ping,
    FrameKind.PONG: _read_pong,
    FrameKind.LEAVE: _read_leave,
    FrameKind.MEMBERS: _read_members,
    FrameKind.PROBE: _read_probe,
    FrameKind.PROBED: _read_probed,
}
