"""Whole games with many faults; `make sim SEED=...` plays one of them again."""

from __future__ import annotations

import pytest

from tests.simulator.faults import Faults
from tests.simulator.plan import (
    Plan,
    cheating_plan_of,
    plan_of,
    with_boxes,
    withholding_plan_of,
)
from tests.simulator.runs import run

ONCE_BROKEN = (10002, 10038, 40003, 40043)
ONCE_BROKEN_BY_CHEATS = (50025, 52006, 200004, 200308, 200563)
HONEST = (1, 8, 12)
CHEATING = (8, 18, 23)
"""Seeds of short games with many events."""
WITHHOLDING = (2,)
"""Seeds of games in which cards stay shut, because two keep them back in concert."""


@pytest.mark.parametrize("seed", HONEST)
def test_games_end_whatever_goes_wrong(seed: int) -> None:
    run(plan_of(seed))


@pytest.mark.parametrize("seed", [1, 3])
@pytest.mark.slow
def test_old_copies_and_broken_journals_cause_no_contradiction(seed: int) -> None:
    faults = Faults(crash=0.05, backup=0.7, flip=0.2, crash_at_write=0.02, until=400)
    counts = run(Plan(seed, faults=faults))
    assert counts["killed"]
    assert counts["backup restored"]


@pytest.mark.parametrize("seed", CHEATING)
@pytest.mark.slow
def test_only_cheaters_are_reported_or_excluded(seed: int) -> None:
    counts = run(cheating_plan_of(seed))
    assert any(what.startswith("cheat") for what in counts)


@pytest.mark.parametrize("seed", WITHHOLDING)
@pytest.mark.slow
def test_games_end_though_cards_and_shares_are_kept_back(seed: int) -> None:
    counts = run(withholding_plan_of(seed))
    assert counts["cheat: shows no card"]
    assert counts["cheat: opens no sealed card"]
    assert counts["withheld: gone on without"]


@pytest.mark.parametrize("seed", [3, pytest.param(2, marks=pytest.mark.slow)])
def test_games_with_gods_and_mystics_end_whatever_goes_wrong(seed: int) -> None:
    run(with_boxes(plan_of(seed)))


@pytest.mark.slow
def test_games_with_gods_end_though_parts_of_a_seed_are_kept_back() -> None:
    counts = run(with_boxes(withholding_plan_of(2)))
    assert counts["cheat: keeps its part back"]
    assert counts["withheld: gone on without"]


@pytest.mark.soak
@pytest.mark.parametrize("seed", ONCE_BROKEN)
def test_games_that_once_stopped_end(seed: int) -> None:
    run(plan_of(seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", ONCE_BROKEN_BY_CHEATS)
def test_games_once_stopped_by_cheats_end(seed: int) -> None:
    run(cheating_plan_of(seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_a_thousand_games_end(seed: int) -> None:
    run(plan_of(seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3000, 4000))
def test_a_thousand_games_with_cheaters_end(seed: int) -> None:
    run(cheating_plan_of(seed))
