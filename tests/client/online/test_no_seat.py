"""Newcomers to tables that have no seat for them: they are told why within five seconds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio

from client.app.online_scene import OnlineScene
from client.online.lan import Announcement, LanState
from client.online.link import Link, LinkState
from client.online.no_seat import NOBODY_SECONDS, Solitude
from client.online.participants import BotOnlooker, BotPlayer
from client.online.table_flow import take_seat, watch
from client.online.table_outcomes import NoTable
from client.online.table_plans import HostTable, JoinTable, WatchTable
from client.plain.console import Typed, TypedConsole
from client.plain.participant import LinePlayer
from client.platform.exit_codes import INVITATION
from client.platform.paths import state_directory
from client.platform.system import random_bytes
from client.presenter.hints import Hints
from client.presenter.preferences import Preferences
from client.storage.game_directory import unfinished
from client.storage.saved_games import SavedTable
from engine.state import Options, Rulings
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import tcp_route
from protocol.wire.identity import Identity
from tests.client.relays import Port, real_relay, until
from tests.client.servers import serving, silent

SOON = 5.0
"""Seconds after which everybody knows, from the first connection on."""


class Sitter(BotPlayer):
    """A player who takes a seat, and never answers."""

    async def play(self) -> int:
        await trio.sleep_forever()


class Shy(Sitter):
    """A player who takes a seat, and never gets ready."""

    def look_around(self) -> None:
        pass


def somebody() -> Identity:
    return Identity(random_bytes(32))


def on_the_screen() -> OnlineScene:
    plan = JoinTable(somebody(), "Cyra", Invitation((tcp_route("127.0.0.1", 1),), Room(bytes(10))))
    return OnlineScene(plan, Preferences(), lambda: None)


def in_lines() -> LinePlayer:
    typed = Typed(lambda: b"", is_live=True)
    return LinePlayer(TypedConsole(typed, lambda _text: None, echoes=True), Hints(on=False))


class Table:
    """A table of sitters at a relay."""

    def __init__(self, nursery: trio.Nursery, relay: Port) -> None:
        self.relay = relay
        self.lines: list[Invitation] = []
        self.host = Sitter("thrall", self.lines.append)
        self.bo: Sitter = Sitter("thrall")
        self.told: list[str] = []
        self._nursery = nursery
        self._scopes: dict[str, trio.CancelScope] = {}

    @property
    def line(self) -> Invitation:
        return self.lines[-1]

    async def open(
        self, seats: int = 2, *, spectators: bool = True, announced: bool = False
    ) -> None:
        options = Options(Rulings(draft=False))
        plan = HostTable(
            *(somebody(), "Astrid", seats, 0, "thrall", options, self.relay.routes),
            spectators=spectators,
            lan=announced,
        )
        self._come("Astrid", partial(take_seat, plan, self.host))
        await until(lambda: bool(self.lines))
        await until(lambda: self.host._room is not None and self.host._room.heard_at is not None)

    def join(self, identity: Identity | None = None) -> None:
        plan = JoinTable(identity or somebody(), "Bo", self.line)
        self._come("Bo", partial(take_seat, plan, self.bo))

    async def begin(self, identity: Identity | None = None) -> None:
        self.join(identity)
        await until(lambda: self.host._at is not None and self.bo._at is not None)
        at = self.host._at
        assert at is not None
        await until(lambda: at.game.table.sessions[0].point.step > 0)

    async def leave(self, name: str) -> None:
        self._scopes[name].cancel()
        await trio.sleep(1)

    def _come(self, name: str, play: Callable[[], Awaitable[object]]) -> None:
        self._scopes[name] = trio.CancelScope()
        self._nursery.start_soon(self._stay, self._scopes[name], play)

    async def _stay(self, scope: trio.CancelScope, play: Callable[[], Awaitable[object]]) -> None:
        with scope:
            try:
                await play()
            except NoTable as error:
                self.told.append(str(error))


@asynccontextmanager
async def table() -> AsyncIterator[Table]:
    async with real_relay() as relay, trio.open_nursery() as nursery:
        yield Table(nursery, relay)
        nursery.cancel_scope.cancel()


async def turned_away(line: Invitation, identity: Identity | None = None) -> str:
    """Come late with a line, on the screen and in lines; return the sentence both are told."""
    told = set()
    for player in (on_the_screen(), in_lines()):
        plan = JoinTable(identity or somebody(), "Cyra", line)
        with trio.fail_after(SOON), pytest.raises(NoTable) as caught:
            await take_seat(plan, player)
        assert caught.value.code == INVITATION
        told.add(str(caught.value))
    (sentence,) = told
    return sentence


async def nothing_to_watch(line: Invitation) -> str:
    """Come to watch with a line; return the sentence."""
    told = set()
    for onlooker in (on_the_screen(), BotOnlooker()):
        with trio.fail_after(SOON), pytest.raises(NoTable) as caught:
            await watch(WatchTable(somebody(), "Cyra", line), onlooker)
        assert caught.value.code == INVITATION
        told.add(str(caught.value))
    (sentence,) = told
    return sentence


async def test_a_table_where_nobody_is_is_reported() -> None:
    async with real_relay() as relay:
        line = Invitation(relay.routes, Room(b"nobody.123"))
        assert (await turned_away(line)).startswith("Nobody is at this table: ")
        assert (await nothing_to_watch(line)).startswith("Nobody is at this table to show it: ")


async def test_a_table_where_nobody_is_is_reported_as_soon_by_a_line_with_several_addresses() -> (
    None
):
    async with real_relay() as relay, serving(silent) as port:
        routes = (*relay.routes, tcp_route("127.0.0.1", port))
        told = await turned_away(Invitation(routes, Room(b"nobody.123")))
        assert told.startswith("Nobody is at this table: ")


@pytest.mark.parametrize("player", [on_the_screen(), in_lines(), BotPlayer("thrall")])
async def test_everybody_sees_that_a_relay_lets_them_wait(
    player: OnlineScene | LinePlayer | BotPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    if isinstance(player, LinePlayer):
        monkeypatch.setattr(player._console, "say", told.append)
    elif isinstance(player, BotPlayer):
        monkeypatch.setattr(player, "_tell", told.append)
    for seconds in (9, 8):
        player.delay((tcp_route("192.0.2.2", 7744),), seconds)
    if isinstance(player, OnlineScene):
        told.append(" ".join(player.draw(40, 20).text().split()))
    assert len(told) == 1
    assert "No answer yet from 192.0.2.2:7744; trying for up to " in told[0]


async def test_a_game_that_has_begun_is_named_with_its_players() -> None:
    async with table() as evening:
        await evening.open()
        await evening.begin()
        assert await turned_away(evening.line) == (
            "This game has begun: Astrid and Bo. You can watch it: bloodrage watch, with the "
            "same invitation."
        )


async def test_a_game_without_spectators_that_has_begun_is_reported() -> None:
    async with table() as evening:
        await evening.open(spectators=False)
        await evening.begin()
        told = await turned_away(evening.line)
        assert told == "This game has begun, without spectators: Astrid and Bo."


async def test_a_player_of_the_game_is_shown_the_way_back() -> None:
    async with table() as evening:
        bo = somebody()
        await evening.open()
        await evening.begin(bo)
        told = await turned_away(evening.line, bo)
        (number,) = (
            game.number
            for game in unfinished(state_directory())
            if isinstance(game, SavedTable)
            and game.begin.charter.hellos[game.begin.person].identity == bo.public
        )
        assert told == (
            f"This game has begun, and you play in it: run bloodrage resume {number} to go "
            "back to it."
        )


async def test_a_player_without_the_saved_game_is_not_sent_to_another_one() -> None:
    async with table() as evening:
        bo = somebody()
        await evening.open()
        await evening.begin(bo)
        await evening.leave("Bo")
        for game in unfinished(state_directory()):
            if isinstance(game, SavedTable) and game.begin.person:
                game.path.unlink()
        told = await turned_away(evening.line, bo)
        assert told == (
            "This game has begun, and you play in it, but it is not saved on this machine: "
            "continue where you began it."
        )


async def test_newcomers_learn_that_the_host_has_closed_the_table() -> None:
    async with table() as evening:
        await evening.open(3)
        evening.join()
        await until(lambda: evening.bo._room is not None and evening.bo._room.lobby.is_seated)
        await evening.leave("Astrid")
        await until(lambda: bool(evening.told))
        assert evening.told == ["The host has closed the table."]
        assert await turned_away(evening.line) == "The host has closed the table."
        assert (await nothing_to_watch(evening.line)).startswith("Nobody is at this table to show")


async def test_a_host_whose_program_died_is_missed_by_newcomers() -> None:
    async with table() as evening:
        await evening.open(3)
        room = evening.host._room
        assert room is not None
        room._decide_against("dies without a good-bye")
        await evening.leave("Astrid")
        assert (await turned_away(evening.line)).startswith("Nobody is at this table: ")


async def test_a_full_table_is_reported() -> None:
    async with table() as evening:
        await evening.open(2)
        evening.bo = Shy("thrall")
        evening.join()
        await until(lambda: evening.bo._room is not None and evening.bo._room.lobby.is_seated)
        assert await turned_away(evening.line) == (
            "The table is full: all 2 seats are taken. Ask the host to add one, then join again. "
            "You can watch the game with the same invitation: bloodrage watch"
        )


async def test_a_seat_that_was_taken_and_left_is_free_again() -> None:
    async with table() as evening:
        await evening.open(2)
        late = Sitter("thrall")
        evening.bo = Shy("thrall")
        evening.join()
        await until(lambda: evening.bo._room is not None and evening.bo._room.lobby.is_seated)
        await evening.leave("Bo")
        plan = JoinTable(somebody(), "Cyra", evening.line)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(take_seat, plan, late)
            await until(lambda: late._at is not None)
            nursery.cancel_scope.cancel()


async def test_the_line_from_before_a_kick_is_void_and_the_kicked_are_told() -> None:
    async with table() as evening:
        await evening.open(3)
        old = evening.line
        evening.join()
        await until(lambda: evening.bo._room is not None and evening.bo._room.lobby.is_seated)
        host, gone = evening.host._room, evening.bo._room
        assert host is not None
        assert gone is not None
        host.do(host.lobby.kick(gone.lobby.hello.identity))
        await until(lambda: bool(evening.told))
        assert evening.told == ["The host has kicked you; the table goes on without you."]
        void = "This invitation is void: the table has a new one. Ask the host for it."
        assert await turned_away(old) == void


async def test_a_short_break_makes_nobody_lonely() -> None:
    async with real_relay() as relay:
        room = Room(b"nobody.123")
        clock = trio.lowlevel.current_clock().current_time
        one, solitude = Link(relay.routes, room, lambda _payload: None, clock=clock), Solitude()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.run)
            await until(lambda: one.status.members == 1)
            assert not solitude.lasts(one)
            await trio.sleep(NOBODY_SECONDS)
            assert solitude.lasts(one)
            one.status.state = LinkState.DOWN
            assert not solitude.lasts(one)
            one.status.state = LinkState.UP
            assert not solitude.lasts(one)
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("spectators", [True, False])
async def test_the_announcement_says_whether_somebody_may_come(
    monkeypatch: pytest.MonkeyPatch, *, spectators: bool
) -> None:
    states: list[LanState | None] = []

    def show(_announcement: Announcement, state: LanState | None, _seats: int) -> None:
        states.extend([state] if [state] != states[-1:] else [])

    async def run(_announcement: Announcement) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr(Announcement, "show", show)
    monkeypatch.setattr(Announcement, "run", run)
    async with table() as evening:
        await evening.open(spectators=spectators, announced=True)
        assert states == [LanState.OPEN]
        await evening.begin()
        end = LanState.BEGUN if spectators else None
        assert states == [LanState.OPEN, LanState.FULL, end]
