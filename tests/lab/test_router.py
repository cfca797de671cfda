"""A port of a machine behind a home router, opened by a real miniupnpd in three protocols."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import pytest

from tests.lab.network import Box, Home, Laboratory, start_upnpd, wait_until

pytestmark = [pytest.mark.lab("miniupnpd")]

PORT = 7744
OUTER = "11.0.0.21"
HOST6 = "2001:db8:a::11"
NO_UPNP = {"enable_upnp": "no"}
UPNP_ONLY = {"enable_natpmp": "no"}
CALL = """
import socket, sys
try:
    print(socket.create_connection((sys.argv[1], int(sys.argv[2])), 1).recv(99).decode())
except OSError:
    print("nobody")
"""

BY_NAT_PMP = """
import trio
from client.router.speakers import NatPmpSpeaker
from client.router.way_out import way_out

async def main():
    speaker = NatPmpSpeaker(await way_out(), 7744)
    print(await speaker.ask(600))
    input()
    await speaker.give_back()

trio.run(main)
"""


class Report(TypedDict):
    standing: str
    outside: list[str]
    via: str


@dataclass(frozen=True, slots=True)
class Street:
    """A home with a host in it, and a friend somewhere else on the internet."""

    home: Home
    host: Box
    friend: Box
    internet: Box

    def call(self, address: str, port: int = PORT) -> str:
        return self.friend.run(sys.executable, "-c", CALL, address, str(port)).strip()

    def held(self) -> str:
        """Return the mappings and pinholes that the router has."""
        rules = ("list", "chain", "inet")
        return self.home.router.run("nft", *rules, "upnpd", "prerouting_miniupnpd") + (
            self.home.router.run("nft", *rules, "filter", "pinholes")
        )


def street(lab: Laboratory, outer: str = OUTER, *, six: bool = False) -> Street:
    internet = lab.switch("internet")
    outers, inners, hosts, gateways = (
        [f"{outer}/24"],
        ["192.168.1.1/24"],
        ["192.168.1.11/24"],
        ["192.168.1.1"],
    )
    if six:
        outers.append("2001:db8::21/64")
        inners += ["fe80::1/64", "2001:db8:a::1/64"]
        hosts.append(f"{HOST6}/64")
        gateways.append("fe80::1")
    home = lab.home("a", internet, outers, inners)
    host = lab.machine("host", home.lan, *hosts, gateways=gateways)
    friend = lab.machine("friend", internet, "11.0.0.30/24", "2001:db8::30/64", gateways=())
    friend.ip("-6", "route", "add", "2001:db8:a::/64", "via", "2001:db8::21")
    return Street(home, host, friend, internet)


class Asking:
    """A program that keeps a port open, and its reports so far."""

    def __init__(self, lab: Laboratory, host: Box, folder: Path, lease: int = 600) -> None:
        self._said = folder / f"{host.name}.reports"
        command = (sys.executable, "-m", "tests.lab.ask_router", str(PORT), str(lease))
        self._process = lab.start(host, *command, log=self._said)

    def lines(self) -> list[str]:
        return self._said.read_text("utf-8").splitlines()

    def report(self, standing: str, addresses: int = 1) -> Report:
        """Wait for a report with a standing and so many addresses."""
        found: list[Report] = []

        def is_said() -> bool:
            reports: list[Report] = [json.loads(line) for line in self.lines() if line[:1] == "{"]
            found[:] = [
                one
                for one in reports
                if one["standing"] == standing and len(one["outside"]) == addresses
            ]
            return bool(found)

        wait_until(is_said, self._said)
        return found[-1]

    def end(self) -> None:
        """Ask the program to end, and wait for it."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(5)
        assert self.lines()[-1] == "given back"

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(5)


@pytest.mark.parametrize(("options", "via"), [(NO_UPNP, "PCP"), (UPNP_ONLY, "UPnP")])
def test_a_mapped_port_is_reached_from_outside_and_given_back(
    lab: Laboratory, tmp_path: Path, options: dict[str, str], via: str
) -> None:
    place = street(lab)
    start_upnpd(lab, place.home, tmp_path, **options)
    asking = Asking(lab, place.host, tmp_path)
    report = asking.report("mapped")
    assert report["outside"] == [f"{OUTER}:{PORT}"]
    assert report["via"] == via
    assert place.call(OUTER) == "welcome"
    asking.end()
    assert place.call(OUTER) == "nobody"
    assert f"dport {PORT}" not in place.held()


def test_nat_pmp_maps_a_port_and_gives_it_back(lab: Laboratory, tmp_path: Path) -> None:
    place = street(lab)
    start_upnpd(lab, place.home, tmp_path, **NO_UPNP)
    command = place.host.command(sys.executable, "-c", BY_NAT_PMP)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as program:  # noqa: S603
        assert program.stdout is not None
        granted = f"PortGrant(address=IPv4Address('{OUTER}'), port={PORT}, seconds=600)"
        assert program.stdout.readline().strip() == granted
        assert f"dport {PORT}" in place.held()
        program.communicate("\n", timeout=5)
    assert f"dport {PORT}" not in place.held()


@pytest.mark.parametrize("options", [NO_UPNP, UPNP_ONLY], ids=["PCP", "UPnP"])
def test_a_lease_is_renewed_before_it_ends(
    lab: Laboratory, tmp_path: Path, options: dict[str, str]
) -> None:
    place = street(lab)
    log = start_upnpd(lab, place.home, tmp_path, **options)
    asking = Asking(lab, place.host, tmp_path, lease=2)
    asking.report("mapped")
    asked = "added mapping" if options is NO_UPNP else "AddPortMapping: ext port"
    wait_until(lambda: log.read_text("utf-8", "replace").count(asked) >= 4, log)
    assert place.call(OUTER) == "welcome"
    assert len(asking.lines()) == 1
    asking.end()


@pytest.mark.parametrize("options", [NO_UPNP, UPNP_ONLY], ids=["PCP", "UPnP"])
def test_a_host_that_was_killed_gets_its_port_again(
    lab: Laboratory, tmp_path: Path, options: dict[str, str]
) -> None:
    place = street(lab)
    start_upnpd(lab, place.home, tmp_path, **options)
    first = Asking(lab, place.host, tmp_path)
    first.report("mapped")
    first.kill()
    second = Asking(lab, place.host, tmp_path)
    assert second.report("mapped")["outside"] == [f"{OUTER}:{PORT}"]
    second.end()
    assert f"dport {PORT}" not in place.held()


@pytest.mark.parametrize("options", [NO_UPNP, UPNP_ONLY], ids=["PCP", "UPnP"])
def test_a_port_that_a_neighbour_has_is_not_taken_from_them(
    lab: Laboratory, tmp_path: Path, options: dict[str, str]
) -> None:
    place = street(lab)
    start_upnpd(lab, place.home, tmp_path, **options)
    other = lab.machine("other", place.home.lan, "192.168.1.12/24", gateways=["192.168.1.1"])
    first, second = Asking(lab, place.host, tmp_path), Asking(lab, other, tmp_path)
    outside = {one.report("mapped")["outside"][0] for one in (first, second)}
    assert outside == {f"{OUTER}:{PORT}", f"{OUTER}:{PORT + 1}"}
    assert [place.call(OUTER, port) for port in (PORT, PORT + 1)] == ["welcome", "welcome"]
    second.end()
    first.end()


@pytest.mark.parametrize("options", [NO_UPNP, UPNP_ONLY], ids=["PCP", "UPnP"])
def test_a_pinhole_for_ipv6_is_opened_and_closed(
    lab: Laboratory, tmp_path: Path, options: dict[str, str]
) -> None:
    place = street(lab, six=True)
    start_upnpd(lab, place.home, tmp_path, **options)
    assert place.call(HOST6) == "nobody"
    asking = Asking(lab, place.host, tmp_path)
    report = asking.report("mapped", addresses=2)
    assert report["outside"][1] == f"[{HOST6}]:{PORT}"
    assert place.call(HOST6) == "welcome"
    asking.end()
    wait_until(lambda: f"dport {PORT}" not in place.held())
    assert place.call(HOST6) == "nobody"


def test_a_router_that_forbids_it_has_refused(lab: Laboratory, tmp_path: Path) -> None:
    place = street(lab)
    start_upnpd(lab, place.home, tmp_path, allow="1024-65535 10.0.0.0/8 1024-65535", **UPNP_ONLY)
    assert Asking(lab, place.host, tmp_path).report("refused", addresses=0)["via"] == "UPnP"


@pytest.mark.parametrize("outer", ["100.64.7.7", "192.168.178.20"], ids=["CGNAT", "double NAT"])
def test_a_router_without_a_public_address_is_recognised(
    lab: Laboratory, tmp_path: Path, outer: str
) -> None:
    place = street(lab, outer)
    start_upnpd(lab, place.home, tmp_path)
    Asking(lab, place.host, tmp_path).report("offline", addresses=0)


def test_a_router_that_does_not_answer_is_told_within_five_seconds(
    lab: Laboratory, tmp_path: Path
) -> None:
    place = street(lab)
    Asking(lab, place.host, tmp_path).report("silent", addresses=0)


def test_a_network_without_a_router_is_recognised(lab: Laboratory, tmp_path: Path) -> None:
    switch = lab.switch("lan")
    host = lab.machine("host", switch, "169.254.7.11/16", gateways=())
    Asking(lab, host, tmp_path).report("unrouted", addresses=0)
