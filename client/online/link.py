"""The link to a relay: connect, join a room, exchange locked payloads, reconnect after a break.

A link never gives up and never loses its place: it knows the cursor of the last frame it saw and
asks for everything after it. It resends whatever the relay had not confirmed when a connection
broke. What a relay held when it died is lost; the user of the link repairs that (a session reports
its step).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import trio

from client.log import events
from client.online.addresses import sentence
from client.online.route_troubles import RouteTrouble
from client.online.streams import NOWHERE, open_route
from client.platform.rate_limit import RateLimit
from client.platform.system import random_bytes
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
from protocol.lobby.routes import Routes
from protocol.wire.names import cleaned

PING_SECONDS: Final = 5
SILENCE_SECONDS: Final = 15
"""A link counts as broken when the relay says nothing for this long."""
GOODBYE_SECONDS: Final = 3.0
"""Longest wait for the relay to confirm the last messages."""
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 4.0
MOST_WAITING: Final = 4096
MOST_FRAME: Final = 1 << 20
"""Upper bound on the frame size a relay may announce."""
LONGEST_REFUSAL: Final = 60.0
SHORTEST_REFUSAL: Final = 0.02
"""Shortest pause before resending a message refused as too soon, whatever the relay says."""
QUIET_SECONDS: Final = 10.0
"""A link is reported as down after this much silence: two pings had no answer."""
DEAF_SECONDS: Final = 45
"""A link counts as broken when no ping is answered for this long, whatever else arrives."""
MOST_PINGS: Final = 64
MOST_FRAMES: Final = (2_000.0, 20_000.0)
"""Frames read per second, and in a burst: three times the traffic of a full room with the usual
limits. A relay that sends more is read more slowly, and its connection fills up."""
_READ: Final = 65536
_SHARE: Final = 0.9
"""Fraction of the announced rates to use, so that refusals are rare."""
_CONFIRM_EACH: Final = 16
"""Number of messages after which a ping asks whether they have arrived."""
_LONGEST_SENTENCE: Final = 120


class LinkState(StrEnum):
    """State of a link."""

    CONNECTING = "connecting"
    UP = "up"
    DOWN = "down"


@dataclass
class LinkStatus:
    """Facts about a link that a player may want to see."""

    state: LinkState = LinkState.CONNECTING
    round_trip: float | None = None
    members: int = 0
    refusal: str = ""
    since: float = 0.0


class Link:
    """One room of one relay.

    `on_payload` gets every unlocked payload from others, `on_change` is called when the status
    changes; both are called in the task that runs the link. `clock` gives seconds, by default
    those of trio.
    """

    def __init__(
        self,
        routes: Routes,
        room: Room,
        on_payload: Callable[[bytes], None],
        on_change: Callable[[], None] = lambda: None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.clock = clock or trio.lowlevel.current_clock().current_time
        self.status = LinkStatus(since=self.clock())
        self._routes = deque(routes)
        self._room = room
        self._on_payload = on_payload
        self._on_change = on_change
        self._epoch = NO_EPOCH
        self._cursor = 0
        self._permit = b""
        self._outgoing: deque[bytes] = deque(maxlen=MOST_WAITING)
        self._unconfirmed: deque[tuple[int, bytes]] = deque(maxlen=MOST_WAITING)
        self._ordinal = 0
        self._wake = trio.Event()
        self._news = trio.Event()
        self._ping_now = trio.Event()
        self._pings: dict[bytes, tuple[float, int]] = {}
        self._heard = 0.0
        self._answered = 0.0
        self._messages = RateLimit(1.0, 1.0, self.clock())
        self._bytes = RateLimit(1.0, 1.0, self.clock())
        self._not_before = 0.0
        self._connect_at = 0.0
        self._sending = trio.Lock()
        self._is_in = False

    def send(self, payload: bytes) -> None:
        """Lock a payload and send it once the link is up; a full queue drops its oldest."""
        locked = self._room.lock(payload, random_bytes(NONCE_SIZE))
        self._outgoing.append(encode(SendFrame(locked)))
        self._wake.set()

    def down_since(self, now: float) -> float | None:
        """Return the time since which the link is down, as known at `now`; None while it is up.

        A relay that is silent for `QUIET_SECONDS` counts as down, even on an open connection.
        """
        if self.status.state is not LinkState.UP:
            return self.status.since
        return self._heard if now - self._heard >= QUIET_SECONDS else None

    @property
    def owes(self) -> bool:
        """Whether the relay has yet to confirm something given to `send`."""
        return bool(self._outgoing or self._unconfirmed)

    async def confirmed(self) -> None:
        """Wait until the relay holds everything given to `send`: it answered a later ping."""
        while self.owes:
            if self.status.state is LinkState.UP and not self._outgoing:
                self._ping_now.set()
            await self._news.wait()

    async def hand_over(self) -> None:
        """Wait until the relay holds everything that was sent, or fails to answer in time.

        A missing relay delays nobody's exit, and cancellation does not cut this short.
        """
        with trio.move_on_after(GOODBYE_SECONDS, shield=True):
            if self.status.state is LinkState.UP:
                await self.confirmed()

    async def run(self) -> None:
        """Keep the link up until cancelled."""
        pause = FIRST_PAUSE
        while True:
            connected = self.clock()
            try:
                stream = await open_route(self._routes[0])
            except RouteTrouble as trouble:
                self._tell(sentence(trouble.sentence()))
                self._routes.rotate(-1)
            except NOWHERE:
                # The refusal came from a relay that is gone.
                self._tell("")
                self._routes.rotate(-1)
            else:
                await self._serve(stream)
                if self.clock() - connected > LONGEST_PAUSE:
                    pause = FIRST_PAUSE
            self._change(LinkState.DOWN)
            told = max(0.0, self._connect_at - self.clock())
            await trio.sleep(told + pause * (0.5 + random_bytes(1)[0] / 256))
            pause = min(LONGEST_PAUSE, pause * 2)

    def _ring(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _change(self, state: LinkState) -> None:
        if self.status.state is not state:
            self.status.state = state
            self.status.since = self.clock()
            events.link_changed(state, self._routes[0].port)
            self._ring()
            self._on_change()

    # ------------------------------------------------------------- one connection

    async def _serve(self, stream: trio.abc.Stream) -> None:
        self._heard = self._answered = self.clock()
        self._pings.clear()
        self._is_in = False
        # Messages that the last connection did not confirm may be lost; duplicates do no harm.
        again = (raw for _, raw in self._unconfirmed)
        self._outgoing = deque((*again, *self._outgoing), MOST_WAITING)
        self._unconfirmed.clear()
        self._ordinal = 0
        # Sent before the greeting, so that a proxy before several relays can choose by the room.
        join = JoinFrame(self._room.room_id, self._epoch, self._cursor, self._permit)
        async with stream:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._put, stream, encode(join))
                    nursery.start_soon(self._read, stream, nursery)
                    nursery.start_soon(self._ping, stream, nursery)
            except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
                pass
            except* trio.TooSlowError:
                pass
            except* FramingError:
                self._tell(say("What answers there is no relay of this game, or a newer one."))

    async def _read(self, stream: trio.abc.Stream, nursery: trio.Nursery) -> None:
        frames = FrameReader(GREETING_LIMIT)
        is_greeted = False
        pace = RateLimit(*MOST_FRAMES, self.clock())
        while data := await stream.receive_some(_READ):
            if self._heard + QUIET_SECONDS <= self.clock():
                # Until now the other players could not reach us either.
                self.status.since = self.clock()
            self._heard = self.clock()
            frames.feed(data)
            while (frame := frames.next_frame()) is not None:
                if (pause := pace.wait(1, self.clock())) > 0:
                    await trio.sleep(pause)
                is_greeting = isinstance(frame, GreetingFrame)
                if is_greeting is is_greeted and not isinstance(frame, RefusedFrame):
                    raise FrameMalformed(FrameKind.GREETING)  # a second one, or none at first
                if isinstance(frame, GreetingFrame):
                    is_greeted = True
                    largest = min(MOST_FRAME, frame.limit(Limit.FRAME_BYTES))
                    frames.limit = max(GREETING_LIMIT, largest + DELIVER_OVERHEAD)
                self._frame(frame, stream, nursery)
        nursery.cancel_scope.cancel()

    def _frame(self, frame: Frame, stream: trio.abc.Stream, nursery: trio.Nursery) -> None:
        match frame:
            case GreetingFrame():
                self._set_pace(frame)
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
                greeting.limit(rate) * _SHARE, greeting.limit(burst) * _SHARE, self.clock()
            )

        self._messages = pace(Limit.MESSAGES_PER_SECOND, Limit.MESSAGES_BURST)
        self._bytes = pace(Limit.BYTES_PER_SECOND, Limit.BYTES_BURST)

    def _ponged(self, pong: PongFrame) -> None:
        if pong.token not in self._pings:
            return
        asked, ordinal = self._pings.pop(pong.token)
        self._answered = self.clock()
        self.status.round_trip = self.clock() - asked
        while self._unconfirmed and self._unconfirmed[0][0] <= ordinal:
            self._unconfirmed.popleft()
        self._ring()
        self._on_change()

    def _refused(self, frame: RefusedFrame) -> None:
        """Send a message that came too soon again later; show any other refusal to the player."""
        retry = min(LONGEST_REFUSAL, frame.retry_ms / 1000)
        if frame.code is RefusalCode.RATE:
            if self.clock() >= self._not_before:
                events.link_refused(frame.code, retry)
                self._messages.slow_down()
                self._bytes.slow_down()
            again = [one for one in self._unconfirmed if one[0] == frame.ordinal]
            for one in again:
                self._unconfirmed.remove(one)
                self._outgoing.appendleft(one[1])
            self._not_before = self.clock() + max(retry, SHORTEST_REFUSAL)
            self._wake.set()
            return
        if self._tell(cleaned(frame.sentence, _LONGEST_SENTENCE)):
            events.link_refused(frame.code, retry)
        self._connect_at = self.clock() + retry

    def _tell(self, sentence: str) -> bool:
        """Show a sentence until the link is up; return whether it is new."""
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
        # A private relay that comes back empty opens the room for any of its members.
        self._permit = frame.permit or self._permit
        self.status.refusal = ""
        self._ping_now.set()
        self._change(LinkState.UP)

    def _deliver(self, locked: bytes) -> None:
        try:
            payload = self._room.unlock(locked)
        except RemoteProtocolError:
            return
        self._on_payload(payload)

    async def _put(self, stream: trio.abc.Stream, raw: bytes) -> None:
        # Two tasks send, the writer and the pinger, and a stream takes one at a time. A relay that
        # accepts nothing for so long counts as gone.
        with trio.fail_after(SILENCE_SECONDS):
            async with self._sending:
                await stream.send_all(raw)

    async def _write(self, stream: trio.abc.Stream) -> None:
        while True:
            while self._outgoing:
                now, size = self.clock(), len(self._outgoing[0])
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

    async def _ping(self, stream: trio.abc.Stream, nursery: trio.Nursery) -> None:
        while True:
            with trio.move_on_after(PING_SECONDS):
                await self._ping_now.wait()
            self._ping_now = trio.Event()
            # A relay that does not let us join is no better than a silent one. Before joining, a
            # link sends no pings, so `_answered` is the time of connecting.
            patience = DEAF_SECONDS if self._is_in else SILENCE_SECONDS
            now = self.clock()
            if now - self._heard > SILENCE_SECONDS or now - self._answered > patience:
                nursery.cancel_scope.cancel()
                return
            if self.status.state is LinkState.UP:
                token = random_bytes(8)
                if len(self._pings) >= MOST_PINGS:
                    del self._pings[next(iter(self._pings))]
                self._pings[token] = (self.clock(), self._ordinal)
                await self._put(stream, encode(PingFrame(token)))
