"""Whole games over a relay that comes and goes; each seat is a bot on its own link."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from client.online.participants import BotPlayer
from client.online.table_flow import take_seat
from client.online.table_outcomes import NoTable, OnlineResult
from client.online.table_plans import HostTable, JoinTable
from client.platform.paths import data_directory
from client.platform.system import random_bytes
from engine.state import Options, Rulings
from protocol.lobby.rooms import Invitation
from protocol.record.record import verify_record
from protocol.wire.identity import Identity
from tests.client.relays import Port, real_relay, until

SHORT = Options(Rulings(draft=False))
DRAFTED = Options()


@pytest.fixture(autouse=True)
def _own_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))


class Table:
    """A host and guests, each a task of its own over one relay."""

    def __init__(self, nursery: trio.Nursery, relay: Port) -> None:
        self._nursery = nursery
        self._relay = relay
        self._invitation: list[Invitation] = []
        self.results: list[OnlineResult] = []
        self.refused: list[str] = []

    async def open(self, seats: int, bots: int, options: Options) -> None:
        plan = HostTable(
            *(_identity(), "Astrid", seats, bots, "thrall", options, self._relay.routes),
            late_window=0,
        )
        play = partial(take_seat, plan, BotPlayer("thrall", self._invitation.append))
        self._nursery.start_soon(self._keep, play)
        await until(lambda: bool(self._invitation))

    def join(self, name: str) -> None:
        plan = JoinTable(_identity(), name, self._invitation[0])
        self._nursery.start_soon(self._keep, partial(take_seat, plan, BotPlayer("thrall")))

    async def _keep(self, play: Callable[[], Awaitable[OnlineResult]]) -> None:
        try:
            result = await play()
        except NoTable as error:
            self.refused.append(str(error))
        else:
            self.results.append(result)

    async def finished(self, count: int) -> None:
        await until(lambda: len(self.results) >= count, 100)

    def check(self) -> None:
        """Check that all results agree, and that every record verifies."""
        assert len({one.transcript for one in self.results}) == len(self.results)
        assert len({(one.table, one.digest, one.glory) for one in self.results}) == 1
        records = {one.transcript.read_bytes() for one in self.results}
        assert len(records) == 1
        assert verify_record(records.pop()).closed


def _identity() -> Identity:
    return Identity(random_bytes(32))


@asynccontextmanager
async def table() -> AsyncIterator[tuple[Table, Port]]:
    async with real_relay() as relay, trio.open_nursery() as nursery:
        yield Table(nursery, relay), relay
        nursery.cancel_scope.cancel()


def written() -> int:
    """Return the bytes of records on the disk, which grow with every closed step."""
    return sum(path.stat().st_size for path in data_directory().glob("records/*.bloodrage"))


async def restart_at(relay: Port, size: int) -> None:
    await until(lambda: written() >= size, 60)
    await relay.stop()
    await relay.start()


async def test_a_game_survives_a_relay_that_restarts_empty() -> None:
    async with table() as (game, relay):
        await game.open(2, 0, DRAFTED)
        game.join("Bo")
        # In the draft of the first Age, and again after it.
        await restart_at(relay, 20_000)
        await restart_at(relay, 70_000)
        await game.finished(2)
        game.check()


async def test_a_lobby_survives_a_relay_that_restarts_empty() -> None:
    async with table() as (game, relay):
        await game.open(3, 0, SHORT)
        game.join("Bo")
        await until(lambda: relay.relay.rooms.connections == 2)
        await relay.stop()
        await relay.start()
        game.join("Cyra")
        await until(lambda: len(list(data_directory().glob("records/*"))) == 3)


async def test_a_guest_without_a_seat_hears_why_and_the_others_play() -> None:
    async with table() as (game, _):
        await game.open(2, 1, SHORT)
        await until(lambda: written() > 0)
        game.join("Bo")
        await until(lambda: bool(game.refused))
        (told,) = game.refused
        assert told.startswith("This game has begun: Astrid and ")
        assert ". You can watch it: " in told
