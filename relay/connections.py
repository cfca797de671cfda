"""One connection as the rooms see it: what has arrived, what waits to go out. No socket."""

from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Final

from protocol.framing import JOIN_LENGTH, FrameReader, RefusedFrame, encode
from relay.limits import FRAME_OVERHEAD, Limits
from relay.rates import TICKS_PER_SECOND, Allowance, Bucket

_WRITE_BYTES: Final = 65_536  # put together to be sent at once
_TICKS_PER_MINUTE: Final = 60 * TICKS_PER_SECOND


class ConnectionSource:
    """Where connections come from, as far as it is counted: one address, or one IPv6 network."""

    __slots__ = ("connections", "connects", "name", "rooms")

    def __init__(self, name: str, limits: Limits, now: int) -> None:
        self.name: Final = name
        self.connections = 0
        self.rooms = 0
        per_minute = limits.connects_per_minute
        self.connects: Final = Bucket(per_minute, _TICKS_PER_MINUTE, per_minute, now)

    def is_forgettable(self, now: int) -> bool:
        """Whether nothing would be different if it came for the first time."""
        return not self.connections and not self.rooms and self.connects.is_full(now)


class Connection:
    """The state of one connection; made and changed by `Rooms`, emptied by whoever moves bytes.

    `closing` says that nothing more is read, and that the transport closes once `queue` is empty.
    """

    __slots__ = (
        "allowance",
        "answers",
        "closing",
        "deadline",
        "frames",
        "has_news",
        "member",
        "offset",
        "queue",
        "refusals",
        "sends",
        "source",
        "waiting",
    )

    def __init__(self, source: ConnectionSource, limits: Limits, now: int) -> None:
        self.source: Final = source
        self.frames = FrameReader(JOIN_LENGTH)
        self.deadline = now + limits.handshake_seconds * TICKS_PER_SECOND
        self.allowance: Final = Allowance(limits, now)
        self.member = 0
        self.sends = 0
        self.refusals = 0
        self.queue: Final[deque[bytes]] = deque()
        self.offset = 0  # how much of the queue's first frame has gone out
        self.waiting = 0
        self.answers = 0
        self.has_news = False
        self.closing = False

    def push(self, frame: bytes) -> None:
        """Let a frame wait to go out, whatever waits already."""
        self.queue.append(frame)
        self.waiting += len(frame) + FRAME_OVERHEAD

    def cut(self, refused: RefusedFrame) -> None:
        """Close with these last words instead of all that waits."""
        self.close()
        self.push(encode(refused))

    def close(self) -> None:
        """Read no more, and forget what waits; only a frame that went out in part is completed."""
        self.frames = FrameReader(JOIN_LENGTH)
        unfinished = [self.queue[0]] if self.offset else []
        self.queue.clear()
        self.waiting = 0
        for frame in unfinished:
            self.push(frame)
        self.closing = True

    def flush(self, send: Callable[[bytes], int]) -> bool:
        """Hand what waits to `send`, which says how much it has taken; whether that was all.

        `send` is called until it takes less than it was given. What it raises comes through, and
        takes nothing.
        """
        queue = self.queue
        while queue:
            data = self._next_bytes() if len(queue) > 1 or self.offset else queue[0]
            count = send(data)
            if count == len(data) and len(queue) == 1:
                queue.clear()
                self.waiting = self.offset = self.answers = 0
                return True
            self._sent(count)
            if count < len(data):
                return False
        self.answers = 0
        return True

    def _next_bytes(self) -> bytes:
        """What is left of the first frame, and whole ones after it as long as they are small."""
        parts = [self.queue[0][self.offset :]]
        size = len(parts[0])
        for frame in islice(self.queue, 1, None):
            size += len(frame)
            if size > _WRITE_BYTES:
                break
            parts.append(frame)
        return b"".join(parts)

    def _sent(self, count: int) -> None:
        count += self.offset
        while self.queue and count >= len(self.queue[0]):
            frame = self.queue.popleft()
            count -= len(frame)
            self.waiting -= len(frame) + FRAME_OVERHEAD
        self.offset = count
