"""A host whose network gives out another address while friends are at the table: nobody is lost."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.lab.network import Box, Laboratory, wait_until
from tests.lab.test_moves import line_of
from tests.lab.test_tables import guest, host, screen

pytestmark = [pytest.mark.lab]

OLD: Final = "192.168.7.71"
NEW: Final = "192.168.7.81"
BACK_SECONDS: Final = 40
"""Longest time until a guest is back: a quarter of a minute of silence, and an attempt or two."""


def within(seconds: float, true: Callable[[], bool]) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.1)


def two_machines(lab: Laboratory) -> tuple[Box, Box]:
    """Return a host and a guest on one switch without a router."""
    switch = lab.switch("lan")
    return (
        lab.machine("astrid", switch, f"{OLD}/24", gateways=()),
        lab.machine("bo", switch, "192.168.7.72/24", gateways=()),
    )


def give_another_address(box: Box) -> None:
    box.ip("addr", "del", f"{OLD}/24", "dev", "eth0")
    box.ip("addr", "add", f"{NEW}/24", "dev", "eth0")


def is_connected(box: Box) -> bool:
    """Whether a guest has a connection to a table that is not the one to the old address."""
    found = box.run("ss", "-Htn", "state", "established", "dport", "=", ":7744")
    return any(OLD not in row for row in found.splitlines())


def test_a_guest_in_a_game_finds_a_host_with_another_address(
    lab: Laboratory, tmp_path: Path
) -> None:
    astrid, bo = two_machines(lab)
    arguments = ("host", "--name", "Astrid", "--seats", "2", "--pace", "instant")
    with screen(astrid, tmp_path, *arguments) as terminal:
        terminal.shows("y copies it", OLD)
        guest(lab, bo, tmp_path, line_of(terminal))
        terminal.shows("Everyone is ready")
        terminal.press("\r")
        terminal.shows("Which clan will you lead?", "net 2/2")
        give_another_address(astrid)
        terminal.shows("Your address has changed", f"resume --relay {NEW}:7744")
        within(BACK_SECONDS, lambda: is_connected(bo))
        terminal.press("N")
        terminal.shows("net 2/2", f"{NEW}:7744")


def last_row(file: Path) -> str:
    return file.read_text("utf-8").rpartition("tables: ")[2]


def test_an_announced_table_is_listed_at_its_other_address(lab: Laboratory, tmp_path: Path) -> None:
    astrid, bo = two_machines(lab)
    host(lab, astrid, tmp_path, "--lan")
    early, late = tmp_path / "1", tmp_path / "2"
    lab.start(bo, sys.executable, "-m", "tests.lab.list_tables", log=early)
    wait_until(lambda: f"Astrid {OLD}:" in last_row(early), early)
    give_another_address(astrid)
    wait_until(lambda: f"Astrid {NEW}:" in last_row(early), early)
    lab.start(bo, sys.executable, "-m", "tests.lab.list_tables", log=late)
    wait_until(lambda: f"Astrid {NEW}:" in last_row(late), late)
    log = tmp_path / astrid.name / "state" / "bloodrage.log"
    assert "Traceback" not in log.read_text("utf-8")


def test_a_guest_in_a_lobby_finds_a_host_with_another_address(
    lab: Laboratory, tmp_path: Path
) -> None:
    astrid, bo = two_machines(lab)
    with screen(astrid, tmp_path, "host", "--name", "Astrid", "--seats", "3") as terminal:
        terminal.shows("y copies it", OLD)
        guest(lab, bo, tmp_path, line_of(terminal))
        terminal.shows("Bo")
        give_another_address(astrid)
        terminal.shows("Your address has changed", NEW)
        within(BACK_SECONDS, lambda: is_connected(bo))
