import pytest

from protocol.framing import (
    DeliverFrame,
    Frame,
    FrameKind,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    PingFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
)
from relay.limits import ANSWERS_WAITING
from tests.relay.sides import OTHER_ROOM, SMALL, Machine, Side, payloads, small


def third_room() -> bytes:
    return bytes([3] * 32)


# --- before a room is joined ------------------------------------------------------------------


def test_connections_of_one_source_are_limited() -> None:
    machine = Machine()
    sides = [machine.connect() for _ in range(SMALL.connections_per_source)]
    refused = machine.refused()
    assert refused.code is RefusalCode.SOURCE_CONNECTIONS
    assert refused.retry_ms > 0
    assert str(SMALL.connections_per_source) in refused.sentence
    machine.connect("another source")
    sides[0].hang_up()
    machine.connect()


def test_connects_of_one_source_are_limited_and_get_a_retry_time() -> None:
    machine = Machine(small(connects_per_minute=6))
    for _ in range(6):
        machine.connect().hang_up()
    refused = machine.refused()
    assert (refused.code, refused.retry_ms) == (RefusalCode.SOURCE_CONNECTS, 10_000)
    machine.now += refused.retry_ms
    machine.connect().hang_up()
    assert machine.refused().code is RefusalCode.SOURCE_CONNECTS


def test_a_source_long_gone_is_forgotten() -> None:
    machine = Machine(small(connections=1))
    for number in range(4):
        machine.connect(f"source {number}").hang_up()
    assert machine.refused("source 4").code is RefusalCode.RELAY_FULL
    machine.connect("source 0").hang_up()
    machine.pass_time(2)
    machine.connect("source 4")


def test_a_full_relay_refuses_newcomers_and_disturbs_nobody() -> None:
    machine = Machine(small(connections=4))
    sides = machine.members(4)
    refused = machine.refused("far away")
    assert refused.code is RefusalCode.RELAY_FULL
    assert refused.retry_ms > 0
    sides[0].send(SendFrame(b"still here"))
    assert payloads(sides[3].read()) == [b"still here"]


def test_a_client_that_joins_no_room_in_time_is_cut_off() -> None:
    machine = Machine()
    silent, slow = machine.connect(), machine.connect()
    for byte in b"\0\0\0\x31\x02" + bytes(4):  # a slow loris: a JOIN, one byte a second
        slow.send_bytes(bytes([byte]))
        machine.pass_time(1)
    assert not silent.connection.closing
    machine.pass_time(1)
    assert silent.refusals() == slow.refusals() == [RefusalCode.HANDSHAKE_TIMEOUT]


def test_no_frame_longer_than_a_join_is_read_before_it() -> None:
    side = Machine().connect().send_bytes((82).to_bytes(4, "big"))
    assert side.refusals() == [RefusalCode.TOO_LARGE]


@pytest.mark.parametrize(
    "frame", [SendFrame(b"a"), PingFrame(bytes(8)), LeaveFrame(), PongFrame(bytes(8), 1)]
)
def test_the_first_frame_must_be_a_join(frame: Frame) -> None:
    machine = Machine()
    (member,) = machine.members(1)
    assert machine.connect().send(frame).refusals() == [RefusalCode.UNEXPECTED]
    assert member.read() == []


def test_a_full_room_refuses_newcomers() -> None:
    machine = Machine()
    machine.members(SMALL.members)
    late = machine.connect().join()
    refused = late.read()[0]
    assert isinstance(refused, RefusedFrame)
    assert refused.code is RefusalCode.ROOM_FULL
    assert refused.retry_ms > 0
    assert late.connection.closing


def test_rooms_of_one_source_are_limited_squatted_ones_included() -> None:
    machine = Machine()
    for room in (bytes(32), OTHER_ROOM):
        machine.connect().join(room).send(SendFrame(b"mine")).hang_up()
    assert machine.connect().join(third_room()).refusals() == [RefusalCode.SOURCE_ROOMS]
    # It may still enter existing rooms, and others may still open some.
    assert isinstance(machine.connect().join(OTHER_ROOM).read()[0], JoinedFrame)
    assert isinstance(machine.connect("elsewhere").join(third_room()).read()[0], JoinedFrame)


def test_closed_rooms_no_longer_count() -> None:
    machine = Machine()
    for room in (bytes(32), OTHER_ROOM):
        machine.connect().join(room).hang_up()
    assert isinstance(machine.connect().join(third_room()).read()[0], JoinedFrame)


# --- in a room --------------------------------------------------------------------------------


def test_an_oversized_frame_is_refused_by_its_header_and_the_room_continues() -> None:
    giant, first, second = Machine().members(3)
    giant.send_bytes((SMALL.frame_bytes + 2).to_bytes(4, "big"))
    assert giant.refusals() == [RefusalCode.TOO_LARGE]
    first.send(SendFrame(bytes(SMALL.frame_bytes)))
    assert payloads(second.read()) == [bytes(SMALL.frame_bytes)]


@pytest.mark.parametrize(
    "data",
    [
        bytes(4),
        b"\xff\xff\xff\xff",
        b"\0\0\0\1\x63",
        b"\0\0\0\1" + bytes([FrameKind.SEND]),
        b"\0\0\0\2" + bytes([FrameKind.PING, 0]),
    ],
)
def test_malformed_frames_end_only_their_connection(data: bytes) -> None:
    wrong, other = Machine().members(2)
    assert wrong.send_bytes(data).refusals() == [RefusalCode.BAD_FRAME]
    assert wrong.connection.closing
    assert other.read() == []
    assert wrong.send(SendFrame(b"after that")).read() == other.read() == []


def test_frames_of_a_relay_are_refused_from_a_client() -> None:
    for frame in (
        JoinFrame(OTHER_ROOM, bytes(8), 0),
        DeliverFrame(1, 1, b"forged"),
        PongFrame(bytes(8), 1),
    ):
        wrong, other = Machine().members(2)
        assert wrong.send(frame).refusals() == [RefusalCode.UNEXPECTED]
        assert other.read() == []


def test_excess_messages_are_refused_one_by_one_with_a_retry_time() -> None:
    machine = Machine()
    talker, listener = machine.members(2)
    talker.send(*[SendFrame(b"%d" % number) for number in range(SMALL.messages_burst + 1)])
    (refused,) = talker.read()
    assert isinstance(refused, RefusedFrame)
    assert (refused.code, refused.ordinal) == (RefusalCode.RATE, SMALL.messages_burst + 1)
    assert refused.retry_ms == 1000 // SMALL.messages_per_second
    assert len(listener.read()) == SMALL.messages_burst
    machine.now += refused.retry_ms
    talker.send(SendFrame(b"again"))
    assert payloads(listener.read()) == [b"again"]
    assert talker.read() == []


def test_excess_bytes_are_refused_with_a_retry_time() -> None:
    machine = Machine(small(messages_per_second=1_000, messages_burst=1_000))
    talker, listener = machine.members(2)
    for _ in range(40):
        talker.send(SendFrame(bytes(1_000)))
        listener.read()
    machine.now += 500
    talker.send(*[SendFrame(bytes(1_000))] * 6)
    (refused,) = talker.read()
    assert isinstance(refused, RefusedFrame)
    assert (refused.code, refused.retry_ms) == (RefusalCode.RATE, 100)


def test_a_flood_is_refused_a_few_times_and_then_cut_off() -> None:
    machine = Machine()
    flooder, listener, other = machine.members(3)
    flooder.send(*[SendFrame(b"x")] * 1000)
    limit = SMALL.refusals_before_close
    # The last words replace the queue.
    assert flooder.refusals() == [RefusalCode.FLOOD]
    assert machine.rooms.counts.refused == {RefusalCode.RATE: limit, RefusalCode.FLOOD: 1}
    assert len(listener.read()) == SMALL.messages_burst
    other.send(SendFrame(b"calm"))
    assert payloads(listener.read()) == [b"calm"]


def test_refusals_are_forgiven_after_a_pause() -> None:
    machine = Machine()
    (talker,) = machine.members(1)
    for _ in range(3):
        talker.send(*[SendFrame(b"x")] * (SMALL.messages_burst + SMALL.refusals_before_close))
        assert set(talker.refusals()) == {RefusalCode.RATE}
        machine.pass_time(SMALL.messages_burst // SMALL.messages_per_second + 1)


def test_pings_count_as_messages() -> None:
    (side,) = Machine().members(1)
    side.send(*[PingFrame(bytes(8))] * (SMALL.messages_burst + 1))
    assert isinstance(side.read()[-1], RefusedFrame)


def test_a_client_that_never_reads_its_answers_is_cut_off() -> None:
    machine = Machine(
        small(messages_per_second=1_000, messages_burst=1_000, outgoing_bytes=100_000)
    )
    (side,) = machine.members(1)
    side.send(*[PingFrame(bytes(8))] * ANSWERS_WAITING)
    assert len(side.read()) == ANSWERS_WAITING
    side.send(*[PingFrame(bytes(8))] * (ANSWERS_WAITING + 1))
    assert side.refusals() == [RefusalCode.FLOOD]


def test_a_slow_reader_is_cut_off_unnoticed_by_the_others() -> None:
    machine = Machine()
    talker, slow, quick = machine.members(3)
    total = 0
    while not slow.connection.closing:
        talker.send(SendFrame(bytes(900)))
        total += 1
        assert len(quick.read()) == 1
        assert total < 20
        machine.now += 100
    assert total == SMALL.outgoing_bytes // (900 + 17 + 256) + 1
    refused = slow.read()[-1]
    assert isinstance(refused, RefusedFrame)
    assert (refused.code, refused.retry_ms > 0) == (RefusalCode.TOO_SLOW, True)
    machine.pass_time(1)
    assert quick.read_members() == [(1, 3)]


def test_a_slow_reader_ends_with_the_frame_sent_in_part() -> None:
    machine = Machine()
    talker, slow = machine.members(2)
    talker.send(SendFrame(b"a" * 900))
    slow.read_a_little(10)
    for _ in range(12):
        talker.send(SendFrame(b"b" * 900))
    delivered, refused = slow.read()
    assert delivered == DeliverFrame(1, 1, b"a" * 900)
    assert isinstance(refused, RefusedFrame)


def test_lists_of_members_do_not_pile_up() -> None:
    machine = Machine(small(idle_seconds=10_000, connects_per_minute=10_000))
    slow, _ = machine.members(2)
    for _ in range(60):
        machine.connect().join().hang_up()
        machine.pass_time(1)
    assert slow.refusals() == [RefusalCode.TOO_SLOW]


def test_a_silent_client_is_cut_off_even_if_it_sends_single_bytes() -> None:
    machine = Machine()
    silent, dribbling, alive = machine.members(3)
    for _ in range(SMALL.idle_seconds):
        dribbling.send_bytes(b"\0" if dribbling.connection.frames.held < 1 else b"")
        assert alive.send(PingFrame(bytes(8))).read()
        machine.pass_time(1)
    assert silent.refusals() == dribbling.refusals() == [RefusalCode.IDLE]
    assert not alive.connection.closing


def test_a_flood_inside_a_room_does_not_push_out_frames_of_others() -> None:
    machine = Machine()
    flooder, quiet = machine.members(2)
    quiet.send(SendFrame(b"important"))
    flooder.send(*[SendFrame(bytes(700)) for _ in range(30)])
    late = machine.connect().join().read()
    assert b"important" in payloads(late)
    share = [frame for frame in late if isinstance(frame, DeliverFrame) and frame.member == 1]
    assert len(share) == SMALL.backlog_share_bytes // (700 + 17 + 256)


def test_every_refusal_has_a_sentence_and_a_retry_time_if_waiting_helps() -> None:
    machine = Machine()
    for code in RefusalCode:
        refused = machine.rooms.refusals.refused(code)
        assert refused.sentence.endswith(".")
        assert "{" not in refused.sentence


def test_a_refused_client_receives_only_the_reason() -> None:
    machine = Machine()
    sides: list[Side] = machine.members(SMALL.members)
    late = machine.connect().join()
    sides[0].send(SendFrame(b"a"))
    assert late.refusals() == [RefusalCode.ROOM_FULL]
    assert late.read() == []
