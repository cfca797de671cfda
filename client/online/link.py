"""The link to a relay: connect, join a room, move locked payloads, come back after every break.

A link never gives up by itself and never loses its place: it knows the cursor of the last frame
it saw and asks for what came after, and what the relay did not confirm before a connection broke is
sent again. What a relay held when it died is lost; whoever uses a link repairs that (a session says
where it stands).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import trio

from client.log import events
from client.platform.rate_limit import RateLimit
from client.platform.system import random_bytes, seconds
from client.text.catalogue import say
from protocol.errors import RemoteProtocolError
from protocol.framing import (
    DELIVER_OVERHEAD,
    GREETING_LIMIT,
    NO_EPOCH,
    DeliverFrame,
    Frame,
    FrameKind,
    FrameMalformed,
    FrameReader,
    FramingError,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    Limit,
    MembersFrame,
    PingFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from protocol.lobby.rooms import NONCE_SIZE, Room
from protocol.wire.names import cleaned

CONNECT_SECONDS: Final = 10
PING_SECONDS: Final = 5
SILENCE_SECONDS: Final = 15
"""After so long without a word from the relay a link counts as broken."""
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 4.0
MOST_WAITING: Final = 4096
MOST_FRAME: Final = 1 << 20
"""No relay is believed that its frames are larger."""
LONGEST_RETRY: Final = 60.0
SHORTEST_RETRY: Final = 0.02
"""What was refused as too soon does not go again before that, whatever a relay says."""
QUIET_SECONDS: Final = 10.0
"""After so long without a word a link is told to be down: two pings had no answer."""
DEAF_SECONDS: Final = 45
"""After so long without an answer to any ping a link counts as broken, whatever else is said."""
MOST_PINGS: Final = 64
MOST_FRAMES: Final = (2_000.0, 20_000.0)
"""Frames a second that are read, and at once: three times what a full room of the usual limits
says. Who sends more is read more slowly, and his connection fills."""
_NOWHERE: Final = (OSError, UnicodeError)
"""What connecting fails with; a name that cannot be the name of a machine is no text to it."""
_READ: Final = 65536
_SHARE: Final = 0.9
"""Part of the announced rates that is used, so that a refusal is rare."""
_CONFIRM_EACH: Final = 16
"""After so many messages a ping asks whether they have arrived."""
_LONGEST_SENTENCE: Final = 120


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
    except (*_NOWHERE, trio.TooSlowError) as error:
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
        self._unconfirmed: deque[tuple[int, bytes]] = deque(maxlen=MOST_WAITING)
        self._ordinal = 0
        self._wake = trio.Event()
        self._news = trio.Event()
        self._ping_now = trio.Event()
        self._pings: dict[bytes, tuple[float, int]] = {}
        self._heard = 0.0
        self._answered = 0.0
        self._messages = RateLimit(1.0, 1.0, seconds())
        self._bytes = RateLimit(1.0, 1.0, seconds())
        self._not_before = 0.0
        self._connect_at = 0.0
        self._sending = trio.Lock()
        self._is_in = False

    def send(self, payload: bytes) -> None:
        """Lock a payload and send it once the link is up; too many waiting, the oldest are lost."""
        locked = self._room.lock(payload, random_bytes(NONCE_SIZE))
        self._outgoing.append(encode(SendFrame(locked)))
        self._wake.set()

    def down_since(self, now: float) -> float | None:
        """Since when nothing came of this link, as far as is known at `now`; None while it holds.

        A relay that says nothing for `QUIET_SECONDS` counts, though the connection may still hold.
        """
        if self.status.state is not LinkState.UP:
            return self.status.since
        return self._heard if now - self._heard >= QUIET_SECONDS else None

    @property
    def owes(self) -> bool:
        """Whether the relay has not confirmed yet that it holds everything given to `send`."""
        return bool(self._outgoing or self._unconfirmed)

    async def confirmed(self) -> None:
        """Return when the relay holds everything given to `send`: it answered a later ping."""
        while self.owes:
            if self.status.state is LinkState.UP and not self._outgoing:
                self._ping_now.set()
            await self._news.wait()

    async def run(self) -> None:
        """Keep the link up until cancelled."""
        pause = FIRST_PAUSE
        while True:
            connected = seconds()
            try:
                with trio.fail_after(CONNECT_SECONDS):
                    stream = await trio.open_tcp_stream(*self._address)
            except (*_NOWHERE, trio.TooSlowError):
                # Nobody is there any more who could mean what was said.
                self._tell("")
            else:
                await self._serve(stream)
                if seconds() - connected > LONGEST_PAUSE:
                    pause = FIRST_PAUSE
            self._change(LinkState.DOWN)
            told = max(0.0, self._connect_at - seconds())
            await trio.sleep(told + pause * (0.5 + random_bytes(1)[0] / 256))
            pause = min(LONGEST_PAUSE, pause * 2)

    def _ring(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _change(self, state: LinkState) -> None:
        if self.status.state is not state:
            self.status.state = state
            self.status.since = seconds()
            events.link_changed(state, self._address[1])
            self._ring()
            self._on_change()

    # ------------------------------------------------------------- one connection

    async def _serve(self, stream: trio.SocketStream) -> None:
        self._heard = self._answered = seconds()
        self._pings.clear()
        self._is_in = False
        # What the last connection did not confirm may be lost; twice does no harm.
        again = (raw for _, raw in self._unconfirmed)
        self._outgoing = deque((*again, *self._outgoing), MOST_WAITING)
        self._unconfirmed.clear()
        self._ordinal = 0
        async with stream:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._read, stream, nursery)
                    nursery.start_soon(self._ping, stream, nursery)
            except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
                pass
            except* trio.TooSlowError:
                pass
            except* FramingError:
                self._tell(say("What answers there is no relay of this game, or a newer one."))

    async def _read(self, stream: trio.SocketStream, nursery: trio.Nursery) -> None:
        frames = FrameReader(GREETING_LIMIT)
        is_greeted = False
        pace = RateLimit(*MOST_FRAMES, seconds())
        while data := await stream.receive_some(_READ):
            if self._heard + QUIET_SECONDS <= seconds():
                # Of the others as well nothing could be heard until now.
                self.status.since = seconds()
            self._heard = seconds()
            frames.feed(data)
            while (frame := frames.next_frame()) is not None:
                if (pause := pace.wait(1, seconds())) > 0:
                    await trio.sleep(pause)
                if isinstance(frame, GreetingFrame):
                    if is_greeted:
                        raise FrameMalformed(FrameKind.GREETING)
                    is_greeted = True
                    largest = min(MOST_FRAME, frame.limit(Limit.FRAME_BYTES))
                    frames.limit = max(GREETING_LIMIT, largest + DELIVER_OVERHEAD)
                await self._frame(frame, stream, nursery)
        nursery.cancel_scope.cancel()

    async def _frame(self, frame: Frame, stream: trio.SocketStream, nursery: trio.Nursery) -> None:
        match frame:
            case GreetingFrame():
                self._set_pace(frame)
                join = JoinFrame(self._room.room_id, self._epoch, self._cursor)
                await self._put(stream, encode(join))
            case JoinedFrame() if not self._is_in:
                self._joined(frame)
                nursery.start_soon(self._write, stream)
            case DeliverFrame():
                self._cursor = max(self._cursor, frame.cursor)
                self._deliver(frame.payload)
            case MembersFrame():
                if self.status.members != len(frame.numbers):
                    self.status.members = len(frame.numbers)
                    self._on_change()
            case PongFrame():
                self._ponged(frame)
            case RefusedFrame():
                self._refused(frame)
            case _:
                pass

    def _set_pace(self, greeting: GreetingFrame) -> None:
        def pace(rate: Limit, burst: Limit) -> RateLimit:
            return RateLimit(
                greeting.limit(rate) * _SHARE, greeting.limit(burst) * _SHARE, seconds()
            )

        self._messages = pace(Limit.MESSAGES_PER_SECOND, Limit.MESSAGES_BURST)
        self._bytes = pace(Limit.BYTES_PER_SECOND, Limit.BYTES_BURST)

    def _ponged(self, pong: PongFrame) -> None:
        if pong.token not in self._pings:
            return
        asked, ordinal = self._pings.pop(pong.token)
        self._answered = seconds()
        self.status.round_trip = seconds() - asked
        while self._unconfirmed and self._unconfirmed[0][0] <= ordinal:
            self._unconfirmed.popleft()
        self._ring()
        self._on_change()

    def _refused(self, frame: RefusedFrame) -> None:
        """A message that came too soon goes again later; everything else is for the person."""
        retry = min(LONGEST_RETRY, frame.retry_ms / 1000)
        if frame.code is RefusalCode.RATE:
            if seconds() >= self._not_before:
                events.link_refused(frame.code, retry)
                self._messages.slow_down()
                self._bytes.slow_down()
            again = [one for one in self._unconfirmed if one[0] == frame.ordinal]
            for one in again:
                self._unconfirmed.remove(one)
                self._outgoing.appendleft(one[1])
            self._not_before = seconds() + max(retry, SHORTEST_RETRY)
            self._wake.set()
            return
        if self._tell(cleaned(frame.sentence, _LONGEST_SENTENCE)):
            events.link_refused(frame.code, retry)
        self._connect_at = seconds() + retry

    def _tell(self, sentence: str) -> bool:
        """Show a sentence until the link is up; whether it is another one than before."""
        if self.status.refusal == sentence:
            return False
        self.status.refusal = sentence
        self._on_change()
        return True

    def _joined(self, frame: JoinedFrame) -> None:
        self._is_in = True
        if frame.epoch != self._epoch:
            self._epoch = frame.epoch
            self._cursor = 0
        self.status.refusal = ""
        self._ping_now.set()
        self._change(LinkState.UP)

    def _deliver(self, locked: bytes) -> None:
        try:
            payload = self._room.unlock(locked)
        except RemoteProtocolError:
            return
        self._on_payload(payload)

    async def _put(self, stream: trio.SocketStream, raw: bytes) -> None:
        # Two tasks send, the writer and the pinger, and a stream takes one at a time. A relay that
        # takes nothing for long is none.
        with trio.fail_after(SILENCE_SECONDS):
            async with self._sending:
                await stream.send_all(raw)

    async def _write(self, stream: trio.SocketStream) -> None:
        while True:
            while self._outgoing:
                now, size = seconds(), len(self._outgoing[0])
                paces = (self._messages.wait(1, now), self._bytes.wait(size, now))
                pause = max(*paces, self._not_before - now)
                if pause > 0:
                    await trio.sleep(pause)
                raw = self._outgoing.popleft()
                self._ordinal += 1
                self._unconfirmed.append((self._ordinal, raw))
                await self._put(stream, raw)
                if self._ordinal % _CONFIRM_EACH == 0:
                    self._ping_now.set()
            self._ring()
            self._wake = trio.Event()
            await self._wake.wait()

    async def _ping(self, stream: trio.SocketStream, nursery: trio.Nursery) -> None:
        while True:
            with trio.move_on_after(PING_SECONDS):
                await self._ping_now.wait()
            self._ping_now = trio.Event()
            # Who lets nobody in for so long is no better than who says nothing. Before it is in a
            # link asks nothing, so that `_answered` is when it connected.
            patience = DEAF_SECONDS if self._is_in else SILENCE_SECONDS
            now = seconds()
            if now - self._heard > SILENCE_SECONDS or now - self._answered > patience:
                nursery.cancel_scope.cancel()
                return
            if self.status.state is LinkState.UP:
                token = random_bytes(8)
                if len(self._pings) >= MOST_PINGS:
                    del self._pings[next(iter(self._pings))]
                self._pings[token] = (seconds(), self._ordinal)
                await self._put(stream, encode(PingFrame(token)))
