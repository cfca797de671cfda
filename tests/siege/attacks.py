"""``python -m tests.siege.attacks PORT NETWORK ROOM COUNT NAME...``: attack a relay here.

Every attack is a generator; each `yield` gives the others their turn. All of them run in one
process, at a low priority: an attacker elsewhere takes no processor time from the relay's machine.
Addresses of the loopback network represent sources all over the world: NETWORK is their second
number, so that another run comes from elsewhere.

One line reports that everything is ready; when standard input ends, another one, in JSON, reports
the counts.
"""

from __future__ import annotations

import errno
import itertools
import json
import os
import resource
import secrets
import select
import socket
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from protocol.framing import (
    FROM_NOW_ON,
    NO_EPOCH,
    ROOM_ID_BYTES,
    JoinFrame,
    PingFrame,
    PongFrame,
    SendFrame,
    encode,
)

_PATIENCE: Final = 5.0
_NICE: Final = 10
_SPARE_FILES: Final = 64
_NO_SOCKET_LEFT: Final = {errno.EMFILE, errno.ENFILE, errno.EADDRNOTAVAIL}

BAD_FRAMES: Final = (
    bytes(4),  # of length zero
    (2**31 - 1).to_bytes(4, "big") + b"\x04",  # of two gigabytes
    (65_538).to_bytes(4, "big") + b"\x04" + bytes(200),  # a little too large
    b"\xff\xff\xff\xff" + bytes(60),  # of length minus one
    b"\x80\x00\x00\x00" + bytes(60),
    b"\x00\x00\x00\x01\x00",  # of no kind
    b"\x00\x00\x00\x02\xff\x00",
    encode(PongFrame(bytes(8), 0)),  # frames only a relay sends
    encode(SendFrame(b"before the door")),
    b"GET / HTTP/1.1\r\nHost: relay\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),  # TLS
    bytes(range(256)) * 8,
)
"""Bytes that are no frame, or none allowed here."""


def join(room: bytes) -> bytes:
    return encode(JoinFrame(room, NO_EPOCH, FROM_NOW_ON))


@dataclass
class Place:
    """The attacked relay, the attackers' sources, and counts of attacks."""

    port: int
    network: int
    room: bytes
    count: int
    done: Counter[str] = field(default_factory=Counter)
    _sources: Iterator[int] = field(default_factory=itertools.count)

    def elsewhere(self) -> str:
        """Return a source that has not been used before."""
        number = next(self._sources)
        return f"127.{self.network}.{number // 250 % 250 + 1}.{number % 250 + 1}"

    def connect(self, source: str, *first: bytes) -> socket.socket | None:
        """Return a connection that has sent this first; None if no more are possible."""
        sock = socket.socket()
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            sock.bind((source, 0))
            sock.settimeout(_PATIENCE)
            sock.connect(("127.0.0.1", self.port))
            sock.setblocking(False)  # noqa: FBT003 - as socket has it
            for data in first:
                sock.send(data)
        except OSError as error:
            sock.close()
            self.done["no socket" if error.errno in _NO_SOCKET_LEFT else "failed"] += 1
            return None
        self.done["connects"] += 1
        return sock

    def push(self, sock: socket.socket, data: bytes) -> bool:
        """Send as many bytes as possible; whether the other side is still there."""
        with suppress(BlockingIOError):
            try:
                self.done["bytes"] += sock.send(data)
            except BlockingIOError:
                raise
            except OSError:
                return False
        return True


Attack = Callable[[Place], Iterator[None]]


def idle(place: Place) -> Iterator[None]:
    """Open so many sockets from one source, and never send anything."""
    source = place.elsewhere()
    held = []
    for number in range(place.count):
        if (sock := place.connect(source)) is not None:
            held.append(sock)
        if number % 16 == 0:
            yield
    place.done["idle"] = len(held)
    while True:
        yield


def loris(place: Place) -> Iterator[None]:
    """Send a byte a second of the first frame, from many sources; reconnect when cut off."""
    whole = join(secrets.token_bytes(ROOM_ID_BYTES))
    lines: list[tuple[socket.socket, int] | None] = [None] * max(4, place.count // 20)
    while True:
        again_at = time.monotonic() + 1
        for index, line in enumerate(lines):
            if line is None:
                sock = place.connect(place.elsewhere())
                lines[index] = None if sock is None else (sock, 0)
            elif place.push(line[0], whole[line[1] : line[1] + 1]) and line[1] < len(whole) - 2:
                lines[index] = (line[0], line[1] + 1)
            else:
                line[0].close()
                lines[index] = None
            if index % 16 == 0:
                yield
        while time.monotonic() < again_at:
            yield


def deaf(place: Place) -> Iterator[None]:
    """Fill rooms, the table's included, with members that send all they may or never read.

    Those cut off return at once.
    """
    rooms = [secrets.token_bytes(ROOM_ID_BYTES) for _ in range(max(1, place.count // 250))]
    silent: list[tuple[socket.socket | None, bytes]] = [(None, place.room)] * 4
    silent += [(None, room) for room in rooms for _ in range(8)]
    talking: list[tuple[socket.socket | None, bytes]] = [(None, room) for room in rooms]
    data = encode(SendFrame(bytes(16_000)))
    while True:
        for index, (sock, room) in enumerate(silent):
            if sock is None or not place.push(sock, encode(PingFrame(bytes(8)))):
                silent[index] = (place.connect(place.elsewhere(), join(room)), room)
        for index, (sock, room) in enumerate(talking):
            if sock is None or not place.push(sock, data):
                talking[index] = (place.connect(place.elsewhere(), join(room)), room)
        again_at = time.monotonic() + 0.25
        while time.monotonic() < again_at:
            yield


def broken(place: Place) -> Iterator[None]:
    """Send broken frames, before joining and after."""
    held: list[socket.socket] = []
    for number in itertools.count():
        bad = BAD_FRAMES[number // 2 % len(BAD_FRAMES)]
        first = (join(secrets.token_bytes(ROOM_ID_BYTES)), bad) if number % 2 else (bad,)
        if (sock := place.connect(place.elsewhere(), *first)) is not None:
            held.append(sock)
            place.done["broken frames"] += 1
        if len(held) > 50:
            held.pop(0).close()
        yield


def squat(place: Place) -> Iterator[None]:
    """Open rooms without end, each with as much in it as allowed; the newest openers stay."""
    held: deque[socket.socket] = deque()
    source = place.elsewhere()
    for number in itertools.count():
        if number % 30 == 29:
            source = place.elsewhere()
        room = join(secrets.token_bytes(ROOM_ID_BYTES))
        if (sock := place.connect(source, room, encode(SendFrame(bytes(60_000))))) is not None:
            held.append(sock)
            place.done["rooms asked for"] += 1
        if len(held) > place.count:
            held.popleft().close()
        yield


def flood_within(place: Place) -> Iterator[None]:
    """Send all that is possible as members of the table's own room; return when cut off."""
    small = encode(SendFrame(b"x")) * 2_000
    members: list[socket.socket | None] = [None] * 8
    while True:
        for index, sock in enumerate(members):
            if sock is None or not place.push(sock, small):
                if sock is not None:
                    sock.close()
                members[index] = place.connect(place.elsewhere(), join(place.room))
            yield


def flood_without(place: Place) -> Iterator[None]:
    """Send all that is possible into rooms of strangers."""
    large = encode(SendFrame(bytes(60_000)))
    small = encode(PingFrame(bytes(8))) * 1_000
    strangers: list[socket.socket | None] = [None] * 32
    while True:
        for index, sock in enumerate(strangers):
            if sock is None or not place.push(sock, large if index % 2 else small):
                if sock is not None:
                    sock.close()
                room = bytes([index // 4] * ROOM_ID_BYTES)
                strangers[index] = place.connect(place.elsewhere(), join(room))
            yield


def knock(place: Place) -> Iterator[None]:
    """Connect and disconnect as fast as possible."""
    source = place.elsewhere()
    while True:
        if (sock := place.connect(source)) is not None:
            sock.close()
        yield


ATTACKS: Final[dict[str, Attack]] = {
    "idle": idle,
    "loris": loris,
    "deaf": deaf,
    "broken": broken,
    "squat": squat,
    "flood-within": flood_within,
    "flood-without": flood_without,
    "knock": knock,
}


def main(arguments: list[str]) -> None:
    port, network, room, count, *names = arguments
    os.nice(_NICE)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = int(count) * 2 + _SPARE_FILES * 16
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    place = Place(int(port), int(network), bytes.fromhex(room), int(count))
    running = [ATTACKS[name](place) for name in names]
    turns = 0
    # A first part before the start: long enough for all the sockets to be there.
    first = int(count) // 8
    while True:
        for attack in running:
            next(attack)
        turns += 1
        if turns == first:
            sys.stdout.write("in place\n")
            sys.stdout.flush()
        # A pause now and then: the relay is under attack, not this machine's scheduler.
        if select.select([sys.stdin], [], [], 0.001 if turns >= first else 0)[0]:
            break
    sys.stdout.write(json.dumps(place.done) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
