from __future__ import annotations

import os
from itertools import count

import pytest

from client.online.table_plans import HostTable, JoinTable, guest_lobby, host_lobby
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import Broadcast, LobbyEvent
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import tcp_route
from protocol.wire.identity import Identity


def told(events: tuple[LobbyEvent, ...]) -> list[bytes]:
    return [event.raw for event in events if isinstance(event, Broadcast)]


def talk(host: Lobby, guest: Lobby, said: list[bytes]) -> None:
    """Deliver messages of guest and host to each other until none are left."""
    while said:
        answers = [raw for one in said for raw in told(host.receive(one))]
        said = [raw for one in answers for raw in told(guest.receive(one))]


def test_a_player_who_left_a_lobby_is_heard_on_return(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody leaves and comes back within the milliseconds that this test takes.
    clock = count(1_000_000, 1000)
    monkeypatch.setattr("client.online.table_plans.millis", lambda: next(clock))
    identity = Identity(os.urandom(32))
    host = host_lobby(HostTable(identity, "Astrid", 3, 0, "thrall")).lobby
    plan = JoinTable(
        Identity(os.urandom(32)), "Bo", Invitation((tcp_route("127.0.0.1", 1),), Room(bytes(10)))
    )
    first = guest_lobby(plan).lobby
    talk(host, first, told(first.start()))
    assert first.is_seated
    for ready in (True, False, True, False):
        talk(host, first, told(first.set_ready(ready=ready)))
    talk(host, first, told(first.leave()))
    assert len(host.hellos) == 1
    again = guest_lobby(plan).lobby
    talk(host, again, told(again.start()))
    assert again.is_seated
