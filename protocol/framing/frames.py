"""One class per kind of frame. The body is laid out in the order given with each."""

from dataclasses import dataclass

from protocol.framing.frame_errors import FrameMalformed
from protocol.framing.numbers import FrameKind, Limit, ProbeResult, RefusalCode


@dataclass(frozen=True, slots=True)
class GreetingFrame:
    """The relay's first frame: its version and limits.

    magic    8 bytes, `MAGIC`
    version  2 bytes; the layout below applies to version 1 only, other versions are not read
    then, in rising order of number and up to the end:
    number   1 byte, see `Limit`; unknown numbers are skipped
    value    8 bytes
    """

    version: int
    limits: tuple[tuple[Limit, int], ...]

    def limit(self, which: Limit) -> int:
        """Return the announced value of a limit.

        Raises:
            FrameMalformed: this relay does not announce it.
        """
        for number, value in self.limits:
            if number == which:
                return value
        raise FrameMalformed(FrameKind.GREETING)


@dataclass(frozen=True, slots=True)
class JoinFrame:
    """Enters a room, which is created if it is empty.

    room    32 bytes; a proxy before several relays chooses by these (offset 5 of the connection)
    epoch   8 bytes: the room's epoch when this client was last in it, or `NO_EPOCH`
    cursor  8 bytes: of the last frame that this client has; 0 for all, or `FROM_NOW_ON`
    permit  nothing, or 32 bytes that open the room at a private relay
    """

    room: bytes
    epoch: bytes
    cursor: int
    permit: bytes = b""


@dataclass(frozen=True, slots=True)
class JoinedFrame:
    """Confirms that this connection is in the room.

    epoch   8 bytes: this life of the room; another epoch numbers its frames from 1 again
    member  4 bytes: the number of this connection in the room, never used twice in an epoch
    cursor  8 bytes: of the newest frame in the room; the replay ends there
    permit  nothing, or the 32 bytes that open this room again if a private relay has lost it
    """

    epoch: bytes
    member: int
    cursor: int
    permit: bytes = b""


@dataclass(frozen=True, slots=True)
class SendFrame:
    """A payload for all others in the room.

    payload  the whole body, at least 1 byte and at most the limit FRAME_BYTES
    """

    payload: bytes


@dataclass(frozen=True, slots=True)
class DeliverFrame:
    """A payload that a member of the room sent.

    cursor   8 bytes: counts the frames of the room from 1, the receiver's included
    member   4 bytes: the sender, as the relay says, which proves nothing
    payload  the rest
    """

    cursor: int
    member: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class GapFrame:
    """Reports that the room no longer holds all frames after the cursor of JOIN; the rest follow.

    missing  8 bytes: number of lost frames, or 0 if unknown (the epoch is another one)
    """

    missing: int


@dataclass(frozen=True, slots=True)
class RefusedFrame:
    """The relay's refusal.

    code      2 bytes, see `RefusalCode`
    retry_ms  4 bytes: milliseconds to wait before a retry, or 0: retrying is useless or allowed now
    ordinal   8 bytes: the refused SEND of this connection, counted from 1; 0 if none
    sentence  the rest: 1 to 200 printable ASCII characters
    """

    code: RefusalCode
    retry_ms: int
    ordinal: int
    sentence: str


@dataclass(frozen=True, slots=True)
class PingFrame:
    """Asks the other side for a sign of life.

    token  8 bytes, returned in the PONG
    """

    token: bytes


@dataclass(frozen=True, slots=True)
class PongFrame:
    """The answer to PING, after the answers to everything sent before it.

    token   8 bytes, of the PING
    cursor  8 bytes: of the newest frame in the room, which covers all SENDs before the PING
    """

    token: bytes
    cursor: int


@dataclass(frozen=True, slots=True)
class LeaveFrame:
    """The client's end: frames still queued for it may be dropped. No body."""


@dataclass(frozen=True, slots=True)
class MembersFrame:
    """The members of the room, sent to all after changes, at most once in a while.

    numbers  4 bytes each, in rising order
    """

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProbeFrame:
    """Instead of JOIN: asks whether the internet reaches a port at this client's address.

    port  2 bytes, not 0
    """

    port: int


@dataclass(frozen=True, slots=True)
class ProbedFrame:
    """The answer to PROBE, after which the relay closes.

    result   1 byte, see `ProbeResult`
    address  the rest: the client's address as the relay sees it, 2 to 45 characters
    """

    result: ProbeResult
    address: str


Frame = (
    GreetingFrame
    | JoinFrame
    | JoinedFrame
    | SendFrame
    | DeliverFrame
    | GapFrame
    | RefusedFrame
    | PingFrame
    | PongFrame
    | LeaveFrame
    | MembersFrame
    | ProbeFrame
    | ProbedFrame
)
