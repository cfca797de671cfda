"""A WebSocket as a stream of bytes (RFC 6455): the request to upgrade, then binary messages.

The payloads of all binary messages, one after the other, are the stream; where a message begins and
ends means nothing. Neither extensions nor subprotocols are offered, so none is accepted. Nothing of
an answer but its head is ever read, and no message is collected before it is passed on.
"""

from __future__ import annotations

from typing import Final

import trio
from wsproto import ConnectionType, WSConnection
from wsproto.connection import Connection as WebSocketFrames
from wsproto.connection import ConnectionState
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Ping,
    Pong,
    RejectConnection,
    Request,
)
from wsproto.frame_protocol import CloseReason
from wsproto.utilities import RemoteProtocolError

from client.platform.rate_limit import RateLimit
from protocol.framing import FramingError

MOST_MESSAGES: Final = (2_000.0, 20_000.0)
"""WebSocket frames read per second, and in a burst: as many as frames of a relay (`Link`)."""
_READ: Final = 16_384
_GOODBYE_SECONDS: Final = 0.5
_HTTP: Final = b"HTTP/1."


class NoUpgrade(Exception):
    """The server answered in HTTP, but not with a WebSocket; status 0 if it broke the rules."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class NoHttp(Exception):
    """The server's first bytes were not HTTP, or it hung up before it said a whole answer."""

    def __init__(self, first: bytes) -> None:
        super().__init__()
        self.first = first


class StrangeWebSocket(FramingError):
    """The other side sends text, or breaks the rules of WebSocket."""

    def __init__(self) -> None:
        super().__init__("a WebSocket that brings no frames")


async def upgraded(stream: trio.abc.Stream, host: str, path: str) -> WebSocketStream:
    """Ask for a WebSocket, and return it. `host` is as in a URL, with a port that is not usual.

    Raises:
        NoUpgrade: the server says something else in HTTP.
        NoHttp: it speaks no HTTP.
        trio.BrokenResourceError: the connection broke.
    """
    socket = WSConnection(ConnectionType.CLIENT)
    await stream.send_all(socket.send(Request(host=host, target=path or "/")))
    first = b""
    while True:
        data = await stream.receive_some(_READ)
        first = (first + data)[:_READ]
        if not data:
            raise NoHttp(b"")
        if not first.startswith(_HTTP[: len(first)]):
            raise NoHttp(first)
        try:
            socket.receive_data(bytes(data))
            event = next(socket.events(), None)
        except (RemoteProtocolError, UnicodeError):
            raise NoUpgrade(0) from None
        match event:
            case AcceptConnection() if socket.connection is not None:
                return WebSocketStream(stream, socket.connection)
            case RejectConnection(status_code=status):
                raise NoUpgrade(status)
            case _:
                pass


class WebSocketStream(trio.abc.Stream):
    """The client's side of an open WebSocket."""

    def __init__(self, stream: trio.abc.Stream, frames: WebSocketFrames) -> None:
        self._stream = stream
        self._frames = frames
        self._arrived = bytearray()
        self._is_over = False
        self._is_closed = False
        self._sending = trio.Lock()
        self._pace = RateLimit(*MOST_MESSAGES, trio.current_time())

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes as one message."""
        async with self._sending:
            if self._is_closed:
                raise trio.ClosedResourceError
            if self._frames.state is not ConnectionState.OPEN:
                raise trio.BrokenResourceError
            await self._stream.send_all(self._frames.send(BytesMessage(bytes(data))))

    async def wait_send_all_might_not_block(self) -> None:
        """Wait as the stream below does."""
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return bytes that have arrived, or none at the end.

        Raises:
            StrangeWebSocket: the other side sent something that is no binary message.
        """
        await self._take_events()
        while not self._arrived and not self._is_over:
            data = await self._stream.receive_some(_READ)
            if not data:
                self._is_over = True
                break
            self._frames.receive_data(bytes(data))
            await self._take_events()
        chunk = bytes(self._arrived[:max_bytes])
        del self._arrived[: len(chunk)]
        return chunk

    async def aclose(self) -> None:
        """Say goodbye if that is possible at once, and close the stream below."""
        try:
            if not self._is_closed and not self._sending.locked():
                self._is_closed = True
                with trio.move_on_after(_GOODBYE_SECONDS):
                    await self._say_goodbye()
        finally:
            self._is_closed = True
            await self._stream.aclose()

    async def _say_goodbye(self) -> None:
        if self._frames.state in (ConnectionState.OPEN, ConnectionState.REMOTE_CLOSING):
            goodbye = self._frames.send(CloseConnection(CloseReason.NORMAL_CLOSURE))
            try:
                async with self._sending:
                    await self._stream.send_all(goodbye)
            except (trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError):
                pass  # nobody is there to hear it

    async def _take_events(self) -> None:
        """Take what has been read; answer the last ping of it."""
        await trio.lowlevel.checkpoint()
        if self._is_over:
            return
        pong, pause = b"", 0.0
        for event in self._frames.events():
            pause = self._pace.wait(1, trio.current_time())
            match event:
                case BytesMessage(data=payload):
                    self._arrived += payload
                case Ping():
                    pong = self._frames.send(event.response())
                case Pong():
                    pass
                case CloseConnection() if self._frames.state is ConnectionState.REMOTE_CLOSING:
                    self._is_over = True
                case _:
                    raise StrangeWebSocket
        if pause > 0:
            await trio.sleep(pause)
        if pong and not self._is_over:
            async with self._sending:
                await self._stream.send_all(pong)
