"""Randomness and clocks of the operating system: the only place that reads them."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime


def random_bytes(count: int) -> bytes:
    """So many bytes from the operating system."""
    return os.urandom(count)


def millis() -> int:
    """Milliseconds since 1970, as this machine believes."""
    return time.time_ns() // 1_000_000


def seconds() -> float:
    """A clock that only goes forward."""
    return time.monotonic()


def wall_clock() -> datetime:
    """What a clock on the wall says, in UTC: for dates people read, never for how long."""
    return datetime.now(UTC)
