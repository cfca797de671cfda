"""How much everybody may say in a lobby, and what of it is old."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

CHAT_AT_ONCE: Final = 6
CHAT_EACH_TICK: Final = 3
SAID_AT_ONCE: Final = 40
SAID_EACH_TICK: Final = 20
MOST_AUTHORS: Final = 256
"""Authors whose counters are remembered, beside those who have a seat."""
STRANGERS: Final = b""
"""Whoever has no seat shares one allowance with his like: keys cost nothing."""


@dataclass
class RateBudget:
    """Allowances by author. There is no clock here: the owner ticks every few seconds.

    Attributes:
        at_once: what an author may say who has been silent.
        each_tick: what comes back with a tick.
    """

    at_once: int
    each_tick: int
    _spent: dict[bytes, int] = field(default_factory=dict)

    def tick(self) -> None:
        """Give everybody a little back; who has spent nothing is forgotten."""
        self._spent = {
            author: spent - self.each_tick
            for author, spent in self._spent.items()
            if spent > self.each_tick
        }

    def spend(self, author: bytes) -> int:
        """Count one saying; below zero it is too much, -1 for the first time.

        What is too much costs nothing more: whoever is silent for a while is heard again.
        """
        spent = min(self._spent.get(author, 0) + 1, self.at_once + 2)
        self._spent[author] = spent
        return self.at_once - spent


@dataclass
class RateLimits:
    """What has been heard of whom: chat, everything else, and the last counter of each author."""

    chat: RateBudget = field(default_factory=lambda: RateBudget(CHAT_AT_ONCE, CHAT_EACH_TICK))
    other: RateBudget = field(default_factory=lambda: RateBudget(SAID_AT_ONCE, SAID_EACH_TICK))
    _counters: dict[bytes, int] = field(default_factory=dict)

    def tick(self) -> None:
        """Some seconds have passed."""
        self.chat.tick()
        self.other.tick()

    def is_old(self, author: bytes, counter: int) -> bool:
        """Whether this or something later of the author has been heard."""
        return counter <= self._counters.get(author, 0)

    def hear(self, author: bytes, counter: int, is_here: Callable[[bytes], bool]) -> None:
        """Nothing older of this author counts any more; strangers are forgotten in their turn."""
        self._counters.pop(author, None)
        self._counters[author] = counter
        if len(self._counters) > MOST_AUTHORS:
            strangers = (one for one in self._counters if not is_here(one))
            self._counters.pop(next(strangers, author))


def answer_budget() -> RateBudget:
    """How many questions of seats that lack messages are answered at a table; a tick as in a lobby.

    A question is signed by nobody: one that is played back a thousand times must not make every
    seat send the whole game as often. Each of four others asks once a tick.
    """
    return RateBudget(at_once=12, each_tick=6)
