"""Randomness and clocks of the operating system: the only place that reads them."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime


def random_bytes(count: int) -> bytes:
    """Return random bytes from the operating system."""
    return os.urandom(count)


def millis() -> int:
    """Return milliseconds since 1970, as this machine believes."""
    return time.time_ns() // 1_000_000


def seconds() -> float:
    """Read a clock that only moves forward."""
    return time.monotonic()


def wall_clock() -> datetime:
    """Return the date and time in UTC: for dates people read, never for durations."""
    return datetime.now(UTC)
