"""Whose answer is waited for, and for how long, as one viewer sees it."""

from __future__ import annotations

import math

from client.tables import Table
from engine.state import GameState
from engine.terms import Seat


class Waits:
    """Starts a clock with every new wait; who answers meanwhile does not start it again."""

    def __init__(self, table: Table) -> None:
        """Nobody is waited for."""
        self._table = table
        self._seats: tuple[Seat, ...] = ()
        self._state: GameState | None = None
        self._since: float | None = None
        self._answered: GameState | None = None

    def look(self, now: float, *, is_idle: bool, is_watching: bool = False) -> None:
        """Take who is waited for now; nobody while the screen has not caught up with the game.

        The viewer counts only where there is something to choose, or where he has no seat.
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
        """The viewer has answered."""
        self._answered = self._table.state
        self._seats = tuple(seat for seat in self._seats if seat != self._table.seat)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is waited for."""
        return self._seats

    @property
    def answered(self) -> bool:
        """Whether the viewer was asked together with those who are still waited for."""
        return bool(self._seats) and self._answered is self._table.state

    def seconds(self, now: float, *, is_alone: bool) -> int | None:
        """For how long, in whole seconds; None where nobody is, or bots wait for the viewer."""
        if self._since is None or (is_alone and self._table.seat in self._seats):
            return None
        return whole_seconds(self._since, now)


def whole_seconds(since: float, now: float) -> int:
    """Seconds from a moment to another as clocks show them: all of them tick together."""
    return max(0, math.floor(now) - math.floor(since))


def until_tick(now: float) -> float:
    """Seconds until clocks on a screen show something else."""
    return math.floor(now) + 1 - now
