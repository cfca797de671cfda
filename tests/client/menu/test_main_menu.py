"""The menu: its keys, and a sentence for each row."""

import pytest

from client.menu.main_menu import MAIN, Menu, MenuPage, Play, Quit, press, rows, with_text
from client.menu.menu_screen import draw
from client.text.box_words import GameBox
from client.text.menu_words import ABOUT, about


def pressed(menu: Menu, *keys: str) -> Menu:
    for key in keys:
        after = press(menu, key)
        assert isinstance(after, Menu)
        menu = after
    return menu


def test_one_press_of_enter_starts_a_game_against_bots() -> None:
    assert press(Menu(()), "enter") == Play(3, "karl")


@pytest.mark.parametrize("row", MAIN)
def test_every_row_explains_itself(row: str) -> None:
    assert row in ABOUT
    assert about(row)


def test_home_and_end_go_to_the_first_and_the_last_row() -> None:
    last = pressed(Menu(()), "end")
    assert last.cursor == len(rows(last)) - 1
    assert pressed(last, "home").cursor == 0


def test_a_question_mark_shows_goal_and_keys_and_escape_goes_back() -> None:
    menu = pressed(Menu(()), "down", "?")
    assert menu.page is MenuPage.TEXT
    assert "three Ages" in menu.text[0]
    assert pressed(menu, "escape").cursor == 1


@pytest.mark.parametrize("key", ["q", "^Q", "^C"])
def test_every_exit_of_the_first_page_quits(key: str) -> None:
    assert isinstance(press(Menu(()), key), Quit)


@pytest.mark.parametrize("key", ["escape", "q", "^Q", "^C"])
def test_every_exit_of_other_pages_goes_back(key: str) -> None:
    menu = with_text(pressed(Menu(()), "down"), "Title", ("text",))
    assert pressed(menu, key).page is MenuPage.MAIN


def test_escape_on_the_first_page_says_how_to_leave() -> None:
    assert "q quits" in pressed(Menu(()), "escape").message


def test_a_row_of_the_first_page_opens_the_boxes_and_enter_puts_one_into_the_game() -> None:
    menu = pressed(Menu(()), *("down",) * MAIN.index("Boxes"))
    assert rows(menu)[menu.cursor] == "  boxes  base game only"
    menu = pressed(menu, "enter", "down", "enter")
    assert rows(menu) == (
        "Kickstarter monsters: ← no →",
        "Gods of Asgard: ← yes →",
        "Mystics of Midgard: ← no →",
    )
    menu = pressed(menu, "down", "right", "escape")
    assert rows(menu)[menu.cursor] == "  boxes  Gods of Asgard and Mystics of Midgard"
    assert press(pressed(menu, "home"), "enter") == Play(3, "karl", (GameBox.GODS, GameBox.MYSTICS))


def test_a_box_is_taken_out_as_it_was_put_in() -> None:
    menu = pressed(Menu((), boxes=(GameBox.GODS,)), *("down",) * MAIN.index("Boxes"))
    assert pressed(menu, "enter", "down", "left").boxes == ()


@pytest.mark.parametrize("box", GameBox)
def test_every_box_explains_itself_below_its_row(box: GameBox) -> None:
    menu = pressed(Menu(()), *("down",) * MAIN.index("Boxes"), "enter")
    menu = pressed(menu, *("down",) * tuple(GameBox).index(box))
    assert box.about in draw(menu, 80, 24).text()
