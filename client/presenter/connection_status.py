"""The connections of an online table as one of its players sees them now."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from client.online.rooms import GameRoom
from client.tables.network_table import NetworkTable
from client.ui.view import Net
from client.ui.waiting import whole_seconds
from engine.terms import Seat
from protocol.lobby.presence import AWAY_SECONDS

MISSED_SECONDS: Final = 5.0
"""Longer than the time between two signs of presence of somebody who is connected."""
ALONE_SECONDS: Final = 2.0
"""The same if the relay counts nobody else: longer than it takes to announce who has come."""


def net_of(game: GameRoom, now: float) -> Net:
    """Return the connections; while your own line is down nothing is known of the others.

    Nobody is missed before a game begins or after its end.
    """
    presence, link, table = game.presence, game.link, game.table
    people = sorted(game.people.values())
    if link is None or table.closed is not None:
        return Net(len(people), len(people))
    status = link.status
    if (down := link.down_since(now)) is not None:
        seconds_down = whole_seconds(down, now)
        return Net(1, len(people), down=seconds_down, absent=table.absent())
    since = max(game.began, status.since)
    patience = _patience(status.members, len(people))
    silent = {
        signer: seconds
        for signer in people
        if signer != table.person
        and (seconds := presence.silent_for(signer, now, since, patience)) is not None
    }
    return Net(
        len(people) - len(silent),
        len(people),
        away=tuple((seat, silent[host]) for seat, host in _seats(game) if host in silent),
        by_bot=tuple(seat for seat, host in _seats(game) if host in presence.by_bot),
        absent=table.absent(),
    )


def time_left(table: NetworkTable, asked: Collection[Seat]) -> int | None:
    """Return the seconds left to the viewer if asked, else the most left; None without a clock.

    `asked` are the seats that are asked something now.
    """
    table.look_at_clock()
    left = {seat: wait.left for seat, wait in table.waits if wait.left is not None}
    counted = [seconds for seat, seconds in left.items() if seat in asked]
    if not counted:
        return None
    own = left.get(table.seat) if table.seat in asked else None
    return max(0, int(max(counted) if own is None else own))


def _patience(members: int, people: int) -> float:
    """Return the seconds of silence before somebody is missed: few if the relay counts one less."""
    if members == 1:
        return ALONE_SECONDS
    return MISSED_SECONDS if 0 < members < people else AWAY_SECONDS


def _seats(game: GameRoom) -> tuple[tuple[Seat, int], ...]:
    """Return every seat with the signer whose machine plays it; a bot's is its operator."""
    table = game.table
    hellos, places = table.charter.hellos, table.sessions[table.person].referee.places
    return tuple(
        (Seat(seat), game.people[hellos[signer].operator] if hellos[signer].is_bot else signer)
        for seat, signer in enumerate(places)
    )
