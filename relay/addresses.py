"""Listening addresses, and sources by which connections are counted."""

import errno
import ipaddress
import socket
from dataclasses import dataclass
from typing import Self

_LARGEST_PORT = 65_535
_PORT_DIGITS = 5
_IPV6_NETWORK_BITS = 64


class BadListenAddress(ValueError):
    """The text is not HOST:PORT."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port, written HOST:PORT, or [HOST]:PORT for IPv6."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the written form. An empty host means all interfaces, IPv6 and IPv4.

        Raises:
            BadListenAddress: it is another form.
        """
        host, colon, port = text.rpartition(":")
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
        elif ":" in host:
            raise BadListenAddress(
                f"{text!r}: an IPv6 address is written in brackets, as [::1]:7744."
            )
        is_port = port.isascii() and port.isdigit() and len(port) <= _PORT_DIGITS
        if not (colon and is_port and int(port) <= _LARGEST_PORT):
            raise BadListenAddress(
                f"{text!r} is not HOST:PORT with a port from 0 to {_LARGEST_PORT}."
            )
        return cls(host or "::", int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def listen(address: Address, buffer_bytes: int) -> socket.socket:
    """Open a listening socket; connections accepted from it have buffers of that size.

    `::` accepts IPv4, too. Without IPv6 on this machine it means all IPv4 interfaces. Of a name
    with several addresses, the first counts.

    Raises:
        OSError: there is no such name here, the port is taken, or it is not allowed.
    """
    family, host = socket.AF_INET, "0.0.0.0"  # noqa: S104 (a relay is there for others)
    if address.host != "::" or socket.has_dualstack_ipv6():
        try:
            found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        except UnicodeError:
            raise OSError(errno.EINVAL, "There is no such name") from None
        family, host = found[0][0], str(found[0][4][0])
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setblocking(False)  # noqa: FBT003 - as socket has it
        # On Windows SO_REUSEADDR would let two programs listen at one port.
        reuse = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listener.setsockopt(socket.SOL_SOCKET, reuse, 1)
        # Before listening, so that the windows offered to clients fit the buffers.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer_bytes)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer_bytes)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(host != "::"))
        listener.bind((host, address.port))
        listener.listen(socket.SOMAXCONN)
    except OSError:
        listener.close()
        raise
    return listener


def listening_fault(address: str, error: OSError) -> str:
    """Return the sentence about an address that cannot be listened on, with the remedy."""
    if isinstance(error, socket.gaierror):
        why = "there is no machine of that name; use an address of this one, or [::] for all"
    elif error.errno == errno.EADDRINUSE:
        why = "another program has that port; end it, or choose another port"
    elif error.errno in (errno.EACCES, errno.EPERM):
        why = "the system does not permit that port; choose one from 1024 on"
    elif error.errno == errno.EADDRNOTAVAIL:
        why = "this machine has no such address; use one of its own, or [::] for all"
    elif error.errno == errno.EAFNOSUPPORT:
        why = "this machine has no addresses of that kind; use 0.0.0.0 for IPv4 alone"
    elif error.errno in (errno.EMFILE, errno.ENFILE):
        why = "too many files are open; allow more (ulimit -n)"
    else:
        why = error.strerror or type(error).__name__
    return f"cannot listen on {address}: {why}."


def source_of(host: str) -> str:
    """Return the source of a connection: an IPv4 address, or a whole IPv6 network of 64 bits.

    The owner of one address of such a network has all of them.
    """
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _IPV6_NETWORK_BITS), strict=False))


def without_port(text: str) -> str:
    """Return the host of `localhost:5`, `192.0.2.1:5`, `[2001:db8::1]:5` or `[2001:db8::1]`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
