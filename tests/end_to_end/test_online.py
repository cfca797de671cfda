"""Whole games of several processes over a real relay on loopback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "client")


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = dict(os.environ)
    environment["BLOODRAGE_DATA_DIR"] = str(home / "data")
    environment["BLOODRAGE_STATE_DIR"] = str(home / "state")
    return subprocess.Popen(  # noqa: S603 - our own program
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def local(invitation: str) -> str:
    """The invitation with the loopback address: tests stay on this machine."""
    return re.sub(r"^.*(?=:\d+/)", "127.0.0.1", invitation)


@pytest.mark.parametrize(
    ("seats", "bots"),
    [
        (2, 0),
        (3, 1),
        pytest.param(5, 0, marks=pytest.mark.soak),
        pytest.param(4, 0, marks=pytest.mark.soak),
    ],
)
def test_processes_agree_and_every_record_verifies(tmp_path: Path, seats: int, bots: int) -> None:
    table = f"--seats {seats} --bots {bots} --name Astrid --auto --json --level thrall".split()
    host = start(tmp_path / "host", "host", *table)
    assert host.stdout is not None
    invitation = local(host.stdout.readline().strip())
    joiners = [
        start(
            tmp_path / f"joiner-{number}",
            *("join", invitation, "--auto", "--json", "--level", "thrall"),
            *("--name", f"Guest {number}"),
        )
        for number in range(seats - bots - 1)
    ]
    results = []
    for process in (host, *joiners):
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        results.append(json.loads(out.splitlines()[-1]))
    for part in ("table", "digest", "glory", "winners", "players", "ages"):
        assert len({json.dumps(result[part]) for result in results}) == 1
    transcripts = [Path(result["transcript"]).read_bytes() for result in results]
    assert len(set(transcripts)) == 1
    verify = start(tmp_path / "verify", "verify", results[0]["transcript"], "--json")
    out, _ = verify.communicate(timeout=60)
    assert verify.returncode == 0
    told = json.loads(out)
    assert told["glory"] == results[0]["glory"]
    assert told["closed"]


def test_a_mistyped_invitation_is_told_as_such(tmp_path: Path) -> None:
    process = start(tmp_path, "join", "127.0.0.1:7744/0000-0000-0000-0000-1", "--auto")
    _, err = process.communicate(timeout=30)
    assert process.returncode == 4
    assert "typing error" in err
    assert "Traceback" not in err


def test_a_relay_that_does_not_answer_is_told_as_such(tmp_path: Path) -> None:
    process = start(tmp_path, "join", "127.0.0.1:1/0000-0000-0000-0000-0", "--auto")
    _, err = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "127.0.0.1:1" in err
