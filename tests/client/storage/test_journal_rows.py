import json
from collections.abc import Mapping
from itertools import product

import pytest

from client.storage.append_log import LineForm, line_of, read_lines
from client.storage.journal_rows import plain_answer, plain_options, read_answer, read_options
from client.storage.plain_data import BadRecord, Plain
from client.tables.local_table import Chair, LocalTable, shuffled
from client.tables.recorded_answers import Answer
from engine.actions import Intent, Pass, Protect, Sacrifice
from engine.state import Options, Rulings
from engine.terms import LEADER, WARRIOR, RageReturn
from engine.values import replace
from protocol.errors import BadMessage
from tests.builders import GIMLE, HORGR, A, figures

FOUR = tuple(Chair(f"{number}", "thrall") for number in range(4))


def row_of(answer: Plain) -> dict[str, Plain]:
    return {"signer": 0, "step": 7, "head": "00" * 32, "answer": answer}


def through_a_file(row: Mapping[str, Plain]) -> Intent:
    """Return an answer from a file of today, after it was the same in one of JSON."""
    form, text = LineForm.PACKED, LineForm.MARKED
    packed, marked = (read_lines(line_of(b"", row, one)[1], b"").rows[0] for one in (form, text))
    assert read_answer(packed) == read_answer(marked)
    return read_answer(packed).intent


def written(intent: Intent) -> Mapping[str, Plain]:
    return plain_answer(Answer(0, 7, bytes(32), intent))


def mapped(intent: Intent) -> Mapping[str, Plain]:
    return plain_answer(Answer(0, 7, bytes(32), intent), is_mapped=True)


def test_every_answer_survives_a_file_of_every_format() -> None:
    for seed in range(3):
        table = LocalTable(shuffled(FOUR, seed, Options(kickstarter=True)))
        seen: set[type[Intent]] = set()
        while not table.is_over:
            for seat in range(4):
                for answer in table.seat(table.state.seats()[seat]).answers:
                    if type(answer) not in seen or hash(answer) % 7 == 0:
                        assert through_a_file(written(answer)) == answer
                        assert through_a_file(mapped(answer)) == answer
                        seen.add(type(answer))
            table.step()
        assert len(seen) > 15


@pytest.mark.parametrize(
    "intent",
    [
        Sacrifice(A, ((GIMLE, WARRIOR), (HORGR, LEADER))),
        Protect(A, ((GIMLE, figures("WW troll")), (HORGR, figures("L")))),
        Protect(A, ()),
    ],
)
def test_rare_answers_survive_a_file_of_every_format(intent: Intent) -> None:
    assert through_a_file(written(intent)) == intent
    assert through_a_file(mapped(intent)) == intent


def test_answers_are_written_in_notation() -> None:
    assert written(Pass(A))["answer"] == "A pass"


def test_all_options_survive_a_file() -> None:
    for draft, rage, box in product((True, False), RageReturn, (True, False)):
        options = Options(Rulings(draft=draft, rage_return=rage, ship_strength=3), kickstarter=box)
        assert read_options(json.loads(json.dumps(plain_options(options)))) == options


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("kickstarter", 1),
        ("rules_version", "1"),
        ("rulings", {"draft": True}),
        ("rulings", None),
    ],
)
def test_malformed_options_are_rejected(part: str, value: object) -> None:
    with pytest.raises(BadRecord):
        read_options({**plain_options(Options()), part: value})


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        {},
        "",
        "A",
        "A dance",
        "table age 1 1 AB",
        "A laid",
        {"do": ["pass"], "seat": 0},
        {"do": "dance", "seat": 0},
        {"do": "pass"},
        {"do": "pass", "seat": True},
        {"do": "pass", "seat": -1},
        {"do": "pass", "seat": 5},
        {"do": "invade", "seat": 0, "figure": 3, "place": "gimle"},
        {"do": "invade", "seat": 0, "figure": "warrior", "place": "midgard"},
        {"do": "march", "seat": 0, "origin": "gimle", "target": "horgr", "figures": {"ships": "x"}},
        {"do": "stat", "seat": 0, "stat": "wisdom"},
        {"do": "sacrifice", "seat": 0, "victims": [["gimle", "warrior"]]},
        {"do": "card", "seat": 0, "face": "tyrs-bash"},
    ],
)
def test_malformed_answers_are_rejected(answer: Plain) -> None:
    with pytest.raises(BadRecord):
        through_a_file(row_of(answer))


@pytest.mark.parametrize("version", [0, 99])
def test_options_of_unknown_rules_are_rejected(version: int) -> None:
    with pytest.raises(BadMessage, match=f"rules {version}"):
        read_options(plain_options(replace(Options(), rules_version=version)))
