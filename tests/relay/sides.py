"""The pure machine of rooms with a client at each end, in virtual time."""

from dataclasses import replace

from protocol.framing import (
    NO_EPOCH,
    Frame,
    FrameReader,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    MembersFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from relay.connections import Connection
from relay.limits import Limits
from relay.rates import TICKS_PER_SECOND
from relay.rooms import Rooms

ROOM = bytes(32)
OTHER_ROOM = bytes([1] * 32)
SMALL = Limits(
    frame_bytes=1_000,
    connections=12,
    connections_per_source=6,
    rooms=3,
    rooms_per_source=2,
    members=4,
    backlog_bytes=6_000,
    backlog_share_bytes=3_000,
    outgoing_bytes=12_000,
    messages_per_second=10,
    messages_burst=40,
    bytes_per_second=10_000,
    bytes_burst=40_000,
    refusals_before_close=3,
)


class Side:
    """The other end of one connection. Reads only on request."""

    def __init__(self, machine: "Machine", connection: Connection) -> None:
        self.machine = machine
        self.connection = connection
        self._frames = FrameReader(2**20)

    def send(self, *frames: Frame) -> "Side":
        return self.send_bytes(b"".join(encode(frame) for frame in frames))

    def send_bytes(self, data: bytes) -> "Side":
        self.machine.rooms.receive(self.connection, data, self.machine.now)
        return self

    def join(self, room: bytes = ROOM, epoch: bytes = NO_EPOCH, cursor: int = 0) -> "Side":
        return self.send(JoinFrame(room, epoch, cursor))

    def read(self) -> list[Frame]:
        """Return all frames received, except greetings and lists of members."""
        self.connection.flush(self._take)
        found = []
        while (frame := self._frames.next_frame()) is not None:
            found.append(frame)
        return [frame for frame in found if not isinstance(frame, GreetingFrame | MembersFrame)]

    def read_a_little(self, most: int) -> None:
        """Take so many bytes and look at none."""

        def take(data: bytes) -> int:
            return self._take(data[:most])

        self.connection.flush(take)

    def read_members(self) -> list[tuple[int, ...]]:
        """Return the lists of members received; forget other frames."""
        self.connection.flush(self._take)
        found = []
        while (frame := self._frames.next_frame()) is not None:
            if isinstance(frame, MembersFrame):
                found.append(frame.numbers)
        return found

    def refusals(self) -> list[RefusalCode]:
        return [frame.code for frame in self.read() if isinstance(frame, RefusedFrame)]

    def joined(self) -> JoinedFrame:
        (frame,) = (frame for frame in self.read() if isinstance(frame, JoinedFrame))
        return frame

    def hang_up(self) -> None:
        self.machine.rooms.lost(self.connection, self.machine.now)

    def _take(self, data: bytes) -> int:
        self._frames.feed(data)
        return len(data)


class Machine:
    """A relay's rooms, and the clock."""

    def __init__(self, limits: Limits = SMALL, salt: bytes = b"salt") -> None:
        self.now = 0
        self.rooms = Rooms(limits, salt)

    def connect(self, source: str = "a source") -> Side:
        connection = self.rooms.connect(source, self.now)
        assert isinstance(connection, Connection)
        return Side(self, connection)

    def refused(self, source: str = "a source") -> RefusedFrame:
        refused = self.rooms.connect(source, self.now)
        assert isinstance(refused, RefusedFrame)
        return refused

    def members(self, count: int, room: bytes = ROOM) -> list[Side]:
        """Return so many members of a room, each from another source, with everything read."""
        sides = [self.connect(f"home {number}").join(room) for number in range(count)]
        for side in sides:
            side.read()
        return sides

    def pass_time(self, seconds: int) -> None:
        """Let time pass, tick by tick."""
        for _ in range(seconds):
            self.now += TICKS_PER_SECOND
            self.rooms.tick(self.now)


def small(**changes: int) -> Limits:
    return replace(SMALL, **changes)


def payloads(frames: list[Frame]) -> list[bytes]:
    return [frame.payload for frame in frames if hasattr(frame, "payload")]


def says(*texts: bytes) -> list[Frame]:
    return [SendFrame(text) for text in texts]
