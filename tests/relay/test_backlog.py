from hypothesis import given
from hypothesis import strategies as st

from relay.backlog import Backlog
from relay.limits import FRAME_OVERHEAD

KEPT = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 400)), max_size=80)


def of_size(cost: int) -> bytes:
    return bytes(cost - FRAME_OVERHEAD)


def test_a_member_above_its_share_loses_its_oldest_frame() -> None:
    backlog = Backlog(total=3_000, share=1_000)
    for number in (1, 2, 3):
        backlog.keep(7, bytes([number] * 200))
    assert backlog.after(0) == [bytes([2] * 200), bytes([3] * 200)]
    assert backlog.after(2) == [bytes([3] * 200)]
    assert backlog.after(3) == backlog.after(99) == []


def test_the_member_that_holds_most_makes_room_for_others() -> None:
    backlog = Backlog(total=3_000, share=2_000)
    backlog.keep(1, of_size(300))
    for _ in range(4):
        backlog.keep(2, of_size(500))
    backlog.keep(3, of_size(1_000))
    assert [len(frame) + FRAME_OVERHEAD for frame in backlog.after(0)] == [
        300,
        500,
        500,
        500,
        1_000,
    ]


@given(KEPT)
def test_the_newest_frames_of_everybody_are_held_within_the_limits(
    kept: list[tuple[int, int]],
) -> None:
    backlog = Backlog(total=4_000, share=1_500)
    said: list[tuple[int, bytes]] = []
    for member, size in kept:
        frame = len(said).to_bytes(2, "big") + bytes(size)
        said.append((member, frame))
        backlog.keep(member, frame)
    held = backlog.after(0)
    assert backlog.newest == len(said)
    assert backlog.held == sum(len(frame) + FRAME_OVERHEAD for frame in held) <= 4_000
    for member in range(1, 6):
        theirs = [frame for author, frame in said if author == member]
        still = [frame for frame in theirs if frame in held]
        assert still == theirs[len(theirs) - len(still) :]
        assert sum(len(frame) + FRAME_OVERHEAD for frame in still) <= 1_500
    assert held == [frame for _, frame in said if frame in held]


@given(KEPT, st.integers(1, 12))
def test_a_member_below_an_equal_part_is_never_pushed_out(
    kept: list[tuple[int, int]], others: int
) -> None:
    backlog = Backlog(total=6_000, share=5_000)
    backlog.keep(99, of_size(900))  # six members: an equal part is a thousand
    for number in range(others):
        for member, size in kept:
            backlog.keep(member, bytes(size + number))
    assert backlog.after(0)[0] == of_size(900)


def test_other_bounds_drop_at_once_what_no_longer_fits() -> None:
    backlog = Backlog(100_000, 100_000)
    for member in (1, 1, 1, 2):
        backlog.keep(member, bytes(1_000))
    cost = 1_000 + FRAME_OVERHEAD
    backlog.limit(100_000, 2 * cost)
    assert (backlog.held, len(backlog.after(0))) == (3 * cost, 3)
    backlog.limit(2 * cost, cost)
    assert backlog.held == 2 * cost
    backlog.limit(cost, cost)
    assert (backlog.held, backlog.newest) == (cost, 4)
