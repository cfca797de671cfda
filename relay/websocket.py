"""WebSocket at the relay's port (RFC 6455), once the request to upgrade is read. Sans-I/O.

The payloads of all binary messages, one after the other, are the stream of frames that a plain
connection has; where a message begins and ends means nothing. Nothing is ever compressed. A message
is never collected, so its announced length costs nothing.

This module needs wsproto and h11. The server imports it when the first such connection arrives.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from wsproto import ConnectionType
from wsproto.connection import Connection as WebSocketFrames
from wsproto.events import BytesMessage, CloseConnection, Ping, TextMessage
from wsproto.frame_protocol import CloseReason

from protocol.framing import RefusalCode
from relay.addresses import source_of
from relay.connections import Connection
from relay.http_answers import NO_CLIENT_NAMED, http_answer
from relay.proxies import TrustedProxies
from relay.rooms import Rooms
from relay.upgrade_request import Answered, Upgraded, UpgradeRequest

_BINARY: Final = 0x82
"""The first byte of a binary message that is one frame (RFC 6455, 5.2)."""
_MASKED: Final = 0x80
_MASK_BYTES: Final = 4
_LEAST_MASKED: Final = 2 + _MASK_BYTES
"""Bytes of a masked message before its payload, without those of a longer length."""
_TWO_BYTES: Final = 126
"""The length that says that two bytes with the length follow; those below are the length."""
_EIGHT_BYTES: Final = 127
_MIDDLE: Final = 1 << 16
_HELD_BYTES: Final = 2_048
"""Bytes of an incomplete message that are held for the next read."""


class WebSocketTalk:
    """A connection that began with an HTTP request: the request, an answer to it or a WebSocket.

    `send` passes bytes to the socket and returns how many it took. With `proxies` the other side is
    one of them and has to say who its client is.
    """

    def __init__(
        self,
        rooms: Rooms,
        connection: Connection,
        send: Callable[[bytes], int],
        proxies: TrustedProxies | None = None,
    ) -> None:
        self._proxies: Final = proxies
        self._rooms: Final = rooms
        self._connection: Final = connection
        self._send: Final = send
        self._request: Final = UpgradeRequest()
        self._side: WebSocketSide | None = None
        self._is_answered = False

    @property
    def has_news(self) -> bool:
        """Whether something waits to be sent that is not from the rooms."""
        return self._side is not None and self._side.has_news

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes from the socket, cut anywhere."""
        if self._side is None:
            match self._request.receive(data):
                case Answered(answer):
                    self._is_answered = True
                    self._rooms.hang_up(self._connection, answer)
                case Upgraded(answer, rest, forwarded):
                    self._identify(forwarded, now)
                    if not self._connection.closing:
                        self._side = WebSocketSide(self._connection, self._send, answer)
                        self._receive(self._side, rest, now)
                case None:
                    pass
        else:
            self._receive(self._side, data, now)

    def flush(self) -> bool:
        """Send what waits for the other side; return whether nothing is left.

        The exceptions of `send` pass through and take nothing.
        """
        connection, side = self._connection, self._side
        if side is None:
            if not connection.closing:
                return True  # the greeting waits for the WebSocket
            self._refuse_request(connection)
            return connection.flush(self._send)
        if not connection.flush(side.take):
            return False
        if connection.closing:
            side.say_goodbye(_close_code(connection))
        return side.flush()

    def _receive(self, side: "WebSocketSide", data: bytes, now: int) -> None:
        connection = self._connection
        if stream := side.receive(data):
            side.unpaid -= self._rooms.receive(connection, stream, now)
        while side.unpaid > 0 and not connection.closing:
            side.unpaid -= 1
            if connection.allowance.take(0, now):
                self._rooms.hang_up(connection, RefusalCode.FLOOD)
        side.unpaid = 0
        if side.has_ended and not connection.closing:
            self._rooms.hang_up(connection)

    def _identify(self, forwarded: tuple[str, ...], now: int) -> None:
        if self._proxies is None:
            return
        client = self._proxies.client_of(forwarded)
        if client is None:
            self._is_answered = True
            answer = http_answer(HTTPStatus.BAD_REQUEST, NO_CLIENT_NAMED)
            self._rooms.hang_up(self._connection, answer)
        else:
            self._rooms.identify(self._connection, source_of(client), now)

    def _refuse_request(self, connection: Connection) -> None:
        if not self._is_answered:
            self._is_answered = True
            refusal = connection.refusal
            connection.close()
            sentence = "" if refusal is None else refusal.sentence
            connection.push(http_answer(HTTPStatus.SERVICE_UNAVAILABLE, sentence))


def _close_code(connection: Connection) -> int:
    refusal = connection.refusal
    if refusal is None:
        return CloseReason.NORMAL_CLOSURE
    is_going = refusal.code is RefusalCode.CLOSING
    return CloseReason.GOING_AWAY if is_going else CloseReason.POLICY_VIOLATION


class WebSocketSide:
    """The relay's side of an open WebSocket: the queue of a connection out, stream of frames in.

    `send` passes bytes to the socket and returns how many it took.
    """

    def __init__(self, connection: Connection, send: Callable[[bytes], int], answer: bytes) -> None:
        self._connection: Final = connection
        self._send: Final = send
        self._frames: Final = WebSocketFrames(ConnectionType.SERVER)
        self._first = answer  # must leave before anything else
        self._pong = b""
        self._held = b""  # the beginning of a message
        self._is_simple = True
        self._has_said_goodbye = False
        self.close_code: int | None = None
        """The code of the other side's close frame, or of its mistake."""
        self.unpaid = 0
        """WebSocket frames read for which no frame of the relay's has been counted."""

    @property
    def has_ended(self) -> bool:
        """Whether nothing that the other side sends is read any more."""
        return self.close_code is not None

    @property
    def has_news(self) -> bool:
        """Whether something waits to be sent that is not in the connection's queue."""
        return bool(self._first or self._pong)

    def receive(self, data: bytes) -> bytes:
        """Take bytes from the socket, cut anywhere; return those of the stream of frames.

        Whole messages, masked and in one frame each, are all that our clients send, and are read
        here: wsproto takes five times as long (tests/bench/relay.py). It reads everything from the
        first byte on that is something else, and judges what is wrong.
        """
        if not self._is_simple:
            return self._parsed(data)
        data, self._held = self._held + data, b""
        parts, end = _simple_messages(data)
        self.unpaid += len(parts)
        if end < len(data):
            if _is_beginning(data[end : end + _HELD_BYTES]):
                self._held = data[end:]
            else:
                self._is_simple = False
                parts.append(self._parsed(data[end:]))
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _parsed(self, data: bytes) -> bytes:
        parts: list[bytes | bytearray] = []
        self._frames.receive_data(data)
        for event in self._frames.events():
            match event:
                case BytesMessage(data=payload, frame_finished=is_whole):
                    parts.append(payload)
                    self.unpaid += is_whole
                case Ping():
                    self._pong = self._frames.send(event.response())  # only the last is owed
                    self.unpaid += 1
                case TextMessage():
                    self.close_code = CloseReason.UNSUPPORTED_DATA
                    break
                case CloseConnection(code=code):
                    self.close_code = code
                    break
                case _:  # a pong nobody asked for
                    self.unpaid += 1
        return b"".join(parts)

    def take(self, data: bytes) -> int:
        """Send a part of the connection's queue in messages; return the bytes taken of it.

        A message that has begun is finished by the calls that follow: its bytes are `promised`.
        """
        connection = self._connection
        if not connection.promised:
            if not self._first and not self._pong:
                head = _header(len(data))
                count = self._send(head + data)
                if count == len(head) + len(data):
                    return len(data)
                self._first = head[count:]
                connection.promised = len(data) - max(0, count - len(head))
                return len(data) - connection.promised
            self._first += self._pong + _header(len(data))
            self._pong = b""
            connection.promised = len(data)
        part = data if len(data) <= connection.promised else data[: connection.promised]
        first = self._first
        count = self._send(first + part) if first else self._send(part)
        self._first = first[count:]
        taken = max(0, count - len(first))
        connection.promised -= taken
        return taken

    def flush(self) -> bool:
        """Send what does not belong to the queue, which is empty; return whether all is sent."""
        if not self.has_news:
            return True
        self._first, self._pong = self._first + self._pong, b""
        self._first = self._first[self._send(self._first) :]
        return not self._first

    def say_goodbye(self, code: int) -> None:
        """Add the close frame to what is sent; once. The other side's code goes before `code`."""
        if not self._has_said_goodbye:
            self._has_said_goodbye = True
            goodbye = CloseConnection(code if self.close_code is None else self.close_code)
            self._first += self._pong + self._frames.send(goodbye)
            self._pong = b""


def _simple_messages(data: bytes) -> tuple[list[bytes], int]:
    """Return the payloads of the whole masked binary messages of one frame each, and their end."""
    found: list[bytes] = []
    end, size = 0, len(data)
    while size - end >= _LEAST_MASKED and data[end] == _BINARY:
        length, start = data[end + 1] - _MASKED, end + _LEAST_MASKED
        if length == _TWO_BYTES:
            start += 2
            length = int.from_bytes(data[end + 2 : end + 4], "big")
            if length < _TWO_BYTES:
                break
        elif not 0 <= length < _TWO_BYTES:
            break
        if start + length > size:
            break
        mask = data[start - _MASK_BYTES : start] * (length // _MASK_BYTES + 1)
        number = int.from_bytes(data[start : start + length], "big")
        found.append((number ^ int.from_bytes(mask[:length], "big")).to_bytes(length, "big"))
        end = start + length
    return found, end


def _is_beginning(data: bytes) -> bool:
    """Whether a masked binary message of one frame can begin like this, and is short enough."""
    if data[0] != _BINARY or len(data) >= _HELD_BYTES:
        return False
    if len(data) == 1 or _MASKED <= data[1] < _MASKED + _TWO_BYTES:
        return True
    return data[1] == _MASKED + _TWO_BYTES and (
        len(data) < 4 or int.from_bytes(data[2:4], "big") >= _TWO_BYTES  # noqa: PLR2004
    )


def _header(size: int) -> bytes:
    """Return the header of an unmasked binary message that is one frame (RFC 6455, 5.2)."""
    if size < _TWO_BYTES:
        return bytes((_BINARY, size))
    if size < _MIDDLE:
        return bytes((_BINARY, _TWO_BYTES)) + size.to_bytes(2, "big")
    return bytes((_BINARY, _EIGHT_BYTES)) + size.to_bytes(8, "big")
