from __future__ import annotations

from itertools import combinations

import pytest

from client.style.theme import (
    ASCII_GLYPHS,
    BAR,
    CLAN_STYLES,
    CURSOR,
    DOOM,
    PALETTES,
    YOU,
    Theme,
    style_class,
    style_rules,
)
from client.style.writing import BOX
from client.ui.cells import GLYPHS
from tests.client.colours import EYES, contrast, difference

READABLE = 4.5
"""Contrast that text needs (WCAG AA)."""
NEARLY = 4.0
"""Contrast of the sixteen colours, whose shades depend on the terminal."""
GROUNDS = {
    Theme.DARK: "#000000",
    Theme.DARK_SAFE: "#000000",
    Theme.LIGHT: "#ffffff",
    Theme.LIGHT_SAFE: "#ffffff",
}
APART = {Theme.DARK: 16, Theme.LIGHT: 11, Theme.DARK_SAFE: 39, Theme.LIGHT_SAFE: 32}
"""The least difference between two clans for all eyes."""
APART_TO_MOST = {Theme.DARK: 35, Theme.LIGHT: 39, Theme.DARK_SAFE: 39, Theme.LIGHT_SAFE: 32}
FROM_DOOM = 20
SIXTEEN = {
    "xterm": {
        "ansigreen": "#00cd00",
        "ansicyan": "#00cdcd",
        "ansibrightred": "#ff0000",
        "ansibrightyellow": "#ffff00",
        "ansibrightblue": "#5c5cff",
        "ansiwhite": "#ffffff",
    },
    "console": {
        "ansigreen": "#00aa00",
        "ansicyan": "#00aaaa",
        "ansibrightred": "#ff5555",
        "ansibrightyellow": "#ffff55",
        "ansibrightblue": "#5555ff",
        "ansiwhite": "#ffffff",
    },
    "windows": {
        "ansigreen": "#13a10e",
        "ansicyan": "#3a96dd",
        "ansibrightred": "#e74856",
        "ansibrightyellow": "#f9f1a5",
        "ansibrightblue": "#3b78ff",
        "ansiwhite": "#f2f2f2",
    },
}


def colours(theme: Theme) -> list[tuple[str, str]]:
    """Yield the text styles of a palette with their colours."""
    return [
        (name, word)
        for name, rule in PALETTES[theme].items()
        for word in rule.split()
        if word.startswith(("#", "ansi"))
    ]


def clans(theme: Theme) -> list[str]:
    return [PALETTES[theme][name] for name in CLAN_STYLES.values()]


@pytest.mark.parametrize("theme", GROUNDS)
def test_every_colour_is_readable_on_the_screen_and_on_the_first_row(theme: Theme) -> None:
    bar = PALETTES[theme][BAR].partition("bg:")[2]
    for name, colour in colours(theme):
        assert contrast(colour, GROUNDS[theme]) >= READABLE, name
        assert contrast(colour, bar) >= READABLE, name


@pytest.mark.parametrize("theme", Theme)
def test_a_style_that_sets_a_ground_sets_an_ink(theme: Theme) -> None:
    for name, rule in PALETTES[theme].items():
        inks = [word for word in rule.split() if word.startswith(("#", "ansi", "fg:"))]
        assert inks or "bg:" not in rule, name


@pytest.mark.parametrize("theme", GROUNDS)
def test_an_ink_is_readable_on_its_own_ground(theme: Theme) -> None:
    for name, rule in PALETTES[theme].items():
        ink, ground, colour = rule.partition("bg:")
        assert not ground or contrast(ink.split()[0], colour) >= READABLE, name


@pytest.mark.parametrize("terminal", SIXTEEN)
def test_sixteen_colours_are_readable_on_black(terminal: str) -> None:
    for name, colour in colours(Theme.SIXTEEN):
        assert contrast(SIXTEEN[terminal][colour], "#000000") >= NEARLY, name


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", GROUNDS)
def test_clans_are_distinguishable_by_hue_for_all_eyes(theme: Theme, eyes: str) -> None:
    least = min(difference(one, other, eyes) for one, other in combinations(clans(theme), 2))
    assert least >= (APART_TO_MOST if eyes == "normal" else APART)[theme]


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", [Theme.DARK_SAFE, Theme.LIGHT_SAFE])
def test_no_clan_looks_like_doom_in_the_safe_palettes(theme: Theme, eyes: str) -> None:
    doom = PALETTES[theme][DOOM]
    assert min(difference(one, doom, eyes) for one in clans(theme)) >= FROM_DOOM


@pytest.mark.parametrize("theme", [Theme.DARK_SAFE, Theme.LIGHT_SAFE])
def test_safe_palettes_are_the_same_with_256_colours(theme: Theme) -> None:
    levels = {"00", "5f", "87", "af", "d7", "ff"}
    for colour in clans(theme):
        assert {colour[at : at + 2] for at in (1, 3, 5)} <= levels


@pytest.mark.parametrize("terminal", SIXTEEN)
def test_sixteen_colours_have_five_different_clans(terminal: str) -> None:
    shades = [SIXTEEN[terminal][name] for name in clans(Theme.SIXTEEN)]
    assert min(difference(*pair) for pair in combinations(shades, 2)) >= 38


def test_the_palette_without_colours_has_none() -> None:
    assert not any("#" in rule or "ansi" in rule for rule in PALETTES[Theme.MONO].values())


@pytest.mark.parametrize("theme", Theme)
def test_the_cursor_is_reverse_and_you_are_bold(theme: Theme) -> None:
    assert PALETTES[theme][CURSOR] == "reverse"
    assert PALETTES[theme][YOU] == "bold"
    assert style_rules(theme)[-1] == (CURSOR, "reverse")


@pytest.mark.parametrize("theme", [*GROUNDS, Theme.SIXTEEN])
def test_clans_have_five_different_hues(theme: Theme) -> None:
    assert len({PALETTES[theme][name] for name in CLAN_STYLES.values()}) == 5


def test_the_ascii_table_maps_each_sign_to_its_own_character() -> None:
    rows = (
        "─- │| ┌+ ┐+ └+ ┘+ ├+ ┤+ ┬+ ┴+ ┼+ ═= ║| ╔+ ╗+ ╚+ ╝+ "
        "►> ●* ○- ▲^ ≈~ ░: ▓# √v …~ ·. ∞* ≤< ←< →> ↑^ ↓v •i ◆@"
    )
    assert [chr(sign) + plain for sign, plain in ASCII_GLYPHS.items()] == rows.split()


def test_every_sign_has_one_ascii_character() -> None:
    for sign in GLYPHS + BOX:
        plain = ASCII_GLYPHS[ord(sign)]
        assert len(plain) == 1
        assert plain.isascii()


def test_styles_become_classes() -> None:
    assert style_class("") == ""
    assert style_class("wolf you") == "class:wolf,you"
