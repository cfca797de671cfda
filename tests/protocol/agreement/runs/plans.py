"""The worlds of which runs are recorded, by number, and the variants of each run."""

from __future__ import annotations

from random import Random
from typing import Final

from tests.model.charter import Terms
from tests.model.world import Setting
from tests.protocol.agreement.runs.changes import changed, resigned
from tests.protocol.agreement.runs.recording import Recorded, RunForm, RunPlan

HALF, ALL_BUT_ONE, NOBODY = Terms
SETTINGS: Final = (
    Setting(3, 1, steps=5),
    Setting(4, 1, steps=6),
    Setting(5, 2, steps=4),
    Setting(3, 1, operators=(0,), steps=4),
    Setting(3, 1, operators=(1, 2)),
    Setting(4, 1, operators=(2,)),
    Setting(2, 1, operators=(0, 1)),
    Setting(3, 0, steps=9),
    Setting(5, 1, ALL_BUT_ONE),
    Setting(3, 1, NOBODY, steps=5),
    Setting(2, 1, steps=4),
    Setting(5, 1, steps=4),
    Setting(4, 2),
    Setting(3, 1, seeds=1),
    Setting(4, 1, ALL_BUT_ONE, steps=4),
    Setting(5, 0, steps=8),
    Setting(4, 1, NOBODY),
    Setting(3, 1, ALL_BUT_ONE, operators=(0,)),
    Setting(5, 2, ALL_BUT_ONE),
    Setting(2, 1, NOBODY),
    Setting(5, 1, NOBODY),
    Setting(2, 1, ALL_BUT_ONE),
    Setting(3, 1, steps=8),
)
"""Their number shares no factor with the three ways in which liars behave at the end."""
_HAPPENINGS: Final = (70, 120, 200)


def plan_of(number: int) -> RunPlan:
    """Return the world of a run."""
    happenings = _HAPPENINGS[number // len(SETTINGS) % len(_HAPPENINGS)]
    return RunPlan(number, SETTINGS[number % len(SETTINGS)], happenings)


def variants_of(number: int, recorded: Recorded) -> dict[str, RunForm]:
    """Return a run, and the same with one byte changed, by the names of their files."""
    chance = Random(number)
    return {
        f"{number:04}": recorded.form,
        f"{number:04}.changed": changed(recorded.form, chance),
        f"{number:04}.resigned": resigned(recorded, chance),
    }
