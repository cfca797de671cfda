"""The tables that look a function up by the type of its value are complete, and fit."""

from collections.abc import Mapping
from typing import get_args, get_type_hints

import pytest

from engine import agenda, knowledge, perform
from engine.actions import Intent, KeepPlayed, SeatAction
from engine.changes import Change
from engine.decisions import Duty, OpenCardDuty, Owed, is_decision, is_duty
from engine.intents import duty_done, intents
from engine.knowledge import publish, witness, witness_all
from engine.legal_turns import TurnAction
from engine.play import apply, apply_legal, owed
from engine.tasks import Task
from tests.builders import random_play

TABLES: Mapping[str, tuple[Mapping[type, object], object]] = {
    "changes": (perform._CHANGES, Change),
    "tasks": (agenda._TASKS, Task),
    "actions of a turn": (agenda._TURN_ACTIONS, TurnAction),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_type_has_a_function_that_takes_it(name: str) -> None:
    table, union = TABLES[name]
    assert set(table) == set(get_args(union))
    for kind, function in table.items():
        hints = get_type_hints(function)
        hints.pop("return")
        taken = list(hints.values())[-1]
        assert kind in (taken, *get_args(taken)), function


def test_an_intent_that_is_published_as_it_is_names_no_hidden_card() -> None:
    kinds = set(get_args(Intent)) - knowledge._CARD_INTENTS
    assert kinds <= set(get_args(SeatAction))
    for kind in kinds - {KeepPlayed}:  # cards that lie open
        assert not {"face", "faces"} & set(get_type_hints(kind)), kind


def test_everything_owed_is_either_a_decision_or_a_duty() -> None:
    for game in random_play(3, 5):
        for due in game.state.owed:
            assert is_duty(due) is isinstance(due, Duty)
            assert is_decision(due) is not is_duty(due)
    assert set(get_args(Duty)) < set(get_args(Owed))


@pytest.mark.parametrize("players", [2, 5])
def test_legal_answers_are_applied_alike_with_and_without_a_check(players: int) -> None:
    for game in random_play(players, 11):
        state = game.state
        for due in filter(is_decision, owed(state)):
            for intent in intents(state, game.knowledge[due.seat], due)[::7]:
                action, _ = publish(intent, game.knowledge[due.seat])
                assert apply_legal(state, action) == apply(state, action)


def test_a_story_changes_the_knowledge_of_all_seats_as_of_each() -> None:
    changed = 0
    for game in random_play(4, 3, absences=1):
        for due in owed(game.state):
            if isinstance(due, OpenCardDuty):
                opened = duty_done(game.knowledge[due.seat], due)
                story = apply(game.state, opened).story
                each = [witness(known, story) for known in game.knowledge]
                assert witness_all(game.knowledge, story) == each
                changed += each != game.knowledge
    assert changed
