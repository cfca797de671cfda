"""Online tables line by line: processes over a real relay, by pipes and on a terminal."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import pytest
from pexpect import EOF, TIMEOUT
from pexpect.popen_spawn import PopenSpawn

from tests.client.cli.test_terminals import terminal
from tests.end_to_end.test_online import relay_on

PATIENCE = 60
GOES_ON = f"{sys.executable} -m client resume 1"
PAUSE = 0.02
"""Seconds between two looks at the output of a program."""


class Person:
    """A person whose program is driven through pipes."""

    def __init__(self, home: Path, *words: str) -> None:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        environment["BLOODRAGE_DATA_DIR"] = str(home / "data")
        environment["BLOODRAGE_STATE_DIR"] = str(home / "state")
        self.child: PopenSpawn[str] = PopenSpawn(
            [sys.executable, "-m", "client", *words],
            env=environment,
            encoding="utf-8",
            timeout=PATIENCE,
        )
        # A loop without a pause would take the processor from the awaited programs.
        self.child.delayafterread = PAUSE

    def reads(self, *texts: str) -> None:
        """Read on to each of the texts in turn."""
        for text in texts:
            found = self.child.expect_exact([text, EOF, TIMEOUT])
            assert not found, f"no {text!r} in {self.child.before!r}"

    def found(self, pattern: str) -> str:
        """Read on to a pattern; return its first group."""
        self.child.expect(pattern)
        match = self.child.match
        assert isinstance(match, re.Match)
        return str(match[1])

    def types(self, *lines: str) -> None:
        for line in lines:
            self.child.sendline(line)

    def ends(self) -> int:
        self.child.expect(EOF)
        return int(self.child.proc.wait())

    def close(self) -> None:
        """Leave nothing of the program behind, however it ended."""
        process = self.child.proc
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()


class Sit(Protocol):
    """Starts a program with its own directory and these words."""

    def __call__(self, home: Path, *words: str) -> Person: ...


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Start programs that end with the test."""
    people: list[Person] = []

    def sit(home: Path, *words: str) -> Person:
        people.append(Person(home, *words))
        return people[-1]

    yield sit
    for person in people:
        person.close()


@contextmanager
def at_relay(home: Path) -> Iterator[int]:
    """Run a relay on loopback; return its port."""
    relay, port = relay_on(home / "relay", 0)
    try:
        yield port
    finally:
        relay.terminate()
        relay.communicate(timeout=20)


@pytest.mark.slow
def test_two_play_line_by_line_and_one_leaves_and_comes_back(tmp_path: Path, sit: Sit) -> None:
    with at_relay(tmp_path) as port:
        shared = ("--seats", "2", "--relay", f"127.0.0.1:{port}", "--plain")
        astrid = sit(tmp_path / "astrid", "host", "--name", "Astrid", *shared)
        line = astrid.found(r"(\S+:\d+/\S+)\r?\n")
        astrid.types("start")
        astrid.reads("Not all seats are taken and ready yet.")
        bo = sit(tmp_path / "bo", "join", line, "--name", "Bo", "--plain")
        bo.reads("Astrid (host, ready)", "Card draft: yes", "Type ready")
        bo.types("hold on", "/hello from Bo", "ready")
        bo.reads("Unknown command: hold on", "Everyone is ready.")
        astrid.reads("Bo joined.", "Bo: hello from Bo", "Everyone is ready: start begins the game.")
        astrid.types("start")
        for one in (astrid, bo):
            one.reads("The game begins.")
            # The second person has typed the answer before the question.
            one.types("1")
        astrid.reads("Keep 2 cards")
        bo.reads("Keep 2 cards")
        astrid.types("say well met", "w")
        bo.reads("Astrid: well met")
        astrid.reads("(Bo): ", "It is your turn to answer.")
        bo.types("1", "1", "1", "q")
        bo.reads("Once confirmed, a pick is final.", GOES_ON)
        assert bo.ends() == 0
        astrid.reads("Bo is not connected")
        bo = sit(tmp_path / "bo", "resume", "--plain")
        bo.reads("The game continues.", "Waiting for Astrid")
        astrid.reads("Bo is back.")
        bo.types("without", "b?")
        bo.reads(
            "Too few are here to go on without Astrid.", "No question for you right now; w shows"
        )
        astrid.types("auto")
        astrid.reads("A bot answers for you now")
        bo.reads("Keep 2 cards")
        astrid.types("auto", "q")
        astrid.reads("The game is saved")
        assert astrid.ends() == 0
        bo.child.sendeof()
        bo.reads(GOES_ON)
        assert bo.ends() == 0


def test_a_signal_ends_a_lobby_of_lines_in_order(tmp_path: Path, sit: Sit) -> None:
    host = sit(tmp_path, "host", "--seats", "2", "--plain")
    host.reads("Send your friends this invitation")
    host.child.kill(signal.SIGTERM)
    host.reads("The table is closed; no game has begun.")
    assert host.ends() == 128 + signal.SIGTERM


@pytest.mark.slow
def test_a_second_ctrl_c_leaves_a_table_on_a_dumb_terminal(
    tmp_path: Path,
) -> None:
    with terminal(tmp_path, "host", "--seats", "2", "--bots", "1", "--name", "Astrid") as child:
        child.expect_exact("Send your friends this invitation")
        child.expect_exact("Everyone is ready: start begins the game.")
        child.sendline("start")
        child.expect_exact("Which clan will you lead?")
        child.expect_exact("> ")
        child.sendintr()
        child.expect_exact("Ctrl-C once more leaves; the game is saved.")
        child.sendintr()
        child.expect_exact(GOES_ON)
        child.expect(EOF)
        child.wait()
    assert child.exitstatus == 130


def test_the_end_of_the_input_leaves_a_lobby(tmp_path: Path, sit: Sit) -> None:
    host = sit(tmp_path, "host", "--seats", "2")
    host.reads("Send your friends this invitation")
    host.child.sendeof()
    host.reads("The table is closed; no game has begun.")
    assert host.ends() == 0
