"""The installed command in a real terminal: start, sizes, signals, kill, no terminal at all."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import pexpect
import pyte
import pytest

from client.menu.main_menu import LEARN_ROW, MAIN
from client.presenter.preferences import GUARD

_PATIENCE = 20
_PROGRAM = (sys.executable, "-m", "client")
_ENVIRON = {
    "PATH": os.environ.get("PATH", ""),
    "LANG": "C.UTF-8",
    "TERM": "xterm-256color",
    "PROMPT_TOOLKIT_NO_CPR": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
LEFT_SCREEN = "\x1b[?1049l"


class Terminal:
    """A pseudo terminal in which the program runs, and its screen."""

    def __init__(
        self,
        directory: Path,
        *arguments: str,
        environ: Mapping[str, str] | None = None,
        program: tuple[str, ...] = _PROGRAM,
    ) -> None:
        env = {
            **_ENVIRON,
            "BLOODRAGE_STATE_DIR": str(directory),
            "BLOODRAGE_CONFIG_DIR": str(directory / "config"),
            **(environ or {}),
        }
        self.child = pexpect.spawn(
            program[0],
            [*program[1:], *arguments],
            env=env,
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=_PATIENCE,
        )
        self.sent = ""
        self._new_screen(80, 24)

    def _new_screen(self, width: int, height: int) -> None:
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self._screen)

    def resize(self, width: int, height: int) -> None:
        self.child.setwinsize(height, width)
        self._screen.resize(height, width)

    def press(self, keys: str) -> None:
        """Press keys once nothing new has popped up for the time in which keys are ignored."""
        with suppress(pexpect.TIMEOUT):
            while True:
                self.read(GUARD * 1.5)
        self.child.send(keys)

    def read(self, patience: float = _PATIENCE) -> None:
        """Take what the program has written, as soon as there is something."""
        data = self.child.read_nonblocking(4096, timeout=patience)
        self.sent += data
        self._stream.feed(data)

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Read the output of the program until a condition comes true."""
        while not is_so():
            self.read(_PATIENCE)

    def shows(self, *words: str) -> None:
        """Wait until all of some words are on the screen."""
        self.until(lambda: all(word in self.text for word in words))

    def ends(self) -> int:
        """Wait for the end of the program; return its exit code."""
        with suppress(pexpect.EOF):
            self.until(lambda: False)
        self.child.wait()
        return self.child.exitstatus if self.child.exitstatus is not None else -1


class Open(Protocol):
    """Opens a terminal that is closed at the end of the test."""

    def __call__(self, *arguments: str, environ: Mapping[str, str] | None = None) -> Terminal: ...


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    terminals: list[Terminal] = []

    def open_terminal(*arguments: str, environ: Mapping[str, str] | None = None) -> Terminal:
        terminal = Terminal(tmp_path, *arguments, environ=environ)
        terminals.append(terminal)
        return terminal

    yield open_terminal
    for terminal in terminals:
        terminal.child.close(force=True)


PLAY = ("play", "--bots", "1", "--level", "thrall", "--seed", "3")


def test_a_game_starts_in_true_colour_and_is_left_with_the_screen_restored(opened: Open) -> None:
    terminal = opened(*PLAY, environ={"COLORTERM": "truecolor"})
    terminal.shows("Which clan will you lead?")
    assert re.search(r"[34]8;2;", terminal.sent)
    terminal.press("\x11")
    terminal.shows("Leave the game?")
    terminal.press("\x1b[B\r")
    assert terminal.ends() == 0
    assert LEFT_SCREEN in terminal.sent


@pytest.mark.slow
def test_every_size_is_drawn_when_the_window_changes_and_no_color_means_none(opened: Open) -> None:
    terminal = opened(*PLAY, environ={"NO_COLOR": "1", "COLORTERM": "truecolor"})
    terminal.shows("Which clan will you lead?")
    for width, height in ((100, 30), (140, 45), (60, 12), (20, 5), (1, 1), (80, 24)):
        terminal.resize(width, height)
        terminal.press("\x0c")
    terminal.shows("Which clan will you lead?", "Wolf", "Yggdrasil")
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", terminal.sent)
    assert not re.search(r"\x1b\[(?:\d+;)*3[0-7]m", terminal.sent)


def test_a_terminal_that_goes_away_hangs_up_and_saves(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    terminal.shows("Which clan will you lead?")
    assert terminal.child.pid is not None
    os.close(terminal.child.child_fd)
    _, status = os.waitpid(terminal.child.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 129
    assert [path.name for path in tmp_path.glob("*.game")] == ["0001.game"]


def test_a_killed_game_is_resumed_at_its_last_answer(opened: Open) -> None:
    terminal = opened(*PLAY)
    terminal.shows("Which clan will you lead?")
    terminal.press("\r")
    terminal.shows("pick 1-2 of 6")
    terminal.press("\r")
    terminal.shows("Keep 1 card")
    terminal.press("\r")
    terminal.press("\r")
    terminal.shows("pick 3-4 of 6")
    terminal.child.kill(signal.SIGKILL)
    terminal.ends()
    again = opened("resume")
    again.shows("pick 3-4 of 6")


@pytest.mark.slow
def test_pasted_text_is_not_taken_for_keys(opened: Open) -> None:
    terminal = opened(*PLAY)
    terminal.shows("Which clan will you lead?")
    terminal.press("\x1b[200~\r\r\r\r\x1b[201~")
    terminal.press("?")
    terminal.shows("Arrows move")
    terminal.press("q")
    terminal.shows("Which clan will you lead?")


def test_through_a_pipe_the_game_is_played_line_by_line_and_saved(tmp_path: Path) -> None:
    done = subprocess.run(  # noqa: S603 - our own program
        [*_PROGRAM, *PLAY],
        env={**_ENVIRON, "BLOODRAGE_STATE_DIR": str(tmp_path)},
        input="1\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "-m client resume 1" in done.stdout
    assert done.stderr == ""


@pytest.mark.slow
def test_keys_pressed_before_the_program_is_loaded_are_handled_by_it(opened: Open) -> None:
    terminal = opened()
    terminal.shows("q quit")
    terminal.child.send("\x1b[A" * ((LEARN_ROW - MAIN.index("Cards")) % len(MAIN)) + "\r")
    terminal.shows("Esc back")
    assert "\x1b[A" not in terminal.sent
    assert "^[[A" not in terminal.text
    terminal.child.send("qq")
    assert terminal.ends() == 0
    assert terminal.sent.count(LEFT_SCREEN) == 1


def test_ctrl_c_before_the_program_is_loaded_leaves(opened: Open) -> None:
    terminal = opened()
    terminal.until(lambda: "\x1b[?1049h" in terminal.sent)
    terminal.child.sendintr()
    assert terminal.ends() == 130
    assert terminal.sent.count(LEFT_SCREEN) == 1
