from protocol.framing import (
    FROM_NOW_ON,
    DeliverFrame,
    GapFrame,
    GreetingFrame,
    JoinedFrame,
    LeaveFrame,
    PingFrame,
    PongFrame,
    RefusalCode,
    SendFrame,
    encode,
)
from relay.limits import Limits
from relay.permits import Permits
from tests.relay.sides import OTHER_ROOM, ROOM, SMALL, Machine, payloads, says, small


def test_the_greeting_is_sent_at_once_and_announces_every_limit() -> None:
    side = Machine().connect()
    waiting = b"".join(side.connection.queue)
    assert waiting == encode(GreetingFrame(1, SMALL.announced()))


def test_a_frame_is_delivered_to_all_others_in_the_room_only() -> None:
    machine = Machine()
    sender, first, second = machine.members(3)
    stranger = machine.connect().join(OTHER_ROOM)
    stranger.read()
    sender.send(SendFrame(b"skal"))
    assert first.read() == second.read() == [DeliverFrame(1, 1, b"skal")]
    assert sender.read() == stranger.read() == []


def test_cursors_count_the_frames_of_all_senders() -> None:
    first, second, third = Machine().members(3)
    first.send(SendFrame(b"a"))
    second.send(SendFrame(b"b"))
    first.send(SendFrame(b"c"))
    assert third.read() == [
        DeliverFrame(1, 1, b"a"),
        DeliverFrame(2, 2, b"b"),
        DeliverFrame(3, 1, b"c"),
    ]
    assert first.read() == [DeliverFrame(2, 2, b"b")]


def test_a_new_member_receives_the_backlog() -> None:
    machine = Machine()
    machine.members(1)[0].send(*says(b"a", b"b"))
    late = machine.connect().join()
    joined, *rest = late.read()
    assert isinstance(joined, JoinedFrame)
    assert (joined.member, joined.cursor) == (2, 2)
    assert rest == [DeliverFrame(1, 1, b"a"), DeliverFrame(2, 1, b"b")]


def test_a_returning_member_receives_the_frames_after_its_cursor() -> None:
    machine = Machine()
    talker, listener = machine.members(2)
    epoch = machine.connect().join().joined().epoch
    talker.send(*says(b"a", b"b", b"c"))
    listener.hang_up()
    back = machine.connect().join(epoch=epoch, cursor=2)
    assert back.read()[1:] == [DeliverFrame(3, 1, b"c")]


def test_a_member_may_skip_the_backlog() -> None:
    machine = Machine()
    talker = machine.members(1)[0].send(SendFrame(b"a"))
    late = machine.connect().join(cursor=FROM_NOW_ON)
    talker.send(SendFrame(b"b"))
    assert late.read()[1:] == [DeliverFrame(2, 1, b"b")]


def test_a_late_return_gets_a_gap_and_the_remaining_frames() -> None:
    machine = Machine()
    talker = machine.members(1)[0]
    epoch = machine.connect().join().joined().epoch
    talker.send(*[SendFrame(bytes([number]) * 700) for number in range(5)])
    joined, gap, *rest = machine.connect().join(epoch=epoch, cursor=1).read()
    assert isinstance(joined, JoinedFrame)
    assert gap == GapFrame(1)
    assert [frame.cursor for frame in rest if isinstance(frame, DeliverFrame)] == [3, 4, 5]


def test_an_old_cursor_in_a_reopened_room_gets_a_gap_of_unknown_length() -> None:
    old = Machine(salt=b"before").connect().join().joined()
    machine = Machine(salt=b"after")
    machine.members(1)[0].send(SendFrame(b"new"))
    side = machine.connect().join(epoch=old.epoch, cursor=1)
    assert side.read()[1:] == [GapFrame(0), DeliverFrame(1, 1, b"new")]


def test_a_cursor_beyond_the_newest_frame_gets_a_gap() -> None:
    machine = Machine()
    machine.members(1)[0].send(SendFrame(b"a"))
    epoch = machine.connect().join().joined().epoch
    side = machine.connect().join(epoch=epoch, cursor=7)
    assert side.read()[1:] == [GapFrame(0), DeliverFrame(1, 1, b"a")]


def test_epochs_differ_between_rooms_and_between_the_lives_of_a_room() -> None:
    machine = Machine()
    first = machine.connect().join()
    epochs = {first.joined().epoch, machine.connect().join(OTHER_ROOM).joined().epoch}
    first.hang_up()
    epochs.add(machine.connect().join().joined().epoch)
    assert len(epochs) == 3


def test_a_ping_is_answered_after_all_earlier_frames() -> None:
    side, _ = Machine().members(2)
    side.send(SendFrame(b"a"), PingFrame(b"12345678"))
    assert side.read() == [PongFrame(b"12345678", 1)]


def test_members_are_announced_at_most_once_a_second() -> None:
    machine = Machine()
    first, second, third = machine.members(3)
    assert first.read_members() == []
    machine.pass_time(1)
    assert first.read_members() == [(1, 2, 3)]
    second.hang_up()
    third.send(LeaveFrame())
    machine.pass_time(5)
    assert first.read_members() == [(1,)]


def test_a_leaving_member_is_closed_and_no_longer_heard() -> None:
    machine = Machine()
    first, second = machine.members(2)
    first.send(SendFrame(b"bye"), LeaveFrame(), SendFrame(b"not sent any more"))
    assert first.connection.closing
    assert payloads(second.read()) == [b"bye"]


def test_a_leaving_member_loses_its_queue_except_a_frame_sent_in_part() -> None:
    first, second = Machine().members(2)
    second.send(*says(b"a" * 100, b"b" * 100))
    first.connection.flush(lambda _: 10)
    first.send(LeaveFrame())
    taken: list[bytes] = []

    def take(data: bytes) -> int:
        taken.append(data)
        return len(data)

    assert first.connection.flush(take)
    assert b"".join(taken) == encode(DeliverFrame(1, 2, b"a" * 100))[10:]


def test_an_empty_room_keeps_its_backlog_for_a_while() -> None:
    machine = Machine(small(empty_room_seconds=60))
    side = machine.members(1)[0].send(SendFrame(b"a"))
    side.hang_up()
    machine.pass_time(59)
    back = machine.connect().join()
    assert payloads(back.read()) == [b"a"]
    back.hang_up()
    machine.pass_time(60)
    assert machine.rooms.rooms == 0


def test_an_empty_room_without_a_backlog_closes_at_once() -> None:
    machine = Machine()
    machine.members(1)[0].hang_up()
    assert machine.rooms.rooms == 0


def test_a_room_at_its_greatest_age_is_closed_with_all_its_members() -> None:
    machine = Machine(small(room_seconds=30))
    side, other = machine.members(2)
    for _ in range(30):
        side.send(PingFrame(bytes(8)))
        other.send(PingFrame(bytes(8)))
        side.read()
        other.read()
        machine.pass_time(1)
    assert side.refusals() == other.refusals() == [RefusalCode.ROOM_EXPIRED]
    assert machine.rooms.rooms == 0


def test_an_empty_room_at_its_greatest_age_is_closed() -> None:
    machine = Machine(small(room_seconds=30))
    machine.members(1)[0].send(SendFrame(b"a")).hang_up()
    machine.pass_time(30)
    assert machine.rooms.rooms == 0


def test_draining_refuses_everybody_after_the_queue_is_sent() -> None:
    machine = Machine()
    first, second = machine.members(2)
    guest = machine.connect()
    second.send(SendFrame(b"last"))
    machine.rooms.drain(machine.now)
    delivered, refused = first.read()
    assert delivered == DeliverFrame(1, 2, b"last")
    assert refused.code is RefusalCode.CLOSING  # type: ignore[union-attr]
    assert guest.refusals() == [RefusalCode.CLOSING]
    assert machine.refused().code is RefusalCode.CLOSING
    assert first.connection.closing
    machine.rooms.drain(machine.now)
    assert first.read() == []


def test_a_lost_connection_is_forgotten_with_its_queue() -> None:
    machine = Machine()
    first, second = machine.members(2)
    second.send(SendFrame(b"a"))
    machine.rooms.with_news()
    first.hang_up()
    second.hang_up()
    machine.pass_time(SMALL.empty_room_seconds)
    assert (machine.rooms.connections, machine.rooms.rooms) == (0, 0)
    assert machine.rooms.held_bytes() == 0


def test_news_is_reported_once() -> None:
    machine = Machine()
    first, second = machine.members(2)
    machine.rooms.with_news()
    second.send(*says(b"a", b"b"))
    assert machine.rooms.with_news() == [first.connection]
    assert machine.rooms.with_news() == []


def test_the_usual_limits_allow_a_whole_table_and_its_gallery() -> None:
    machine = Machine(Limits())
    sides = machine.members(32)
    for side in sides[:5]:
        side.send(SendFrame(bytes(9_000)))
    assert all(len(side.read()) >= 4 for side in sides)


def test_other_limits_apply_to_what_comes_and_connections_keep_their_rates() -> None:
    machine = Machine()
    one, other = machine.members(2)
    one.send(*says(*[b"x" * 900] * 3))
    other.read()
    fewer = small(
        connections=2, members=3, messages_burst=1, backlog_bytes=2_000, backlog_share_bytes=2_000
    )
    machine.rooms.reload(fewer, Permits(), machine.now)
    assert machine.refused("third").code is RefusalCode.RELAY_FULL
    assert machine.rooms.open_rooms.find(ROOM) is not None
    assert machine.rooms.held_bytes() <= 2_000
    one.send(*says(b"a", b"b", b"c"))
    assert payloads(other.read()) == [b"a", b"b", b"c"]
    machine.rooms.reload(small(connects_per_minute=1), Permits(), machine.now)
    machine.connect("home 0")
    assert machine.refused("home 0").code is RefusalCode.SOURCE_CONNECTS
