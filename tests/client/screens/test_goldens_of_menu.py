"""Golden screens of the menu and of hints, at their sizes."""

import pytest

from client.menu.main_menu import Menu, press
from client.menu.menu_screen import draw as draw_menu
from client.screens.draw import draw
from client.text.catalogue import speak
from client.text.hint_sentences import hint_sentence
from engine import decisions as ask
from engine.values import replace
from tests.client.screens.scenes import Wanted, scene
from tests.client.screens.test_goldens import COMPACT, LARGE, MEDIUM, SMALL, compare

LITTLE = (45, 12)
MENUS = {
    "menu-first": (Menu((), is_first=True), ""),
    "menu": (Menu(()), "down down down down"),
    "menu-rules": (Menu(()), "end up up up enter"),
    "menu-help": (Menu((), is_first=True), "?"),
    "menu-nothing": (Menu(()), "down down down down down enter"),
}
HINTED = (
    (Wanted("hint-clan", ask.ClanDecision, 3, seed=4), "clan"),
    (Wanted("hint-draft", ask.PickDecision, 4, 1), "pick"),
    (Wanted("hint-turn", ask.TurnDecision, 5, 6), "action"),
    (Wanted("hint-where", ask.TurnDecision, 5, 6, "i w"), "invade"),
    (Wanted("hint-choose", ask.CardDecision, 5, 3), "card"),
    (Wanted("hint-result", "result", 5, 3), "battle of others"),
)
SIZES = (SMALL, MEDIUM, LARGE, COMPACT, LITTLE)


def _name(name: str, size: tuple[int, int]) -> str:
    return f"{name}-{size[0]}x{size[1]}"


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE, LITTLE], ids=str)
@pytest.mark.parametrize("name", MENUS)
def test_the_menu_matches_its_golden_file(name: str, size: tuple[int, int]) -> None:
    menu, keys = MENUS[name]
    for key in keys.split():
        after = press(menu, key)
        assert isinstance(after, Menu)
        menu = after
    compare(_name(name, size), draw_menu(menu, *size).text())


@pytest.mark.parametrize("language", ["pl", "uk", "es"])
def test_the_first_menu_in_other_languages_matches_its_golden_file(language: str) -> None:
    speak(language)
    drawn = draw_menu(Menu((), is_first=True), *SMALL).text()
    compare(f"menu-first-{language}", drawn)


def test_the_menu_has_ascii_signs() -> None:
    drawn = draw_menu(Menu((), is_first=True), *SMALL)
    assert drawn.to_ascii().text().isascii()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("wanted", "word"), HINTED, ids=[one.name for one, _ in HINTED])
def test_a_hint_matches_its_golden_file(wanted: Wanted, word: str, size: tuple[int, int]) -> None:
    view = replace(scene(wanted), hint=hint_sentence(word))
    compare(_name(wanted.name, size), draw(view, *size).text())
