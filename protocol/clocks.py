"""The time a table waits for a seat: agreed in the charter, counted by each client for itself.

Nothing in the game depends on a clock. When time runs out, the others may vote to continue without
a seat; with a hard clock their clients vote on their own. More than half have to.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from protocol.errors import BadEncoding, Reason
from protocol.wire.codec import Reader, Value

LONGEST_CLOCK: Final = 100_000
"""Upper bound in seconds, exclusive, for an answer and for the bank of a game."""


class ClockKind(StrEnum):
    """The consequence when a seat's time is over."""

    NONE = "none"
    SOFT = "soft"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds a seat has for each answer; a hard clock adds a bank for the whole game."""

    kind: ClockKind = ClockKind.NONE
    limit: int = 0
    bank: int = 0

    def packed(self) -> Value:
        """Return the encoding used in a charter."""
        return (str(self.kind), self.limit, self.bank)


NO_CLOCK: Final = Clock()


def read_clock(reader: Reader) -> Clock:
    """Read the clock of a charter.

    Raises:
        BadEncoding: it is no clock.
    """
    try:
        kind = ClockKind(reader.text(len(ClockKind.NONE)))
    except ValueError as error:
        raise BadEncoding(Reason.WRONG_SHAPE, reader.at) from error
    limit, bank = reader.number(LONGEST_CLOCK), reader.number(LONGEST_CLOCK)
    reader.end()
    if (kind is ClockKind.NONE) is (limit > 0) or (bank and kind is not ClockKind.HARD):
        raise BadEncoding(Reason.WRONG_SHAPE, "clock")
    return Clock(kind, limit, bank)
