"""Absent players: since when, and whether for good."""

from __future__ import annotations

from dataclasses import dataclass

from engine.terms import Seat


@dataclass(frozen=True, slots=True)
class AbsentSeat:
    """A seat whose defaults are played because its player is absent.

    `seconds` says for how long, as far as this machine saw it, and is None otherwise. With
    `for_good` the seat is not let in again, because of a proven fault.
    """

    seat: Seat
    seconds: int | None = None
    for_good: bool = False
