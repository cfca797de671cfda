"""The rooms of a relay as a pure machine: bytes and ticks in, frames out.

The server reports events (`connect`, `receive`, `lost`, and `tick` about once a second), then takes
the connections `with_news` and empties their queues as far as possible. Nothing here waits, and no
connection waits for another: unsent frames stay in the queue of that connection alone, up to a
limit, and beyond it that connection is cut off.

No open connection is ever given up for a newcomer, and no room that has two members, or had them a
moment ago: the newcomer is refused. See `OpenRooms` for the other rooms. The file is longer than
others: the frames of a connection, with what each may cost, are read best in one piece.
"""

from collections.abc import Iterable
from typing import Final

from protocol.framing import (
    SEND_OVERHEAD,
    VERSION,
    Frame,
    FrameKind,
    FrameTooLarge,
    FramingError,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    MembersFrame,
    PingFrame,
    PongFrame,
    ProbeFrame,
    RefusalCode,
    RefusedFrame,
    decode,
    encode,
    encode_deliver,
)
from relay.connections import Connection
from relay.counts import Counts
from relay.limits import ANSWERS_WAITING, FRAME_OVERHEAD, Limits
from relay.open_rooms import OpenRooms, RelayRoom
from relay.permits import Permits
from relay.rates import TICKS_PER_SECOND
from relay.refusals import RETURN_MILLISECONDS, Refusals
from relay.sources import ConnectionSource, Sources


class Rooms:
    """All rooms and connections of one relay. Each frame changes both, so it is long.

    `salt` is random: it makes the epochs of this relay differ from those of any other start.

    Attributes:
        probes: connections that ask for a probe of a port at their address, for the server to take.
    """

    def __init__(self, limits: Limits, salt: bytes, permits: Permits | None = None) -> None:
        self.counts: Final = Counts()
        self._set(limits, permits or Permits())
        self._sources: Final = Sources(limits)
        self.open_rooms: Final = OpenRooms(salt)
        self._changed: Final[dict[RelayRoom, None]] = {}
        self._connections: Final[dict[Connection, None]] = {}
        self._room_of: Final[dict[Connection, RelayRoom]] = {}
        self._news: list[Connection] = []
        self.probes: list[tuple[Connection, int]] = []
        self._draining = False
        self._now = 0

    @property
    def connections(self) -> int:
        """Number of connections, including those about to close."""
        return len(self._connections)

    @property
    def everybody(self) -> Iterable[Connection]:
        """All connections, including those about to close."""
        return self._connections

    @property
    def rooms(self) -> int:
        """Number of rooms."""
        return len(self.open_rooms)

    @property
    def members(self) -> int:
        """Number of connections that are in a room."""
        return len(self._room_of)

    def held_bytes(self) -> int:
        """Sum the bytes held for all rooms and connections, as the limits count them. Slow."""
        return sum(room.backlog.held for room in self.open_rooms) + sum(
            connection.waiting + connection.frames.held for connection in self._connections
        )

    def with_news(self) -> list[Connection]:
        """Return the connections with more to send, or to close, than at the last call."""
        news, self._news = self._news, []
        for connection in news:
            connection.has_news = False
        return news

    def reload(self, limits: Limits, permits: Permits, now: int) -> None:
        """Apply other limits to all that comes, and to the backlogs of open rooms.

        Connections keep the rates and the frame size they were greeted with, and nobody is cut off.
        """
        self._set(limits, permits)
        self._sources.limit(limits, now)
        for room in self.open_rooms:
            room.backlog.limit(limits.backlog_bytes, limits.backlog_share_bytes)

    def _set(self, limits: Limits, permits: Permits) -> None:
        self.limits = limits
        self.permits = permits
        self.refusals = Refusals(limits)
        self._greeting = encode(GreetingFrame(VERSION, limits.announced()))

    # --- events -------------------------------------------------------------------------------

    def connect(
        self, source_name: str, now: int, *, is_proxy: bool = False
    ) -> Connection | RefusedFrame:
        """Accept a connection, or return its refusal; a refused one is not remembered here.

        That of a proxy counts for the proxy until `identify` names its client.
        """
        self._now = now
        source = self._admit(source_name, is_proxy=is_proxy)
        if isinstance(source, RefusedFrame):
            return source
        connection = Connection(source, self.limits, now)
        self._connections[connection] = None
        self.counts.connects += 1
        self._push(connection, self._greeting)
        return connection

    def identify(self, connection: Connection, source_name: str, now: int) -> None:
        """Count a proxy's connection for its client; refuse and close it if that has too many."""
        self._now = now
        admitted = self._sources.admit(source_name, now)
        if isinstance(admitted, ConnectionSource):
            connection.source.connections -= 1
            connection.source = admitted
        else:
            self._cut(connection, *admitted)

    def receive(self, connection: Connection, data: bytes, now: int) -> int:
        """Take bytes from a connection, cut anywhere; return the number of frames that ended."""
        self._now = now
        self.counts.bytes_in += len(data)
        if connection.closing:
            return 0
        connection.frames.feed(data)
        try:
            return self._read(connection)
        except FrameTooLarge:
            self._cut(connection, RefusalCode.TOO_LARGE)
        except FramingError:
            self._cut(connection, RefusalCode.BAD_FRAME)
        return 0

    def hang_up(self, connection: Connection, last_words: RefusalCode | bytes = b"") -> None:
        """Close a connection with a refusal, or with bytes of its transport."""
        if isinstance(last_words, RefusalCode):
            self._cut(connection, last_words)
            return
        self._leave_room(connection)
        connection.close()
        if last_words:
            connection.push(last_words)
        self._tell(connection)

    def lost(self, connection: Connection, now: int) -> None:
        """Forget a connection: the other side closed it, or it was `closing` and is closed now."""
        self._now = now
        connection.close()
        self._leave_room(connection)
        if connection.has_news:
            self._news.remove(connection)
        del self._connections[connection]
        self.counts.bytes_out += connection.sent
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
        for room in list(self.open_rooms):
            self._expire(room)
        changed = list(self._changed)
        self._changed.clear()
        for room in changed:
            members = encode(MembersFrame(tuple(room.members)))
            for member in list(room.members.values()):
                self._push(member, members)
        self._sources.forget(now)

    def drain(self, now: int) -> None:
        """Prepare to stop: refuse newcomers, cut all connections; queues are still sent."""
        self._now = now
        self._draining = True
        for connection in list(self._connections):
            if not connection.closing:
                self._leave_room(connection)
                connection.closing = True
                connection.say(self.refusals.refused(RefusalCode.CLOSING))
                self._tell(connection)

    # --- coming and going ---------------------------------------------------------------------

    def _read(self, connection: Connection) -> int:
        count = 0
        while not connection.closing and (raw := connection.frames.next_raw()) is not None:
            count += 1
            # Complete frames count as a sign of life, single bytes do not.
            connection.deadline = self._now + self.limits.idle_seconds * TICKS_PER_SECOND
            room = self._room_of.get(connection)
            if room is None:
                self._greet(connection, decode(*raw))
            elif raw.kind is FrameKind.SEND and raw.body:
                self._send(connection, room, raw.body)
            else:
                self._answer(connection, room, decode(*raw))
        return count

    def _admit(self, source_name: str, *, is_proxy: bool) -> ConnectionSource | RefusedFrame:
        refusal: tuple[RefusalCode, int] = RefusalCode.CLOSING, 0
        if not self._draining:
            refusal = RefusalCode.RELAY_FULL, 0
            if len(self._connections) < self.limits.connections:
                admitted = self._sources.admit(source_name, self._now, is_proxy=is_proxy)
                if isinstance(admitted, ConnectionSource):
                    return admitted
                refusal = admitted
        code, retry_ms = refusal
        self.counts.refused[code] += 1
        return self.refusals.refused(code, retry_ms=retry_ms)

    def _greet(self, connection: Connection, frame: Frame) -> None:
        if isinstance(frame, ProbeFrame):
            self._ask_probe(connection, frame.port)
            return
        if not isinstance(frame, JoinFrame):
            self._cut(connection, RefusalCode.UNEXPECTED)
            return
        room = self.open_rooms.find(frame.room)
        if room is None:
            if not self.permits.allows(frame.room, frame.permit):
                self._cut(connection, RefusalCode.PRIVATE)
                return
            if connection.source.rooms >= self.limits.rooms_per_source:
                self._cut(connection, RefusalCode.SOURCE_ROOMS)
                return
            if (retry_ms := self._make_room()) is not None:
                self._cut(connection, RefusalCode.NO_ROOM_LEFT, retry_ms)
                return
            room = self.open_rooms.open(frame, connection.source, self.limits, self._now)
            room.permit = frame.permit if self.permits.is_private else b""
        elif len(room.members) >= self.limits.members:
            self._cut(connection, RefusalCode.ROOM_FULL)
            return
        self._enter(connection, room, frame)

    def _ask_probe(self, connection: Connection, port: int) -> None:
        """Ask the server to connect to a client's address, once a minute for each source."""
        if retry_ms := connection.source.probes.wait(1, self._now):
            self._cut(connection, RefusalCode.SOURCE_PROBES, retry_ms)
            return
        connection.source.probes.take(1)
        self.probes.append((connection, port))

    def _enter(self, connection: Connection, room: RelayRoom, join: JoinFrame) -> None:
        connection.frames.limit = self.limits.frame_bytes + SEND_OVERHEAD
        connection.member = room.next_member
        room.next_member += 1
        room.members[connection.member] = connection
        self._room_of[connection] = room
        self._changed[room] = None
        self.open_rooms.joined(room)
        self.counts.joins += 1
        newest = room.backlog.newest
        joined = JoinedFrame(room.epoch, connection.member, newest, room.permit)
        self._push(connection, encode(joined))
        gap, held = room.since(join)
        if gap is not None:
            self._push(connection, encode(gap))
        for frame in held:
            self._push(connection, frame)
        self.counts.delivered += len(held)

    def _make_room(self) -> int | None:
        """Give up a room if there is no place for another; return a retry time if none may go."""
        if len(self.open_rooms) < self.limits.rooms:
            return None
        grace = self.limits.lonely_room_seconds * TICKS_PER_SECOND
        room, wait = self.open_rooms.first_to_go(self._now, grace)
        if room is None:
            return wait
        self.counts.given_up += 1
        self._end(room, RefusalCode.NO_ROOM_LEFT, RETURN_MILLISECONDS)
        return None

    def _leave_room(self, connection: Connection) -> None:
        room = self._room_of.pop(connection, None)
        if room is None:
            return
        del room.members[connection.member]
        self._changed[room] = None
        self.open_rooms.left(room, self._now)
        if not room.members and not room.backlog.held:
            self._close_room(room)

    def _expire(self, room: RelayRoom) -> None:
        if self._now - room.opened >= self.limits.room_seconds * TICKS_PER_SECOND:
            self._end(room, RefusalCode.ROOM_EXPIRED)
        elif (
            not room.members
            and self._now - room.emptied >= self.limits.empty_room_seconds * TICKS_PER_SECOND
        ):
            self._close_room(room)

    def _end(self, room: RelayRoom, code: RefusalCode, retry_ms: int = 0) -> None:
        for member in list(room.members.values()):
            self._cut(member, code, retry_ms)
        if self.open_rooms.find(room.id) is room:
            self._close_room(room)

    def _close_room(self, room: RelayRoom) -> None:
        self.open_rooms.close(room, self._now)
        self._changed.pop(room, None)

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
                self.hang_up(connection)
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

    def _cut(self, connection: Connection, code: RefusalCode, retry_ms: int = 0) -> None:
        self._leave_room(connection)
        self.counts.refused[code] += 1
        connection.cut(self.refusals.refused(code, retry_ms=retry_ms))
        self._tell(connection)

    def _tell(self, connection: Connection) -> None:
        if not connection.has_news:
            connection.has_news = True
            self._news.append(connection)
