"""A port that is kept open at a router on loopback, and the answers of such routers."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address

import trio
import trio.testing

from client.router import natpmp
from client.router.router_port import RouterPort
from client.router.router_reports import RouterReport, RouterStanding
from client.router.way_out import WayOut
from protocol.lobby.routes import tcp_route
from tests.client.router.fake_router import Answers, FakeRouter, recorded

PORT = 7744
OUTER = "11.0.0.21"
UNSUPPORTED = bytes.fromhex("0081000100000007")
MAPPED = RouterReport(RouterStanding.MAPPED, (tcp_route(OUTER, PORT),), "UPnP")


@dataclass(slots=True)
class Watched:
    """A port that is kept open, and its reports with the seconds since the beginning."""

    port: RouterPort
    seen: list[tuple[float, RouterReport]]
    changed: trio.Event = field(default_factory=trio.Event)

    @property
    def report(self) -> RouterReport:
        return self.port.report

    async def wait(self, standing: RouterStanding) -> None:
        with trio.fail_after(1000):
            while self.report.standing is not standing:
                self.changed = trio.Event()
                await self.changed.wait()


async def no_way() -> WayOut | None:
    return None


@asynccontextmanager
async def kept(
    router: FakeRouter, find_way: Callable[[], WayOut | None] | None = None, lease: int = 600
) -> AsyncIterator[Watched]:
    async def way() -> WayOut | None:
        return router.way if find_way is None else find_way()

    began = trio.current_time()

    def note() -> None:
        watched.seen.append((trio.current_time() - began, port.report))
        watched.changed.set()

    port = RouterPort(PORT, note, lease_seconds=lease, ways=(way, no_way))
    watched = Watched(port, [])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(port.run)
        yield watched
        nursery.cancel_scope.cancel()


def grants(address: str = OUTER, outer: int = PORT, seconds: int = 600) -> Answers:
    """Answer as a router with PCP."""

    def answer(packet: bytes) -> list[bytes]:
        told = bytearray(recorded("pcp-map.bin"))
        told[4:8] = packet[4:8] if packet[4:8] == bytes(4) else struct.pack("!I", seconds)
        told[24:36] = packet[24:36]
        told[42:44] = struct.pack("!H", outer)
        told[56:60] = IPv4Address(address).packed
        return [bytes(told)]

    return answer


def nat_pmp(packet: bytes) -> list[bytes]:
    """Answer as a router with NAT-PMP only."""
    if packet == natpmp.address_request():
        return [recorded("natpmp-address.bin")]
    return [UNSUPPORTED if packet[0] else recorded("natpmp-map.bin")]


def speak_upnp(router: FakeRouter, **answers: str) -> None:
    """Answer as a router with UPnP; `answers` are recorded pages by action."""
    pages = {
        "": "description.http",
        "GetExternalIPAddress": "external-address.http",
        "AddPortMapping": "add-mapping.http",
        "DeletePortMapping": "delete-mapping.http",
        **answers,
    }

    def page(_path: str, body: bytes) -> bytes:
        return recorded(pages[body.partition(b"<u:")[2].partition(b" ")[0].decode()])

    router.page = page
    router.search = lambda _packet: [router.location()]


async def silent(router: FakeRouter) -> float:
    """Check that nothing of a router is believed; return the seconds until that is reported."""
    async with kept(router) as port:
        await port.wait(RouterStanding.SILENT)
        assert port.report == RouterReport(RouterStanding.SILENT)
        return port.seen[0][0]
