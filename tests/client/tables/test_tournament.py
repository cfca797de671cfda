"""First places, shared ones, and their intervals."""

from __future__ import annotations

import pytest

from client.tables.simulate import GameResult
from client.tables.tournament import standings, wilson
from engine.terms import Seat


def game(levels: str, glory: tuple[int, ...]) -> GameResult:
    first = tuple(Seat(seat) for seat, one in enumerate(glory) if one == max(glory))
    sources = tuple((one - 1, 1) for one in glory)
    return GameResult(len(glory), 1, tuple(levels.split()), glory, sources, first, 9, "", 5, 1.0)


def test_an_interval_is_that_of_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    low, high = wilson(1.0, 10)
    assert (round(low, 3), high) == (0.722, 1.0)


def test_a_shared_first_place_counts_in_part() -> None:
    games = [game("jarl karl karl", (9, 9, 4)), game("karl jarl karl", (3, 8, 8))]
    jarl, karl = standings(games)
    assert (jarl.level, jarl.first, karl.first) == ("jarl", 0.5, 0.5)
    assert jarl.chance == pytest.approx(1 / 3)


def test_glory_is_an_average_over_the_seats_of_a_level() -> None:
    games = [game("jarl karl karl", (9, 3, 4)), game("karl jarl karl", (5, 7, 8))]
    jarl, karl = standings(games)
    assert (jarl.glory, jarl.sources) == (8.0, (7.0, 1.0))
    assert (karl.glory, karl.sources) == (5.0, (4.0, 1.0))
