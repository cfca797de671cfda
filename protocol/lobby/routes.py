"""Routes: the ways to a relay, as an invitation names them.

A route is one address at which a relay may answer, and the way to talk to it there. Several routes
lead to the same relay: one inside the host's network, one outside, one by IPv6. None of them is
trusted; a relay proves nothing but that the room is known there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from engine.values import Value
from protocol.errors import BadInvitation, Reason

DEFAULT_PORT: Final = 7744
"""The port of a relay that names none."""
MOST_ROUTES: Final = 8
LONGEST_HOST: Final = 253
"""The longest name of a machine, in characters (RFC 1035, 2.3.4)."""
LONGEST_PATH: Final = 200
LONGEST_ROUTES: Final = MOST_ROUTES * (len("wss://[]:65535,") + LONGEST_HOST + LONGEST_PATH)
"""Characters of the longest text that is read as routes."""
_PORTS: Final = 1 << 16
_PORT_DIGITS: Final = 5
_IN_NAMES: Final = "-._"
_IN_PATHS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._")
"""Characters of a path: those that mean nothing to a shell, and need no escape in a URL."""


class Scheme(StrEnum):
    """The way to talk to a relay: plain frames, or WebSocket without or with TLS."""

    TCP = "tcp"
    WS = "ws"
    WSS = "wss"


_DEFAULTS: Final = {Scheme.TCP: DEFAULT_PORT, Scheme.WS: 80, Scheme.WSS: 443}


class Route(Value):
    """One way to a relay: `host` is a name or an address without brackets.

    `path` is that of a WebSocket, "" or beginning with a slash and not ending with one.
    """

    scheme: Scheme
    host: str
    port: int
    path: str = ""

    @property
    def has_usual_port(self) -> bool:
        """Whether the port is that of its scheme, which a URL may leave out."""
        return self.port == _DEFAULTS[self.scheme]

    def __str__(self) -> str:
        """Return the route as people read and paste it: ``[2001:db8::1]:7744``, ``wss://a.org``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        if self.scheme is Scheme.TCP:
            return f"{host}:{self.port}"
        port = "" if self.has_usual_port else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.path}"


Routes = tuple[Route, ...]
"""The ways to one relay, the most promising first; never empty."""


def tcp_route(host: str, port: int) -> Route:
    """Return the route to a relay that speaks plain frames."""
    return Route(Scheme.TCP, host, port)


def read_route(text: str, port: int = DEFAULT_PORT) -> Route:
    """Read a route: ``HOST``, ``HOST:PORT``, ``[IPV6]:PORT``, ``wss://HOST:PORT/PATH``.

    An address of IPv6 without a port needs no brackets; `port` is that of plain frames.

    Raises:
        BadInvitation: the text is none.
    """
    before, mark, rest = text.strip().rpartition("://")
    scheme = Scheme.TCP
    if mark:
        if before.lower() not in tuple(Scheme):
            raise _bad_address()
        scheme = Scheme(before.lower())
    where, slash, path = rest.partition("/")
    path = f"/{path.rstrip('/')}" if path.rstrip("/") else ""
    if (slash and scheme is Scheme.TCP) or not _can_be_path(path):
        raise _bad_address()
    default = port if scheme is Scheme.TCP else _DEFAULTS[scheme]
    return Route(scheme, *_host_and_port(where, default), path)


def read_routes(text: str) -> Routes:
    """Read routes joined by commas; a route named twice counts once.

    Raises:
        BadInvitation: one of them is none, or there are none or too many.
    """
    # A few that are named twice may be too many; so many that reading them takes long are.
    if len(text) > LONGEST_ROUTES or text.count(",") >= 2 * MOST_ROUTES:
        raise _bad_address()
    routes = tuple(dict.fromkeys(read_route(one) for one in text.split(",")))
    if len(routes) > MOST_ROUTES:
        raise _bad_address()
    return routes


def write_routes(routes: Iterable[Route]) -> str:
    """Return routes as `read_routes` reads them."""
    return ",".join(map(str, routes))


def can_be_host(host: str) -> bool:
    """Whether a text may be the name or address of a machine, as far as its form shows."""
    if not 0 < len(host) <= LONGEST_HOST:
        return False
    if ":" not in host:
        has_gap = "" in host.removesuffix(".").split(".")
        return not has_gap and all(_can_be_in_name(char) for char in host)
    address, _, zone = host.partition("%")
    try:
        IPv6Address(address)
    except AddressValueError:
        return False
    return all(_can_be_in_name(char) for char in zone)


def _can_be_in_name(char: str) -> bool:
    return char in _IN_NAMES or unicodedata.category(char)[0] in "LMN"


def _can_be_path(path: str) -> bool:
    parts = path.split("/")
    return len(path) <= LONGEST_PATH and _IN_PATHS.issuperset(path) and ".." not in parts


def _host_and_port(where: str, default: int) -> tuple[str, int]:
    if where.startswith("["):
        host, bracket, rest = where[1:].partition("]")
        if not bracket or ":" not in host or (rest and not rest.startswith(":")):
            raise _bad_address()
        port = rest[1:] if rest else str(default)
    elif where.count(":") > 1:
        host, port = where, str(default)
    else:
        host, colon, port = where.partition(":")
        port = port if colon else str(default)
    is_number = port.isascii() and port.isdigit() and len(port) <= _PORT_DIGITS
    if not can_be_host(host) or not is_number or not 0 < int(port) < _PORTS:
        raise _bad_address()
    return host, int(port)


def _bad_address() -> BadInvitation:
    return BadInvitation(Reason.BAD_INVITATION, "address")
