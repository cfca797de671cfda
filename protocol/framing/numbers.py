"""The numbers of the frame format: versions, sizes, kinds of frames, limits, refusals."""

from enum import IntEnum
from typing import Final

VERSION: Final = 1
"""The version of this format, announced in the greeting. Other versions are not spoken."""

MAGIC: Final = b"BRrelay\0"
ROOM_ID_BYTES: Final = 32
EPOCH_BYTES: Final = 8
PING_BYTES: Final = 8
PERMIT_BYTES: Final = 32
ADDRESS_LIMIT: Final = 45
"""Characters of the longest address in PROBED, of IPv6 with an IPv4 address at its end."""
SENTENCE_LIMIT: Final = 200

NO_EPOCH: Final = bytes(EPOCH_BYTES)
"""The epoch of a client that has not been in the room yet."""

FROM_NOW_ON: Final = 2**64 - 1
"""The cursor of a client that wants no frames the room already holds."""

GREETING_LIMIT: Final = 1024
"""Longest frame a client reads before the greeting announces the real limit."""


class FrameKind(IntEnum):
    """Kinds of frames, by their kind byte."""

    GREETING = 1
    JOIN = 2
    JOINED = 3
    SEND = 4
    DELIVER = 5
    GAP = 6
    REFUSED = 7
    PING = 8
    PONG = 9
    LEAVE = 10
    MEMBERS = 11
    PROBE = 12
    PROBED = 13


class Limit(IntEnum):
    """Limits that a greeting announces, by their number on the wire (docs/relay.md)."""

    FRAME_BYTES = 1
    HANDSHAKE_SECONDS = 2
    CONNECTIONS = 3
    CONNECTIONS_PER_SOURCE = 4
    CONNECTS_PER_MINUTE = 5
    ROOMS = 6
    ROOMS_PER_SOURCE = 7
    MEMBERS = 8
    BACKLOG_BYTES = 9
    BACKLOG_SHARE_BYTES = 10
    OUTGOING_BYTES = 11
    MESSAGES_PER_SECOND = 12
    MESSAGES_BURST = 13
    BYTES_PER_SECOND = 14
    BYTES_BURST = 15
    REFUSALS_BEFORE_CLOSE = 16
    IDLE_SECONDS = 17
    EMPTY_ROOM_SECONDS = 18
    ROOM_SECONDS = 19
    SOCKET_BUFFER_BYTES = 20
    DRAIN_SECONDS = 21
    LINGER_SECONDS = 22
    MEMORY_BYTES = 23
    LONELY_ROOM_SECONDS = 24


class ProbeResult(IntEnum):
    """A relay's findings about a port at the address of its client, by their number on the wire."""

    UNKNOWN = 0
    """The client's address is not one of the internet, or is not known: a proxy is in between."""
    RELAY = 1
    """A relay answers there."""
    OTHER = 2
    """Something else answers there, or the connection stays silent."""
    CLOSED = 3
    """Nothing takes the connection."""


class RefusalCode(IntEnum):
    """Reasons for a refusal, by their number on the wire.

    After RATE the connection continues; after any other the relay closes it.
    """

    BAD_FRAME = 1
    """Not a frame of this format: empty, negative, unknown kind, wrong layout."""
    TOO_LARGE = 2
    """The header announces more than the limit."""
    UNEXPECTED = 3
    """A frame of a kind that is not allowed now, such as SEND before JOIN or a second JOIN."""
    HANDSHAKE_TIMEOUT = 4
    """No JOIN within the deadline."""
    SOURCE_CONNECTIONS = 5
    """Too many connections from this address at once."""
    SOURCE_CONNECTS = 6
    """Too many new connections from this address in the last minute."""
    RELAY_FULL = 7
    """The relay holds as many connections as it may."""
    NO_ROOM_LEFT = 8
    """The relay holds as many rooms as it may."""
    SOURCE_ROOMS = 9
    """Too many of the rooms open now were opened from this address."""
    ROOM_FULL = 10
    """The room has as many members as it may."""
    RATE = 11
    """This SEND came too soon and was not delivered; the retry time says when the next may."""
    FLOOD = 12
    """Too many refusals on this connection."""
    TOO_SLOW = 13
    """The member did not read its queue."""
    IDLE = 14
    """No frame for too long; clients ping."""
    ROOM_EXPIRED = 15
    """The room has reached its greatest age."""
    CLOSING = 16
    """The relay is about to stop."""
    PRIVATE = 17
    """Nobody has opened this room yet, and the JOIN has no permit to open it."""
    SOURCE_PROBES = 18
    """This address has asked for a probe within the last minute."""
