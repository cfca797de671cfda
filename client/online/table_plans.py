"""Ways to a table with others: host, join, resume, watch, and the lobbies on these ways.

Another game with the same players needs no message: all find the same new lobby. Its room follows
from two things that only the seats of a finished table have, the secret of its room and the head
of its last step. The host of the last table hosts this one too, under the key that the others
know; the hellos, and so the table, are new. A player who has had enough simply stays away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from client.bots import BOT_NAMES
from client.online.at_table import AtTable
from client.online.hosting import HostingPlan
from client.platform.system import millis, random_bytes
from client.storage.saved_games import SavedTable
from client.tables.new_seats import DerivedRandom, NewSeat, OwnSeat, new_bot, new_seat
from engine.state import Options
from engine.terms import MAX_PLAYERS
from engine.values import Value, field, replace
from protocol.cards.card_faces import cards_digest
from protocol.charter import NO_CLOCK, Charter, Clock, Hello
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import Started
from protocol.lobby.rooms import Invitation, Room, new_lobby_secret
from protocol.lobby.routes import Routes
from protocol.quorum import Quorum
from protocol.wire.identity import Identity

LATE_WINDOW: Final = 3000
"""Milliseconds after which answers about late cards leave, whatever they are."""
_PURPOSE: Final = b"bloodrage again "


class HostTable(Value):
    """Host a table: seats in all, bots among them, the options.

    Without a `relay` one is started here, by the wishes of `hosting`.
    """

    identity: Identity
    name: str
    seats: int
    bots: int
    level: str
    options: Options = field(default_factory=Options)
    relay: Routes | None = None
    lan: bool = False
    late_window: int = LATE_WINDOW
    memory_aid: bool = True
    clock: Clock = NO_CLOCK
    spectators: bool = True
    quorum: Quorum = Quorum.HALF
    hosting: HostingPlan = field(default_factory=HostingPlan)


class JoinTable(Value):
    """Take a seat at a table."""

    identity: Identity
    name: str
    invitation: Invitation


class WatchTable(Value):
    """Watch a table."""

    identity: Identity
    name: str
    invitation: Invitation


class ResumeTable(Value):
    """Resume a saved table, at its relay or at another one."""

    saved: SavedTable
    relay: Routes | None = None
    hosting: HostingPlan = field(default_factory=HostingPlan)


SeatPlan = HostTable | JoinTable | ResumeTable
"""Ways to a seat."""


class NewLobby(Value):
    """A lobby to enter: its room, and this machine's seats by identity; new bots have a `level`."""

    lobby: Lobby
    room: Room
    own: dict[bytes, OwnSeat]
    level: str

    def new_bot(self) -> Hello:
        """Return the hello of another bot, and keep its secrets."""
        return self._bot(_free_bot_name(self.lobby), self.level)

    def add_bots(self, bots: Iterable[tuple[str, str]]) -> None:
        """Seat bots by name and level in a lobby of our own."""
        self.lobby.start()
        for name, level in bots:
            self.lobby.add_bot(self._bot(name, level))

    def _bot(self, name: str, level: str) -> Hello:
        bot = new_bot(name, self.lobby.identity)
        self.own[bot.hello.identity] = bot.own(level)
        return bot.hello


def _new_lobby(
    seat: NewSeat,
    room: Room,
    level: str,
    terms: Charter | None = None,
    *,
    seats: int = MAX_PLAYERS,
    host: bytes = b"",
) -> NewLobby:
    """Return a lobby of our own by its `terms`, or else one of another host."""
    lobby = Lobby(
        seat.identity,
        seat.sealing_secret,
        seat.hello,
        random_bytes,
        is_host=terms is not None,
        terms=terms,
        seats=seats,
        host=host,
        first_counter=millis(),
    )
    return NewLobby(lobby, room, {seat.hello.identity: seat.own()}, level)


def host_lobby(plan: HostTable) -> NewLobby:
    """Return a lobby with the host and the host's bots in it."""
    terms = Charter(
        (),
        plan.options,
        cards_digest(plan.options),
        late_window=0 if plan.bots + 1 == plan.seats else plan.late_window,
        memory_aid=plan.memory_aid,
        clock=plan.clock,
        spectators=plan.spectators,
        quorum=plan.quorum,
    )
    seat = new_seat(plan.identity, plan.name)
    room = Room(new_lobby_secret(random_bytes))
    new = _new_lobby(seat, room, plan.level, terms, seats=plan.seats)
    new.add_bots((name, plan.level) for name in BOT_NAMES[: plan.bots])
    return new


def guest_lobby(plan: JoinTable) -> NewLobby:
    """Return the lobby of another host; even a player who left it before may join again."""
    return _new_lobby(new_seat(plan.identity, plan.name), plan.invitation.room, "karl")


def lobby_rejoined(new: NewLobby, room: Room) -> NewLobby:
    """Return the same lobby of the same host, for a guest that comes in with new keys."""
    lobby = new.lobby
    seat = new_seat(lobby.identity, lobby.hello.name)
    return _new_lobby(seat, room, new.level, seats=lobby.seats, host=lobby.host)


def lobby_again(at: AtTable, level: str) -> NewLobby:
    """Return the lobby of another game with the players of a finished table."""
    begun = at.begun
    charter, signer = begun.charter, begun.person
    own, opener = begun.seats[signer], charter.hellos[0].identity
    room = room_again(begun.room_secret, at.game.table.sessions[signer].point.head)
    seat = new_seat(own.identity, charter.hellos[signer].name)
    if opener != own.identity.public:
        return _new_lobby(seat, room, level, seats=charter.players, host=opener)
    terms = replace(charter, hellos=())
    new = _new_lobby(seat, room, level, terms, seats=charter.players)
    bots = ((charter.names[one], bot.level) for one, bot in sorted(begun.seats.items()))
    new.add_bots((name, bot) for name, bot in bots if bot is not None)
    return new


def room_again(room_secret: bytes, head: bytes) -> Room:
    """Return the lobby's room after a table with this room secret and last head."""
    return Room(new_lobby_secret(DerivedRandom(_PURPOSE + room_secret + head)))


def own_signers(started: Started, own: Mapping[bytes, OwnSeat]) -> dict[int, OwnSeat]:
    """Return the seats of this machine by their number in the charter."""
    hellos = enumerate(started.charter.hellos)
    return {index: own[hello.identity] for index, hello in hellos if hello.identity in own}


def _free_bot_name(lobby: Lobby) -> str:
    taken = {hello.name for hello in lobby.hellos}
    return next(name for name in BOT_NAMES if name not in taken)
