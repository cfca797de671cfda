"""Packets of NAT-PMP (RFC 6886): the outer address, and mappings of TCP ports.

Pure functions of bytes. Nothing in the protocol ties an answer to its request but the ports.
"""

from __future__ import annotations

import struct
from ipaddress import IPv4Address
from typing import Final

from client.router.answers import PortRefusal, RefusalCause
from engine.values import Value

PORT: Final = 5351

_ADDRESS: Final = 0
_MAP_TCP: Final = 2
_ANSWER: Final = 0x80
_REQUEST: Final = struct.Struct("!BBHHHI")
_HEADER: Final = struct.Struct("!BBHI")
_MAP_ANSWER: Final = struct.Struct("!HHI")
_ADDRESS_BYTES: Final = 4
_WHY: Final = {1: RefusalCause.VERSION, 2: RefusalCause.FORBIDDEN, 3: RefusalCause.OFFLINE}
"""Reasons by the result code of section 3.5."""


class PortLease(Value):
    """An outer port that is passed on to us, for so many seconds."""

    port: int
    seconds: int


def address_request() -> bytes:
    """Return a question for the router's outer address (section 3.2)."""
    return bytes((0, _ADDRESS))


def read_address_answer(packet: bytes) -> IPv4Address | PortRefusal | None:
    """Read the outer address; return None if it is the answer to something else, or none."""
    body = _read_header(packet, _ADDRESS)
    if body is None or isinstance(body, PortRefusal):
        return body
    return IPv4Address(body) if len(body) == _ADDRESS_BYTES else None


def lease_request(port: int, outer_port: int, seconds: int) -> bytes:
    """Return a request to map a TCP port (section 3.3); 0 and 0 give it back (section 3.4)."""
    return _REQUEST.pack(0, _MAP_TCP, 0, port, outer_port, seconds)


def read_lease_answer(packet: bytes, port: int) -> PortLease | PortRefusal | None:
    """Read the answer to a mapping; return None if it answers another question, or none."""
    body = _read_header(packet, _MAP_TCP)
    if body is None or isinstance(body, PortRefusal):
        return body
    if len(body) != _MAP_ANSWER.size:
        return None
    inner, outer, seconds = _MAP_ANSWER.unpack(body)
    return PortLease(outer, seconds) if inner == port else None


def _read_header(packet: bytes, operation: int) -> bytes | PortRefusal | None:
    """Return the packet without its header of version, operation, result and age."""
    if len(packet) < _HEADER.size:
        return None
    version, its_operation, code, _age = _HEADER.unpack_from(packet)
    if version != 0 or its_operation != _ANSWER | operation:
        return None
    return PortRefusal(_WHY.get(code, RefusalCause.OTHER), code) if code else packet[_HEADER.size :]
