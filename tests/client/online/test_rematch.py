"""Three players of a finished table meet again over the same relay, and play another game."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from client.app.online_scene import OnlineScene
from client.lobby.lobby import LobbyModel
from client.online.addresses import read_invitation
from client.online.table_plans import HostTable, JoinTable, SeatPlan, room_again
from client.platform.system import random_bytes
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.prompts.nodes import Take
from engine import actions as act
from engine.state import Options, Rulings
from engine.values import replace
from protocol.charter import Charter
from protocol.lobby.rooms import LOBBY_SECRET
from protocol.quorum import Quorum
from protocol.wire.identity import Identity
from tests.client.relays import real_relay, until

SHORT = Options(Rulings(draft=False))
QUICK = Preferences(Pace.INSTANT, guard=0.0)


@pytest.fixture(autouse=True)
def _own_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODRAGE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("BLOODRAGE_STATE_DIR", str(tmp_path / "state"))


class Guest:
    """A player at the screen: ready as soon as possible, passing when asked."""

    def __init__(self, plan: SeatPlan) -> None:
        self._news = trio.Event()
        self.scene = OnlineScene(plan, QUICK, self._wake)

    def _wake(self) -> None:
        self._news.set()

    @property
    def lobby_model(self) -> LobbyModel | None:
        return self.scene.lobby_model

    @property
    def table(self) -> str:
        """The id of the table, "" before the game."""
        sitting = self.scene.game
        return "" if sitting is None else sitting.table.charter.table_id.hex()

    @property
    def is_over(self) -> bool:
        sitting = self.scene.game
        return sitting is not None and sitting.table.closed is not None

    async def play(self) -> None:
        while True:
            self._news = trio.Event()
            if self.scene.game is None:
                self._agree()
            elif not self.is_over and self._move():
                await trio.lowlevel.checkpoint()
                continue
            with trio.move_on_after(1):
                await self._news.wait()

    def _agree(self) -> None:
        lobby_model = self.lobby_model
        if lobby_model is None or lobby_model.lobby.terms is None:
            return
        lobby = lobby_model.lobby
        if (lobby.is_host and lobby.may_start()) or (
            not lobby.is_host and lobby.is_seated and lobby.hello.identity not in lobby.ready
        ):
            self.scene.press("enter")

    def _move(self) -> bool:
        sitting = self.scene.game
        assert sitting is not None
        wait = sitting.step(trio.current_time())
        model = sitting.model
        model.playback.skip(trio.current_time())
        if model.walk is not None and model.table.owed is not None:
            answers = model.table.answers
            passes = (one for one in answers if isinstance(one, act.Pass | act.Decline))
            sitting.submit(Take(next(passes, answers[0])))
            return True
        return wait <= 0 or not model.playback.is_idle


def identity() -> Identity:
    return Identity(random_bytes(32))


@pytest.mark.slow
async def test_the_same_players_meet_again_unprompted_and_play_another_game() -> None:
    async with real_relay() as relay, trio.open_nursery() as nursery:
        plan = HostTable(identity(), "Astrid", 4, 1, "thrall", SHORT, relay.routes, late_window=0)
        plan = replace(plan, quorum=Quorum.ALL_BUT_ONE)
        people = [Guest(plan)]
        nursery.start_soon(people[0].scene.run)
        await until(lambda: people[0].lobby_model is not None)
        lobby_model = people[0].lobby_model
        assert lobby_model is not None
        invitation = read_invitation(lobby_model.invites.line)
        people += [Guest(JoinTable(identity(), name, invitation)) for name in ("Bo", "Cyra")]
        for person in people[1:]:
            nursery.start_soon(person.scene.run)
        for person in people:
            nursery.start_soon(person.play)
        await until(lambda: all(person.is_over for person in people), 100)
        first = people[0].table
        seats = [hello.name for hello in _charter(people[0]).hellos]

        for person in reversed(people):
            person.scene.play_again()
        await until(lambda: all(person.table not in ("", first) for person in people), 60)

        assert len({person.table for person in people}) == 1
        assert sorted(hello.name for hello in _charter(people[0]).hellos) == sorted(seats)
        assert _charter(people[0]).options == SHORT
        assert _charter(people[0]).quorum is Quorum.ALL_BUT_ONE
        assert sum(hello.is_bot for hello in _charter(people[0]).hellos) == 1
        nursery.cancel_scope.cancel()


def _charter(person: Guest) -> Charter:
    sitting = person.scene.game
    assert sitting is not None
    return sitting.table.charter


def test_only_players_of_a_finished_table_find_the_next_lobby() -> None:
    secret, head = b"s" * 32, b"h" * 32
    room = room_again(secret, head)
    assert room == room_again(secret, head)
    assert len(room.secret) == LOBBY_SECRET
    assert room != room_again(secret, b"i" * 32)
    assert room != room_again(b"t" * 32, head)
