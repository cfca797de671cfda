"""An honest table at a relay process: the delays of its messages."""

from __future__ import annotations

import json
import secrets
import selectors
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from protocol.framing import (
    FROM_NOW_ON,
    NO_EPOCH,
    ROOM_ID_BYTES,
    DeliverFrame,
    FrameReader,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    SendFrame,
    encode,
)

SEATS: Final = 5
_RATE: Final = 60  # messages a second of the whole table: a twelfth for each seat, far from limits
_MARK: Final = b"honestly"
_STAMP: Final = 8
_PADDING: Final = bytes(280)
_LARGEST: Final = 2**20
_PATIENCE: Final = 30.0


class Table:
    """Five clients in one room that send each other stamped messages."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.room: Final = secrets.token_bytes(ROOM_ID_BYTES)
        self._selector: Final = selectors.DefaultSelector()
        self._seats: Final[list[socket.socket]] = []
        self._frames: Final[dict[socket.socket, FrameReader]] = {}
        self._delays: list[int] = []
        self.strange = 0
        try:
            for _ in range(SEATS):
                self._take_seat(address)
        except OSError:
            self.close()
            raise

    def _take_seat(self, address: tuple[str, int]) -> None:
        seat = socket.create_connection(address, timeout=_PATIENCE)
        self._seats.append(seat)
        seat.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        frames = self._frames[seat] = FrameReader(_LARGEST)
        seat.sendall(encode(JoinFrame(self.room, NO_EPOCH, FROM_NOW_ON)))
        while not isinstance(frame := frames.next_frame(), JoinedFrame):
            if frame is None:
                if not (data := seat.recv(_LARGEST)):
                    raise ConnectionError("a seat was cut off")
                frames.feed(data)
            elif not isinstance(frame, GreetingFrame):
                raise ConnectionError(frame)
        self._selector.register(seat, selectors.EVENT_READ, frames)

    def close(self) -> None:
        for seat in self._seats:
            seat.close()
        self._selector.close()

    def talk(self, seconds: float) -> list[int]:
        """Exchange messages for so long; return the nanoseconds of each to each of the others.

        Raises:
            ConnectionError: somebody was cut off, or a message is missing.
        """
        self._delays = []
        start = time.monotonic()
        sent = 0
        while sent < seconds * _RATE:
            wait = start + sent / _RATE - time.monotonic()
            if wait <= 0:
                stamp = time.monotonic_ns().to_bytes(_STAMP, "big")
                self._seats[sent % SEATS].sendall(encode(SendFrame(_MARK + stamp + _PADDING)))
                sent += 1
            self._read(max(0.0, wait))
        until = time.monotonic() + _PATIENCE
        expected = sent * (SEATS - 1)
        while len(self._delays) < expected:
            if time.monotonic() > until:
                raise ConnectionError(f"{expected - len(self._delays)} of {expected} did not come")
            self._read(0.1)
        return self._delays

    def _read(self, wait: float) -> None:
        for key, _ in self._selector.select(wait):
            seat, frames = key.fileobj, key.data
            if not isinstance(seat, socket.socket):
                raise TypeError
            data = seat.recv(65_536)
            if not data:
                raise ConnectionError("a seat was cut off")
            frames.feed(data)
            now = time.monotonic_ns()
            while (frame := frames.next_frame()) is not None:
                if not isinstance(frame, DeliverFrame):
                    continue
                if frame.payload.startswith(_MARK):
                    stamp = frame.payload[len(_MARK) : len(_MARK) + _STAMP]
                    self._delays.append(now - int.from_bytes(stamp, "big"))
                else:
                    self.strange += 1


class Besieged:
    """A relay process, with the system's figures about it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        if process.stdout is None:
            raise TypeError
        host, _, port = process.stdout.readline().strip().rpartition(":")
        self.address: Final = (host, int(port))
        self.memory_bound: Final[int] = json.loads(process.stdout.readline())["memory"]
        self._process: Final = process

    def cpu_ns(self) -> int:
        tasks = Path(f"/proc/{self._process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text("ascii").split()[0]) for task in tasks)

    def most_memory(self) -> int:
        """Return the most bytes it has ever had in main memory."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text("ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        raise LookupError("VmHWM")

    def open_files(self) -> int:
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))


@contextmanager
def besieged(*arguments: str) -> Iterator[Besieged]:
    """Yield a relay on a free port of this machine, with its limits unless the arguments say
    others."""
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "relay", "--listen", "127.0.0.1:0", *arguments],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Besieged(process)
        finally:
            process.kill()


@contextmanager
def attacked(
    port: int, network: int, room: bytes, count: int, *names: str
) -> Iterator[Counter[str]]:
    """Attack while the block runs; the counts are in the counter afterwards."""
    done: Counter[str] = Counter()
    command = [sys.executable, "-m", "tests.siege.attacks", str(port), str(network)]
    with subprocess.Popen(  # noqa: S603
        [*command, room.hex(), str(count), *names],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            if process.stdout is None or process.stdout.readline() != "in place\n":
                raise ConnectionError("the attack has not begun")
            yield done
            out, _ = process.communicate(timeout=_PATIENCE)
            done.update(json.loads(out))
        finally:
            process.kill()
