"""Start time of the program, compared with the least that such a program could take.

Commands are measured against a bare interpreter; the menu against a bare prompt_toolkit application
that paints one frame: until its first frame, until it takes keys, and until the effect of a key,
which is pressed as soon as it takes them, is on the screen. Both sides run in turn, so that a slow
phase of the machine is slow for both; look at the ratios.
"""

import os
import pty
import select
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_RUNS = 15
_PAINTS = 7
_PATIENCE = 20.0
_MENU = b"q quit"
"""Text in the last row of the menu."""
_TAKEN = b"\x1b[?2004h"
"""Sent by prompt_toolkit when it takes the terminal: from here on keys are handled."""
_PAINTED = b"painted"
_BARE = "pass"
_KEY, _EFFECT = b"?", b"Esc back"
"""A key of the menu, and text that it brings."""
_FRAME = """
from prompt_toolkit import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
frame = ["x" * 79] * 22 + ["painted"]
keys = KeyBindings()
keys.add("?")(lambda _: frame.append("Esc back"))
rows = FormattedTextControl(lambda: "\\n".join(frame[-23:]))
Application(layout=Layout(Window(rows)), key_bindings=keys, full_screen=True).run()
"""
_PARTS = (
    ("--version",),
    ("--help",),
    ("play", "--help"),
    ("--lang", "pl", "--help"),
    ("cards",),
    ("rules",),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of processor and clock time that a process took."""

    cpu: float
    wall: float


def cost(command: list[str], env: dict[str, str]) -> Cost:
    """Run a command to its end."""
    began = time.perf_counter()
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) as process:  # noqa: S603
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise ChildProcessError(command)
    return Cost(used.ru_utime + used.ru_stime, time.perf_counter() - began)


def painted(command: list[str], word: bytes, env: dict[str, str], key: bytes = b"") -> float:
    """Return the seconds from a program's start in a terminal until its screen shows a word.

    A `key` is pressed once the program takes keys.
    """
    began = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], command, env)  # noqa: S606
    seen = b""
    try:
        termios.tcsetwinsize(terminal, (24, 80))
        while word not in seen:
            left = _PATIENCE - (time.perf_counter() - began)
            if not select.select([terminal], [], [], max(0.0, left))[0]:
                raise TimeoutError(command)
            seen += os.read(terminal, 65536)
            if key and _TAKEN in seen:
                os.write(terminal, key)
                key = b""
        return time.perf_counter() - began
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


def run() -> list[str]:
    """Return the lines to print. Takes about half a minute."""
    with tempfile.TemporaryDirectory() as name:
        env = _environment(Path(name))
        lines = [_started(words, env) for words in _PARTS]
        lines.append(_first_paint(env))
    return lines


def _environment(home: Path) -> dict[str, str]:
    terminal = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"}
    return {"PATH": os.environ["PATH"], "HOME": str(home), **terminal}


def _started(words: tuple[str, ...], env: dict[str, str]) -> str:
    ours, bare = [sys.executable, "-m", "client", *words], [sys.executable, "-c", _BARE]
    cost(ours, env)
    pairs = [(cost(ours, env), cost(bare, env)) for _ in range(_RUNS)]
    cpu = median(a.cpu / b.cpu for a, b in pairs)
    wall = median(a.wall / b.wall for a, b in pairs)
    own = median(a.cpu for a, _ in pairs) * 1000
    return (
        f"bloodrage {' '.join(words)}: {own:.0f} ms of processor; "
        f"{cpu:.2f} times a bare interpreter (clock: {wall:.2f} times)"
    )


def _first_paint(env: dict[str, str]) -> str:
    ours, bare = [sys.executable, "-m", "client"], [sys.executable, "-c", _FRAME]
    painted(ours, _MENU, env)
    rows = [
        (
            painted(ours, _MENU, env),
            painted(ours, _TAKEN, env),
            painted(ours, _EFFECT, env, _KEY),
            painted(bare, _PAINTED, env),
            painted(bare, _EFFECT, env, _KEY),
        )
        for _ in range(_PAINTS)
    ]
    first, taken, answered, other, other_answered = (
        median(column) * 1000 for column in zip(*rows, strict=True)
    )
    ratios = [
        sorted(row[ours_at] / row[theirs_at] for row in rows)
        for ours_at, theirs_at in ((0, 3), (1, 3), (2, 4))
    ]
    times = ["/".join(f"{one[at]:.2f}" for at in (0, len(one) // 2, -1)) for one in ratios]
    return (
        f"menu: first paint {first:.0f} ms, keys taken {taken:.0f} ms, a key answered "
        f"{answered:.0f} ms; a bare application {other:.0f} ms, a key answered "
        f"{other_answered:.0f} ms: {', '.join(times)} times"
    )
