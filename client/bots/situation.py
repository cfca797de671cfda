"""What a bot is given, and what a bot is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.actions import Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Seat


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat sees when it is asked: exactly what a person sees, and no more."""

    state: GameState
    knowledge: Knowledge
    decision: Decision
    answers: tuple[Intent, ...]

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        return self.decision.seat


Bot = Callable[[Situation, Random], Intent]
"""Chooses one of the answers; the same situation and the same chance give the same answer."""
