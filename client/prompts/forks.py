"""Which question follows: one entry for every decision and everything chosen so far."""

from __future__ import annotations

from client.prompts.choices import answer_fork
from client.prompts.nodes import Chosen, Deciding, Fork
from client.prompts.turns import turn_fork
from engine.decisions import TurnDecision


def fork(asked: Deciding, parts: tuple[Chosen, ...]) -> Fork:
    """The question of a decision after `parts` were chosen; offers legal answers only."""
    if isinstance(asked.decision, TurnDecision):
        return turn_fork(asked, parts)
    return answer_fork(asked, parts)
