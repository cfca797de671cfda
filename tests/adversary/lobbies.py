"""Packets that members of a lobby sign with their real keys, past their clients' checks."""

from __future__ import annotations

from collections.abc import Callable

from engine.values import replace
from protocol.charter import Charter
from protocol.errors import Reason
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import Broadcast, LobbyEvent, PacketRefused
from protocol.lobby.seating import agreement
from protocol.wire.packets import LobbyRoster, Packet, Said, Signed, read_packet
from protocol.wire.venues import Venue
from tests.protocol.lobby.test_lobby import TERMS, LobbyGroup

COUNTER = 1000


def say(
    group: LobbyGroup, at: int, said: Said, *, counter: int = COUNTER, lobby: bytes | None = None
) -> bytes:
    """Sign a packet with a member's real key, past its client's checks."""
    one = group.members[at]
    name = one.lobby if lobby is None else lobby
    return Signed(one.hello.identity, Venue.lobby(name), counter, said).pack(one.identity)


def refused(events: tuple[LobbyEvent, ...]) -> tuple[Reason, str]:
    (event,) = events
    assert isinstance(event, PacketRefused), event
    return event.reason, event.place


def packets(group: LobbyGroup, at: int) -> list[Packet]:
    return [read_packet(event.raw) for event in group.heard[at] if isinstance(event, Broadcast)]


def roster_of(group: LobbyGroup) -> LobbyRoster:
    found = [one.said for one in packets(group, 0) if isinstance(one, Signed)]
    return next(said for said in reversed(found) if isinstance(said, LobbyRoster))


def agreed(group: LobbyGroup) -> bytes:
    """Return the hash that a ready of a member names."""
    host = group.members[0]
    return agreement(TERMS, host.seats, host.hellos)


def as_it_was(lobby: Lobby) -> tuple[object, ...]:
    terms = lobby.terms
    return (
        lobby.host,
        lobby.lobby,
        lobby.seats,
        tuple(lobby.hellos),
        frozenset(lobby.ready),
        None if terms is None else terms.to_bytes() if terms.hellos else terms.terms,
    )


def with_terms(group: LobbyGroup, change: Callable[[Charter], Charter]) -> LobbyRoster:
    terms = group.members[1].terms
    assert terms is not None
    return replace(roster_of(group), terms=change(terms).to_bytes())
