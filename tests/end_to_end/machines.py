"""Machines as they are: the program in a process of its own, with something that it lacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NOBODY: Final = ("unshare", "-U", "--map-user=12345", "--map-group=12345", "--")
"""A user without an account, whom permissions stop."""
ALONE: Final = ("unshare", "-rn", "--")
"""A machine without a network."""
_MOUNTS: Final = ("unshare", "-rm", "--", "sh", "-c")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The exit code of a process, and its outputs."""

    code: int
    out: str
    err: str


def disk(home: Path, options: str) -> tuple[str, ...]:
    """Return the words before a command that put a small disk in the place of a directory.

    It is read-only if `options` say so, otherwise full.
    """
    fill = "" if "ro" in options.split(",") else 'cat /dev/zero > "$0/filler" 2>/dev/null; '
    script = f'mount -t tmpfs -o {options} tmpfs "$0" && {{ {fill}exec "$@"; }}'
    return (*_MOUNTS, script, str(home))


@cache
def can_be(prefix: Sequence[str]) -> bool:
    """Whether this machine allows a process in such surroundings."""
    try:
        return not subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode  # noqa: S603
    except OSError:
        return False


def bloodrage(
    words: Sequence[str],
    home: Path | None,
    *,
    prefix: Sequence[str] = (),
    streams: str = "",
    variables: dict[str, str] | None = None,
) -> Outcome:
    """Run `bloodrage` with its streams redirected by a shell, in a home or without one."""
    script = f'"$@" {streams}'
    done = subprocess.run(  # noqa: S603 - our own program
        [*prefix, "sh", "-c", script, "sh", sys.executable, "-m", "client", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            **({} if home is None else {"HOME": str(home)}),
            **(variables or {}),
        },
        cwd="/",
    )
    out, err = (raw.decode("utf-8", "replace") for raw in (done.stdout, done.stderr))
    return Outcome(done.returncode, out, err)


def without_locks(folder: Path) -> dict[str, str]:
    """Return the environment of a program whose file system has no locks; {} without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return {}
    source, made = folder / "locks.c", folder / "locks.so"
    source.write_text(
        "#include <errno.h>\nint flock(int f, int o) { errno = ENOLCK; return -1; }\n"
    )
    words = [compiler, "-shared", "-fPIC", "-o", str(made), str(source)]
    subprocess.run(words, check=True)  # noqa: S603 - a tool
    return {"LD_PRELOAD": str(made)}
