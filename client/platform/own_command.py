"""The command by which this program was started, as the same shell takes it again.

There is a command `bloodrage` for those who installed the wheel, and none for those who start the
single file or the sources.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

NAME: Final = "bloodrage"
"""The installed command, by which documentation and sentences call the program."""
_ENDINGS: Final = ("", ".exe")


class _Started:
    """The command of this process."""

    command = NAME


def own_command() -> str:
    """Return the command that starts this program; `NAME` until `settle_own_command`."""
    return _Started.command


def settle_own_command(command: str = "") -> None:
    """Take a command for the one that starts this program; "" means that of this process."""
    _Started.command = command or command_of(sys.orig_argv, sys.argv[0], len(sys.argv) - 1)


def command_of(started: Sequence[str], script: str, count: int) -> str:
    """Return the command of a program without its arguments.

    Args:
        started: all words with which the interpreter was started (`sys.orig_argv`).
        script: the program it runs (`sys.argv[0]`).
        count: the number of arguments behind the program.
    """
    name = os.path.basename(script)
    if name in (NAME, f"{NAME}.exe"):
        return NAME if _is_first_on_path(script) else _quoted([script])
    if "-m" in started[: len(started) - count]:
        return _quoted(started[: len(started) - count])
    if script not in started:
        return NAME
    runs_by_itself = os.name == "posix" and "/" in script and os.access(script, os.X_OK)
    return _quoted([script] if runs_by_itself else started[: started.index(script) + 1])


def _is_first_on_path(script: str) -> bool:
    """Whether the shell finds this script by its name alone."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for ending in _ENDINGS:
            found = os.path.join(folder, NAME + ending)
            if os.path.isfile(found):
                bare = os.path.realpath(found).removesuffix(".exe")
                return bare == os.path.realpath(script).removesuffix(".exe")
    return False


def _quoted(words: Sequence[str]) -> str:
    """Return words as the usual shell of this system reads them."""
    if sys.platform == "win32":
        from subprocess import list2cmdline as quoted  # noqa: PLC0415 - it takes its time
    else:
        from shlex import join as quoted  # noqa: PLC0415 - as above
    return quoted(words)
