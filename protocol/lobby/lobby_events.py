"""Events of a lobby for its owner."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.charter import Charter, Hello
from protocol.errors import Reason
from protocol.lobby.routes import Routes


@dataclass(frozen=True, slots=True)
class Broadcast:
    """A packet to broadcast in the lobby's room."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class RosterChanged:
    """The host's current roster: seats, terms, players, and those who are ready."""

    seats: int
    terms: Charter | None
    hellos: tuple[Hello, ...]
    ready: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChatHeard:
    """A line of chat, cleaned for display."""

    author: bytes
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins in a room of its own; `signer` is this player's index in the charter."""

    charter: Charter
    room_secret: bytes
    signer: int


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The start was taken back before all had signed it; everybody but the host comes in again."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The lobby continues in another room."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class Rerouted:
    """The host's routes to the relay; with `moves` the lobby continues at another relay."""

    routes: Routes
    moves: bool


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host removed this player."""


@dataclass(frozen=True, slots=True)
class Voided:
    """The lobby has moved to another room before this player had a seat: the line is void."""


@dataclass(frozen=True, slots=True)
class Missed:
    """The game has begun without this player, by this charter.

    A roster that comes later proves that it has not: its start is not signed by all, or was called
    off.
    """

    charter: Charter


@dataclass(frozen=True, slots=True)
class PacketRefused:
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
