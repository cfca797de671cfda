"""Reasons why there is no seat or no game behind an invitation, and how they are noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from client.online.link import Link, LinkState
from client.storage.game_directory import table_number
from client.text.catalogue import listed, say
from engine.terms import MAX_PLAYERS
from protocol.charter import Charter

NOBODY_SECONDS: Final = 3.5
"""Time alone in a room after which its table counts as deserted: a program that lost its connection
is back sooner, and five seconds after joining a newcomer knows."""
FULL_SECONDS: Final = 1.0
"""Time for which a roster has to stand before its table counts as full: older rosters, which a
relay hands out to newcomers, are replaced by later ones at once."""

BEGUN_SECONDS: Final = 1.0
"""Time for which a start has to stand before a newcomer believes it: while it is not signed by all,
and after it is called off, a roster follows it at once."""
OUT_SECONDS: Final = 6.0
"""Time without your seat after which a player comes in again: longer than a greeting takes."""


_NEW_SECONDS: Final = 1.0
"""Time after which a link is no longer new: somebody else was there meanwhile."""


class Solitude:
    """Notices that nobody else is in a room."""

    def __init__(self) -> None:
        self._since: float | None = None

    def lasts(self, link: Link) -> bool:
        """Whether the relay has counted nobody else for a while; to be asked again and again."""
        status, now = link.status, link.clock()
        if status.state is not LinkState.UP or status.members != 1:
            self._since = None
            return False
        if self._since is None:
            is_new = now - status.since < _NEW_SECONDS
            self._since = status.since - status.before if is_new else now
        return now - self._since >= NOBODY_SECONDS


def nobody_sentence() -> str:
    """Say that nobody is in the room of an invitation."""
    return say(
        "Nobody is at this table: it is closed or over, its invitation has changed, or "
        "its host is away. Ask the host for the current invitation."
    )


def nothing_shown_sentence() -> str:
    """Say that nobody is there to show a game to spectators."""
    return say(
        "Nobody is at this table to show it: it is closed or over, its invitation has "
        "changed, or all players are away. Try again when they play."
    )


def full_sentence(seats: int, *, may_watch: bool) -> str:
    """Say that no seat is free, and what is left to do."""
    told = say("The table is full: all {seats} seats are taken.", seats=seats)
    if seats < MAX_PLAYERS:
        told += " " + say("Ask the host to add one, then join again.")
    if may_watch:
        told += " " + say("You can watch the game with the same invitation: bloodrage watch")
    return told


def begun_sentence(charter: Charter, identity: bytes, directory: Path) -> str:
    """Say that the game has begun, and what the player with this key can do.

    `directory` has the saved games of this machine; only the very game of the charter is named.
    """
    if any(hello.identity == identity for hello in charter.hellos):
        number = table_number(directory, charter.table_id, identity)
        if number is None:
            return say(
                "This game has begun, and you play in it, but it is not saved on this machine: "
                "continue where you began it."
            )
        return say(
            "This game has begun, and you play in it: run bloodrage resume {number} to go "
            "back to it.",
            number=number,
        )
    names = listed(charter.names)
    if charter.spectators:
        return say(
            "This game has begun: {names}. You can watch it: bloodrage watch, with the same "
            "invitation.",
            names=names,
        )
    return say("This game has begun, without spectators: {names}.", names=names)


def closed_sentence() -> str:
    """Say that the host has left the lobby."""
    return say("The host has closed the table.")


def left_sentence(*, is_host: bool) -> str:
    """Say what a player has left who leaves a lobby; its host takes the table along."""
    if is_host:
        return say("The table is closed; no game has begun.")
    return say("You have left the table; no game has begun.")


def kicked_sentence() -> str:
    """Say that the host removed the player."""
    return say("The host has kicked you; the table goes on without you.")


def void_sentence() -> str:
    """Say that the lobby has moved to another room, with another invitation."""
    return say("This invitation is void: the table has a new one. Ask the host for it.")
