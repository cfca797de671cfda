from __future__ import annotations

import re

import pytest

from engine.cards import CARDS
from tests.docs import cards_page, outdated
from tests.quoted import DOCS, ROOT, missing_tests, named_tests, quoted, unsaid


def test_the_generated_pages_are_up_to_date() -> None:
    assert tuple(outdated()) == ()


def test_every_card_is_listed_once_on_the_page_of_cards() -> None:
    page = cards_page()
    assert all(page.count(f"`{card}`") == 1 for card in CARDS)


def test_quotations_of_the_page_for_bad_days_are_messages_of_the_program() -> None:
    text = (DOCS / "when-things-go-wrong.md").read_text(encoding="utf-8")
    assert len(quoted(text)) > 30
    assert list(unsaid(text)) == []


def test_a_quotation_that_is_no_message_is_found() -> None:
    said, changed = "You are back, and asked again from now on.", "You are back, asked again."
    assert list(unsaid(f"It says `{said}` or `{changed}`; run `bloodrage no such thing`.")) == [
        changed
    ]


@pytest.mark.parametrize("page", ["threats.md", "protocol.md", "rules.md"])
def test_every_test_named_on_a_page_exists(page: str) -> None:
    assert list(missing_tests((DOCS / page).read_text(encoding="utf-8"))) == []


def test_every_threat_names_its_test() -> None:
    rows = [
        line
        for line in (DOCS / "threats.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.endswith("| test |")
    ]
    assert len(rows) > 90
    assert [row for row in rows if not named_tests(row)] == []


def test_every_scenario_of_the_rules_has_a_test_by_its_number() -> None:
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^- \*\*J(\d+[a-z]?)\.\*\*", page, re.MULTILINE))
    assert {"1", "93", "100", "149b", "183"} <= numbers
    tested = set()
    for file in (ROOT / "tests" / "engine").rglob("test_*.py"):
        tested |= set(re.findall(r"def test_j(\d+[a-z]?)_", file.read_text(encoding="utf-8")))
    assert sorted(numbers - tested) == []
