"""The link to a relay: connect, join a room, move locked payloads, come back after every break.

A link never gives up by itself and never loses its place: it knows the cursor of the last frame
it saw and asks for what came after. What was on its way when a connection broke may be lost;
whoever uses a link repairs that (a session says where it stands).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import trio

from client.entropy import random_bytes, seconds
from protocol.errors import RemoteProtocolError
from protocol.framing import (
    DELIVER_OVERHEAD,
    GREETING_LIMIT,
    NO_EPOCH,
    Deliver,
    Frame,
    Frames,
    FramingError,
    Greeting,
    Join,
    Joined,
    Limit,
    Members,
    Ping,
    Pong,
    Refusal,
    Refused,
    Send,
    encode,
)
from protocol.rooms import NONCE_SIZE, Room

CONNECT_SECONDS: Final = 10
PING_SECONDS: Final = 5
SILENCE_SECONDS: Final = 15
"""After so long without a word from the relay a link counts as broken."""
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 8.0
MOST_WAITING: Final = 1024
_READ: Final = 65536
_SHARE: Final = 0.9
"""Part of the announced rate that is used, so that a refusal is rare."""


class LinkState(StrEnum):
    """How a link is."""

    CONNECTING = "connecting"
    UP = "up"
    DOWN = "down"


@dataclass
class LinkStatus:
    """What a person may want to know of a link."""

    state: LinkState = LinkState.CONNECTING
    round_trip: float | None = None
    members: int = 0
    refusal: str = ""
    since: float = 0.0


class Pace:
    """A bucket that lets `burst` messages go at once and `rate` a second after that."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def wait(self, now: float) -> float:
        """Take one message; gives the seconds to wait before it may go."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate) - 1
        self._at = now
        return 0.0 if self._tokens >= 0 else -self._tokens / self._rate


class RelayUnreachable(Exception):
    """No relay answers at the address that is the text."""


async def reach(address: tuple[str, int]) -> None:
    """Require that something listens at an address.

    Raises:
        RelayUnreachable: nothing does.
    """
    try:
        with trio.fail_after(CONNECT_SECONDS):
            stream = await trio.open_tcp_stream(*address)
    except (OSError, trio.TooSlowError) as error:
        host, port = address
        raise RelayUnreachable(f"{host}:{port}") from error
    await stream.aclose()


class Link:
    """One room of one relay.

    `on_payload` gets every unlocked payload of others, `on_change` is called when the status
    changes; both are called in the task that runs the link.
    """

    def __init__(
        self,
        address: tuple[str, int],
        room: Room,
        on_payload: Callable[[bytes], None],
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.status = LinkStatus(since=seconds())
        self._address = address
        self._room = room
        self._on_payload = on_payload
        self._on_change = on_change
        self._epoch = NO_EPOCH
        self._cursor = 0
        self._outgoing: deque[bytes] = deque(maxlen=MOST_WAITING)
        self._wake = trio.Event()
        self._pings: dict[bytes, float] = {}
        self._heard = 0.0
        self._pace = Pace(1.0, 1.0, seconds())
        self._sent: deque[tuple[int, bytes]] = deque(maxlen=MOST_WAITING)
        self._ordinal = 0
        self._not_before = 0.0
        self._sending = trio.Lock()
        self._idle = trio.Event()
        self._writing = False
        self._ping_now = trio.Event()
        self._pong = trio.Event()
        self._answered = 0

    def send(self, payload: bytes) -> None:
        """Lock a payload and send it once the link is up; too many waiting, the oldest are lost."""
        locked = self._room.lock(payload, random_bytes(NONCE_SIZE))
        self._outgoing.append(encode(Send(locked)))
        self._idle = trio.Event()
        self._wake.set()

    async def flushed(self) -> None:
        """Return when everything given to `send` has gone out."""
        while self._outgoing or self._writing:
            await self._idle.wait()

    async def confirmed(self) -> None:
        """Return when the relay holds everything given to `send`: it answered a later ping."""
        while True:
            await self.flushed()
            before = self._answered
            self._ping_now.set()
            while self._answered == before and self.status.state is LinkState.UP:
                await self._pong.wait()
            if self._answered != before:
                return
            await trio.sleep(FIRST_PAUSE)

    async def run(self) -> None:
        """Keep the link up until cancelled."""
        pause = FIRST_PAUSE
        while True:
            try:
                with trio.fail_after(CONNECT_SECONDS):
                    stream = await trio.open_tcp_stream(*self._address)
            except (OSError, trio.TooSlowError):
                pass
            else:
                connected = seconds()
                await self._serve(stream)
                if seconds() - connected > LONGEST_PAUSE:
                    pause = FIRST_PAUSE
            self._change(LinkState.DOWN)
            await trio.sleep(pause * (0.5 + random_bytes(1)[0] / 256))
            pause = min(LONGEST_PAUSE, pause * 2)

    def _change(self, state: LinkState) -> None:
        if self.status.state is not state:
            self.status.state = state
            self._pong.set()
            self._pong = trio.Event()
            self.status.since = seconds()
            self._on_change()

    # ------------------------------------------------------------- one connection

    async def _serve(self, stream: trio.SocketStream) -> None:
        self._heard = seconds()
        self._pings.clear()
        async with stream:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._read, stream, nursery)
                    nursery.start_soon(self._ping, stream, nursery)
            except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError, FramingError):
                pass

    async def _read(self, stream: trio.SocketStream, nursery: trio.Nursery) -> None:
        frames = Frames(GREETING_LIMIT)
        while data := await stream.receive_some(_READ):
            self._heard = seconds()
            frames.feed(data)
            while (frame := frames.next_frame()) is not None:
                if isinstance(frame, Greeting):
                    frames.limit = frame.limit(Limit.FRAME_BYTES) + DELIVER_OVERHEAD
                await self._frame(frame, stream, nursery)
        nursery.cancel_scope.cancel()

    async def _frame(self, frame: Frame, stream: trio.SocketStream, nursery: trio.Nursery) -> None:
        match frame:
            case Greeting():
                rate = frame.limit(Limit.MESSAGES_PER_SECOND) * _SHARE
                burst = frame.limit(Limit.MESSAGES_BURST) * _SHARE
                self._pace = Pace(rate, burst, seconds())
                join = Join(self._room.room_id, self._epoch, self._cursor)
                await self._put(stream, encode(join))
            case Joined():
                self._joined(frame)
                nursery.start_soon(self._write, stream)
            case Deliver():
                self._cursor = max(self._cursor, frame.cursor)
                self._deliver(frame.payload)
            case Members():
                self.status.members = len(frame.numbers)
                self._on_change()
            case Pong():
                asked = self._pings.pop(frame.token, None)
                if asked is not None:
                    self.status.round_trip = seconds() - asked
                    self._answered += 1
                    self._pong.set()
                    self._pong = trio.Event()
                    self._on_change()
            case Refused():
                self._refused(frame)
            case _:
                pass

    def _refused(self, frame: Refused) -> None:
        """A message that came too soon goes again later; everything else is for the person."""
        if frame.code is Refusal.RATE:
            again = [raw for ordinal, raw in self._sent if ordinal == frame.ordinal]
            self._outgoing.extendleft(again)
            self._not_before = seconds() + frame.retry_ms / 1000
            self._wake.set()
            return
        self.status.refusal = frame.sentence
        self._on_change()

    def _joined(self, frame: Joined) -> None:
        if frame.epoch != self._epoch:
            self._epoch = frame.epoch
            self._cursor = 0
        self.status.refusal = ""
        self._change(LinkState.UP)

    def _deliver(self, locked: bytes) -> None:
        try:
            payload = self._room.unlock(locked)
        except RemoteProtocolError:
            return
        self._on_payload(payload)

    async def _put(self, stream: trio.SocketStream, raw: bytes) -> None:
        # Two tasks send, the writer and the pinger, and a stream takes one at a time.
        async with self._sending:
            await stream.send_all(raw)

    async def _write(self, stream: trio.SocketStream) -> None:
        self._ordinal = 0
        self._sent.clear()
        while True:
            while self._outgoing:
                raw = self._outgoing.popleft()
                self._writing = True
                now = seconds()
                pause = max(self._pace.wait(now), self._not_before - now)
                if pause > 0:
                    await trio.sleep(pause)
                await self._put(stream, raw)
                self._ordinal += 1
                self._sent.append((self._ordinal, raw))
            self._writing = False
            self._idle.set()
            self._wake = trio.Event()
            if not self._outgoing:
                await self._wake.wait()

    async def _ping(self, stream: trio.SocketStream, nursery: trio.Nursery) -> None:
        while True:
            with trio.move_on_after(PING_SECONDS):
                await self._ping_now.wait()
            self._ping_now = trio.Event()
            if seconds() - self._heard > SILENCE_SECONDS:
                nursery.cancel_scope.cancel()
                return
            if self.status.state is LinkState.UP:
                token = random_bytes(8)
                self._pings[token] = seconds()
                await self._put(stream, encode(Ping(token)))
