"""A relay without a network, for tables within one process, and for tests."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from protocol.framing import RefusedFrame, encode
from relay.connections import Connection
from relay.limits import Limits
from relay.rooms import Rooms

UNHURRIED: Final = replace(
    Limits(),
    messages_per_second=1_000_000,
    messages_burst=1_000_000,
    bytes_per_second=2**30,
    bytes_burst=2**30,
)
"""The usual limits at the speed of the processor: seats of one process flood nobody."""


class MemoryLink:
    """One connection: bytes in, bytes out, without waiting."""

    def __init__(self, rooms: Rooms, source: str, now: Callable[[], int]) -> None:
        self._rooms: Final = rooms
        self._now: Final = now
        self._arrived = bytearray()
        self._connection: Connection | None = None
        connection = rooms.connect(source, now())
        if isinstance(connection, RefusedFrame):
            self._arrived += encode(connection)
        else:
            self._connection = connection

    @property
    def is_closed(self) -> bool:
        """Whether nothing more can arrive beyond the queue."""
        return self._connection is None or self._connection.closing

    def send(self, data: bytes) -> None:
        """Send bytes to the relay, cut anywhere. A closed link accepts and drops them."""
        if self._connection is not None:
            self._rooms.receive(self._connection, data, self._now())

    def receive(self) -> bytes:
        """Return all bytes that have arrived since the last call."""
        connection = self._connection
        if connection is not None:
            connection.flush(self._take)
            if connection.closing:
                self.close()
        arrived = bytes(self._arrived)
        self._arrived.clear()
        return arrived

    def close(self) -> None:
        """Disconnect without a frame, as when a cable is pulled."""
        if self._connection is not None:
            self._rooms.lost(self._connection, self._now())
            self._connection = None

    def _take(self, data: bytes) -> int:
        self._arrived += data
        return len(data)


class MemoryRelay:
    """A relay in this process. `now` returns ticks; without it no time passes.

    `salt` need only differ between relays whose epochs must differ.
    """

    def __init__(
        self,
        limits: Limits = UNHURRIED,
        *,
        salt: bytes = b"memory",
        now: Callable[[], int] = lambda: 0,
    ) -> None:
        self.rooms: Final = Rooms(limits, salt)
        self._now: Final = now
        self._links = 0

    def connect(self, source: str = "") -> MemoryLink:
        """Return a new link; without a source, it shares its source with no other."""
        self._links += 1
        return MemoryLink(self.rooms, source or f"link {self._links}", self._now)

    def tick(self) -> None:
        """Check deadlines and announce members. Call it about once a second."""
        self.rooms.tick(self._now())
