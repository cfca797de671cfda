from protocol.framing import (
    DeliverFrame,
    Frame,
    FrameReader,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    MembersFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from relay.limits import Limits
from relay.memory import MemoryLink, MemoryRelay

JOIN = encode(JoinFrame(bytes(32), bytes(8), 0))


def read(link: MemoryLink) -> list[Frame]:
    frames = FrameReader(2**20)
    frames.feed(link.receive())
    found = []
    while (frame := frames.next_frame()) is not None:
        found.append(frame)
    return found


def test_links_of_one_process_receive_each_others_frames() -> None:
    relay = MemoryRelay()
    first, second = relay.connect(), relay.connect()
    first.send(JOIN)
    second.send(JOIN)
    greeting, joined = read(second)
    assert isinstance(greeting, GreetingFrame)
    assert isinstance(joined, JoinedFrame)
    first.send(encode(SendFrame(b"skal")))
    relay.tick()
    assert read(second) == [DeliverFrame(1, 1, b"skal"), MembersFrame((1, 2))]


def test_seats_of_one_process_may_send_as_fast_as_they_can() -> None:
    relay = MemoryRelay()
    talker, listener = relay.connect(), relay.connect()
    talker.send(JOIN)
    listener.send(JOIN)
    listener.receive()
    for number in range(2_000):
        talker.send(encode(SendFrame(b"x" * 1_000)))
        assert read(listener) == [DeliverFrame(number + 1, 1, b"x" * 1_000)]


def test_a_refused_link_says_why_and_is_closed() -> None:
    relay = MemoryRelay(Limits(connections=1))
    relay.connect()
    link = relay.connect()
    link.send(JOIN)
    (refused,) = read(link)
    assert isinstance(refused, RefusedFrame)
    assert refused.code is RefusalCode.RELAY_FULL
    assert link.is_closed


def test_a_link_that_leaves_is_closed_and_leaves_nothing_behind() -> None:
    relay = MemoryRelay()
    leaver, other = relay.connect(), relay.connect()
    leaver.send(JOIN + encode(LeaveFrame()))
    assert leaver.is_closed
    assert leaver.receive() == b""
    other.close()
    other.close()
    assert (relay.rooms.connections, relay.rooms.rooms) == (0, 0)
