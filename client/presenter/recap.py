"""Whether a viewer was away and has to be told what happened meanwhile."""

from __future__ import annotations

from collections.abc import Iterable

from client.text.log_line import LogLine, LogTopic
from engine.story import AbsentNote, Story
from engine.terms import Seat


class Missed:
    """Notices that things happened without the viewer: declared absent, or not at the table yet."""

    def __init__(self, seat: Seat) -> None:
        """Begin with nothing missed."""
        self._seat = seat
        self._due = False

    def hear(self, story: Story) -> None:
        """An action: what the table did in place of the viewer was missed."""
        self._due |= any(isinstance(item, AbsentNote) and item.seat == self._seat for item in story)

    def recall(self, lines: Iterable[LogLine]) -> None:
        """What happened after the last own answer of a game that is gone on with."""
        told = (line.topic for line in lines if not line.void)
        self._due = any(topic not in (LogTopic.PHASE, LogTopic.TABLE) for topic in told)

    def take(self) -> bool:
        """Whether it is to be told now; it is told once."""
        due, self._due = self._due, False
        return due
