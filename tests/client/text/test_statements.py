from __future__ import annotations

import re
from pathlib import Path

import pytest

from client.text.cited_cards import statements_about
from client.text.rulebook import source_topics
from client.text.statements import find_statement, statements
from engine.cards import CARDS
from engine.terms import CardId

PAGE = (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")


def test_every_statement_of_the_page_is_found() -> None:
    bullets = re.findall(r"^- \*\*([A-K]\d+[a-z]?)\.\*\*", PAGE, re.MULTILINE)
    rows = re.findall(r"^\| (H-\d+|I\d+)\b", PAGE, re.MULTILINE)
    assert sorted(statements()) == sorted((*bullets, *rows))
    assert all(one.lines for one in statements().values())


@pytest.mark.parametrize(
    ("asked", "number"),
    [("E24", "E24"), ("e20A", "E20a"), ("h-35", "H-35"), ("H1", "H-01"), (" I33 ", "I33")],
)
def test_a_statement_is_found_in_any_spelling(asked: str, number: str) -> None:
    found = find_statement(asked)
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize("asked", ["E99", "Z1", "troll", "E", "24", ""])
def test_other_words_are_no_statement(asked: str) -> None:
    assert find_statement(asked) is None


def test_a_table_belongs_to_the_statement_above_it() -> None:
    lines = statements()["A16"].lines
    assert lines[1:3] == ("step | 1 | 2 | 3 | 4 | 5 | 6", "Rage | 6 | 7 | 8 | 9 | 12 | 12")


def test_a_row_has_a_title_and_the_headings_of_its_table() -> None:
    assert statements()["H-35"].lines == (
        "Troll, Fire Giant",
        "readings: all Warriors, all non-monsters; or the enemy's",
        "what holds here, and why: enemy figures only",
    )
    assert statements()["I21"].lines[-1] == "if the seat is absent: highest STR"


def test_every_number_in_the_topics_is_a_statement() -> None:
    text = " ".join(part for topic in source_topics() for part in topic.paragraphs)
    cited = set(re.findall(r"(?<![\w+-])([A-K]-?\d+[a-z]?)(?=[,)])", text))
    assert len(cited) > 100
    assert {number for number in cited if find_statement(number) is None} == set()


@pytest.mark.parametrize(
    ("card", "numbers"),
    [
        ("troll", ["D17", "D42", "H-35", "I24"]),
        ("mystic-troll", ["K1"]),
        ("thors-glory", ["E28"]),
        ("lokis-dragons", ["D43", "F9"]),
        ("quest-alfheim", []),
    ],
)
def test_statements_about_a_card_name_it(card: str, numbers: list[str]) -> None:
    assert [one.number for one in statements_about(CARDS[CardId(card)])] == numbers


def test_readings_and_statements_marked_so_are_rulings() -> None:
    rulings = {one.number for one in statements().values() if one.is_ruling}
    assert {"D30", "H-16", "G2"} <= rulings
    assert not rulings & {"A1", "E24", "I21"}
