"""The log of a running relay for its operator: JSON lines of numbers, no room and no address."""

import json
import os
from contextlib import suppress
from typing import Final

import trio

from relay.server import Relay

_STATUS_SECONDS: Final = 300
_LINES_WAITING: Final = 16
_STANDARD_OUTPUT: Final = 1

Figure = int | str | dict[str, int]


class Log:
    """Lines on standard output, written by a thread: a pipe that nobody reads must block nothing.

    Lines beyond the queue are dropped.
    """

    def __init__(self) -> None:
        self._started: Final = trio.current_time()
        self._lines, self._to_write = trio.open_memory_channel[str](_LINES_WAITING)

    def say(self, event: str, **figures: Figure) -> None:
        """Write one line about an event."""
        uptime = int(trio.current_time() - self._started)
        with suppress(trio.WouldBlock):
            self._lines.send_nowait(json.dumps({"event": event, "uptime": uptime, **figures}))

    async def write(self) -> None:
        """Write lines until the log is closed and all are written."""
        async for line in self._to_write:
            await trio.to_thread.run_sync(_write_line, line, abandon_on_cancel=True)

    def close(self) -> None:
        """Take no more lines."""
        self._lines.close()


async def report(relay: Relay, log: Log) -> None:
    """Write the relay's figures from time to time, unless nothing has happened."""
    before = None
    while True:
        await trio.sleep(_STATUS_SECONDS)
        now = figures(relay)
        if now != before:
            log.say("status", **now)
        before = now


def figures(relay: Relay) -> dict[str, Figure]:
    """Return the relay's present load, and its counts since the start."""
    rooms, counts = relay.rooms, relay.rooms.counts
    return {
        "connections": rooms.connections,
        "rooms": rooms.rooms,
        "held_bytes": rooms.held_bytes(),
        "connects": counts.connects,
        "joins": counts.joins,
        "received": counts.received,
        "delivered": counts.delivered,
        "refused": {code.name: count for code, count in sorted(counts.refused.items())},
    }


def _write_line(line: str) -> None:
    with suppress(OSError):  # the reader is gone
        os.write(_STANDARD_OUTPUT, f"{line}\n".encode())
