"""A lobby at rest: nothing looks around as long as time alone changes nothing."""

from __future__ import annotations

import trio

from client.online.link import PING_SECONDS, QUIET_SECONDS, LinkState
from client.online.lobby_room import COUNT_SECONDS, SILENT_SECONDS
from protocol.lobby.presence import AWAY_SECONDS
from tests.client.online.test_called_off import die, room_of
from tests.client.online.test_no_seat import Shy, table
from tests.client.relays import until


async def test_the_screen_of_a_host_alone_stands_until_the_relay_could_be_silent() -> None:
    async with table() as evening:
        await evening.open()
        room = room_of(evening.host)
        await until(lambda: room.link.status.round_trip is not None)
        assert room.is_settled
        assert QUIET_SECONDS - PING_SECONDS <= room.stands_for() <= QUIET_SECONDS


async def test_the_screen_of_a_host_stands_until_a_guest_could_be_silent() -> None:
    async with table() as evening:
        evening.host = Shy("thrall", evening.lines.append)
        await evening.open()
        evening.join()
        room = room_of(evening.host)
        await until(room.lobby.may_start)
        await die(evening)
        await trio.sleep(AWAY_SECONDS - 2 * COUNT_SECONDS)
        assert room.stands_for() <= 2 * COUNT_SECONDS
        await trio.sleep(AWAY_SECONDS)
        assert room.stands_for() == COUNT_SECONDS


async def test_the_screen_of_a_guest_stands_until_the_host_could_be_silent() -> None:
    async with table() as evening:
        evening.host = Shy("thrall", evening.lines.append)
        await evening.open()
        evening.join()
        await until(room_of(evening.host).lobby.may_start)
        room = room_of(evening.bo)
        assert room.is_settled
        assert COUNT_SECONDS < room.stands_for() <= SILENT_SECONDS


async def test_a_screen_counts_the_seconds_without_a_relay() -> None:
    async with table() as evening:
        await evening.open()
        room = room_of(evening.host)
        room.link.status.state = LinkState.DOWN
        assert room.stands_for() == COUNT_SECONDS
