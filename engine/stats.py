"""The printed tracks of the clan sheet (A16)."""

from __future__ import annotations

from typing import Final

from engine.terms import Slot, Stat

TOP_LEVEL: Final = 6

TRACKS: Final = (
    (0, 6, 7, 8, 9, 12, 12),
    (0, 3, 4, 5, 6, 8, 8),
    (0, 4, 5, 6, 7, 10, 10),
)
"""Value of a stat by level 1 to 6."""

END_BONUS: Final = (0, 0, 0, 0, 10, 10, 20)
"""Glory for a stat at the end of the game, by level (G1)."""

SLOTS: Final = {Slot.LEADER: 1, Slot.WARRIOR: 1, Slot.SHIP: 1, Slot.MONSTER: 2, Slot.CLAN: 3}
"""Number of upgrades a sheet holds, by slot (A20)."""

WARRIORS_PER_CLAN: Final = 8
MYSTICS_PER_CLAN: Final = 2
MYSTIC_STRENGTH: Final = 2
"""STR of a Mystic, which no upgrade changes (M3)."""


def stat_value(stat: Stat, level: int) -> int:
    """Return the value of a stat at `level` (A16)."""
    return TRACKS[stat][level]
