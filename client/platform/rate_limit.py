"""A rate limit: a burst at once, and a steady rate after that."""

from __future__ import annotations

from typing import Final

_SLOWER: Final = 0.8
"""Part of a rate that remains after a refusal: some relays allow less than they announce."""
_LEAST_RATE: Final = 0.1
_LEAST_PART: Final = 0.05


class RateLimit:
    """A token bucket that lets `burst` go at once and `rate` a second after that."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = max(rate, _LEAST_RATE)
        self._least = self._rate * _LEAST_PART
        self._burst = max(burst, 1.0)
        self._tokens = self._burst
        self._at = now

    def wait(self, amount: float, now: float) -> float:
        """Take tokens; return the seconds to wait before they may be used."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate) - amount
        self._at = now
        return 0.0 if self._tokens >= 0 else -self._tokens / self._rate

    def slow_down(self) -> None:
        """Lower the rate, and allow smaller bursts."""
        self._rate = max(self._rate * _SLOWER, self._least)
        self._burst = max(self._burst * _SLOWER, 1.0)
        self._tokens = min(self._tokens, 0.0)
