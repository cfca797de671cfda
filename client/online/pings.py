"""The pings of one connection to a relay that wait for their pongs."""

from __future__ import annotations

from typing import Final

from client.platform.system import random_bytes
from engine.values import Value
from protocol.framing import PingFrame, PongFrame

MOST_PINGS: Final = 64
_TOKEN_BYTES: Final = 8


class SentPing(Value):
    """A ping: its time in seconds, and the number of messages that were sent before it."""

    at: float
    ordinal: int


class Pings:
    """The pings that wait; of more than `MOST_PINGS` the oldest is given up."""

    def __init__(self) -> None:
        self._waiting: dict[bytes, SentPing] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def clear(self) -> None:
        """Wait for none: the connection is a new one."""
        self._waiting.clear()

    def ping(self, at: float, ordinal: int) -> PingFrame:
        """Return the next ping, and wait for its pong."""
        if len(self._waiting) >= MOST_PINGS:
            del self._waiting[next(iter(self._waiting))]
        token = random_bytes(_TOKEN_BYTES)
        self._waiting[token] = SentPing(at, ordinal)
        return PingFrame(token)

    def answered(self, pong: PongFrame) -> SentPing | None:
        """Return the ping that a pong answers; None if none waits for it."""
        return self._waiting.pop(pong.token, None)
