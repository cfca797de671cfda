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
from client.style.theme import CURSOR
from client.ui.canvas import Canvas


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
