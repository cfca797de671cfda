from __future__ import annotations

import pytest

from engine.cards import CARDS
from tests.docs import cards_page, outdated
from tests.quoted import DOCS, missing_tests, named_tests, quoted, unsaid


def test_the_generated_pages_are_what_make_docs_makes() -> None:
    assert tuple(outdated()) == ()


def test_every_card_stands_once_on_the_page_of_cards() -> None:
    page = cards_page()
    assert all(page.count(f"`{card}`") == 1 for card in CARDS)


def test_what_the_page_for_bad_days_quotes_is_what_the_program_says() -> None:
    text = (DOCS / "when-things-go-wrong.md").read_text(encoding="utf-8")
    assert len(quoted(text)) > 30
    assert list(unsaid(text)) == []


def test_a_sentence_that_the_program_does_not_say_is_found() -> None:
    said, changed = "You are back, and asked again from now on.", "You are back, asked again."
    assert list(unsaid(f"It says `{said}` or `{changed}`; run `bloodrage no such thing`.")) == [
        changed
    ]


@pytest.mark.parametrize("page", ["threats.md", "protocol.md", "rules.md"])
def test_every_test_that_a_page_names_is_there(page: str) -> None:
    assert list(missing_tests((DOCS / page).read_text(encoding="utf-8"))) == []


def test_every_threat_names_the_test_that_shows_what_happens() -> None:
    rows = [
        line
        for line in (DOCS / "threats.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.endswith("| test |")
    ]
    assert len(rows) > 90
    assert [row for row in rows if not named_tests(row)] == []
