from __future__ import annotations

import pytest

from client.canvas import BOX, GLYPHS
from client.theme import (
    ASCII_GLYPHS,
    CLAN_STYLES,
    CURSOR,
    PALETTES,
    YOU,
    Theme,
    style_class,
    style_rules,
)

READABLE = 4.5
"""Contrast that text needs (WCAG AA)."""
GROUNDS = {Theme.DARK: "#000000", Theme.LIGHT: "#ffffff"}


def brightness(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", GROUNDS)
def test_every_colour_can_be_read_on_its_ground(theme: Theme) -> None:
    for name, rule in PALETTES[theme].items():
        for word in rule.split():
            if word.startswith("#"):
                assert contrast(word, GROUNDS[theme]) >= READABLE, name


def test_the_palette_without_colours_has_none() -> None:
    assert not any("#" in rule or "ansi" in rule for rule in PALETTES[Theme.MONO].values())


@pytest.mark.parametrize("theme", Theme)
def test_the_cursor_is_reverse_and_you_are_bold(theme: Theme) -> None:
    assert PALETTES[theme][CURSOR] == "reverse"
    assert PALETTES[theme][YOU] == "bold"
    assert style_rules(theme)[-1] == (CURSOR, "reverse")


@pytest.mark.parametrize("theme", [Theme.DARK, Theme.LIGHT, Theme.SIXTEEN])
def test_clans_have_five_different_hues(theme: Theme) -> None:
    assert len({PALETTES[theme][name] for name in CLAN_STYLES.values()}) == 5


def test_every_sign_has_one_ascii_character() -> None:
    for sign in GLYPHS + BOX:
        plain = ASCII_GLYPHS[ord(sign)]
        assert len(plain) == 1
        assert plain.isascii()


def test_styles_become_classes() -> None:
    assert style_class("") == ""
    assert style_class("wolf you") == "class:wolf,you"
