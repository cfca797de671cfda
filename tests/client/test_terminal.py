import io

import pytest
from prompt_toolkit.output import ColorDepth

from client.terminal import colour_depth, is_screen, look_of
from client.theme import Glyphs, Theme


class _Terminal(io.StringIO):
    """A text stream that says it is a terminal."""

    encoding = "utf-8"

    def __init__(self, *, tty: bool = True) -> None:
        super().__init__()
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


class _Latin(_Terminal):
    encoding = "iso-8859-1"


XTERM = {"TERM": "xterm-256color"}


def test_a_screen_needs_a_terminal_at_both_ends_that_moves_its_cursor() -> None:
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
    assert colour_depth(environ) == depth


def test_the_look_fits_the_terminal() -> None:
    assert look_of(_Terminal(), XTERM).theme is Theme.DARK
    assert look_of(_Terminal(), {"TERM": "linux"}).theme is Theme.SIXTEEN
    assert look_of(_Terminal(), XTERM | {"NO_COLOR": "1"}).theme is Theme.MONO
    assert look_of(_Terminal(), XTERM).glyphs is Glyphs.UNICODE
    assert look_of(_Latin(), XTERM).glyphs is Glyphs.ASCII
