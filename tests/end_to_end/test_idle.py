"""A screen on which nothing changes costs nothing: no thread of the program wakes up.

The kernel counts how often a thread gave up the processor to wait (proc(5),
`voluntary_ctxt_switches`); a thread that waits and is woken by anything at all counts once more.
"""

from __future__ import annotations

import select
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from protocol.record.record import split_record
from tests.client.replay.watching import cut, record
from tests.end_to_end.test_terminal import PLAY, Terminal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the waits of threads"),
]
_SECONDS: Final = 2.5
"""Longer than every rhythm of a program that would look around for news."""
_REST: Final = 1.2
"""Seconds without output after which everything that a key has set off is over."""


def waits(pid: int) -> int:
    """Return the number of times that the threads of a process have waited so far."""
    counted = 0
    for path in Path(f"/proc/{pid}/task").glob("*/status"):
        lines = path.read_text("ascii", errors="replace").splitlines()
        counted += sum(int(line.split()[1]) for line in lines if line.startswith("voluntary"))
    return counted


def wakeups(terminal: Terminal, seconds: float = _SECONDS) -> int:
    """Return how often the program wakes within some seconds, once it is at rest."""
    assert terminal.child.pid is not None
    while select.select([terminal.child.child_fd], [], [], _REST)[0]:
        terminal.read()
    before = waits(terminal.child.pid)
    assert not select.select([terminal.child.child_fd], [], [], seconds)[0], "something is drawn"
    return waits(terminal.child.pid) - before


_ASKED: Final = "Which clan will you lead?"
_FIRST: Final = "none saved"
"""The menu, once the program behind it is loaded."""
_LAST_ROW: Final = "\x1b[F"
_UP: Final = "\x1b[A"


@dataclass(frozen=True, slots=True)
class Rest:
    """A screen at rest: the command, the words before its keys, the keys, and its words."""

    words: tuple[str, ...]
    before: str
    keys: str = ""
    shows: str = ""


_SCREENS: Final = {
    "menu": Rest((), _FIRST),
    "help of the menu": Rest((), _FIRST, "?", "Esc back"),
    "rules in the menu": Rest((), _FIRST, f"{_LAST_ROW}{_UP * 3}\r", "Esc back"),
    "settings": Rest((), _FIRST, f"{_LAST_ROW}{_UP}\r", "Esc close"),
    "door": Rest((), _FIRST, f"{_LAST_ROW}{_UP * 8}\r", "Open the table"),
    "table": Rest(PLAY, _ASKED),
    "help at the table": Rest(PLAY, _ASKED, "?", "Esc"),
    "log at the table": Rest(PLAY, _ASKED, "l", "Esc"),
    "replay": Rest(("replay", "game.bloodrage"), "Space plays"),
    "help of the replay": Rest(("replay", "game.bloodrage"), "Space plays", "?", "Esc"),
}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The start of a recorded game."""
    path = tmp_path_factory.mktemp("records") / "game.bloodrage"
    path.write_bytes(cut(len(split_record(record())[1]) - 60))
    return path


@pytest.mark.parametrize("screen", _SCREENS)
def test_nothing_wakes_while_nothing_changes(tmp_path: Path, recorded: Path, screen: str) -> None:
    rest = _SCREENS[screen]
    words = tuple(str(recorded) if word == recorded.name else word for word in rest.words)
    terminal = Terminal(tmp_path, *words)
    try:
        terminal.shows(rest.before)
        if rest.keys:
            terminal.press(rest.keys)
            terminal.shows(rest.shows)
        assert wakeups(terminal) == 0
    finally:
        terminal.child.close(force=True)
