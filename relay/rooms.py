"""The rooms of a relay as a pure machine: bytes and ticks in, frames out.

The server reports events (`connect`, `receive`, `lost`, and `tick` about once a second), then takes
the connections `with_news` and empties their queues as far as possible. Nothing here waits, and no
connection waits for another: unsent frames stay in the queue of that connection alone, up to a
limit, and beyond it that connection is cut off.

No open room or connection is ever given up for a newcomer: the newcomer is refused.
"""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from protocol.framing import (
    EPOCH_BYTES,
    FROM_NOW_ON,
    NO_EPOCH,
    SEND_OVERHEAD,
    VERSION,
    Frame,
    FrameKind,
    FrameTooLarge,
    FramingError,
    GapFrame,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    MembersFrame,
    PingFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    decode,
    encode,
    encode_deliver,
)
from relay.backlog import Backlog
from relay.connections import Connection, ConnectionSource
from relay.limits import ANSWERS_WAITING, FRAME_OVERHEAD, Limits
from relay.rates import TICKS_PER_SECOND
from relay.refusals import Refusals

_SOURCES_PER_CONNECTION: Final = 4  # remembered, including those just closed


@dataclass(slots=True)
class Counts:
    """Counts since the relay started, for its log."""

    connects: int = 0
    joins: int = 0
    received: int = 0
    delivered: int = 0
    refused: Counter[RefusalCode] = field(default_factory=Counter)


class RelayRoom:
    """One room. It has members or a backlog, else it is closed."""

    __slots__ = ("backlog", "emptied", "epoch", "id", "members", "next_member", "opened", "opener")

    def __init__(
        self, room_id: bytes, epoch: bytes, opener: ConnectionSource, limits: Limits, now: int
    ) -> None:
        self.id: Final = room_id
        self.epoch: Final = epoch
        self.opener: Final = opener
        self.opened: Final = now
        self.emptied = now
        self.next_member = 1
        self.members: Final[dict[int, Connection]] = {}
        self.backlog: Final = Backlog(limits.backlog_bytes, limits.backlog_share_bytes)


class Rooms:
    """All rooms and connections of one relay.

    `salt` is random: it makes the epochs of this relay differ from those of any other start.
    """

    def __init__(self, limits: Limits, salt: bytes) -> None:
        self.limits: Final = limits
        self.counts: Final = Counts()
        self._salt: Final = salt
        self.refusals: Final = Refusals(limits)
        self._greeting: Final = encode(GreetingFrame(VERSION, limits.announced()))
        self._rooms: Final[dict[bytes, RelayRoom]] = {}
        self._rooms_opened = 0
        self._changed: Final[dict[RelayRoom, None]] = {}
        self._connections: Final[dict[Connection, None]] = {}
        self._room_of: Final[dict[Connection, RelayRoom]] = {}
        self._sources: Final[dict[str, ConnectionSource]] = {}
        self._news: list[Connection] = []
        self._draining = False
        self._now = 0

    @property
    def connections(self) -> int:
        """Number of connections, including those about to close."""
        return len(self._connections)

    @property
    def rooms(self) -> int:
        """Number of rooms."""
        return len(self._rooms)

    def held_bytes(self) -> int:
        """Sum the bytes held for all rooms and connections, as the limits count them. Slow."""
        return sum(room.backlog.held for room in self._rooms.values()) + sum(
            connection.waiting + connection.frames.held for connection in self._connections
        )

    def with_news(self) -> list[Connection]:
        """Return the connections with more to send, or to close, than at the last call."""
        news, self._news = self._news, []
        for connection in news:
            connection.has_news = False
        return news

    # --- events -------------------------------------------------------------------------------

    def connect(self, source_name: str, now: int) -> Connection | RefusedFrame:
        """Accept a connection, or return its refusal; a refused one is not remembered here."""
        self._now = now
        source = self._sources.get(source_name) or ConnectionSource(source_name, self.limits, now)
        refused = self._why_not(source)
        if refused is not None:
            self.counts.refused[refused.code] += 1
            return refused
        source.connects.take(1)
        source.connections += 1
        self._sources[source.name] = source
        connection = Connection(source, self.limits, now)
        self._connections[connection] = None
        self.counts.connects += 1
        self._push(connection, self._greeting)
        return connection

    def receive(self, connection: Connection, data: bytes, now: int) -> None:
        """Take bytes from a connection, cut anywhere."""
        self._now = now
        if connection.closing:
            return
        connection.frames.feed(data)
        try:
            self._read(connection)
        except FrameTooLarge:
            self._cut(connection, RefusalCode.TOO_LARGE)
        except FramingError:
            self._cut(connection, RefusalCode.BAD_FRAME)

    def lost(self, connection: Connection, now: int) -> None:
        """Forget a connection: the other side closed it, or it was `closing` and is closed now."""
        self._now = now
        connection.close()
        self._leave_room(connection)
        if connection.has_news:
            self._news.remove(connection)
        del self._connections[connection]
        connection.source.connections -= 1

    def tick(self, now: int) -> None:
        """Let time pass: check deadlines of connections and rooms, and announce members."""
        self._now = now
        for connection in list(self._connections):
            if now >= connection.deadline and not connection.closing:
                is_member = connection in self._room_of
                code = RefusalCode.IDLE if is_member else RefusalCode.HANDSHAKE_TIMEOUT
                self._cut(connection, code)
            elif connection.refusals and connection.allowance.is_full(now):
                connection.refusals = 0
        for room in list(self._rooms.values()):
            self._expire(room)
        changed = list(self._changed)
        self._changed.clear()
        for room in changed:
            members = encode(MembersFrame(tuple(room.members)))
            for member in list(room.members.values()):
                self._push(member, members)
        for source in list(self._sources.values()):
            if source.is_forgettable(now):
                del self._sources[source.name]

    def drain(self, now: int) -> None:
        """Prepare to stop: refuse newcomers, cut all connections; queues are still sent."""
        self._now = now
        self._draining = True
        for connection in list(self._connections):
            if not connection.closing:
                self._leave_room(connection)
                connection.closing = True
                connection.push(encode(self.refusals.refused(RefusalCode.CLOSING)))
                self._tell(connection)

    # --- coming and going ---------------------------------------------------------------------

    def _read(self, connection: Connection) -> None:
        while not connection.closing and (raw := connection.frames.next_raw()) is not None:
            # Complete frames count as a sign of life, single bytes do not.
            connection.deadline = self._now + self.limits.idle_seconds * TICKS_PER_SECOND
            room = self._room_of.get(connection)
            if room is None:
                self._greet(connection, decode(*raw))
            elif raw.kind is FrameKind.SEND and raw.body:
                self._send(connection, room, raw.body)
            else:
                self._answer(connection, room, decode(*raw))

    def _why_not(self, source: ConnectionSource) -> RefusedFrame | None:
        limits = self.limits
        if self._draining:
            return self.refusals.refused(RefusalCode.CLOSING)
        if source.connections >= limits.connections_per_source:
            return self.refusals.refused(RefusalCode.SOURCE_CONNECTIONS)
        if retry_ms := source.connects.wait(1, self._now):
            return self.refusals.refused(RefusalCode.SOURCE_CONNECTS, retry_ms=retry_ms)
        is_new = source.name not in self._sources
        if len(self._connections) >= limits.connections or (
            is_new and len(self._sources) >= _SOURCES_PER_CONNECTION * limits.connections
        ):
            return self.refusals.refused(RefusalCode.RELAY_FULL)
        return None

    def _greet(self, connection: Connection, frame: Frame) -> None:
        if not isinstance(frame, JoinFrame):
            self._cut(connection, RefusalCode.UNEXPECTED)
            return
        room = self._rooms.get(frame.room)
        if room is None:
            if len(self._rooms) >= self.limits.rooms:
                self._cut(connection, RefusalCode.NO_ROOM_LEFT)
                return
            if connection.source.rooms >= self.limits.rooms_per_source:
                self._cut(connection, RefusalCode.SOURCE_ROOMS)
                return
            room = self._open(frame.room, connection.source)
        elif len(room.members) >= self.limits.members:
            self._cut(connection, RefusalCode.ROOM_FULL)
            return
        self._enter(connection, room, frame)

    def _enter(self, connection: Connection, room: RelayRoom, join: JoinFrame) -> None:
        connection.frames.limit = self.limits.frame_bytes + SEND_OVERHEAD
        connection.member = room.next_member
        room.next_member += 1
        room.members[connection.member] = connection
        self._room_of[connection] = room
        self._changed[room] = None
        self.counts.joins += 1
        newest = room.backlog.newest
        self._push(connection, encode(JoinedFrame(room.epoch, connection.member, newest)))
        if join.cursor == FROM_NOW_ON:
            return
        is_known = join.epoch in (room.epoch, NO_EPOCH) and join.cursor <= newest
        cursor = join.cursor if is_known else 0
        held = room.backlog.after(cursor)
        missing = newest - cursor - len(held)
        if missing or not is_known:
            self._push(connection, encode(GapFrame(missing if is_known else 0)))
        for frame in held:
            self._push(connection, frame)
        self.counts.delivered += len(held)

    def _open(self, room_id: bytes, opener: ConnectionSource) -> RelayRoom:
        self._rooms_opened += 1
        epoch = blake2b(
            self._rooms_opened.to_bytes(8, "big"), key=self._salt, digest_size=EPOCH_BYTES
        ).digest()
        room = self._rooms[room_id] = RelayRoom(room_id, epoch, opener, self.limits, self._now)
        opener.rooms += 1
        return room

    def _leave_room(self, connection: Connection) -> None:
        room = self._room_of.pop(connection, None)
        if room is None:
            return
        del room.members[connection.member]
        self._changed[room] = None
        room.emptied = self._now
        if not room.members and not room.backlog.held:
            self._close_room(room)

    def _expire(self, room: RelayRoom) -> None:
        if self._now - room.opened >= self.limits.room_seconds * TICKS_PER_SECOND:
            for member in list(room.members.values()):
                self._cut(member, RefusalCode.ROOM_EXPIRED)
        elif (
            room.members
            or self._now - room.emptied < self.limits.empty_room_seconds * TICKS_PER_SECOND
        ):
            return
        if self._rooms.get(room.id) is room:
            self._close_room(room)

    def _close_room(self, room: RelayRoom) -> None:
        del self._rooms[room.id]
        self._changed.pop(room, None)
        room.opener.rooms -= 1

    # --- members ------------------------------------------------------------------------------

    def _send(self, connection: Connection, room: RelayRoom, payload: bytes) -> None:
        connection.sends += 1
        if retry_ms := connection.allowance.take(len(payload), self._now):
            self._slow_down(connection, retry_ms, connection.sends)
            return
        backlog = room.backlog
        frame = encode_deliver(backlog.newest + 1, connection.member, payload)
        backlog.keep(connection.member, frame)
        cost = len(frame) + FRAME_OVERHEAD
        most = self.limits.outgoing_bytes - cost
        slow: list[Connection] = []
        news = self._news
        # The innermost loop: `_push` written out.
        for member in room.members.values():
            if member is connection:
                continue
            if member.waiting > most:
                slow.append(member)
                continue
            member.queue.append(frame)
            member.waiting += cost
            if not member.has_news:
                member.has_news = True
                news.append(member)
        self.counts.received += 1
        self.counts.delivered += len(room.members) - 1 - len(slow)
        for member in slow:
            self._cut(member, RefusalCode.TOO_SLOW)

    def _answer(self, connection: Connection, room: RelayRoom, frame: Frame) -> None:
        match frame:
            case PingFrame(token):
                if retry_ms := connection.allowance.take(0, self._now):
                    self._slow_down(connection, retry_ms, 0)
                else:
                    self._push_answer(connection, encode(PongFrame(token, room.backlog.newest)))
            case LeaveFrame():
                self._leave_room(connection)
                connection.close()
                self._tell(connection)
            case _:
                self._cut(connection, RefusalCode.UNEXPECTED)

    def _slow_down(self, connection: Connection, retry_ms: int, ordinal: int) -> None:
        connection.refusals += 1
        if connection.refusals > self.limits.refusals_before_close:
            self._cut(connection, RefusalCode.FLOOD)
            return
        self.counts.refused[RefusalCode.RATE] += 1
        refused = self.refusals.refused(RefusalCode.RATE, retry_ms=retry_ms, ordinal=ordinal)
        self._push_answer(connection, encode(refused))

    def _push_answer(self, connection: Connection, frame: bytes) -> None:
        connection.answers += 1
        if connection.answers > ANSWERS_WAITING:
            self._cut(connection, RefusalCode.FLOOD)
        else:
            self._push(connection, frame)

    # --- sending ------------------------------------------------------------------------------

    def _push(self, connection: Connection, frame: bytes) -> None:
        if connection.waiting + len(frame) + FRAME_OVERHEAD > self.limits.outgoing_bytes:
            self._cut(connection, RefusalCode.TOO_SLOW)
        else:
            connection.push(frame)
            self._tell(connection)

    def _cut(self, connection: Connection, code: RefusalCode) -> None:
        self._leave_room(connection)
        self.counts.refused[code] += 1
        connection.cut(self.refusals.refused(code))
        self._tell(connection)

    def _tell(self, connection: Connection) -> None:
        if not connection.has_news:
            connection.has_news = True
            self._news.append(connection)
