"""Random worlds; `make soak` explores thousands of them."""

from __future__ import annotations

from typing import Final

import pytest

from tests.model.charter import Terms
from tests.model.explore import explore
from tests.model.world import Setting

HALF, ALL_BUT_ONE, NOBODY = Terms
SETTINGS: Final = (
    *(Setting(persons) for persons in (2, 3, 4, 5)),
    *(Setting(persons, 1) for persons in (2, 3, 4, 5)),
    Setting(3, 1, operators=(0,)),
    Setting(4, 1, operators=(0, 3)),
    Setting(2, operators=(0,), silent=(2,)),
    Setting(3, 1, operators=(1, 0), silent=(3,)),
    Setting(3, 0, NOBODY, operators=(1, 1), silent=(4,)),
    Setting(3, 1, seeds=1),
    Setting(3, 1, NOBODY),
    Setting(4, 1, NOBODY),
    Setting(4, 2),
    Setting(5, 2),
    Setting(5, 1, ALL_BUT_ONE),
    Setting(5, 2, ALL_BUT_ONE),
)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_properties_hold_in_random_worlds(setting: Setting) -> None:
    report = explore(setting, range(6))
    assert not report.broken
    assert report.counts["runs"] == 6


ONCE_BROKEN: Final = (
    (Setting(3, 1), 1144, 70),
    (Setting(3, 1), 12379, 70),
    (Setting(3, 1, steps=5), 20537, 150),
    (Setting(4, 2, steps=5), 20111, 150),
    (Setting(4, 1, steps=5), 40095, 150),
    (Setting(5, 2, steps=5), 40924, 150),
    (Setting(5, 2, steps=5), 50263, 150),
)
"""Worlds in which a property once failed, each because of the text (README.md)."""


@pytest.mark.parametrize(("setting", "seed", "happenings"), ONCE_BROKEN)
def test_worlds_once_broken_hold(setting: Setting, seed: int, happenings: int) -> None:
    assert not explore(setting, [seed], happenings).broken


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_properties_hold_in_a_thousand_random_worlds(setting: Setting) -> None:
    assert not explore(setting, range(1000, 2000)).broken
