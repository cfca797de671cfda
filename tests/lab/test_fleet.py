"""Two relays behind one address: HAProxy chooses by the room, and no table is ever split."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import trio

from client.online.link import Link, LinkState
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Route, Routes, Scheme, tcp_route
from tests.client.relays import until

HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
CONFIG = Path(__file__).parents[2] / "docs" / "haproxy.cfg"
TLS = "ssl crt /etc/haproxy/play.pem alpn http/1.1"
TABLES = 50
SEATS = 3
PATIENCE = 60.0
LIMITS = "connections_per_source = 1000\nconnects_per_minute = 100000\nrooms_per_source = 1000\n"

pytestmark = [
    pytest.mark.lab,
    pytest.mark.skipif(HAPROXY is None, reason="haproxy is not installed"),
]


class Seat:
    """One program at a table: everything it has heard, and its link."""

    def __init__(self, routes: Routes, room: Room) -> None:
        self.heard: set[bytes] = set()
        self.link = Link(routes, room, self.heard.add)
        self._scope = trio.CancelScope()

    async def run(self) -> None:
        with self._scope:
            await self.link.run()

    def leave(self) -> None:
        self._scope.cancel()


class Fleet:
    """Two relays with HAProxy before them, as documented but for the addresses."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.ports = [_free_port() for _ in range(4)]
        self._limits = folder / "limits.toml"
        self._limits.write_text(LIMITS, encoding="utf-8")
        self._processes: dict[str, subprocess.Popen[str]] = {}

    @property
    def ways(self) -> tuple[Routes, Routes]:
        """The routes of people in the same room: plain, and by WebSocket."""
        web = Route(Scheme.WS, "127.0.0.1", self.ports[1])
        return (tcp_route("127.0.0.1", self.ports[0]),), (web,)

    def start_relay(self, number: int) -> None:
        command = [sys.executable, "-m", "relay", "--limits", str(self._limits)]
        listen = ["--listen", f"127.0.0.1:{self.ports[2 + number]}", "--proxy", "127.0.0.0/8"]
        metrics = ["--metrics", f"unix:{self._folder}/{number}"]
        relay = _started([*command, *listen, *metrics])
        assert relay.stdout is not None
        relay.stdout.readline()
        self._processes[f"relay {number}"] = relay

    def kill_relay(self, number: int) -> None:
        relay = self._processes.pop(f"relay {number}")
        relay.send_signal(signal.SIGKILL)
        relay.communicate()

    def start_proxy(self) -> None:
        text = CONFIG.read_text(encoding="utf-8")
        for old, new in (
            ("maxconn 50000", "maxconn 2000"),
            ("bind :7744", f"bind 127.0.0.1:{self.ports[0]}"),
            (
                "bind :443 ssl crt /etc/haproxy/play.pem alpn http/1.1",
                f"bind 127.0.0.1:{self.ports[1]}",
            ),
            ("10.0.0.11:7744", f"127.0.0.1:{self.ports[2]}"),
            ("10.0.0.12:7744", f"127.0.0.1:{self.ports[3]}"),
        ):
            assert old in text
            text = text.replace(old, new)
        file = self._folder / "haproxy.cfg"
        file.write_text(text, encoding="utf-8")
        self._processes["haproxy"] = _started([str(HAPROXY), "-db", "-f", str(file)])

    def rooms(self, number: int) -> int:
        """Return the number of rooms with several members at a relay."""
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(f"{self._folder}/{number}")
            sock.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
            page = b"".join(iter(lambda: sock.recv(65_536), b"")).decode()
        (line,) = (line for line in page.splitlines() if 'rooms{state="shared"}' in line)
        return int(line.split()[1])

    def end(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.communicate()


@contextmanager
def fleet(folder: Path) -> Iterator[Fleet]:
    opened = Fleet(folder)
    try:
        for number in (0, 1):
            opened.start_relay(number)
        opened.start_proxy()
        yield opened
    finally:
        opened.end()


@asynccontextmanager
async def tables(opened: Fleet) -> AsyncIterator[tuple[list[list[Seat]], trio.Nursery]]:
    """Seat people at many tables at once, every second of them by WebSocket."""
    found = [
        [Seat(opened.ways[seat % 2], Room(table.to_bytes(10, "big"))) for seat in range(SEATS)]
        for table in range(TABLES)
    ]
    async with trio.open_nursery() as nursery:
        for seats in found:
            for seat in seats:
                nursery.start_soon(seat.run)
        yield found, nursery
        nursery.cancel_scope.cancel()


async def all_hear_each_other(found: list[list[Seat]], word: bytes) -> None:
    """Let every seat say something, and wait until all others at its table have heard it."""
    for seats in found:
        for number, seat in enumerate(seats):
            seat.link.send(word + bytes([number]))

    def is_heard() -> bool:
        return all(
            word + bytes([number]) in seat.heard
            for seats in found
            for seat in seats
            for number, other in enumerate(seats)
            if other is not seat
        )

    await until(is_heard, PATIENCE)


async def test_tables_stay_together_when_a_relay_dies_and_when_it_is_back(tmp_path: Path) -> None:
    with fleet(tmp_path) as opened:
        async with tables(opened) as (found, nursery):
            await all_hear_each_other(found, b"at once ")
            shares = [opened.rooms(number) for number in (0, 1)]
            assert sum(shares) == TABLES
            assert min(shares) >= TABLES // 5

            opened.kill_relay(0)
            await all_hear_each_other(found, b"with one relay ")
            assert opened.rooms(1) == TABLES

            opened.start_relay(0)
            await trio.sleep(4)  # the checks of HAProxy are real: it counts both as up again
            for seats in found:
                seats.pop().leave()
                seats.append(Seat(opened.ways[0], Room(found.index(seats).to_bytes(10, "big"))))
                nursery.start_soon(seats[-1].run)
            await until(
                lambda: all(seats[-1].link.status.state is LinkState.UP for seats in found),
                PATIENCE,
            )
            await all_hear_each_other(found, b"with both again ")
            assert opened.rooms(1) == TABLES


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _started(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
