"""Player preferences for a game."""

from __future__ import annotations

from typing import Final

from client.presenter.playback import Pace
from client.settings.keymap import KeyMap
from client.storage.seen_hints import SeenHints
from engine.values import Value, field

GUARD: Final = 0.3
"""Seconds for which keys are ignored after something new popped up."""


class Preferences(Value):
    """Player preferences for a game.

    `guard` is for how many seconds keys are ignored after something popped up, `answers_alone`
    sends forced answers without asking, and `fast` asks nothing twice. `keys` are those that were
    moved, `news` is the first message, and `told` are the hints that were read; None keeps them for
    one table only.
    """

    pace: Pace = Pace.READABLE
    guard: float = GUARD
    answers_alone: bool = True
    hints: bool = True
    fast: bool = False
    news: str = ""
    keys: KeyMap = field(default_factory=KeyMap)
    told: SeenHints | None = None
