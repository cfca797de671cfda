"""Answers a client gives alone: standing declines (E2, E17), and the only legal answer."""

from __future__ import annotations

from typing import Final

from client.prompts.nodes import DecisionContext
from client.text.catalogue import say
from engine.actions import Decline, Intent
from engine.battle_changes import AddLateCard, EndBattle, StartBattle
from engine.changes import MoveFigures
from engine.decisions import (
    CardDecision,
    ClanDecision,
    Decision,
    JoinDecision,
    LateDecision,
    OpenPlayDecision,
    TurnDecision,
)
from engine.story import PillageNote, Story
from engine.terms import Step

_ALWAYS_ASKED: Final = (TurnDecision, CardDecision, OpenPlayDecision, ClanDecision)


class StandingDecline:
    """Declines for the rest of a call or of a battle, until somebody moves or adds a card."""

    def __init__(self) -> None:
        """Begin with nothing declined."""
        self._declined: tuple[type[Decision], object] | None = None

    def begin(self, asked: DecisionContext) -> None:
        """Decline a decision from now on."""
        self._declined = _about(asked.decision)

    def hear(self, story: Story) -> None:
        """End the decline if the story brings something new."""
        for item in story:
            match item:
                case PillageNote() | StartBattle() | AddLateCard() | EndBattle():
                    self._declined = None
                case MoveFigures(step=Step.JOIN):
                    self._declined = None
                case _:
                    pass

    def answer(self, asked: DecisionContext) -> Intent | None:
        """Return the decline if it still holds for a decision."""
        if self._declined is None or _about(asked.decision) != self._declined:
            return None
        return Decline(asked.knowledge.seat)


def _about(decision: Decision) -> tuple[type[Decision], object]:
    place = decision.place if isinstance(decision, JoinDecision | LateDecision) else None
    return type(decision), place


def only_answer(asked: DecisionContext) -> Intent | None:
    """Return the only legal answer; None if there are several, or the viewer is always asked."""
    legal = asked.prompt.legal
    alone = len(legal) == 1 and not isinstance(asked.decision, _ALWAYS_ASKED)
    return legal[0] if alone else None


def reason(asked: DecisionContext, *, declines: bool) -> str:
    """Say why a decision was answered for the viewer; `declines` if a decline is repeated.

    Without a reinforcement card a no goes without saying, in every battle: the sentence is empty.
    """
    if declines:
        return say("You stay out, as you chose.")
    if isinstance(asked.decision, LateDecision):
        return ""
    return say("Answered for you: there was nothing to choose.")
