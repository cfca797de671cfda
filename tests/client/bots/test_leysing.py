"""The leysing: between a thrall and a karl, sensible and beatable."""

from __future__ import annotations

import pytest

from client.tables.simulate import GameResult, run_sim
from client.text.bot_levels import levels_told
from engine.terms import Seat


def won(results: list[GameResult]) -> float:
    return sum(1 / len(one.winners) for one in results if Seat(0) in one.winners) / len(results)


def test_every_level_is_told_in_its_place() -> None:
    told = [one.split()[0] for one in levels_told().split("; ")]
    assert told == ["thrall", "leysing", "karl", "jarl"]


def test_a_leysing_plays_sensibly() -> None:
    assert won(list(run_sim(2, 8, 300, ("leysing", "thrall")))) >= 0.75


@pytest.mark.slow
def test_a_leysing_loses_to_karls() -> None:
    assert won(list(run_sim(2, 20, 300, ("leysing", "karl")))) <= 0.35
