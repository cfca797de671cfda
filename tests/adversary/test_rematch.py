"""Cheats in a rematch: another host, replayed rosters and starts."""

from __future__ import annotations

from random import Random

import pytest

from client.tables.new_seats import new_seat
from protocol.errors import Reason
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import Broadcast, LobbyEvent, PacketRefused, RosterChanged, Started
from protocol.wire.packets import LobbyRoster, Signed, Start, read_packet
from protocol.wire.venues import lobby_name
from tests.adversary.lobbies import refused
from tests.protocol.lobby.test_lobby import TERMS, LobbyGroup


@pytest.fixture
def old() -> LobbyGroup:
    """Return a lobby whose game is over."""
    group = LobbyGroup("Astrid", "Bo", "Cyra")
    for at in (1, 2):
        group.do(at, lambda lobby: lobby.set_ready(ready=True))
    group.do(0, lambda lobby: lobby.begin())
    return group


def once_more(old: LobbyGroup, at: int, *, opens: bool = False) -> Lobby:
    """Return a member of the next lobby: the old key, a new hello; it knows the host."""
    chance = Random(100 + at).randbytes
    one = old.members[at]
    seat = new_seat(one.identity, one.hello.name, random=chance)
    lobby = Lobby(one.identity, seat.sealing_secret, seat.hello, chance, is_host=opens, seats=3)
    if opens:
        lobby.terms = TERMS
        lobby.start()
    else:
        lobby.host = old.members[0].hello.identity
    return lobby


def roster(host: Lobby) -> bytes:
    return next(event.raw for event in host.repeat() if isinstance(event, Broadcast))


def said(old: LobbyGroup, kind: type[LobbyRoster | Start]) -> bytes:
    """Return the last packet of a kind of the old host."""
    for event in reversed(old.heard[0]):
        if isinstance(event, Broadcast):
            packet = read_packet(event.raw)
            if isinstance(packet, Signed) and isinstance(packet.said, kind):
                return event.raw
    raise LookupError(kind)


def take_seat(host: Lobby, one: Lobby) -> None:
    for event in one.receive(roster(host)):
        if isinstance(event, Broadcast):
            host.receive(event.raw)
    one.receive(roster(host))
    assert one.is_seated


def of_kind(events: tuple[LobbyEvent, ...], kind: type[LobbyEvent]) -> bool:
    return any(isinstance(event, kind) for event in events)


def test_only_the_host_opens_the_lobby_of_a_rematch(old: LobbyGroup) -> None:
    cyra, bo = once_more(old, 2), once_more(old, 1, opens=True)
    assert refused(cyra.receive(roster(bo))) == (Reason.WRONG_CHARTER, "host")
    assert cyra.terms is None
    take_seat(once_more(old, 0, opens=True), cyra)


def test_a_replayed_roster_keeps_nobody_from_the_new_lobby(old: LobbyGroup) -> None:
    cyra, host = once_more(old, 2), once_more(old, 0, opens=True)
    assert of_kind(cyra.receive(said(old, LobbyRoster)), RosterChanged)
    cyra.receive(said(old, LobbyRoster))
    assert not cyra.is_seated
    take_seat(host, cyra)
    assert cyra.lobby == lobby_name(host.hello.identity, host.hello.fresh)


def test_a_replayed_roster_does_not_move_a_seated_member(old: LobbyGroup) -> None:
    cyra, host = once_more(old, 2), once_more(old, 0, opens=True)
    take_seat(host, cyra)
    assert not of_kind(cyra.receive(said(old, LobbyRoster)), RosterChanged)
    assert cyra.lobby == lobby_name(host.hello.identity, host.hello.fresh)
    assert cyra.is_seated


def test_a_replayed_start_starts_nothing(old: LobbyGroup) -> None:
    cyra, host = once_more(old, 2), once_more(old, 0, opens=True)
    cyra.receive(said(old, LobbyRoster))
    assert not of_kind(cyra.receive(said(old, Start)), Started)
    take_seat(host, cyra)
    assert not of_kind(cyra.receive(said(old, Start)), Started)


def test_agreement_to_the_last_table_does_not_count_for_the_next(old: LobbyGroup) -> None:
    host = once_more(old, 0, opens=True)
    for at in (1, 2):
        take_seat(host, once_more(old, at))
    for events in old.heard:
        for event in events:
            if isinstance(event, Broadcast):
                host.receive(event.raw)
    assert host.ready == {host.hello.identity}
    assert not host.may_start()


def test_a_game_starts_only_once(old: LobbyGroup) -> None:
    assert old.members[0].begin() == ()
    assert PacketRefused not in {type(event) for event in old.heard[1]}
