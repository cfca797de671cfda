"""A table that moves to a relay, and a host whose addresses change: everybody comes along."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from client.online import hosting as hosting_module
from client.online.hosting import HostingPlan
from client.online.link import Link
from client.online.participants import BotPlayer, Entered
from client.online.spectator_room import WatchRoom
from client.online.table_flow import take_seat
from client.online.table_outcomes import OnlineResult
from client.online.table_plans import HostTable, JoinTable, SeatPlan
from client.online.whereabouts import Whereabouts
from client.platform.system import random_bytes
from engine.state import Options, Rulings
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import Routes, read_routes, tcp_route
from protocol.record.record import verify_record
from protocol.wire.identity import Identity
from tests.client.relays import Port, real_relay, until

SHORT = Options(Rulings(draft=False))
NOWHERE = read_routes("127.0.0.1:1")


@pytest.fixture(autouse=True)
def _own_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))


class Guest(BotPlayer):
    """A bot that can be looked at."""

    def __init__(self) -> None:
        self.lines: list[Invitation] = []
        super().__init__("thrall", self.lines.append)

    @property
    def entered(self) -> Entered:
        assert self._entered is not None
        return self._entered

    @property
    def place(self) -> Whereabouts:
        assert self.entered.place is not None
        return self.entered.place

    @property
    def is_playing(self) -> bool:
        return self._at is not None

    @property
    def game(self) -> Link:
        assert self._at is not None
        return self._at.game.link

    @property
    def told(self) -> str:
        return " ".join(self.entered.ways_told())


class Evening:
    """A host with a relay of its own, and guests who come by its line."""

    def __init__(self, nursery: trio.Nursery, relays: tuple[Routes, ...]) -> None:
        self._nursery = nursery
        self.results: list[OnlineResult] = []
        self.host = Guest()
        plan = HostTable(
            *(_identity(), "Astrid", 3, 0, "thrall", SHORT),
            late_window=0,
            hosting=HostingPlan(relays=relays),
        )
        self._come(plan, self.host)

    def _come(self, plan: SeatPlan, player: BotPlayer) -> None:
        async def play() -> None:
            self.results.append(await take_seat(plan, player))

        self._nursery.start_soon(play)

    async def join(self, name: str, line: Invitation) -> Guest:
        guest = Guest()
        self._come(JoinTable(_identity(), name, line), guest)
        await until(lambda: guest._room is not None and guest._room.heard_at is not None)
        return guest

    def here(self) -> Invitation:
        """Return the host's line by the loopback address: tests stay on this machine."""
        port = self.host.entered.room.routes[0].port
        return Invitation((tcp_route("127.0.0.1", port),), self.host.lines[-1].room)


def _identity() -> Identity:
    return Identity(random_bytes(32))


@asynccontextmanager
async def evening(*relays: Routes) -> AsyncIterator[Evening]:
    async with trio.open_nursery() as nursery:
        tonight = Evening(nursery, relays)
        await until(lambda: bool(tonight.host.lines))
        yield tonight
        nursery.cancel_scope.cancel()


def is_at(guest: Guest, relay: Port) -> bool:
    return guest.entered.room.link.routes == relay.routes


@pytest.mark.slow
async def test_a_lobby_moves_to_a_relay_with_guests_and_late_comers() -> None:
    async with real_relay() as relay, evening(NOWHERE, relay.routes) as tonight:
        old = tonight.here()
        bo = await tonight.join("Bo", old)
        tonight.host.entered.move()
        await until(lambda: len(tonight.host.lines) > 1)
        assert tonight.host.lines[-1] == Invitation(relay.routes, old.room)
        assert tonight.host.told.startswith("The table is at the relay ")
        assert tonight.host.place.own_port == 0
        assert str(relay.routes[0]) in tonight.host.place.where()
        await until(lambda: is_at(bo, relay))
        cyra = await tonight.join("Cyra", old)
        await until(lambda: is_at(cyra, relay))
        await until(lambda: len(tonight.results) == 3, 60)
    records = {one.transcript.read_bytes() for one in tonight.results}
    assert len(records) == 1
    assert verify_record(records.pop()).closed


async def test_a_guest_and_a_spectator_follow_the_host_to_another_relay() -> None:
    async with real_relay() as relay, evening(relay.routes) as tonight:
        old = tonight.here()
        bo = await tonight.join("Bo", old)
        watcher = WatchRoom(old, _identity(), "Ida")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watcher.run)
            await until(lambda: watcher.spectator.host != b"")
            tonight.host.entered.move()
            await until(lambda: is_at(bo, relay))
            await until(lambda: watcher.link.routes == relay.routes)
            nursery.cancel_scope.cancel()


async def test_a_host_hears_that_no_relay_answers_or_none_is_known() -> None:
    async with evening(NOWHERE) as tonight:
        tonight.host.entered.move()
        await until(lambda: "does not answer" in tonight.host.told)
        assert tonight.host.place.own_port
    async with evening() as tonight:
        tonight.host.entered.move()
        assert "online.relays" in tonight.host.told


async def test_the_way_to_a_relay_is_offered_while_the_internet_is_shut_out() -> None:
    async with evening(NOWHERE) as tonight:
        assert "m moves the table to the relay 127.0.0.1:1." in tonight.host.told


@pytest.mark.slow
async def test_a_guest_learns_other_addresses_in_the_lobby_and_in_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosting_module, "LOOK_SECONDS", 0.02)
    hosts = ["192.0.2.1"]
    async with evening() as tonight:
        hosting = tonight.host.place.hosting
        assert hosting is not None
        hosting._look = lambda: tuple(hosts)
        hosting._look_lasting = lambda: ("fe80::11",)
        bo = await tonight.join("Bo", tonight.here())
        lasting = tcp_route("fe80::11", hosting.port)
        await until(lambda: lasting in bo.entered.room.link.routes)
        hosts[:] = ["192.0.2.7"]
        told = tcp_route("192.0.2.7", hosting.port)
        await until(lambda: told in bo.entered.room.link.routes)
        assert tonight.host.lines[-1].routes == (told,)
        assert (
            "Your address has changed: send your friends the new invitation." in tonight.host.told
        )
        cyra = await tonight.join("Cyra", tonight.here())
        await until(lambda: all(one.is_playing for one in (bo, cyra)))
        await until(lambda: all(lasting in one.game.routes for one in (bo, cyra)))
        assert not tonight.host.place.other_address()
        hosts[:] = ["192.0.2.8"]
        told = tcp_route("192.0.2.8", hosting.port)
        await until(lambda: all(told in one.game.routes for one in (bo, cyra)))
        assert f"bloodrage resume --relay {told}" in tonight.host.place.other_address()
        await until(lambda: len(tonight.results) == 3, 60)
