"""Frames between a client and a relay: all that a relay reads. Sans-I/O.

On the wire a frame is

    length  4 bytes: number of bytes that follow (the kind and the body), at least 1
    kind    1 byte, see `FrameKind`
    body    length - 1 bytes, laid out in the order given by the class of that kind

All integers are big-endian. All are unsigned except `length`: a length with the top bit set is
negative and refused as such, rather than read as a very large one.

`FrameReader` cuts a stream into frames and judges a length by the header, before it allocates
anything for the body. `encode` and `decode` turn one frame into bytes and back. A conversation is

    client  JOIN                 at once, so that a proxy can choose the relay by the room
    relay   GREETING             after the first bytes, or a second or two of silence; a client
                                 waits for it before it sends anything else
    relay   JOINED, GAP?, DELIVER...          frames the room holds after the client's cursor
    client  SEND...              the relay sends DELIVER... to all others in the room
    client  PING                 PONG, with the cursor that covers all that this client sent before
    client  LEAVE                the relay closes; frames sent before are delivered

Instead of JOIN a client may send PROBE, which the relay answers with PROBED and closes.

At any point the relay may send MEMBERS, and REFUSED: a number for programs, a sentence for people.
A connection stays in one room all its life; a client in two rooms has two connections.
"""

from protocol.framing.encoding import (
    DELIVER_OVERHEAD,
    HEADER_BYTES,
    JOIN_LENGTH,
    SEND_OVERHEAD,
    FrameReader,
    RawFrame,
    decode,
    encode,
    encode_deliver,
)
from protocol.framing.frame_errors import (
    FrameEmpty,
    FrameMalformed,
    FrameNegative,
    FrameTooLarge,
    FrameTruncated,
    FrameUnknown,
    FramingError,
)
from protocol.framing.frames import (
    DeliverFrame,
    Frame,
    GapFrame,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    LeaveFrame,
    MembersFrame,
    PingFrame,
    PongFrame,
    ProbedFrame,
    ProbeFrame,
    RefusedFrame,
    SendFrame,
)
from protocol.framing.numbers import (
    EPOCH_BYTES,
    FROM_NOW_ON,
    GREETING_LIMIT,
    MAGIC,
    NO_EPOCH,
    PERMIT_BYTES,
    PING_BYTES,
    ROOM_ID_BYTES,
    SENTENCE_LIMIT,
    VERSION,
    FrameKind,
    Limit,
    ProbeResult,
    RefusalCode,
)

__all__ = [
    "DELIVER_OVERHEAD",
    "EPOCH_BYTES",
    "FROM_NOW_ON",
    "GREETING_LIMIT",
    "HEADER_BYTES",
    "JOIN_LENGTH",
    "MAGIC",
    "NO_EPOCH",
    "PERMIT_BYTES",
    "PING_BYTES",
    "ROOM_ID_BYTES",
    "SEND_OVERHEAD",
    "SENTENCE_LIMIT",
    "VERSION",
    "DeliverFrame",
    "Frame",
    "FrameEmpty",
    "FrameKind",
    "FrameMalformed",
    "FrameNegative",
    "FrameReader",
    "FrameTooLarge",
    "FrameTruncated",
    "FrameUnknown",
    "FramingError",
    "GapFrame",
    "GreetingFrame",
    "JoinFrame",
    "JoinedFrame",
    "LeaveFrame",
    "Limit",
    "MembersFrame",
    "PingFrame",
    "PongFrame",
    "ProbeFrame",
    "ProbeResult",
    "ProbedFrame",
    "RawFrame",
    "RefusalCode",
    "RefusedFrame",
    "SendFrame",
    "decode",
    "encode",
    "encode_deliver",
]
