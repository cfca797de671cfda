"""The number of persons that must agree before a table goes on without somebody."""

from __future__ import annotations

from enum import StrEnum


class Quorum(StrEnum):
    """The choice of a table: more than half, all but one, or nobody is put away for silence."""

    HALF = "half"
    ALL_BUT_ONE = "all_but_one"
    NOBODY = "nobody"

    def needed(self, voters: int) -> int:
        """Return the number of voters that decide, out of so many persons who vote."""
        more_than_half = voters // 2 + 1
        match self:
            case Quorum.HALF:
                return more_than_half
            case Quorum.ALL_BUT_ONE:
                return max(more_than_half, voters - 1)
            case Quorum.NOBODY:
                return voters
