"""IP addresses by the network they belong to: the internet, one inside of it, or this machine."""

from __future__ import annotations

from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

IpAddress = IPv4Address | IPv6Address


class AddressKind(StrEnum):
    """The network an address belongs to."""

    PUBLIC = "public"
    CARRIER = "carrier"
    """A network that providers share between customers; VPNs such as Tailscale use it, too."""
    PRIVATE = "private"
    LINK = "link"
    """One cable or radio, without a router."""
    MACHINE = "machine"
    """The machine itself, each one its own."""
    NOWHERE = "nowhere"
    """An address that no single machine has."""


_NETWORKS: Final = {
    AddressKind.CARRIER: ("100.64.0.0/10", "192.0.0.0/24"),
    AddressKind.PRIVATE: (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "fc00::/7",
    ),
    AddressKind.LINK: ("169.254.0.0/16", "fe80::/10"),
    AddressKind.MACHINE: ("0.0.0.0/8", "127.0.0.0/8", "::/127"),
    AddressKind.PUBLIC: ("2000::/3",),
    AddressKind.NOWHERE: ("224.0.0.0/3", "::/0"),
}
"""RFC 6598 and 6333; 1918, 2544 and 4193; 3927 and 4291, 2.5.6; 1122, 3.2.1.3 and 4291, 2.5;
5771."""
_KINDS: Final[tuple[tuple[IPv4Network | IPv6Network, AddressKind], ...]] = tuple(
    (ip_network(network), kind) for kind, networks in _NETWORKS.items() for network in networks
)
_INSIDE_NAMES: Final = (".local", ".lan", ".home.arpa", ".internal")
"""Names of machines that only their own network knows (RFC 6762, RFC 8375)."""


def address_of(host: str) -> IpAddress | None:
    """Return the address that a host is, without its zone, and IPv4 as IPv4; None for a name."""
    literal, _, zone = host.partition("%")
    try:
        address = ip_address(literal)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped or address
    return None if zone else address


def kind_of(address: IpAddress) -> AddressKind:
    """Return the network of an address.

    Addresses for documentation count as public: laboratories use them in place of the internet.
    """
    return next((kind for network, kind in _KINDS if address in network), AddressKind.PUBLIC)


def is_on_internet(address: IpAddress) -> bool:
    """Whether the internet can know an address: a public one that is not for documentation."""
    return kind_of(address) is AddressKind.PUBLIC and address.is_global


def kind_of_host(host: str) -> AddressKind:
    """Return the network of an address or name; a name is public unless only insiders know it."""
    name = host.casefold().rstrip(".")
    address = address_of(name)
    if address is not None:
        return kind_of(address)
    if name == "localhost" or name.endswith(".localhost"):
        return AddressKind.MACHINE
    return AddressKind.PRIVATE if name.endswith(_INSIDE_NAMES) else AddressKind.PUBLIC
