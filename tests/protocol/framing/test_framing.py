import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.framing import (
    DELIVER_OVERHEAD,
    FROM_NOW_ON,
    HEADER_BYTES,
    JOIN_LENGTH,
    MAGIC,
    NO_EPOCH,
    SEND_OVERHEAD,
    SENTENCE_LIMIT,
    VERSION,
    DeliverFrame,
    Frame,
    FrameEmpty,
    FrameKind,
    FrameMalformed,
    FrameNegative,
    FrameReader,
    FrameTooLarge,
    FrameTruncated,
    FrameUnknown,
    FramingError,
    GapFrame,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    Limit,
    MembersFrame,
    PingFrame,
    PongFrame,
    ProbedFrame,
    ProbeFrame,
    ProbeResult,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    decode,
    encode,
    encode_deliver,
)

LIMIT = 4096
U32 = st.integers(0, 2**32 - 1)
U64 = st.integers(0, 2**64 - 1)
PAYLOAD = st.binary(min_size=1, max_size=200)
PERMIT = st.just(b"") | st.binary(min_size=32, max_size=32)
SENTENCE = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=SENTENCE_LIMIT
)
FRAMES: st.SearchStrategy[Frame] = st.one_of(
    st.builds(
        GreetingFrame,
        st.just(VERSION),
        st.dictionaries(st.sampled_from(Limit), U64).map(
            lambda found: tuple(sorted(found.items()))
        ),
    ),
    st.builds(
        JoinFrame,
        st.binary(min_size=32, max_size=32),
        st.binary(min_size=8, max_size=8),
        U64,
        PERMIT,
    ),
    st.builds(JoinedFrame, st.binary(min_size=8, max_size=8), U32, U64, PERMIT),
    st.builds(SendFrame, PAYLOAD),
    st.builds(DeliverFrame, U64, U32, PAYLOAD),
    st.builds(GapFrame, U64),
    st.builds(RefusedFrame, st.sampled_from(RefusalCode), U32, U64, SENTENCE),
    st.builds(PingFrame, st.binary(min_size=8, max_size=8)),
    st.builds(PongFrame, st.binary(min_size=8, max_size=8), U64),
    st.just(LeaveFrame()),
    st.builds(ProbeFrame, st.integers(1, 65_535)),
    st.builds(
        ProbedFrame,
        st.sampled_from(ProbeResult),
        st.sampled_from(("::", "192.0.2.1", "2001:db8::1")),
    ),
    st.builds(MembersFrame, st.sets(U32, max_size=40).map(lambda found: tuple(sorted(found)))),
)


def read(pieces: list[bytes], limit: int = LIMIT) -> tuple[list[Frame], str]:
    """Return all frames of a stream and its end: "", or the name of the error."""
    frames = FrameReader(limit)
    found: list[Frame] = []
    try:
        for piece in pieces:
            frames.feed(piece)
            while (frame := frames.next_frame()) is not None:
                found.append(frame)
        frames.end()
    except FramingError as error:
        return found, type(error).__name__
    return found, ""


def reading(data: bytes, limit: int = LIMIT) -> Callable[[], Frame | None]:
    frames = FrameReader(limit)
    frames.feed(data)
    return frames.next_frame


@given(st.lists(FRAMES, max_size=5), st.data())
def test_frames_survive_any_cutting_of_the_stream(sent: list[Frame], data: st.DataObject) -> None:
    stream = b"".join(encode(frame) for frame in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert read(pieces) == (sent, "")


@given(
    st.one_of(
        st.binary(max_size=300),
        st.builds(
            lambda frames, noise: b"".join(encode(frame) for frame in frames) + noise,
            st.lists(FRAMES, max_size=3),
            st.binary(max_size=20),
        ),
        st.builds(
            lambda length, rest: length.to_bytes(4, "big") + rest,
            st.integers(1, 60),
            st.binary(min_size=1, max_size=60),
        ),
    )
)
@example(b"\0\0\0\0")
@example(b"GET / HTTP/1.1\r\n")
def test_noise_gives_the_same_frames_or_error_byte_by_byte(noise: bytes) -> None:
    whole = read([noise])
    assert whole == read([bytes([byte]) for byte in noise])
    assert all(decode(kind_of(frame), encode(frame)[HEADER_BYTES:]) == frame for frame in whole[0])


def kind_of(frame: Frame) -> FrameKind:
    return FrameKind(encode(frame)[4])


@pytest.mark.parametrize("length", [LIMIT + 1, 2**31 - 1])
def test_an_oversized_frame_is_refused_by_its_header(length: int) -> None:
    with pytest.raises(FrameTooLarge) as caught:
        reading(length.to_bytes(4, "big"))()
    assert (caught.value.length, caught.value.limit) == (length, LIMIT)


def test_an_announced_body_allocates_nothing() -> None:
    frames = FrameReader(2**30)
    tracemalloc.start()
    try:
        frames.feed((2**30).to_bytes(4, "big") + bytes([FrameKind.SEND]))
        assert frames.next_frame() is None
        assert tracemalloc.get_traced_memory()[1] < 10_000
    finally:
        tracemalloc.stop()


def test_an_empty_frame_is_refused_before_its_kind_arrives() -> None:
    with pytest.raises(FrameEmpty):
        reading(bytes(4))()


@pytest.mark.parametrize("length", [-1, -(2**31)])
def test_a_negative_length_is_refused(length: int) -> None:
    with pytest.raises(FrameNegative) as caught:
        reading(length.to_bytes(4, "big", signed=True))()
    assert caught.value.length == length


@pytest.mark.parametrize("number", [0, 14, 255])
def test_an_unknown_kind_is_refused_before_its_body_arrives(number: int) -> None:
    with pytest.raises(FrameUnknown) as caught:
        reading((100).to_bytes(4, "big") + bytes([number]))()
    assert caught.value.number == number


def test_a_stream_ending_within_a_frame_is_truncated() -> None:
    frames = FrameReader(LIMIT)
    frames.feed(encode(GapFrame(1))[:-1])
    assert frames.next_frame() is None
    with pytest.raises(FrameTruncated) as caught:
        frames.end()
    assert caught.value.held == frames.held == HEADER_BYTES + 7


@pytest.mark.parametrize("wrong", [bytes(4), b"\0\0\0\1" + bytes([FrameKind.GAP])])
def test_after_an_error_the_stream_stays_unreadable(wrong: bytes) -> None:
    next_frame = reading(wrong + encode(LeaveFrame()))
    with pytest.raises(FramingError) as first:
        next_frame()
    with pytest.raises(FramingError) as second:
        next_frame()
    assert second.value is first.value


def test_a_proxy_finds_the_room_at_the_fifth_byte_of_a_connection() -> None:
    room = bytes(range(32))
    for permit in (b"", bytes(32)):
        join = encode(JoinFrame(room, NO_EPOCH, FROM_NOW_ON, permit))
        assert join[5 : 5 + 32] == room
        assert len(join) in (53, HEADER_BYTES - 1 + JOIN_LENGTH)


def test_a_new_limit_applies_from_the_next_frame() -> None:
    frames = FrameReader(JOIN_LENGTH)
    frames.feed(encode(JoinFrame(bytes(32), NO_EPOCH, FROM_NOW_ON)) + encode(SendFrame(bytes(100))))
    assert isinstance(frames.next_frame(), JoinFrame)
    frames.limit = 100 + SEND_OVERHEAD
    assert frames.next_frame() == SendFrame(bytes(100))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FrameKind.GREETING, b""),
        (FrameKind.GREETING, b"HTTPxxxx\0\1"),
        (FrameKind.GREETING, MAGIC + b"\0\1" + bytes(8)),
        (FrameKind.GREETING, MAGIC + b"\0\1" + bytes([2, *bytes(8), 1, *bytes(8)])),
        (FrameKind.JOIN, bytes(47)),
        (FrameKind.JOIN, bytes(49)),
        (FrameKind.JOIN, bytes(81)),
        (FrameKind.JOINED, bytes(19)),
        (FrameKind.JOINED, bytes(51)),
        (FrameKind.SEND, b""),
        (FrameKind.DELIVER, bytes(11)),
        (FrameKind.DELIVER, bytes(12)),
        (FrameKind.GAP, bytes(7)),
        (FrameKind.REFUSED, bytes(13)),
        (FrameKind.REFUSED, b"\0\1" + bytes(12)),
        (FrameKind.REFUSED, b"\xff\xff" + bytes(12) + b"No."),
        (FrameKind.REFUSED, b"\0\1" + bytes(12) + b"\x1b[2J"),
        (FrameKind.REFUSED, b"\0\1" + bytes(12) + "Nein, Ärger".encode()),
        (FrameKind.REFUSED, b"\0\1" + bytes(12) + b"x" * (SENTENCE_LIMIT + 1)),
        (FrameKind.PING, bytes(9)),
        (FrameKind.PONG, bytes(15)),
        (FrameKind.LEAVE, b"x"),
        (FrameKind.MEMBERS, bytes(5)),
        (FrameKind.MEMBERS, bytes(8)),
        (FrameKind.PROBE, b""),
        (FrameKind.PROBE, bytes(2)),
        (FrameKind.PROBE, b"\1\2\3"),
        (FrameKind.PROBED, b""),
        (FrameKind.PROBED, b"\1"),
        (FrameKind.PROBED, b"\1:"),
        (FrameKind.PROBED, b"\4192.0.2.1"),
        (FrameKind.PROBED, b"\1evil.example"),
        (FrameKind.PROBED, b"\1" + b"1" * 46),
    ],
)
def test_a_body_of_another_layout_is_malformed(kind: FrameKind, body: bytes) -> None:
    with pytest.raises(FrameMalformed) as caught:
        decode(kind, body)
    assert caught.value.kind is kind


@pytest.mark.parametrize(
    "frame",
    [
        JoinFrame(bytes(31), NO_EPOCH, 0),
        JoinFrame(bytes(32), b"", 0),
        JoinFrame(bytes(32), NO_EPOCH, 2**64),
        JoinFrame(bytes(32), NO_EPOCH, 0, bytes(31)),
        JoinedFrame(bytes(9), 1, 1),
        JoinedFrame(NO_EPOCH, 1, 1, bytes(33)),
        SendFrame(b""),
        DeliverFrame(1, -1, b"x"),
        GapFrame(-1),
        RefusedFrame(RefusalCode.RATE, 0, 0, "two\nlines"),
        RefusedFrame(RefusalCode.RATE, 2**32, 0, "No."),
        PingFrame(b""),
        PongFrame(bytes(7), 0),
        ProbeFrame(2**16),
        ProbedFrame(ProbeResult.RELAY, "fe80::1%eth0"),
    ],
)
def test_fields_that_do_not_fit_are_not_encoded(frame: Frame) -> None:
    with pytest.raises(ValueError, match=r"."):
        encode(frame)


def test_of_another_versions_greeting_only_the_version_is_read() -> None:
    assert decode(FrameKind.GREETING, MAGIC + b"\0\2whatever") == GreetingFrame(2, ())


def test_unknown_limits_are_skipped() -> None:
    known = bytes([Limit.ROOMS]) + (5).to_bytes(8, "big")
    greeting = decode(FrameKind.GREETING, MAGIC + b"\0\1" + known + bytes([255]) + bytes(8))
    assert greeting == GreetingFrame(VERSION, ((Limit.ROOMS, 5),))
    assert isinstance(greeting, GreetingFrame)
    assert greeting.limit(Limit.ROOMS) == 5
    with pytest.raises(FrameMalformed):
        greeting.limit(Limit.MEMBERS)


@given(U64, U32, PAYLOAD)
def test_the_fast_encoder_gives_the_same_bytes(cursor: int, member: int, payload: bytes) -> None:
    frame = encode_deliver(cursor, member, payload)
    assert frame == encode(DeliverFrame(cursor, member, payload))
    assert len(frame) == 4 + DELIVER_OVERHEAD + len(payload)


@pytest.mark.parametrize(
    ("frame", "wire"),
    [
        (SendFrame(b"skal"), "00000005 04 736b616c"),
        (DeliverFrame(7, 2, b"skal"), "00000011 05 0000000000000007 00000002 736b616c"),
        (GapFrame(3), "00000009 06 0000000000000003"),
        (
            RefusedFrame(RefusalCode.RATE, 250, 3, "Slow."),
            "00000014 07 000b 000000fa 0000000000000003 536c6f772e",
        ),
        (LeaveFrame(), "00000001 0a"),
        (MembersFrame((1, 2)), "00000009 0b 00000001 00000002"),
        (ProbeFrame(7744), "00000003 0c 1e40"),
        (ProbedFrame(ProbeResult.RELAY, "192.0.2.1"), "0000000b 0d 01 3139322e302e322e31"),
    ],
)
def test_the_wire_format_is_pinned(frame: Frame, wire: str) -> None:
    assert encode(frame) == bytes.fromhex(wire)


def test_wire_numbers_have_no_holes() -> None:
    for numbers in (FrameKind, Limit, RefusalCode):
        assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))
