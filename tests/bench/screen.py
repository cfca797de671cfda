"""Cost of a key press, compared with bare prompt_toolkit painting the same frames.

Our side is the whole program in a game against bots: a key comes out of a pipe, the game handles
it, and the next frame goes into memory. The other side is an application with the same set-up
whose one control returns the frames that our side painted, made into fragments beforehand: no
program with these frames can be cheaper. Both sides run in turn, so that a slow phase of the
machine is slow for both; look at the ratios. Times are processor times.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final, TextIO, cast

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style

from client.app.program import Program
from client.app.run_choices import Choices
from client.games.bot_game import NewGame
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.style.theme import Look, style_class, style_rules
from engine.terms import Phase

SIZES: Final = ((80, 24), (140, 45))
PRESSED: Final = {
    "arrows": ("\x1b[B", "\x1b[B", "\x1b[A", "\x1b[B", "\x1b[A", "\x1b[A"),
    "places": ("1", "2", "3", "6", "9", "8", "7", "4", "5"),
    "sheets": ("l", "q", "h", "q", "c", "q", "r", "q"),
}
"""Keys that lead back to where they began: cursor, map, and overlays."""
_ROUNDS: Final = 12
_PATIENCE: Final = 20.0

_SEED: Final = 5
_REST: Final = 0.004
"""Seconds after which all effects of a key have happened."""

Rows = list[list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Pressed:
    """Cost of a key in seconds of processor time, and its number of paintings."""

    cost: float
    paintings: float


@dataclass(frozen=True, slots=True)
class Compared:
    """Rounds of both sides."""

    own: tuple[Pressed, ...]
    bare: tuple[Pressed, ...]

    @property
    def ratio(self) -> float:
        """Our cost as a multiple of the other's."""
        pairs = zip(self.own, self.bare, strict=True)
        return median(one.cost / other.cost for one, other in pairs)

    def __str__(self) -> str:
        own, other = (median(one.cost for one in side) * 1000 for side in (self.own, self.bare))
        paintings = max(one.paintings for one in self.own)
        return (
            f"{own:.2f} ms a key, bare {other:.2f} ms: {self.ratio:.2f} times; "
            f"{paintings:.2f} paintings a key"
        )


class Memory:
    """A terminal that only counts what is written to it."""

    encoding = "utf-8"

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = Size(rows=size[1], columns=size[0])
        self.written = 0

    def write(self, data: str) -> int:
        self.written += len(data)
        return len(data)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def output(self) -> Vt100_Output:
        return Vt100_Output(
            cast("TextIO", self),
            lambda: self.size,
            term="xterm-256color",
            default_color_depth=ColorDepth.DEPTH_8_BIT,
        )


class Frames(UIControl):
    """A control that returns frames painted elsewhere."""

    def __init__(self, frames: list[Rows]) -> None:
        self.frames = frames
        self.at = 0

    def is_focusable(self) -> bool:
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        rows = self.frames[self.at % len(self.frames)]
        return UIContent(get_line=lambda y: list(rows[y]), line_count=len(rows), show_cursor=False)


@dataclass
class Side:
    """A running application that takes keys, and its number of paintings."""

    app: Application[int]
    pipe: PipeInput
    painted: int = 0

    def __post_init__(self) -> None:
        self._event = asyncio.Event()
        self.app.after_render += self._count

    def _count(self, _: object) -> None:
        self.painted += 1
        self._event.set()

    async def press(self, key: str) -> float:
        """Press a key; return the processor seconds until it is painted and nothing is left to do.

        The loop sleeps meanwhile, as it does in front of a person: a spinning loop would postpone
        painting.
        """
        self._event.clear()
        began = time.process_time()
        self.pipe.send_text(key)
        async with asyncio.timeout(_PATIENCE):
            await self._event.wait()
        await asyncio.sleep(_REST)
        return time.process_time() - began

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition holds after a painting."""
        async with asyncio.timeout(_PATIENCE):
            while not is_so():
                self._event.clear()
                await self._event.wait()

    async def press_all(self, keys: tuple[str, ...]) -> Pressed:
        """Press keys in a row; return the cost of one, and its number of paintings."""
        before = self.painted
        spent = sum([await self.press(key) for key in keys])
        return Pressed(spent / len(keys), (self.painted - before) / len(keys))


@asynccontextmanager
async def ours(directory: Path, size: tuple[int, int]) -> AsyncIterator[tuple[Side, Program]]:
    """Yield the program at the first turn of a game."""
    with create_pipe_input() as pipe, create_app_session():
        choices = Choices(Preferences(Pace.INSTANT, guard=0.0), Look(), directory=directory)
        game = NewGame(("thrall", "thrall", "thrall"), _SEED)
        program = Program(game, choices, pipe, Memory(size).output())
        side = Side(program.screen.app, pipe)
        task = asyncio.create_task(program.run())
        await side.until(lambda: _is_asked(program))
        while not _is_turn(program):
            await side.press("\r")
        try:
            yield side, program
        finally:
            program.screen.exit(0)
            await task


def _is_asked(program: Program) -> bool:
    return program.game is not None and program.game.model.walk is not None


def _is_turn(program: Program) -> bool:
    return (
        _is_asked(program)
        and program.game is not None
        and program.game.model.shown.state.phase is Phase.ACTION
    )


@asynccontextmanager
async def bare(size: tuple[int, int]) -> AsyncIterator[tuple[Side, Frames]]:
    """Yield an application that paints the next frame at every key, set up as ours."""
    frames = Frames([[[("", "")]]])
    made = KeyBindings()

    @made.add(Keys.Any)
    def _(_: KeyPressEvent) -> None:
        frames.at += 1

    with create_pipe_input() as pipe, create_app_session():
        app: Application[int] = Application(
            layout=Layout(Window(frames, always_hide_cursor=True)),
            key_bindings=made,
            style=Style(style_rules(Look().theme)),
            full_screen=True,
            input=pipe,
            output=Memory(size).output(),
        )
        side = Side(app, pipe)
        task = asyncio.create_task(app.run_async(set_exception_handler=False))
        await side.until(lambda: side.painted > 0)
        try:
            yield side, frames
        finally:
            app.exit(result=0)
            await task


async def measure(directory: Path, size: tuple[int, int]) -> dict[str, Compared]:
    """Measure the cost of keys of each kind at a size, compared with the bare application."""
    found: dict[str, Compared] = {}
    async with ours(directory, size) as (side, program), bare(size) as (other, frames):
        for name, keys in PRESSED.items():
            made = []
            for key in keys:
                await side.press(key)
                made.append(_rows(program, size))
            frames.frames, frames.at = made, -1
            rounds = []
            for _ in range(_ROUNDS):
                own = await side.press_all(keys)
                rounds.append((own, await other.press_all(keys)))
            found[name] = Compared(*(tuple(column) for column in zip(*rounds, strict=True)))
    return found


def _rows(program: Program, size: tuple[int, int]) -> Rows:
    lines = program.draw(*size).lines()
    return [[(style_class(style), text) for style, text in line] for line in lines]


def run() -> list[str]:
    """Return the lines to print. Takes about half a minute."""
    lines = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as name:
            for what, both in asyncio.run(measure(Path(name), size)).items():
                lines.append(f"{size[0]}x{size[1]} {what}: {both}")
    return lines
