from __future__ import annotations

import asyncio
from typing import TextIO, cast

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from client.app.replay_app import ReplayApp
from client.app.terminal_app import ScreenOptions
from client.platform.exit_codes import INTERRUPT, OK
from client.style.theme import Look
from tests.client.replay.watching import retold
from tests.client.terminal import KEYS, Screen


def _watch(*keys: str) -> tuple[ReplayApp, Screen]:
    """Press keys in a terminal inside the test; the last one leaves."""
    screen = Screen(80, 24)
    output = Vt100_Output(
        cast("TextIO", screen),
        lambda: screen.size,
        term="xterm-256color",
        default_color_depth=ColorDepth.DEPTH_8_BIT,
    )
    with create_pipe_input() as pipe:
        program = ReplayApp(retold(), ScreenOptions(Look(), input=pipe, output=output))
        pipe.send_text("".join(KEYS.get(key, key) for key in keys))
        asyncio.run(program.run())
    return program, screen


def test_keys_step_through_the_game() -> None:
    program, _ = _watch("right", "right", "n", "2", "^Q")
    assert program.player.at > 2
    assert program.player.viewer == 1


def test_colours_and_signs_can_be_changed() -> None:
    program, _ = _watch("^T", "^G", "^L", "^Q")
    assert program.screen.look != Look()


@pytest.mark.parametrize(("key", "code"), [("^Q", OK), ("^C", INTERRUPT)])
def test_an_interrupt_has_its_own_exit_code(key: str, code: int) -> None:
    screen = Screen(80, 24)
    output = Vt100_Output(cast("TextIO", screen), lambda: screen.size, term="xterm-256color")
    with create_pipe_input() as pipe:
        program = ReplayApp(retold(), ScreenOptions(Look(), input=pipe, output=output))
        pipe.send_text(KEYS.get(key, key))
        assert asyncio.run(program.run()) == code


def test_the_screen_is_restored() -> None:
    _, screen = _watch("^Q")
    assert "\x1b[?1049l" in screen.sent
