"""Letter keys of other alphabets in the whole program, and text that is typed in them."""

import asyncio
from pathlib import Path

import pytest

from client.app.launch import MainMenu
from client.app.run_choices import Choices
from client.games.bot_game import NewGame
from client.lobby.connect_form import ConnectForm, Field
from client.lobby.entry import Door
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.settings.keymap import KeyMap
from client.settings.reader import settings_path
from tests.client.lobby.lobbies import Meeting
from tests.client.settings.test_layouts import LAYOUTS, QWERTY
from tests.client.terminal import Played, playing

GAME = NewGame(("thrall", "thrall"), 5)
_MOVED = Preferences(Pace.INSTANT, guard=0.0, keys=KeyMap((("l", "j"),)))
_DIFFERENT = 6
"""Screens that these keys show at least."""
_END = "\x1b[F"
_KEYS = ("c", "escape", "d", "escape", "l", "f", "q", "j", "escape", "g", "q", "r", "q", "b")
"""Answers, the log on its own key and on another, sheets, filters and closing them."""


def _on(layout: str, key: str) -> str:
    return LAYOUTS[layout][QWERTY.index(key)] if len(key) == 1 else key


async def _screens(directory: Path, layout: str) -> list[str]:
    screens = []
    async with playing(GAME, directory, choices=Choices(preferences=_MOVED)) as played:
        for key in _KEYS:
            await played.keys(_on(layout, key) if layout else key)
            screens.append(played.screen.text)
    return screens


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_game_goes_the_same_way_on_every_keyboard(tmp_path: Path, layout: str) -> None:
    latin = asyncio.run(_screens(tmp_path / "latin", ""))
    other = asyncio.run(_screens(tmp_path / "other", layout))
    assert other == latin
    assert len(set(latin)) >= _DIFFERENT


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_menu_is_left_by_the_key_of_q(tmp_path: Path, layout: str) -> None:
    async def play() -> int:
        async with playing(MainMenu(), tmp_path) as played:
            await played.keys("z" if layout == "persian" else _on(layout, "z"), _on(layout, "q"))
            return await played.task

    assert asyncio.run(play()) == 0


def test_a_search_takes_the_letters_as_they_are_typed(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        await played.keys("?", "ш", "н")
        assert "шн" in played.screen.text
        await played.keys("escape", "д", ".", "т")
        assert "/т" in played.screen.text.replace(" ", "")

    async def main() -> None:
        async with playing(GAME, tmp_path) as played:
            await play(played)

    asyncio.run(main())


def test_a_new_key_for_a_command_is_the_one_it_lies_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(GAME, tmp_path) as played:
            await played.keys("O", _END, "enter", "о")  # noqa: RUF001 - Cyrillic, on J
            await played.keys("escape")

    asyncio.run(main())
    assert '"j"' in settings_path().read_text("utf-8")


def test_names_and_chat_take_the_letters_as_they_are_typed(tmp_path: Path) -> None:
    form = ConnectForm(Door.OPEN, "")
    form.cursor = form.fields.index(Field.NAME)
    typed_at = form.takes_text
    form.cursor = next(at for at, one in enumerate(form.fields) if one not in form.texts)
    assert (typed_at, form.takes_text) == (True, False)
    host = Meeting(tmp_path, "Astrid", seats=2).people[0]
    before = host.lobby_model.takes_text
    host.keys("t")
    assert (before, host.lobby_model.takes_text) == (False, True)
