"""A recorded game as the only thing on the screen: `bloodrage replay`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from client.controller.requests import Mouse
from client.platform.exit_codes import INTERRUPT, OK
from client.replay.player import ReplayPlayer
from client.style.theme import Look
from tests.client.replay.watching import retold
from tests.client.terminal import Played, playing


def player(played: Played) -> ReplayPlayer:
    replay = played.program.end_actions.replay
    assert replay is not None
    assert replay.player is not None
    return replay.player


def watch(directory: Path, *keys: str, check: Callable[[Played], None]) -> None:
    """Press keys in a terminal inside the test, and look at the program."""

    async def main() -> None:
        async with playing(retold(), directory) as played:
            await played.keys(*keys)
            check(played)

    asyncio.run(main())


def test_keys_step_through_the_game(tmp_path: Path) -> None:
    def check(played: Played) -> None:
        assert player(played).at > 2
        assert player(played).viewer == 1

    watch(tmp_path, "right", "right", "n", "2", check=check)


def test_the_wheel_steps_through_the_game_and_scrolls_a_list(tmp_path: Path) -> None:
    def check(played: Played) -> None:
        played.program.point(Mouse.WHEEL_DOWN, 0, 0)
        assert player(played).at == 1
        played.program.press("j")
        played.program.point(Mouse.WHEEL_DOWN, 0, 0)
        assert player(played).at == 1
        overlay = player(played).model.display.overlay
        assert overlay is not None
        assert overlay.cursor == 1

    watch(tmp_path, check=check)


def test_colours_and_signs_can_be_changed(tmp_path: Path) -> None:
    def check(played: Played) -> None:
        assert played.program.screen.look != Look()

    watch(tmp_path, "^T", "^G", "^L", check=check)


@pytest.mark.parametrize(("key", "code"), [("^Q", OK), ("q", OK), ("^C", INTERRUPT)])
def test_leaving_ends_the_program_and_restores_the_screen(
    tmp_path: Path, key: str, code: int
) -> None:
    async def main() -> None:
        async with playing(retold(), tmp_path) as played:
            await played.keys(key)
            assert await played.task == code
            assert "\x1b[?1049l" in played.screen.sent

    asyncio.run(main())
