"""A WebSocket as a stream, and servers that misuse it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair
from wsproto import ConnectionType
from wsproto.connection import Connection as WebSocketFrames
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, Pong

from client.online.link import Link, LinkState
from client.online.websocket_stream import MOST_MESSAGES, StrangeWebSocket, WebSocketStream
from protocol.framing import DeliverFrame, encode
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Route, Scheme
from tests.client.relays import Port, real_relay, until
from tests.client.servers import LOOPBACK

SECRET = bytes(10)


class Server:
    """The other side of a WebSocket."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.socket = WebSocketFrames(ConnectionType.SERVER)

    async def send(self, *events: Event) -> None:
        await self.stream.send_all(b"".join(bytes(self.socket.send(event)) for event in events))

    async def read(self) -> list[Event]:
        """Read once, and return what came."""
        self.socket.receive_data(bytes(await self.stream.receive_some()) or None)
        return list(self.socket.events())


def pair() -> tuple[WebSocketStream, Server]:
    ours, theirs = memory_stream_pair()
    return WebSocketStream(ours, WebSocketFrames(ConnectionType.CLIENT)), Server(theirs)


async def test_bytes_go_both_ways_whatever_the_messages_are() -> None:
    stream, server = pair()
    await stream.send_all(b"hello")
    assert await server.read() == [BytesMessage(b"hello")]
    await server.send(BytesMessage(b"on", message_finished=False), BytesMessage(b"e"))
    await server.send(BytesMessage(b" two"))
    found = b""
    while len(found) < 7:
        found += await stream.receive_some(3)
    assert found == b"one two"


async def test_a_ping_is_answered_and_a_pong_ignored() -> None:
    stream, server = pair()
    await server.send(Pong(b"nobody asked"), Ping(b"1"), Ping(b"2"), BytesMessage(b"a"))
    assert await stream.receive_some() == b"a"
    assert await server.read() == [Pong(b"2")]


async def test_a_close_frame_is_the_end_after_the_bytes_before_it() -> None:
    stream, server = pair()
    await server.send(BytesMessage(b"last words"), CloseConnection(1008))
    assert await stream.receive_some() == b"last words"
    assert await stream.receive_some() == b""
    with pytest.raises(trio.BrokenResourceError):
        await stream.send_all(b"more")
    await stream.aclose()
    assert await server.read() == [CloseConnection(1000, "")]


async def test_the_end_of_the_connection_is_the_end_too() -> None:
    stream, server = pair()
    await server.stream.aclose()
    assert await stream.receive_some() == b""


async def test_closing_says_goodbye_once_and_forbids_more() -> None:
    stream, server = pair()
    await stream.aclose()
    await stream.aclose()
    assert await server.read() == [CloseConnection(1000, "")]
    with pytest.raises(trio.ClosedResourceError):
        await stream.send_all(b"more")


async def test_closing_does_not_wait_for_a_server_that_reads_nothing(
    autojump_clock: MockClock,
) -> None:
    stream, _ = pair()
    start = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(stream.send_all, bytes(10))
        await trio.testing.wait_all_tasks_blocked()
        await stream.aclose()
    assert trio.current_time() - start <= 1


@pytest.mark.parametrize(
    "data",
    [
        b"\x81\x02hi",  # text
        b"\x82\x81\0\0\0\0a",  # a mask, which only clients use
        b"\xc2\x01a",  # the bit of a compression
        b"\x83\x00",  # an unknown kind
        b"\x80\x01a",  # the continuation of nothing
        b"\x89\x7e\x00\x80",  # a ping of 128 bytes
        b"\x82\x7f" + b"\xff" * 8,  # a negative length
        b"\x82\x7e\x00\x01a",  # a length in more bytes than it needs
        b"\x88\x01a",  # half a close code
        b"\x88\x02\x03\xed",  # a close code that is never sent
    ],
)
async def test_a_server_that_breaks_the_rules_is_strange(data: bytes) -> None:
    stream, server = pair()
    await server.stream.send_all(data)
    with pytest.raises(StrangeWebSocket):
        await stream.receive_some()


async def test_a_message_of_a_gigantic_length_is_passed_on_as_it_comes() -> None:
    stream, server = pair()
    await server.stream.send_all(b"\x82\x7f" + (2**62).to_bytes(8, "big"))
    for number in range(20):
        await server.stream.send_all(bytes([number]) * 1_000)
        assert await stream.receive_some() == bytes([number]) * 1_000
    assert len(stream._arrived) == 0


@pytest.mark.parametrize("event", [Ping(), Pong(), BytesMessage(b"")])
async def test_endless_messages_are_read_no_faster_than_frames(
    event: Event, autojump_clock: MockClock
) -> None:
    stream, server = pair()
    start = trio.current_time()
    count = int(MOST_MESSAGES[1]) + 3 * int(MOST_MESSAGES[0])
    await server.stream.send_all(bytes(server.socket.send(event)) * count)
    await server.send(BytesMessage(b"the end"))
    assert await stream.receive_some() == b"the end"
    assert trio.current_time() - start >= 2.9


# --- a link over it ---------------------------------------------------------------------------


def route_to(relay: Port) -> tuple[Route, ...]:
    return (Route(Scheme.WS, LOOPBACK, relay.port, "/path"),)


@asynccontextmanager
async def running(*links: Link) -> AsyncIterator[None]:
    async with trio.open_nursery() as nursery:
        for link in links:
            nursery.start_soon(link.run)
        yield
        nursery.cancel_scope.cancel()


async def test_links_by_websocket_and_plain_ones_meet() -> None:
    heard: list[bytes] = []
    async with real_relay() as relay:
        one = Link(route_to(relay), Room(SECRET), heard.append)
        other = Link((Route(Scheme.TCP, LOOPBACK, relay.port),), Room(SECRET), lambda _: None)
        async with running(one, other):
            await until(lambda: one.status.members == 2)
            other.send(b"by plain frames")
            await until(lambda: heard == [b"by plain frames"])
            assert one.status.state is LinkState.UP


async def test_a_link_by_websocket_survives_a_restart_of_the_relay() -> None:
    heard: list[bytes] = []
    async with real_relay() as relay:
        one = Link(route_to(relay), Room(SECRET), heard.append)
        other = Link(route_to(relay), Room(SECRET), lambda _: None)
        async with running(one, other):
            await until(lambda: one.status.members == 2)
            await relay.stop()
            await until(lambda: one.status.state is LinkState.DOWN)
            other.send(b"kept")
            await relay.start()
            await until(lambda: heard == [b"kept"])


async def test_a_frame_in_crumbs_is_a_frame() -> None:
    stream, server = pair()
    frame = encode(DeliverFrame(1, 2, b"crumbs"))
    for byte in frame:
        await server.send(BytesMessage(bytes([byte])))
    found = b""
    while len(found) < len(frame):
        found += await stream.receive_some()
    assert found == frame
