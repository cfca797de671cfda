"""A router on loopback, or a machine beside it, that means harm; in virtual time."""

from __future__ import annotations

import socket

import pytest
import trio
import trio.testing

from client.router import pcp, upnp
from client.router.conversation import ANSWER_SECONDS, GIVE_BACK_SECONDS
from client.router.datagrams import ask
from client.router.pages import PAGE_SECONDS, fetch, request
from client.router.router_reports import RouterStanding
from tests.client.router.fake_router import FLOOD, STRANGER, fake_router, http, recorded
from tests.client.router.kept_ports import PORT, grants, kept, silent, speak_upnp


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
