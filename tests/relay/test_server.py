"""The relay over real sockets, in this process; deadlines are in virtual time."""

import errno
import selectors
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock

from protocol.framing import (
    JoinFrame,
    PingFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from relay.addresses import Address
from relay.limits import Limits
from relay.server import Relay
from tests.conformance.clients import PATIENCE, Client
from tests.conformance.transports import SocketLine

ROOM = bytes(32)
FAST = replace(
    Limits(),
    messages_per_second=10_000,
    messages_burst=10_000,
    bytes_per_second=2**30,
    bytes_burst=2**30,
)


class Served:
    """A running relay, and the sockets of its clients."""

    def __init__(self, relay: Relay, address: Address) -> None:
        self.relay = relay
        self.address = address
        self.socks: list[socket.socket] = []

    async def connect(self) -> Client:
        sock = socket.socket()
        self.socks.append(sock)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        sock.connect((self.address.host, self.address.port))
        sock.setblocking(False)  # noqa: FBT003
        await trio.lowlevel.checkpoint()
        return Client(SocketLine(sock))

    async def members(self, count: int, room: bytes = ROOM) -> list[Client]:
        clients = [await self.connect() for _ in range(count)]
        for client in clients:
            await client.join(room)
        return clients


@asynccontextmanager
async def served(limits: Limits = FAST) -> AsyncIterator[Served]:
    """Yield a running relay. It must end by itself if it was asked to drain."""
    relay = Relay(limits, b"salt")
    async with trio.open_nursery() as nursery:
        here = Served(relay, await nursery.start(relay.run, Address("127.0.0.1", 0)))
        try:
            yield here
        finally:
            for sock in here.socks:
                sock.close()
        nursery.cancel_scope.cancel()


async def refusal(client: Client) -> RefusalCode:
    frame = await client.read()
    assert isinstance(frame, RefusedFrame), frame
    return frame.code


async def test_a_slow_loris_is_cut_off_at_the_deadline(autojump_clock: MockClock) -> None:
    async with served() as here:
        start = trio.current_time()
        client = await here.connect()
        await client.read_greeting()
        for byte in encode(JoinFrame(ROOM, bytes(8), 0))[:20]:
            await client.line.send(bytes([byte]))
            await trio.sleep(0.4)
        assert await refusal(client) is RefusalCode.HANDSHAKE_TIMEOUT
        assert await client.is_closed()
        assert 10 <= trio.current_time() - start <= 12


async def test_a_silent_client_is_greeted_after_a_second_or_two(autojump_clock: MockClock) -> None:
    async with served() as here:
        start = trio.current_time()
        await (await here.connect()).read_greeting()
        assert 1 <= trio.current_time() - start <= 2.5


async def test_the_first_byte_brings_the_greeting_at_once(autojump_clock: MockClock) -> None:
    async with served() as here:
        start = trio.current_time()
        client = await here.connect()
        await client.line.send(encode(JoinFrame(ROOM, bytes(8), 0))[:1])
        await client.read_greeting()
        assert trio.current_time() == start


async def test_a_request_may_come_late_and_in_pieces(autojump_clock: MockClock) -> None:
    async with served() as here:
        client = await here.connect()
        await trio.sleep(0.9)
        for piece in (b"G", b"ET / HTTP/1.1\r\nHo", b"st: a\r\n\r\n"):
            await client.line.send(piece)
            await trio.sleep(2)
        assert (await client.line.receive()).startswith(b"HTTP/1.1 200 OK\r\n")
        assert await client.is_closed()


async def test_a_draining_relay_tells_silent_clients(autojump_clock: MockClock) -> None:
    async with served() as here:
        client = await here.connect()
        while not here.relay.rooms.connections:
            await trio.testing.wait_all_tasks_blocked()
        here.relay.drain()
        await client.read_greeting()
        assert await refusal(client) is RefusalCode.CLOSING


async def test_idle_sockets_of_one_source_stop_at_the_limit() -> None:
    async with served(replace(FAST, connections_per_source=8)) as here:
        for _ in range(8):
            await (await here.connect()).join(ROOM)
        for _ in range(200):
            client = await here.connect()
            assert await refusal(client) is RefusalCode.SOURCE_CONNECTIONS
            assert await client.is_closed()
            here.socks.pop().close()
        assert here.relay.rooms.connections == 8


async def test_a_crowd_is_served_like_a_few() -> None:
    limits = replace(
        FAST, connections_per_source=200, connects_per_minute=1_000, rooms_per_source=100
    )
    async with served(limits) as here:
        pairs = [await here.members(2, bytes([number] * 32)) for number in range(40)]
        for turn in range(3):
            for number, (speaker, _) in enumerate(pairs):
                await speaker.send(SendFrame(bytes([turn, number])))
            for number, (_, listener) in enumerate(pairs):
                assert await listener.read_payload() == bytes([turn, number])


async def test_a_late_reader_receives_everything_whole() -> None:
    async with served() as here:
        late, talker = await here.members(2)
        said = [bytes([number]) * 20_000 for number in range(12)]
        for payload in said:
            await talker.send(SendFrame(payload))
        await talker.send(PingFrame(bytes(8)))
        assert await talker.read() == PongFrame(bytes(8), 12)
        # More than the kernel takes: it waits in the relay and is sent bit by bit.
        assert here.relay.rooms.held_bytes() > 300_000
        assert [await late.read_payload() for _ in said] == said
        await talker.send(SendFrame(b"at once again"))
        assert await late.read_payload() == b"at once again"


async def test_a_slow_reader_is_cut_off_with_the_reason() -> None:
    async with served() as here:
        slow, talker, quick = await here.members(3)
        for _ in range(40):
            await talker.send(SendFrame(bytes(20_000)))
            await quick.read_payload()
        frames = await slow.read_all()
        assert isinstance(frames[-1], RefusedFrame)
        assert frames[-1].code is RefusalCode.TOO_SLOW
        assert len(frames) < 20


async def test_a_client_that_reads_nothing_is_closed_after_the_linger_time(
    autojump_clock: MockClock,
) -> None:
    limits = replace(FAST, connections_per_source=3)
    async with served(limits) as here:
        _, talker, quick = await here.members(3)
        for _ in range(40):
            await talker.send(SendFrame(bytes(20_000)))
            await quick.read_payload()
        await trio.sleep(limits.linger_seconds + 2)
        assert here.relay.rooms.connections == 2
        await (await here.connect()).read_greeting()


async def test_the_last_words_arrive_even_while_the_client_sends() -> None:
    async with served() as here:
        (client,) = await here.members(1)
        await client.line.send((2**30).to_bytes(4, "big") + bytes(300_000))
        assert await refusal(client) is RefusalCode.TOO_LARGE
        assert await client.is_closed()


async def test_a_refused_client_that_floods_is_closed_early() -> None:
    async with served() as here:
        (client,) = await here.members(1)
        await client.line.send(bytes(4))
        assert await refusal(client) is RefusalCode.BAD_FRAME
        assert here.relay.rooms.connections == 1
        with trio.fail_after(FAST.linger_seconds - 1):
            while here.relay.rooms.connections:
                with suppress(OSError):
                    await client.line.send(bytes(100_000))


async def test_a_refused_client_that_stays_is_closed_after_the_linger_time(
    autojump_clock: MockClock,
) -> None:
    async with served() as here:
        (client,) = await here.members(1)
        await client.line.send(bytes(4))
        assert await refusal(client) is RefusalCode.BAD_FRAME
        assert await client.is_closed()  # the relay's half; ours is open
        assert here.relay.rooms.connections == 1
        await trio.sleep(FAST.linger_seconds + 2)
        assert here.relay.rooms.connections == 0


async def test_a_reset_connection_harms_nobody() -> None:
    async with served() as here:
        _, waiting, talker = await here.members(3)
        for sock in here.socks[:2]:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        here.socks[0].close()
        await talker.send(*[SendFrame(bytes(1_000))] * 100)
        here.socks[1].close()
        await talker.send(*[SendFrame(bytes(1_000))] * 100, PingFrame(bytes(8)))
        assert await talker.read() == PongFrame(bytes(8), 200)
        while await talker.read_members() != 1:
            pass
        assert waiting is not None


async def test_a_failing_or_falsely_ready_socket_disturbs_nobody() -> None:
    async with served() as here:
        failing, talker, quick = await here.members(3)
        peers = list(here.relay._peers.values())
        here.relay._read(peers[1])
        peers[0].sock.shutdown(socket.SHUT_WR)
        for _ in range(3):
            await talker.send(SendFrame(b"a"))
            assert await quick.read_payload() == b"a"
        assert await failing.is_closed()
        await failing.line.close()
        while await quick.read_members() != 2:
            pass


async def test_many_simultaneous_connections_are_all_accepted() -> None:
    async with served(replace(FAST, connections_per_source=50, members=50)) as here:
        for _ in range(40):
            sock = socket.socket()
            here.socks.append(sock)
            sock.connect((here.address.host, here.address.port))
            sock.setblocking(False)  # noqa: FBT003
        for sock in here.socks:
            await Client(SocketLine(sock)).join(ROOM if sock is here.socks[0] else bytes([1] * 32))


async def test_draining_ends_when_the_last_client_has_gone() -> None:
    async with served() as here:
        clients = await here.members(2)
        here.relay.drain()
        for client in clients:
            assert await refusal(client) is RefusalCode.CLOSING
            assert await client.is_closed()
            await client.line.close()
        with trio.fail_after(PATIENCE):
            while here.relay.rooms.connections:
                await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(ConnectionRefusedError):
            await here.connect()


async def test_draining_does_not_wait_for_ever(autojump_clock: MockClock) -> None:
    relay = Relay(FAST, b"salt")
    async with trio.open_nursery() as nursery:
        here = Served(relay, await nursery.start(relay.run, Address("127.0.0.1", 0)))
        _, talker = await here.members(2)
        for _ in range(12):
            await talker.send(SendFrame(bytes(20_000)))
        await talker.send(PingFrame(bytes(8)))
        await talker.read()
        start = trio.current_time()
        relay.drain()
    assert trio.current_time() - start <= FAST.drain_seconds + 1
    for sock in here.socks:
        sock.close()


async def test_an_empty_relay_drains_at_once() -> None:
    relay = Relay(FAST, b"salt")
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            await nursery.start(relay.run, Address("127.0.0.1", 0))
            relay.drain()


async def test_without_free_sockets_newcomers_wait_and_others_do_not(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served() as here:
        first, second = await here.members(2)
        failures = iter([OSError(errno.EMFILE, "too many"), OSError(errno.ECONNABORTED, "gone")])
        accept = socket.socket.accept

        def accept_later(self: socket.socket) -> tuple[socket.socket, tuple[str, int]]:
            if failure := next(failures, None):
                raise failure
            return accept(self)

        monkeypatch.setattr(socket.socket, "accept", accept_later)
        late = await here.connect()
        await first.send(SendFrame(b"meanwhile"))
        assert await second.read_payload() == b"meanwhile"
        await late.join(ROOM)


async def test_a_cancelled_relay_closes_everything() -> None:
    relay = Relay(FAST, b"salt")
    async with trio.open_nursery() as nursery:
        here = Served(relay, await nursery.start(relay.run, Address("127.0.0.1", 0)))
        (client,) = await here.members(1)
        nursery.cancel_scope.cancel()
    assert await client.is_closed()
    assert relay.rooms.connections == 0
    here.socks[0].close()


async def test_a_selector_without_a_file_is_polled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("relay.server.selectors.DefaultSelector", selectors.SelectSelector)
    async with served() as here:
        first, second = await here.members(2)
        await first.send(SendFrame(b"hello"))
        assert await second.read_payload() == b"hello"
        here.relay.drain()
