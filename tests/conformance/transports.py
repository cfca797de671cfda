"""Transports of frames between clients: rooms in this process, or a relay process."""

import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import trio
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Request

from relay.limits import Limits
from relay.memory import MemoryLink, MemoryRelay
from relay.rates import TICKS_PER_SECOND
from tests.conformance.clients import PATIENCE, Client

LIMITS = """\
frame_bytes = 8192
connections_per_source = 200
connects_per_minute = 10000
rooms_per_source = 100
members = 4
backlog_share_bytes = 16384
backlog_bytes = 32768
outgoing_bytes = 65536
messages_per_second = 100
messages_burst = 2000
bytes_per_second = 10000000
bytes_burst = 10000000
refusals_before_close = 10000
"""


class Transport(Protocol):
    """A relay that can be reached, stopped and restarted."""

    async def connect(self) -> Client: ...

    def stop(self) -> None:
        """Ask it to stop gracefully. It admits nobody any more, and ends soon."""

    def restart(self) -> None:
        """Kill it, and start it again."""

    def hang_up(self) -> None:
        """Close all connections."""

    def end(self) -> None:
        """Kill it."""


class _MemoryLine:
    def __init__(self, transport: "MemoryTransport", link: MemoryLink) -> None:
        self._transport = transport
        self._link = link

    async def send(self, data: bytes) -> None:
        self._link.send(data)
        await trio.lowlevel.checkpoint()

    async def receive(self) -> bytes:
        # Time passes while somebody waits.
        for _ in range(PATIENCE):
            await trio.lowlevel.checkpoint()
            data = self._link.receive()
            if data or self._link.is_closed:
                return data
            self._transport.pass_second()
        raise trio.TooSlowError

    async def close(self) -> None:
        self._link.close()
        await trio.lowlevel.checkpoint()


class MemoryTransport:
    """The rooms themselves, in virtual time."""

    def __init__(self) -> None:
        self._now = 0
        self._starts = 0
        self._relay = self._start()

    async def connect(self) -> Client:
        await trio.lowlevel.checkpoint()
        return Client(_MemoryLine(self, self._relay.connect("here")))

    def stop(self) -> None:
        self._relay.rooms.drain(self._now)

    def restart(self) -> None:
        self._relay = self._start()

    def hang_up(self) -> None:
        pass  # nothing is open

    def end(self) -> None:
        pass  # nothing runs

    def pass_second(self) -> None:
        self._now += TICKS_PER_SECOND
        self._relay.tick()

    def _start(self) -> MemoryRelay:
        self._starts += 1
        limits = Limits.from_toml(LIMITS)
        return MemoryRelay(limits, salt=bytes([self._starts]), now=lambda: self._now)


class SocketLine:
    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    async def send(self, data: bytes) -> None:
        while data:
            try:
                data = data[self._sock.send(data) :]
            except BlockingIOError:
                await trio.lowlevel.wait_writable(self._sock)
            except ConnectionError:
                return  # closed by the relay; reading will tell

    async def receive(self) -> bytes:
        await trio.lowlevel.wait_readable(self._sock)
        return self._sock.recv(65_536)

    async def close(self) -> None:
        await trio.lowlevel.checkpoint()
        self._sock.close()


class WebSocketLine:
    """A line over WebSocket: what is sent at once is a message."""

    def __init__(self, sock: socket.socket) -> None:
        self._line = SocketLine(sock)
        self._socket = WSConnection(ConnectionType.CLIENT)

    async def open(self) -> None:
        await self._line.send(self._socket.send(Request(host="relay", target="/")))
        while not any(isinstance(event, AcceptConnection) for event in self._socket.events()):
            self._socket.receive_data(await self._line.receive())

    async def send(self, data: bytes) -> None:
        await self._line.send(self._socket.send(BytesMessage(data)))

    async def receive(self) -> bytes:
        while True:
            arrived = b""
            for event in self._socket.events():
                if isinstance(event, CloseConnection):
                    return arrived
                assert isinstance(event, BytesMessage)
                arrived += event.data
            if arrived:
                return arrived
            data = await self._line.receive()
            self._socket.receive_data(data or None)

    async def close(self) -> None:
        await self._line.close()


class ProcessTransport:
    """A relay process on loopback."""

    def __init__(self, folder: Path) -> None:
        self._limits = folder / "limits.toml"
        self._limits.write_text(LIMITS, encoding="utf-8")
        self._process, self._host, self._port = self._start(0)
        self._socks: list[socket.socket] = []

    async def connect(self) -> Client:
        sock = socket.socket()
        self._socks.append(sock)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
        sock.connect((self._host, self._port))
        sock.setblocking(False)  # noqa: FBT003
        return await self._client(sock)

    async def _client(self, sock: socket.socket) -> Client:
        await trio.lowlevel.checkpoint()
        return Client(SocketLine(sock))

    def hang_up(self) -> None:
        for sock in self._socks:
            sock.close()
        self._socks.clear()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def restart(self) -> None:
        self.end()
        self._process, self._host, self._port = self._start(self._port)

    def end(self) -> None:
        self.hang_up()
        self._process.kill()
        self._process.communicate()

    def _start(self, port: int) -> tuple[subprocess.Popen[str], str, int]:
        listen = ["--listen", f"127.0.0.1:{port}", "--limits", str(self._limits)]
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "relay", *listen], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        host, _, taken = process.stdout.readline().strip().rpartition(":")
        return process, host, int(taken)


class WebSocketTransport(ProcessTransport):
    """A relay process that is talked to by WebSocket."""

    async def _client(self, sock: socket.socket) -> Client:
        line = WebSocketLine(sock)
        await line.open()
        return Client(line)
