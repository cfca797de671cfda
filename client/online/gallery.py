"""A seat that shows its game to spectators, in the room the lobby was in."""

from __future__ import annotations

from client.online.rooms import GameRoom, LobbyRoom
from client.online.served import Served
from protocol.gallery import Gallery


def open_gallery(room: LobbyRoom, game: GameRoom) -> None:
    """From now on the lobby's room is the gallery of a game; without spectators, one goes.

    Who opened the table stays in any case, for those who have not heard of the start.
    """
    table = game.table
    session = table.sessions[table.person]
    if not room.start_said or not (table.charter.spectators or room.lobby.is_host):
        room.close()
        return
    gallery = Gallery(table.charter, room.start_said, session.identity)
    room.show(Served(gallery, session.transcript, room.say))
