"""Token buckets: tokens return at a steady rate, up to a burst."""

from typing import Final

from relay.limits import Limits

TICKS_PER_SECOND: Final = 1000
"""A tick is a millisecond of any clock that never goes back."""


class Bucket:
    """Holds `burst` tokens at first and at most; `rate` of them return in `period` ticks.

    Whole numbers only, so that rounding loses nothing however often it is asked.
    """

    __slots__ = ("_asked", "_full", "_level", "_period", "_rate")

    def __init__(self, rate: int, period: int, burst: int, now: int) -> None:
        self._rate: Final = rate
        self._period: Final = period
        self._full: Final = burst * period
        self._level = self._full
        self._asked = now

    def wait(self, amount: int, now: int) -> int:
        """Return the ticks until `amount` tokens can be taken, 0 if they can now. Takes nothing."""
        if now > self._asked:
            self._level = min(self._full, self._level + (now - self._asked) * self._rate)
            self._asked = now
        lacking = amount * self._period - self._level
        return 0 if lacking <= 0 else -(-lacking // self._rate)

    def take(self, amount: int) -> None:
        """Take tokens for which `wait` has just returned 0."""
        self._level -= amount * self._period

    def is_full(self, now: int) -> bool:
        """Whether all tokens have returned."""
        self.wait(0, now)
        return self._level == self._full


class Allowance:
    """A member's allowance: so many messages and so many bytes a second, with bursts of both.

    Two buckets in one class, as every message asks it.
    """

    __slots__ = (
        "_asked",
        "_bytes",
        "_bytes_full",
        "_bytes_rate",
        "_messages",
        "_messages_full",
        "_messages_rate",
    )

    def __init__(self, limits: Limits, now: int) -> None:
        self._messages_rate: Final = limits.messages_per_second
        self._messages_full: Final = limits.messages_burst * TICKS_PER_SECOND
        self._bytes_rate: Final = limits.bytes_per_second
        self._bytes_full: Final = limits.bytes_burst * TICKS_PER_SECOND
        self._messages = self._messages_full
        self._bytes = self._bytes_full
        self._asked = now

    def take(self, size: int, now: int) -> int:
        """Take a message of that size if it may be sent now; else return the ticks until it may."""
        passed = now - self._asked
        if passed > 0:
            self._asked = now
            self._messages = min(self._messages_full, self._messages + passed * self._messages_rate)
            self._bytes = min(self._bytes_full, self._bytes + passed * self._bytes_rate)
        messages = self._messages - TICKS_PER_SECOND
        left = self._bytes - size * TICKS_PER_SECOND
        if messages >= 0 and left >= 0:
            self._messages = messages
            self._bytes = left
            return 0
        return max(-(messages // self._messages_rate), -(left // self._bytes_rate))

    def is_full(self, now: int) -> bool:
        """Whether all tokens have returned."""
        return (
            self._messages + (now - self._asked) * self._messages_rate >= self._messages_full
            and self._bytes + (now - self._asked) * self._bytes_rate >= self._bytes_full
        )
