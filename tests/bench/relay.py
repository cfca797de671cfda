"""Cost of a delivered message for the relay, compared with other servers in the same run.

The figures are CPU time of the serving process alone, as the kernel counts it; the load comes from
this process. The ratio cancels out the machine's speed, so look at that. The others are Debian's
mosquitto, an MQTT broker in C, if it is installed, otherwise the shortest fan-out asyncio allows:
no limits, no backlog, no rooms that come and go.

Two kinds of load: a steady rate, of which the least of some turns is told, and a closed loop, in
which each room has some messages under way and sends the next when one has arrived at everybody;
of that the least, the median and the greatest ratio of some turns.

The load never sleeps while it runs: waking a sleeping reader on the same machine is work that would
be charged to the server, and that does not exist when its clients are elsewhere. Other programs can
only add to a figure, so the least of several counts.
"""

import asyncio
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final, Protocol

from protocol.framing import (
    DELIVER_OVERHEAD,
    FROM_NOW_ON,
    NO_EPOCH,
    ROOM_ID_BYTES,
    JoinFrame,
    SendFrame,
    encode,
)

_PAYLOAD: Final = 300
_MEMBERS: Final = 5
_WARM_UP: Final = 1.0
_SECONDS: Final = 3.0
_TURNS: Final = 3
_CLOSED: Final = 2.0
_CLOSED_TURNS: Final = 5
_CLOSED_LOOPS: Final = ((100, 4), (12, 4), (1, 1))
"""Rooms of five, and messages of each under way."""
_STAMP: Final = 8
_RELAY_LIMITS: Final = """\
connections_per_source = 4000
connects_per_minute = 100000
rooms_per_source = 4000
connections = 2500
rooms = 500
frame_bytes = 4096
backlog_share_bytes = 8192
backlog_bytes = 16384
"""


class Wire(Protocol):
    """A server's wire format. All messages have the same size."""

    name: str
    delivered_bytes: int

    def command(self, folder: Path) -> list[str]: ...
    def address(self, server: subprocess.Popen[str]) -> tuple[str, int]: ...
    def enter(self, room: int, member: int) -> bytes: ...
    def message(self, room: int, payload: bytes) -> bytes: ...
    def reader(self) -> Callable[[bytes], bytes]:
        """Return a function that takes what one client received and returns whole messages."""


class RelayWire:
    name = "relay"
    delivered_bytes = 4 + DELIVER_OVERHEAD + _PAYLOAD

    def command(self, folder: Path) -> list[str]:
        limits = folder / "limits.toml"
        # A small backlog, so that it is full and every message pushes an older one out.
        limits.write_text(_RELAY_LIMITS, encoding="utf-8")
        listen = ["--listen", "127.0.0.1:0", "--limits", str(limits)]
        return [sys.executable, "-m", "relay", *listen]

    def address(self, server: subprocess.Popen[str]) -> tuple[str, int]:
        return _first_line(server)

    def enter(self, room: int, member: int) -> bytes:
        return encode(JoinFrame(room.to_bytes(ROOM_ID_BYTES, "big"), NO_EPOCH, FROM_NOW_ON))

    def message(self, room: int, payload: bytes) -> bytes:
        return encode(SendFrame(payload))

    def reader(self) -> Callable[[bytes], bytes]:
        return bytes


class WebSocketWire(RelayWire):
    """The same relay, talked to by WebSocket: every frame a masked message."""

    name = "relay by WebSocket"
    _mask = b"\x37\xfa\x21\x3d"
    _request = (
        b"GET / HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )

    def enter(self, room: int, member: int) -> bytes:
        return self._request + self._message(super().enter(room, member))

    def message(self, room: int, payload: bytes) -> bytes:
        return self._message(super().message(room, payload))

    def reader(self) -> Callable[[bytes], bytes]:
        return _Messages().feed

    def _message(self, data: bytes) -> bytes:
        short = len(data) < 126
        size = bytes([0x80 | len(data)]) if short else b"\xfe" + len(data).to_bytes(2, "big")
        mask = int.from_bytes((self._mask * (len(data) // 4 + 1))[: len(data)], "big")
        masked = (int.from_bytes(data, "big") ^ mask).to_bytes(len(data), "big")
        return b"\x82" + size + self._mask + masked


class _Messages:
    """The payloads of unmasked binary messages, each in one frame."""

    def __init__(self) -> None:
        self._held = b""

    def feed(self, data: bytes) -> bytes:
        data = self._held + data
        found = []
        while len(data) >= 4:
            start, size = 2, data[1]
            if size == 126:
                start, size = 4, int.from_bytes(data[2:4], "big")
            if len(data) < start + size:
                break
            found.append(data[start : start + size])
            data = data[start + size :]
        self._held = data
        return b"".join(found)


class MosquittoWire:
    """MQTT 5, quality of service 0, nobody receives their own messages."""

    name = "mosquitto"
    delivered_bytes = 3 + 2 + 4 + 1 + _PAYLOAD

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port: int = free.getsockname()[1]

    def command(self, folder: Path) -> list[str]:
        config = folder / "mosquitto.conf"
        config.write_text(f"listener {self._port} 127.0.0.1\nallow_anonymous true\n", "utf-8")
        return [_mosquitto(), "-c", str(config)]

    def address(self, server: subprocess.Popen[str]) -> tuple[str, int]:
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self._port)).close()
            except OSError:
                time.sleep(0.02)
            else:
                break
        return "127.0.0.1", self._port

    def enter(self, room: int, member: int) -> bytes:
        client = f"{room:04}-{member}".encode()
        connect = b"\0\4MQTT\5\2\0\0\0" + len(client).to_bytes(2, "big") + client
        no_local = b"\4"
        subscribe = b"\0\1\0" + self._topic(room) + no_local
        return b"".join((b"\x10", bytes([len(connect)]), connect)) + b"".join(
            (b"\x82", bytes([len(subscribe)]), subscribe)
        )

    def message(self, room: int, payload: bytes) -> bytes:
        body = self._topic(room) + b"\0" + payload
        return b"\x30" + bytes([0x80 | len(body) & 0x7F, len(body) >> 7]) + body

    def reader(self) -> Callable[[bytes], bytes]:
        return bytes

    def _topic(self, room: int) -> bytes:
        return b"\0\4" + f"{room:04}".encode()


class FanOutWire:
    name = "bare asyncio fan-out"
    delivered_bytes = 4 + _PAYLOAD

    def command(self, folder: Path) -> list[str]:
        return [sys.executable, "-m", "tests.bench.relay", "--fan-out"]

    def address(self, server: subprocess.Popen[str]) -> tuple[str, int]:
        return _first_line(server)

    def enter(self, room: int, member: int) -> bytes:
        return self.message(room, room.to_bytes(4, "big"))

    def message(self, room: int, payload: bytes) -> bytes:
        return len(payload).to_bytes(4, "big") + payload

    def reader(self) -> Callable[[bytes], bytes]:
        return bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of one run of one server."""

    delivered: int
    expected: int
    cpu_ns: int
    wall_ns: int
    delays_ns: list[int]

    @property
    def cpu_us(self) -> float:
        return self.cpu_ns / self.delivered / 1000

    @property
    def core(self) -> float:
        return self.cpu_ns / self.wall_ns

    def delay_ms(self, share: float) -> float:
        ordered = sorted(self.delays_ns)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] / 1e6


class Load:
    """All clients of one run: every room has the same number of members, and all of them send."""

    def __init__(self, wire: Wire, address: tuple[str, int], rooms: int) -> None:
        self._wire = wire
        self._selector = selectors.DefaultSelector()
        self._clients: list[tuple[socket.socket, int]] = []
        self._buffers: dict[socket.socket, bytearray] = {}
        self._readers: dict[socket.socket, Callable[[bytes], bytes]] = {}
        self._counting = False
        self._room_of: dict[socket.socket, int] = {}
        self._arrived: dict[int, int] = dict.fromkeys(range(rooms), 0)
        self.delays_ns: list[int] = []
        for member in range(_MEMBERS):
            for room in range(rooms):
                client = socket.create_connection(address)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                client.sendall(wire.enter(room, member))
                self._clients.append((client, room))
                self._room_of[client] = room
                self._selector.register(client, selectors.EVENT_READ)
        self._read_until_quiet()

    def close(self) -> None:
        for client, _ in self._clients:
            client.close()
        self._selector.close()

    def run(self, seconds: float, rate: int) -> int:
        """Send at a steady rate and read until everything has arrived; return the number sent."""
        self.delays_ns.clear()
        self._buffers = {client: bytearray() for client, _ in self._clients}
        self._readers = {client: self._wire.reader() for client, _ in self._clients}
        self._counting = True
        start = time.monotonic()
        sent = 0
        while sent < seconds * rate:
            if start + sent / rate <= time.monotonic():
                client, room = self._clients[sent % len(self._clients)]
                stamp = time.monotonic_ns().to_bytes(_STAMP, "big")
                client.sendall(self._wire.message(room, stamp + bytes(_PAYLOAD - _STAMP)))
                sent += 1
            self._read(0.0)
        self._read_until_quiet()
        self._counting = False
        return sent

    def run_closed(self, seconds: float, in_flight: int) -> None:
        """Keep so many messages of each room under way: the next follows when one has arrived."""
        self.delays_ns.clear()
        self._buffers = {client: bytearray() for client, _ in self._clients}
        self._readers = {client: self._wire.reader() for client, _ in self._clients}
        members: dict[int, list[socket.socket]] = {}
        for client, room in self._clients:
            members.setdefault(room, []).append(client)
        sent = dict.fromkeys(members, 0)
        arrived = self._arrived = dict.fromkeys(members, 0)
        self._counting = True
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for room, clients in members.items():
                while sent[room] - arrived[room] // (_MEMBERS - 1) < in_flight:
                    stamp = time.monotonic_ns().to_bytes(_STAMP, "big")
                    raw = self._wire.message(room, stamp + bytes(_PAYLOAD - _STAMP))
                    clients[sent[room] % _MEMBERS].sendall(raw)
                    sent[room] += 1
            self._read(0.0)
        self._read_until_quiet()
        self._counting = False

    def _read_until_quiet(self) -> None:
        # The relay announces members once a second, and not again while none come or go.
        quiet = 0.3 if self._counting else 1.3
        while self._read(quiet):
            pass

    def _read(self, wait: float) -> int:
        ready = self._selector.select(wait)
        size = self._wire.delivered_bytes
        start = size - _PAYLOAD
        for key, _ in ready:
            client = key.fileobj
            if not isinstance(client, socket.socket):
                raise TypeError
            data = client.recv(65_536)
            if not data:
                raise ConnectionError(f"{self._wire.name} has closed a connection")
            if not self._counting:
                continue
            buffer = self._buffers[client]
            buffer += self._readers[client](data)
            now = time.monotonic_ns()
            while len(buffer) >= size:
                stamp = int.from_bytes(buffer[start : start + _STAMP], "big")
                self.delays_ns.append(now - stamp)
                self._arrived[self._room_of[client]] += 1
                del buffer[:size]
        return len(ready)


def measure(wire: Wire, rooms: int, rate: int, seconds: float = _SECONDS) -> Outcome:
    """Start a server, put it under load, and measure it."""
    with tempfile.TemporaryDirectory() as name, _served(wire, Path(name)) as server:
        load = Load(wire, wire.address(server), rooms)
        load.run(_WARM_UP, rate)
        cpu, wall = _cpu_ns(server.pid), time.monotonic_ns()
        sent = load.run(seconds, rate)
        cpu, wall = _cpu_ns(server.pid) - cpu, time.monotonic_ns() - wall
        load.close()
    return Outcome(len(load.delays_ns), sent * (_MEMBERS - 1), cpu, wall, load.delays_ns[:])


def measure_closed(wire: Wire, rooms: int, in_flight: int, seconds: float = _CLOSED) -> Outcome:
    """Start a server, keep messages of each room under way, and measure it."""
    with tempfile.TemporaryDirectory() as name, _served(wire, Path(name)) as server:
        load = Load(wire, wire.address(server), rooms)
        load.run_closed(_WARM_UP, in_flight)
        cpu, wall = _cpu_ns(server.pid), time.monotonic_ns()
        load.run_closed(seconds, in_flight)
        cpu, wall = _cpu_ns(server.pid) - cpu, time.monotonic_ns() - wall
        load.close()
    return Outcome(len(load.delays_ns), len(load.delays_ns), cpu, wall, load.delays_ns[:])


@contextmanager
def _served(wire: Wire, folder: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(  # noqa: S603
        wire.command(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            yield server
        finally:
            server.kill()


def _first_line(server: subprocess.Popen[str]) -> tuple[str, int]:
    if server.stdout is None:
        raise TypeError
    host, _, port = server.stdout.readline().strip().rpartition(":")
    return host, int(port)


def _cpu_ns(pid: int) -> int:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text("ascii").split()[0]) for task in tasks)


def _mosquitto() -> str:
    return shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin") or ""


def run() -> list[str]:
    """Return the lines to print. Takes about a minute."""
    if not Path("/proc/self/schedstat").exists():
        return ["relay: this system does not tell what a process takes; nothing measured"]
    lines = []
    least: dict[str, float] = {}
    for turn in range(_TURNS):
        reference = MosquittoWire() if _mosquitto() else FanOutWire()
        for wire in (RelayWire(), WebSocketWire(), reference):
            outcome = measure(wire, rooms=100, rate=1000)
            least[wire.name] = min(outcome.cpu_us, least.get(wire.name, outcome.cpu_us))
            lines.append(_line(wire, turn + 1, 100, 1000, outcome))
    (_, ours), (_, by_websocket), (other, theirs) = least.items()
    lines.append(f"relay {ours:.1f} us, {other} {theirs:.1f} us: {ours / theirs:.2f} times as much")
    lines.append(f"WebSocket {by_websocket:.1f} us: {by_websocket / ours:.2f} times a plain relay")
    lines.extend(_closed_line(*loop) for loop in _CLOSED_LOOPS)
    outcome = measure(RelayWire(), rooms=400, rate=4000)
    lines.append(_line(RelayWire(), 1, 400, 4000, outcome))
    return lines


def _closed_line(rooms: int, in_flight: int) -> str:
    """Compare the relay with the other server in a closed loop, in turn."""
    ours, theirs, name = [], [], ""
    for _ in range(_CLOSED_TURNS):
        reference = MosquittoWire() if _mosquitto() else FanOutWire()
        name = reference.name
        ours.append(measure_closed(RelayWire(), rooms, in_flight))
        theirs.append(measure_closed(reference, rooms, in_flight))
    ratios = sorted(one.cpu_us / other.cpu_us for one, other in zip(ours, theirs, strict=True))
    own, others = (_of_three([one.cpu_us for one in side]) for side in (ours, theirs))
    delay = median(one.delay_ms(0.5) for one in ours)
    other_delay = median(one.delay_ms(0.5) for one in theirs)
    return (
        f"closed loop, {rooms} rooms of {_MEMBERS}, {in_flight} under way in each: relay {own} us, "
        f"{name} {others} us: {_of_three(ratios, 2)} times as much; "
        f"delay {delay:.1f} and {other_delay:.1f} ms"
    )


def _of_three(found: list[float], digits: int = 1) -> str:
    """Return the least, the median and the greatest."""
    return "/".join(f"{one:.{digits}f}" for one in (min(found), median(found), max(found)))


def _line(wire: Wire, turn: int, rooms: int, rate: int, outcome: Outcome) -> str:
    return (
        f"{wire.name} (turn {turn}): {rooms} rooms of {_MEMBERS}, {rate} messages/s in, "
        f"{outcome.delivered} of {outcome.expected} delivered; "
        f"{outcome.cpu_us:.1f} us CPU each, {outcome.core:.0%} of a core; "
        f"delay {outcome.delay_ms(0.5):.1f} ms median, {outcome.delay_ms(0.99):.1f} ms 99 %"
    )


class _FanOut(asyncio.Protocol):
    """The reference without mosquitto: frames of one size to all others in the room."""

    rooms: Final[dict[bytes, list["_FanOut"]]] = {}

    def __init__(self) -> None:
        self._held = b""
        self._room: list[_FanOut] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        data = self._held + data
        while len(data) >= 4 and len(data) >= (end := 4 + int.from_bytes(data[:4], "big")):
            frame, data = data[:end], data[end:]
            if self._room is None:
                self._room = self.rooms.setdefault(frame, [])
                self._room.append(self)
                continue
            for member in self._room:
                if member is not self and isinstance(member._transport, asyncio.Transport):
                    member._transport.write(frame)
        self._held = data


async def _fan_out() -> None:
    server = await asyncio.get_running_loop().create_server(_FanOut, "127.0.0.1", 0)
    print("{}:{}".format(*server.sockets[0].getsockname()), flush=True)  # noqa: T201
    await server.serve_forever()


if __name__ == "__main__":
    if "--fan-out" in sys.argv:
        asyncio.run(_fan_out())
    else:
        print("\n".join(run()))  # noqa: T201
