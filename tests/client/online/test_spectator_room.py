"""Spectators of whole games over a real relay: they check everything, and can harm nobody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from client.app.online_scene import OnlineScene
from client.games.spectated_game import SpectatedGame
from client.online.link import Link
from client.online.participants import BotOnlooker, BotPlayer
from client.online.spectator_room import WatchRoom
from client.online.table_flow import take_seat, watch
from client.online.table_outcomes import NoTable, OnlineResult
from client.online.table_plans import HostTable, JoinTable, ResumeTable, WatchTable
from client.platform.system import random_bytes
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.screens.draw import draw
from client.storage.saved_games import load_table
from engine.state import Options, Rulings
from protocol.lobby.presence import ChatEvent
from protocol.lobby.rooms import Invitation
from protocol.record.record import verify_record
from protocol.wire.identity import Identity
from protocol.wire.packets import Ask, Chat, Hail, RecordPage, Signed, Visit, pack_plain
from protocol.wire.venues import Venue
from tests.client.relays import Port, real_relay, until

SHORT = Options(Rulings(draft=False))


@pytest.fixture(autouse=True)
def _own_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path / "state"))


class Evening:
    """A table of bots on links of their own, and its spectators."""

    def __init__(self, nursery: trio.Nursery, relay: Port) -> None:
        self.nursery = nursery
        self.relay = relay
        self.played: list[OnlineResult] = []
        self.watched: list[OnlineResult] = []
        self.refused: list[str] = []
        self.hosting = trio.CancelScope()
        self._invitation: list[Invitation] = []

    @property
    def invitation(self) -> Invitation:
        return self._invitation[0]

    async def open(
        self, options: Options = SHORT, seats: int = 2, *, spectators: bool = True
    ) -> None:
        plan = HostTable(
            *(_identity(), "Astrid", seats, 0, "thrall", options, self.relay.routes),
            late_window=0,
            spectators=spectators,
        )
        play = partial(take_seat, plan, BotPlayer("thrall", self._invitation.append))
        self.nursery.start_soon(self._keep, self.played, play)
        await until(lambda: bool(self._invitation))

    def join(self, name: str = "Bo") -> None:
        plan = JoinTable(_identity(), name, self.invitation)
        play = partial(take_seat, plan, BotPlayer("thrall"))
        self.nursery.start_soon(self._keep, self.played, play)

    def watch(self, name: str) -> None:
        plan = WatchTable(_identity(), name, self.invitation)
        play = partial(watch, plan, BotOnlooker())
        self.nursery.start_soon(self._keep, self.watched, play)

    async def _keep(
        self, results: list[OnlineResult], play: Callable[[], Awaitable[OnlineResult]]
    ) -> None:
        try:
            results.append(await play())
        except NoTable as error:
            self.refused.append(str(error))

    async def look_on(self, name: str) -> WatchRoom:
        """Add a spectator whose room the test can inspect."""
        room = WatchRoom(self.invitation, _identity(), name)
        self.nursery.start_soon(room.run)
        return room


def _identity() -> Identity:
    return Identity(random_bytes(32))


@asynccontextmanager
async def evening() -> AsyncIterator[Evening]:
    async with real_relay() as relay, trio.open_nursery() as nursery:
        yield Evening(nursery, relay)
        nursery.cancel_scope.cancel()


@pytest.mark.slow
async def test_spectators_of_a_whole_game_have_the_same_record_as_the_players() -> None:
    async with evening() as table:
        await table.open()
        table.watch("Ida")
        table.watch("Jon")
        table.join()
        await until(lambda: len(table.played) == 2 and len(table.watched) == 2, 60)
        same = {(one.table, one.digest, one.glory) for one in (*table.played, *table.watched)}
        assert len(same) == 1
        own = table.played[0].transcript.read_bytes()
        for one in table.watched:
            assert one.transcript.read_bytes() == own
            assert one.transcript != table.played[0].transcript
            assert one.actions == table.played[0].actions
        assert verify_record(own).closed


@pytest.mark.slow
async def test_a_late_spectator_sees_the_whole_game_even_after_a_relay_restart() -> None:
    async with evening() as table:
        await table.open(Options())
        table.join()
        ida = await table.look_on("Ida")
        await until(lambda: ida.table is not None and len(ida.table.state.clans) == 2, 60)
        await table.relay.stop()
        await table.relay.start()
        jon = await table.look_on("Jon")
        await until(lambda: ida.is_over and jon.is_over, 100)
        assert ida.table is not None
        assert jon.table is not None
        assert ida.table.record() == jon.table.record()
        assert verify_record(jon.table.record()).closed


@pytest.mark.slow
async def test_a_resumed_table_is_shown_to_spectators_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop_in_the_draft(bot: BotPlayer) -> None:
        if bot._at is not None:
            table = bot._at.game.table
            if table.sessions[table.person].point.step > 15:
                playing.cancel_scope.cancel()

    monkeypatch.setattr(BotPlayer, "wake", stop_in_the_draft)
    async with evening() as table:
        later = table.nursery
        async with trio.open_nursery() as playing:
            table.nursery = playing
            await table.open(Options())
            table.join()
            ida = WatchRoom(table.invitation, _identity(), "Ida")
            later.start_soon(ida.run)
        assert not table.played
        table.nursery = later
        await table.relay.stop()
        await table.relay.start()
        for path in (tmp_path / "state").glob("*.table"):
            go_on = partial(take_seat, ResumeTable(load_table(path)), BotPlayer("thrall"))
            later.start_soon(table._keep, table.played, go_on)
        await until(lambda: ida.is_over and len(table.played) == 2, 60)
        assert ida.table is not None
        assert ida.table.record() == table.played[0].transcript.read_bytes()


async def test_a_spectator_sees_no_card_of_a_hand() -> None:
    async with evening() as table:
        await table.open()
        table.join()
        ida = await table.look_on("Ida")
        await until(lambda: ida.is_over, 60)
        assert ida.table is not None
        sitting = SpectatedGame(ida, Preferences(Pace.INSTANT, guard=0.0))
        while sitting.step(trio.current_time()) <= 0:
            pass
        view = sitting.model.view(trio.current_time())
        assert "you watch" in draw(view, 80, 24).text()
        assert not [line for line in sitting.model.shown.log if line.full.startswith("You ")]
        sitting.leave()
        assert verify_record(sitting.record.read_bytes()).closed
        knowledge = ida.table.knowledge
        assert not knowledge.hand
        assert not knowledge.picks
        assert not knowledge.quests


async def test_a_spectator_on_the_screen_takes_no_seat() -> None:
    async with evening() as table:
        await table.open()
        preferences = Preferences(Pace.INSTANT, guard=0.0)
        plan = WatchTable(_identity(), "Ida", table.invitation)
        scene = OnlineScene(plan, preferences, lambda: None)
        table.nursery.start_soon(scene.run)
        table.join()
        await until(lambda: isinstance(scene.game, SpectatedGame), 60)
        assert scene.ended is None
        scene.leave()


async def test_spectators_chat_among_themselves() -> None:
    async with evening() as table:
        await table.open()
        table.join()
        ida, jon = await table.look_on("Ida"), await table.look_on("Jon")
        await until(lambda: bool(ida.visitors and ida.visitors.others))
        await until(lambda: bool(jon.visitors and jon.visitors.others))
        ida.speak("who will win?")
        said: list[ChatEvent] = []

        def heard() -> bool:
            said.extend(jon.said())
            return bool(said)

        await until(heard)
        assert jon.visitors is not None
        assert jon.visitors.names[said[0].signer] == "Ida"


async def test_a_hostile_spectator_harms_nobody() -> None:
    async with evening() as table:
        await table.open()
        table.join()
        ida = await table.look_on("Ida")
        await until(lambda: ida.charter is not None)
        assert ida.charter is not None
        table_id = ida.charter.table_id
        liar = _identity()
        link = Link(table.relay.routes, table.invitation.room, lambda _raw: None)
        table.nursery.start_soon(link.run)
        for number in range(1, 60):
            page = RecordPage(number % 40, random_bytes(32), 0, 1, random_bytes(500))
            for said in (page, Chat("x" * 200), Visit(f"Ida {number}")):
                link.send(Signed(liar.public, Venue.gallery(table_id), number, said).pack(liar))
            link.send(pack_plain(Ask(0, random_bytes(32))))
            link.send(pack_plain(Hail()))
            link.send(random_bytes(200))
        await until(lambda: len(table.played) == 2 and ida.is_over, 60)
        assert ida.table is not None
        assert ida.table.record() == table.played[0].transcript.read_bytes()
        assert ida.trouble == ""


async def test_a_table_without_spectators_refuses_them() -> None:
    async with evening() as table:
        await table.open(spectators=False)
        table.join()
        table.watch("Ida")
        await until(lambda: bool(table.refused))
        assert table.refused == ["This table is played without spectators."]
