"""The way out of this machine: the default gateway, and our address on the network it is in."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

import trio

from client.router.address_kinds import AddressKind, IpAddress, kind_of
from client.router.gateways import (
    Gateway,
    linux_gateway,
    linux_gateway6,
    mac_gateway,
    windows_gateway,
    windows_gateway6,
)
from engine.values import Value

_PROGRAM_SECONDS: Final = 2.0
_LONGEST_TABLE: Final = 4 << 20
_FAR_AWAY: Final = "2001:db8::1"
"""An address beyond the gateway: the system chooses our address for it, and nothing is sent."""


SocketAddress = tuple[str, int] | tuple[str, int, int, int]


class WayOut(Value):
    """The default gateway, its scope if it is a link-local IPv6 address, and our address."""

    gateway: IpAddress
    scope: int
    own: IpAddress

    @property
    def is_four(self) -> bool:
        """Whether it is the way of IPv4."""
        return isinstance(self.gateway, IPv4Address)

    @property
    def family(self) -> socket.AddressFamily:
        """The family of its sockets."""
        return socket.AF_INET if self.is_four else socket.AF_INET6

    def there(self, port: int) -> SocketAddress:
        """Return the gateway's address for a socket."""
        return self.group(str(self.gateway), port)

    def group(self, address: str, port: int) -> SocketAddress:
        """Return the address of a multicast group in the gateway's network for a socket."""
        return (address, port) if self.is_four else (address, port, 0, self.scope)

    def may_be_gateway(self, address: str) -> bool:
        """Whether an address can be one of the gateway's.

        An IPv6 gateway is known by its link-local address, and answers searches from another one
        that nothing connects with it. So only a port and a path are taken from such an answer: all
        that follows is asked of the gateway itself (`there`).
        """
        return not self.is_four or address == str(self.gateway)

    def here(self) -> tuple[str, int]:
        """Return our address for a socket, with any port."""
        return str(self.own), 0


async def way_out() -> WayOut | None:
    """Find the IPv4 gateway; return None if there is none."""
    gateway = await _gateway(is_six=False)
    if gateway is None or not isinstance(gateway.address, IPv4Address):
        return None
    own = own_address((str(gateway.address), 9), socket.AF_INET)
    return None if own is None else WayOut(gateway.address, 0, own)


async def way_out6() -> WayOut | None:
    """Find the IPv6 gateway; return None without one, or without a public address of ours."""
    gateway = await _gateway(is_six=True)
    if gateway is None or not isinstance(gateway.address, IPv6Address):
        return None
    own = own_address((_FAR_AWAY, 9), socket.AF_INET6)
    if own is None or kind_of(own) is not AddressKind.PUBLIC:
        return None
    scope = 0
    if gateway.address.is_link_local:
        scope = _scope(gateway.interface)
        if not scope:
            return None
    return WayOut(gateway.address, scope, own)


def _scope(interface: str) -> int:
    if interface.isascii() and interface.isdigit():
        return int(interface)
    with suppress(OSError):
        return socket.if_nametoindex(interface)
    return 0


def own_address(there: tuple[str, int], family: socket.AddressFamily) -> IpAddress | None:
    """Return the address of ours from which the system would send there; nothing is sent."""
    with suppress(OSError, ValueError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect(there)
        return ip_address(probe.getsockname()[0])
    return None


async def _gateway(*, is_six: bool) -> Gateway | None:
    """Ask the system; nothing is known if it does not tell, or tells nonsense."""
    system: str = sys.platform
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        if system == "win32":
            route = str(Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32/route.exe")
            if is_six:
                return windows_gateway6(await _told([route, "print", "-6", "::/0"]))
            return windows_gateway(await _told([route, "print", "-4", "0.0.0.0"]))  # noqa: S104
        if system == "linux":
            if is_six:
                return linux_gateway6(_table("/proc/net/ipv6_route"))
            return linux_gateway(_table("/proc/net/route"))
        family = "-inet6" if is_six else "-inet"
        return mac_gateway(await _told(["/sbin/route", "-n", "get", family, "default"]))
    return None


def _table(path: str) -> str:
    with Path(path).open(encoding="ascii", errors="replace") as file:
        return file.read(_LONGEST_TABLE)


async def _told(command: Sequence[str]) -> str:
    """Run a program of the system; return its output."""

    def run() -> str:
        done = subprocess.run(  # noqa: S603 - a constant command, no shell
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROGRAM_SECONDS,
            check=False,
        )
        return done.stdout[:_LONGEST_TABLE].decode("utf-8", "replace")

    return await trio.to_thread.run_sync(run, abandon_on_cancel=True)
