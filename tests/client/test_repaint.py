"""Nothing is drawn again that looks the same: a screen at rest takes no work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import trio

from client.app import Program
from client.starts import MainMenu, Start
from client.starts import new_game as new_game_against
from client.view import Net
from tests.client.terminal import Played, playing

Play = Callable[[Played], Awaitable[None]]


def _run(directory: Path, start: Start, play: Play) -> None:
    async def main() -> None:
        async with playing(start, directory) as played:
            await play(played)

    asyncio.run(main())


def _is_another(program: Program, awake: trio.Event) -> bool:
    """Whether the program has looked at everything since it was woken."""
    return program._awake is not awake


class Frames:
    """Counts what is drawn, at once whenever the program wants something drawn."""

    def __init__(self, played: Played) -> None:
        self.count = 0
        self._played = played
        self._app = played.program.stage.app
        setattr(self._app, "invalidate", self._draw)  # noqa: B010 - a method, as mypy knows

    def _draw(self) -> None:
        self.count += 1
        self._app._redraw()

    async def during(self, seconds: float = 0.0) -> int:
        """Frames while the clock goes on and the program is woken many times."""
        before, program = self.count, self._played.program
        for _ in range(20):
            self._played.clock.now += seconds / 20
            awake = program._awake
            program._wake()
            await self._played.until(partial(_is_another, program, awake))
        return self.count - before


def test_while_a_person_thinks_nothing_is_drawn(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        frames = Frames(played)
        await frames.during()
        assert await frames.during(30) == 0

    _run(tmp_path, new_game_against(2, "thrall"), play)


def test_one_key_is_one_frame(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        frames = Frames(played)
        await frames.during()
        played.program.press("c")
        assert await frames.during() == 0
        assert frames.count == 1

    _run(tmp_path, new_game_against(2, "thrall"), play)


def test_a_clock_on_the_screen_is_one_frame_a_second(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        model = played.program.sitting_model
        model.people.net = lambda: Net(2, 2)
        frames = Frames(played)
        await frames.during(1)
        assert await frames.during(0.9) <= 1
        assert await frames.during(10) == 10

    _run(tmp_path, new_game_against(2, "thrall"), play)


def test_the_menu_at_rest_draws_nothing(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        frames = Frames(played)
        await frames.during()
        assert await frames.during(30) == 0

    _run(tmp_path, MainMenu(), play)
