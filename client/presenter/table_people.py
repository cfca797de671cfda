"""The people around a table as one viewer deals with them: waits, lines, talk, a bot as deputy."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from client.platform.absence import AbsentSeat
from client.platform.system import random_bytes
from client.presenter.autopilot import Autopilot
from client.presenter.chat import Talk
from client.tables import Table
from client.ui.view import Net, TableStatus
from client.ui.waiting import Waits

_GUARDS: Final = 5
"""The deputy thinks five times as long as keys are ignored after something popped up."""


class People:
    """What there is of other people, and of their absence.

    Attributes:
        waits: who is waited for, and how long.
        autopilot: the bot that answers while the viewer is away.
        listens: whether it is not sure yet where the table stands, so that nobody is asked here.
        left: the seconds left to whoever is asked now, None where nobody counts them.
        net: gives the lines of the others; None where nobody else plays.
        talk: what is said; None where nobody else hears it.
        watching: whether the viewer has no seat.
    """

    def __init__(self, table: Table, guard: float, *, watching: bool = False) -> None:
        """Nobody but the viewer and bots."""
        self.waits = Waits(table)
        self.autopilot = Autopilot(Random(random_bytes(16)), _GUARDS * guard)
        self.listens: Callable[[], bool] = lambda: False
        self.left: Callable[[], int | None] = lambda: None
        self.net: Callable[[], Net] | None = None
        self.talk: Talk | None = None
        self.watching = watching

    def look(self, now: float, *, is_idle: bool) -> None:
        """Take who is waited for now; nobody while the screen has not caught up with the game."""
        self.waits.look(now, is_idle=is_idle, is_watching=self.watching)

    @property
    def absent(self) -> tuple[AbsentSeat, ...]:
        """Seats whose defaults are played."""
        return () if self.net is None else self.net().absent

    @property
    def typing(self) -> Talk | None:
        """Where keys go while a line is typed."""
        return self.talk if self.talk is not None and self.talk.is_typing else None

    def shown(self, now: float) -> TableStatus:
        """What the screen shows of it."""
        return TableStatus(
            waited=self.waits.seconds(now, is_alone=self.net is None),
            answered=self.waits.answered,
            listening=self.listens(),
            net=None if self.net is None else self.net(),
            typing=None if self.typing is None else self.typing.typed,
            autopilot=self.autopilot.on,
            watching=self.watching,
        )
