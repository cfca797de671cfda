"""Standard streams that are closed, full, or without a reader."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="redirected by a POSIX shell")

_BEGIN = """
import os, sys
from client.platform.standard_streams import ClosedOutput, OutputFailed, settle_streams
settle_streams()
"""
_WRITE = """
try:
    print("text")
    sys.stdout.flush()
except OutputFailed as failed:
    told = f"{isinstance(sys.stdout, ClosedOutput)} {failed.error.errno}"
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(told)
"""
_OPEN = "print(os.open(os.devnull, os.O_RDONLY) > 2, sys.stdin is None)"
_COMPLAIN = 'sys.stderr.write("told\\n" * 5000); sys.stderr.flush(); print("went on")'


def _run(script: str, streams: str) -> tuple[str, str]:
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", f'"$0" -c "$1" {streams}', sys.executable, _BEGIN + script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return done.stdout.strip(), done.stderr.strip()


@pytest.mark.parametrize(
    ("streams", "told"), [(">&-", "True 9"), (">/dev/full", "False 28"), ("", "")]
)
def test_an_output_that_fails_is_told_apart(streams: str, told: str) -> None:
    assert _run(_WRITE, streams) == ("" if told else "text", told)


@pytest.mark.parametrize(
    ("streams", "closed"), [("<&-", True), ("2>&-", False), ("<&- 2>&-", True)]
)
def test_no_file_takes_the_number_of_a_closed_stream(streams: str, closed: bool) -> None:
    assert _run(_OPEN, streams) == (f"True {closed}", "")


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full"])
def test_complaints_without_a_reader_stop_nothing(streams: str) -> None:
    assert _run(_COMPLAIN, streams) == ("went on", "")
