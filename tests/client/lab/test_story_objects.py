import json
from typing import get_args

import pytest

from client.lab.story_objects import EVENTS, written_story
from engine.battle_changes import ThrowAway
from engine.changes import Change, RaiseStat
from engine.decisions import JoinDecision, ProtectDecision
from engine.story import DeclineNote, Note, StatLostNote
from engine.terms import Age, Cause, Reward, Stat
from tests.builders import GIMLE, A, B, face, figures, random_play


def test_every_change_and_note_has_a_name_of_its_own() -> None:
    assert len(EVENTS) == len(get_args(Change)) + len(get_args(Note))


@pytest.mark.parametrize("players", [2, 5])
def test_every_story_of_a_game_can_be_written(players: int) -> None:
    *_, game = random_play(players, players + 80)
    told = written_story(game.story, Age.ONE)
    assert json.loads(json.dumps(told)) == told
    assert len(told) == len(game.story)


def test_seats_are_letters_everywhere() -> None:
    thrown = ThrowAway(((A, face("tyrs-bash")), (B, face("quest-alfheim@2"))))
    assert written_story((thrown,), Age.ONE) == [
        {"event": "throw-away", "faces": [["A", "tyrs-bash"], ["B", "quest-alfheim@2"]]}
    ]


def test_numbers_stay_numbers_and_stats_are_words() -> None:
    assert written_story((RaiseStat(B, Stat.AXES, Reward.TOKEN, 2, 4),), Age.ONE) == [
        {
            "event": "raise-stat",
            "seat": "B",
            "stat": "axes",
            "source": "token",
            "level": 2,
            "total": 4,
        }
    ]


def test_a_missing_value_is_null() -> None:
    assert written_story((StatLostNote(A, None, Reward.TOKEN),), Age.ONE) == [
        {"event": "stat-lost", "seat": "A", "stat": None, "source": "token"}
    ]


def test_a_declined_offer_has_its_fields() -> None:
    assert written_story((DeclineNote(B, JoinDecision(B, GIMLE)),), Age.ONE) == [
        {"event": "decline", "seat": "B", "decision": "join", "place": "gimle"}
    ]


def test_figures_of_several_places_are_pairs() -> None:
    asked = ProtectDecision(B, ((GIMLE, figures("WW")),), Cause.BATTLE)
    assert written_story((DeclineNote(B, asked),), Age.ONE) == [
        {
            "event": "decline",
            "seat": "B",
            "decision": "protect",
            "doomed": [["gimle", {"warriors": 2}]],
            "cause": "battle",
        }
    ]
