"""Players of one table over a real relay: chat, presence, connections, bots in their seats."""

from __future__ import annotations

import errno
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from client.games.online_game import OnlineGame
from client.online.at_table import AtTable
from client.online.game_room import ALONE_SECONDS, TICK_SECONDS, GameRoom
from client.online.link import QUIET_SECONDS
from client.presenter import statuses
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.screens.draw import draw
from client.storage.journal_file import create_table
from client.storage.journal_rows import TableBegin
from client.storage.record_files import RecordKeeper
from client.storage.saved_games import load_table
from client.tables.new_seats import NewSeat, new_seat
from engine.state import Options, Rulings
from protocol.cards.card_faces import cards_digest
from protocol.charter import NO_CLOCK, Charter, Clock, ClockKind
from protocol.wire.identity import Identity
from protocol.wire.names import is_wide
from protocol.wire.packets import Chat, Presence, Said, Signed
from protocol.wire.rate_budget import CHAT_AT_ONCE
from protocol.wire.venues import Venue
from tests.client.relays import Port, real_relay, until

NAMES = ("Astrid", "Bo", "Cyra")
QUICK = Preferences(Pace.INSTANT, guard=0.0)
SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def _own_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path))


class Member:
    """One player at the table with a client of their own."""

    def __init__(
        self,
        relay: Port,
        charter: Charter,
        signer: int,
        seat: NewSeat,
        told: str = "",
        journal: Path | None = None,
    ) -> None:
        self.seat = seat
        self._at_first = told
        self._journal = journal
        self.charter = charter
        own = {signer: seat.own()}
        self.begin = TableBegin(charter, signer, own, SECRET, relay.routes, 0)
        self.room = GameRoom(self.begin)
        self._scope = trio.CancelScope()
        self._game: OnlineGame | None = None

    @property
    def game(self) -> OnlineGame:
        assert self._game is not None
        return self._game

    async def run(self) -> None:
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.room.run)
                while not self.room.table.is_seated:
                    if not self.room.table.advance():
                        await self.room.wait()
                records = RecordKeeper(self.room.table)
                begin, kept = self.begin, self._journal
                journal = None if kept is None else create_table(kept, begin, 1)
                at = AtTable(begin, self.room, records, journal, self._at_first)
                self._game = OnlineGame(at, QUICK)
                try:
                    while True:
                        wait = self._game.step(trio.current_time())
                        with trio.move_on_after(wait):
                            await self.room.wait()
                finally:
                    if journal is not None:
                        journal.close()

    def leave(self) -> None:
        self._scope.cancel()

    @property
    def is_there(self) -> bool:
        return self._game is not None

    def keys(self, *names: str) -> None:
        for name in names:
            self.game.press(name, trio.current_time())

    def say(self, text: str) -> None:
        self.keys("t", *("space" if char == " " else char for char in text), "enter")

    def says(self, counter: int, said: Said) -> None:
        """Send a message that a real client would never send."""
        link = self.room.link
        public = self.seat.identity.public
        packet = Signed(public, Venue.table(self.charter.table_id), counter, said)
        link.send(packet.pack(self.seat.identity))

    @property
    def heard(self) -> list[str]:
        return [line.full for line in self.game.model.shown.log if ": " in line.full]

    def screen(self, width: int = 140, height: int = 45) -> str:
        return draw(self.game.model.view(trio.current_time()), width, height).text()


@asynccontextmanager
async def table(players: int, clock: Clock = NO_CLOCK) -> AsyncIterator[tuple[list[Member], Port]]:
    """Seat some players at one table."""
    seats = [new_seat(Identity(bytes([at + 1] * 32)), NAMES[at]) for at in range(players)]
    options = Options(Rulings(draft=False))
    charter = Charter(
        tuple(seat.hello for seat in seats),
        options,
        cards_digest(options),
        late_window=0,
        clock=clock,
    )
    async with real_relay() as relay, trio.open_nursery() as nursery:
        members = [Member(relay, charter, at, seat) for at, seat in enumerate(seats)]
        for member in members:
            nursery.start_soon(member.run)
        await until(lambda: all(member.is_there for member in members))
        yield members, relay
        nursery.cancel_scope.cancel()


async def test_players_chat_in_lines_and_phrases() -> None:
    async with table(2) as ((astrid, bo), _):
        astrid.say("gimle again? really")
        await until(lambda: bool(bo.heard))
        bo.keys("!", "a")
        await until(lambda: len(astrid.heard) == 2)
        assert astrid.heard == bo.heard == ["Astrid: gimle again? really", "Bo: Hello!"]


async def test_muting_a_player_concerns_only_the_one_who_mutes() -> None:
    async with table(3) as ((astrid, bo, cyra), _):
        astrid.keys("M", "down", "enter", "escape")
        bo.say("do you hear me")
        await until(lambda: bool(cyra.heard))
        cyra.say("i do")
        await until(lambda: len(bo.heard) == 2 and bool(astrid.heard))
        assert astrid.heard == ["Cyra: i do"]
        assert cyra.heard == bo.heard == ["Bo: do you hear me", "Cyra: i do"]


async def test_a_lost_connection_is_named_with_its_time_and_comes_back() -> None:
    async with table(3) as ((astrid, bo, cyra), relay):
        await until(lambda: "●net 3/3" in astrid.screen())
        bo.leave()
        await until(lambda: "●net 2/3" in astrid.screen())
        told = "Bo is not connected, 0:0"
        await until(lambda: any(told in one.screen() for one in (astrid, cyra)))
        again = Member(relay, bo.charter, 1, bo.seat)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(again.run)
            await until(lambda: "●net 3/3" in astrid.screen())
            nursery.cancel_scope.cancel()


async def test_a_player_just_heard_is_not_missed_before_the_relay_counts_them() -> None:
    async with table(2) as ((astrid, _), _):
        link = astrid.room.link
        await until(lambda: link.status.members == 2)
        link.status.members, now = 1, trio.current_time()
        astrid.room.presence.heard_at[1] = now
        assert not statuses.net_of(astrid.room, now).away
        assert statuses.net_of(astrid.room, now + 2 * ALONE_SECONDS).away


async def test_a_late_sign_of_presence_is_no_lost_line_while_somebody_else_is_away() -> None:
    async with table(3) as ((astrid, *_), _):
        room = astrid.room
        await until(lambda: room.link.status.members == 3)
        room.link.status.members, now = 2, trio.current_time()
        room.began = room.link.status.since = now - 60
        room.presence.heard_at |= {1: now - TICK_SECONDS - 2, 2: now - 2 * TICK_SECONDS}
        assert list(room.unheard(now)) == [2]


async def test_a_player_who_leaves_after_the_end_has_told_that_they_have_it() -> None:
    async with table(2) as ((astrid, bo), _):
        await until(lambda: bo.room.link.status.members == 2)
        await bo.room.link.hand_over()
        await until(lambda: 1 in astrid.room.presence.steps)
        astrid.room.presence.steps.clear()
        at = AtTable(bo.begin, bo.room, RecordKeeper(bo.room.table), None)
        at.finish((0, 0))
        await at.leave()
        bo.leave()
        await until(lambda: 1 in astrid.room.presence.steps)


async def test_only_a_game_played_without_interruption_has_a_length() -> None:
    async with table(2) as ((astrid, _), _):
        end = trio.current_time() + 300
        assert astrid.game._minutes(end) == 5
        astrid.game.at.goes_on = True
        assert astrid.game._minutes(end) is None


async def test_a_lost_relay_is_shown_as_our_line_and_blamed_on_nobody() -> None:
    async with table(2) as ((astrid, _), relay):
        await relay.stop()
        await until(lambda: "○net down 0:0" in astrid.screen())
        assert "Bo's line" not in astrid.screen()
        await relay.start()
        await until(lambda: "●net 2/2" in astrid.screen())


async def test_a_relay_away_for_long_brings_the_command_for_another_one(
    tmp_path: Path,
) -> None:
    async with table(2) as ((_, bo), relay):
        bo.leave()
        again = Member(relay, bo.charter, 1, bo.seat, journal=tmp_path)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(again.run)
            await until(lambda: again.is_there)
            await relay.stop()
            await trio.sleep(statuses.LONG_SECONDS)
            told = "bloodrage resume 1 --relay HOST:PORT"
            await until(lambda: told in " ".join(again.screen().split()))
            assert "ask the host for the present HOST:PORT" in " ".join(again.screen().split())
            again.keys("N")
            for _ in range(3):
                again.game.step(trio.current_time())
                assert f"The relay of the table: {relay.routes[0]}" in again.screen()
            again.keys("l", "escape")
            again.game.step(trio.current_time())
            assert "The relay does not answer; trying again." in again.screen()
            assert "The game is saved. Continue with: bloodrage resume 1" in again.game._farewell()
            nursery.cancel_scope.cancel()


async def test_a_silent_relay_counts_as_our_line_being_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table(2) as ((astrid, _), _relay):
        await until(lambda: "●net 2/2" in astrid.screen())
        with monkeypatch.context() as patch:
            later = trio.current_time() + QUIET_SECONDS
            patch.setattr(astrid.room, "clock", lambda: later)
            assert "○net down 0:1" in astrid.screen()
        await until(lambda: "●net 2/2" in astrid.screen())


@pytest.mark.parametrize("is_kept", [False, True])
async def test_the_first_message_stays_until_a_key_or_while_nothing_is_saved(
    tmp_path: Path, *, is_kept: bool
) -> None:
    async with table(2) as ((_, bo), relay):
        bo.leave()
        kept = tmp_path if is_kept else None
        again = Member(relay, bo.charter, 1, bo.seat, "This is the beginning.", kept)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(again.run)
            await until(lambda: again.is_there and "This is the beginning." in again.screen())
            again.keys("l", "escape")
            again.game.step(trio.current_time())
            assert ("This is the beginning." in again.screen()) is not is_kept
            nursery.cancel_scope.cancel()


async def test_lines_refused_by_a_full_disk_are_saved_once_it_has_room(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async with table(2) as ((_, bo), relay):
        bo.leave()
        again = Member(relay, bo.charter, 1, bo.seat, journal=tmp_path)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(again.run)
            await until(lambda: again.is_there)
            journal = again.game.at.journal
            assert journal is not None
            with monkeypatch.context() as patch:
                patch.setattr(os, "fsync", full)
                journal.recorded("one")
                await until(lambda: "This game cannot be saved" in again.screen())
                again.keys("^Q")
                assert "could not be saved must be given again" in again.screen()
                again.keys("escape")
            await until(lambda: not journal.trouble)
            assert load_table(journal.path).record == "one"
            nursery.cancel_scope.cancel()


async def test_a_player_who_is_asked_sees_their_time_left() -> None:
    async with table(2, Clock(ClockKind.HARD, 50)) as (members, _):
        await until(lambda: all("0:49 left" in one.screen(80, 24) for one in members))


async def test_a_player_returning_alone_hears_how_many_must_be_there() -> None:
    async with table(3) as (members, relay):
        for member in members:
            member.leave()
        again = Member(relay, members[1].charter, 1, members[1].seat)
        again.room.table.came(2, bytes(range(16)))
        told = "once more than half of the people are here: 1 of 3 now"
        async with trio.open_nursery() as nursery:
            nursery.start_soon(again.run)
            await until(lambda: again.is_there and told in again.screen())
            nursery.cancel_scope.cancel()


async def test_the_others_see_for_whom_a_bot_plays() -> None:
    async with table(2) as ((astrid, bo), _):
        bo.game.model.people.autopilot.switch(on=True)
        await until(lambda: "bot plays" in astrid.screen())
        await until(lambda: "A bot plays for Bo now." in astrid.screen(80, 24))
        bo.game.model.people.autopilot.switch(on=False)
        await until(lambda: "bot plays" not in astrid.screen())
        await until(lambda: "Bo plays again." in astrid.screen(80, 24))


async def test_a_flood_of_chat_neither_delays_the_game_nor_silences_anybody() -> None:
    async with table(3) as ((astrid, bo, cyra), _):
        for counter in range(400):
            bo.says(counter + 1, Chat("x" * 200))
            bo.says(counter + 1, Presence(0, by_bot=True))
        cyra.say("well")
        await until(lambda: "Cyra: well" in astrid.heard)
        assert sum(line.startswith("Bo: xxx") for line in astrid.heard) <= 4 * CHAT_AT_ONCE
        owing = next(one for one in (astrid, bo, cyra) if one.game.model.walk is not None)
        before = owing.room.table.state
        owing.game.model.people.autopilot.switch(on=True)
        await until(lambda: astrid.room.table.state is not before)


async def test_hostile_chat_is_harmless_on_every_screen() -> None:
    async with table(2) as ((astrid, bo), _):
        hostile = ("\x1b[2J\x1b]0;owned\x07", "\u202eevil\u2066", "漢字" * 50, "\u0301" * 200)
        for counter, text in enumerate(hostile):
            bo.says(counter + 1, Chat(text))
        bo.says(99, Chat("the end"))
        await until(lambda: "Bo: the end" in astrid.heard)
        heard = ["Bo: [2J]0;owned", "Bo: evil", "Bo: " + "漢字" * 50, "Bo: the end"]
        assert astrid.heard == heard
        shown = set(astrid.screen()) - {"\n"}
        assert all(char.isprintable() and (ord(char) < 0x3000 or is_wide(char)) for char in shown)


async def test_a_message_repeated_by_the_relay_is_shown_once() -> None:
    async with table(2) as ((astrid, bo), _):
        link = bo.room.link
        packet = Signed(bo.seat.identity.public, Venue.table(bo.charter.table_id), 5, Chat("once"))
        raw = packet.pack(bo.seat.identity)
        for _ in range(3):
            link.send(raw)
        bo.says(6, Chat("the end"))
        await until(lambda: "Bo: the end" in astrid.heard)
        assert astrid.heard == ["Bo: once", "Bo: the end"]
