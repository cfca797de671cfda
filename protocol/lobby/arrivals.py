"""The order of the players in a lobby: that in which they first came.

Names that look alike are numbered in this order. So a player who leaves and comes back takes the
old place, and has the old name again: nobody who came later gets it in the meantime for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.charter import Hello

_MOST: Final = 256
"""Players remembered; new keys cost nothing."""


@dataclass
class Arrivals:
    """The players of one lobby so far, by identity, as its host saw them come."""

    _came: list[bytes] = field(default_factory=list)

    def seated(self, hellos: Sequence[Hello], new: Hello) -> list[Hello]:
        """Return the roster with a new hello, in the place of an older one of the same player."""
        found = [*(one for one in hellos if one.identity != new.identity), new]
        here = [one.identity for one in (*hellos, new)]
        self._came += [one for one in dict.fromkeys(here) if one not in self._came]
        gone = [one for one in self._came if one not in here]
        for one in gone[: max(0, len(self._came) - _MOST)]:
            self._came.remove(one)
        return sorted(found, key=lambda one: self._came.index(one.identity))
