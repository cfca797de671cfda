"""Replies, the background, and signals that stop the program, in tmux: a real terminal."""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from client.presenter.preferences import GUARD
from tests.client.terminal_replies import REPLIES
from tests.end_to_end.test_tmux import Tmux, game_command

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]
_PLAY = ("play", "--bots", "2", "--level", "thrall", "--seed", "8")
_ASKED = "Which clan will you lead?"
_DARK_BAR, _LIGHT_BAR = "48;5;234", "48;5;255"
"""The grounds of the first row in 256 colours."""


class Open(Protocol):
    """Starts tmux with a game, or another program; it ends with the test."""

    def __call__(self, *arguments: str, program: str = "") -> Tmux: ...


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    running: list[Tmux] = []

    def open_tmux(*arguments: str, program: str = "") -> Tmux:
        running.append(Tmux(tmp_path, *arguments, program=program))
        return running[-1]

    yield open_tmux
    for tmux in running:
        tmux.run("kill-server")


def _still(tmux: Tmux) -> str:
    """Wait until nothing new has popped up for the time in which keys are ignored."""
    since, text = time.monotonic(), tmux.text
    while time.monotonic() - since < GUARD * 1.5:
        if (now := tmux.text) != text:
            since, text = time.monotonic(), now
    return text


def _press(tmux: Tmux, key: str) -> None:
    _still(tmux)
    tmux.keys(key)


def _child(tmux: Tmux) -> int:
    """Return the process that the shell in the pane has started."""
    shell = int(tmux.run("display-message", "-p", "#{pane_pid}"))
    with open(f"/proc/{shell}/task/{shell}/children", encoding="ascii") as children:
        return int(children.read().split()[0])


def test_replies_of_terminals_are_no_keys_in_tmux(opened: Open) -> None:
    tmux = opened(*_PLAY)
    assert tmux.shows(_ASKED)
    before = _still(tmux)
    for reply in REPLIES.values():
        tmux.run("send-keys", "-H", *(f"{byte:x}" for byte in reply.encode()))
    assert tmux.text == before
    _press(tmux, "?")
    assert tmux.shows("Arrows move, Enter chooses")


def _bar(tmux: Tmux, ground: str) -> bool:
    return any(ground in tmux.styled for _ in range(2000))


def test_a_light_background_gets_the_light_palette(opened: Open) -> None:
    shell = opened(program="sh")
    shell.run("set-option", "-g", "window-style", "bg=#fdf6e3")
    shell.keys(game_command(*_PLAY), "Enter")
    assert shell.shows(_ASKED)
    assert _bar(shell, _LIGHT_BAR)


def test_a_terminal_that_tells_no_background_gets_the_dark_palette(opened: Open) -> None:
    tmux = opened(*_PLAY)
    assert tmux.shows(_ASKED)
    assert _bar(tmux, _DARK_BAR)


def test_a_stop_from_outside_gives_the_terminal_back_and_fg_takes_it_again(opened: Open) -> None:
    tmux = opened(program="bash --norc --noprofile -i")
    tmux.keys(game_command(*_PLAY), "Enter")
    assert tmux.shows(_ASKED)
    process = _child(tmux)
    for _ in range(2):
        os.kill(process, signal.SIGTSTP)
        assert tmux.shows("Stopped")
        assert tmux.run("display-message", "-p", "#{alternate_on}#{mouse_any_flag}").strip() == "00"
        tmux.keys("stty -a", "Enter")
        assert tmux.shows(" echo ", " icanon ")
        tmux.keys("fg", "Enter")
        assert tmux.shows(_ASKED, "Wolf")
        _press(tmux, "?")
        assert tmux.shows("Arrows move, Enter chooses")
        tmux.keys("Escape")
        assert tmux.shows(_ASKED)
    _press(tmux, "C-z")
    assert tmux.shows("Stopped")
    tmux.keys("fg", "Enter")
    assert tmux.shows(_ASKED)


def _state_of(process: int) -> str:
    """Return the letter of a process in /proc: `T` is stopped."""
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:
        return stat.read().rpartition(")")[2].split()[0]


def test_a_game_that_is_continued_in_the_background_waits_for_fg(opened: Open) -> None:
    tmux = opened(program="bash --norc --noprofile -i")
    tmux.keys(game_command(*_PLAY), "Enter")
    assert tmux.shows(_ASKED)
    process = _child(tmux)
    _press(tmux, "C-z")
    assert tmux.shows("Stopped")
    os.kill(process, signal.SIGCONT)
    assert any(_state_of(process) == "T" for _ in range(100_000))
    assert tmux.run("display-message", "-p", "#{alternate_on}#{mouse_any_flag}").strip() == "00"
    tmux.keys("bg", "Enter", "echo $((6 * 7))", "Enter")
    assert tmux.shows("\n42")
    assert tmux.run("display-message", "-p", "#{alternate_on}#{mouse_any_flag}").strip() == "00"
    tmux.keys("fg", "Enter")
    assert tmux.shows(_ASKED)
    _press(tmux, "?")
    assert tmux.shows("Arrows move, Enter chooses")
