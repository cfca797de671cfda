"""The answers of a router, whatever the protocol, and addresses by the network they belong to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

IpAddress = IPv4Address | IPv6Address


class RefusalCause(StrEnum):
    """The reason of a refusal."""

    VERSION = "version"
    """The router speaks another version of the protocol only."""
    FORBIDDEN = "forbidden"
    OFFLINE = "offline"
    """The router has no outer address."""
    BEHIND = "behind"
    """There is a translator of addresses between us and the router (RFC 6887 ADDRESS_MISMATCH)."""
    TAKEN = "taken"
    """The port belongs to another machine."""
    PERMANENT = "permanent"
    """The router makes mappings without an end only."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class PortRefusal:
    """The router's answer is no; `code` is its number in the protocol."""

    why: RefusalCause
    code: int


@dataclass(frozen=True, slots=True)
class PortGrant:
    """The router passes `port` of `address` on to us for so many seconds, which may be infinite."""

    address: IpAddress
    port: int
    seconds: float


class AddressKind(StrEnum):
    """The network an address belongs to."""

    PUBLIC = "public"
    CARRIER = "carrier"
    PRIVATE = "private"
    NOWHERE = "nowhere"
    """An address that no machine of a working network has, or only its owner can use."""


_CARRIER: Final = (IPv4Network("100.64.0.0/10"), IPv4Network("192.0.0.0/24"))
_PRIVATE: Final = (
    IPv4Network("10.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
)
_NOWHERE: Final = (
    IPv4Network("0.0.0.0/8"),
    IPv4Network("127.0.0.0/8"),
    IPv4Network("169.254.0.0/16"),
    IPv4Network("224.0.0.0/3"),
)
_GLOBAL: Final = IPv6Network("2000::/3")
_UNIQUE_LOCAL: Final = IPv6Network("fc00::/7")


def kind_of(address: IpAddress) -> AddressKind:
    """Return the network of an address, by RFC 1918, 6598, 6333, 6890, 4193 and 4291.

    Addresses for documentation count as public: laboratories use them in place of the internet.
    """
    match address:
        case IPv4Address():
            for place, networks in (
                (AddressKind.CARRIER, _CARRIER),
                (AddressKind.PRIVATE, _PRIVATE),
                (AddressKind.NOWHERE, _NOWHERE),
            ):
                if any(address in network for network in networks):
                    return place
            return AddressKind.PUBLIC
        case IPv6Address():
            if address in _GLOBAL:
                return AddressKind.PUBLIC
            return AddressKind.PRIVATE if address in _UNIQUE_LOCAL else AddressKind.NOWHERE
