"""No program of ours leaves its memory on the disk when it crashes: real processes."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform != "win32":
    import resource

_LIMITS = Path("/proc/self/limits")
pytestmark = pytest.mark.skipif(not _LIMITS.exists(), reason="needs /proc of Linux")


def _core_limits(text: str) -> tuple[str, str]:
    found = re.search(r"^Max core file size +(\S+) +(\S+)", text, re.MULTILINE)
    assert found
    return found[1], found[2]


@pytest.mark.parametrize(
    "command",
    [
        "client play --plain",
        "client host --auto --seats 2 --bots 0",
        "client host --plain --seats 2 --bots 0",
        "relay --listen 127.0.0.1:0",
    ],
)
def test_a_program_that_holds_secrets_writes_no_core_dump(command: str, tmp_path: Path) -> None:
    if sys.platform != "win32" and resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        pytest.skip("core dumps are off for all programs here")
    # It starts with core dumps as large as they may be.
    started = f"ulimit -S -c $(ulimit -H -c); exec {shlex.quote(sys.executable)} -m {command}"
    here = {f"BLOODRAGE_{kind}_DIR": str(tmp_path / kind) for kind in ("STATE", "DATA", "CONFIG")}
    with subprocess.Popen(  # noqa: S603 - our own program
        ["sh", "-c", started],  # noqa: S607 - the shell of this machine
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **here, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        limits = Path(f"/proc/{process.pid}/limits").read_text(encoding="ascii")
        process.kill()
    assert _core_limits(limits) == ("0", "0")
