"""A terminal inside the test: keys through a pipe, the screen read from the bytes really sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TextIO, cast

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from client.app.launch import Start
from client.app.program import Program
from client.app.run_choices import Choices
from client.controller.table_model import TableModel
from client.games.loading import LoadingGame
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from engine.values import replace

KEYS: Final = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "escape": "\x1b",
    "space": " ",
    "tab": "\t",
    "s-tab": "\x1b[Z",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "backspace": "\x7f",
    "^C": "\x03",
    "^G": "\x07",
    "^L": "\x0c",
    "^Q": "\x11",
    "^T": "\x14",
}
QUICK: Final = Preferences(Pace.INSTANT, guard=0.0)
_PATIENCE: Final = 10.0
"""Seconds after which a condition that did not come true fails the test."""


class Clock:
    """A clock that is stopped until a test moves it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Screen:
    """The screen of a terminal, from everything that was written to it."""

    encoding = "utf-8"

    def __init__(self, width: int, height: int) -> None:
        self.size = Size(rows=height, columns=width)
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self._screen)
        self.sent = ""

    def write(self, data: str) -> int:
        self.sent += data
        self._stream.feed(data)
        return len(data)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def resize(self, width: int, height: int) -> None:
        self.size = Size(rows=height, columns=width)
        self._screen.resize(height, width)
        self._screen.reset()

    @property
    def title(self) -> str:
        return self._screen.title

    @property
    def lines(self) -> list[str]:
        return list(self._screen.display)

    def is_reversed(self, x: int, y: int) -> bool:
        return bool(self._screen.buffer[y][x].reverse)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class Counting(Program):
    """The program; it counts the keys that reached it."""

    keys = 0

    @property
    def game_model(self) -> TableModel:
        """The model of the table on the screen."""
        assert self.game is not None
        return self.game.model

    def press(self, key: str) -> None:
        super().press(key)
        self.keys += 1


@dataclass
class Played:
    """A running program with its terminal."""

    program: Counting
    screen: Screen
    pipe: PipeInput
    clock: Clock
    task: asyncio.Task[int]

    async def until(self, is_so: Callable[[], bool], patience: float = _PATIENCE) -> None:
        """Wait for a condition."""
        async with asyncio.timeout(patience):
            while not is_so():
                if self.task.done() and self.task.exception() is not None:
                    self.task.result()
                await asyncio.sleep(0)

    async def keys(self, *names: str) -> None:
        """Press keys one by one, each handled and everything after it settled before the next."""
        for name in names:
            handled = self.program.keys + 1
            self.pipe.send_text(KEYS.get(name, name))
            await self.until(partial(self._has_handled, handled))
            await self.settled()

    def _has_handled(self, keys: int) -> bool:
        return self.program.keys >= keys or self.task.done()

    async def settled(self) -> None:
        """Wait until a person is asked, has something to read, or is in the menu."""
        await self.until(lambda: self.task.done() or self._is_settled())
        await asyncio.sleep(0)
        self.program.screen.app._redraw()

    def _is_settled(self) -> bool:
        game = self.program.game
        if game is None:
            return not isinstance(self.program.scene, LoadingGame)
        model = game.model
        return model.walk is not None or model.playback.stays or self._is_over()

    def _is_over(self) -> bool:
        game = self.program.game
        return game is not None and game.model.is_over and game.model.playback.is_idle

    @property
    def is_over(self) -> bool:
        return self._is_over()


@asynccontextmanager
async def playing(
    start: Start,
    directory: Path,
    size: tuple[int, int] = (80, 24),
    choices: Choices | None = None,
) -> AsyncIterator[Played]:
    """A program in a terminal of a size; it is made to leave at the end."""
    screen = Screen(*size)
    clock = Clock()
    output = Vt100_Output(
        cast("TextIO", screen),
        lambda: screen.size,
        term="xterm-256color",
        default_color_depth=ColorDepth.DEPTH_8_BIT,
    )
    made = choices or Choices(preferences=QUICK)
    with create_pipe_input() as pipe:
        program = Counting(start, replace(made, directory=directory, clock=clock), pipe, output)
        task = asyncio.create_task(program.run())
        played = Played(program, screen, pipe, clock, task)
        try:
            await played.until(lambda: program.screen.app.is_running)
            await played.settled()
            yield played
        finally:
            program.screen.exit(0)
            await task
