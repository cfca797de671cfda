"""The default gateway of this machine: routing tables of three systems, read by pure functions.

All return None if there is none, and raise ValueError if a table is nonsense.
"""

from __future__ import annotations

import re
import sys
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

from engine.values import Value

_UP_AND_GATEWAY: Final = 0x0001 | 0x0002
"""RTF_UP and RTF_GATEWAY of a Linux route."""
_ROUTE_FIELDS: Final = 8
_ROUTE6_FIELDS: Final = 10
_WINDOWS_ROUTE: Final = re.compile(r"^\s*0\.0\.0\.0\s+0\.0\.0\.0\s+([0-9.]+)\s+([0-9.]+)\s+(\d+)")
_WINDOWS_ROUTE6: Final = re.compile(r"^\s*(\d+)\s+(\d+)\s+::/0\s+([0-9a-fA-F:]+)\s*$", re.MULTILINE)


class Gateway(Value):
    """A default gateway; `interface` is the name or number of the way there, or "" if not told."""

    address: IPv4Address | IPv6Address
    interface: str = ""


def linux_gateway(table: str, byteorder: str = sys.byteorder) -> Gateway | None:
    """Read /proc/net/route; numbers in it have the byte order of the machine."""
    routes = []
    for line in table.splitlines()[1:]:
        fields = line.split()
        if len(fields) < _ROUTE_FIELDS or int(fields[1], 16) or int(fields[7], 16):
            continue
        if int(fields[3], 16) & _UP_AND_GATEWAY == _UP_AND_GATEWAY:
            octets = bytes.fromhex(fields[2])
            address = IPv4Address(octets if byteorder == "big" else octets[::-1])
            routes.append((int(fields[6]), Gateway(address, fields[0])))
    return min(routes, key=lambda route: route[0])[1] if routes else None


def linux_gateway6(table: str) -> Gateway | None:
    """Read /proc/net/ipv6_route."""
    routes = []
    for line in table.splitlines():
        fields = line.split()
        if len(fields) < _ROUTE6_FIELDS or int(fields[0], 16) or int(fields[1], 16):
            continue
        if int(fields[8], 16) & _UP_AND_GATEWAY == _UP_AND_GATEWAY:
            address = IPv6Address(bytes.fromhex(fields[4]))
            routes.append((int(fields[5], 16), Gateway(address, fields[9])))
    return min(routes, key=lambda route: route[0])[1] if routes else None


def mac_gateway(output: str) -> Gateway | None:
    """Read `route -n get default`, or the same with -inet6; a tunnel has no gateway."""
    found = dict(re.findall(r"^\s*(gateway|interface): *(\S+)\s*$", output, re.MULTILINE))
    return _gateway(found.get("gateway", ""), found.get("interface", ""))


def windows_gateway(output: str) -> Gateway | None:
    """Read `route print -4 0.0.0.0`, in whatever language: by the form of its rows."""
    routes = []
    for line in output.splitlines():
        found = _WINDOWS_ROUTE.match(line)
        gateway = _gateway(found[1]) if found else None
        if found and gateway is not None:
            routes.append((int(found[3]), gateway))
    return min(routes, key=lambda route: route[0])[1] if routes else None


def windows_gateway6(output: str) -> Gateway | None:
    """Read `route print -6 ::/0`; a gateway too long for its column is on the next line."""
    routes = []
    for interface, metric, address in _WINDOWS_ROUTE6.findall(output):
        gateway = _gateway(address, interface)
        if gateway is not None:
            routes.append((int(metric), gateway))
    return min(routes, key=lambda route: route[0])[1] if routes else None


def _gateway(address: str, interface: str = "") -> Gateway | None:
    literal, _, scope = address.partition("%")
    try:
        read = IPv6Address(literal) if ":" in literal else IPv4Address(literal)
    except AddressValueError:
        return None
    return None if read.is_unspecified else Gateway(read, interface or scope)
