"""How a viewer likes to be treated at a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from client.presenter.playback import Pace
from client.settings.keymap import KeyMap
from client.storage.seen_hints import SeenHints

GUARD: Final = 0.3
"""Seconds for which keys are ignored when something new pops up."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a viewer likes it: pace, seconds of grace, forced answers given alone, hints.

    `keys` are those that were moved, `fast` asks nothing twice, `news` is what is told first,
    `told` are the hints that were read; None keeps them for one table only.
    """

    pace: Pace = Pace.READABLE
    guard: float = GUARD
    answers_alone: bool = True
    hints: bool = True
    fast: bool = False
    news: str = ""
    keys: KeyMap = field(default_factory=KeyMap)
    told: SeenHints | None = None
