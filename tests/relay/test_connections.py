import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.framing import GapFrame, RefusalCode, RefusedFrame, encode
from relay.connections import Connection
from relay.limits import FRAME_OVERHEAD, Limits
from relay.sources import ConnectionSource


def connection() -> Connection:
    return Connection(ConnectionSource("home", Limits(), 0), Limits(), 0)


@given(
    st.lists(st.binary(min_size=1, max_size=30_000), max_size=12),
    st.lists(st.integers(0, 70_000), max_size=40),
)
def test_the_queue_is_sent_whole_and_in_order_by_partial_writes(
    frames: list[bytes], takes: list[int]
) -> None:
    side = connection()
    out = bytearray()

    def take(data: bytes) -> int:
        most = takes.pop() if takes else len(data)
        out.extend(data[:most])
        return min(most, len(data))

    for frame in frames:
        side.push(frame)
        side.flush(take)
    while not side.flush(take):
        assert side.queue
    assert bytes(out) == b"".join(frames)
    assert side.waiting == side.offset == 0


def test_small_frames_are_sent_together_and_large_ones_alone() -> None:
    side = connection()
    for size in (10, 20, 60_000, 60_000, 30):
        side.push(bytes(size))
    taken: list[int] = []

    def take(data: bytes) -> int:
        taken.append(len(data))
        return len(data)

    assert side.flush(take)
    assert taken == [60_030, 60_030]


def test_send_errors_pass_through_and_take_nothing() -> None:
    side = connection()
    side.push(b"frame")

    def block(_: bytes) -> int:
        raise BlockingIOError

    with pytest.raises(BlockingIOError):
        side.flush(block)
    assert side.waiting == len(b"frame") + FRAME_OVERHEAD


def test_the_last_words_replace_all_unsent_frames() -> None:
    side = connection()
    side.push(encode(GapFrame(1)))
    side.push(encode(GapFrame(2)))
    side.flush(lambda _: 3)
    refused = RefusedFrame(RefusalCode.IDLE, 0, 0, "Asleep.")
    side.cut(refused)
    out = bytearray()

    def take(data: bytes) -> int:
        out.extend(data)
        return len(data)

    assert side.closing
    assert side.flush(take)
    assert bytes(out) == encode(GapFrame(1))[3:] + encode(refused)
