"""A bot that plays the viewer's seat while he is away from the keyboard.

It is the viewer's own affair: it knows what the seat knows and gives the seat's answers, and nobody
else's machine has a part in it.
"""

from __future__ import annotations

from random import Random
from typing import Final

from client.bots import LEVELS, Situation
from client.presenter.playback import HOLD, Playback
from client.tables import Table
from engine.actions import Intent
from engine.decisions import Decision

LEVEL: Final = "karl"
THINKS: Final = 1.5
"""Seconds a question stands before it is answered: time to take over."""
_READS: Final = 4.0
"""Seconds a result stands that the person would have read longer."""


class Autopilot:
    """Answers for a seat as long as it is on."""

    def __init__(self, chance: Random, thinks: float = THINKS) -> None:
        """Off; `chance` is what the bot draws from."""
        self.on = False
        self._chance = chance
        self._thinks = thinks
        self._asked: Decision | None = None
        self._due = 0.0

    def answer(self, table: Table, playback: Playback, now: float) -> Intent | None:
        """What the seat answers now, if anything; results are read in the person's stead."""
        if not self.on:
            self._asked = None
            return None
        until = playback.until
        if playback.stays and until is not None and until - now <= HOLD - _READS:
            playback.skip(now)
        decision = table.owed
        if decision is None or not playback.is_idle:
            return None
        if decision is not self._asked:
            self._asked, self._due = decision, now + self._thinks
        if now < self._due:
            return None
        situation = Situation(table.state, table.knowledge, decision, table.answers)
        return LEVELS[LEVEL](situation, self._chance)

    def wait(self, table: Table, playback: Playback, now: float) -> float | None:
        """Seconds until there is something for it to do; None where nothing is due."""
        if not self.on:
            return None
        if playback.stays and playback.until is not None:
            return max(0.0, playback.until - (HOLD - _READS) - now)
        if self._asked is not None and table.owed is self._asked:
            return max(0.0, self._due - now)
        return None
