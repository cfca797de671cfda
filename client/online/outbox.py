"""Frames on their way to a relay: at its pace, and again until it has confirmed them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from client.platform.rate_limit import RateLimit
from protocol.framing import GreetingFrame, Limit

MOST_WAITING: Final = 4096
SHORTEST_REFUSAL: Final = 0.02
"""Shortest pause before resending a message refused as too soon, whatever the relay says."""
_SHARE: Final = 0.9
"""Fraction of the announced rates to use, so that refusals are rare."""


class Outbox:
    """The frames of one link; a full one drops its oldest. `clock` gives seconds.

    Attributes:
        ordinal: the number of frames given to this connection.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.ordinal = 0
        self._clock = clock
        self._outgoing: deque[bytes] = deque(maxlen=MOST_WAITING)
        self._unconfirmed: deque[tuple[int, bytes]] = deque(maxlen=MOST_WAITING)
        self._messages = RateLimit(1.0, 1.0, clock())
        self._bytes = RateLimit(1.0, 1.0, clock())
        self._not_before = 0.0

    @property
    def waits(self) -> bool:
        """Whether a frame waits to be sent."""
        return bool(self._outgoing)

    @property
    def owes(self) -> bool:
        """Whether a frame waits to be sent or confirmed."""
        return bool(self._outgoing or self._unconfirmed)

    def add(self, frame: bytes) -> None:
        """Add a frame."""
        self._outgoing.append(frame)

    def begin(self) -> None:
        """Begin with a new connection.

        Messages that the last one did not confirm may be lost; duplicates do no harm.
        """
        again = (raw for _, raw in self._unconfirmed)
        self._outgoing = deque((*again, *self._outgoing), MOST_WAITING)
        self._unconfirmed.clear()
        self.ordinal = 0

    def set_pace(self, greeting: GreetingFrame) -> None:
        """Send at the announced rates, or a little less."""

        def pace(rate: Limit, burst: Limit) -> RateLimit:
            allowed = greeting.limit(rate) * _SHARE, greeting.limit(burst) * _SHARE
            return RateLimit(*allowed, self._clock())

        self._messages = pace(Limit.MESSAGES_PER_SECOND, Limit.MESSAGES_BURST)
        self._bytes = pace(Limit.BYTES_PER_SECOND, Limit.BYTES_BURST)

    def pause(self) -> float:
        """Return the seconds to wait before the next frame may be sent."""
        now, size = self._clock(), len(self._outgoing[0])
        paces = (self._messages.wait(1, now), self._bytes.wait(size, now))
        return max(*paces, self._not_before - now)

    def take(self) -> bytes:
        """Take the next frame, to be sent at once."""
        raw = self._outgoing.popleft()
        self.ordinal += 1
        self._unconfirmed.append((self.ordinal, raw))
        return raw

    def confirm(self, ordinal: int) -> None:
        """Forget the frames up to a number."""
        while self._unconfirmed and self._unconfirmed[0][0] <= ordinal:
            self._unconfirmed.popleft()

    def put_back(self, ordinal: int, retry: float) -> bool:
        """Send a frame again that came too soon, and wait; return whether we were not waiting."""
        is_new = self._clock() >= self._not_before
        if is_new:
            self._messages.slow_down()
            self._bytes.slow_down()
        again = [one for one in self._unconfirmed if one[0] == ordinal]
        for one in again:
            self._unconfirmed.remove(one)
            self._outgoing.appendleft(one[1])
        self._not_before = self._clock() + max(retry, SHORTEST_REFUSAL)
        return is_new
