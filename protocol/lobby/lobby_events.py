"""Events of a lobby for its owner."""

from __future__ import annotations

from engine.values import Value
from protocol.charter import Charter, Hello
from protocol.errors import Reason
from protocol.lobby.routes import Routes


class Broadcast(Value):
    """A packet to broadcast in the lobby's room."""

    raw: bytes


class RosterChanged(Value):
    """The host's current roster: seats, terms, players, and those who are ready."""

    seats: int
    terms: Charter | None
    hellos: tuple[Hello, ...]
    ready: tuple[int, ...]


class ChatHeard(Value):
    """A line of chat, cleaned for display."""

    author: bytes
    name: str
    text: str


class Started(Value):
    """The game begins in a room of its own; `signer` is this player's index in the charter."""

    charter: Charter
    room_secret: bytes
    signer: int


class CalledOff(Value):
    """The start was taken back before all had signed it; everybody but the host comes in again."""


class Moved(Value):
    """The lobby continues in another room."""

    secret: bytes


class Rerouted(Value):
    """The host's routes to the relay; with `moves` the lobby continues at another relay."""

    routes: Routes
    moves: bool


class Kicked(Value):
    """The host removed this player."""


class Voided(Value):
    """The lobby has moved to another room before this player had a seat: the line is void."""


class Missed(Value):
    """The game has begun without this player, by this charter.

    A roster that comes later proves that it has not: its start is not signed by all, or was called
    off.
    """

    charter: Charter


class PacketRefused(Value):
    """A packet nobody should have sent; it changed nothing."""

    author: bytes | None
    reason: Reason
    place: str


LobbyEvent = (
    Broadcast
    | RosterChanged
    | ChatHeard
    | Started
    | CalledOff
    | Moved
    | Rerouted
    | Kicked
    | Voided
    | Missed
    | PacketRefused
)
