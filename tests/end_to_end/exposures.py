"""One scene in Persian for a real terminal, four times; the program runs in that terminal.

1. A reversed blank in every cell, which tells where the cells are on a picture.
2. The cells of the even columns, with a Latin letter in every other cell.
3. The same with the odd columns.
4. The scene as the full screen paints it.

A letter between two Latin ones stays in its place in every terminal, so that the second and third
show each cell as it must be in the fourth. SIGUSR1 shows the next one; a file tells of each.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Final

from client.app.splash import painted
from client.app.terminal_app import FullScreen, ScreenOptions
from client.controller.requests import Mouse
from client.screens.draw import draw
from client.settings.letter_order import letter_order
from client.style.theme import Look, Theme
from client.text.catalogue import speak
from client.ui.canvas import Canvas
from engine import decisions as ask
from tests.client.screens.scenes import Wanted, scene

SIZE: Final = (80, 24)
WANTED: Final = Wanted("turn", ask.TurnDecision, 5, 6)
NUMBER: Final = 4
_BETWEEN: Final = "a"
_CLEAR: Final = "\x1b[?25l\x1b[0m\x1b[2J"


def shown() -> Canvas:
    """Return the cells of the scene, from the left."""
    speak("fa")
    return draw(scene(WANTED), *SIZE).shown()


class Scene:
    """The scene as an application that takes no key."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the scene, or nothing until the terminal has its size."""
        return self._canvas if (width, height) == SIZE else Canvas(width, height)

    def press(self, key: str) -> None:
        """Take no key."""

    def paste(self, text: str) -> None:
        """Take no text."""

    def point(self, mouse: Mouse, x: int, y: int) -> None:
        """Take no click."""


def _half(canvas: Canvas, first: int) -> Canvas:
    """Return every other column of a canvas, and a letter in the columns between."""
    half = Canvas(*SIZE)
    for y in range(canvas.height):
        for x in range(canvas.width):
            sign = canvas.sign_at(x, y) if x % 2 == first else _BETWEEN
            half.column(x, y, 1, sign, canvas.style_at(x, y))
    return half


async def _paint(canvas: Canvas, setting: str, told: Path) -> None:
    """Paint the scene with the full screen, until SIGTERM."""
    look = Look(theme=Theme.MONO)
    options = ScreenOptions(look=look, order=letter_order(os.environ, setting))
    screen = FullScreen(Scene(canvas), options)
    screen.app.after_render += lambda _: told.touch()
    await screen.run()


def main(directory: Path, setting: str) -> None:
    """Show all four, each once it is asked for; `setting` is that of `bidi`."""
    canvas = shown()
    full = "\x1b[H\x1b[7m" + " " * (SIZE[0] * SIZE[1]) + "\x1b[0m"
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    (directory / "process").write_text(str(os.getpid()), encoding="ascii")
    for number, frame in enumerate((full, painted(_half(canvas, 0)), painted(_half(canvas, 1)))):
        sys.stdout.write(_CLEAR + frame)
        sys.stdout.flush()
        (directory / str(number)).touch()
        signal.sigwait({signal.SIGUSR1})
    asyncio.run(_paint(canvas, setting, directory / str(NUMBER - 1)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
