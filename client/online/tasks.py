"""Tools around the tasks of a table: a room that wakes its task, a nursery for last words."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import trio

CHECK_SECONDS: Final = 0.2
"""Longest time between two looks at a lobby."""


def nothing() -> None:
    """Do nothing."""


class Waking:
    """A room with one task that waits for something new; `on_change` is called then as well."""

    def __init__(self, on_change: Callable[[], None] = nothing) -> None:
        self._awake = trio.Event()
        self._on_change = on_change

    def nudge(self) -> None:
        """Wake the task: there is something to do here."""
        self._awake.set()

    def changed(self) -> None:
        """Wake the task and report a change."""
        self.nudge()
        self._on_change()

    async def wait(self, seconds: float | None = None) -> None:
        """Wait for something new since the last call, or for some seconds."""
        with trio.move_on_after(math.inf if seconds is None else seconds):
            await self._awake.wait()
        self._awake = trio.Event()


@asynccontextmanager
async def lasting() -> AsyncIterator[trio.Nursery]:
    """Open a nursery whose tasks outlive a cancellation until the block is left.

    A player who leaves has last words to send, and relay and link must be there to carry them. An
    error of the block is raised as it is, not in a group.
    """
    error: Exception | None = None

    async def behind(task_status: trio.TaskStatus[trio.Nursery]) -> None:
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as inner:
                task_status.started(inner)
                await trio.sleep_forever()

    async with trio.open_nursery() as outer:
        inner = await outer.start(behind)
        try:
            yield inner
        except Exception as raised:  # noqa: BLE001 - raised again, outside of the nursery
            error = raised
        finally:
            inner.cancel_scope.cancel()
    if error is not None:
        raise error
