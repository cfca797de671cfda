"""A seat whose defaults are played because its person is away: what is known of that here."""

from __future__ import annotations

from dataclasses import dataclass

from engine.terms import Seat


@dataclass(frozen=True, slots=True)
class Absent:
    """One such seat.

    `seconds` is for how long, as far as this machine was there to see, None where it was not.
    `for_good` says that it is not let in again, because of a proven fault.
    """

    seat: Seat
    seconds: int | None = None
    for_good: bool = False
