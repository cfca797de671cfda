"""The answers of a router, whatever the protocol."""

from __future__ import annotations

from enum import StrEnum

from client.router.address_kinds import IpAddress
from engine.values import Value


class RefusalCause(StrEnum):
    """The reason of a refusal."""

    VERSION = "version"
    """The router speaks another version of the protocol only."""
    FORBIDDEN = "forbidden"
    OFFLINE = "offline"
    """The router has no outer address."""
    BEHIND = "behind"
    """There is a translator of addresses between us and the router (RFC 6887 ADDRESS_MISMATCH)."""
    TAKEN = "taken"
    """The port belongs to another machine."""
    PERMANENT = "permanent"
    """The router makes mappings without an end only."""
    OTHER = "other"


class PortRefusal(Value):
    """The router's answer is no; `code` is its number in the protocol."""

    why: RefusalCause
    code: int


class PortGrant(Value):
    """The router passes `port` of `address` on to us for so many seconds, which may be infinite."""

    address: IpAddress
    port: int
    seconds: float
