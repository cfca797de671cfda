import io

import pytest
from prompt_toolkit.output import ColorDepth

from client.settings.resolve import choose
from client.settings.terminal import colour_depth, is_screen, look_of
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
