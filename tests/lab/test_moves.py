"""A host whom nobody reaches: one key, and the table is at a relay; and a look from outside."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.end_to_end.test_terminal import Terminal
from tests.lab.network import Box, Laboratory, start_upnpd, wait_until
from tests.lab.test_tables import (
    OUTER,
    RELAY,
    Player,
    guest,
    host,
    is_mapped,
    play,
    screen,
    two_homes,
)

pytestmark = [pytest.mark.lab]

_LINE: Final = re.compile(r"\S+/(?:[0-9A-Z]{4}-){4}[0-9A-Z]")
SETTINGS: Final = f'[online]\nrelays = ["{RELAY}:7744"]\n'


def relay_in(lab: Laboratory, internet: Box, folder: Path) -> None:
    """Run a relay in the internet until it listens."""
    box = lab.machine("relay", internet, f"{RELAY}/24", gateways=())
    log = folder / "relay.log"
    lab.start(box, sys.executable, "-m", "relay", "--listen", "0.0.0.0:7744", log=log)
    wait_until(lambda: ":7744" in box.run("ss", "-ltn"), log)


def line_of(terminal: Terminal) -> str:
    found = _LINE.search(terminal.text)
    assert found is not None, terminal.text
    return found.group()


def test_one_key_moves_a_table_that_nobody_reaches_to_a_relay(
    lab: Laboratory, tmp_path: Path
) -> None:
    internet, _, astrid, bo = two_homes(lab)
    relay_in(lab, internet, tmp_path)
    arguments = ("host", "--seats", "2", "--name", "Astrid")
    with screen(astrid, tmp_path, *arguments, settings=SETTINGS) as terminal:
        terminal.shows("Your router does not answer", "m moves the table", f"{RELAY}:7744.")
        terminal.press("m")
        terminal.shows(f"{RELAY}:7744/")
        Player(lab, bo, tmp_path, "join", line_of(terminal), "--auto", "--name", "Bo")
        terminal.shows("Everyone is ready")


def doctor(lab: Laboratory, box: Box, folder: Path) -> str:
    """Return all that `doctor --host` says, in one line."""
    config = folder / box.name / "config" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(SETTINGS, encoding="utf-8")
    player = Player(lab, box, folder, "doctor", "--host")
    player.process.wait(60)
    return " ".join(player.said().split())


@pytest.mark.lab("miniupnpd")
def test_a_relay_looks_from_outside_through_the_router(lab: Laboratory, tmp_path: Path) -> None:
    internet, home, astrid, _ = two_homes(lab)
    relay_in(lab, internet, tmp_path)
    start_upnpd(lab, home, tmp_path)
    told = doctor(lab, astrid, tmp_path)
    assert f"Your router lets friends in at {OUTER}:" in told
    assert f"Checked from {RELAY}:7744: friends on the internet join at {OUTER}:" in told
    assert not is_mapped(home)


def test_a_relay_says_that_nothing_gets_through(lab: Laboratory, tmp_path: Path) -> None:
    internet, _, astrid, _ = two_homes(lab)
    relay_in(lab, internet, tmp_path)
    told = doctor(lab, astrid, tmp_path)
    assert "Your router does not answer." in told
    assert f"Checked from {RELAY}:7744: nothing gets through to {OUTER}:7744." in told


def test_a_whole_game_with_link_local_addresses_alone(lab: Laboratory, tmp_path: Path) -> None:
    switch = lab.switch("lan")
    astrid = lab.machine("astrid", switch, "fe80::11/64", gateways=())
    bo = lab.machine("bo", switch, "fe80::12/64", gateways=())
    first = host(lab, astrid, tmp_path)
    second = guest(lab, bo, tmp_path, first.line_with("fe80::"))
    play([first, second])
