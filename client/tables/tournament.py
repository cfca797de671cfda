"""The standings of many games: first places with their uncertainty, and Glory by source."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from client.tables.simulate import GameResult
from engine.values import Value

_Z: Final = 1.96
"""Standard errors of a 95 % interval."""


class LevelResult(Value):
    """The result of a level over all games.

    `first` is its part of the first places, a shared one counts in part; `low` and `high` are its
    95 % interval; `chance` would be its part if seats drew lots. `glory` and `sources`, by
    `client.text.glory.GlorySource`, are averages over its seats.
    """

    level: str
    first: float
    low: float
    high: float
    chance: float
    glory: float
    sources: tuple[float, ...]


def wilson(part: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a part of `count` games, by Wilson's formula."""
    square = _Z * _Z / count
    middle = (part + square / 2) / (1 + square)
    half = _Z * sqrt(part * (1 - part) / count + square / (4 * count)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def standings(results: Sequence[GameResult]) -> tuple[LevelResult, ...]:
    """Return the standing of each level, in the order of the first game's seats."""
    found = []
    for level in dict.fromkeys(results[0].levels):
        seats = [
            (result, seat)
            for result in results
            for seat, other in enumerate(result.levels)
            if other == level
        ]
        won = sum(1 / len(game.winners) for game, seat in seats if seat in game.winners)
        first = won / len(results)
        low, high = wilson(first, len(results))
        columns = zip(*[game.sources[seat] for game, seat in seats], strict=True)
        found.append(
            LevelResult(
                level,
                first,
                low,
                high,
                chance=results[0].levels.count(level) / results[0].players,
                glory=sum(game.glory[seat] for game, seat in seats) / len(seats),
                sources=tuple(sum(column) / len(seats) for column in columns),
            )
        )
    return tuple(found)
