"""A relay inside this program, for a table that is hosted here."""

from __future__ import annotations

from typing import Final

import trio

from client.platform.system import random_bytes
from protocol.lobby.routes import DEFAULT_PORT
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
PORTS: Final = range(DEFAULT_PORT, DEFAULT_PORT + 10)
"""The ports to try if none is wanted: a forwarded port in a router's settings stays the same."""


class PortTaken(Exception):
    """The wanted port cannot be had; `refusal` says whether another program has it."""

    def __init__(self, port: int, refusal: OSError) -> None:
        super().__init__(port)
        self.port = port
        self.refusal = refusal


async def own_relay(nursery: trio.Nursery, port: int = 0, *, only: bool = False) -> int:
    """Start a relay on this machine; return its port.

    Without a port the first free one of `PORTS` is used. Any other free one is used if all are
    taken, unless only the given one will do.

    Raises:
        PortTaken: only one port will do, and it cannot be had.
    """
    for wanted in (port,) if port else PORTS:
        try:
            return await _start(nursery, wanted)
        except OSError as error:
            if only:
                raise PortTaken(port, error) from error
    return await _start(nursery, 0)


async def _start(nursery: trio.Nursery, port: int) -> int:
    relay = Relay(OWN_RELAY, random_bytes(32))
    listening = await nursery.start(relay.run, Address("::", port))
    return int(listening.port)
