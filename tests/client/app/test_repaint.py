"""Unchanged frames are not drawn again: a screen at rest takes no work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import trio

from client.app.launch import MainMenu, Start
from client.app.program import Program
from client.controller.chat_keys import hear
from client.games.bot_game import NewGame
from client.presenter.people import Talk
from client.ui.view import Net
from engine.values import replace
from protocol.lobby.presence import ChatLine
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
    """Counts frames, which are drawn as soon as the program requests them."""

    def __init__(self, played: Played) -> None:
        self.count = 0
        self._played = played
        self._app = played.program.screen.app
        setattr(self._app, "invalidate", self._draw)  # noqa: B010 - a method, as mypy knows

    def _draw(self) -> None:
        self.count += 1
        self._app._redraw()

    async def during(self, seconds: float = 0.0) -> int:
        """Count the frames while the clock runs and the program is woken many times."""
        before, program = self.count, self._played.program
        for _ in range(20):
            self._played.clock.now += seconds / 20
            awake = program._awake
            program._wake()
            await self._played.until(partial(_is_another, program, awake))
        return self.count - before


def test_nothing_is_drawn_while_a_person_thinks(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        frames = Frames(played)
        await frames.during()
        assert await frames.during(30) == 0

    _run(tmp_path, NewGame(("thrall", "thrall")), play)


def test_one_key_is_one_frame(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        frames = Frames(played)
        await frames.during()
        played.program.press("c")
        assert await frames.during() == 0
        assert frames.count == 1

    _run(tmp_path, NewGame(("thrall", "thrall")), play)


def test_a_clock_on_the_screen_is_one_frame_a_second(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        model.people.surround(replace(model.people.around, net=lambda: Net(2, 2)))
        frames = Frames(played)
        await frames.during(1)
        assert await frames.during(0.9) <= 1
        assert await frames.during(10) == 10

    _run(tmp_path, NewGame(("thrall", "thrall")), play)


def test_the_menu_at_rest_draws_nothing(tmp_path: Path) -> None:
    async def play(played: Played) -> None:
        frames = Frames(played)
        await frames.during()
        assert await frames.during(30) == 0

    _run(tmp_path, MainMenu(), play)


HOSTILE = ("\x1b[2J\x07\x1b]0;owned\x07", "\u202eevil\u2066\u200b", "e" + "\u0301" * 500, "漢字🎉")
"""Text that no client lets through; the screen does not rely on that."""


def test_messages_of_others_reach_the_terminal_as_plain_characters_only(
    tmp_path: Path,
) -> None:
    async def play(played: Played) -> None:
        model = played.program.game_model
        talk = Talk({0: "You", 1: "Bo\x1b[31m"}, 0, lambda _said: None)
        model.people.surround(replace(model.people.around, talk=talk))
        model.people.surround(replace(model.people.around, net=lambda: Net(2, 2)))
        for text in HOSTILE:
            hear(model, ChatLine(1, text))
            model.display.notify(text)
            await played.keys("l", "escape", "M", "escape")
        talk.type_line(HOSTILE[0])
        played.program.screen.app._redraw()
        sent = played.screen.sent
        for bad in (
            "\x1b[2J\x07",
            "owned\x07",
            "Bo\x1b[31m",
            "\u202e",
            "\u2066",
            "\u200b",
            "\u0301",
        ):
            assert bad not in sent
        assert "Say: [2J]0;owned" in played.screen.text

    _run(tmp_path, NewGame(("thrall", "thrall")), play)
