from __future__ import annotations

import pytest
import trio.testing


@pytest.fixture
def virtual_time() -> trio.testing.MockClock:
    """Return a clock that jumps once nothing happens, datagrams on loopback included."""
    return trio.testing.MockClock(autojump_threshold=0.005)
