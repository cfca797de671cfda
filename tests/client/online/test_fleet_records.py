"""A fleet of relays by SRV records: order, and the relay that a host picks."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import dns.asyncresolver
import dns.message
import dns.rcode
import dns.rrset
import pytest
import trio

from client.online.fleet import MOST_TRIED, FleetRecord, choose_relay, is_fleet, ordered
from client.online.relay_greeting import RelayUnreachable
from client.online.route_troubles import Obstacle
from protocol.lobby.routes import read_routes, tcp_route
from tests.client.relays import real_relay

NAME = "_bloodrage._tcp.example.org"
FLEET = read_routes(NAME)


@pytest.fixture(autouse=True)
def without_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@asynccontextmanager
async def answering(monkeypatch: pytest.MonkeyPatch, *records: str) -> AsyncIterator[list[str]]:
    """Answer every question for SRV records with these; yield the names asked for."""
    asked: list[str] = []
    sock = trio.socket.socket(type=trio.socket.SOCK_DGRAM)
    await sock.bind(("127.0.0.1", 0))

    async def serve() -> None:
        while True:
            data, peer = await sock.recvfrom(4_096)
            query = dns.message.from_wire(data)
            (question,) = query.question
            asked.append(question.name.to_text())
            response = dns.message.make_response(query)
            if records:
                response.answer.append(
                    dns.rrset.from_text(question.name, 60, "IN", "SRV", *records)
                )
            else:
                response.set_rcode(dns.rcode.NXDOMAIN)
            await sock.sendto(response.to_wire(), peer)

    resolver = dns.asyncresolver.Resolver(configure=False)
    resolver.nameservers = ["127.0.0.1"]
    resolver.port = sock.getsockname()[1]
    monkeypatch.setattr(dns.asyncresolver, "default_resolver", resolver)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        yield asked
        nursery.cancel_scope.cancel()
    sock.close()


def record(priority: int, weight: int, host: str) -> FleetRecord:
    return FleetRecord(priority, weight, tcp_route(host, 7744))


def test_a_name_of_a_fleet_is_told_from_an_address() -> None:
    assert is_fleet(FLEET)
    assert is_fleet(read_routes(NAME.upper()))
    for other in ("example.org", f"wss://{NAME}", "_bloodrage._udp.example.org"):
        assert not is_fleet(read_routes(other))


def test_the_lowest_priority_comes_first() -> None:
    found = ordered((record(2, 9, "c"), record(0, 0, "a"), record(1, 0, "b")), Random(1).randbytes)
    assert [route.host for route in found] == ["a", "b", "c"]


def test_chance_follows_the_weights_and_nobody_is_left_out() -> None:
    records = (record(0, 30, "heavy"), record(0, 10, "light"), record(0, 0, "spare"))
    random = Random(7).randbytes
    firsts: Counter[str] = Counter()
    for _ in range(4_000):
        found = ordered(records, random)
        assert len(set(found)) == 3
        firsts[found[0].host] += 1
    assert 2_700 < firsts["heavy"] < 3_150
    assert 850 < firsts["light"] < 1_150
    assert 30 < firsts["spare"] < 250


async def test_a_host_picks_a_relay_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async with real_relay() as dead, real_relay() as relay:
        await dead.stop()
        records = (f"0 1 {dead.port} 127.0.0.1.", f"1 1 {relay.port} 127.0.0.1.")
        async with answering(monkeypatch, *records) as asked:
            assert await choose_relay(FLEET) == relay.routes
    assert asked == [f"{NAME}."]


async def test_a_lobby_that_moves_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    async with real_relay() as one, real_relay() as other:
        records = [f"0 1 {relay.port} 127.0.0.1." for relay in (one, other)]
        async with answering(monkeypatch, *records):
            assert await choose_relay(FLEET, one.routes) == other.routes


async def test_an_address_is_asked_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with real_relay() as relay, answering(monkeypatch) as asked:
        assert await choose_relay(relay.routes) == relay.routes
    assert asked == []


async def test_a_name_that_nobody_knows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with answering(monkeypatch):
        with pytest.raises(RelayUnreachable) as caught:
            await choose_relay(FLEET)
    assert caught.value.why == "this domain lists no relays"


@pytest.mark.parametrize(
    "records", [("0 0 0 .",), ("0 0 0 127.0.0.1.",), ("0 0 7744 \\\\027[2J.example.",)]
)
async def test_records_that_name_no_relay_are_skipped(
    records: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with answering(monkeypatch, *records):
        with pytest.raises(RelayUnreachable):
            await choose_relay(FLEET)


async def test_no_more_than_a_few_relays_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    async def fail(routes: object, _on_delay: object) -> None:
        tried.append(routes)
        raise RelayUnreachable(FLEET)

    monkeypatch.setattr("client.online.fleet.reach", fail)
    records = [f"0 1 {port} 127.0.0.1." for port in range(1, 31)]
    async with answering(monkeypatch, *records):
        with pytest.raises(RelayUnreachable):
            await choose_relay(FLEET)
    assert len(tried) == MOST_TRIED


async def test_no_name_server_is_asked_beside_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    async with answering(monkeypatch, "0 1 7744 127.0.0.1.") as asked:
        with pytest.raises(RelayUnreachable) as caught:
            await choose_relay(read_routes("_bloodrage._tcp.expyuzz4wqqyqhjn.onion"))
        assert caught.value.trouble is not None
        assert caught.value.trouble.obstacle is Obstacle.ONION
        monkeypatch.setenv("ALL_PROXY", "socks5h://127.0.0.1:1")
        with pytest.raises(RelayUnreachable) as caught:
            await choose_relay(FLEET)
        assert caught.value.why == "a proxy cannot look up the relays of a domain; name one of them"
    assert asked == []
