"""A no that stands for the rest of a call or of a battle, unless something changes (E2, E17)."""

from __future__ import annotations

from client.prompts.nodes import DecisionContext
from engine.actions import Decline, Intent
from engine.battle_changes import AddLateCard, EndBattle, StartBattle
from engine.changes import MoveFigures
from engine.decisions import Decision, JoinDecision, LateDecision
from engine.story import PillageNote, Story
from engine.terms import Step


class StandingDecline:
    """Remembers what was declined for good, and forgets it when somebody moves or adds."""

    def __init__(self) -> None:
        """Begin with nothing declined."""
        self._declined: tuple[type[Decision], object] | None = None

    def say(self, asked: DecisionContext) -> None:
        """Decline this, and go on declining it."""
        self._declined = _about(asked.decision)

    def hear(self, story: Story) -> None:
        """What makes the no void."""
        for item in story:
            match item:
                case PillageNote() | StartBattle() | AddLateCard() | EndBattle():
                    self._declined = None
                case MoveFigures(step=Step.JOIN):
                    self._declined = None
                case _:
                    pass

    def answer(self, asked: DecisionContext) -> Intent | None:
        """The no, where it still stands."""
        if self._declined is None or _about(asked.decision) != self._declined:
            return None
        return Decline(asked.knowledge.seat)


def _about(decision: Decision) -> tuple[type[Decision], object]:
    place = decision.place if isinstance(decision, JoinDecision | LateDecision) else None
    return type(decision), place
