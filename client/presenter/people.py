"""Other people at a table as one viewer sees them: waits, connections, chat and an autopilot.

The autopilot is a bot that plays the viewer's seat while they are away from the keyboard. It knows
what the seat knows and gives the seat's answers; no other machine has a part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from random import Random
from typing import Final

from client.bots import LEVELS, Situation
from client.platform.absence import AbsentSeat
from client.platform.system import random_bytes
from client.presenter.chat import Talk
from client.presenter.playback import HOLD, Playback
from client.tables import Table
from client.text.catalogue import say
from client.ui.view import Net, TableStatus
from client.ui.waiting import Waits
from engine.actions import Intent
from engine.decisions import Decision
from engine.terms import Seat

LEVEL: Final = "karl"
THINKS: Final = 1.5
"""Seconds before the autopilot answers a question: time to take over."""
_READS: Final = 4.0
"""Seconds a result stays that the person would have read longer."""
_GUARDS: Final = 5
"""The autopilot thinks five times as long as keys are ignored after something popped up."""


class Autopilot:
    """Answers for a seat while it is on."""

    def __init__(self, chance: Random, thinks: float = THINKS) -> None:
        """Begin switched off; the bot draws from `chance`."""
        self._on = False
        self._chance = chance
        self._thinks = thinks
        self._asked: Decision | None = None
        self._due = 0.0

    @property
    def on(self) -> bool:
        """Whether the bot answers for the seat."""
        return self._on

    def switch(self, *, on: bool) -> None:
        """Let the bot answer for the seat, or the person again."""
        self._on = on

    def answer(self, table: Table, playback: Playback, now: float) -> Intent | None:
        """Return the answer of the seat that is due now, if any; skip results the person reads."""
        if not self._on:
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
        """Return the seconds until there is something to do; None if nothing is due."""
        if not self._on:
            return None
        if playback.stays and playback.until is not None:
            return max(0.0, playback.until - (HOLD - _READS) - now)
        if self._asked is not None and table.owed is self._asked:
            return max(0.0, self._due - now)
        return None


def _play_same_bots() -> str:
    return say("Play again against the same bots")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Everything around the game at one table.

    `bots` are seats played by bots; a viewer who is `watching` has no seat. `net` gives the
    connections of the others, None if nobody else plays; `listens` is true until it is known where
    the table stands, so that nobody is asked here; `left` gives the seconds left to the seats that
    are waited for, None if nobody counts them. `talk` is the chat, None if nobody would hear it.
    `leave` is the label of leaving, "" for the usual one, and `rematch` that of playing again, ""
    if that is impossible. `autopilot` replaces the usual one.
    """

    bots: tuple[Seat, ...] = ()
    watching: bool = False
    net: Callable[[], Net] | None = None
    listens: Callable[[], bool] = lambda: False
    left: Callable[[Collection[Seat]], int | None] = lambda _: None
    talk: Talk | None = None
    leave: str = ""
    rematch: str = field(default_factory=_play_same_bots)
    may_continue_without: bool = False
    autopilot: Autopilot | None = None


class People:
    """Other people at the table, and who stands in for the viewer."""

    def __init__(self, table: Table, guard: float, around: Surroundings) -> None:
        """Begin with nobody waited for; `guard` is for how long keys are ignored."""
        self.waits: Final = Waits(table)
        self.autopilot: Final = around.autopilot or Autopilot(
            Random(random_bytes(16)), _GUARDS * guard
        )
        self._around = around

    @property
    def around(self) -> Surroundings:
        """Everything around the game."""
        return self._around

    def surround(self, around: Surroundings) -> None:
        """Change what is around the game; the autopilot stays."""
        self._around = around

    @property
    def talk(self) -> Talk | None:
        """The chat; None if nobody would hear it."""
        return self._around.talk

    @property
    def watching(self) -> bool:
        """Whether the viewer has no seat."""
        return self._around.watching

    def look(self, now: float, *, is_idle: bool) -> None:
        """Note who is waited for; nobody until the screen has caught up with the game."""
        self.waits.look(now, is_idle=is_idle, is_watching=self.watching)

    @property
    def are_online(self) -> bool:
        """Whether other people play at this table."""
        return self._around.net is not None

    @property
    def net(self) -> Net | None:
        """The connections of the others; None if nobody else plays."""
        return None if self._around.net is None else self._around.net()

    @property
    def absent(self) -> tuple[AbsentSeat, ...]:
        """Seats whose defaults are played."""
        net = self.net
        return () if net is None else net.absent

    @property
    def typing(self) -> Talk | None:
        """The chat while a line is typed, which takes the keys."""
        return self.talk if self.talk is not None and self.talk.is_typing else None

    @property
    def seconds_left(self) -> int | None:
        """Seconds left to the seats that are waited for; None if nobody counts them."""
        return self._around.left(self.waits.seats)

    def counts(self, now: float) -> bool:
        """Whether the screen shows seconds that go on."""
        return self.are_online or self.waits.seconds(now, is_alone=True) is not None

    def status(self, now: float) -> TableStatus:
        """Return the part of the view that is about people."""
        return TableStatus(
            waited=self.waits.seconds(now, is_alone=not self.are_online),
            answered=self.waits.answered,
            listening=self._around.listens(),
            net=self.net,
            typing=None if self.typing is None else self.typing.typed,
            autopilot=self.autopilot.on,
            watching=self.watching,
        )
