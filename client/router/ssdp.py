"""Datagrams of SSDP (UPnP Device Architecture 1.1, section 1.3): searches, and their answers.

Pure functions of bytes. An answer names the address of a description, its LOCATION.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address
from typing import Final

from engine.values import Value

PORT: Final = 1900
GROUP: Final = "239.255.255.250"
GROUP_V6: Final = "ff02::c"
LONGEST: Final = 2048
WANTED: Final = (
    "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
    "urn:schemas-upnp-org:service:WANPPPConnection:1",
)
"""Things to search for. Version 2 of a device answers to version 1 as well."""
WANTED_V6: Final = (
    "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
    "urn:schemas-upnp-org:service:WANIPv6FirewallControl:1",
)

_MOST_PORTS: Final = 1 << 16
_LOCATION: Final = re.compile(
    r"http://(?:\[([0-9a-fA-F:.]{2,45})(?:%[!-~]{1,20})?\]|([0-9.]{7,15}))"
    r"(?::([0-9]{1,5}))?(/[!-~]{0,500})?",
    re.IGNORECASE,
)


class Location(Value):
    """The address of a page: a literal address, a port, a path that begins with a slash."""

    address: IPv4Address | IPv6Address
    port: int
    path: str

    @property
    def host(self) -> str:
        """The value of a Host header."""
        is_six = isinstance(self.address, IPv6Address)
        return f"[{self.address}]:{self.port}" if is_six else f"{self.address}:{self.port}"


def search(target: str, host: str) -> bytes:
    """Return a search for a kind of device or service, to a group or to one address."""
    shown = f"[{host}]" if ":" in host else host
    return (
        f'M-SEARCH * HTTP/1.1\r\nHOST: {shown}:{PORT}\r\nMAN: "ssdp:discover"\r\nMX: 1\r\n'
        f"ST: {target}\r\n\r\n"
    ).encode()


def read_answer(datagram: bytes) -> Location | None:
    """Read the LOCATION of an answer to a search; return None if there is none to be used."""
    if len(datagram) > LONGEST:
        return None
    first, *lines = datagram.decode("latin-1").splitlines()[:64] or [""]
    if not re.match(r"HTTP/1\.[01] 200(?: |$)", first, re.IGNORECASE):
        return None
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip().lower() == "location":
            return read_location(value.strip())
    return None


def read_location(url: str) -> Location | None:
    """Read an http URL whose host is a literal address; return None for all others."""
    found = _LOCATION.fullmatch(url)
    if found is None:
        return None
    six, four, digits, path = found.groups()
    port = 80 if digits is None else int(digits)
    if not 0 < port < _MOST_PORTS:
        return None
    try:
        address = IPv4Address(four) if four else IPv6Address(six)
    except ValueError:
        return None
    return Location(address, port, path or "/")
