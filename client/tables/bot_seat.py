"""A bot in a seat of this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from client.bots import LEVELS, Situation, takes_time
from engine.actions import Intent
from protocol.cards.dealing import TableSecret


class SeatedBot:
    """A bot whose chance follows only from its seat's secret and the number of its decisions.

    So it chooses the same again when a game is replayed.
    """

    def __init__(self, level: str, secret: TableSecret, table_id: bytes) -> None:
        """Seat a bot of a known level that has not decided anything yet."""
        self._level = level
        self._bot = LEVELS[level]
        self._chances = secret.serving("bot", table_id)
        self._asked = 0
        self._script: tuple[Intent, ...] = ()

    def follow(self, script: Sequence[Intent]) -> None:
        """Give these answers, counted from the first decision, as far as they are legal."""
        self._script = tuple(script)

    def answered_before(self) -> None:
        """Count a decision whose answer is known."""
        self._asked += 1

    def takes_time(self, situation: Situation) -> bool:
        """Whether the bot plays answers out before it chooses."""
        return not self._script[self._asked :] and takes_time(self._level, situation)

    def answer(self, situation: Situation) -> Intent:
        """Choose an answer; the only one needs no thought, and one of a script comes first."""
        return self.thought(situation)()

    def thought(self, situation: Situation) -> Callable[[], Intent]:
        """Return the work of choosing an answer, which may be done in another thread."""
        scripted = self._script[self._asked :][:1]
        self._asked += 1
        if scripted and scripted[0] in situation.answers:
            return lambda: scripted[0]
        if len(situation.answers) == 1:
            return lambda: situation.answers[0]
        chance = Random(self._chances.scalar("asked", self._asked))
        return partial(self._bot, situation, chance)
