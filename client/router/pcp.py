"""Packets of the Port Control Protocol (RFC 6887): MAP requests and their answers.

Pure functions of bytes. The nonce makes an answer that somebody else invents useless.
"""

from __future__ import annotations

import struct
from ipaddress import IPv4Address, IPv6Address
from typing import Final

from client.router.address_kinds import IpAddress
from client.router.answers import PortGrant, PortRefusal, RefusalCause

PORT: Final = 5351
NONCE_BYTES: Final = 12
LONGEST: Final = 1100
"""Longest packet (RFC 6887, section 7)."""

_VERSION: Final = 2
_MAP: Final = 1
_ANSWER: Final = 0x80
_TCP: Final = 6
_REQUEST: Final = struct.Struct("!BBHI16s12sB3xHH16s")
_HEADER: Final = struct.Struct("!BBBBI")
_MAP_ANSWER: Final = struct.Struct("!12sB3xHH16s")
_MAP_AT: Final = 24
_WHY: Final = {
    1: RefusalCause.VERSION,
    2: RefusalCause.FORBIDDEN,
    7: RefusalCause.OFFLINE,
    11: RefusalCause.TAKEN,
    12: RefusalCause.BEHIND,
}
"""Reasons by the result code of section 7.4."""


def _packed(address: IpAddress) -> bytes:
    match address:
        case IPv4Address():
            return IPv6Address(b"\0" * 10 + b"\xff\xff" + address.packed).packed
        case IPv6Address():
            return address.packed


def map_request(own: IpAddress, nonce: bytes, port: int, outer_port: int, seconds: int) -> bytes:
    """Return a request to map a TCP port of `own` for so many seconds; 0 gives it back.

    `outer_port` is a wish. The outer address is left to the router.
    """
    anywhere: IpAddress = IPv4Address(0) if isinstance(own, IPv4Address) else IPv6Address(0)
    return _REQUEST.pack(
        _VERSION,
        _MAP,
        0,
        seconds,
        _packed(own),
        nonce,
        _TCP,
        port,
        outer_port,
        _packed(anywhere),
    )


def read_map_answer(packet: bytes, nonce: bytes, port: int) -> PortGrant | PortRefusal | None:
    """Read the answer to a MAP request; return None if it answers another question, or none.

    An answer of another version is a refusal: a NAT-PMP router says so in its own format.
    """
    if not _HEADER.size <= len(packet) <= LONGEST:
        return _read_older(packet)
    version, operation, _, code, seconds = _HEADER.unpack_from(packet)
    if version != _VERSION:
        return _read_older(packet)
    if operation != _ANSWER | _MAP:
        return None
    if len(packet) < _MAP_AT + _MAP_ANSWER.size:
        return None
    its_nonce, protocol, inner, outer, address = _MAP_ANSWER.unpack_from(packet, _MAP_AT)
    if its_nonce != nonce or protocol != _TCP or inner != port:
        return None
    if code:
        return PortRefusal(_WHY.get(code, RefusalCause.OTHER), code)
    full = IPv6Address(address)
    return PortGrant(full.ipv4_mapped or full, outer, seconds)


def _read_older(packet: bytes) -> PortRefusal | None:
    """Recognise a NAT-PMP router that refuses version 2 (RFC 6887, appendix A)."""
    is_older = len(packet) >= 4 and packet[0] < _VERSION and packet[1] & _ANSWER  # noqa: PLR2004
    return PortRefusal(RefusalCause.VERSION, 1) if is_older and packet[2:4] == b"\0\1" else None
