"""The line of a machine to a relay in virtual time: it connects, joins, breaks and reconnects."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from protocol.errors import RemoteProtocolError
from protocol.framing import (
    NO_EPOCH,
    DeliverFrame,
    FrameReader,
    JoinedFrame,
    JoinFrame,
    SendFrame,
    encode,
)
from protocol.lobby.rooms import NONCE_SIZE, Room
from relay.memory import MemoryLink

if TYPE_CHECKING:
    from tests.simulator.world import World

_MOST_FRAME = 1 << 20
_AGAIN = 2.0


class Line:
    """One machine's connection; frames wait while it is down, and frames in flight are lost."""

    def __init__(self, world: World, name: str, room: Room, hear: Callable[[bytes], None]) -> None:
        self.world = world
        self.name = name
        self.room = room
        self.hear = hear
        self.waiting: deque[bytes] = deque()
        self.link: MemoryLink | None = None
        self.blocked_until = 0.0
        self.reads_nothing_until = 0.0
        self.is_off = False
        self._frames = FrameReader(_MOST_FRAME)
        self._epoch = NO_EPOCH
        self._cursor = 0
        self._life = 0
        self.connect()

    def send(self, payload: bytes) -> None:
        locked = self.room.lock(payload, self.world.chance.randbytes(NONCE_SIZE))
        self.waiting.append(encode(SendFrame(locked)))
        self.push()

    def connect(self) -> None:
        """Connect if nothing prevents it, else try again later."""
        if self.link is not None or self.is_off:
            return
        if self.world.now < self.blocked_until:
            self.world.after(_AGAIN, self.connect)
            return
        self._life += 1
        self._frames = FrameReader(_MOST_FRAME)
        self.link = self.world.relay.connect(self.name)
        self.link.send(encode(JoinFrame(self.room.room_id, self._epoch, self._cursor)))
        self.push()
        self.pull()

    def cut(self, seconds: float) -> None:
        """Break the line for a while."""
        self.blocked_until = max(self.blocked_until, self.world.now + seconds)
        if self.link is not None:
            self.link.close()
            self.link = None
            self._life += 1
        self.world.after(seconds, self.connect)

    def switch_off(self) -> None:
        """Forget the connection: the program has ended, and a new one knows nothing of it."""
        self.cut(0)
        self.is_off = True
        self.waiting.clear()
        self._epoch, self._cursor = NO_EPOCH, 0

    def switch_on(self) -> None:
        """Connect a new program."""
        self.is_off = False
        self.connect()

    def push(self) -> None:
        """Send the waiting frames; they arrive in order, some time later."""
        life = self._life
        while self.link is not None and self.waiting:
            raw = self.waiting.popleft()

            def arrive(raw: bytes = raw) -> None:
                if self.link is not None and life == self._life:
                    self.link.send(raw)
                    self.world.wake_lines()

            self.world.after(self.world.delay(), arrive)

    def pull(self) -> None:
        """Take the relay's frames for this line, and let them arrive."""
        link = self.link
        if link is None or self.world.now < self.reads_nothing_until:
            return
        self._frames.feed(link.receive())
        while (frame := self._frames.next_frame()) is not None:
            if isinstance(frame, JoinedFrame) and frame.epoch != self._epoch:
                self._epoch, self._cursor = frame.epoch, 0
            elif isinstance(frame, DeliverFrame):
                self._cursor = max(self._cursor, frame.cursor)
                self.world.carry(self, frame.payload)
        if link.is_closed:
            self.world.tally.note("cut off by the relay")
            self.cut(_AGAIN)

    def arrive(self, locked: bytes) -> None:
        """Deliver a frame to the machine."""
        try:
            payload = self.room.unlock(locked)
        except RemoteProtocolError:
            return
        self.hear(payload)
