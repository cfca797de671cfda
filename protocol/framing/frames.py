"""One class per kind of frame. The bytes of the body are laid out in the order given with each."""

from dataclasses import dataclass

from protocol.framing.frame_errors import FrameMalformed
from protocol.framing.numbers import FrameKind, Limit, RefusalCode


@dataclass(frozen=True, slots=True)
class GreetingFrame:
    """The relay's first frame: who it is and what it allows.

    magic    8 bytes, `MAGIC`
    version  2 bytes; the rest is laid out as here in version 1 only, and unread in any other
    then, in rising order of number and up to the end:
    number   1 byte, see `Limit`; a number that is not known is skipped
    value    8 bytes
    """

    version: int
    limits: tuple[tuple[Limit, int], ...]

    def limit(self, which: Limit) -> int:
        """The announced value of a limit.

        Raises:
            FrameMalformed: this relay does not announce it.
        """
        for number, value in self.limits:
            if number == which:
                return value
        raise FrameMalformed(FrameKind.GREETING)


@dataclass(frozen=True, slots=True)
class JoinFrame:
    """Enter a room, which comes into being if nobody is there.

    room    32 bytes
    epoch   8 bytes: of the room as this client last knew it, or `NO_EPOCH`
    cursor  8 bytes: of the last frame that this client has; 0 for all, or `FROM_NOW_ON`
    """

    room: bytes
    epoch: bytes
    cursor: int


@dataclass(frozen=True, slots=True)
class JoinedFrame:
    """This connection is in the room now.

    epoch   8 bytes: this life of the room; another one numbers its frames anew
    member  4 bytes: the number of this connection in the room, never used twice in an epoch
    cursor  8 bytes: of the newest frame in the room; what is replayed ends there
    """

    epoch: bytes
    member: int
    cursor: int


@dataclass(frozen=True, slots=True)
class SendFrame:
    """For all others in the room.

    payload  the whole body, at least 1 byte and at most the limit FRAME_BYTES
    """

    payload: bytes


@dataclass(frozen=True, slots=True)
class DeliverFrame:
    """What a member of the room has sent.

    cursor   8 bytes: counts the frames of the room from 1; one's own are counted, too
    member   4 bytes: who sent it, as the relay says, which proves nothing
    payload  the rest
    """

    cursor: int
    member: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class GapFrame:
    """The room no longer holds all frames after the cursor of JOIN; those that it holds follow.

    missing  8 bytes: how many are gone, or 0 if that cannot be told (the epoch is another one)
    """

    missing: int


@dataclass(frozen=True, slots=True)
class RefusedFrame:
    """The relay says no.

    code      2 bytes, see `RefusalCode`
    retry_ms  4 bytes: not before that many milliseconds, or 0: trying again is of no use or free
    ordinal   8 bytes: which SEND of this connection it was, counted from 1; 0 if none
    sentence  the rest: 1 to 200 printable ASCII characters
    """

    code: RefusalCode
    retry_ms: int
    ordinal: int
    sentence: str


@dataclass(frozen=True, slots=True)
class PingFrame:
    """Is anybody there?

    token  8 bytes, which come back in the PONG
    """

    token: bytes


@dataclass(frozen=True, slots=True)
class PongFrame:
    """The answer to PING, after the answers to all that was sent before it.

    token   8 bytes, of the PING
    cursor  8 bytes: of the newest frame in the room: what this member sent before its PING is in it
    """

    token: bytes
    cursor: int


@dataclass(frozen=True, slots=True)
class LeaveFrame:
    """Nothing more will come, and what still waits for this client may be dropped. No body."""


@dataclass(frozen=True, slots=True)
class MembersFrame:
    """Who is in the room, sent to all when that has changed, at most once in a while.

    numbers  4 bytes each, in rising order
    """

    numbers: tuple[int, ...]


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
)
