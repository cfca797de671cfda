"""Every exit from a full screen restores the terminal, whatever was shown."""

from __future__ import annotations

import os
import signal
import sys
import termios
from functools import partial
from pathlib import Path

import pytest

from client.app.terminal_app import ENDS
from client.settings.letter_order import letter_order
from protocol.record.record import split_record
from tests.client.replay.watching import cut, record
from tests.end_to_end.test_terminal import LEFT_SCREEN, PLAY, Terminal

_LEFT: tuple[str, ...] = (
    "\x1b[?1049l",
    "\x1b[?1000l",
    "\x1b[?1003l",
    "\x1b[?1006l",
    "\x1b[?2004l",
    "\x1b[8h",
)
"""At the end: no alternate screen, no mouse in any way, no bracketed paste, letters as usual."""
_MOUSE_ON = "\x1b[?1000h"
_BROKEN = """
import sys
from importlib import import_module
from client.__main__ import main

def broken(*_: object) -> None:
    raise ZeroDivisionError("by purpose")

owner = getattr(import_module("{module}"), "{owner}")
assert hasattr(owner, "{name}")
setattr(owner, "{name}", broken)
sys.exit(main(sys.argv[1:]))
"""
_ASKED = "Which clan will you lead?"


def _is_given_back(terminal: Terminal) -> bool:
    """Whether every mode of the terminal was restored after the last frame."""
    return all(off in terminal.sent[terminal.sent.rindex(_MOUSE_ON) :] for off in _LEFT)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The start of a recorded game."""
    path = tmp_path_factory.mktemp("records") / "game.bloodrage"
    path.write_bytes(cut(len(split_record(record())[1]) - 60))
    return path


@pytest.mark.parametrize(
    ("shown", "number"),
    [("menu", signal.SIGTERM), ("game", signal.SIGHUP), ("replay", signal.SIGTERM)],
)
@pytest.mark.slow
def test_signals_restore_the_terminal(
    tmp_path: Path, recorded: Path, shown: str, number: signal.Signals
) -> None:
    words = {"menu": (), "game": PLAY, "replay": ("replay", str(recorded))}[shown]
    waits = {"menu": "BLOOD RAGE", "game": _ASKED, "replay": "Space plays"}[shown]
    terminal = Terminal(tmp_path, *words)
    terminal.shows(waits)
    terminal.until(lambda: _MOUSE_ON in terminal.sent)
    terminal.child.kill(number)
    assert terminal.ends() == ENDS[number]
    assert _is_given_back(terminal)


@pytest.mark.parametrize("number", ENDS)
def test_signals_restore_the_terminal_while_the_program_is_loading(
    tmp_path: Path, number: signal.Signals
) -> None:
    terminal = Terminal(tmp_path)
    terminal.until(lambda: "\x1b[?1049h" in terminal.sent)
    terminal.child.kill(number)
    assert terminal.ends() == ENDS[number]
    assert terminal.sent.rindex("\x1b[?1049l") > terminal.sent.rindex("\x1b[?1049h")
    assert terminal.sent.rindex("\x1b[?25h") > terminal.sent.rindex("\x1b[?25l")


@pytest.mark.parametrize(
    ("module", "owner", "name", "keys"),
    [
        ("client.app.program", "Program", "press", "x"),
        ("client.app.program", "Program", "draw", ""),
        ("client.games.bot_game", "BotGame", "step", ""),
        ("client.replay.player", "ReplayPlayer", "press", "x"),
    ],
)
@pytest.mark.slow
def test_unforeseen_errors_restore_the_terminal_and_keep_the_game(
    tmp_path: Path, recorded: Path, module: str, owner: str, name: str, keys: str
) -> None:
    program = _BROKEN.format(module=module, owner=owner, name=name)
    words = ("replay", str(recorded)) if "replay" in module else PLAY
    terminal = Terminal(tmp_path, *words, program=(sys.executable, "-c", program))
    if keys:
        terminal.shows("Space plays" if "replay" in module else _ASKED)
        terminal.press(keys)
    assert terminal.ends() == 1
    assert _is_given_back(terminal)
    _, told = terminal.sent.rsplit(LEFT_SCREEN, 1)
    assert "Unexpected error" in told
    assert "Traceback" not in told
    assert "ZeroDivisionError" in (tmp_path / "bloodrage.log").read_text("utf-8")
    assert (tmp_path / "0001.game").exists() == (words == PLAY)


def test_an_interrupt_from_outside_asks_and_a_second_one_leaves(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    terminal.shows(_ASKED)
    terminal.child.kill(signal.SIGINT)
    terminal.shows("Leave the game?")
    terminal.child.kill(signal.SIGINT)
    assert terminal.ends() == 130
    assert _is_given_back(terminal)


@pytest.mark.skipif(sys.platform == "win32", reason="no shell stops a program there")
@pytest.mark.slow
def test_the_keys_are_taken_again_after_a_shell_had_the_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    terminal.shows(_ASKED)
    tty = terminal.child.child_fd
    terminal.child.kill(signal.SIGSTOP)
    lines = termios.tcgetattr(tty)
    lines[3] |= termios.ICANON | termios.ECHO
    termios.tcsetattr(tty, termios.TCSANOW, lines)
    taken = terminal.sent.count("\x1b[?1049h")
    terminal.child.kill(signal.SIGCONT)
    terminal.until(lambda: terminal.sent.count("\x1b[?1049h") > taken)
    assert not termios.tcgetattr(tty)[3] & (termios.ICANON | termios.ECHO)
    terminal.press("?")
    terminal.shows("Keys")
    terminal.child.kill(signal.SIGTERM)
    assert terminal.ends() == ENDS[signal.SIGTERM]
    assert _is_given_back(terminal)


@pytest.mark.skipif(sys.platform == "win32", reason="no shell stops a program there")
@pytest.mark.parametrize("environ", [{}, {"TMUX": "default,1,0"}], ids=["alone", "tmux"])
@pytest.mark.slow
def test_a_shell_gets_letters_as_it_likes_them_while_the_program_is_stopped(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    order = letter_order(environ, "auto")
    shell = ("bash", "--norc", "--noprofile", "-i")
    terminal = Terminal(tmp_path, environ={**environ, "PS1": "> "}, program=shell)
    terminal.press(" ".join((sys.executable, "-m", "client", "--lang", "fa", *PLAY)) + "\r")
    for told in (" --lang fa ", "fg"):
        terminal.until(partial(_is_after, terminal, order.begin, told))
        terminal.press("\x1a")
        terminal.until(lambda: _is_after(terminal, "Stopped", order.begin))
        assert _is_after(terminal, order.end, order.begin)
        terminal.press("fg\r")
    terminal.until(lambda: _is_after(terminal, order.begin, "fg"))
    terminal.child.close(force=True)


def _is_after(terminal: Terminal, later: str, sooner: str) -> bool:
    """Whether a sequence was sent, after the last one of another."""
    return terminal.sent.rfind(later) > terminal.sent.rfind(sooner) >= 0


@pytest.mark.slow
def test_a_replay_whose_terminal_goes_away_hangs_up(tmp_path: Path, recorded: Path) -> None:
    terminal = Terminal(tmp_path, "replay", str(recorded))
    terminal.shows("Space plays")
    assert terminal.child.pid is not None
    os.close(terminal.child.child_fd)
    _, status = os.waitpid(terminal.child.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 129
