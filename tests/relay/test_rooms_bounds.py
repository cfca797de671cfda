"""No client causes an exception, or more memory than the limits allow."""

import gc
import tracemalloc
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from protocol.framing import FrameKind, JoinFrame, LeaveFrame, PingFrame, SendFrame, encode
from relay.connections import Connection
from relay.limits import Limits
from relay.rooms import Rooms
from tests.relay.sides import Machine, Side, small

ROOM_IDS = st.integers(0, 4).map(lambda number: bytes([number] * 32))
NOISE = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda kind, body: (1 + len(body)).to_bytes(4, "big") + bytes([kind]) + body,
        st.sampled_from(FrameKind),
        st.binary(max_size=60),
    ),
    st.integers(-(2**31), 2**31 - 1).map(lambda length: length.to_bytes(4, "big", signed=True)),
)


class AnythingHappens(RuleBasedStateMachine):
    """Many connections that do anything, reading or not, in rooms with small limits."""

    def __init__(self) -> None:
        super().__init__()
        self.machine = Machine(small(outgoing_bytes=9_000))
        self.sides: list[Side] = []

    def side(self, number: int) -> Side:
        return self.sides[number % len(self.sides)]

    @rule(source=st.integers(0, 3))
    def connect(self, source: int) -> None:
        connection = self.machine.rooms.connect(f"source {source}", self.machine.now)
        if isinstance(connection, Connection):
            self.sides.append(Side(self.machine, connection))

    @precondition(lambda self: self.sides)
    @rule(number=st.integers(0, 99), room=ROOM_IDS, cursor=st.sampled_from([0, 1, 5, 2**64 - 1]))
    def join(self, number: int, room: bytes, cursor: int) -> None:
        self.side(number).join(room, cursor=cursor)

    @precondition(lambda self: self.sides)
    @rule(number=st.integers(0, 99), size=st.integers(1, 1_000), count=st.integers(1, 30))
    def speak(self, number: int, size: int, count: int) -> None:
        self.side(number).send(*[SendFrame(bytes(size))] * count)

    @precondition(lambda self: self.sides)
    @rule(number=st.integers(0, 99), noise=NOISE)
    def babble(self, number: int, noise: bytes) -> None:
        self.side(number).send_bytes(noise)

    @precondition(lambda self: self.sides)
    @rule(number=st.integers(0, 99))
    def read(self, number: int) -> None:
        self.side(number).read()

    @precondition(lambda self: self.sides)
    @rule(number=st.integers(0, 99), most=st.integers(0, 500))
    def read_a_little(self, number: int, most: int) -> None:
        self.side(number).read_a_little(most)

    @precondition(lambda self: self.sides)
    @rule(number=st.integers(0, 99))
    def hang_up(self, number: int) -> None:
        self.sides.pop(number % len(self.sides)).hang_up()

    @rule(seconds=st.sampled_from([1, 1, 1, 10, 100, 4_000]))
    def pass_time(self, seconds: int) -> None:
        self.machine.now += 1_000 * (seconds - 1)
        self.machine.pass_time(1)

    @invariant()
    def limits_hold(self) -> None:
        rooms, limits = self.machine.rooms, self.machine.rooms.limits
        assert rooms.connections == len(self.sides) <= limits.connections
        assert rooms.rooms <= limits.rooms
        for side in self.sides:
            waiting = side.connection.waiting
            assert waiting == sum(len(frame) + 256 for frame in side.connection.queue)
            last_words = limits.frame_bytes + 1_000
            assert waiting <= limits.outgoing_bytes + last_words
            assert side.connection.frames.held <= limits.frame_bytes + 5
        most = limits.rooms * limits.backlog_bytes
        assert rooms.held_bytes() - sum(held(side) for side in self.sides) <= most

    def teardown(self) -> None:
        for side in self.sides:
            side.hang_up()
        self.machine.now += 1_000 * self.machine.rooms.limits.room_seconds
        self.machine.pass_time(1)
        assert self.machine.rooms.held_bytes() == 0
        assert self.machine.rooms.rooms == self.machine.rooms.connections == 0


def held(side: Side) -> int:
    return side.connection.waiting + side.connection.frames.held


TestAnythingHappens = AnythingHappens.TestCase


@given(st.lists(st.one_of(NOISE, st.sampled_from([encode(JoinFrame(bytes(32), bytes(8), 0))]))))
def test_noise_gets_the_same_answer_however_it_is_cut(noise: list[bytes]) -> None:
    stream = b"".join(noise)
    whole, pieces = Machine().connect(), Machine().connect()
    whole.send_bytes(stream)
    for byte in stream:
        pieces.send_bytes(bytes([byte]))
    assert whole.read() == pieces.read()


def test_memory_stays_within_the_sum_of_the_limits() -> None:
    limits = Limits(
        frame_bytes=8_192,
        connections=60,
        connections_per_source=60,
        connects_per_minute=100_000,
        rooms=12,
        rooms_per_source=12,
        members=6,
        backlog_bytes=32_768,
        backlog_share_bytes=16_384,
        outgoing_bytes=65_536,
        messages_per_second=1_000,
        messages_burst=1_000,
        bytes_per_second=10_000_000,
        bytes_burst=10_000_000,
    )
    # The memory of process and kernel is not allocated here.
    beyond = limits.connections * 4 * limits.socket_buffer_bytes + 48 * 1024 * 1024
    gc.collect()
    tracemalloc.start()
    try:
        rooms = Rooms(limits, b"salt")
        attack(rooms, Random(1))
        gc.collect()
        now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert rooms.held_bytes() > 1_000_000  # the attack was severe
    assert now < peak < limits.most_memory() - beyond


def attack(rooms: Rooms, random: Random) -> None:
    """Fill rooms whose members all send and never read, ending with half a frame."""
    connections: list[Connection] = []
    for now in range(2_000):
        while len(connections) < rooms.limits.connections:
            connection = rooms.connect("everywhere", now)
            assert isinstance(connection, Connection)
            connections.append(connection)
            rooms.receive(
                connection, encode(JoinFrame(bytes([random.randrange(12)] * 32), bytes(8), 0)), now
            )
        connection = connections[random.randrange(len(connections))]
        size = random.choice((1, 300, 8_192))
        rooms.receive(
            connection, encode(SendFrame(random.randbytes(size))) + encode(PingFrame(bytes(8))), now
        )
        rooms.with_news()
        if random.random() < 0.01:
            rooms.receive(connection, encode(LeaveFrame()), now)
        if random.random() < 0.05:
            connection.flush(lambda data: len(data) // 2)
        for gone in [connection for connection in connections if connection.closing]:
            connections.remove(gone)
            rooms.lost(gone, now)
    for connection in connections:
        rooms.receive(connection, encode(SendFrame(bytes(8_192)))[:-1], 10_000)
    rooms.tick(10_000)
