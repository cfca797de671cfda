"""The check of hosting says what the lobby would say, before the evening."""

from __future__ import annotations

import socket

import pytest
import trio

from client.diagnostics import host_check
from client.diagnostics.findings import Level
from client.diagnostics.host_check import check_host
from client.online.hosting import Hosting, HostingPlan


def with_hosts(monkeypatch: pytest.MonkeyPatch, *hosts: str) -> None:
    def make(plan: HostingPlan, port: int, on_change: trio.Event) -> Hosting:
        del on_change
        return Hosting(plan, port, look=lambda: hosts)

    monkeypatch.setattr(host_check, "Hosting", make)


async def test_the_addresses_and_the_router_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with_hosts(monkeypatch, "192.168.1.11")
    near, far = await check_host(HostingPlan())
    assert near.level is Level.OK
    assert "192.168.1.11:" in near.told
    assert far.level is Level.WARN
    assert far.told == "Your router was not asked for a port."


async def test_a_machine_in_no_network_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    with_hosts(monkeypatch)
    (finding,) = await check_host(HostingPlan())
    assert finding.level is Level.FAIL


async def test_a_taken_port_fails() -> None:
    with socket.socket(socket.AF_INET6) as taken:
        taken.bind(("::", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (finding,) = await check_host(HostingPlan(port=port))
    assert finding.level is Level.FAIL
    assert str(port) in finding.told
