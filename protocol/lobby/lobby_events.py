"""What a lobby tells its owner."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.charter import Charter, Hello
from protocol.errors import Reason


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Broadcast this packet in the lobby's room."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class RosterChanged:
    """Who is seated, who is ready, and the terms, as the host has them now."""

    seats: int
    terms: Charter | None
    hellos: tuple[Hello, ...]
    ready: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChatHeard:
    """A line of chat, made fit to be shown."""

    author: bytes
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins in a room of its own; `signers` are the own hellos' indices by identity."""

    charter: Charter
    room_secret: bytes
    signer: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The lobby goes on in another room."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host goes on without this player."""


@dataclass(frozen=True, slots=True)
class PacketRefused:
    """Something nobody should have sent; it changed nothing."""

    author: bytes | None
    reason: Reason
    place: str


LobbyEvent = Broadcast | RosterChanged | ChatHeard | Started | Moved | Kicked | PacketRefused
