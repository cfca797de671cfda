from __future__ import annotations

import string

import pytest

from client.settings.keymap import KeyMap
from client.settings.keys import BINDINGS, key_name
from client.settings.layouts import Keyboard

QWERTY = "qwertyuiopasdfghjklzxcvbnm"
LAYOUTS = {
    "russian": "йцукенгшщзфывапролдячсмить",
    "ukrainian": "йцукенгшщзфівапролдячсмить",
    "belarusian": "йцукенгшўзфывапролдячсмить",
    "greek": ";ςερτυθιοπασδφγηξκλζχψωβνμ",
    "persian": "ضصثقفغعهخحشسیبلاتنمظطزرذدپ",
}
CAPITALS = {
    "russian": "ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ",
    "ukrainian": "ЙЦУКЕНГШЩЗФІВАПРОЛДЯЧСМИТЬ",
    "greek": ":  ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ".replace("  ", " "),
}
COMMANDS = {one.pressed for one in BINDINGS if len(one.pressed) == 1 and one.pressed.isalpha()}


def _placed(typed: str) -> str:
    """Return keys by their places, after a letter of the same layout."""
    keyboard = Keyboard()
    keyboard.by_place(typed[-1])
    return "".join(map(keyboard.by_place, typed))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_letter_counts_by_its_place(layout: str) -> None:
    assert _placed(LAYOUTS[layout]) == QWERTY


@pytest.mark.parametrize("layout", CAPITALS)
def test_capitals_count_by_their_place_too(layout: str) -> None:
    placed = _placed(CAPITALS[layout])
    found = {key for key in placed if key.isascii()}
    assert COMMANDS & set(string.ascii_uppercase) <= found
    assert all(key in (large, " ") for key, large in zip(placed, QWERTY.upper(), strict=True))


def test_capitals_that_are_commands_are_on_the_persian_keyboard() -> None:
    placed = _placed("\u064b\u0670\u0654\u0621\u0624\u0622\u0623[]\u064a")
    assert placed == "RVNMAHGPOd"


def test_digits_of_a_persian_keyboard_are_digits() -> None:
    assert _placed("\u06f0\u06f1\u06f5\u06f9\u0667\u0661") == "015971"


def test_every_key_of_a_layout_reaches_the_program() -> None:
    for layout in LAYOUTS.values():
        assert [key_name(letter) for letter in layout] == list(layout)


def test_latin_letters_and_keys_with_names_stay() -> None:
    keyboard = Keyboard()
    for key in (*string.printable.replace(" ", ""), "enter", "^Q", "f3", "space", "ł", "ñ", "«"):
        assert keyboard.by_place(key) == key


def test_a_sign_in_another_place_counts_only_after_a_letter_of_that_layout() -> None:
    keyboard = Keyboard()
    assert keyboard.by_place(";") == ";"
    assert [keyboard.by_place(key) for key in "φ;"] == ["f", "q"]
    assert [keyboard.by_place(key) for key in "f;"] == ["f", ";"]
    assert [keyboard.by_place(key) for key in "ф.,"] == ["a", "/", "?"]


def test_a_letter_to_which_a_command_was_moved_stays() -> None:
    keys = KeyMap((("i", "ш"), ("m", "k")))
    keyboard = Keyboard()
    assert keyboard.by_place("ш", keys.chosen) == "ш"
    assert keys.meaning(keyboard.by_place("л", keys.chosen)) == "m"
