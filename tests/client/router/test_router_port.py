"""A port kept open at a router on loopback that is honest or broken; in virtual time."""

from __future__ import annotations

import struct
from ipaddress import IPv4Address

import pytest
import trio
import trio.testing

from client.router import natpmp
from client.router.conversation import GIVE_BACK_SECONDS
from client.router.router_port import AGAIN_SECONDS, LEASE_SECONDS, LOOK_SECONDS
from client.router.router_reports import RouterStanding, router_sentence
from engine.values import replace
from protocol.lobby.routes import tcp_route
from tests.client.router.fake_router import fake_router, recorded
from tests.client.router.kept_ports import (
    MAPPED,
    OUTER,
    PORT,
    grants,
    kept,
    nat_pmp,
    silent,
    speak_upnp,
)


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


async def test_a_machine_with_an_address_of_documentation_asks_its_router(
    virtual_time: trio.abc.Clock,
) -> None:
    async with fake_router() as router:
        router.control = grants()
        own = replace(router.way, own=IPv4Address("192.0.2.2"))
        async with kept(router, lambda: own):
            await trio.sleep(10)
        assert router.datagrams


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
