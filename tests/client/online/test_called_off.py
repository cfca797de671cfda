"""Starts that wait for a player who is gone: everybody is told, and the table lives on."""

from __future__ import annotations

import pytest
import trio

from client.online.lobby_room import LobbyRoom
from client.platform.paths import state_directory
from client.storage.game_directory import unfinished
from tests.client.online.test_no_seat import Shy, Sitter, Table, somebody, table, turned_away
from tests.client.relays import until

FULL = (
    "The table is full: all 2 seats are taken. Ask the host to add one, then join again. You can "
    "watch the game with the same invitation: bloodrage watch"
)


def room_of(player: Sitter) -> LobbyRoom:
    assert player._room is not None
    return player._room


def begin(evening: Table) -> None:
    """Have the host press Enter."""
    host = room_of(evening.host)
    host.do(host.lobby.begin())


async def die(evening: Table) -> None:
    """End Bo's program without a good-bye."""
    room_of(evening.bo)._decide_against("dies without a good-bye")
    await evening.leave("Bo")


async def start_without_bo(evening: Table) -> None:
    """Have the host start a game while Bo, who was ready, is gone."""
    host = room_of(evening.host)
    await until(host.lobby.may_start)
    await die(evening)
    begin(evening)
    await until(lambda: bool(host.unsigned))


async def all_play(evening: Table) -> None:
    await until(room_of(evening.host).lobby.may_start)
    begin(evening)
    await until(lambda: evening.host._at is not None and evening.bo._at is not None)
    at = evening.host._at
    assert at is not None
    await until(lambda: at.game.table.is_seated)


async def test_a_start_that_waits_for_somebody_is_no_game_yet() -> None:
    async with table() as evening:
        evening.host = Shy("thrall", evening.lines.append)
        await evening.open()
        evening.join()
        await start_without_bo(evening)
        await trio.sleep(10)
        assert room_of(evening.host).unsigned == ("Bo",)
        assert evening.host._at is None
        assert await turned_away(evening.line) == FULL


async def test_a_player_who_comes_back_without_the_start_calls_it_off() -> None:
    async with table() as evening:
        bo = somebody()
        evening.host = Shy("thrall", evening.lines.append)
        await evening.open()
        evening.join(bo)
        await start_without_bo(evening)
        evening.bo = Sitter("thrall")
        evening.join(bo)
        await all_play(evening)
        assert evening.told == []
        # The start that was called off has left no saved game behind.
        assert len(unfinished(state_directory())) == 2


async def test_after_a_kick_the_others_play_with_somebody_else() -> None:
    async with table() as evening:
        evening.host = Shy("thrall", evening.lines.append)
        await evening.open(3)
        evening.join()
        await until(lambda: evening.bo._room is not None and room_of(evening.bo).lobby.is_seated)
        gone, cyra = evening.bo, Sitter("thrall")
        evening.bo = cyra
        scope = evening._scopes["Bo"]
        evening.join()
        host = room_of(evening.host)
        await until(host.lobby.may_start)
        room_of(gone)._decide_against("dies without a good-bye")
        scope.cancel()
        await trio.sleep(1)
        begin(evening)
        await until(lambda: room_of(cyra).started is not None)
        first = room_of(cyra)
        host.do(host.lobby.kick(room_of(gone).lobby.hello.identity))
        await until(lambda: room_of(cyra) is not first and room_of(cyra).lobby.is_seated)
        evening.bo = Sitter("thrall")
        evening.join()
        await all_play(evening)
        await until(lambda: cyra._at is not None)


@pytest.mark.parametrize("has_heard", [True, False])
async def test_the_same_people_can_start_again_after_the_host_called_it_off(
    *, has_heard: bool
) -> None:
    async with table() as evening:
        evening.host = Shy("thrall", evening.lines.append)
        await evening.open(3)
        host = room_of(evening.host)
        evening.join()
        await until(lambda: evening.bo._room is not None and room_of(evening.bo).lobby.is_seated)
        bo = evening.bo
        evening.bo = Sitter("thrall")
        evening.join()
        await until(host.lobby.may_start)
        first = room_of(bo)
        deaf = room_of(evening.bo) if has_heard else first
        hear = deaf.link._on_payload
        deaf.link._on_payload = lambda _payload: None
        begin(evening)
        await trio.sleep(1)
        assert (first.started is not None) is has_heard
        host.do(host.lobby.call_off())
        assert not host.lobby.may_start()
        await trio.sleep(1)
        deaf.link._on_payload = hear
        await all_play(evening)
        assert bo._at is not None
        assert room_of(bo) is not first


async def test_a_host_that_leaves_takes_its_start_along() -> None:
    async with table() as evening:
        evening.host = Shy("thrall", evening.lines.append)
        await evening.open()
        evening.join()
        await start_without_bo(evening)
        await evening.leave("Astrid")
        assert unfinished(state_directory()) == ()


async def test_a_guest_that_is_gone_is_missed_within_fifteen_seconds() -> None:
    async with table() as evening:
        evening.host = Shy("thrall", evening.lines.append)
        await evening.open()
        evening.join()
        host = room_of(evening.host)
        await until(host.lobby.may_start)
        await trio.sleep(40)
        assert host.silent() == {}
        gone = room_of(evening.bo).lobby.hello.identity
        await die(evening)
        await trio.sleep(14)
        assert host.silent().keys() == {gone}
