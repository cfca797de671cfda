"""Ways to a table with others: opened, joined, gone on with, or chosen at the door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from client.lobby.connect_form import WantsSeat, WantsTable
from client.lobby.entry import Door
from client.online.table_flow import Hosting
from client.storage.known_people import own_identity, remember_name
from client.storage.saved_games import SavedTable
from engine.state import Options
from protocol.lobby.rooms import Invitation
from protocol.wire.identity import Identity


@dataclass(frozen=True, slots=True)
class HostTable:
    """Open a table; without a relay, one is started here."""

    wanted: Hosting
    relay: tuple[str, int] | None
    lan: bool


@dataclass(frozen=True, slots=True)
class JoinTable:
    """Take a seat at somebody's table."""

    identity: Identity
    name: str
    invitation: Invitation


@dataclass(frozen=True, slots=True)
class WatchTable:
    """Watch somebody's table."""

    identity: Identity
    name: str
    invitation: Invitation


@dataclass(frozen=True, slots=True)
class ReturnTo:
    """Go on with a table that was left, at its relay or at another one."""

    saved: SavedTable
    relay: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class AtDoor:
    """Be asked first what table to open, or which one to join."""

    door: Door
    name: str


Seated = HostTable | JoinTable | AtDoor | ReturnTo
"""Ways to a seat."""
Plan = Seated | WatchTable


def is_plan(start: object) -> TypeGuard[Plan]:
    """Whether something is a way to a table with others."""
    return isinstance(start, HostTable | JoinTable | WatchTable | AtDoor | ReturnTo)


def plan_at_door(wanted: WantsTable | WantsSeat) -> HostTable | JoinTable:
    """The way somebody chose at the door; the name is kept for the next time.

    Raises:
        BadKeyFile: the own key cannot be used.
    """
    identity = own_identity()
    remember_name(wanted.name)
    if isinstance(wanted, WantsSeat):
        return JoinTable(identity, wanted.name, wanted.invitation)
    hosting = Hosting(identity, wanted.name, wanted.seats, wanted.bots, wanted.level, Options())
    return HostTable(hosting, wanted.relay, wanted.lan)
