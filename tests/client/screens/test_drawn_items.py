"""Answers are found on the screen as they are drawn."""

from client.screens.drawn_items import item_columns
from client.ui.view import Item

ROW = "║►i Invade          │ 2/3 i Invade"


def test_an_answer_is_found_where_it_is_drawn_and_not_within_words() -> None:
    assert list(item_columns(ROW, Item("i", "Invade"))) == [2, ROW.rindex("i Invade")]
    assert list(item_columns("  xi Invade", Item("i", "Invade"))) == []


def test_a_group_is_found_with_its_number() -> None:
    row = " ►w 2/3 Warriors "
    assert list(item_columns(row, Item("w", "Warriors", count=2, most=3))) == [2]
    assert list(item_columns(row, Item("w", "Warriors"))) == []
