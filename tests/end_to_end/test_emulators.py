"""A Persian screen on real terminals: each cell of the picture is the one the canvas has there."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from tests.end_to_end.exposures import NUMBER, SIZE, shown
from tests.end_to_end.hidden_display import (
    Display,
    Grid,
    Pixels,
    difference,
    hidden_display,
    wait_until,
)

_FONT: Final = "DejaVu Sans Mono"
_EMULATORS: Final = {
    "xterm": (
        *("xterm", "-b", "0", "+sb", "-bg", "black", "-fg", "white", "-fa", _FONT, "-fs", "11"),
        *("-geometry", "80x24+0+0", "-e"),
    ),
    "vte": ("dbus-run-session", "sakura", "-c", "80", "-r", "24", "-f", f"{_FONT} 12", "-e"),
}
_NEEDED: Final = {"xterm": ("xterm",), "vte": ("dbus-run-session", "sakura")}
_TMUX: Final = "set -g status off\nset -g default-terminal xterm-256color\n"
_OTHER: Final = 0.1
"""The share of pixels that differ at least, of a cell with another sign."""
_LIKE: Final = 0.03
"""The share of pixels that a neighbour seldom changes, reaching over its edge."""
_SELDOM: Final = 8
_TORN: Final = 100
"""Cells with another sign, at least, on a screen that a terminal has ordered."""

pytestmark = pytest.mark.slow


class Exposed:
    """A terminal on a hidden display that shows a scene in four ways."""

    def __init__(self, directory: Path, emulator: str, setting: str, *, tmux: bool) -> None:
        """Prepare it; `expose` starts it."""
        needed = ("Xvfb", *_NEEDED[emulator], *(("tmux",) if tmux else ()))
        missing = [name for name in needed if shutil.which(name) is None]
        if missing:
            pytest.skip(f"not installed: {', '.join(missing)}")
        self._directory = directory
        self._told = directory / "told"
        self._told.mkdir()
        words = [sys.executable, "-m", "tests.end_to_end.exposures", str(self._told), setting]
        if tmux:
            config = directory / "tmux.conf"
            config.write_text(_TMUX, encoding="ascii")
            words = [*self._tmux("-f", str(config), "new-session"), shlex.join(words)]
        script = directory / "show"
        script.write_text(f"#!/bin/sh\nexec {shlex.join(words)}\n", encoding="ascii")
        script.chmod(0o700)
        self._words = [*_EMULATORS[emulator], str(script)]
        self.seen: list[Pixels] = []

    def _tmux(self, *words: str) -> list[str]:
        return ["tmux", "-S", str(self._directory / "socket"), *words]

    def text(self) -> list[str]:
        """Return the rows that tmux has, without marks."""
        done = subprocess.run(  # noqa: S603 - words of this test
            self._tmux("capture-pane", "-p"), capture_output=True, encoding="utf-8", check=True
        )
        return done.stdout.replace("\u200e", "").splitlines()

    @contextmanager
    def expose(self, display: Display) -> Iterator[None]:
        """Take the four pictures; the terminal ends with the block."""
        environ = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            **display.environ,
            "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": str(self._directory),
        }
        running = subprocess.Popen(  # noqa: S603 - words of this test
            self._words, env=environ, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            for number in range(NUMBER):
                wait_until((self._told / str(number)).exists, f"frame {number} was not shown")
                self.seen.append(display.settled(self._is_new))
                if number < NUMBER - 1:
                    self._signal(signal.SIGUSR1)
            yield
        finally:
            self._signal(signal.SIGTERM)
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGTERM)
            running.wait()

    def _is_new(self, pixels: Pixels) -> bool:
        return not self.seen or pixels != self.seen[-1]

    def _signal(self, number: signal.Signals) -> None:
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int((self._told / "process").read_text(encoding="ascii")), number)

    def differences(self) -> list[float]:
        """Return the share of pixels of each cell that are not as they must be."""
        full, *halves, whole = self.seen
        grid = Grid(full, SIZE)
        return [
            difference(grid.cell(halves[x % 2], x, y), grid.cell(whole, x, y))
            for y in range(SIZE[1])
            for x in range(SIZE[0])
        ]


@pytest.mark.parametrize("tmux", [False, True], ids=["alone", "tmux"])
@pytest.mark.parametrize("emulator", _EMULATORS)
def test_every_cell_is_seen_as_the_canvas_has_it(
    tmp_path: Path, emulator: str, *, tmux: bool
) -> None:
    exposed = Exposed(tmp_path, emulator, "auto", tmux=tmux)
    with hidden_display(tmp_path) as display, exposed.expose(display):
        if tmux:
            assert exposed.text() == [row.rstrip() for row in shown().rows()]
    found = exposed.differences()
    assert max(found) < _OTHER
    assert sum(share > _LIKE for share in found) < _SELDOM


def test_a_terminal_that_is_not_asked_tears_the_screen(tmp_path: Path) -> None:
    exposed = Exposed(tmp_path, "vte", "off", tmux=False)
    with hidden_display(tmp_path) as display, exposed.expose(display):
        pass
    assert sum(share > _OTHER for share in exposed.differences()) > _TORN
