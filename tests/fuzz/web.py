"""Fuzz targets for HTTP requests and WebSocket messages at a relay's port."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from protocol.framing import JOIN_LENGTH, JoinFrame, SendFrame, encode
from relay.connections import Connection
from relay.limits import Limits
from relay.rooms import Rooms
from relay.websocket import WebSocketTalk

_REQUEST: Final = (
    b"GET /path HTTP/1.1\r\nHost: relay.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_MASK: Final = b"\x37\xfa\x21\x3d"
_MOST_HELD: Final = Limits().frame_bytes + JOIN_LENGTH


def websocket(raw: bytes) -> None:
    """Read a request and the messages after it, in two pieces, and answer them."""
    rooms = Rooms(Limits(), b"salt")
    connection = rooms.connect("somebody", 0)
    assert isinstance(connection, Connection)
    talk = WebSocketTalk(rooms, connection, len)
    for piece in (raw[: len(raw) // 2], raw[len(raw) // 2 :]):
        if piece and not connection.closing:
            talk.receive(piece, 0)
            while not talk.flush():
                pass
    assert connection.frames.held <= _MOST_HELD
    rooms.lost(connection, 0)
    assert rooms.connections == 0


def web_seeds() -> dict[str, list[bytes]]:
    """Return the corpus of each target."""
    join = _message(0x82, encode(JoinFrame(bytes(32), bytes(8), 0)))
    sent = _message(0x82, encode(SendFrame(bytes(200))))
    parts = _message(0x02, encode(SendFrame(b"in two"))[:5]), _message(0x80, b"\x04in two"[1:])
    return {
        "websocket": [
            b"GET / HTTP/1.1\r\nHost: relay.example\r\n\r\n",
            b"HEAD / HTTP/1.0\r\n\r\n",
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi",
            _REQUEST.replace(b"\r\n\r\n", b"\r\nOrigin: https://a.example\r\n\r\n"),
            _REQUEST.replace(b"13", b"8"),
            _REQUEST,
            _REQUEST + join + sent,
            _REQUEST + join + _message(0x89, b"ping") + b"".join(parts) + sent,
            _REQUEST + join + _message(0x81, b"text"),
            _REQUEST + join + _message(0x88, b"\x03\xe8"),
            _REQUEST + join + b"\x82\xff" + (2**40).to_bytes(8, "big") + _MASK,
        ]
    }


def _message(opening: int, payload: bytes) -> bytes:
    size = len(payload)
    head = bytes((opening, 0x80 | size)) if size < 126 else bytes((opening, 0xFE, 0, size))
    key = (_MASK * (size // 4 + 1))[:size]
    return head + _MASK + bytes(one ^ other for one, other in zip(payload, key, strict=True))


TARGETS: Final[tuple[Callable[[bytes], None], ...]] = (websocket,)
