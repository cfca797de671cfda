"""Requirements for every relay, over any transport."""

from collections.abc import Iterator
from hashlib import sha256

import pytest

from protocol.framing import (
    FROM_NOW_ON,
    VERSION,
    DeliverFrame,
    FrameKind,
    GapFrame,
    JoinFrame,
    LeaveFrame,
    Limit,
    PingFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from relay.limits import Limits
from tests.conformance.clients import Client
from tests.conformance.transports import (
    LIMITS,
    MemoryTransport,
    ProcessTransport,
    Transport,
    WebSocketTransport,
)

KINDS = ["memory", "process", "websocket"]
PROCESSES = {"process": ProcessTransport, "websocket": WebSocketTransport}


@pytest.fixture(scope="module")
def shared_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessTransport]:
    transport = ProcessTransport(tmp_path_factory.mktemp("relay"))
    yield transport
    transport.end()


@pytest.fixture(scope="module")
def shared_websocket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebSocketTransport]:
    transport = WebSocketTransport(tmp_path_factory.mktemp("relay"))
    yield transport
    transport.end()


@pytest.fixture(params=KINDS)
def transport(request: pytest.FixtureRequest) -> Iterator[Transport]:
    """Return a transport that must not be stopped: all tests share the process, in other rooms."""
    memory = request.param == "memory"
    transport = MemoryTransport() if memory else request.getfixturevalue(f"shared_{request.param}")
    yield transport
    transport.hang_up()


@pytest.fixture(params=KINDS)
def own_transport(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Transport]:
    """Return a transport that may be stopped."""
    folder = tmp_path_factory.mktemp("own")
    kind = PROCESSES.get(request.param)
    transport = MemoryTransport() if kind is None else kind(folder)
    yield transport
    transport.end()


@pytest.fixture
def room(request: pytest.FixtureRequest) -> bytes:
    name: str = request.node.nodeid
    return sha256(name.encode()).digest()


async def members(transport: Transport, room: bytes, count: int) -> list[Client]:
    clients = [await transport.connect() for _ in range(count)]
    for client in clients:
        await client.join(room)
    return clients


async def refused(client: Client) -> RefusedFrame:
    frame = await client.read()
    assert isinstance(frame, RefusedFrame), frame
    return frame


async def test_the_greeting_announces_version_and_limits(transport: Transport) -> None:
    greeting = await (await transport.connect()).read_greeting()
    assert greeting.version == VERSION
    assert greeting.limits == Limits.from_toml(LIMITS).announced()
    assert greeting.limit(Limit.FRAME_BYTES) == 8192


async def test_frames_reach_all_others_in_the_order_of_their_cursors(
    transport: Transport, room: bytes
) -> None:
    first, second, third = await members(transport, room, 3)
    await first.send(SendFrame(b"a"), SendFrame(b"b"))
    assert [await second.read() for _ in range(2)] == [
        DeliverFrame(1, 1, b"a"),
        DeliverFrame(2, 1, b"b"),
    ]
    await second.send(SendFrame(b"c"))
    assert [await third.read() for _ in range(3)] == [
        DeliverFrame(1, 1, b"a"),
        DeliverFrame(2, 1, b"b"),
        DeliverFrame(3, 2, b"c"),
    ]
    assert await first.read() == DeliverFrame(3, 2, b"c")


async def test_rooms_do_not_hear_each_other(transport: Transport, room: bytes) -> None:
    inside, _ = await members(transport, room, 2)
    (outside,) = await members(transport, b"!" + room[1:], 1)
    await inside.send(SendFrame(b"secret"), PingFrame(b"12345678"))
    await inside.read()
    await outside.send(PingFrame(b"12345678"))
    assert await outside.read() == PongFrame(b"12345678", 0)


async def test_the_largest_frame_arrives_as_it_was_sent(transport: Transport, room: bytes) -> None:
    sender, receiver = await members(transport, room, 2)
    payload = bytes(range(256)) * 32
    await sender.send(SendFrame(payload))
    assert await receiver.read_payload() == payload


async def test_many_frames_in_many_pieces_arrive_whole(transport: Transport, room: bytes) -> None:
    sender, receiver = await members(transport, room, 2)
    stream = b"".join(encode(SendFrame(bytes([number]) * (number + 1))) for number in range(50))
    for start in range(0, len(stream), 97):
        await sender.line.send(stream[start : start + 97])
    for number in range(50):
        assert await receiver.read_payload() == bytes([number]) * (number + 1)


async def test_a_returning_member_gets_the_frames_after_its_cursor(
    transport: Transport, room: bytes
) -> None:
    talker, listener = await members(transport, room, 2)
    await talker.send(SendFrame(b"a"))
    await listener.read()
    await listener.line.close()
    await talker.send(SendFrame(b"b"), SendFrame(b"c"), PingFrame(bytes(8)))
    await talker.read()
    watcher = await transport.connect()
    epoch = (await watcher.join(room, cursor=FROM_NOW_ON)).epoch
    back = await transport.connect()
    joined = await back.join(room, epoch, cursor=1)
    assert (joined.epoch, joined.cursor) == (epoch, 3)
    assert [await back.read_payload(), await back.read_payload()] == [b"b", b"c"]
    await talker.send(SendFrame(b"d"))
    assert await back.read_payload() == await watcher.read_payload() == b"d"


async def test_a_member_that_returns_too_late_is_told_of_the_gap(
    transport: Transport, room: bytes
) -> None:
    (talker,) = await members(transport, room, 1)
    await talker.send(*[SendFrame(bytes(7_000))] * 5, PingFrame(bytes(8)))
    assert await talker.read() == PongFrame(bytes(8), 5)
    late = await transport.connect()
    await late.join(room)
    assert await late.read() == GapFrame(3)
    assert [await late.read(), await late.read()] == [
        DeliverFrame(4, 1, bytes(7_000)),
        DeliverFrame(5, 1, bytes(7_000)),
    ]


async def test_after_a_restart_an_old_cursor_is_a_gap_and_the_room_continues(
    own_transport: Transport, room: bytes
) -> None:
    talker = await own_transport.connect()
    old = await talker.join(room)
    await talker.send(SendFrame(b"before"))
    own_transport.restart()
    first, second = await own_transport.connect(), await own_transport.connect()
    for client in (first, second):
        new = await client.join(room, old.epoch, cursor=1)
        assert new.epoch != old.epoch
        assert new.cursor == 0
        assert await client.read() == GapFrame(0)
    await first.send(SendFrame(b"after"))
    assert await second.read() == DeliverFrame(1, 1, b"after")


async def test_a_stopping_relay_tells_every_member(own_transport: Transport, room: bytes) -> None:
    clients = await members(own_transport, room, 2)
    guest = await own_transport.connect()
    await guest.read_greeting()
    await clients[0].send(SendFrame(b"last"), PingFrame(bytes(8)))
    await clients[0].read()
    own_transport.stop()
    assert await clients[1].read_payload() == b"last"
    for client in (*clients, guest):
        last = await refused(client)
        assert (last.code, last.retry_ms > 0) == (RefusalCode.CLOSING, True)
        assert await client.is_closed()


async def test_a_pong_comes_after_everything_sent_before_the_ping(
    transport: Transport, room: bytes
) -> None:
    client, other = await members(transport, room, 2)
    await other.send(SendFrame(b"a"), PingFrame(b"12345678"))
    await other.read()
    await client.send(SendFrame(b"b"), PingFrame(b"abcdefgh"))
    assert await client.read_payload() == b"a"
    assert await client.read() == PongFrame(b"abcdefgh", 2)


async def test_the_last_frame_of_a_leaving_member_is_delivered(
    transport: Transport, room: bytes
) -> None:
    leaver, other = await members(transport, room, 2)
    await leaver.send(SendFrame(b"farewell"), LeaveFrame())
    assert await leaver.is_closed()
    assert await other.read_payload() == b"farewell"


async def test_the_members_of_a_room_are_told_of_each_other(
    transport: Transport, room: bytes
) -> None:
    first, second, third = await members(transport, room, 3)
    while await first.read_members() != 3:
        pass
    await second.line.close()
    await third.send(LeaveFrame())
    while await first.read_members() != 1:
        pass


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (bytes(4), RefusalCode.BAD_FRAME),
        (b"\xff\xff\xff\xff", RefusalCode.BAD_FRAME),
        ((8194).to_bytes(4, "big"), RefusalCode.TOO_LARGE),
        ((2**31 - 1).to_bytes(4, "big"), RefusalCode.TOO_LARGE),
        (b"\0\0\0\1\x7f", RefusalCode.BAD_FRAME),
        (b"\0\0\0\1" + bytes([FrameKind.SEND]), RefusalCode.BAD_FRAME),
        (b"\0\0\0\3" + bytes([FrameKind.PING, 0, 0]), RefusalCode.BAD_FRAME),
        (encode(JoinFrame(bytes(32), bytes(8), 0)), RefusalCode.UNEXPECTED),
        (encode(DeliverFrame(1, 1, b"forged")), RefusalCode.UNEXPECTED),
    ],
    ids=["zero", "negative", "long", "giant", "unknown", "empty", "short", "join", "forged"],
)
async def test_bad_frames_end_only_their_own_connection(
    transport: Transport, room: bytes, data: bytes, code: RefusalCode
) -> None:
    wrong, first, second = await members(transport, room, 3)
    await wrong.line.send(data)
    assert (await refused(wrong)).code is code
    assert await wrong.is_closed()
    await first.send(SendFrame(b"a"))
    assert await second.read_payload() == b"a"


async def test_a_member_that_hangs_up_within_a_frame_disturbs_nobody(
    transport: Transport, room: bytes
) -> None:
    wrong, first, second = await members(transport, room, 3)
    await wrong.line.send(encode(SendFrame(bytes(100)))[:50])
    await wrong.line.close()
    await first.send(SendFrame(b"a"))
    assert await second.read_payload() == b"a"


async def test_other_frames_before_a_join_are_refused(transport: Transport) -> None:
    client = await transport.connect()
    await client.send(SendFrame(b"a"))
    *_, last = await client.read_all()
    assert isinstance(last, RefusedFrame)
    assert last.code is RefusalCode.UNEXPECTED


async def test_a_full_room_refuses_more_members(transport: Transport, room: bytes) -> None:
    clients = await members(transport, room, 4)
    late = await transport.connect()
    await late.read_greeting()
    await late.send(JoinFrame(room, bytes(8), 0))
    full = await refused(late)
    assert (full.code, full.retry_ms > 0) == (RefusalCode.ROOM_FULL, True)
    await clients[0].line.close()
    while await clients[1].read_members() != 3:
        pass
    await (await transport.connect()).join(room)


async def test_frames_above_the_rate_limit_are_refused_and_may_be_repeated(
    transport: Transport, room: bytes
) -> None:
    (client,) = await members(transport, room, 1)
    await client.send(*[SendFrame(b"a")] * 2_060)
    first = await refused(client)
    assert first.code is RefusalCode.RATE
    assert 0 < first.retry_ms <= 10
    assert first.ordinal > 2_000


async def test_a_slow_reader_is_cut_off_and_nobody_else_waits(
    transport: Transport, room: bytes
) -> None:
    slow, talker, quick = await members(transport, room, 3)
    payload = bytes(8_000)
    for _ in range(60):  # far more than may wait, and than the kernel buffers for it
        await talker.send(SendFrame(payload))
        assert await quick.read_payload() == payload
    last = (await slow.read_all())[-1]
    assert isinstance(last, RefusedFrame)
    assert last.code is RefusalCode.TOO_SLOW
    back = await transport.connect()
    assert (await back.join(room)).cursor == 60
