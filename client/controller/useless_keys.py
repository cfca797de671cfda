"""Keys that do nothing at the moment: one short sentence each, gone with the next key."""

from __future__ import annotations

from typing import Final

from client.controller.table_model import TableModel
from client.text.catalogue import say
from client.ui.list_keys import STEPS
from engine.decisions import PickDecision, TurnDecision
from engine.terms import Phase

_NAMES: Final = {
    "space": "Space",
    "tab": "Tab",
    "s-tab": "S-Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "backspace": "Backspace",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}
_PATIENT: Final = frozenset(("enter", "space", "escape", *STEPS, "left", "right"))
"""Keys that are pressed to go on; while others decide they need no answer."""
_ACTIONS: Final = frozenset("imuepx")
_OF_CLAN_CARDS: Final = frozenset("ywok")


def no_key_here(shown: str) -> str:
    """Say that a key means nothing here."""
    name = _NAMES.get(shown, shown.upper() if len(shown) > 1 and shown[0] == "f" else shown)
    return say("No key {key} here; ? shows the keys.", key=name)


def refuse(model: TableModel, key: str) -> None:
    """Say why a key does nothing now."""
    if key not in _PATIENT:
        model.display.notify(_why_not(model, key))


def _why_not(model: TableModel, key: str) -> str:
    walk = model.walk
    if key == "z" and walk is not None:
        return say("There is nothing to undo yet.")
    if key == "z":
        drafting = model.shown.state.phase is Phase.GIFTS
        return say("A pick is final.") if drafting else say("That cannot be undone.")
    if key in _ACTIONS | _OF_CLAN_CARDS:
        return _no_action(model, key)
    if key == "q":
        return say("q closes windows over the board; ^Q leaves the game.")
    if key == "G":
        return say("Nobody is silent, so there is nobody to go on without.")
    return no_key_here(model.preferences.keys.shown(key))


def _no_action(model: TableModel, key: str) -> str:
    """Say why an action cannot be chosen by its key now."""
    walk = model.walk
    if walk is None:
        return say("It is not your turn to act.")
    if not isinstance(walk.context.decision, TurnDecision):
        picks = isinstance(walk.context.decision, PickDecision)
        return say("First pick a card.") if picks else say("First answer this question.")
    if walk.trail:
        return say("Esc goes back to the actions.")
    return say("None of your clan cards allows the action of {key}.", key=key)
