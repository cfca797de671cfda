"""Golden games: nothing about a game changes unless somebody means it to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from engine import actions as act
from engine import decisions as ask
from engine.actions import Action
from engine.battle_changes import AddLateCard, RevealCard
from engine.cards import CARDS, TEXTS
from engine.changes import PlayUpgrade, ShowQuests
from engine.invariants import check
from engine.notation import read_move
from engine.notation_state import read_state
from engine.play import apply, is_over
from engine.state import RULES_VERSION
from engine.story import QuestNote, Story, StoryItem, TextNote
from engine.terms import CardId, Kind
from tests.sagas import TABLES, Table, saga, state_word, write_line

OLD = Path(__file__).parent / "data" / "old" / "1"


def lines_of(table: Table) -> list[str]:
    """Read the lines of a saga."""
    return table.path.read_text(encoding="utf-8").splitlines()


def story_of(table: Table) -> Story:
    """Replay a saga and return its story."""
    first, *lines = lines_of(table)
    state = read_state(first)
    story: Story = ()
    for line in lines:
        action = read_move(line.split(" ", 2)[2])
        assert isinstance(action, Action)
        outcome = apply(state, action)
        state, story = outcome.state, story + outcome.story
    return story


@pytest.fixture(scope="module")
def told() -> Story:
    """Return the stories of all sagas."""
    return tuple(item for table in TABLES for item in story_of(table))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_saga_replays_to_the_same_states_and_stories(table: Table) -> None:
    first, *lines = lines_of(table)
    state = read_state(first)
    for line in lines:
        action = read_move(line.split(" ", 2)[2])
        assert isinstance(action, Action)
        outcome = apply(state, action)
        state = outcome.state
        check(state)
        assert write_line(line.split(" ", 2)[2], state, outcome.story) == line
    assert is_over(state)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_game_of_a_saga_is_played_as_it_is_written(table: Table) -> None:
    assert saga(table) == table.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["equals", "kickstarter"])
def test_a_saga_of_the_first_rules_comes_to_the_same_states(name: str) -> None:
    first, *lines = (OLD / f"{name}.saga").read_text(encoding="utf-8").splitlines()
    state = read_state(first)
    assert state.options.rules_version == 1
    for line in lines:
        word, _, move = line.split(" ", 2)
        action = read_move(move)
        assert isinstance(action, Action)
        state = apply(state, action).state
        assert state_word(state) == word
    assert is_over(state)


def test_every_card_is_played_in_some_saga(told: Story) -> None:
    played: set[CardId] = set()
    for item in told:
        match item:
            case PlayUpgrade() | AddLateCard():
                played.add(item.face.card)
            case RevealCard():
                played |= {item.face.card} & {
                    card.id for card in CARDS.values() if card.kind is Kind.BATTLE
                }
            case ShowQuests():
                played |= {face.card for face in item.faces}
            case _:
                pass
    assert set(CARDS) - played == set()


def test_every_text_acts_in_some_saga(told: Story) -> None:
    acted = {item.card for item in told if isinstance(item, TextNote)}
    assert {card for card, _ in TEXTS} - acted == set()


def test_every_quest_is_fulfilled_in_some_saga(told: Story) -> None:
    done = {
        item.face.card
        for item in told
        if isinstance(item, QuestNote) and item.fulfilled and item.face is not None
    }
    assert done == {card.id for card in CARDS.values() if card.kind is Kind.QUEST}


def test_every_change_and_note_is_told_in_some_saga(told: Story) -> None:
    """Clans are taken before a saga begins."""
    missing = set(get_args(StoryItem)) - {type(item) for item in told}
    assert {kind.__name__ for kind in missing} <= {"TakeClan"}


def test_every_action_and_every_question_occurs_in_some_saga() -> None:
    actions: set[type] = set()
    questions: set[type] = set()
    for table in TABLES:
        first, *lines = lines_of(table)
        state = read_state(first)
        for line in lines:
            action = read_move(line.split(" ", 2)[2])
            assert isinstance(action, Action)
            questions |= {type(due) for due in state.owed}
            actions.add(type(action))
            state = apply(state, action).state
    assert set(get_args(Action)) - actions == {act.ChooseClan}
    assert set(get_args(ask.Owed)) - questions == {ask.ClanDecision}


PROGRAM = "from tests.sagas import TABLES, saga; print(''.join(map(saga, TABLES[-3:])), end='')"


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_games_are_the_same_whatever_the_hash_seed(hash_seed: str) -> None:
    """The games draw from the lists of answers, so these must have the same order as well."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=Path(__file__).parents[1],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    kept = "".join(table.path.read_text(encoding="utf-8") for table in TABLES[-3:])
    assert done.stdout == kept


def test_sagas_are_those_of_the_present_rules() -> None:
    for table in TABLES:
        assert f"rules-version={RULES_VERSION} " in lines_of(table)[0]
