import json
from dataclasses import replace
from itertools import product

import pytest

from client.tables.dealing import Chair, shuffled
from client.tables.json_moves import (
    BadRecord,
    plain_intent,
    plain_options,
    read_intent,
    read_options,
)
from client.tables.local_table import LocalTable
from engine.actions import Intent, Pass, Protect, Sacrifice
from engine.state import Options, Rulings
from engine.terms import LEADER, WARRIOR, RageReturn
from tests.builders import GIMLE, HORGR, A, figures

FOUR = tuple(Chair(f"{number}", "thrall") for number in range(4))


def through_a_file(intent: Intent) -> Intent:
    return read_intent(json.loads(json.dumps(plain_intent(intent))))


def test_every_answer_ever_offered_survives_a_file() -> None:
    for seed in range(3):
        table = LocalTable(shuffled(FOUR, seed, Options(kickstarter=True)))
        seen: set[type[Intent]] = set()
        while not table.is_over:
            for seat in range(4):
                for answer in table.seat(table.state.seats()[seat]).answers:
                    if type(answer) not in seen or hash(answer) % 7 == 0:
                        assert through_a_file(answer) == answer
                        seen.add(type(answer))
            table.step()
        assert len(seen) > 15


@pytest.mark.parametrize(
    "intent",
    [
        Sacrifice(A, ((GIMLE, WARRIOR), (HORGR, LEADER))),
        Protect(A, ((GIMLE, figures("WW troll")), (HORGR, figures("L")))),
    ],
)
def test_rare_answers_survive_a_file(intent: Intent) -> None:
    assert through_a_file(intent) == intent


def test_a_move_reads_like_the_rules_name_things() -> None:
    assert plain_intent(Pass(A)) == {"do": "pass", "seat": 0}


def test_all_options_survive_a_file() -> None:
    for draft, rage, box in product((True, False), RageReturn, (True, False)):
        options = Options(Rulings(draft=draft, rage_return=rage, ship_strength=3), kickstarter=box)
        assert read_options(json.loads(json.dumps(plain_options(options)))) == options


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("kickstarter", 1),
        ("rules_version", 0),
        ("rulings", {"draft": True}),
        ("rulings", None),
    ],
)
def test_broken_options_are_refused_by_name(part: str, value: object) -> None:
    with pytest.raises(BadRecord):
        read_options({**plain_options(Options()), part: value})


@pytest.mark.parametrize(
    "move",
    [
        None,
        [],
        {},
        {"do": "dance", "seat": 0},
        {"do": "pass"},
        {"do": "pass", "seat": True},
        {"do": "invade", "seat": 0, "figure": 3, "place": "gimle"},
        {"do": "invade", "seat": 0, "figure": "warrior", "place": "midgard"},
        {"do": "stat", "seat": 0, "stat": "wisdom"},
        {"do": "sacrifice", "seat": 0, "victims": [["gimle", "warrior"]]},
        {"do": "card", "seat": 0, "face": "tyrs-bash"},
    ],
)
def test_a_broken_move_is_refused_by_name(move: object) -> None:
    with pytest.raises(BadRecord):
        read_intent(move)


def test_options_of_other_rules_are_refused() -> None:
    with pytest.raises(BadRecord, match="rules version"):
        read_options(plain_options(replace(Options(), rules_version=99)))
