"""Probes: whether the internet reaches a port at a client's own address.

A client learns this way whether its router lets friends in, and what its public address is. The
relay connects to the address of the client's TCP connection and to no other: that cannot be
forged, so nobody can have a third party connected to. One probe a minute for each source, and few
at a time, keep it from being a tool.
"""

import ipaddress
from contextlib import suppress
from typing import Final

import trio

from protocol.framing import (
    GREETING_LIMIT,
    FrameReader,
    FramingError,
    GreetingFrame,
    ProbeResult,
    RefusedFrame,
)

PROBE_SECONDS: Final = 6
"""Longest time of a probe; a relay greets a silent client within two seconds."""
NOWHERE: Final = "::"
"""In place of an address that is not one of the internet."""
MOST_PROBES: Final = 16
"""Probes at one time."""
_READ: Final = 1_024
_INNER: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
            *("172.16.0.0/12", "192.168.0.0/16", "224.0.0.0/3"),
            *("::/96", "64:ff9b::/96", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
        ),
    )
)
"""Networks of which no address is on the internet: a probe there would look into the network of
the relay, or of a proxy before it."""


def outer_address(host: str) -> str | None:
    """Return a client's address if it may be one of the internet, IPv4 as IPv4; else None."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # with a zone: not of the internet
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    shown = mapped or address
    return None if any(shown in network for network in _INNER) else str(shown)


async def probe(host: str, port: int) -> ProbeResult:
    """Connect to a port and wait for a relay's greeting; nothing is sent."""
    with trio.move_on_after(PROBE_SECONDS) as scope:
        try:
            stream = await trio.open_tcp_stream(host, port)
        except OSError:
            return ProbeResult.CLOSED
        scope.deadline = trio.current_time() + PROBE_SECONDS
        async with stream:
            return await _answer(stream)
    return ProbeResult.CLOSED


async def _answer(stream: trio.SocketStream) -> ProbeResult:
    frames = FrameReader(GREETING_LIMIT)
    with suppress(OSError, trio.BrokenResourceError, FramingError):
        with trio.move_on_after(PROBE_SECONDS / 2):
            while (frame := frames.next_frame()) is None:
                data = await stream.receive_some(_READ)
                if not data:
                    return ProbeResult.OTHER
                frames.feed(data)
            is_relay = isinstance(frame, GreetingFrame | RefusedFrame)
            return ProbeResult.RELAY if is_relay else ProbeResult.OTHER
    return ProbeResult.OTHER
