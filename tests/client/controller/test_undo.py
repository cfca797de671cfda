"""Choices that were not sent yet can be undone, at a table with bots as anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.prompts.walk import begin
from tests.client.screens.scenes import Clock, moments

LATE = 1_000_000.0
EVERY = 7
CHOOSING = ("up", "down", "left", "right", "enter", "space", *"abimupwls123456789", "f", "escape")


def questions(players: int, seed: int) -> Iterator[TableModel]:
    """Yield a question of a game against bots every few questions."""
    asked = (model for model in moments(players, seed, Clock()) if model.walk is not None)
    for number, model in enumerate(asked):
        if number % EVERY == 0:
            yield model


def choose(model: TableModel, chance: Random) -> None:
    """Press keys that choose, and stop before anything is sent."""
    for _ in range(12):
        before = model.walk
        if press(model, chance.choice(CHOOSING), LATE).take is not None:
            assert before is not None
            model.choose(before)
        model.display.close()


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (4, 6)])
def test_undo_returns_to_the_question_without_a_trace(players: int, seed: int) -> None:
    chance, deep = Random(seed), 0
    for model in questions(players, seed):
        assert model.walk is not None
        asked, state, told = model.walk.context, model.table.state, len(model.shown.log)
        choose(model, chance)
        deep += model.walk.can_undo
        press(model, "escape", LATE)
        press(model, "z", LATE)
        assert model.walk.context is asked
        if not model.walk.can_undo:
            assert model.walk.fork == begin(asked).fork
        assert not model.view(0.0).can_undo
        assert model.table.state is state
        assert len(model.shown.log) == told
        assert model.table.owed is asked.decision
        model.choose(begin(asked))
    assert deep >= 3
