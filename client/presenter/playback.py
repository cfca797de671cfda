"""What the viewer has not seen yet: moments in a row, shown at a pace that can be read.

The clock is an argument of every call. Nothing here knows keys or a screen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from client.presenter.moments import Beat

HOLD: Final = 20.0
"""Seconds after which a result that nobody confirmed goes by itself."""


HINT: Final = 12.0
"""Seconds a moment stands that comes with a hint, unless nothing is shown for any time."""


class Pace(StrEnum):
    """How fast the deeds of others are shown."""

    INSTANT = "instant"
    READABLE = "readable"
    SLOW = "slow"


_FACTOR: Final = {Pace.INSTANT: 0.0, Pace.READABLE: 1.0, Pace.SLOW: 2.2}


class Playback:
    """A queue of moments; `shown` is the one on the screen."""

    def __init__(self, pace: Pace) -> None:
        """Begin with nothing to show."""
        self.pace = pace
        self._coming: deque[Beat] = deque()
        self._shown: Beat | None = None
        self._until: float | None = None
        self._hurry = False

    @property
    def shown(self) -> Beat | None:
        """The moment that is being shown; None when everything was."""
        return self._shown

    @property
    def is_idle(self) -> bool:
        """Whether the screen has caught up with the game."""
        return self._shown is None and not self._coming

    @property
    def until(self) -> float | None:
        """When the shown moment ends by itself."""
        return self._until

    @property
    def stays(self) -> bool:
        """Whether a result stands that waits to be read."""
        return self._shown is not None and self._shown.stays

    def add(self, beats: Iterable[Beat]) -> None:
        """Queue moments."""
        self._coming.extend(beats)

    def drop(self, kept: int) -> int:
        """Show nothing any more of actions after number `kept`; gives how many moments are left."""
        self._coming = deque(beat for beat in self._coming if beat.action <= kept)
        if self._shown is not None and self._shown.action > kept:
            self._shown = None
            self._until = None
        return len(self._coming)

    def move(self, now: float) -> tuple[Beat, ...]:
        """Go on as far as the clock allows; gives the moments that came on the screen."""
        came: list[Beat] = []
        while self._shown is None or (self._until is not None and now >= self._until):
            self._shown = None
            self._until = None
            if not self._coming:
                break
            beat = self._coming.popleft()
            came.append(beat)
            self._shown = beat
            self._until = now + self._length(beat)
            if beat.stays or self._has_hint(beat):
                self._hurry = False
                break
        return tuple(came)

    def _length(self, beat: Beat) -> float:
        if beat.stays:
            return HOLD
        if self._has_hint(beat):
            return HINT
        return 0.0 if self._hurry else beat.wait * _FACTOR[self.pace]

    def _has_hint(self, beat: Beat) -> bool:
        return bool(beat.hint) and self.pace is not Pace.INSTANT

    @property
    def hint(self) -> str:
        """The word of the hint that comes with the shown moment, "" for none."""
        return "" if self._shown is None else self._shown.hint

    def skip_hints(self) -> None:
        """Nothing that is still to come has a hint any more."""
        self._coming = deque(replace(beat, hint="") for beat in self._coming)
        if self._shown is not None:
            self._shown = replace(self._shown, hint="")

    def skip(self, now: float) -> None:
        """Read: the shown moment ends, and what follows is hurried through to the next result."""
        if not self.stays and not self.hint:
            self._hurry = True
        if self._shown is not None:
            self._until = now

    def hold(self, now: float) -> None:
        """Somebody is still reading: a result stands as long again from now."""
        if self.stays:
            self._until = now + HOLD

    def slow_down(self) -> None:
        """Take the usual pace again, because the viewer is asked something."""
        self._hurry = False
