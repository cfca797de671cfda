"""A seat that shows its game to spectators, in the room the lobby was in."""

from __future__ import annotations

from collections.abc import Callable

import trio

from client.online.gallery_server import Served
from client.online.link import Link
from client.online.rooms import AGAIN_SECONDS, GameRoom, LobbyRoom
from client.online.table_session import AtTable
from client.storage.journal_rows import Address
from client.storage.saved_games import SavedTable
from protocol.lobby.rooms import Room
from protocol.spectate.gallery import Gallery


class GalleryRoom:
    """The lobby's room of a table one came back to; `start` is how the host began the game."""

    def __init__(self, address: Address, room: Room, start: bytes, game: GameRoom) -> None:
        """Nothing is shown before `run`."""
        self._scope = trio.CancelScope()
        self.link = Link(address, room, self._receive)
        self._served = served(game, start, self.link.send)

    async def run(self) -> None:
        """Show the game until closed."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.link.run)
                nursery.start_soon(self._served.run)
                while True:
                    await trio.sleep(AGAIN_SECONDS)
                    self._served.tick()

    async def shown(self) -> None:
        """Return when nobody who watches lacks anything any more, or after a while."""
        await self._served.shown()

    def close(self) -> None:
        """Show nothing any more."""
        self._scope.cancel()

    def _receive(self, payload: bytes) -> None:
        self._served.receive(payload)


def served(game: GameRoom, start: bytes, send: Callable[[bytes], None]) -> Served:
    """A game as its seat here shows it."""
    table = game.table
    session = table.sessions[table.person]
    return Served(Gallery(table.charter, start, session.identity), session.transcript, send)


def open_gallery(room: LobbyRoom | GalleryRoom, at: AtTable) -> None:
    """From now on the lobby's room is the gallery of a game; without spectators, one goes.

    Who opened the table stays in any case, for those who have not heard of the start.
    """
    if isinstance(room, GalleryRoom):
        return
    if not room.start_said or not (at.what.charter.spectators or room.lobby.is_host):
        room.close()
        return
    if at.journal is not None:
        at.journal.shown(room.room.secret, room.start_said)
    room.show(served(at.game, room.start_said, room.say))


def gallery_again(saved: SavedTable, at: AtTable, nursery: trio.Nursery) -> GalleryRoom | None:
    """Show a saved table as before; None where this seat did not, or no journal says how."""
    if saved.gallery is None:
        return None
    secret, start = saved.gallery
    room = GalleryRoom(at.what.relay, Room(secret), start, at.game)
    nursery.start_soon(room.run)
    return room
