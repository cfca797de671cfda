import io
import sys

import pytest
from prompt_toolkit.output import ColorDepth

from client.settings.resolve import choose
from client.settings.terminal import (
    asks_background,
    colour_depth,
    is_light_reply,
    is_screen,
    look_of,
)
from client.style.theme import Glyphs, Look, Theme


class _Terminal(io.StringIO):
    """A text stream that claims to be a terminal."""

    encoding = "utf-8"

    def __init__(self, *, tty: bool = True) -> None:
        super().__init__()
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


class _Latin(_Terminal):
    encoding = "iso-8859-1"


XTERM = {"TERM": "xterm-256color"}


def _look(stdout: _Terminal, environ: dict[str, str], **flags: str) -> Look:
    return look_of(stdout, environ, choose(flags, environ).settings)


def test_a_screen_needs_a_terminal_with_a_cursor_at_both_ends() -> None:
    assert is_screen(_Terminal(), _Terminal(), XTERM)
    assert not is_screen(_Terminal(tty=False), _Terminal(), XTERM)
    assert not is_screen(_Terminal(), _Terminal(tty=False), XTERM)
    assert not is_screen(_Terminal(), _Terminal(), {"TERM": "dumb"})
    assert not is_screen(_Terminal(), _Terminal(), {})


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({}, None),
        ({"COLORTERM": "truecolor"}, ColorDepth.DEPTH_24_BIT),
        ({"COLORTERM": "24bit"}, ColorDepth.DEPTH_24_BIT),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, ColorDepth.DEPTH_1_BIT),
        ({"BLOODRAGE_NO_COLOR": "1"}, ColorDepth.DEPTH_1_BIT),
        ({"NO_COLOR": ""}, None),
    ],
)
def test_colours_follow_the_environment(environ: dict[str, str], depth: ColorDepth | None) -> None:
    assert colour_depth(environ, choose({}, environ).settings) == depth


def test_the_look_fits_the_terminal() -> None:
    assert _look(_Terminal(), XTERM).theme is Theme.DARK
    assert _look(_Terminal(), {"TERM": "linux"}).theme is Theme.SIXTEEN
    assert _look(_Terminal(), XTERM | {"NO_COLOR": "1"}).theme is Theme.MONO
    assert _look(_Terminal(), XTERM).glyphs is Glyphs.UNICODE
    assert _look(_Latin(), XTERM).glyphs is Glyphs.ASCII


def test_a_chosen_look_overrides_the_fitting_one() -> None:
    chosen = _look(_Latin(), {"TERM": "linux"}, theme="light", glyphs="unicode")
    assert chosen == Look(Theme.LIGHT, Glyphs.UNICODE)


def test_no_color_overrides_the_theme_but_not_the_flag() -> None:
    environ = XTERM | {"NO_COLOR": "1", "COLORTERM": "truecolor"}
    assert _look(_Terminal(), environ, theme="light").theme is Theme.MONO
    assert _look(_Terminal(), environ, color="always").theme is Theme.DARK
    settings = choose({"color": "always"}, environ).settings
    assert colour_depth(environ, settings) is ColorDepth.DEPTH_24_BIT


@pytest.mark.parametrize(
    ("environ", "depth"),
    [({"TERM": "linux"}, ColorDepth.DEPTH_4_BIT), (XTERM, ColorDepth.DEPTH_8_BIT)],
)
def test_forced_colours_ignore_the_environment_of_the_library(
    environ: dict[str, str], depth: ColorDepth
) -> None:
    assert colour_depth(environ, choose({"color": "always"}, environ).settings) is depth


@pytest.mark.parametrize(
    ("told", "theme"),
    [
        ("0;15", Theme.LIGHT),
        ("0;default;15", Theme.LIGHT),
        ("0;7", Theme.LIGHT),
        ("15;0", Theme.DARK),
        ("15;default", Theme.DARK),
        ("12;8", Theme.DARK),
        ("", Theme.DARK),
        ("nonsense", Theme.DARK),
    ],
)
def test_a_reported_background_gets_readable_colours(told: str, theme: Theme) -> None:
    assert _look(_Terminal(), XTERM | {"COLORFGBG": told}).theme is theme


@pytest.mark.parametrize(
    ("told", "is_light"),
    [
        ("]11;rgb:ffff/ffff/ffff", True),
        ("]11;rgb:fdfd/f6f6/e3e3", True),
        ("]11;rgb:ff/ff/d0", True),
        ("]11;rgba:ffff/ffff/ffff/8000", True),
        ("]11;#FDF6E3", True),
        ("]11;#fff", True),
        ("]11;rgb:0000/0000/0000", False),
        ("]11;rgb:0/2b/36", False),
        ("]11;#002b36", False),
        ("]11;rgb:00/00/ff", False),
        ("]11;rgb:00/ff/00", True),
        ("]10;rgb:ffff/ffff/ffff", None),
        ("]11;?", None),
        ("]11;#ffff", None),
        ("]11;#" + "f" * 15, None),
        ("]11;rgb:fffff/fffff/fffff", None),
        ("]11;white", None),
        ("P11;rgb:ffff/ffff/ffff", None),
        ("", None),
    ],
)
def test_the_background_is_read_from_the_answer(told: str, is_light: bool | None) -> None:
    assert is_light_reply(told) is is_light


def test_the_answer_of_the_terminal_counts_more_than_its_environment() -> None:
    environ = XTERM | {"COLORFGBG": "0;15"}
    settings = choose({}, environ).settings
    assert look_of(_Terminal(), environ, settings).theme is Theme.LIGHT
    assert look_of(_Terminal(), environ, settings, is_light=False).theme is Theme.DARK
    assert look_of(_Terminal(), XTERM, settings, is_light=True).theme is Theme.LIGHT
    chosen = choose({"theme": "dark-safe"}, environ).settings
    assert look_of(_Terminal(), environ, chosen, is_light=True).theme is Theme.DARK_SAFE


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is asked there")
def test_the_background_is_asked_only_if_colours_depend_on_it() -> None:
    assert asks_background(XTERM, choose({}, XTERM).settings)
    assert not asks_background(XTERM, choose({"theme": "dark"}, XTERM).settings)
    assert not asks_background(XTERM, choose({"color": "never"}, XTERM).settings)
    assert not asks_background({"TERM": "linux"}, choose({}, XTERM).settings)
