"""How long a table waits for a seat: agreed in the charter, counted by everybody for himself.

Nothing in the game depends on a clock. Running out of time only means that the others may go on
without a seat, or with a hard clock that their clients do so alone; more than half have to.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from protocol.errors import BadEncoding, Reason
from protocol.wire.codec import Reader, Value

LONGEST_CLOCK: Final = 100_000
"""Seconds, of an answer and of a whole game, that no clock reaches."""


class ClockKind(StrEnum):
    """What happens when a seat's time is over."""

    NONE = "none"
    SOFT = "soft"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds a seat has for each answer, and a bank for the whole game that a hard clock adds."""

    kind: ClockKind = ClockKind.NONE
    limit: int = 0
    bank: int = 0

    def packed(self) -> Value:
        """As it stands in a charter."""
        return (str(self.kind), self.limit, self.bank)


NO_CLOCK: Final = Clock()


def read_clock(reader: Reader) -> Clock:
    """The clock of a charter.

    Raises:
        BadEncoding: it is none.
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
