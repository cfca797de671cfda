from __future__ import annotations

from engine.cards import CARDS
from tests.docs import cards_page, outdated


def test_the_generated_pages_are_what_make_docs_makes() -> None:
    assert tuple(outdated()) == ()


def test_every_card_stands_once_on_the_page_of_cards() -> None:
    page = cards_page()
    assert all(page.count(f"`{card}`") == 1 for card in CARDS)
