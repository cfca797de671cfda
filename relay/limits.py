"""Every limit of a relay in one place: defaults, the file that changes them, their total."""

import tomllib
from dataclasses import dataclass, fields
from typing import Final, Self

from protocol.framing import Limit, encode_deliver

FRAME_OVERHEAD: Final = 256
"""Cost of a frame that is held or queued beyond its bytes: the objects around it."""

ANSWERS_WAITING: Final = 64
"""Answers (PONG, REFUSED) that may wait unread. They belong to one connection alone, so the room's
shared frames do not cover them."""

_CONNECTION_OBJECTS: Final = 40 * 1024  # a task, its nursery, the socket, ANSWERS_WAITING answers
_ROOM_OBJECTS: Final = 8 * 1024
_PROCESS: Final = 48 * 1024 * 1024
_MOST: Final = 2**40


class BadLimits(Exception):
    """The limits file cannot be used; the text says why, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one relay, all positive. `docs/relay.md` explains each.

    Raises:
        BadLimits: a value is out of range, or some contradict each other.
    """

    frame_bytes: int = 65_536
    handshake_seconds: int = 10
    connections: int = 2_048
    connections_per_source: int = 32
    connects_per_minute: int = 120
    rooms: int = 448
    rooms_per_source: int = 32
    members: int = 32
    backlog_bytes: int = 131_072
    backlog_share_bytes: int = 81_920
    outgoing_bytes: int = 327_680
    messages_per_second: int = 20
    messages_burst: int = 200
    bytes_per_second: int = 65_536
    bytes_burst: int = 262_144
    refusals_before_close: int = 20
    idle_seconds: int = 90
    empty_room_seconds: int = 3_600
    room_seconds: int = 1_209_600
    lonely_room_seconds: int = 20
    socket_buffer_bytes: int = 16_384
    drain_seconds: int = 5
    linger_seconds: int = 3
    memory_bytes: int = 805_306_368

    def __post_init__(self) -> None:
        for name, value in self._named():
            if not 1 <= value <= _MOST:
                found = value if abs(value) <= _MOST**2 else "far out of range"
                raise BadLimits(f"{name} is {found}; it must be from 1 to {_MOST}.")
        one_frame = self.frame_bytes + len(encode_deliver(0, 0, b"")) + FRAME_OVERHEAD
        for name, value, least, why in (
            ("bytes_burst", self.bytes_burst, self.frame_bytes, "one frame"),
            ("backlog_share_bytes", self.backlog_share_bytes, one_frame, "one frame"),
            ("backlog_bytes", self.backlog_bytes, self.backlog_share_bytes, "one share"),
            (
                "outgoing_bytes",
                self.outgoing_bytes,
                self.backlog_bytes + 2 * one_frame,
                "a whole backlog and two frames",
            ),
            ("memory_bytes", self.memory_bytes, self.most_memory(), "all that the others allow"),
        ):
            if value < least:
                raise BadLimits(f"{name} is {value}; {why} takes {least}.")

    def most_memory(self) -> int:
        """Return the most bytes a relay may take, the kernel's socket buffers included.

        All members of a room wait for ends of the same stream of frames, which are held once; as
        nobody waits for their own frames, two full queues are the most that a room can hold.
        """
        # A buffer that grows as bytes arrive takes up to an eighth more; the kernel gives each
        # socket two buffers of twice the requested size.
        connection = self.frame_bytes * 9 // 8 + 4 * self.socket_buffer_bytes + _CONNECTION_OBJECTS
        room = self.backlog_bytes + 2 * self.outgoing_bytes + _ROOM_OBJECTS
        return _PROCESS + self.connections * connection + self.rooms * room

    def announced(self) -> tuple[tuple[Limit, int], ...]:
        """Return all limits by their number on the wire, in rising order."""
        return tuple(sorted((Limit[name.upper()], value) for name, value in self._named()))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Return the defaults, changed by the text of a limits file.

        Raises:
            BadLimits: no TOML, an unknown name, no whole number, or values that contradict each
                other.
        """
        try:
            found = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadLimits(f"not a TOML file: {error}.") from None
        chosen: dict[str, int] = {}
        known = {field.name for field in fields(cls)}
        for name, value in found.items():
            if name not in known:
                raise BadLimits(f"there is no limit called {name!r}.")
            if type(value) is not int:  # a bool is an int, too
                raise BadLimits(f"{name} must be a whole number.")
            chosen[name] = value
        return cls(**chosen)

    def _named(self) -> list[tuple[str, int]]:
        return [(field.name, getattr(self, field.name)) for field in fields(self)]
