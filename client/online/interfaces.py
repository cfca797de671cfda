"""The addresses of this machine that others can try, the most promising first.

An address that exists on every machine of its kind (loopback, the bridge of a container program)
leads a guest to another machine or to their own, and is left out.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from client.router.address_kinds import IpAddress
from client.router.way_out import own_address
from engine.values import Value

_BRIDGES: Final = (
    *("docker", "br-", "veth", "virbr", "vnet", "vmnet", "vboxnet", "lxcbr", "lxdbr"),
    *("podman", "cni", "flannel", "cali", "vEthernet (WSL", "vEthernet (Default"),
)
"""Beginnings of the names of interfaces that lead to containers and machines inside this one."""
_MOST: Final = 4
"""Addresses in a line: it should stay short enough to be copied."""
_MOST_LOCAL: Final = 2
_NETWORK: Final = 64
_FAR_AWAY: Final = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET6, "2001:db8::1"),
)
"""Addresses beyond any router: the system chooses our address for them, and nothing is sent."""


class InterfaceAddress(Value):
    """An address of this machine, and the name of its interface."""

    interface: str
    address: IpAddress


def own_hosts(
    found: Sequence[InterfaceAddress] | None = None, chosen: Sequence[IpAddress] | None = None
) -> tuple[str, ...]:
    """Return the addresses that other machines can try; empty in no network.

    `found` are all addresses of this machine and `chosen` those that the system uses for the way
    out; both are asked for if not given. An IPv6 network counts once: most machines have several
    addresses in it, of which the chosen one lasts at least a day. Addresses that are valid on one
    cable only (link-local ones) are used if an interface has no other.
    """
    found = all_addresses() if found is None else found
    chosen = _chosen() if chosen is None else chosen
    usable = [one for one in found if _is_usable(one.address)]
    outer = [one for one in usable if not one.interface.startswith(_BRIDGES)] or usable
    wide = [one for one in outer if not one.address.is_link_local]
    interfaces = {one.interface for one in wide}
    local = [one for one in outer if one not in wide and one.interface not in interfaces]
    ranked = sorted((*wide, *local), key=lambda one: _rank(one.address, chosen))
    return tuple(str(address) for address in _once_a_network(one.address for one in ranked))[:_MOST]


def lasting_hosts(found: Sequence[InterfaceAddress] | None = None) -> tuple[str, ...]:
    """Return the link-local IPv6 addresses of this machine.

    They stay as they are when the network gives out other addresses, and lead to us from all
    machines of the same network; no router is asked for them.
    """
    found = all_addresses() if found is None else found
    local = [
        str(one.address)
        for one in found
        if isinstance(one.address, IPv6Address)
        and one.address.is_link_local
        and not one.interface.startswith(_BRIDGES)
    ]
    return tuple(dict.fromkeys(local))[:_MOST_LOCAL]


def all_addresses() -> tuple[InterfaceAddress, ...]:
    """Return all addresses of this machine; none if the system does not say."""
    import ifaddr  # noqa: PLC0415 - for hosts only

    found: list[InterfaceAddress] = []
    with suppress(OSError):
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
                with suppress(ValueError):
                    address = ip_address(text.partition("%")[0])
                    found.append(InterfaceAddress(adapter.nice_name, address))
    return tuple(found)


def _chosen() -> tuple[IpAddress, ...]:
    found = (own_address((far, 9), family) for family, far in _FAR_AWAY)
    return tuple(address for address in found if address is not None)


def _rank(address: IpAddress, chosen: Sequence[IpAddress]) -> tuple[bool, int, bool]:
    """Put IPv4 first, which everybody has, and the addresses for the way out before others."""
    return address.is_link_local, address.version, address not in chosen


def _is_usable(address: IpAddress) -> bool:
    return not (address.is_loopback or address.is_unspecified or address.is_multicast)


def _once_a_network(ranked: Iterable[IpAddress]) -> list[IpAddress]:
    seen: set[IpAddress | IPv6Network] = set()
    kept: list[IpAddress] = []
    for address in ranked:
        is_six = isinstance(address, IPv6Address) and not address.is_link_local
        network = IPv6Network((int(address), _NETWORK), strict=False) if is_six else address
        if network not in seen:
            seen.add(network)
            kept.append(address)
    return kept
