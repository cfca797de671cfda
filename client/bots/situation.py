"""The situation a bot decides in, and the type of a bot."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.actions import Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Seat
from engine.values import Value


class Situation(Value):
    """The view of a seat that is asked: exactly a person's view, and no more."""

    state: GameState
    knowledge: Knowledge
    decision: Decision
    answers: tuple[Intent, ...]

    @property
    def seat(self) -> Seat:
        """The seat that is asked."""
        return self.decision.seat


Bot = Callable[[Situation, Random], Intent]
"""Chooses one of the answers; the same situation and the same chance give the same answer."""
