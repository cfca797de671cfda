"""The fits: ridge regressions of the Glory at the end on facts, one an Age."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from client.bots.leaf import HEADS, ROSTER, margin
from client.bots.learned_picks import SHAPES
from engine.cards import CARDS
from engine.decks import deck_faces
from engine.stats import TOP_LEVEL
from engine.terms import MAX_PLAYERS, Age, Seat, Stat
from tests.train.games import Row
from tests.train.weights_file import Table

Numbers = NDArray[np.float64]
UPGRADES: Final = tuple(sorted(card.id for card in CARDS.values() if card.slot is not None))
_LEVELS: Final = range(2, TOP_LEVEL + 1)
_CONTROLS: Final = 5
"""Facts of a hand beside its cards: one for all, Glory and the three stats."""
_HELD_OUT: Final = 5
"""Every so many games are held out to tell how good a fit is."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The numbers of one fit, and the part of the variance of held-out games it explains."""

    numbers: Numbers
    explained: float
    rows: int


def ridge(facts: Numbers, target: Numbers, games: Numbers, penalty: Numbers) -> Fit:
    """Fit all rows; tell by held-out games how good such a fit is."""

    def solved(part: NDArray[np.bool_]) -> Numbers:
        x, y = facts[part], target[part]
        return np.asarray(np.linalg.solve(x.T @ x + np.diag(penalty), x.T @ y), np.float64)

    held = games % _HELD_OUT == 0
    missed = target[held] - facts[held] @ solved(~held)
    explained = 1 - float(missed.var() / target[held].var())
    return Fit(solved(np.ones(len(target), bool)), explained, len(target))


def read_rows(lines: Sequence[str]) -> list[Row]:
    """Read rows that `Row.line` wrote."""
    return [Row(*json.loads(line)) for line in lines]


def _sheet(row: Row) -> list[float]:
    """Return the facts of stats and upgrades of a sheet."""
    levels = row.levels[row.seat]
    steps = [float(levels[stat] >= level) for stat in Stat for level in _LEVELS]
    own = set(row.upgrades)
    return [*steps, *(float(card in own) for card in UPGRADES)]


def _above_mean(values: Sequence[float], seat: int) -> float:
    others = [one for number, one in enumerate(values) if number != seat]
    return values[seat] - sum(others) / len(others)


def fit_hands(rows: Sequence[Row], age: Age) -> tuple[Table, float]:
    """Fit the values of cards in hand at the start of an Age's actions, on the end's margin."""
    chosen = [row for row in rows if row.kind == "hand" and row.age == age and row.hand]
    deck = deck_faces(age, MAX_PLAYERS, kickstarter=True)
    faces = [str(face.card) for face in dict.fromkeys(deck)]
    place = {card: number for number, card in enumerate(faces)}
    facts = np.zeros((len(chosen), _CONTROLS + len(faces) + len(SHAPES)))
    for x, row in zip(facts, chosen, strict=True):
        x[0] = 1.0
        x[1] = _above_mean(row.glory, row.seat)
        for stat in Stat:
            x[2 + stat] = _above_mean([levels[stat] for levels in row.levels], row.seat)
        for card in row.hand:
            x[_CONTROLS + place[card]] += 1
        x[_CONTROLS + len(faces) :] = row.shape
    target = np.array([_above_mean(row.end, row.seat) for row in chosen])
    shapes = [400.0, 300.0, 60.0, 60.0, 60.0, 30.0, 30.0, 60.0]
    penalty = np.array([1e-3, *[1.0] * (_CONTROLS - 1), *[30.0] * len(faces), *shapes])
    found = ridge(facts, target, np.array([row.game for row in chosen]), penalty)
    cards = dict(zip(faces, map(float, found.numbers[_CONTROLS:]), strict=False))
    shape = dict(zip(SHAPES, map(float, found.numbers[_CONTROLS + len(faces) :]), strict=True))
    return {"shapes": shape, "cards": cards}, found.explained


def fit_turns(rows: Sequence[Row], age: Age) -> tuple[Table, float]:
    """Fit the value of a position at a turn."""
    chosen = [row for row in rows if row.kind == "turn" and row.age == age]
    facts = np.array([[*row.facts, *_sheet(row)] for row in chosen])
    target = np.array([margin(row.end, Seat(row.seat)) for row in chosen])
    penalty = np.full(facts.shape[1], 60.0)
    penalty[: len(HEADS)] = 10.0
    penalty[:4] = 1.0
    penalty[0] = 1e-3
    found = ridge(facts, target, np.array([row.game for row in chosen]), penalty)
    return _table(HEADS, found.numbers), found.explained


def fit_starts(rows: Sequence[Row], age: Age) -> tuple[Table, float]:
    """Fit the Glory that a sheet at the start of an Age brings by the end."""
    chosen = [row for row in rows if row.kind == "start" and row.age == age]
    facts = np.array([[*row.facts, *_sheet(row)] for row in chosen])
    own = np.array([float(row.glory[row.seat]) for row in chosen])
    target = np.array([float(row.end[row.seat]) for row in chosen]) - own
    penalty = np.full(facts.shape[1], 40.0)
    penalty[len(ROSTER) : len(ROSTER) + len(Stat) * len(_LEVELS)] = 3.0
    penalty[:2] = 1e-3
    found = ridge(facts, target, np.array([row.game for row in chosen]), penalty)
    said: dict[int, dict[int, float]] = {}
    for row, glory in zip(chosen, facts @ found.numbers + own, strict=True):
        said.setdefault(row.game, {})[row.seat] = float(glory)
    whole = [row for row in chosen if len(said[row.game]) == len(row.end)]
    offsets = [
        margin(row.end, Seat(row.seat))
        - margin([said[row.game][seat] for seat in range(len(row.end))], Seat(row.seat))
        for row in whole
    ]
    table = {
        "offset": float(np.mean(offsets)),
        "spread": _spread([row for row in whole if row.seat == 0], said),
        **_table(ROSTER, found.numbers),
    }
    return table, found.explained


def _spread(rows: Sequence[Row], said: Mapping[int, Mapping[int, float]]) -> float:
    """Return the Glory by which guesses are divided so that they name winners most likely."""

    def likelihood(spread: float) -> float:
        total = 0.0
        for row in rows:
            glory = np.array([said[row.game][seat] for seat in range(len(row.end))])
            odds = np.exp((glory - glory.max()) / spread)
            first = np.array(row.end) == max(row.end)
            total += float((first / first.sum() * np.log(odds / odds.sum())).sum())
        return total

    return max(map(float, range(6, 60, 2)), key=likelihood)


def _table(names: Sequence[str], numbers: Numbers) -> Table:
    """Return numbers by name: those of `names`, of the steps of each stat, of the upgrades."""
    values = list(map(float, numbers))
    width = len(_LEVELS)
    steps = values[len(names) :]
    upgrades = steps[len(Stat) * width :]
    return {
        "numbers": dict(zip(names, values, strict=False)),
        "steps": {stat.name.lower(): steps[stat * width : (stat + 1) * width] for stat in Stat},
        "upgrades": dict(zip(UPGRADES, upgrades, strict=True)),
    }
