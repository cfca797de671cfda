"""A relay on this machine: its port, the routes for friends, and the sentences about them."""

from __future__ import annotations

import socket

import pytest
import trio
from trio.testing import MockClock

from client.online import hosting as hosting_module
from client.online import local_relay
from client.online.hosting import LOOK_SECONDS, Hosting, HostingPlan, hosting_plan
from client.online.local_relay import PortTaken, own_relay
from client.router.router_port import RouterPort
from client.router.router_reports import RouterReport, RouterStanding
from client.settings.schema import Settings
from engine.values import replace
from protocol.framing import ProbedFrame, ProbeResult
from protocol.lobby.routes import MOST_ROUTES, Route, read_routes, tcp_route, write_routes

HERE = ("192.168.1.11", "2001:db8::11")


def hosting(plan: HostingPlan = HostingPlan(), hosts: tuple[str, ...] = HERE) -> Hosting:  # noqa: B008
    return Hosting(plan, 7745, look=lambda: hosts)


def test_the_line_names_every_address_of_this_machine_with_its_port() -> None:
    assert write_routes(hosting().routes()) == "192.168.1.11:7745,[2001:db8::11]:7745"


@pytest.mark.parametrize(
    ("address", "route"),
    [
        ("astrid.example.net", "astrid.example.net:7745"),
        ("astrid.example.net:80", "astrid.example.net:80"),
        ("wss://example.org/a", "wss://example.org/a"),
        ("2001:db8::5", "[2001:db8::5]:7745"),
    ],
)
def test_a_named_address_comes_first(address: str, route: str) -> None:
    named = hosting(HostingPlan(address=address), ())
    assert write_routes(named.routes()) == route
    assert any(address in sentence for sentence in named.told())
    both = hosting(HostingPlan(address=address))
    assert both.routes() == (*named.routes(), *hosting().routes())


def test_a_machine_in_no_network_says_that_nobody_can_come() -> None:
    alone = hosting(hosts=())
    assert alone.is_alone
    assert len(alone.told()) == 1
    assert alone.told()[0].startswith("This machine is not on a network")


def test_the_settings_have_port_address_router_and_relays() -> None:
    settings = Settings(
        port="7750", address="a.example", router=False, relays="b.example wss://c.example/d"
    )
    assert hosting_plan(settings) == HostingPlan(
        7750,
        "a.example",
        asks_router=False,
        relays=(read_routes("b.example"), read_routes("wss://c.example/d")),
    )
    assert hosting_plan(replace(settings, router=True)).asks_router
    assert not hosting_plan(Settings(), asks_router=False).asks_router
    assert hosting_plan(settings, port=9, address="e").port == 9


def test_an_address_on_the_internet_is_not_told_of_this_network_as_well() -> None:
    port = RouterPort(7745)
    port.report = RouterReport(RouterStanding.DIRECT, (tcp_route("11.0.0.21", 7745),))
    for hosts, told in ((("11.0.0.21",), 1), (("11.0.0.21", "192.168.1.11"), 2)):
        here = hosting(hosts=hosts)
        here._router = port
        assert len(here.told()) == told
        assert " ".join(here.told()).count("11.0.0.21:7745") == 1


def test_those_at_the_table_learn_addresses_that_last_and_the_line_stays_short() -> None:
    def here(*hosts: str) -> Hosting:
        return Hosting(HostingPlan(), 7745, look=lambda: hosts, look_lasting=lambda: ("fe80::1",))

    assert write_routes(here("10.0.0.5").routes()) == "10.0.0.5:7745"
    assert write_routes(here("10.0.0.5").routes_at_table()) == "10.0.0.5:7745,[fe80::1]:7745"
    assert write_routes(here("fe80::1").routes_at_table()) == "[fe80::1]:7745"
    many = here(*(f"10.0.{at}.1" for at in range(MOST_ROUTES))).routes_at_table()
    assert len(many) == MOST_ROUTES
    assert many[-1].host == "fe80::1"


async def test_other_addresses_are_noticed(autojump_clock: MockClock) -> None:
    now: list[tuple[str, ...]] = [(), ("192.168.1.11",)]
    changes: list[object] = []
    plan = HostingPlan()
    here = Hosting(plan, 7744, lambda: changes.append(None), lambda: now[0])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(here.run)
        now.pop(0)
        await trio.sleep(LOOK_SECONDS * 3)
        nursery.cancel_scope.cancel()
    assert here.routes() == (tcp_route("192.168.1.11", 7744),)
    assert len(changes) == 1


async def test_the_first_free_port_of_the_usual_ones_is_used(
    nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_INET6) as taken, socket.socket(socket.AF_INET6) as free:
        for one in (taken, free):
            one.bind(("::", 0))
        taken.listen()
        ports = [one.getsockname()[1] for one in (taken, free)]
        free.close()
        monkeypatch.setattr(local_relay, "PORTS", ports)
        assert await own_relay(nursery) == ports[1]
        assert await own_relay(nursery) not in ports
        assert await own_relay(nursery, ports[0]) not in ports
        with pytest.raises(PortTaken):
            await own_relay(nursery, ports[0], only=True)
    nursery.cancel_scope.cancel()


async def seen_from(
    relay_answer: tuple[ProbedFrame, ...], monkeypatch: pytest.MonkeyPatch
) -> Hosting:
    """Return a hosting at which a relay has looked from outside."""

    async def probed(_route: Route, _port: int) -> tuple[ProbedFrame, ...]:
        return relay_answer

    monkeypatch.setattr(hosting_module, "probed", probed)
    plan = HostingPlan(relays=(read_routes("relay.example"),))
    here = Hosting(plan, 7745, look=lambda: ("192.168.1.11",))
    with trio.move_on_after(LOOK_SECONDS):
        await here.run()
    return here


async def test_an_address_that_a_relay_reaches_is_in_the_line(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = (ProbedFrame(ProbeResult.RELAY, "203.0.113.21"),)
    here = await seen_from(found, monkeypatch)
    assert write_routes(here.routes()) == "192.168.1.11:7745,203.0.113.21:7745"
    assert here.is_open_to_all
    assert "friends on the internet join at 203.0.113.21:7745" in here.told()[-1]


@pytest.mark.parametrize("result", [ProbeResult.CLOSED, ProbeResult.OTHER])
async def test_an_address_that_a_relay_does_not_reach_is_told(
    result: ProbeResult, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await seen_from((ProbedFrame(result, "203.0.113.21"),), monkeypatch)
    assert write_routes(here.routes()) == "192.168.1.11:7745"
    assert not here.is_open_to_all
    assert "203.0.113.21:7745" in here.told()[-1]


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.1", "224.0.0.1", "::1", "fe80::1"])
async def test_an_address_that_cannot_be_outside_is_believed_of_no_relay(
    address: str, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await seen_from((ProbedFrame(ProbeResult.RELAY, address),), monkeypatch)
    assert write_routes(here.routes()) == "192.168.1.11:7745"
    assert not here.is_open_to_all


async def test_a_relay_that_cannot_be_asked_stops_no_table(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ALL_PROXY", raising=False)
    monkeypatch.delenv("all_proxy", raising=False)
    plan = HostingPlan(relays=(read_routes("expyuzz4wqqyqhjn.onion"),))
    here = Hosting(plan, 7745, look=lambda: ("192.168.1.11",))
    with trio.move_on_after(LOOK_SECONDS):
        await here.run()
    assert here.is_settled
