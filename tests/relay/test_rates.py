from hypothesis import given
from hypothesis import strategies as st

from relay.limits import Limits
from relay.rates import Allowance, Bucket

LIMITS = Limits(
    messages_per_second=7,
    messages_burst=3,
    bytes_per_second=70_000,
    bytes_burst=80_000,
)


def test_a_bucket_allows_its_burst_and_then_returns_the_wait() -> None:
    bucket = Bucket(rate=6, period=60_000, burst=2, now=0)
    for _ in range(2):
        assert bucket.wait(1, 0) == 0
        bucket.take(1)
    assert bucket.wait(1, 0) == 10_000
    assert bucket.wait(2, 4_000) == 16_000
    assert not bucket.is_full(19_999)
    assert bucket.is_full(20_000)


@given(st.lists(st.tuples(st.integers(0, 2_000), st.integers(0, 65_536)), max_size=60))
def test_no_more_is_allowed_than_the_burst_and_the_refill(
    asked: list[tuple[int, int]],
) -> None:
    allowance = Allowance(LIMITS, 0)
    now = total = 0
    for messages, (pause, size) in enumerate(asked, 1):
        now += pause
        wait = allowance.take(size, now)
        if wait:
            assert allowance.take(size, now + wait - 1)
            assert not allowance.take(size, now + wait)
            now += wait
        total += size
        assert messages <= LIMITS.messages_burst + now * LIMITS.messages_per_second / 1000
        assert total <= LIMITS.bytes_burst + now * LIMITS.bytes_per_second / 1000


def test_an_allowance_is_full_again_after_a_pause() -> None:
    allowance = Allowance(LIMITS, 0)
    assert allowance.is_full(0)
    assert not allowance.take(65_536, 0)
    assert not allowance.is_full(900)
    assert allowance.is_full(1_000)


def test_a_stopped_clock_refills_nothing() -> None:
    allowance = Allowance(LIMITS, 5)
    assert [allowance.take(0, 5) for _ in range(4)] == [0, 0, 0, 143]
