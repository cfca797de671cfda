import json
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

from client.lab.document import read_json
from client.lab.moves import VERBS, LabQuestion, read_move, written_answer
from engine import actions as act
from engine import decisions as ask
from engine.intents import intents
from engine.play import owed
from engine.position import open_position
from tests.builders import Game, random_play, seat, table
from tests.game import play_on
from tests.positions import random_position

UNASKED = ask.ClanDecision | ask.PickDecision | ask.TableDuty


def questions(game: Game) -> Iterator[LabQuestion]:
    state = game.state
    for due in owed(state):
        if not isinstance(due, UNASKED | ask.OpenCardDuty | ask.OpenQuestsDuty):
            known = game.knowledge[due.seat]
            options = intents(state, known, due)
            yield LabQuestion(due.seat, state.age, due, known.hand, options)


def read_back(asked: LabQuestion, intent: act.Intent) -> act.Intent:
    text = json.dumps(written_answer(intent, asked.age))
    return read_move(read_json(text), asked)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_answer_of_a_game_is_read_as_it_was_written(players: int) -> None:
    for game in random_play(players, players + 60):
        for asked in questions(game):
            for intent in asked.options[:: max(1, len(asked.options) // 20)]:
                assert read_back(asked, intent) == intent


@pytest.mark.parametrize("seed", range(20))
def test_every_answer_from_any_position_is_read_as_it_was_written(seed: int) -> None:
    chance = Random(seed)
    opening = open_position(random_position(chance))
    for game in play_on(Game(opening.state, opening.knowledge), chance):
        for asked in questions(game):
            for intent in asked.options[:: max(1, len(asked.options) // 20)]:
                assert read_back(asked, intent) == intent


@pytest.mark.parametrize(
    ("intent", "answer"),
    [
        ("A invade warrior gimle", {"do": "invade", "figure": "warrior", "to": "gimle"}),
        (
            "A march horgr utgard 2W+troll",
            {
                "do": "march",
                "from": "horgr",
                "to": "utgard",
                "warriors": 2,
                "leader": 0,
                "monsters": ["troll"],
            },
        ),
        ("A upgrade troll none", {"do": "upgrade", "card": "troll", "replaces": None}),
        (
            "A upgrade fire-giant@2 troll",
            {"do": "upgrade", "card": "fire-giant", "replaces": "troll"},
        ),
        ("A quest quest-alfheim@2", {"do": "quest", "card": "quest-alfheim@2"}),
        ("A pillage gimle", {"do": "pillage", "province": "gimle"}),
        ("A repillage gimle", {"do": "repillage", "province": "gimle"}),
        (
            "A valhalla-invade leader gimle",
            {"do": "valhalla-invade", "figure": "leader", "to": "gimle"},
        ),
        (
            "A sacrifice gimle:warrior,west:ship",
            {
                "do": "sacrifice",
                "figures": [
                    {"place": "gimle", "figure": "warrior"},
                    {"place": "west", "figure": "ship"},
                ],
            },
        ),
        ("A pass", {"do": "pass"}),
        ("A free-invade leader gimle", {"do": "free-invade", "figure": "leader", "to": "gimle"}),
        ("A skip", {"do": "skip"}),
        ("A succor", {"do": "succor"}),
        ("A domain", {"do": "domain"}),
        ("A join gimle leader", {"do": "join", "from": "gimle", "figure": "leader"}),
        ("A decline", {"do": "decline"}),
        ("A card tyrs-bash", {"do": "card", "card": "tyrs-bash"}),
        ("A quest-counts 3", {"do": "quest-counts", "bonus": 3}),
        ("A tide-keep leader", {"do": "tide-keep", "figure": "leader"}),
        ("A late heimdalls-eye@2", {"do": "late", "card": "heimdalls-eye"}),
        ("A retreat", {"do": "retreat"}),
        (
            "A protect gimle:2W+L,west:S",
            {
                "do": "protect",
                "figures": {"gimle": {"warriors": 2, "leader": 1}, "west": {"ships": 1}},
            },
        ),
        ("A stat horns", {"do": "stat", "stat": "horns"}),
        ("A prowess tyrs-bash,tyrs-smash", {"do": "prowess", "cards": ["tyrs-bash", "tyrs-smash"]}),
        (
            "A hammers-move leader andlang",
            {"do": "hammers-move", "figure": "leader", "to": "andlang"},
        ),
        ("A blessing", {"do": "blessing"}),
        ("A keep none", {"do": "keep", "card": None}),
        ("A keep tyrs-bash", {"do": "keep", "card": "tyrs-bash"}),
        ("A clan wolf", {"do": "clan", "clan": "wolf"}),
    ],
)
def test_an_answer_is_written_in_the_words_of_the_lab(intent: str, answer: object) -> None:
    game = table(A=seat(hand="tyrs-bash"))
    move = game.move(intent)
    assert isinstance(move, act.Intent)
    assert written_answer(move, game.state.age) == answer


def test_every_answer_has_keys() -> None:
    assert {verb.kind for verb in VERBS.values()} | {act.ChooseClan, act.Pick} == set(
        get_args(act.Intent)
    )
