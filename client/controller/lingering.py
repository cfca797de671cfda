"""The end of an event on the screen: it stays until it is history, so that no pane blinks."""

from __future__ import annotations

import math
from typing import Final

from client.controller.viewer import ShownGame
from client.presenter.playback import Pace, Playback

BLINKS: Final = 0.5
LINGERS: Final = 1.5
"""Seconds an event stays if nothing follows it: after a key, and after its time."""
BACKLOG: Final = 20.0
"""Seconds of events that people who wait for an answer are kept waiting for, at most."""


class Lingering:
    """The event of a game that was shown last, and the time at which it is history."""

    def __init__(self, shown: ShownGame, playback: Playback) -> None:
        """Begin with nothing shown."""
        self._shown = shown
        self._playback = playback
        self._until = -math.inf
        self._by_key = True

    @property
    def goes_alone(self) -> bool:
        """Whether a card is shown that no key has ended: one may be on its way."""
        event = self._shown.happening
        return event is not None and event.card is not None and not self._by_key

    def begin(self, now: float) -> None:
        """Note the time of a beat that came on the screen just now.

        What waited to be read is gone with the key that ended it, and nothing lingers at a pace at
        which nothing takes time.
        """
        self._by_key = False
        until = self._playback.until
        swift = self._playback.pace is Pace.INSTANT or self._playback.stays
        self._until = now if swift or until is None else until + LINGERS

    def end_soon(self, now: float) -> None:
        """Let the event go unless another one follows at once: a key went on."""
        self._until = now + BLINKS
        self._by_key = True

    def forget(self, now: float) -> bool:
        """Let the event be history if its time is over; whether that was due."""
        is_due = self._shown.happening is not None and now >= self._until
        if is_due:
            self._shown.forget_event()
        return is_due

    def left(self, now: float) -> float:
        """Return the seconds until that; infinity while there is nothing to forget."""
        if self._shown.happening is None or not self._playback.is_idle:
            return math.inf
        return max(0.0, self._until - now)
