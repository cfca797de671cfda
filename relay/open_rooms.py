"""The open rooms of a relay, and which of them is given up first if there is no place for another.

Only rooms that hardly anybody misses are given up, the oldest first: those that never had two
members at a time, then those without any. A member alone in such a room comes back by itself and
opens it again, so squatters with many addresses keep rooms for a short time only.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from protocol.framing import EPOCH_BYTES, FROM_NOW_ON, NO_EPOCH, GapFrame, JoinFrame
from relay.backlog import Backlog
from relay.connections import Connection
from relay.histogram import Histogram
from relay.limits import Limits
from relay.rates import TICKS_PER_SECOND
from relay.sources import ConnectionSource

_LIFETIMES: Final = (10, 60, 600, 3_600, 21_600, 86_400, 604_800, 1_209_600)
"""Seconds by which the rooms that were closed are counted."""


class RelayRoom:
    """One room. It has members or a backlog, else it is closed.

    `permit` opens it again at a private relay; empty at others.
    """

    __slots__ = (
        "backlog",
        "emptied",
        "epoch",
        "id",
        "members",
        "next_member",
        "opened",
        "opener",
        "permit",
    )

    def __init__(
        self, room_id: bytes, epoch: bytes, opener: ConnectionSource, limits: Limits, now: int
    ) -> None:
        self.id: Final = room_id
        self.epoch: Final = epoch
        self.opener: Final = opener
        self.opened: Final = now
        self.permit = b""
        self.emptied = now
        self.next_member = 1
        self.members: Final[dict[int, Connection]] = {}
        self.backlog: Final = Backlog(limits.backlog_bytes, limits.backlog_share_bytes)

    def since(self, join: JoinFrame) -> tuple[GapFrame | None, list[bytes]]:
        """Return the frames that a new member asks for, and a gap before them if some are lost."""
        if join.cursor == FROM_NOW_ON:
            return None, []
        newest = self.backlog.newest
        is_known = join.epoch in (self.epoch, NO_EPOCH) and join.cursor <= newest
        cursor = join.cursor if is_known else 0
        held = self.backlog.after(cursor)
        missing = newest - cursor - len(held)
        if missing or not is_known:
            return GapFrame(missing if is_known else 0), held
        return None, held


class OpenRooms:
    """All rooms that are open. Each question takes the same time, however many there are.

    `salt` is random: it makes the epochs of these rooms differ from those of any other relay.
    """

    def __init__(self, salt: bytes) -> None:
        self._salt: Final = salt
        self._opened = 0
        self.lifetimes: Final = Histogram(*_LIFETIMES)
        self._rooms: Final[dict[bytes, RelayRoom]] = {}
        # Both in the order of their ages: rooms that never had two members, others without any.
        self._lonely: Final[dict[RelayRoom, None]] = {}
        self._empty: Final[dict[RelayRoom, None]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[RelayRoom]:
        return iter(self._rooms.values())

    @property
    def lonely(self) -> int:
        """Number of rooms that never had two members at a time."""
        return len(self._lonely)

    @property
    def empty(self) -> int:
        """Number of rooms that had several members and have none now."""
        return len(self._empty)

    def find(self, room_id: bytes) -> RelayRoom | None:
        """Return the open room with this name."""
        return self._rooms.get(room_id)

    def open(
        self, join: JoinFrame, opener: ConnectionSource, limits: Limits, now: int
    ) -> RelayRoom:
        """Open the room that a JOIN names; it has no members yet."""
        self._opened += 1
        count = self._opened.to_bytes(8, "big")
        epoch = blake2b(count, key=self._salt, digest_size=EPOCH_BYTES).digest()
        room = self._rooms[join.room] = RelayRoom(join.room, epoch, opener, limits, now)
        self._lonely[room] = None
        opener.rooms += 1
        return room

    def close(self, room: RelayRoom, now: int) -> None:
        """Remove a room; its members are not told."""
        del self._rooms[room.id]
        self._lonely.pop(room, None)
        self._empty.pop(room, None)
        room.opener.rooms -= 1
        self.lifetimes.add((now - room.opened) / TICKS_PER_SECOND)

    def joined(self, room: RelayRoom) -> None:
        """Note that a member has come."""
        self._empty.pop(room, None)
        if len(room.members) > 1:
            self._lonely.pop(room, None)

    def left(self, room: RelayRoom, now: int) -> None:
        """Note that a member has gone."""
        if not room.members:
            room.emptied = now
            if room not in self._lonely:
                self._empty[room] = None

    def first_to_go(self, now: int, grace: int) -> tuple[RelayRoom | None, int]:
        """Return the room to give up for a new one, and 0; or None, and the ticks until one may go.

        No room goes within `grace` ticks after its opening, or after its last member has left. 0
        without a room: none is about to become one that may go.
        """
        wait = 0
        for rooms in (self._lonely, self._empty):
            room = next(iter(rooms), None)
            if room is None:
                continue
            since = room.opened if rooms is self._lonely else room.emptied
            if now - since >= grace:
                return room, 0
            wait = min(wait or grace, since + grace - now)
        return None, wait
