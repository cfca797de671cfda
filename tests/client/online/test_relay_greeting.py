"""The sentence about a machine that is no relay, before anybody waits in a lobby there."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from client.online import relay_greeting
from client.online.relay_greeting import (
    REACH_SECONDS,
    RelayUnreachable,
    check_greeting,
    reach,
)
from client.online.route_troubles import Obstacle, RouteTrouble
from protocol.framing import (
    VERSION,
    DeliverFrame,
    GreetingFrame,
    RefusalCode,
    RefusedFrame,
    encode,
)
from protocol.lobby.routes import Route, Routes, Scheme, tcp_route
from tests.client.relays import real_relay
from tests.client.servers import LOOPBACK, Authority, endless, saying, secured, serving, silent

PAGE = b"HTTP/1.1 400 Bad Request\r\n\r\n"


async def obstacle_at(port: int) -> Obstacle:
    with pytest.raises(RouteTrouble) as caught:
        await check_greeting(tcp_route(LOOPBACK, port))
    assert f"{LOOPBACK}:{port}" in caught.value.sentence()
    return caught.value.obstacle


async def web_server(stream: trio.SocketStream) -> None:
    """Answer once a request has ended, as web servers do."""
    request = b""
    while b"\r\n\r\n" not in request:
        data = await stream.receive_some()
        if not data:
            return
        request += data
    await stream.send_all(PAGE)


@pytest.mark.parametrize("scheme", [Scheme.TCP, Scheme.WS])
async def test_a_relay_is_known_and_keeps_no_room(scheme: Scheme) -> None:
    async with real_relay() as relay:
        await check_greeting(Route(scheme, LOOPBACK, relay.port))
        while relay.relay.rooms.connections:
            await trio.testing.wait_all_tasks_blocked()
        assert relay.relay.rooms.counts.joins == 1
        assert relay.relay.rooms.rooms == 0


async def test_a_relay_that_refuses_is_a_relay() -> None:
    refused = encode(RefusedFrame(RefusalCode.RELAY_FULL, 0, 0, "This relay is full."))
    async with serving(saying(refused)) as port:
        await check_greeting(tcp_route(LOOPBACK, port))


@pytest.mark.parametrize(
    ("answer", "obstacle"),
    [
        (PAGE, Obstacle.WEB_PAGE),
        (b"<!DOCTYPE HTML>\n<html><body>Error 400</body></html>", Obstacle.WEB_PAGE),
        (b"\x15\x03\x01\x00\x02\x02\x46", Obstacle.TLS),
        (b"SSH-2.0-OpenSSH_9.6\r\n", Obstacle.STRANGE),
        (b"\0\0\0", Obstacle.STRANGE),
        (bytes(4), Obstacle.STRANGE),
        (b"\x7f\xff\xff\xff", Obstacle.STRANGE),
        (encode(GreetingFrame(VERSION + 1, ())), Obstacle.STRANGE),
        (encode(DeliverFrame(1, 1, b"hello")), Obstacle.STRANGE),
        (b"", Obstacle.HANGS_UP),
    ],
)
async def test_a_server_that_says_something_else_is_named(
    answer: bytes, obstacle: Obstacle
) -> None:
    async with serving(saying(answer)) as port:
        assert await obstacle_at(port) is obstacle


async def test_a_web_server_that_waits_for_a_request_is_named(autojump_clock: MockClock) -> None:
    async with serving(web_server) as port:
        assert await obstacle_at(port) is Obstacle.WEB_PAGE


async def test_a_silent_port_is_named_in_time(autojump_clock: MockClock) -> None:
    async with serving(silent) as port:
        start = trio.current_time()
        assert await obstacle_at(port) is Obstacle.SILENT
        assert trio.current_time() - start <= 9


async def test_endless_bytes_are_no_relay() -> None:
    async with serving(endless(b"\xff" * 4, b"\xff" * 1_000)) as port:
        assert await obstacle_at(port) is Obstacle.STRANGE


async def test_a_port_that_speaks_tls_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    context = Authority(monkeypatch, tmp_path).server(LOOPBACK)
    async with real_relay() as relay, serving(secured(context, relay.port)) as port:
        assert await obstacle_at(port) in (Obstacle.TLS, Obstacle.HANGS_UP)


async def test_of_several_routes_one_that_leads_to_a_relay_is_enough() -> None:
    async with real_relay() as relay, serving(saying(PAGE)) as port:
        await reach((tcp_route(LOOPBACK, port), tcp_route(LOOPBACK, relay.port)))


async def test_of_several_routes_the_first_known_trouble_is_told() -> None:
    async with serving(saying(PAGE)) as page, serving(saying(b"SSH-2.0\r\n")) as shell:
        routes = tuple(tcp_route(LOOPBACK, port) for port in (1, page, shell))
        with pytest.raises(RelayUnreachable) as caught:
            await reach(routes)
    assert caught.value.trouble is not None
    assert caught.value.trouble.obstacle is Obstacle.WEB_PAGE


async def test_a_relay_that_lets_us_wait_is_told_after_three_seconds_and_left_in_the_end(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    told: list[tuple[int, Routes, int]] = []
    routes = (tcp_route("192.0.2.2", 7744), tcp_route("192.0.2.3", 7744))

    async def dropped(_route: Route) -> trio.abc.Stream:
        await trio.sleep_forever()

    monkeypatch.setattr(relay_greeting, "open_route", dropped)
    began = trio.current_time()

    def late(at: Routes, seconds: int) -> None:
        told.append((round(trio.current_time() - began), at, seconds))

    with pytest.raises(RelayUnreachable) as caught:
        await reach(routes, late)
    assert round(trio.current_time() - began) == REACH_SECONDS
    assert caught.value.why == "there is no answer"
    assert told[0] == (3, routes, REACH_SECONDS - 3)
    assert [seconds for _, _, seconds in told] == [*range(REACH_SECONDS - 3, 0, -1)]


async def test_a_web_server_that_waits_for_a_request_is_named_within_two_seconds(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    ours, theirs = trio.testing.memory_stream_pair()

    async def answers() -> None:
        request = b""
        while b"\r\n\r\n" not in request:
            request += await theirs.receive_some()
        await theirs.send_all(PAGE)

    async def opened(_route: Route) -> trio.abc.Stream:
        return ours

    monkeypatch.setattr(relay_greeting, "open_route", opened)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answers)
        began = trio.current_time()
        assert await obstacle_at(7744) is Obstacle.WEB_PAGE
        assert trio.current_time() - began < 2
