"""Proxies on the way to a relay, as the environment names them: SOCKS5 (Tor) and HTTP CONNECT.

A relay is reached through the proxy of `ALL_PROXY`, and by ``wss://`` through that of `HTTPS_PROXY`
if there is one, as other programs do it; each may be written in small letters, which come first.
`NO_PROXY` names exceptions. A machine of this network is always reached without a proxy, which
could not reach it. Names are looked up by the proxy, never here.
"""

from __future__ import annotations

import os
import ssl
import unicodedata
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import ip_network
from string import ascii_letters, digits
from typing import Final
from urllib.parse import unquote, urlsplit

import trio

from client.online.route_troubles import Obstacle, RouteTrouble
from client.router.address_kinds import AddressKind, IpAddress, address_of, kind_of_host
from protocol.lobby.routes import LONGEST_HOST, Route, Scheme

CONNECT_SECONDS: Final = 10
"""Longest time until a connection is there."""
PROXY_SECONDS: Final = 30
"""Longest time until a proxy has a connection: Tor may need half a minute."""
_SOCKS: Final = ("socks5", "socks5h")
_PORTS: Final = {"socks5": 1080, "socks5h": 1080, "http": 80, "https": 443}
"""Usual ports of the kinds of proxies, by the scheme of their URL."""
_WITH_PROXY: Final = (AddressKind.PUBLIC, AddressKind.NOWHERE)
"""Everything else is inside of a network, where no proxy elsewhere can reach it."""
_SOCKS_VERSION: Final = 5
_LOGIN_VERSION: Final = 1
_CONNECT: Final = 1
_BY_NOTHING, _BY_LOGIN = 0, 2
_IPV4, _NAME, _IPV6 = 1, 3, 4
_ADDRESS_BYTES: Final = {_IPV4: 4, _IPV6: 16}
_NOT_ALLOWED: Final = 2
"""Reply of a SOCKS5 proxy whose rules forbid the connection (RFC 1928, 6); all others say that it
could not be made."""
_READ: Final = 4_096
_IN_WIRE_NAMES: Final = frozenset(f"{ascii_letters}{digits}-._".encode())
_LONGEST_LOGIN: Final = 255
"""Bytes of a name or password (RFC 1929)."""


@dataclass(frozen=True, slots=True)
class ProxySetting:
    """A proxy, and the variable of the environment that names it."""

    variable: str
    scheme: str
    host: str
    port: int
    name: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    @property
    def address(self) -> str:
        """The proxy without name and password, for people."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


def proxy_for(route: Route) -> ProxySetting | None:
    """Return the proxy through which a relay is reached, as the environment says.

    Raises:
        RouteTrouble: the variable names none, or the route is one of Tor's and there is none.
    """
    names = ("HTTPS_PROXY", "ALL_PROXY") if route.scheme is Scheme.WSS else ("ALL_PROXY",)
    # Asking a name server for it would give it away (RFC 7686), so there are no exceptions.
    is_onion = _plain_name(route.host).endswith(".onion")
    for name in names:
        for variable in (name.lower(), name):
            if value := os.environ.get(variable, "").strip():
                if not is_onion and _is_exempt(route):
                    return None
                return _read_proxy(variable, value, route)
    if is_onion:
        raise RouteTrouble(Obstacle.ONION, route)
    return None


async def open_through(proxy: ProxySetting, route: Route) -> trio.abc.Stream:
    """Open a connection to a relay's port through a proxy, which looks up the name; in time.

    Raises:
        RouteTrouble: the proxy is not there, refuses, or is none.
        UnicodeError: the host cannot be the name of a machine.
    """
    _wire_name(route)
    stream = await _to_proxy(proxy, route)
    async with closed_on_failure(stream):
        try:
            ask = _ask_socks if proxy.scheme in _SOCKS else _ask_http
            with trio.fail_after(PROXY_SECONDS):
                obstacle = await ask(stream, proxy, route)
        except trio.TooSlowError:
            obstacle = Obstacle.PROXY_FAILS
        except trio.BrokenResourceError:
            obstacle = Obstacle.PROXY_STRANGE
        if obstacle is not None:
            raise _trouble(obstacle, proxy, route)
    return stream


@asynccontextmanager
async def closed_on_failure(stream: trio.abc.Stream) -> AsyncIterator[None]:
    """Close a stream, without a farewell, if the block raises."""
    has_worked = False
    try:
        yield
        has_worked = True
    finally:
        if not has_worked:
            await trio.aclose_forcefully(stream)


def _trouble(obstacle: Obstacle, proxy: ProxySetting, route: Route) -> RouteTrouble:
    return RouteTrouble(obstacle, route, proxy=proxy.address, variable=proxy.variable)


def _read_proxy(variable: str, value: str, route: Route) -> ProxySetting:
    try:
        parts = urlsplit(value if "://" in value else f"http://{value}")
        usual = _PORTS[parts.scheme]
        port = usual if parts.port is None else parts.port
        name, password = unquote(parts.username or ""), unquote(parts.password or "")
        if (
            parts.hostname
            and port
            and max(len(name.encode()), len(password.encode())) <= _LONGEST_LOGIN
        ):
            return ProxySetting(variable, parts.scheme, parts.hostname, port, name, password)
    except (ValueError, KeyError):
        pass
    raise RouteTrouble(Obstacle.PROXY_SETTING, route, variable=variable)


def _is_exempt(route: Route) -> bool:
    """Whether a relay is reached without a proxy, whatever is set."""
    if kind_of_host(route.host) not in _WITH_PROXY:
        return True
    host = _plain_name(route.host)
    address = address_of(host)
    entries = os.environ.get("no_proxy") or os.environ.get("NO_PROXY", "")
    return any(_is_named(entry.strip().lower(), host, address) for entry in entries.split(","))


def _is_named(entry: str, host: str, address: IpAddress | None) -> bool:
    """Whether an entry of NO_PROXY names a host: itself, a domain it is in, or its network."""
    if entry in ("*", host):
        return True
    if address is None:
        return bool(entry.strip(".*")) and host.endswith("." + entry.lstrip(".*"))
    try:
        return address in ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        return False


async def _to_proxy(proxy: ProxySetting, route: Route) -> trio.abc.Stream:
    """Open a connection to the proxy itself.

    Raises:
        RouteTrouble: it is not there, or TLS with it fails.
    """
    try:
        with trio.fail_after(CONNECT_SECONDS):
            stream = await trio.open_tcp_stream(proxy.host, proxy.port)
    except (OSError, UnicodeError, trio.TooSlowError) as error:
        raise _trouble(Obstacle.PROXY_GONE, proxy, route) from error
    if proxy.scheme != "https":
        return stream
    context = ssl.create_default_context()
    secure = trio.SSLStream(stream, context, server_hostname=proxy.host, https_compatible=True)
    async with closed_on_failure(stream):
        try:
            with trio.fail_after(CONNECT_SECONDS):
                await secure.do_handshake()
        except (trio.BrokenResourceError, trio.TooSlowError) as error:
            raise _trouble(Obstacle.PROXY_STRANGE, proxy, route) from error
    return secure


async def _ask_socks(stream: trio.abc.Stream, proxy: ProxySetting, route: Route) -> Obstacle | None:
    """Ask a SOCKS5 proxy for a connection (RFC 1928, 1929); return what went wrong."""
    has_login = bool(proxy.name)
    methods = bytes((_BY_NOTHING, _BY_LOGIN)) if has_login else bytes((_BY_NOTHING,))
    await stream.send_all(bytes((_SOCKS_VERSION, len(methods))) + methods)
    version, method = await _exactly(stream, 2)
    if version != _SOCKS_VERSION:
        return Obstacle.PROXY_STRANGE
    if method == _BY_LOGIN and has_login:
        name, password = proxy.name.encode(), proxy.password.encode()
        login = bytes((len(name),)) + name + bytes((len(password),)) + password
        await stream.send_all(bytes((_LOGIN_VERSION,)) + login)
        _, status = await _exactly(stream, 2)
        if status:
            return Obstacle.PROXY_LOGIN
    elif method != _BY_NOTHING:
        return Obstacle.PROXY_LOGIN
    await stream.send_all(bytes((_SOCKS_VERSION, _CONNECT, 0)) + _socks_address(route))
    version, reply, _, kind = await _exactly(stream, 4)
    if version != _SOCKS_VERSION:
        return Obstacle.PROXY_STRANGE
    if reply:
        return Obstacle.PROXY_REFUSES if reply == _NOT_ALLOWED else Obstacle.PROXY_FAILS
    if kind == _NAME:
        (size,) = await _exactly(stream, 1)
    elif kind in _ADDRESS_BYTES:
        size = _ADDRESS_BYTES[kind]
    else:
        return Obstacle.PROXY_STRANGE
    await _exactly(stream, size + 2)
    return None


def _socks_address(route: Route) -> bytes:
    """Return the address and port of a relay as SOCKS5 has them."""
    port = route.port.to_bytes(2, "big")
    address = address_of(route.host)
    if address is not None:
        return bytes((_IPV4 if address.version == 4 else _IPV6,)) + address.packed + port  # noqa: PLR2004
    name = _wire_name(route)
    return bytes((_NAME, len(name))) + name + port


async def _exactly(stream: trio.abc.Stream, size: int) -> bytes:
    """Read so many bytes and no more: what follows belongs to the relay."""
    found = b""
    while len(found) < size:
        data = await stream.receive_some(size - len(found))
        if not data:
            raise trio.BrokenResourceError
        found += data
    return found


async def _ask_http(stream: trio.abc.Stream, proxy: ProxySetting, route: Route) -> Obstacle | None:
    """Ask an HTTP proxy for a connection (RFC 9110, 9.3.6); return what went wrong."""
    import h11  # noqa: PLC0415 - loaded late, as few need it: the time to the first screen counts

    host = _wire_name(route)
    target = b"[%b]:%d" % (host, route.port) if b":" in host else b"%b:%d" % (host, route.port)
    headers = [(b"Host", target)]
    if proxy.name:
        login = b64encode(f"{proxy.name}:{proxy.password}".encode())
        headers.append((b"Proxy-Authorization", b"Basic " + login))
    http = h11.Connection(h11.CLIENT)
    asked = http.send(h11.Request(method=b"CONNECT", target=target, headers=headers))
    await stream.send_all(asked or b"")
    http.send(h11.EndOfMessage())
    try:
        while (event := http.next_event()) is h11.NEED_DATA:
            http.receive_data(bytes(await stream.receive_some(_READ)))
    except h11.RemoteProtocolError:
        return Obstacle.PROXY_STRANGE
    if not isinstance(event, h11.Response):
        return Obstacle.PROXY_STRANGE
    if HTTPStatus.OK <= event.status_code < HTTPStatus.MULTIPLE_CHOICES:
        # Nobody beyond the proxy has been asked anything yet, so nobody can have answered.
        return Obstacle.PROXY_STRANGE if http.trailing_data[0] else None
    if event.status_code == HTTPStatus.PROXY_AUTHENTICATION_REQUIRED:
        return Obstacle.PROXY_LOGIN
    is_failure = event.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
    return Obstacle.PROXY_FAILS if is_failure else Obstacle.PROXY_REFUSES


def _plain_name(host: str) -> str:
    """Return a name as name servers read it: wide letters and a final full stop are no matter."""
    return unicodedata.normalize("NFKC", host).lower().rstrip(".")


def _wire_name(route: Route) -> bytes:
    """Return the host as a proxy is asked for it.

    Raises:
        UnicodeError: it cannot be the name of a machine.
    """
    if ":" in route.host:
        return route.host.encode("ascii")
    name = route.host.encode("idna")
    # Some letters stand for several signs, blanks and brackets among them.
    if len(name) > LONGEST_HOST or not _IN_WIRE_NAMES.issuperset(name):
        raise UnicodeError("not the name of a machine")
    return name
