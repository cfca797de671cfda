"""Calls the command line in this process and returns its visible output."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from client.__main__ import main

Json = dict[str, object]


@dataclass(frozen=True)
class Answer:
    """The exit code and output of a call."""

    code: int
    out: str
    err: str

    def rows(self) -> Iterator[Json]:
        """Yield every line of the output as an object."""
        for line in self.out.splitlines():
            row = json.loads(line)
            assert isinstance(row, dict)
            yield row

    def array(self) -> list[Json]:
        """Return the output as one array."""
        found = json.loads(self.out)
        assert isinstance(found, list)
        return found


def call(*words: str, typed: str = "") -> Answer:
    """Run `bloodrage` with these words and this input."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.StringIO(typed)):
        code = main(words)
    return Answer(code, out.getvalue(), err.getvalue())


def run(*words: str, typed: str = "", directory: Path | None = None) -> Answer:
    """Do the same in a process of its own."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "client", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env=environment(directory),
        timeout=60,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def environment(directory: Path | None) -> dict[str, str]:
    """Return an environment in which games are kept in `directory`."""
    kept = {} if directory is None else {"BLOODRAGE_STATE_DIR": str(directory)}
    return {**os.environ, **kept, "TERM": "dumb"}


def is_one_sentence(text: str) -> bool:
    """Whether a complaint is one line without a traceback."""
    return text.count("\n") == 1 and text.endswith("\n") and "Traceback" not in text
