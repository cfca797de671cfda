"""Addresses that lead nowhere from elsewhere, and what a guest is told about them."""

from __future__ import annotations

import pytest
import trio

from client.online.addresses import inside_hint
from client.online.participants import BotOnlooker, BotPlayer
from client.online.table_flow import take_seat, watch
from client.online.table_outcomes import NoTable
from client.online.table_plans import HostTable, JoinTable, WatchTable
from client.platform.exit_codes import UNREACHABLE
from client.platform.system import random_bytes
from protocol.lobby.rooms import Invitation, Room
from protocol.lobby.routes import read_routes, tcp_route
from protocol.wire.identity import Identity
from tests.client.relays import real_relay


@pytest.mark.parametrize(
    ("routes", "told"),
    [
        ("127.0.0.1:1,[::1]:1", "This address is your own machine"),
        ("192.168.1.11:1", "This address is inside the host's network"),
        ("192.168.1.11:1,[fe80::1]:1,100.64.0.1", "This address is inside the host's network"),
        ("127.0.0.1:1,192.168.1.11", "This address is inside the host's network"),
        ("100.64.0.1:7744", "This address is inside the network of the host's provider"),
        ("ws://10.0.0.7/path", "This address is inside the host's network"),
        ("192.168.1.11:1,9.9.9.9:1", ""),
        ("play.example.org", ""),
    ],
)
def test_the_hint_is_for_lines_that_only_lead_inside(routes: str, told: str) -> None:
    hint = inside_hint(read_routes(routes))
    assert hint.startswith(told)
    assert bool(hint) is bool(told)


async def test_guests_are_told_that_nothing_answers_inside_the_hosts_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def nothing_answers(*_arguments: object, **_options: object) -> trio.SocketStream:
        raise OSError(113, "No route to host")

    monkeypatch.setattr(trio, "open_tcp_stream", nothing_answers)
    identity = Identity(random_bytes(32))
    line = Invitation((tcp_route("192.168.1.11", 7744),), Room(bytes(10)))
    expected = (
        "Nobody answers at 192.168.1.11:7744 (that machine cannot be reached). Ask the host "
        "whether the table is still open. "
        "This address is inside the host's network: if you are elsewhere, ask the host for the "
        "invitation for outside."
    )
    with pytest.raises(NoTable) as joined:
        await take_seat(JoinTable(identity, "Bo", line), BotPlayer("thrall"))
    with pytest.raises(NoTable) as watched:
        await watch(WatchTable(identity, "Bo", line), BotOnlooker())
    for caught in (joined, watched):
        assert str(caught.value) == expected
        assert caught.value.code == UNREACHABLE
    host = HostTable(identity, "Astrid", 3, 0, "thrall", relay=line.routes)
    with pytest.raises(NoTable) as hosted:
        await take_seat(host, BotPlayer("thrall"))
    assert "host's network" not in str(hosted.value)


async def test_a_relay_inside_a_network_is_joined_without_a_word() -> None:
    async with real_relay() as relay:
        assert inside_hint(relay.routes)
        line = Invitation(relay.routes, Room(bytes(10)))
        plan = JoinTable(Identity(random_bytes(32)), "Bo", line)
        with pytest.raises(NoTable, match="Nobody is at this table"):
            await take_seat(plan, BotPlayer("thrall"))
