"""A client of a relay, over any transport."""

from typing import Protocol

import trio

from protocol.framing import (
    NO_EPOCH,
    DeliverFrame,
    Frame,
    FrameReader,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    MembersFrame,
    encode,
)

PATIENCE = 10
"""Seconds after which a frame counts as missing."""


class Line(Protocol):
    """A connection to a relay."""

    async def send(self, data: bytes) -> None: ...

    async def receive(self) -> bytes:
        """Receive at least a byte; nothing at the end."""

    async def close(self) -> None: ...


class Closed(Exception):
    """The relay has closed the connection."""


class Client:
    """One end of a line."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self._frames = FrameReader(2**20)

    async def send(self, *frames: Frame) -> None:
        await self.line.send(b"".join(encode(frame) for frame in frames))

    async def read_any(self) -> Frame:
        with trio.fail_after(PATIENCE):
            while (frame := self._frames.next_frame()) is None:
                data = await self.line.receive()
                if not data:
                    self._frames.end()
                    raise Closed
                self._frames.feed(data)
        return frame

    async def read(self) -> Frame:
        """Read the next frame that is no list of members."""
        while isinstance(frame := await self.read_any(), MembersFrame):
            pass
        return frame

    async def read_payload(self) -> bytes:
        frame = await self.read()
        assert isinstance(frame, DeliverFrame)
        return frame.payload

    async def read_members(self) -> int:
        """Read the next list of members, and return their number."""
        while not isinstance(frame := await self.read_any(), MembersFrame):
            pass
        return len(frame.numbers)

    async def read_greeting(self) -> GreetingFrame:
        frame = await self.read()
        assert isinstance(frame, GreetingFrame)
        return frame

    async def join(self, room: bytes, epoch: bytes = NO_EPOCH, cursor: int = 0) -> JoinedFrame:
        await self.send(JoinFrame(room, epoch, cursor))
        await self.read_greeting()
        frame = await self.read()
        assert isinstance(frame, JoinedFrame), frame
        return frame

    async def read_all(self) -> list[Frame]:
        """Read all frames up to the end, except lists of members."""
        frames = []
        while True:
            try:
                frames.append(await self.read())
            except Closed:
                return frames

    async def is_closed(self) -> bool:
        """Wait for the end; return whether only lists of members came before it."""
        return await self.read_all() == []
