from __future__ import annotations

import os
from pathlib import Path

from client.online.game_room import GameRoom
from client.storage.journal_file import create_table
from client.storage.journal_rows import TableBegin
from client.tables.new_seats import new_seat
from engine.state import Options
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter
from protocol.game.catching_up import Rejoin
from protocol.lobby.presence import TablePresence
from protocol.lobby.routes import MOST_ROUTES, tcp_route
from protocol.wire.identity import Identity
from protocol.wire.packets import QUESTION_SIZE, Signed, read_packet
from protocol.wire.venues import Venue


def test_a_returning_player_hears_the_current_step_in_the_room() -> None:
    keys = [Identity(os.urandom(32)) for _ in range(2)]
    seats = [new_seat(key, name) for key, name in zip(keys, ("Astrid", "Bo"), strict=True)]
    hellos = tuple(seat.hello for seat in seats)
    charter = Charter(hellos, Options(), cards_digest(Options()))
    begun = TableBegin(charter, 0, {0: seats[0].own()}, bytes(32), (tcp_route("127.0.0.1", 1),))
    room = GameRoom(begun, clock=lambda: 0.0)
    room.table.came(2, os.urandom(QUESTION_SIZE))
    other = Rejoin(charter, keys[1], 1, b"")
    asked = read_packet(room.table.rejoin.say(0, ()))
    assert isinstance(asked, Signed)
    assert other.hear(asked)
    room._receive(other.say(0, ()))
    assert not room.table.rejoin.is_listening(0, ())


def test_a_host_that_tells_other_routes_all_the_time_fills_no_disk(tmp_path: Path) -> None:
    keys = [Identity(os.urandom(32)) for _ in range(2)]
    seats = [new_seat(key, name) for key, name in zip(keys, ("Astrid", "Bo"), strict=True)]
    charter = Charter(tuple(seat.hello for seat in seats), Options(), cards_digest(Options()))
    begun = TableBegin(charter, 1, {1: seats[1].own()}, bytes(32), (tcp_route("127.0.0.1", 1),))
    room = GameRoom(begun, clock=lambda: 0.0)
    journal = create_table(tmp_path, begun, 1)
    room.keep(journal)
    host = TablePresence(Venue.table(charter.table_id), room.people, keys[0], 0)
    for at in range(200):
        room.presence.tick()
        route = tcp_route(f"host{at}.example", 7744)
        room._receive(host.reroute((route,), 1_000 + at))
        assert route in room.link.routes
    journal.close()
    written = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert 20 < written.count(b".example") // MOST_ROUTES < 70
