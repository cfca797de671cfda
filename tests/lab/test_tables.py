"""Whole games between homes, over networks as people have them: real programs, real routers."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypedDict

import pytest

from tests.end_to_end.test_terminal import Terminal
from tests.lab.network import Box, Home, Laboratory, start_upnpd, wait_until

pytestmark = [pytest.mark.lab("miniupnpd")]

OUTER: Final = "11.0.0.21"
RELAY: Final = "11.0.0.10"
_INVITATION: Final = re.compile(r"\S+/(?:[0-9A-Z]{4}-){4}[0-9A-Z*~$=]")
GAME_SECONDS: Final = 150
"""Longest time for a game of bots, on a machine that has much else to do."""


class Result(TypedDict):
    table: str
    digest: str
    transcript: str


class Player:
    """A program in a machine, with files of its own."""

    def __init__(self, lab: Laboratory, box: Box, folder: Path, *arguments: str) -> None:
        home = folder / box.name
        self.log = home.with_suffix(".log")
        environment = {
            f"BLOODRAGE_{kind.upper()}_DIR": str(home / kind)
            for kind in ("data", "state", "config")
        }
        command = (sys.executable, "-m", "client", *arguments)
        self.process = lab.start(box, *command, environment=environment, log=self.log)

    def said(self) -> str:
        return self.log.read_text("utf-8")

    def line_with(self, *addresses: str) -> str:
        """Wait for the line that friends are to paste, with all of some addresses in it."""
        found: list[str] = []

        def is_said() -> bool:
            found[:] = [
                line
                for line in self.said().splitlines()
                if _INVITATION.fullmatch(line) and all(one in line for one in addresses)
            ]
            return bool(found)

        wait_until(is_said, self.log)
        return found[-1]

    def result(self) -> Result:
        """Wait for the end of the game."""
        assert self.process.wait(GAME_SECONDS) == 0, self.said()
        result: Result = json.loads(self.said().splitlines()[-1])
        return result


BOT: Final = ("--auto", "--json", "--level", "thrall")


def host(lab: Laboratory, box: Box, folder: Path, *arguments: str) -> Player:
    return Player(lab, box, folder, "host", "--seats", "2", "--name", "Astrid", *BOT, *arguments)


def guest(lab: Laboratory, box: Box, folder: Path, line: str) -> Player:
    """Join with a line as it was pasted."""
    return Player(lab, box, folder, "join", line, "--name", "Bo", *BOT)


def play(players: Sequence[Player]) -> None:
    """Wait for a whole game, of which all have the same record."""
    results = [player.result() for player in players]
    assert len({(one["table"], one["digest"]) for one in results}) == 1
    assert len({Path(one["transcript"]).read_bytes() for one in results}) == 1


def two_homes(lab: Laboratory) -> tuple[Box, Home, Box, Box]:
    """Return the internet, a home, the host in it and a guest behind another router."""
    internet = lab.switch("internet")
    first = lab.home("a", internet, [f"{OUTER}/24"])
    second = lab.home("b", internet, ["11.0.0.22/24"])
    gateways = ["192.168.1.1"]
    astrid = lab.machine("astrid", first.lan, "192.168.1.11/24", gateways=gateways)
    bo = lab.machine("bo", second.lan, "192.168.1.11/24", gateways=gateways)
    return internet, first, astrid, bo


def start_relay(lab: Laboratory, internet: Box, folder: Path) -> None:
    """Run a relay that everybody reaches."""
    box = lab.machine("relay", internet, f"{RELAY}/24", gateways=())
    lab.start(box, sys.executable, "-m", "relay", log=folder / "relay.log")
    wait_until(lambda: box.run("ss", "-Hltn", "sport", "=", "7744") != "")


def is_mapped(home: Home) -> bool:
    """Whether the router passes on the host's port."""
    return "dport 7744" in home.router.run("nft", "list", "table", "inet", "upnpd")


def test_a_whole_game_between_two_homes_takes_nothing_but_the_pasted_line(
    lab: Laboratory, tmp_path: Path
) -> None:
    _, home, astrid, bo = two_homes(lab)
    start_upnpd(lab, home, tmp_path)
    first = host(lab, astrid, tmp_path)
    second = guest(lab, bo, tmp_path, first.line_with(OUTER))
    assert is_mapped(home)
    play([first, second])
    assert not is_mapped(home)


def test_a_whole_game_through_a_gap_for_ipv6_where_the_provider_shares_an_address(
    lab: Laboratory, tmp_path: Path
) -> None:
    internet = lab.switch("internet")
    people, prefixes = [], ("2001:db8:a::", "2001:db8:b::")
    homes = []
    for at, prefix in enumerate(prefixes):
        outer = [f"100.64.0.2{at}/24", f"2001:db8::2{at}/64"]
        inner = ["192.168.1.1/24", "fe80::1/64", f"{prefix}1/64"]
        home = lab.home(f"home{at}", internet, outer, inner)
        home.router.ip(
            "-6", "route", "add", f"{prefixes[1 - at]}/64", "via", f"2001:db8::2{1 - at}"
        )
        gateways = ["192.168.1.1", "fe80::1"]
        addresses = ["192.168.1.11/24", f"{prefix}11/64"]
        people.append(lab.machine(f"person{at}", home.lan, *addresses, gateways=gateways))
        homes.append(home)
    start_upnpd(lab, homes[0], tmp_path)
    first = host(lab, people[0], tmp_path)
    wait_until(
        lambda: "dport 7744" in homes[0].router.run("nft", "list", "table", "inet", "filter")
    )
    second = guest(lab, people[1], tmp_path, first.line_with("2001:db8:a::11"))
    play([first, second])


def test_a_whole_game_without_a_default_route(lab: Laboratory, tmp_path: Path) -> None:
    switch = lab.switch("lan")
    astrid = lab.machine("astrid", switch, "169.254.7.11/16", gateways=())
    bo = lab.machine("bo", switch, "169.254.7.12/16", gateways=())
    first = host(lab, astrid, tmp_path)
    second = guest(lab, bo, tmp_path, first.line_with("169.254.7.11"))
    play([first, second])


def test_a_whole_game_with_ipv6_alone(lab: Laboratory, tmp_path: Path) -> None:
    switch = lab.switch("lan")
    router = lab.machine("router", switch, "fe80::1/64", "2001:db8:a::1/64", gateways=())
    router.run("sysctl", "-qw", "net.ipv6.conf.all.forwarding=1")
    astrid = lab.machine("astrid", switch, "2001:db8:a::11/64", gateways=["fe80::1"])
    bo = lab.machine("bo", switch, "2001:db8:a::12/64", gateways=["fe80::1"])
    first = host(lab, astrid, tmp_path)
    second = guest(lab, bo, tmp_path, first.line_with("2001:db8:a::11"))
    play([first, second])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_host_that_is_told_to_end_gives_its_port_back(
    lab: Laboratory, tmp_path: Path, number: int
) -> None:
    _, home, astrid, _ = two_homes(lab)
    start_upnpd(lab, home, tmp_path)
    first = host(lab, astrid, tmp_path)
    first.line_with(OUTER)
    assert is_mapped(home)
    first.process.send_signal(number)
    first.process.wait(10)
    assert not is_mapped(home)


@contextmanager
def screen(box: Box, folder: Path, *arguments: str, settings: str = "") -> Iterator[Terminal]:
    """Open the program on a terminal in a machine."""
    config = folder / "config" / "config.toml"
    config.parent.mkdir()
    config.write_text(settings, encoding="utf-8")
    program = tuple(box.command(sys.executable, "-m", "client"))
    data = {"BLOODRAGE_DATA_DIR": str(folder / "data")}
    terminal = Terminal(folder, *arguments, environ=data, program=program)
    try:
        yield terminal
    finally:
        terminal.child.close(force=True)


def leave(terminal: Terminal) -> None:
    """Leave the lobby."""
    terminal.press("\x11")


def close_window(terminal: Terminal) -> None:
    """Close the window of the terminal."""
    terminal.child.kill(signal.SIGHUP)


@pytest.mark.parametrize("end", [leave, close_window])
def test_the_lobby_shows_the_address_the_router_gave_and_its_end_gives_it_back(
    lab: Laboratory, tmp_path: Path, end: Callable[[Terminal], None]
) -> None:
    _, home, astrid, _ = two_homes(lab)
    start_upnpd(lab, home, tmp_path)
    with screen(astrid, tmp_path, "host", "--name", "Astrid") as terminal:
        terminal.shows("Your router lets friends in at", OUTER)
        assert is_mapped(home)
        end(terminal)
        terminal.ends()
    assert not is_mapped(home)


def test_the_lobby_says_within_five_seconds_that_the_router_does_not_answer(
    lab: Laboratory, tmp_path: Path
) -> None:
    _, _, astrid, _ = two_homes(lab)
    with screen(astrid, tmp_path, "host", "--name", "Astrid") as terminal:
        terminal.shows("Asking your router for a port")
        began = time.monotonic()
        terminal.shows("Your router does not answer")
        assert time.monotonic() - began < 5


def test_a_lobby_that_nobody_reaches_moves_to_a_relay_with_one_key(
    lab: Laboratory, tmp_path: Path
) -> None:
    internet, _, astrid, bo = two_homes(lab)
    start_relay(lab, internet, tmp_path)
    arguments = ("host", "--name", "Astrid", "--seats", "2", "--pace", "instant")
    settings = f'[online]\nrelays = ["{RELAY}"]\n'
    with screen(astrid, tmp_path, *arguments, settings=settings) as terminal:
        terminal.shows("Your router does not answer")
        terminal.press("m")
        terminal.shows("The table is at the relay", f"{RELAY}")
        rows = map(str.strip, terminal.text.splitlines())
        line = next(row for row in rows if _INVITATION.fullmatch(row))
        guest(lab, bo, tmp_path, line)
        terminal.shows("Everyone is ready")
        terminal.press("\r")
        terminal.shows("Which clan will you lead?")
        terminal.press("A")
        terminal.shows("Let a bot play for you")
        terminal.press("\x1b[B\r")
        terminal.shows("AUTOPILOT", "AGE I/III", "Action")


def test_a_whole_game_between_two_homes_at_a_relay(lab: Laboratory, tmp_path: Path) -> None:
    internet, _, astrid, bo = two_homes(lab)
    start_relay(lab, internet, tmp_path)
    first = host(lab, astrid, tmp_path, "--relay", RELAY)
    second = guest(lab, bo, tmp_path, first.line_with(RELAY))
    play([first, second])
