"""A clock for tests over real sockets: it is stopped while anything happens, and then jumps."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Final, ParamSpec
from unittest import mock

import pytest
import trio
from trio.testing import MockClock

_Given = ParamSpec("_Given")
_IDLE_SECONDS: Final = 0.01
"""Real seconds without an event before the clock jumps: sockets and threads take a moment."""


def mark(items: Iterable[pytest.Item], folder: Path, *real: str) -> None:
    """Run the async tests of a folder in virtual time, except those of some `real` files."""
    for item in items:
        is_inside = folder in item.path.parents and item.path.name not in real
        if is_inside and isinstance(item, pytest.Function) and iscoroutinefunction(item.obj):
            item.add_marker(pytest.mark.trio(run=_run), append=False)


def _run(function: Callable[[], Awaitable[None]], *, clock: object, instruments: object) -> None:
    del clock, instruments
    virtual = MockClock(rate=1, autojump_threshold=_IDLE_SECONDS)
    with mock.patch("trio.to_thread.run_sync", _holding(virtual, trio.to_thread.run_sync)):
        trio.run(function, clock=virtual)


def _holding(
    clock: MockClock, run_sync: Callable[_Given, Awaitable[object]]
) -> Callable[_Given, Awaitable[object]]:
    """Let the clock jump only while no thread works: a proof takes seconds of nobody's patience."""
    working = 0

    @wraps(run_sync)
    async def hold(*args: _Given.args, **options: _Given.kwargs) -> object:
        nonlocal working
        working += 1
        clock.autojump_threshold = math.inf
        try:
            return await run_sync(*args, **options)
        finally:
            working -= 1
            if not working:
                clock.autojump_threshold = _IDLE_SECONDS

    return hold
