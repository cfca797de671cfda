"""A relay inside this program, for a table that is hosted here."""

from __future__ import annotations

import socket
from typing import Final

import trio

from client.platform.system import random_bytes
from relay.addresses import Address
from relay.limits import Limits
from relay.server import Relay

OWN_RELAY: Final = Limits(
    connections=128,
    connections_per_source=64,
    rooms=24,
    rooms_per_source=12,
    backlog_bytes=524_288,
    backlog_share_bytes=262_144,
    outgoing_bytes=1_048_576,
    messages_per_second=200,
    messages_burst=2000,
    bytes_per_second=262_144,
    bytes_burst=1_048_576,
    empty_room_seconds=600,
)
"""Limits for one table, whose bots may be fast, and for few strangers."""


LOOPBACK: Final = "127.0.0.1"


def lan_address() -> str:
    """Return the address of this machine that others on its network can most likely reach."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only picks the way out.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


async def own_relay(nursery: trio.Nursery, port: int = 0) -> int:
    """Start a relay on this machine; return its port.

    Another port is used if the given one is taken, and any free one for 0.
    """
    relay = Relay(OWN_RELAY, random_bytes(32))
    try:
        listening = await nursery.start(relay.run, Address("::", port))
    except OSError:
        if not port:
            raise
        listening = await nursery.start(relay.run, Address("::", 0))
    return int(listening.port)
