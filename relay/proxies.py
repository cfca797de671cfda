"""Proxies in front of a relay: which are trusted, and what they say about their clients.

A TCP proxy sends a header of the PROXY protocol before the client's bytes, version 1 (a line) or 2
(binary); see https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt. An HTTP proxy adds a
header X-Forwarded-For to the request for a WebSocket. Both are believed from trusted proxies only,
and demanded from them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final, Self

from relay.addresses import source_of, without_port

HEADER_BYTES: Final = 536
"""The longest header of version 2 that is read: one that fits the smallest TCP segment."""
LINE_BYTES: Final = 107
"""The longest header of version 1, its end included."""
MOST_NETWORKS: Final = 64

_SIGNATURE: Final = b"\r\n\r\n\x00\r\nQUIT\n"
_LINE_START: Final = b"PROXY "
_BEFORE_ADDRESSES: Final = 16
_VERSION: Final = 2
_LOCAL: Final = 0
_PROXY: Final = 1
_SIZES: Final = {0x11: (4, 12), 0x21: (16, 36)}
"""By family, TCP over IPv4 and IPv6: bytes of an address, and of both addresses with the ports."""
_LARGEST_PORT: Final = 65_535


class BadProxies(ValueError):
    """The text is no list of networks; it says why in one sentence."""


class BadProxyHeader(Exception):
    """A trusted proxy has sent something else than a header, or one about no TCP connection."""


@dataclass(frozen=True, slots=True)
class ProxyHeader:
    """A header: the client's address, None for a connection of the proxy itself; and its length."""

    client: str | None
    length: int


@dataclass(frozen=True, slots=True)
class TrustedProxies:
    """The networks of the proxies that are believed."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read networks and addresses joined by commas: `127.0.0.1,10.0.0.0/8,fd00::/8`.

        Raises:
            BadProxies: one of them is neither, or there are too many.
        """
        networks = []
        for one in text.split(","):
            try:
                networks.append(ip_network(one.strip()))
            except ValueError:
                raise BadProxies(
                    f"{one.strip()!r} is no address and no network, as 10.0.0.0/8 is."
                ) from None
        if len(networks) > MOST_NETWORKS:
            raise BadProxies(f"{len(networks)} networks of proxies are more than {MOST_NETWORKS}.")
        return cls(tuple(networks))

    def trust(self, host: str) -> bool:
        """Whether a connection from this address comes from one of the proxies."""
        if not self.networks:
            return False
        address = _plain(ip_address(host.partition("%")[0]))
        return any(address in network for network in self.networks)

    def client_of(self, forwarded: Iterable[str]) -> str | None:
        """Return the client that the values of X-Forwarded-For name, nearest proxy last.

        Anything before the last address that is no proxy's could have been written by anybody.
        None if that is no address, or there is none.
        """
        named = [one.strip() for value in forwarded for one in value.split(",")]
        for text in reversed(named):
            try:
                host = str(_plain(ip_address(without_port(text))))
            except ValueError:
                return None
            if not self.trust(host):
                return host
        return None


def is_header(first: bytes) -> bool:
    """Whether the first bytes of a connection are those of a header, as far as they go."""
    return _SIGNATURE.startswith(first[: len(_SIGNATURE)]) or _LINE_START.startswith(
        first[: len(_LINE_START)]
    )


def read_header(data: bytes) -> ProxyHeader | None:
    """Read the header at the beginning of a connection; None if more bytes are needed.

    Raises:
        BadProxyHeader: it is none, too long, or names no client with a TCP connection.
    """
    if not is_header(data):
        raise BadProxyHeader
    return _read_line(data) if data.startswith(b"P") else _read_binary(data)


def _read_binary(data: bytes) -> ProxyHeader | None:
    if len(data) < _BEFORE_ADDRESSES:
        return None
    version, command = data[12] >> 4, data[12] & 15
    length = _BEFORE_ADDRESSES + int.from_bytes(data[14:_BEFORE_ADDRESSES], "big")
    if version != _VERSION or command not in (_LOCAL, _PROXY) or length > HEADER_BYTES:
        raise BadProxyHeader
    if command == _LOCAL:
        return ProxyHeader(None, length) if len(data) >= length else None
    if data[13] not in _SIZES:
        raise BadProxyHeader
    size, both = _SIZES[data[13]]
    if length < _BEFORE_ADDRESSES + both:
        raise BadProxyHeader
    if len(data) < length:
        return None
    # What follows the addresses (TLVs) says nothing that matters here.
    address = ip_address(data[_BEFORE_ADDRESSES : _BEFORE_ADDRESSES + size])
    return ProxyHeader(source_of(str(address)), length)


def _read_line(data: bytes) -> ProxyHeader | None:
    end = data.find(b"\r\n", 0, LINE_BYTES)
    if end < 0:
        if len(data) >= LINE_BYTES:
            raise BadProxyHeader
        return None
    try:
        _, family, client, server, *ports = data[:end].decode("ascii").split(" ")
        kind = {"TCP4": IPv4Address, "TCP6": IPv6Address}[family]
        address = kind(client)
        kind(server)
    except (ValueError, KeyError):
        raise BadProxyHeader from None
    if len(ports) != 2 or not all(map(_is_port, ports)) or "%" in client:  # noqa: PLR2004
        raise BadProxyHeader
    return ProxyHeader(source_of(str(address)), end + 2)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= _LARGEST_PORT  # noqa: PLR2004


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
