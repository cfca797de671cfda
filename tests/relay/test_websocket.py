"""WebSocket at the relay's port, without a network: requests, frames, floods and closing."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wsproto import ConnectionType
from wsproto.connection import Connection as WebSocketFrames
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, Pong, TextMessage
from wsproto.frame_protocol import CloseReason

from protocol.framing import (
    DeliverFrame,
    Frame,
    FrameReader,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    PingFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from relay.connections import Connection
from relay.upgrade_request import HEAD_BYTES
from relay.websocket import WebSocketSide, WebSocketTalk
from tests.relay.sides import ROOM, Machine, Side, small

REQUEST = (
    b"GET /some/path HTTP/1.1\r\nHost: play.example.org\r\nUpgrade: websocket\r\n"
    b"Connection: keep-alive, Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)
"""The key is that of RFC 6455, 1.3."""
JOIN = JoinFrame(ROOM, bytes(8), 0)


class Visitor:
    """The other end of a connection that begins with a request; takes so many bytes at a time."""

    def __init__(self, machine: Machine, window: int = 2**20) -> None:
        self.machine = machine
        connection = machine.rooms.connect("a visitor", machine.now)
        assert isinstance(connection, Connection)
        self.connection = connection
        self.window = window
        self.socket = WebSocketFrames(ConnectionType.CLIENT)
        self._arrived = bytearray()
        self.talk = WebSocketTalk(machine.rooms, connection, self._take)

    def send_bytes(self, data: bytes) -> "Visitor":
        self.talk.receive(data, self.machine.now)
        return self

    def send(self, *frames: Frame) -> "Visitor":
        """Send frames, each in a message of its own."""
        for frame in frames:
            self.send_bytes(self.socket.send(BytesMessage(encode(frame))))
        return self

    def open(self) -> "Visitor":
        """Send the request and read its answer."""
        self.send_bytes(REQUEST)
        head, end, rest = self.answer().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        assert b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head
        assert end
        self._arrived += rest
        return self

    def answer(self) -> bytes:
        """Return all bytes sent so far, and forget them."""
        while not self.talk.flush():
            pass
        found = bytes(self._arrived)
        self._arrived.clear()
        return found

    def events(self) -> Iterator[Event]:
        self.socket.receive_data(self.answer())
        yield from self.socket.events()

    def read(self) -> tuple[list[Frame], list[Event]]:
        """Return the frames received, and the events that are no messages."""
        frames, found, others = FrameReader(2**20), [], []
        for event in self.events():
            if isinstance(event, BytesMessage):
                frames.feed(bytes(event.data))
            else:
                others.append(event)
        while (frame := frames.next_frame()) is not None:
            found.append(frame)
        return found, others

    def closing(self) -> tuple[list[RefusalCode], int]:
        """Return the refusals received and the code of the close frame at the end."""
        frames, (*_, close) = self.read()
        assert isinstance(close, CloseConnection)
        refusals = [frame.code for frame in frames if isinstance(frame, RefusedFrame)]
        return refusals, int(close.code)

    def _take(self, data: bytes) -> int:
        taken = data[: self.window]
        self._arrived += taken
        return len(taken)


def a_connection() -> Connection:
    connection = Machine().rooms.connect("somebody", 0)
    assert isinstance(connection, Connection)
    return connection


def machine_with_member() -> tuple[Machine, Visitor, Side]:
    """Return a relay, a member of a room by WebSocket and a plain one."""
    machine = Machine()
    visitor = Visitor(machine).open().send(JOIN)
    plain = machine.connect().join()
    visitor.read()
    plain.read()
    return machine, visitor, plain


def answered(request: bytes) -> bytes:
    visitor = Visitor(Machine()).send_bytes(request)
    assert visitor.connection.closing
    return visitor.answer()


def with_header(line: bytes) -> bytes:
    return REQUEST.replace(b"\r\n\r\n", b"\r\n" + line + b"\r\n\r\n")


# --- requests ---------------------------------------------------------------------------------


def test_a_browser_is_told_in_a_sentence_that_this_is_a_relay() -> None:
    head, _, body = answered(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Content-Type: text/plain" in head
    assert b"Content-Length: %d" % len(body) in head
    assert body.startswith(b"This is a Blood Rage relay.")


def test_a_health_check_without_a_body_gets_none() -> None:
    head, _, body = answered(b"HEAD /health HTTP/1.1\r\nHost: a\r\n\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert body == b""


def test_a_request_cut_anywhere_opens_a_websocket() -> None:
    for at in range(1, len(REQUEST)):
        visitor = Visitor(Machine()).send_bytes(REQUEST[:at])
        assert visitor.answer() == b""
        visitor.send_bytes(REQUEST[at:])
        assert visitor.answer().startswith(b"HTTP/1.1 101 ")


def test_frames_sent_with_the_request_count() -> None:
    machine = Machine()
    visitor = Visitor(machine)
    visitor.send_bytes(REQUEST + visitor.socket.send(BytesMessage(encode(JOIN))))
    assert machine.rooms.rooms == 1


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", 405),
        (b"CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"GARBAGE\r\n\r\n", 400),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (REQUEST.replace(b"Version: 13", b"Version: 8"), 426),
        (REQUEST.replace(b"Sec-WebSocket-Version: 13\r\n", b""), 400),
        (REQUEST.replace(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b""), 400),
        (REQUEST.replace(b"keep-alive, Upgrade", b"keep-alive"), 400),
        (REQUEST.replace(b"keep-alive, Upgrade", b"\xffUpgrade"), 400),
        (REQUEST.replace(b"GET /some", b"HEAD /some"), 200),
        (REQUEST.replace(b"websocket", b"h2c"), 200),
    ],
)
def test_other_requests_are_answered_and_closed(request_: bytes, status: int) -> None:
    assert answered(request_).startswith(b"HTTP/1.1 %d " % status)


def test_the_version_that_is_spoken_is_told() -> None:
    answer = answered(REQUEST.replace(b"Version: 13", b"Version: 14"))
    assert b"Sec-WebSocket-Version: 13\r\n" in answer


@pytest.mark.parametrize("origin", [b"https://evil.example", b"null", b"http://127.0.0.1:7744"])
def test_the_script_of_a_web_page_gets_no_websocket(origin: bytes) -> None:
    machine = Machine()
    visitor = Visitor(machine).send_bytes(with_header(b"Origin: " + origin))
    assert visitor.answer().startswith(b"HTTP/1.1 403 ")
    visitor.send(JOIN)
    assert machine.rooms.rooms == 0


def test_endless_headers_are_refused_when_they_are_too_long() -> None:
    visitor = Visitor(Machine()).send_bytes(REQUEST[:-2])
    sent = 0
    while not visitor.connection.closing:
        visitor.send_bytes(b"a: b\r\n" * 10)
        sent += 60
    assert visitor.answer().startswith(b"HTTP/1.1 431 ")
    assert sent <= HEAD_BYTES


def test_an_endless_line_is_refused_when_it_is_too_long() -> None:
    visitor = Visitor(Machine())
    sent = 0
    while not visitor.connection.closing:
        visitor.send_bytes(b"G" * 100)
        sent += 100
    assert sent <= HEAD_BYTES + 100
    assert visitor.answer().startswith(b"HTTP/1.1 4")


def test_compression_is_never_agreed_on() -> None:
    offer = b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
    answer = Visitor(Machine()).send_bytes(with_header(offer)).answer()
    assert answer.startswith(b"HTTP/1.1 101 ")
    assert b"xtensions" not in answer


def test_a_request_that_never_ends_is_refused_in_http() -> None:
    machine = Machine()
    visitor = Visitor(machine).send_bytes(REQUEST[:50])
    machine.pass_time(10)
    head, _, body = visitor.answer().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 ")
    assert body == b"A room must be joined within 10 seconds.\n"


def test_a_request_at_a_stopping_relay_is_refused_in_http() -> None:
    machine = Machine()
    visitor = Visitor(machine).send_bytes(REQUEST[:50])
    machine.rooms.drain(machine.now)
    assert visitor.answer().endswith(b"\r\n\r\nThis relay is about to stop.\n")


# --- frames -----------------------------------------------------------------------------------


def test_members_by_websocket_and_plain_ones_meet_in_a_room() -> None:
    _, visitor, plain = machine_with_member()
    visitor.send(SendFrame(b"hello"))
    assert plain.read() == [DeliverFrame(1, 1, b"hello")]
    plain.send(SendFrame(b"hi"), SendFrame(bytes(500)))
    frames, others = visitor.read()
    assert frames == [DeliverFrame(2, 2, b"hi"), DeliverFrame(3, 2, bytes(500))]
    assert others == []


def test_the_bounds_of_messages_mean_nothing() -> None:
    _, visitor, plain = machine_with_member()
    stream = b"".join(encode(SendFrame(bytes([number]) * 90)) for number in range(6))
    for start, end in ((0, 3), (3, 150), (150, 151), (151, 400), (400, len(stream))):
        visitor.send_bytes(visitor.socket.send(BytesMessage(stream[start:end])))
    assert len(plain.read()) == 6


def test_a_message_in_fragments_with_a_ping_between_them_is_one_stream() -> None:
    _, visitor, plain = machine_with_member()
    frame = encode(SendFrame(b"in two"))
    for event in (
        BytesMessage(frame[:5], message_finished=False),
        Ping(b"now"),
        BytesMessage(frame[5:]),
    ):
        visitor.send_bytes(visitor.socket.send(event))
    assert plain.read() == [DeliverFrame(1, 1, b"in two")]
    assert visitor.read() == ([], [Pong(b"now")])


def test_of_several_pings_the_last_is_answered() -> None:
    _, visitor, _ = machine_with_member()
    visitor.send_bytes(visitor.socket.send(Ping(b"1")) + visitor.socket.send(Ping(b"2")))
    assert visitor.read() == ([], [Pong(b"2")])


def test_a_message_of_a_gigantic_length_costs_what_it_brings() -> None:
    machine, visitor, plain = machine_with_member()
    visitor.send_bytes(b"\x82\xff" + (2**62).to_bytes(8, "big") + bytes(4))  # the mask is 0
    held = machine.rooms.held_bytes()
    for _ in range(5):
        visitor.send_bytes(encode(SendFrame(bytes(300))))
        assert len(plain.read()) == 1
    visitor.send_bytes(b"\0" * 3)
    assert machine.rooms.held_bytes() <= held + 5 * 700


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x82\x01a", 1002),  # no mask
        (b"\xc2\x80\0\0\0\0", 1002),  # the bit of a compression that was not agreed on
        (b"\x83\x80\0\0\0\0", 1002),  # an unknown kind
        (b"\x80\x80\0\0\0\0", 1002),  # the continuation of nothing
        (b"\x89\xfe\x00\x7e\0\0\0\0", 1002),  # a ping of 126 bytes
        (b"\x09\x80\0\0\0\0", 1002),  # a ping in fragments
        (b"\x82\xfe\x00\x05\0\0\0\0", 1002),  # a length in more bytes than it needs
        (b"\x82\xff\xff" + bytes(7) + bytes(4), 1002),  # a negative length
        (b"\x88\x81\0\0\0\0a", 1002),  # half a close code
        (b"\x88\x82\0\0\0\0\x03\xe7", 1002),  # close code 999
    ],
)
def test_wrong_frames_end_the_connection_with_a_code(data: bytes, code: int) -> None:
    machine, visitor, plain = machine_with_member()
    visitor.send_bytes(data)
    assert visitor.closing() == ([], code)
    assert visitor.connection.closing
    machine.pass_time(1)
    assert plain.read_members()[-1] == (2,)


def test_text_is_refused_with_its_code() -> None:
    _, visitor, _ = machine_with_member()
    visitor.send_bytes(visitor.socket.send(TextMessage("hello")))
    assert visitor.closing() == ([], CloseReason.UNSUPPORTED_DATA)


def test_bytes_that_are_no_frames_are_refused_like_plain_ones() -> None:
    _, visitor, _ = machine_with_member()
    visitor.send_bytes(visitor.socket.send(BytesMessage(bytes(4))))
    assert visitor.closing() == ([RefusalCode.BAD_FRAME], CloseReason.POLICY_VIOLATION)


# --- floods -----------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [Ping(), Pong(), BytesMessage(b"")])
def test_messages_without_frames_use_up_the_allowance(event: Event) -> None:
    machine = Machine(small(messages_burst=40))
    visitor = Visitor(machine).open().send(JOIN)
    sent = 0
    while not visitor.connection.closing:
        visitor.send_bytes(visitor.socket.send(event))
        sent += 1
    assert 35 <= sent <= 45
    assert visitor.closing() == ([RefusalCode.FLOOD], CloseReason.POLICY_VIOLATION)


def test_a_frame_in_crumbs_uses_up_the_allowance() -> None:
    visitor = Visitor(Machine(small(messages_burst=40))).open().send(JOIN)
    for byte in encode(SendFrame(bytes(100))):
        visitor.send_bytes(visitor.socket.send(BytesMessage(bytes([byte]))))
    assert visitor.closing()[0] == [RefusalCode.FLOOD]


def test_a_member_that_sends_a_message_for_each_frame_pays_once() -> None:
    visitor = Visitor(Machine(small(messages_burst=40))).open().send(JOIN)
    visitor.send(*[SendFrame(b"a")] * 40)
    assert visitor.read()[1] == []
    assert not visitor.connection.closing


# --- closing ----------------------------------------------------------------------------------


def test_a_close_frame_is_answered_and_leaves_the_room() -> None:
    machine, visitor, plain = machine_with_member()
    visitor.send_bytes(visitor.socket.send(CloseConnection(1001)))
    assert visitor.closing() == ([], 1001)
    machine.pass_time(1)
    assert plain.read_members()[-1] == (2,)


def test_a_member_that_leaves_gets_a_normal_close() -> None:
    _, visitor, _ = machine_with_member()
    visitor.send(LeaveFrame())
    assert visitor.closing() == ([], CloseReason.NORMAL_CLOSURE)


def test_a_stopping_relay_says_so_and_that_it_is_going_away() -> None:
    machine, visitor, _ = machine_with_member()
    machine.rooms.drain(machine.now)
    assert visitor.closing() == ([RefusalCode.CLOSING], CloseReason.GOING_AWAY)


def masked(opening: int, payload: bytes, mask: bytes) -> bytes:
    """Return a frame with this first byte, masked as a client has to."""
    size = len(payload)
    if size < 126:
        head = bytes((opening, 0x80 | size))
    elif size < 1 << 16:
        head = bytes((opening, 0xFE)) + size.to_bytes(2, "big")
    else:
        head = bytes((opening, 0xFF)) + size.to_bytes(8, "big")
    key = (mask * (size // 4 + 1))[:size]
    return head + mask + bytes(one ^ other for one, other in zip(payload, key, strict=True))


PIECES = st.tuples(
    st.sampled_from([0x82, 0x82, 0x82, 0x02, 0x80, 0x00, 0x89, 0x8A]),
    st.one_of(st.binary(max_size=130), st.sampled_from([bytes(125), bytes(126), b"a" * 3_000])),
    st.binary(min_size=4, max_size=4),
)


@given(st.lists(PIECES, max_size=8), st.lists(st.integers(1, 3_100), max_size=12), st.binary())
def test_messages_read_here_are_those_that_wsproto_reads(
    pieces: list[tuple[int, bytes, bytes]], cuts: list[int], noise: bytes
) -> None:
    stream = b"".join(masked(opening, payload, mask) for opening, payload, mask in pieces) + noise
    parts: list[bytes] = []
    for cut in (*cuts, len(stream)):
        parts.append(stream[:cut])
        stream = stream[cut:]
    ours = WebSocketSide(a_connection(), len, b"")
    theirs = WebSocketSide(a_connection(), len, b"")
    theirs._is_simple = False
    here, there = (
        b"".join(b"" if side.has_ended else side.receive(part) for part in parts)
        for side in (ours, theirs)
    )
    # The beginning of a message is held here, and passed on by wsproto.
    assert there.startswith(here)
    assert len(there) - len(here) < 2_048
    assert ours.close_code == theirs.close_code
    assert ours.unpaid == theirs.unpaid


@given(st.integers(1, 40), st.lists(st.integers(1, 300), min_size=1, max_size=8))
def test_the_stream_is_whole_however_much_the_socket_takes_at_a_time(
    window: int, sizes: list[int]
) -> None:
    machine = Machine(small(messages_burst=2_000))
    visitor = Visitor(machine, window).open().send(JOIN)
    plain = machine.connect().join()
    for size in sizes:
        plain.send(SendFrame(bytes(size)))
        visitor.talk.flush()  # a part of it only
        visitor.send_bytes(visitor.socket.send(Ping(b"p")))
    visitor.send(PingFrame(bytes(8)))
    frames, others = visitor.read()
    assert [len(one.payload) for one in frames if isinstance(one, DeliverFrame)] == sizes
    assert [type(one) for one in frames if not isinstance(one, DeliverFrame)][1:] == [
        JoinedFrame,
        PongFrame,
    ]
    assert set(map(type, others)) == {Pong}


@given(st.integers(1, 40), st.integers(0, 30))
def test_a_refusal_comes_after_the_message_that_was_being_sent(window: int, flushes: int) -> None:
    machine = Machine(small(messages_burst=2_000))
    visitor = Visitor(machine).open().send(JOIN)
    visitor.read()
    visitor.window = window
    plain = machine.connect().join()
    plain.send(*[SendFrame(bytes(200))] * 3)
    for _ in range(flushes):
        visitor.talk.flush()
    visitor.send_bytes(visitor.socket.send(BytesMessage(bytes(4))))
    assert visitor.closing() == ([RefusalCode.BAD_FRAME], CloseReason.POLICY_VIOLATION)
