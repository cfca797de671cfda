"""A port kept open at a router on loopback that is honest, broken or hostile; in virtual time."""

from __future__ import annotations

import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address

import pytest
import trio
import trio.testing

from client.router import natpmp, pcp, upnp
from client.router.conversation import ANSWER_SECONDS, GIVE_BACK_SECONDS
from client.router.datagrams import ask
from client.router.pages import PAGE_SECONDS, fetch, request
from client.router.router_port import AGAIN_SECONDS, LEASE_SECONDS, LOOK_SECONDS, RouterPort
from client.router.router_reports import RouterReport, RouterStanding, router_sentence
from client.router.way_out import WayOut
from protocol.lobby.routes import tcp_route
from tests.client.router.fake_router import (
    FLOOD,
    STRANGER,
    Answers,
    FakeRouter,
    fake_router,
    http,
    recorded,
)

PORT = 7744
OUTER = "11.0.0.21"
UNSUPPORTED = bytes.fromhex("0081000100000007")
MAPPED = RouterReport(RouterStanding.MAPPED, (tcp_route(OUTER, PORT),), "UPnP")


@pytest.fixture
def virtual_time() -> trio.testing.MockClock:
    """Return a clock that jumps once nothing happens, datagrams on loopback included."""
    return trio.testing.MockClock(autojump_threshold=0.005)


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


async def test_a_port_is_mapped_by_pcp_and_given_back(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        router.control = grants()
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            assert port.report == replace(MAPPED, via="PCP")
        first, last = router.datagrams[0], router.datagrams[-1]
        assert struct.unpack("!I", first[4:8]) == (600,)
        assert first[24:36] == last[24:36], "the nonce is that of the mapping"
        assert last[4:8] == bytes(4)


async def test_a_lease_is_renewed_at_its_half(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        router.control = grants(seconds=100)
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            assert len(router.datagrams) == 1
            await trio.sleep(49)
            assert len(router.datagrams) == 1
            await trio.sleep(2)
            assert len(router.datagrams) == 2
            await trio.sleep(50)
            assert len(router.datagrams) == 3
            assert len(port.seen) == 1


async def test_a_renewal_is_for_the_port_that_was_granted(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        router.control = grants(outer=50_001)
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            await trio.sleep(301)
            assert port.report.outside == (tcp_route(OUTER, 50_001),)
        assert struct.unpack("!H", router.datagrams[1][42:44]) == (50_001,)


async def test_a_router_with_nat_pmp_only_is_asked_in_it(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        router.control = nat_pmp
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            assert port.report == replace(MAPPED, via="NAT-PMP")
        assert router.datagrams[-1] == natpmp.lease_request(PORT, 0, 0)


async def test_a_port_is_mapped_by_upnp_and_given_back(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            assert port.report == MAPPED
            assert port.seen[0][0] < 5
        assert router.actions == ["GetExternalIPAddress", "AddPortMapping", "DeletePortMapping"]
        wish = router.calls[-2][1]
        for told in (
            b"<NewExternalPort>7744</NewExternalPort><NewProtocol>TCP</NewProtocol>",
            b"<NewInternalPort>7744</NewInternalPort>",
            b"<NewInternalClient>127.0.0.1</NewInternalClient>",
            b"<NewLeaseDuration>600</NewLeaseDuration>",
        ):
            assert told in wish


async def test_a_mapping_without_an_end_is_taken_if_there_is_no_other(
    virtual_time: trio.abc.Clock,
) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        plain = router.page

        def page(path: str, body: bytes) -> bytes | None:
            if b"<NewLeaseDuration>600<" in body:
                return recorded("add-mapping-foreign.http").replace(b"718", b"725")
            return plain(path, body)

        router.page = page
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            await trio.sleep(LEASE_SECONDS)
        assert router.actions[1:] == ["AddPortMapping", "AddPortMapping", "DeletePortMapping"]


async def test_the_next_port_is_wanted_if_another_machine_has_ours(
    virtual_time: trio.abc.Clock,
) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        plain = router.page

        def page(path: str, body: bytes) -> bytes | None:
            if b"<NewExternalPort>7744<" in body:
                return recorded("add-mapping-foreign.http")
            return plain(path, body)

        router.page = page
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            assert port.report.outside == (tcp_route(OUTER, PORT + 1),)
        assert b"<NewExternalPort>7745<" in router.calls[-1][1]


@pytest.mark.parametrize(
    ("address", "standing"),
    [("100.64.7.7", RouterStanding.CARRIER), ("192.168.178.20", RouterStanding.DOUBLE)],
)
async def test_an_outer_address_that_is_not_public_is_no_way_in(
    virtual_time: trio.abc.Clock, address: str, standing: RouterStanding
) -> None:
    async with fake_router() as router:
        router.control = grants(address)
        async with kept(router) as port:
            await port.wait(standing)
            assert port.report.outside == ()
            assert port.report.seen == tcp_route(address, PORT)
            assert "relay" in router_sentence(port.report)


@pytest.mark.parametrize(
    ("code", "standing"),
    [
        (2, RouterStanding.REFUSED),
        (7, RouterStanding.OFFLINE),
        (8, RouterStanding.REFUSED),
        (12, RouterStanding.DOUBLE),
    ],
)
async def test_a_refusal_is_reported_with_its_reason(
    virtual_time: trio.abc.Clock, code: int, standing: RouterStanding
) -> None:
    def refuse(packet: bytes) -> list[bytes]:
        answer = bytearray(grants()(packet)[0])
        answer[3] = code
        return [bytes(answer)]

    async with fake_router() as router:
        router.control = refuse
        async with kept(router) as port:
            await port.wait(standing)
            assert not port.report.is_reachable


@pytest.mark.parametrize(
    ("address", "outer", "seconds"),
    [("0.0.0.0", PORT, 600), (OUTER, 0, 600), (OUTER, PORT, 0)],  # noqa: S104 - no socket
    ids=["no address", "no port", "no time"],
)
async def test_a_grant_of_nothing_is_no_way_in(
    virtual_time: trio.abc.Clock, address: str, outer: int, seconds: int
) -> None:
    async with fake_router() as router:
        router.control = grants(address, outer, seconds)
        async with kept(router) as port:
            await trio.sleep(10)
            assert port.report.standing in (RouterStanding.OFFLINE, RouterStanding.REFUSED)
            assert not port.report.is_reachable


async def test_a_machine_with_a_public_address_asks_nobody(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        own = replace(router.way, own=IPv4Address(OUTER))
        async with kept(router, lambda: own) as port:
            await port.wait(RouterStanding.DIRECT)
            assert port.report.outside == (tcp_route(OUTER, PORT),)
            await trio.sleep(100)
        assert not router.datagrams
        assert not router.searches


async def test_without_a_router_nobody_is_asked(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router, kept(router, lambda: None) as port:
        await port.wait(RouterStanding.UNROUTED)
        assert port.seen[0][0] == 0


async def test_a_silent_router_is_reported_within_five_seconds(
    virtual_time: trio.abc.Clock,
) -> None:
    async with fake_router() as router:
        assert await silent(router) < 5


async def test_a_router_that_comes_later_is_found(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router, kept(router) as port:
        await port.wait(RouterStanding.SILENT)
        router.control = grants()
        with trio.fail_after(AGAIN_SECONDS + 5):
            await port.wait(RouterStanding.MAPPED)


async def test_a_router_that_falls_silent_is_reported_and_asked_again(
    virtual_time: trio.abc.Clock,
) -> None:
    async with fake_router() as router:
        router.control = grants(seconds=100)
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            router.control = lambda _packet: []
            with trio.fail_after(70):
                await port.wait(RouterStanding.SILENT)
            router.control = grants(address="11.0.0.22")
            with trio.fail_after(AGAIN_SECONDS + 5):
                await port.wait(RouterStanding.MAPPED)
            assert port.report.outside == (tcp_route("11.0.0.22", PORT),)


async def test_a_machine_that_moves_asks_the_router_there(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as first, fake_router() as second:
        first.control = grants()
        second.control = grants(address="11.0.0.99")
        ways = [first.way]
        async with kept(first, lambda: ways[0]) as port:
            await port.wait(RouterStanding.MAPPED)
            ways[0] = second.way
            await trio.sleep(LOOK_SECONDS + 5)
            assert port.report.outside == (tcp_route("11.0.0.99", PORT),)
            assert first.datagrams[-1][4:8] == bytes(4), "given back"


async def test_a_router_that_does_not_take_it_back_holds_nobody_up(
    virtual_time: trio.abc.Clock,
) -> None:
    async with fake_router() as router:
        router.control = grants()
        async with kept(router) as port:
            await port.wait(RouterStanding.MAPPED)
            router.control = lambda _packet: []
            left = trio.current_time()
        assert trio.current_time() - left <= GIVE_BACK_SECONDS + 0.1
        assert [packet[4:8] for packet in router.datagrams[1:]] == [bytes(4)] * 3


async def test_a_port_asked_for_in_vain_is_given_back_too(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        async with kept(router):
            await trio.sleep(0.1)
        assert router.datagrams[-1][4:8] == bytes(4)


# --- hostile --------------------------------------------------------------------------------------


async def test_answers_of_other_machines_are_ignored(virtual_time: trio.abc.Clock) -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as stranger:
        try:
            stranger.bind((STRANGER, 0))
        except OSError:
            pytest.skip("there is one loopback address only")
        async with fake_router() as router:
            speak_upnp(router)

            def forge(packet: bytes) -> list[bytes]:
                told = grants()(packet)[0] if packet[0] == 2 else router.location()
                stranger.sendto(told, router.asker)
                return []

            router.control = router.search = forge
            assert await silent(router) < 5
            assert router.datagrams
            assert router.searches
            assert not router.calls


async def test_a_flood_of_false_answers_is_not_read_to_its_end(
    virtual_time: trio.abc.Clock,
) -> None:
    read: list[bytes] = []

    def note(packet: bytes) -> str | None:
        read.append(packet)
        return None

    async with fake_router() as router:
        router.control = lambda packet: [packet]
        router.floods = True
        answer = await ask(router.way, pcp.PORT, b"?", note)
        assert answer is None
        assert 10 < len(read) <= 64


async def test_endless_answers_to_a_search_are_not_read_to_their_end(
    virtual_time: trio.abc.Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[bytes] = []
    monkeypatch.setattr(upnp, "read_answer", read.append)
    async with fake_router() as router:
        router.search = lambda packet: [packet]
        router.floods = True
        assert await upnp.find_speakers(router.way, PORT) == []
        assert 10 < len(read) <= 256


async def test_an_endless_page_is_not_read_to_its_end(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        head = b"HTTP/1.1 200 OK\r\n\r\n"
        router.page = lambda _path, _body: head
        router.floods = True
        question = request("GET", "router", "/", {})
        assert await fetch(router.way, router.web_port, question, longest=10_000) is None
        await trio.testing.wait_all_tasks_blocked()
        assert router.flooded < FLOOD


async def test_a_page_has_two_seconds(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        router.page = lambda _path, _body: http(b"x" * 100)
        router.drip_seconds = 0.5
        question = request("GET", "router", "/", {})
        with trio.fail_after(PAGE_SECONDS + 0.1):
            assert await fetch(router.way, router.web_port, question, longest=10_000) is None


async def test_few_descriptions_are_fetched(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        router.search = lambda _packet: [router.location(f"/{n}.xml") for n in range(60)]
        assert await silent(router) < 5
        assert len(router.calls) <= 4


async def test_a_page_that_drips_is_not_waited_for(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        router.drip_seconds = 0.5
        assert await silent(router) < 5


HOSTILE = {
    "a redirect": http(b"", "302 Found", "Location: http://127.0.0.1/rootDesc.xml\r\n"),
    "a page without an end": http(b"x" * 200_000),
    "chunks without an end": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"1000\r\n" + b"x" * 4096 + b"\r\n" * 40,
    "a head without an end": b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 10_000,
    "no HTTP": b"SSH-2.0-OpenSSH_9.2\r\n",
    "a page cut off": recorded("description.http")[:600],
    "a negative length": b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "entities": http(b'<!DOCTYPE r [<!ENTITY a "aaaa">]><root><service>&a;</service></root>'),
    "nothing": b"",
}


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_hostile_description_is_as_good_as_none(
    virtual_time: trio.abc.Clock, page: bytes
) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        router.page = lambda _path, _body: page
        assert await silent(router) < 5
        assert len(router.calls) == 1


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_hostile_answer_to_a_call_maps_nothing(
    virtual_time: trio.abc.Clock, page: bytes
) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        plain = router.page
        router.page = lambda path, body: page if b"AddPortMapping" in body else plain(path, body)
        assert await silent(router) < 5
        assert router.actions[-1] == "DeletePortMapping", "it may have been mapped"


async def test_a_control_page_elsewhere_is_never_called(virtual_time: trio.abc.Clock) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        elsewhere = recorded("description.http").replace(
            b"/ctl/IPConn", b"http://127.0.0.2:1/ctl/IPConn"
        )
        page = http(elsewhere.partition(b"\r\n\r\n")[2])
        router.page = lambda _path, _body: page
        assert await silent(router) < 5
        assert len(router.calls) == 1


@pytest.mark.parametrize("told", ["", "0.0.0.0", "router.home", "::1", "1" * 300])  # noqa: S104
async def test_an_outer_address_that_is_none_is_reported_as_offline(
    virtual_time: trio.abc.Clock, told: str
) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        plain = router.page
        body = recorded("external-address.http").partition(b"\r\n\r\n")[2]
        answer = http(body.replace(b"11.0.0.21", told.encode()))
        router.page = lambda path, asked: (
            answer if b"GetExternalIPAddress" in asked else plain(path, asked)
        )
        async with kept(router) as port:
            await port.wait(RouterStanding.OFFLINE)
        assert "AddPortMapping" not in router.actions


async def test_the_first_report_comes_in_time_whatever_the_router_does(
    virtual_time: trio.abc.Clock,
) -> None:
    async with fake_router() as router:
        speak_upnp(router)
        plain = router.page
        router.page = lambda path, body: None if body else plain(path, body)
        assert await silent(router) <= ANSWER_SECONDS + GIVE_BACK_SECONDS
