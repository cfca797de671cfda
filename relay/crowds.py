"""Many connections that speak at once are served together."""

from typing import Final

from relay.connections import Connection

CROWD: Final = 8
GATHER_SECONDS: Final = 0.004
"""While so many connections speak within this time, sockets are looked at no more often: waking up
for several messages costs hardly more than waking up for one, and those for one member leave in one
write. Connections that are silent do not count, and a table alone is no crowd: it never waits."""


class Crowd:
    """Counts the connections that speak; `now` are seconds of a clock that never goes back."""

    __slots__ = ("_since", "_speakers")

    def __init__(self) -> None:
        self._speakers: Final[set[Connection]] = set()
        self._since = 0.0

    def hear(self, connection: Connection) -> None:
        """Note that a connection has sent something."""
        self._speakers.add(connection)

    def forget(self, connection: Connection) -> None:
        """Forget a connection that is gone."""
        self._speakers.discard(connection)

    def speaks(self, now: float) -> bool:
        """Whether a crowd has spoken since the last answer; never for `GATHER_SECONDS` after it."""
        if now - self._since < GATHER_SECONDS:
            return False
        is_crowd = len(self._speakers) >= CROWD
        self._speakers.clear()
        self._since = now
        return is_crowd
