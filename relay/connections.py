"""One connection as the rooms see it: incoming bytes and outgoing queue. No socket."""

from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Final

from protocol.framing import JOIN_LENGTH, FrameReader, RefusedFrame, encode
from relay.limits import FRAME_OVERHEAD, Limits
from relay.rates import TICKS_PER_SECOND, Allowance
from relay.sources import ConnectionSource

_WRITE_BYTES: Final = 65_536  # joined for one write


class Connection:
    """The state of one connection; changed by `Rooms`, its queue emptied by the server.

    `closing`: nothing more is read, and the transport closes once `queue` is empty.
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
        "promised",
        "queue",
        "refusal",
        "refusals",
        "sends",
        "sent",
        "source",
        "waiting",
    )

    def __init__(self, source: ConnectionSource, limits: Limits, now: int) -> None:
        self.source = source
        self.frames = FrameReader(JOIN_LENGTH)
        self.deadline = now + limits.handshake_seconds * TICKS_PER_SECOND
        self.allowance: Final = Allowance(limits, now)
        self.member = 0
        self.sends = 0
        self.sent = 0  # bytes
        self.refusals = 0
        self.queue: Final[deque[bytes]] = deque()
        self.offset = 0  # bytes of the queue's first frame already sent
        self.promised = 0  # bytes from there on that a header sent before them has announced
        self.waiting = 0
        self.answers = 0
        self.has_news = False
        self.closing = False
        self.refusal: RefusedFrame | None = None  # the last words, if it ends with some

    def push(self, frame: bytes) -> None:
        """Queue a frame, whatever is queued already."""
        self.queue.append(frame)
        self.waiting += len(frame) + FRAME_OVERHEAD

    def cut(self, refused: RefusedFrame) -> None:
        """Close with this refusal instead of the queue."""
        self.close()
        self.say(refused)

    def say(self, refused: RefusedFrame) -> None:
        """Queue the refusal with which this connection ends."""
        self.refusal = refused
        self.push(encode(refused))

    def close(self) -> None:
        """Stop reading and drop the queue; only what is sent in part, or promised, is completed."""
        self.frames = FrameReader(JOIN_LENGTH)
        unfinished, start = [], -self.offset
        for frame in self.queue:
            if start >= self.promised:
                break
            unfinished.append(frame)
            start += len(frame)
        self.queue.clear()
        self.waiting = 0
        for frame in unfinished:
            self.push(frame)
        self.closing = True

    def flush(self, send: Callable[[bytes], int]) -> bool:
        """Pass the queue to `send`, which returns the bytes it took; return whether it is empty.

        `send` is called until it takes less than it was given. Its exceptions pass through and take
        nothing.
        """
        queue = self.queue
        while queue:
            is_whole = not self.offset and (len(queue) == 1 or self.waiting <= _WRITE_BYTES)
            data = (queue[0] if len(queue) == 1 else b"".join(queue)) if is_whole else self._part()
            count = send(data)
            self.sent += count
            if is_whole and count == len(data):
                queue.clear()
                self.waiting = 0
                break
            self._sent(count)
            if count < len(data):
                return False
        self.answers = 0
        return True

    def _part(self) -> bytes:
        """Return the rest of the first frame, and whole small ones after it."""
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
