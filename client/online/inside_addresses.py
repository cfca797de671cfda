"""Addresses that only lead somewhere from inside a network: what a guest elsewhere has to know."""

from __future__ import annotations

from enum import Enum, auto
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from typing import Final

from client.text.catalogue import say
from protocol.lobby.routes import Routes

_CARRIER: Final = IPv4Network("100.64.0.0/10")
"""Addresses that providers share between customers (RFC 6598); VPNs such as Tailscale use them."""
_INSIDE_NAMES: Final = (".local", ".lan", ".home.arpa", ".internal")
"""Names of machines that only their own network knows (RFC 6762, RFC 8375)."""


class Inside(Enum):
    """Networks that an address is inside of."""

    MACHINE = auto()
    NETWORK = auto()
    CARRIER = auto()


def inside_of(host: str) -> Inside | None:
    """Return the network that an address or name is inside of, None if it may lead anywhere."""
    name = host.casefold().rstrip(".")
    try:
        address = ip_address(name)
    except ValueError:
        if name == "localhost" or name.endswith(".localhost"):
            return Inside.MACHINE
        return Inside.NETWORK if name.endswith(_INSIDE_NAMES) else None
    return _inside(address)


def _inside(address: IPv4Address | IPv6Address) -> Inside | None:
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback or address.is_unspecified:
        return Inside.MACHINE
    if isinstance(address, IPv4Address) and address in _CARRIER:
        return Inside.CARRIER
    return Inside.NETWORK if address.is_private or address.is_link_local else None


def inside_hint(routes: Routes) -> str:
    """Say that the routes only lead somewhere from inside a network; "" if one leads outside.

    For a guest to whom no relay answers.
    """
    kinds = {inside_of(route.host) for route in routes}
    if None in kinds or not kinds:
        return ""
    if kinds == {Inside.MACHINE}:
        return say("That is this machine itself: ask the host for the line for other machines.")
    if kinds == {Inside.CARRIER}:
        return say(
            "That address is inside the network of the host's provider, or a VPN: if you are not "
            "in it, ask the host for another line."
        )
    return say(
        "That address is inside the host's network: if you are elsewhere, ask the host for the "
        "line for outside."
    )
