"""The cards there are to read now: those asked about, those of a battle, the own ones."""

from __future__ import annotations

from client.presenter.battle_narrator import battle_faces
from client.prompts.walk import Walk
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Face


def readable(walk: Walk | None, state: GameState, knowledge: Knowledge) -> tuple[Face, ...]:
    """Each face once, in the order in which they are turned over."""
    if walk is not None:
        items = (branch.item for branch in walk.fork.branches)
        asked = tuple(dict.fromkeys(item.face for item in items if item.face is not None))
        if asked:
            return asked
    own = (*knowledge.hand, *knowledge.picks, *knowledge.quests)
    return battle_faces(state) or tuple(dict.fromkeys(own))
