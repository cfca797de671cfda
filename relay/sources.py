"""The sources of connections: one address, or one IPv6 network each, and their share of a relay."""

from typing import Final

from protocol.framing import RefusalCode
from relay.limits import Limits
from relay.rates import TICKS_PER_SECOND, Bucket

_TICKS_PER_MINUTE: Final = 60 * TICKS_PER_SECOND
_SOURCES_PER_CONNECTION: Final = 4  # remembered, including those just closed


class ConnectionSource:
    """One source: its open connections, the rooms opened from it, and its recent connects."""

    __slots__ = ("connections", "connects", "name", "probes", "rooms")

    def __init__(self, name: str, limits: Limits, now: int) -> None:
        self.name: Final = name
        self.connections = 0
        self.rooms = 0
        self.probes: Final = Bucket(1, _TICKS_PER_MINUTE, 1, now)
        self.limit(limits, now)

    def limit(self, limits: Limits, now: int) -> None:
        """Limit its connects from now on, whatever it has used before."""
        per_minute = limits.connects_per_minute
        self.connects = Bucket(per_minute, _TICKS_PER_MINUTE, per_minute, now)

    def is_forgettable(self, now: int) -> bool:
        """Whether forgetting this source would change nothing."""
        is_unused = self.connects.is_full(now) and self.probes.is_full(now)
        return is_unused and not self.connections and not self.rooms


class Sources:
    """All sources a relay remembers."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._sources: Final[dict[str, ConnectionSource]] = {}

    def admit(
        self, name: str, now: int, *, is_proxy: bool = False
    ) -> ConnectionSource | tuple[RefusalCode, int]:
        """Count a connection of this source, or return the reason against it and a retry time.

        A refused source is not remembered. A proxy may open any number of connections.
        """
        limits = self._limits
        source = self._sources.get(name)
        if source is None:
            if len(self._sources) >= _SOURCES_PER_CONNECTION * limits.connections:
                return RefusalCode.RELAY_FULL, 0
            source = ConnectionSource(name, limits, now)
        if not is_proxy:
            if source.connections >= limits.connections_per_source:
                return RefusalCode.SOURCE_CONNECTIONS, 0
            if retry_ms := source.connects.wait(1, now):
                return RefusalCode.SOURCE_CONNECTS, retry_ms
            source.connects.take(1)
        source.connections += 1
        self._sources[name] = source
        return source

    def limit(self, limits: Limits, now: int) -> None:
        """Apply other limits to all sources from now on."""
        self._limits = limits
        for source in self._sources.values():
            source.limit(limits, now)

    def forget(self, now: int) -> None:
        """Forget the sources that nothing depends on."""
        for source in list(self._sources.values()):
            if source.is_forgettable(now):
                del self._sources[source.name]
