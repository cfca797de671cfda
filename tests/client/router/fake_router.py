"""A router on loopback that answers as it is told, and remembers the questions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

import trio

from client.router import pcp, ssdp
from client.router.way_out import SocketAddress, WayOut
from engine.values import field

DATA: Final = Path(__file__).parents[2] / "data" / "router"
HERE: Final = IPv4Address("127.0.0.1")
STRANGER: Final = "127.0.0.2"

Answers = Callable[[bytes], list[bytes]]
Page = Callable[[str, bytes], bytes | None]
FLOOD: Final = 20_000
"""Datagrams, or pieces of a page, of a router that floods: without an end for all that ask."""


def recorded(name: str) -> bytes:
    """Return a recorded answer of miniupnpd."""
    return (DATA / name).read_bytes()


def body_of(name: str) -> bytes:
    """Return the body of a recorded page."""
    return recorded(name).partition(b"\r\n\r\n")[2]


def http(body: bytes, status: str = "200 OK", headers: str = "") -> bytes:
    """Return a page."""
    return f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body


class LoopbackWay(WayOut):
    """A way to a router on loopback, whose ports are other ones."""

    ports: dict[int, int] = field(default_factory=dict)

    def there(self, port: int) -> SocketAddress:
        """Return the fake router's address for a socket."""
        return str(self.gateway), self.ports.get(port, port)

    def group(self, address: str, port: int) -> SocketAddress:
        """Return the address of the socket that stands for the group."""
        assert address == ssdp.GROUP
        return str(self.gateway), self.ports.get(port, port)


class FakeRouter:
    """Answers datagrams and pages by functions that a test may exchange; by default, nothing.

    Attributes:
        datagrams: questions on the port of PCP and NAT-PMP.
        searches: questions on the port of SSDP.
        asker: the sender of the last question.
        calls: paths with the bodies of pages asked for.
        floods: whether the last answer to a question is repeated `FLOOD` times.
        flooded: the number of repetitions sent so far.
    """

    def __init__(self) -> None:
        self.datagrams: list[bytes] = []
        self.searches: list[bytes] = []
        self.asker = ("", 0)
        self.calls: list[tuple[str, bytes]] = []
        self.control: Answers = lambda _packet: []
        self.search: Answers = lambda _packet: []
        self.page: Page = lambda _path, _body: None
        self.drip_seconds = 0.0
        self.floods = False
        self.flooded = 0
        self.web_port = 0
        self.way = LoopbackWay(HERE, 0, HERE)

    @property
    def actions(self) -> list[str]:
        """The names of the SOAP actions called so far."""
        return [
            body.partition(b"<u:")[2].partition(b" ")[0].decode() for _, body in self.calls if body
        ]

    def location(self, path: str = "/rootDesc.xml") -> bytes:
        """Return an answer to a search that names a page of this router."""
        there = f"http://127.0.0.1:{self.web_port}{path}".encode()
        return recorded("ssdp.txt").replace(b"http://192.168.1.1:5555/rootDesc.xml", there)

    async def run(self, task_status: trio.TaskStatus[None]) -> None:
        """Serve until cancelled."""
        datagrams = trio.socket.SOCK_DGRAM
        with (
            trio.socket.socket(type=datagrams) as control,
            trio.socket.socket(type=datagrams) as search,
        ):
            await control.bind((str(HERE), 0))
            await search.bind((str(HERE), 0))
            async with trio.open_nursery() as nursery:
                serve = partial(trio.serve_tcp, self._serve, 0, host=str(HERE))
                listeners: list[trio.SocketListener] = await nursery.start(serve)
                self.web_port = listeners[0].socket.getsockname()[1]
                ports = {pcp.PORT: control.getsockname()[1], ssdp.PORT: search.getsockname()[1]}
                self.way = LoopbackWay(HERE, 0, HERE, ports)
                nursery.start_soon(self._answer_control, control)
                nursery.start_soon(self._answer_search, search)
                task_status.started()

    async def _answer_control(self, line: trio.socket.SocketType) -> None:
        while True:
            packet, self.asker = await line.recvfrom(2048)
            self.datagrams.append(packet)
            await self._send(line, self.control(packet))

    async def _answer_search(self, line: trio.socket.SocketType) -> None:
        while True:
            packet, self.asker = await line.recvfrom(2048)
            self.searches.append(packet)
            await self._send(line, self.search(packet))

    async def _send(self, line: trio.socket.SocketType, answers: list[bytes]) -> None:
        for answer in answers:
            await line.sendto(answer, self.asker)
        while self.floods and answers and self.flooded < FLOOD:
            self.flooded += 1
            await line.sendto(answers[-1], self.asker)

    async def _serve(self, stream: trio.SocketStream) -> None:
        told = b""
        while b"\r\n\r\n" not in told:
            told += await stream.receive_some(4096)
        head, _, body = told.partition(b"\r\n\r\n")
        length = 0
        for line in head.decode().lower().splitlines():
            if line.startswith("content-length:"):
                length = int(line.partition(":")[2])
        while len(body) < length:
            body += await stream.receive_some(4096)
        path = head.split()[1].decode()
        self.calls.append((path, body))
        page = self.page(path, body)
        try:
            if page is None:
                await trio.sleep_forever()
            elif self.drip_seconds:
                for one in page:
                    await stream.send_all(bytes((one,)))
                    await trio.sleep(self.drip_seconds)
            else:
                await stream.send_all(page)
            while self.floods and self.flooded < FLOOD:
                self.flooded += 1
                await stream.send_all(b"x" * 4096)
        except trio.BrokenResourceError:
            return
        finally:
            await trio.aclose_forcefully(stream)


@asynccontextmanager
async def fake_router() -> AsyncIterator[FakeRouter]:
    """Run a fake router beside a test."""
    router = FakeRouter()
    async with trio.open_nursery() as nursery:
        await nursery.start(router.run)
        yield router
        nursery.cancel_scope.cancel()
