"""Watching without a screen: until the game is over, the result is data."""

from __future__ import annotations

import trio

from client.online.link import reach
from client.online.spectator_room import WatchRoom, why_not
from client.online.table_flow import ANSWER_SECONDS, CHECK_SECONDS, NoSeat, OnlineResult, result_of
from client.platform.atomic_files import write_whole
from client.platform.system import seconds
from client.storage.record_files import watched_path
from client.storage.saved_games import SaveError
from client.text.catalogue import say
from protocol.lobby.rooms import Invitation
from protocol.wire.identity import Identity


async def watch(identity: Identity, name: str, invitation: Invitation) -> OnlineResult:
    """Watch a table to its end, check everything, and keep the record.

    Raises:
        RelayUnreachable: the relay cannot be reached.
        NoSeat: nobody shows the table to spectators.
        SaveError: the record cannot be written.
    """
    await reach((invitation.host, invitation.port))
    room = WatchRoom(invitation, identity, name)
    why = ""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(room.run)
        while not room.is_over and not why:
            await trio.sleep(CHECK_SECONDS)
            why = why_not(room)
            if not room.spectator.host and seconds() - room.began > ANSWER_SECONDS:
                why = say("Nobody answers there: the table is closed.")
        nursery.cancel_scope.cancel()
    if why:
        raise NoSeat(why)
    return _result_of(room)


def _result_of(room: WatchRoom) -> OnlineResult:
    table = room.table
    assert table is not None
    path = watched_path(table.charter)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, table.record())
    except OSError as error:
        why = f"{path}: {error.strerror}"
        raise SaveError(say("The record cannot be written: {why}", why=why)) from error
    return result_of(table, room.actions, path)
