"""What a key means at a table once keys were moved: letters of a question win over commands.

Sheets and the end of a game have keys of their own, which are shown there and stay where they are;
control and function keys mean the same everywhere.
"""

from __future__ import annotations

from dataclasses import replace

from client.prompts.spatial import PLACE_OF_KEY
from client.prompts.walk import Walk
from client.settings.keymap import KeyMap
from client.ui.view import Question, Spot

_FJORD_KEY = "f"


def meaning(keys: KeyMap, pressed: str, *, own_keys: bool) -> str:
    """The command a key stands for, by its key by default; `own_keys` where letters stay."""
    return pressed if own_keys and len(pressed) == 1 else keys.meaning(pressed)


def is_letter_of(walk: Walk, pressed: str) -> bool:
    """Whether a key is one that the question itself shows, and no command."""
    if walk.pending:
        return True
    if walk.fork.spot is Spot.MAP:
        return pressed == _FJORD_KEY or pressed in PLACE_OF_KEY
    return any(branch.item.key == pressed and not branch.item.verb for branch in walk.fork.branches)


def for_question(walk: Walk, keys: KeyMap, pressed: str) -> str:
    """The key the question should hear: "" for a command that has nothing to do with it."""
    if is_letter_of(walk, pressed):
        return pressed
    key = keys.meaning(pressed)
    if key != pressed and is_letter_of(walk, key):
        return ""
    return key


def labelled(question: Question, keys: KeyMap) -> Question:
    """The question with the keys its commands have now."""
    if not keys.moved:
        return question
    items = tuple(
        replace(item, key=keys.shown(item.key)) if item.verb else item for item in question.items
    )
    return replace(question, items=items)
