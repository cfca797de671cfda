"""Counts of measured values by size, as Prometheus wants them."""

from bisect import bisect_left
from typing import Final


class Histogram:
    """Counts of values up to each of some bounds, and the sum of all values."""

    __slots__ = ("_counts", "bounds", "total")

    def __init__(self, *bounds: float) -> None:
        self.bounds: Final = bounds
        self.total = 0.0
        self._counts: Final = [0] * (len(bounds) + 1)

    def add(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def cumulative(self) -> list[int]:
        """Return for each bound the number of values up to it; the last is the number of all."""
        found = []
        count = 0
        for within in self._counts:
            count += within
            found.append(count)
        return found
