"""Rate budgets of authors in a lobby, and counters that reveal repetitions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

CHAT_AT_ONCE: Final = 6
CHAT_EACH_TICK: Final = 3
SAID_AT_ONCE: Final = 40
SAID_EACH_TICK: Final = 20
MOST_AUTHORS: Final = 256
"""Authors whose counters are remembered, besides those with a seat."""
STRANGERS: Final = b""
"""All authors without a seat share one budget: keys cost nothing."""


@dataclass
class RateBudget:
    """Allowances by author. There is no clock here: the owner ticks every few seconds.

    Attributes:
        at_once: allowance of an author that has been silent.
        each_tick: allowance regained with a tick.
    """

    at_once: int
    each_tick: int
    _spent: dict[bytes, int] = field(default_factory=dict)

    def tick(self) -> None:
        """Give every author a little back; forget those that have spent nothing."""
        self._spent = {
            author: spent - self.each_tick
            for author, spent in self._spent.items()
            if spent > self.each_tick
        }

    def spend(self, author: bytes) -> int:
        """Count one message; a negative result is too much, -1 for the first time.

        Refused messages cost nothing more: after a pause an author's messages count again.
        """
        spent = min(self._spent.get(author, 0) + 1, self.at_once + 2)
        self._spent[author] = spent
        return self.at_once - spent


@dataclass
class RateLimits:
    """Budgets for chat and for everything else, and the last counter of each author."""

    chat: RateBudget = field(default_factory=lambda: RateBudget(CHAT_AT_ONCE, CHAT_EACH_TICK))
    other: RateBudget = field(default_factory=lambda: RateBudget(SAID_AT_ONCE, SAID_EACH_TICK))
    _counters: dict[bytes, int] = field(default_factory=dict)

    def tick(self) -> None:
        """Refill the budgets: some seconds have passed."""
        self.chat.tick()
        self.other.tick()

    def is_old(self, author: bytes, counter: int) -> bool:
        """Whether this or a later message of the author was received."""
        return counter <= self._counters.get(author, 0)

    def hear(self, author: bytes, counter: int, is_here: Callable[[bytes], bool]) -> None:
        """Remember an author's counter: nothing older counts. The unseated are forgotten first."""
        self._counters.pop(author, None)
        self._counters[author] = counter
        if len(self._counters) > MOST_AUTHORS:
            strangers = (one for one in self._counters if not is_here(one))
            self._counters.pop(next(strangers, author))
