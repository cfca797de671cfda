from __future__ import annotations

import os
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from unittest.mock import patch

import pyte
import pytest

from client.app.splash import painted, splash_screen
from client.menu.main_menu import Menu
from client.menu.menu_screen import draw
from client.settings.letter_order import AS_IT_LIKES, LetterOrder, letter_order
from client.style.theme import CURSOR
from client.style.writing import is_right_to_left
from client.text.catalogue import speak
from client.ui.canvas import Canvas

MARK = "\u200e"


class Output(StringIO):
    """Collect everything written to the terminal."""


@pytest.fixture
def terminal() -> Iterator[int]:
    """A terminal that is the standard input."""
    ours, theirs = os.openpty()
    with os.fdopen(theirs) as source, patch.object(sys, "stdin", source):
        yield theirs
    os.close(ours)


def test_the_painted_frame_is_the_canvas() -> None:
    canvas = draw(Menu((), is_counting=True, is_first=True), 80, 24)
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(painted(canvas))
    drawn = ["".join(text for _, text in line).ljust(80) for line in canvas.lines()]
    assert screen.display == drawn
    at = next(y for y, line in enumerate(drawn) if "►" in line)
    assert all(screen.buffer[at][x].reverse for x in range(3, 70))
    assert CURSOR in {style for style, _ in canvas.lines()[at]}


def test_keys_are_not_echoed_until_the_program_takes_over(terminal: int) -> None:
    before = termios.tcgetattr(terminal)
    with redirect_stdout(Output()) as out, splash_screen(Canvas(4, 1)) as shown:
        assert not termios.tcgetattr(terminal)[3] & (termios.ECHO | termios.ICANON)
        assert "\x1b[?1049h" in out.getvalue()
        shown.rise()
        assert termios.tcgetattr(terminal) == before
    assert "\x1b[?1049l" not in out.getvalue()


def test_the_terminal_is_restored_if_the_program_never_takes_over(terminal: int) -> None:
    before = termios.tcgetattr(terminal)

    def fail() -> None:
        with splash_screen(Canvas(4, 1)):
            raise ZeroDivisionError

    with redirect_stdout(Output()) as out, pytest.raises(ZeroDivisionError):
        fail()
    assert termios.tcgetattr(terminal) == before
    assert out.getvalue().endswith("\x1b[?25h\x1b[?1049l")


@pytest.mark.parametrize("environ", [{}, {"TMUX": "1"}])
def test_letters_are_asked_to_stay_in_order_before_the_frame_and_given_back_after_it(
    terminal: int, environ: dict[str, str]
) -> None:
    speak("fa")
    order = letter_order(environ, "auto")
    frame = draw(Menu((), is_counting=True), 80, 24).shown()

    def fail() -> None:
        with splash_screen(frame, order):
            raise ZeroDivisionError

    with redirect_stdout(Output()) as out, pytest.raises(ZeroDivisionError):
        fail()
    assert out.getvalue().startswith(order.begin)
    assert out.getvalue().endswith(order.end)
    assert out.getvalue().count(MARK) == sum(
        is_right_to_left(sign) for row in frame.rows() for sign in row if order.marks
    )


def test_a_program_that_takes_over_gives_the_letters_back_itself(terminal: int) -> None:
    with redirect_stdout(Output()) as out, splash_screen(Canvas(4, 1), LetterOrder()) as shown:
        shown.rise()
    assert AS_IT_LIKES not in out.getvalue()


def test_the_imports_of_the_first_frame_are_light() -> None:
    program = (
        "import sys, client.cli.menu, client.cli.logged, client.settings.resolve;"
        "from client.app.splash import splash_screen; from client.menu.main_menu import Menu;"
        "from client.menu.menu_screen import draw;"
        "from client.settings.terminal import look_of;"
        "draw(Menu((), is_counting=True), 80, 24);"
        "heavy = {'prompt_toolkit', 'trio', 'asyncio', 'cryptography', 'nacl', 'zeroconf',"
        "'engine.cards', 'engine.state', 'client.app.program'} & set(sys.modules);"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
