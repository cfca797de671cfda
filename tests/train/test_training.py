"""The tools of the training: rows, fits, and the file."""

from __future__ import annotations

import tomllib
from functools import partial

import numpy as np
import pytest

from client.bots.karl import greedy
from client.bots.learned import read_weights
from client.bots.weights import PRINTED
from tests.train.fits import read_rows, ridge
from tests.train.games import Row, rows_of
from tests.train.tuning import names, table_of, tuned
from tests.train.weights_file import Table, text_of


def rows(seed: int) -> list[Row]:
    return rows_of(partial(greedy, PRINTED), PRINTED, 2, seed)


def test_the_same_seed_gives_the_same_rows() -> None:
    assert rows(5) == rows(5)
    assert rows(5) != rows(6)


def test_rows_are_read_as_they_were_written() -> None:
    written = rows(5)
    lines = [row.line() for row in written]
    assert [row.line() for row in read_rows(lines)] == lines
    assert {row.kind for row in written} == {"start", "hand", "turn"}
    assert len({tuple(row.end) for row in written}) == 1


def test_a_table_is_toml_without_minus_zero() -> None:
    table: Table = {"a": 1.23456, "b": -0.0001, "c": {"best pillage": [1.0, 2.0]}, "d": "word"}
    text = text_of(table)
    assert tomllib.loads(text) == {"a": 1.235, "b": 0.0, "d": "word", "c": {"best pillage": [1, 2]}}
    assert "-0.0" not in text


def test_a_fit_finds_the_law_behind_its_rows() -> None:
    draw = np.random.default_rng(3)
    facts = np.c_[np.ones(400), draw.normal(size=(400, 2))]
    target = facts @ np.array([3.0, -2.0, 0.5]) + draw.normal(scale=0.1, size=400)
    found = ridge(facts, target, np.arange(400.0), np.full(3, 1e-3))
    assert found.numbers == pytest.approx([3.0, -2.0, 0.5], abs=0.03)
    assert found.explained > 0.99


def test_no_step_gives_the_printed_weights() -> None:
    weights = read_weights(text_of({"weights": table_of({})}))
    for name in ("rage", "comes", "bonuses", "uses", "enough", "deaths", "upgrades", "texts"):
        assert getattr(weights, name) == getattr(PRINTED, name), name


def test_a_step_goes_where_games_were_won() -> None:
    draw = np.random.default_rng(4)
    games = []
    for _ in range(400):
        steps = dict(zip(names(), draw.normal(scale=0.4, size=len(names())), strict=True))
        games.append((steps, 10 * steps["comes"] + draw.normal()))
    found = tuned({"comes": 0.1}, games)
    assert found["comes"] > 0.4
    assert max(abs(step) for name, step in found.items() if name != "comes") < 0.1
