"""Probes: whether a client's own address can be reached, and nobody else's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio

from client.online import probing as asking
from client.online.probing import probed
from protocol.framing import (
    NO_EPOCH,
    FrameReader,
    GreetingFrame,
    JoinFrame,
    ProbedFrame,
    ProbeFrame,
    ProbeResult,
    RefusalCode,
    RefusedFrame,
    encode,
)
from protocol.lobby.routes import Route, Scheme, tcp_route
from relay import probing
from relay import server as relay_server
from relay.addresses import Address
from relay.limits import Limits
from relay.probing import NOWHERE, outer_address
from relay.server import Relay


@pytest.fixture
def _loopback_is_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_server, "outer_address", lambda host: host)


@asynccontextmanager
async def relay() -> AsyncIterator[tuple[Relay, Route]]:
    async with trio.open_nursery() as nursery:
        running = Relay(Limits(), b"salt")
        address = await nursery.start(running.run, Address("127.0.0.1", 0))
        yield running, tcp_route("127.0.0.1", address.port)
        nursery.cancel_scope.cancel()


async def said(route: Route, *frames: bytes) -> list[object]:
    """Send frames to a relay; return all it says until it closes."""
    found: list[object] = []
    reader = FrameReader(1024)
    async with await trio.open_tcp_stream(route.host, route.port) as stream:
        await stream.send_all(b"".join(frames))
        with trio.move_on_after(15):
            async for data in stream:
                reader.feed(data)
                while (frame := reader.next_frame()) is not None:
                    if not isinstance(frame, GreetingFrame):
                        found.append(frame)
    return found


@pytest.mark.usefixtures("_loopback_is_outside")
async def test_a_relay_at_the_clients_address_is_found(nursery: trio.Nursery) -> None:
    async with relay() as (_, asked), relay() as (_, own):
        (answer,) = await probed(asked, own.port)
        assert answer == ProbedFrame(ProbeResult.RELAY, "127.0.0.1")


@pytest.mark.usefixtures("_loopback_is_outside")
async def test_a_relay_another_program_and_nothing_are_told_apart(
    nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probing, "PROBE_SECONDS", 0.4)

    async def web(stream: trio.SocketStream) -> None:
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async def silent(_stream: trio.SocketStream) -> None:
        await trio.sleep_forever()

    ports = []
    for serve in (web, silent):
        listeners = await nursery.start(partial(trio.serve_tcp, serve, 0, host="127.0.0.1"))
        ports.append(listeners[0].socket.getsockname()[1])
    results = []
    for port in (*ports, 1):
        async with relay() as (_, asked):
            (answer,) = await probed(asked, port)
            results.append(answer.result)
    assert results == [ProbeResult.OTHER, ProbeResult.OTHER, ProbeResult.CLOSED]
    nursery.cancel_scope.cancel()


@pytest.mark.usefixtures("_loopback_is_outside")
async def test_a_source_is_probed_once_a_minute() -> None:
    async with relay() as (_, asked):
        assert isinstance((await said(asked, encode(ProbeFrame(1))))[0], ProbedFrame)
        (refused,) = await said(asked, encode(ProbeFrame(1)))
        assert isinstance(refused, RefusedFrame)
        assert refused.code is RefusalCode.SOURCE_PROBES
        assert 0 < refused.retry_ms <= 60_000
        assert await probed(asked, 1) == ()


@pytest.mark.usefixtures("_loopback_is_outside")
async def test_many_probes_in_one_breath_are_one() -> None:
    async with relay() as (_, asked):
        answers = await said(asked, *[encode(ProbeFrame(1))] * 5)
        assert [type(one) for one in answers] == [RefusedFrame]


async def test_an_address_inside_is_not_probed() -> None:
    async with relay() as (_, asked), relay() as (other, own):
        (answer,) = await said(asked, encode(ProbeFrame(own.port)))
        assert answer == ProbedFrame(ProbeResult.UNKNOWN, NOWHERE)
        assert other.rooms.counts.connects == 0
    async with relay() as (_, asked):
        assert await probed(asked, 1) == ()


async def test_a_member_of_a_room_asks_for_no_probe() -> None:
    async with relay() as (_, asked):
        join = encode(JoinFrame(bytes(32), NO_EPOCH, 0))
        answers = await said(asked, join, encode(ProbeFrame(1)))
        assert isinstance(answers[-1], RefusedFrame)
        assert answers[-1].code is RefusalCode.UNEXPECTED


@pytest.mark.usefixtures("_loopback_is_outside")
async def test_only_so_many_probes_run_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_server, "MOST_PROBES", 0)
    async with relay() as (_, asked):
        (answer,) = await said(asked, encode(ProbeFrame(1)))
        assert answer == ProbedFrame(ProbeResult.UNKNOWN, NOWHERE)


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("203.0.113.21", "203.0.113.21"),
        ("::ffff:203.0.113.21", "203.0.113.21"),
        ("2001:db8::5", "2001:db8::5"),
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("10.1.2.3", None),
        ("172.20.0.1", None),
        ("192.168.1.1", None),
        ("100.64.0.1", None),
        ("169.254.169.254", None),
        ("224.0.0.1", None),
        ("fd00::1", None),
        ("fe80::1%eth0", None),
        ("64:ff9b::7f00:1", None),
    ],
)
def test_only_addresses_of_the_internet_are_outside(host: str, shown: str | None) -> None:
    assert outer_address(host) == shown


async def test_a_websocket_or_a_proxy_hides_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await probed(Route(Scheme.WSS, "play.example.org", 443), 7744) == ()
    monkeypatch.setattr(asking, "proxy_for", lambda _route: object())
    assert await probed(tcp_route("127.0.0.1", 1), 7744) == ()
