from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.app.settings_overlay import (
    ROWS,
    Change,
    SettingsOverlay,
    SettingsPage,
    draw_page,
    press,
    typed_into,
)
from client.settings.keys import COMMANDS
from client.settings.resolve import choose
from client.settings.schema import ENTRIES, Entry, Settings
from client.ui.canvas import Canvas
from engine.values import replace


def _at(key: str, settings: Settings | None = None) -> SettingsPage:
    row = [entry.key for entry in ENTRIES].index(key)
    return SettingsPage(settings or Settings(), row)


def _at_key(command: str) -> SettingsPage:
    return SettingsPage(Settings(), len(ENTRIES) + list(COMMANDS).index(command))


def _pressed(page: SettingsPage, *keys: str) -> SettingsPage:
    for key in keys:
        page = press(page, key)
    return page


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.choices], ids=lambda one: one.key)
def test_arrows_go_through_all_choices_and_back_to_the_first(entry: Entry) -> None:
    page = _at(entry.key)
    ahead = _pressed(page, *["right"] * len(entry.choices))
    assert ahead.settings == page.settings
    assert _pressed(page, "right", "left").settings == page.settings
    assert press(page, "enter").settings == press(page, "right").settings != page.settings


def test_a_switch_turns_and_reports_its_change() -> None:
    page = press(_at("bell"), "space")
    assert not page.settings.bell
    assert page.change == Change("turn", "bell", value=False)
    assert press(page, "down").change is None


def test_a_text_is_typed_kept_by_enter_and_left_by_escape() -> None:
    page = _pressed(_at("name"), "enter", "B", "o", "space", "x", "backspace", "backspace")
    assert page.typed == "Bo"
    assert press(page, "escape").settings.name == ""
    assert press(page, "enter").change == Change("play", "name", "Bo")


def test_an_invalid_text_is_refused_and_can_be_corrected() -> None:
    page = _pressed(_at("name"), "enter", *"x" * 25, "enter")
    assert "1 to 24" in page.message
    assert _pressed(page, "backspace", "enter").settings.name == "x" * 24


def test_pasted_text_loses_unprintable_characters() -> None:
    assert typed_into(_at("command"), "beep").typed is None
    page = press(_at("command"), "enter")
    assert typed_into(page, "beep\x1b\n-f").typed == "beep-f"


def test_a_command_takes_the_next_key_if_it_is_free() -> None:
    page = _pressed(_at_key("invade"), "enter", "n")
    assert page.change == Change("keys", "invade", "n")
    taken = _pressed(_at_key("invade"), "enter", "m")
    assert (taken.change, taken.message) == (
        None,
        "invade stays on i: m is taken by march.",
    )
    assert _pressed(_at_key("invade"), "enter", "escape").settings == Settings()


def test_backspace_restores_the_usual_key_of_a_command() -> None:
    page = _pressed(_at_key("invade"), "enter", "n", "backspace")
    assert page.change == Change("keys", "invade", "i")


@pytest.mark.parametrize("key", ["escape", "q", "^Q", "^C"])
def test_closing_the_page_keeps_the_settings(key: str) -> None:
    page = _pressed(_at("bell"), "space", key)
    assert page.closed
    assert not page.settings.bell


@given(st.lists(st.sampled_from(["up", "down", "left", "right", "enter", "space", "x", "end"])))
def test_the_page_can_be_drawn_after_any_keys(keys: list[str]) -> None:
    page = _pressed(SettingsPage(Settings()), *keys)
    assert 0 <= page.cursor < ROWS
    for width, height in ((40, 10), (80, 24), (140, 45)):
        canvas = Canvas(width, height)
        draw_page(canvas, page, "/home/astrid/.config/bloodrage/config.toml")
        assert "►" in canvas.text()


def test_every_change_is_written_at_once(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    desk = SettingsOverlay(path)
    desk.open(Settings())
    assert desk.press("right") == Settings(theme=ENTRIES[0].choices[1])
    assert choose({}, {}, path).settings == Settings(theme=ENTRIES[0].choices[1])
    assert desk.press("escape") is None
    assert desk.page is None


def test_a_change_applies_even_if_it_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[look", encoding="utf-8")
    desk = SettingsOverlay(path)
    desk.open(Settings())
    assert desk.press("right") is not None
    assert desk.page is not None
    assert "nothing was changed" in desk.page.message


def test_the_page_can_be_drawn_in_ascii(tmp_path: Path) -> None:
    desk = SettingsOverlay(tmp_path / "config.toml")
    desk.open(replace(Settings(), hints=False))
    canvas = Canvas(80, 24)
    desk.draw(canvas)
    assert canvas.to_ascii().text().isascii()
