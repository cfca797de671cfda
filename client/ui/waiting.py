"""The seats that owe an answer, and the time of the wait, as one viewer sees it."""

from __future__ import annotations

import math

from client.tables import Table
from engine.state import GameState
from engine.terms import Seat


class Waits:
    """Times every wait; an answer from one of several seats does not restart the clock."""

    def __init__(self, table: Table) -> None:
        """Begin without a wait."""
        self._table = table
        self._seats: tuple[Seat, ...] = ()
        self._state: GameState | None = None
        self._since: float | None = None
        self._answered: GameState | None = None

    def look(self, now: float, *, is_idle: bool, is_watching: bool = False) -> None:
        """Note the seats that owe an answer; none while the screen lags behind the game.

        The viewer counts only if there is something to choose, or as a spectator.
        """
        table = self._table
        asked = table.owed is not None or is_watching
        seats = tuple(seat for seat in table.waiting_for if seat != table.seat or asked)
        seats = seats if is_idle else ()
        if not seats:
            self._since = None
        elif (
            self._since is None
            or table.state is not self._state
            or not set(seats) <= set(self._seats)
        ):
            self._since = now
        self._seats, self._state = seats, table.state

    def answer(self) -> None:
        """Note that the viewer has answered."""
        self._answered = self._table.state
        self._seats = tuple(seat for seat in self._seats if seat != self._table.seat)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that owe an answer."""
        return self._seats

    @property
    def answered(self) -> bool:
        """Whether the viewer has answered a decision that others still owe."""
        return bool(self._seats) and self._answered is self._table.state

    def seconds(self, now: float, *, is_alone: bool) -> int | None:
        """Return the whole seconds of the wait; None without one, or if only bots wait."""
        if self._since is None or (is_alone and self._table.seat in self._seats):
            return None
        return whole_seconds(self._since, now)


def whole_seconds(since: float, now: float) -> int:
    """Return the seconds between two moments; all clocks on a screen tick together."""
    return max(0, math.floor(now) - math.floor(since))


def until_tick(now: float) -> float:
    """Return the seconds until clocks on a screen change."""
    return math.floor(now) + 1 - now
