"""Beats the viewer has not seen yet, shown one by one at a readable pace.

The clock is an argument of every call. Nothing here knows keys or a screen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.values import replace

if TYPE_CHECKING:
    from client.presenter.beats import Beat

HOLD: Final = 20.0
"""Seconds after which a result that nobody confirmed goes away."""

HINT: Final = 12.0
"""Seconds a beat with a hint stays, unless the pace is instant."""


class Pace(StrEnum):
    """Speeds at which the deeds of others are shown."""

    INSTANT = "instant"
    FAST = "fast"
    READABLE = "readable"
    SLOW = "slow"


_FACTOR: Final = {Pace.INSTANT: 0.0, Pace.FAST: 0.4, Pace.READABLE: 1.0, Pace.SLOW: 2.2}


class Playback:
    """A queue of beats; `shown` is the one on the screen."""

    def __init__(self, pace: Pace) -> None:
        """Begin with nothing to show."""
        self._pace = pace
        self._coming: deque[Beat] = deque()
        self._shown: Beat | None = None
        self._until: float | None = None
        self._hurry = False

    @property
    def pace(self) -> Pace:
        """The speed at which beats are shown."""
        return self._pace

    def change_pace(self, pace: Pace) -> None:
        """Show the remaining beats at another speed."""
        self._pace = pace

    @property
    def shown(self) -> Beat | None:
        """The beat that is being shown; None when everything was."""
        return self._shown

    @property
    def is_idle(self) -> bool:
        """Whether the screen has caught up with the game."""
        return self._shown is None and not self._coming

    @property
    def until(self) -> float | None:
        """The time at which the shown beat ends by itself."""
        return self._until

    @property
    def stays(self) -> bool:
        """Whether something is shown that waits to be read."""
        return self._shown is not None and self._waits(self._shown)

    def _waits(self, beat: Beat) -> bool:
        """Whether a beat waits to be read: what was hidden is never dropped unread.

        What only `reveals` is in a later beat that stays, which is enough if nothing takes time.
        """
        return beat.stays or (beat.reveals and self._pace is not Pace.INSTANT)

    def add(self, beats: Iterable[Beat]) -> None:
        """Queue beats."""
        self._coming.extend(beats)

    def drop(self, kept: int) -> int:
        """Drop the beats of actions after number `kept`; return how many beats are left."""
        self._coming = deque(beat for beat in self._coming if beat.action <= kept)
        if self._shown is not None and self._shown.action > kept:
            self._shown = None
            self._until = None
        return len(self._coming)

    def move(self, now: float) -> tuple[Beat, ...]:
        """Continue as far as the clock allows; return the beats that came on the screen."""
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
            if self._waits(beat) or self._has_hint(beat):
                self._hurry = False
                break
        return tuple(came)

    def _length(self, beat: Beat) -> float:
        if self._waits(beat):
            return HOLD
        if self._has_hint(beat):
            return HINT
        return 0.0 if self._hurry else beat.wait * _FACTOR[self._pace]

    def _has_hint(self, beat: Beat) -> bool:
        return bool(beat.hint) and self._pace is not Pace.INSTANT

    def hasten(self, most: float) -> None:
        """Let at most `most` seconds pass before the last beat: the earliest take no time.

        Others wait for an answer of the viewer. Whatever stays at every pace is not hastened.
        """
        kept: deque[Beat] = deque()
        for beat in reversed(self._coming):
            length = 0.0 if beat.stays else self._length(beat)
            if length > most:
                beat = replace(beat, wait=0.0, reveals=False)  # noqa: PLW2901 - the same, swift
                most = 0.0
            most -= 0.0 if beat.wait == 0.0 else length
            kept.appendleft(beat)
        self._coming = kept

    @property
    def hint(self) -> str:
        """The word of the hint that comes with the shown beat, "" for none."""
        return "" if self._shown is None else self._shown.hint

    def skip_hints(self) -> None:
        """Remove the hints of everything that is still to come."""
        self._coming = deque(replace(beat, hint="") for beat in self._coming)
        if self._shown is not None:
            self._shown = replace(self._shown, hint="")

    def next(self, now: float) -> None:
        """End the shown beat; the following one has its usual time."""
        if self._shown is not None:
            self._until = now

    def skip(self, now: float) -> None:
        """End the shown beat, and hurry through the following ones to one that waits."""
        if not self.stays and not self.hint:
            self._hurry = True
        self.next(now)

    def hold(self, now: float) -> None:
        """Keep something that is still being read for as long again from now."""
        if self.stays:
            self._until = now + HOLD

    def slow_down(self) -> None:
        """Return to the usual pace, because the viewer is asked something."""
        self._hurry = False
