"""The relay's refusals: a sentence for people, and when to try again."""

from typing import Final

from protocol.framing import RefusalCode, RefusedFrame
from relay.limits import Limits

RETURN_MILLISECONDS: Final = 2_000
"""Milliseconds after which a member may return whose room was given up."""
# Milliseconds to stay away, if the relay does not know better.
_SOON: Final = 2_000
_LATER: Final = 30_000

_SENTENCES: Final = {
    RefusalCode.BAD_FRAME: "These bytes are no frame of this protocol.",
    RefusalCode.TOO_LARGE: "A frame may carry at most {frame_bytes} bytes.",
    RefusalCode.UNEXPECTED: "A frame of this kind is not allowed here and now.",
    RefusalCode.HANDSHAKE_TIMEOUT: "A room must be joined within {handshake_seconds} seconds.",
    RefusalCode.SOURCE_CONNECTIONS: (
        "At most {connections_per_source} connections from one address."
    ),
    RefusalCode.SOURCE_CONNECTS: (
        "At most {connects_per_minute} connects a minute from one address."
    ),
    RefusalCode.RELAY_FULL: "This relay is full: it holds {connections} connections.",
    RefusalCode.NO_ROOM_LEFT: "This relay is full: it holds {rooms} rooms.",
    RefusalCode.SOURCE_ROOMS: "At most {rooms_per_source} rooms at a time from one address.",
    RefusalCode.ROOM_FULL: "This room is full: it has {members} members.",
    RefusalCode.RATE: "At most {messages_per_second} messages, {bytes_per_second} bytes a second.",
    RefusalCode.FLOOD: "Too much was sent that had to be refused or was never read.",
    RefusalCode.TOO_SLOW: "What waited here was not read: more than {outgoing_bytes} bytes.",
    RefusalCode.IDLE: "Nothing was heard for {idle_seconds} seconds.",
    RefusalCode.ROOM_EXPIRED: "No room lives longer than {room_seconds} seconds.",
    RefusalCode.CLOSING: "This relay is about to stop.",
    RefusalCode.PRIVATE: "This relay is private: a room is opened with its token.",
    RefusalCode.SOURCE_PROBES: "One probe a minute from one address.",
}

_RETRY: Final = {
    RefusalCode.SOURCE_CONNECTIONS: _LATER,
    RefusalCode.RELAY_FULL: _LATER,
    RefusalCode.NO_ROOM_LEFT: _LATER,
    RefusalCode.SOURCE_ROOMS: _LATER,
    RefusalCode.ROOM_FULL: _LATER,
    RefusalCode.FLOOD: _LATER,
    RefusalCode.TOO_SLOW: _SOON,
    RefusalCode.CLOSING: _SOON,
    RefusalCode.PRIVATE: _SOON,
}


class Refusals:
    """The refusals of a relay with these limits."""

    def __init__(self, limits: Limits) -> None:
        values = {number.name.lower(): value for number, value in limits.announced()}
        self._sentences: Final = {
            code: sentence.format_map(values) for code, sentence in _SENTENCES.items()
        }

    def refused(self, code: RefusalCode, *, retry_ms: int = 0, ordinal: int = 0) -> RefusedFrame:
        """Return the frame for a refusal; without a retry time, the usual one for this code."""
        return RefusedFrame(code, retry_ms or _RETRY.get(code, 0), ordinal, self._sentences[code])
