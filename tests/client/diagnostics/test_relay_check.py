from __future__ import annotations

import trio

from client.diagnostics.findings import Level
from client.diagnostics.relay_check import check_relay
from protocol.lobby.routes import tcp_route
from tests.client.relays import real_relay


async def test_a_relay_is_reported_with_round_trip_and_limits() -> None:
    async with real_relay() as relay:
        finding = await check_relay(*relay.routes)
    assert finding.level is Level.OK
    assert "version 1" in finding.told
    assert " ms" in finding.told


async def test_an_unreachable_relay_is_reported() -> None:
    async with real_relay() as relay:
        (route,) = relay.routes
        await relay.stop()
        finding = await check_relay(route)
    assert finding.level is Level.FAIL
    assert "No relay answers" in finding.told


async def test_another_server_is_reported_as_no_relay(nursery: trio.Nursery) -> None:
    async def other(stream: trio.SocketStream) -> None:
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    nursery.start_soon(trio.serve_listeners, other, [listener])
    finding = await check_relay(tcp_route(*listener.socket.getsockname()))
    assert finding.level is Level.FAIL
    assert "is not a relay" in finding.told
