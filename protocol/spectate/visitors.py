"""The spectators of a table among themselves: their presence and their chat.

Seats do not receive it, and it has nothing to do with the game.
"""

from __future__ import annotations

from typing import Final

from protocol.lobby.presence import ChatEvent, TablePresence
from protocol.wire.identity import Identity
from protocol.wire.lookalikes import numbered
from protocol.wire.names import is_name
from protocol.wire.packets import Signed, Visit
from protocol.wire.venues import Venue

MOST: Final = 16
"""The largest number of spectators to count: keys cost nothing."""
GONE_SECONDS: Final = 30.0
"""Silence after which a spectator counts as gone."""
_OWN: Final = 0


class Visitors(TablePresence):
    """The spectators of one table, as one of them receives their packets.

    Attributes:
        names: their names as shown, by number; ours is 0.
    """

    def __init__(self, table_id: bytes, identity: Identity, name: str) -> None:
        """Enter under a name."""
        super().__init__(Venue.gallery(table_id), {identity.public: _OWN}, identity, _OWN)
        self.names = {_OWN: name}
        self._next = _OWN + 1

    def visit(self, millis: int) -> bytes:
        """Return the packet that announces us, to be sent every few seconds."""
        return self._signed(Visit(self.names[_OWN]), millis)

    def hear(self, packet: Signed, now: float) -> ChatEvent | None:
        """Take a signed packet, as `TablePresence.hear`."""
        if isinstance(packet.said, Visit) and packet.venue == self._venue:
            self._came(packet.author, packet.said.name, packet.counter, now)
            return None
        return super().hear(packet, now)

    def is_expected(self, packet: Signed) -> bool:
        """Whether a packet is said here, as `TablePresence.is_expected`; anybody may visit."""
        is_visit = isinstance(packet.said, Visit) and packet.venue == self._venue
        return is_visit or super().is_expected(packet)

    def _came(self, author: bytes, name: str, counter: int, now: float) -> None:
        if self._people.get(author) == _OWN or self._limits.is_old(author, counter):
            return
        self._forget(now)
        if author not in self._people:
            if len(self._people) > MOST or not is_name(name):
                return
            self._people[author] = self._next
            self.names[self._next] = numbered(name, self.names.values())
            self._next += 1
        self._limits.hear(author, counter, lambda _author: True)
        self.heard_at[self._people[author]] = now

    def _forget(self, now: float) -> None:
        """Forget spectators that have gone, to make room."""
        for author, number in list(self._people.items()):
            if number != _OWN and now - self.heard_at.get(number, now) > GONE_SECONDS:
                del self._people[author]
                del self.names[number]
                del self.heard_at[number]

    @property
    def others(self) -> int:
        """Number of other spectators."""
        return len(self._people) - 1
