"""Tables with people, battles, hints, the menu, replays: English cuts as many rows as any language.

The scenes of one player are in test_languages.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.menu.main_menu import Menu, press
from client.menu.menu_screen import draw as draw_menu
from client.replay.player import ReplayPlayer
from client.screens.draw import draw
from client.text.catalogue import ENGLISH, speak
from client.text.hint_sentences import hint_sentence
from client.ui.canvas import Canvas
from engine.values import replace
from tests.client.replay.test_goldens import CASES as REPLAYS
from tests.client.replay.watching import retold
from tests.client.screens.scenes import Wanted, scene
from tests.client.screens.test_goldens import SMALL
from tests.client.screens.test_goldens_of_battles import SCENES as BATTLES
from tests.client.screens.test_goldens_of_menu import HINTED, MENUS
from tests.client.screens.test_languages import cut_rows
from tests.client.screens.test_presence import absences, company
from tests.messages import TRANSLATED


def assert_whole(drawn: Callable[[], Canvas]) -> None:
    """Assert that a screen cuts as few rows in every language as in English."""
    speak(ENGLISH)
    most = len(cut_rows(drawn().rows()))
    for language in TRANSLATED:
        speak(language)
        cut = cut_rows(drawn().rows())
        assert len(cut) <= most, (language, cut)


@pytest.mark.parametrize("name", [*company(), *absences()])
def test_a_table_with_people_is_whole(name: str) -> None:
    assert_whole(lambda: draw({**company(), **absences()}[name], *SMALL))


@pytest.mark.parametrize("wanted", BATTLES, ids=lambda wanted: wanted.name)
def test_a_battle_is_whole(wanted: Wanted) -> None:
    assert_whole(lambda: draw(scene(wanted), *SMALL))


def test_figures_of_a_battle_wrap_between_their_names() -> None:
    speak("pl")
    wanted = next(one for one in BATTLES if one.name == "choose-of-two")
    rows = [row.strip("║ ") for row in draw(scene(wanted), *SMALL).rows()]
    at = next(number for number, row in enumerate(rows) if "Wojownik+ " in row)
    assert rows[at + 1] == "Przywódca"


@pytest.mark.parametrize(("wanted", "word"), HINTED, ids=[word for _, word in HINTED])
def test_a_hint_is_whole(wanted: Wanted, word: str) -> None:
    assert_whole(lambda: draw(replace(scene(wanted), hint=hint_sentence(word)), *SMALL))


@pytest.mark.parametrize("name", MENUS)
def test_the_menu_is_whole(name: str) -> None:
    def drawn() -> Canvas:
        menu, keys = MENUS[name]
        for key in keys.split():
            after = press(menu, key)
            assert isinstance(after, Menu)
            menu = after
        return draw_menu(menu, *SMALL)

    assert_whole(drawn)


@pytest.mark.parametrize("name", REPLAYS)
def test_a_replay_is_whole(name: str) -> None:
    def drawn() -> Canvas:
        watched = ReplayPlayer(retold())
        for key in REPLAYS[name]:
            watched.press(key, 1.0)
        return watched.draw(*SMALL, 1.0)

    assert_whole(drawn)
