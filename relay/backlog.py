"""The frames a room holds for members that return, shared fairly between its members."""

from collections import deque
from operator import attrgetter
from typing import Final

from relay.limits import FRAME_OVERHEAD


class _Author:
    """The frames still held of one member, oldest first."""

    __slots__ = ("cursors", "held", "member")

    def __init__(self, member: int) -> None:
        self.member: Final = member
        self.cursors: deque[int] = deque()
        self.held = 0


class Backlog:
    """The newest frames of a room within `total` bytes, and of each member within `share` bytes.

    A member above its share loses its own oldest frame. If all are within their shares but the
    total is exceeded, the member that holds most loses its oldest: a flood pushes out itself, not
    the frames of others. `newest` is the cursor of the newest frame, held or not.
    """

    __slots__ = ("_authors", "_frames", "_share", "_total", "held", "newest")

    def __init__(self, total: int, share: int) -> None:
        self._total = total
        self._share = share
        self._frames: dict[int, bytes] = {}
        self._authors: dict[int, _Author] = {}
        self.held = 0
        self.newest = 0

    def keep(self, member: int, frame: bytes) -> None:
        """Hold the frame with the next cursor."""
        self.newest += 1
        author = self._authors.get(member)
        if author is None:
            author = self._authors[member] = _Author(member)
        cost = len(frame) + FRAME_OVERHEAD
        self._frames[self.newest] = frame
        author.cursors.append(self.newest)
        author.held += cost
        self.held += cost
        while author.held > self._share or self.held > self._total:
            self._drop_oldest(author if author.held > self._share else self._heaviest())

    def limit(self, total: int, share: int) -> None:
        """Hold so many bytes from now on."""
        self._total = total
        self._share = share
        for author in list(self._authors.values()):
            while author.held > share:
                self._drop_oldest(author)
        while self.held > total:
            self._drop_oldest(self._heaviest())

    def after(self, cursor: int) -> list[bytes]:
        """Return the frames after the cursor that are still held, in order."""
        if cursor >= self.newest:
            return []
        return [frame for number, frame in self._frames.items() if number > cursor]

    def _heaviest(self) -> _Author:
        return max(self._authors.values(), key=attrgetter("held"))

    def _drop_oldest(self, author: _Author) -> None:
        cost = len(self._frames.pop(author.cursors.popleft())) + FRAME_OVERHEAD
        author.held -= cost
        self.held -= cost
        if not author.cursors:
            del self._authors[author.member]
