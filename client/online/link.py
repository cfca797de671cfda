"""The link to a relay: connect, join a room, exchange locked payloads, reconnect after a break.

A link never gives up and never loses its place: it knows the cursor of the last frame it saw and
asks for everything after it. It resends whatever the relay had not confirmed when a connection
broke. What a relay held when it died is lost; the user of the link repairs that (a session reports
its step). The file is longer than others: dialling, joining and resending share the state of one
connection.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import trio

from client.log import events
from client.online.outbox import Outbox
from client.online.own_tokens import RoomPermit, private_sentence
from client.online.pings import Pings
from client.online.race import Contact, race
from client.online.route_troubles import RouteTrouble
from client.online.streams import NOWHERE
from client.online.tasks import nothing
from client.platform.rate_limit import RateLimit
from client.platform.system import random_bytes
from client.text.catalogue import say
from client.text.complaints import sentence
from protocol.errors import RemoteProtocolError
from protocol.framing import (
    FROM_NOW_ON,
    NO_EPOCH,
    DeliverFrame,
    Frame,
    FramingError,
    GreetingFrame,
    JoinedFrame,
    JoinFrame,
    MembersFrame,
    PongFrame,
    RefusalCode,
    RefusedFrame,
    SendFrame,
    encode,
)
from protocol.lobby.rooms import NONCE_SIZE, Room
from protocol.lobby.routes import MOST_ROUTES, Routes
from protocol.wire.names import cleaned

PING_SECONDS: Final = 5
SILENCE_SECONDS: Final = 15
"""A link counts as broken when the relay says nothing for this long."""
GOODBYE_SECONDS: Final = 3.0
"""Longest wait for the relay to confirm the last messages."""
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 4.0
LONGEST_REFUSAL: Final = 60.0
QUIET_SECONDS: Final = 10.0
"""A link is reported as down after this much silence: two pings had no answer."""
DEAF_SECONDS: Final = 45
"""A link counts as broken when no ping is answered for this long, whatever else arrives."""
MOST_FRAMES: Final = (2_000.0, 20_000.0)
"""Frames read per second, and in a burst: three times the traffic of a full room with the usual
limits. A relay that sends more is read more slowly, and its connection fills up."""
_READ: Final = 65536
ELSEWHERE_SECONDS: Final = 10.0
"""How often other routes are tried while nobody has proven to be in the room."""
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
    before: float = 0.0
    """Seconds in the room before the link was up, while its route still had to prove itself."""


class Link:
    """One room of one relay. Its parts share the state of the one connection, so it is long.

    `on_payload` gets every unlocked payload from others, `on_change` is called when the status
    changes; both are called in the task that runs the link. `clock` gives seconds, by default
    those of trio. With `opens_room` a private relay that asks is shown permits of this person's
    tokens: only a relay that the person chose themselves may be, for a permit opens the room at
    each relay of its token.
    """

    def __init__(
        self,
        routes: Routes,
        room: Room,
        on_payload: Callable[[bytes], None],
        on_change: Callable[[], None] = nothing,
        clock: Callable[[], float] | None = None,
        *,
        opens_room: bool = False,
    ) -> None:
        self.opens_room = opens_room
        self.clock = clock or trio.lowlevel.current_clock().current_time
        self.status = LinkStatus(since=self.clock())
        self._routes = deque(routes)
        self._room = room
        self._on_payload = on_payload
        self._on_change = on_change
        self._better: Contact | None = None
        self._serving = trio.CancelScope()
        self._proven_epoch = NO_EPOCH
        self._epoch = NO_EPOCH
        self._cursor = 0
        self._permit = RoomPermit(room.room_id)
        self._outbox = Outbox(self.clock)
        self._wake = trio.Event()
        self._news = trio.Event()
        self._ping_now = trio.Event()
        self._pings = Pings()
        self._heard = 0.0
        self._answered = 0.0
        self._connect_at = 0.0
        self._sending = trio.Lock()
        self._is_in = False

    def send(self, payload: bytes) -> None:
        """Lock a payload and send it once the link is up; a full queue drops its oldest."""
        locked = self._room.lock(payload, random_bytes(NONCE_SIZE))
        self._outbox.add(encode(SendFrame(locked)))
        self._wake.set()

    def down_since(self, now: float) -> float | None:
        """Return the time since which the link is down, as known at `now`; None while it is up.

        A relay that is silent for `QUIET_SECONDS` counts as down, even on an open connection.
        """
        if self.status.state is not LinkState.UP:
            return self.status.since
        return self._heard if now >= self.quiet_from else None

    @property
    def quiet_from(self) -> float:
        """The time from which an open connection counts as down, if the relay stays silent."""
        return self._heard + QUIET_SECONDS

    @property
    def routes(self) -> Routes:
        """The routes it knows; the one in use, or to be tried first, is the first."""
        return tuple(self._routes)

    def learn(self, routes: Routes) -> None:
        """Try these routes too, if the present one breaks; those of before stay for a while."""
        first, *former = self._routes
        known = dict.fromkeys((first, *routes, *former))
        self._routes = deque(list(known)[:MOST_ROUTES])

    def move(self, routes: Routes) -> None:
        """Continue in the same room of another relay."""
        self._routes = deque(routes)
        self._epoch = self._proven_epoch = NO_EPOCH
        self._cursor, self._permit = 0, RoomPermit(self._room.room_id)
        self._serving.cancel()

    @property
    def owes(self) -> bool:
        """Whether the relay has yet to confirm something given to `send`."""
        return self._outbox.owes

    async def confirmed(self) -> None:
        """Wait until the relay holds everything given to `send`: it answered a later ping."""
        while self.owes:
            if self.status.state is LinkState.UP and not self._outbox.waits:
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
        better: Contact | None = None
        while True:
            connected = self.clock()
            try:
                contact = better or await race(tuple(self._routes), self._stranger(), self._proves)
            except RouteTrouble as trouble:
                self._tell(sentence(trouble.sentence()))
            except NOWHERE:
                # The refusal came from a relay that is gone.
                self._tell("")
            except FramingError:
                self._tell(no_relay_sentence())
            else:
                if contact.route not in self._routes:  # it moved meanwhile
                    better = None
                    await trio.aclose_forcefully(contact.stream)
                    continue
                better = await self._serve(contact)
                if better is not None:
                    continue
                if self.clock() - connected > LONGEST_PAUSE:
                    pause = FIRST_PAUSE
            self._change(LinkState.DOWN)
            told = max(0.0, self._connect_at - self.clock())
            await trio.sleep(told + pause * (0.5 + random_bytes(1)[0] / 256))
            pause = min(LONGEST_PAUSE, pause * 2)

    def _join(self) -> JoinFrame:
        """Ask for what is missing, from the only route; the epoch that this tells is no proof."""
        self._proven_epoch = NO_EPOCH
        return JoinFrame(self._room.room_id, self._epoch, self._cursor, self._permit.shown)

    def _stranger(self) -> JoinFrame:
        """Ask for everything, as somebody who was never here: all routes hear it."""
        return JoinFrame(self._room.room_id, NO_EPOCH, 0, self._permit.shown)

    def _proves(self, frame: Frame) -> bool:
        """Whether only the relay with our room can have sent this.

        A payload unlocks only if a member of the room locked it; and nobody else knows the epoch
        of a room in which we were, unless we told it.
        """
        match frame:
            case JoinedFrame():
                return frame.epoch == self._proven_epoch != NO_EPOCH
            case DeliverFrame():
                with suppress(RemoteProtocolError):
                    self._room.unlock(frame.payload)
                    return True
                return False
            case _:
                return False

    def _prove(self, contact: Contact) -> None:
        """Note that a contact leads to the room: its route comes first from now on."""
        contact.is_proven = True
        self._proven_epoch = self._epoch
        if contact.route in self._routes:
            self._routes.remove(contact.route)
            self._routes.appendleft(contact.route)

    async def _look_elsewhere(self, contact: Contact, nursery: trio.Nursery) -> None:
        """Try the other routes now and then until the room has proven itself here."""
        while not contact.is_proven:
            await trio.sleep(ELSEWHERE_SECONDS)
            others = tuple(one for one in self._routes if one != contact.route)
            if not others or contact.is_proven:
                continue
            with suppress(*NOWHERE, FramingError):
                self._better = await race(others, self._stranger(), self._proves, needs_proof=True)
                nursery.cancel_scope.cancel()
                return

    def _ring(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _change(self, state: LinkState) -> None:
        if self.status.state is not state:
            # A time of silence that was shown already goes on: it does not begin again.
            now = self.clock()
            down = None if state is LinkState.UP else self.down_since(now)
            self.status.state = state
            self.status.since = now if down is None else down
            events.link_changed(state, self._routes[0].port)
            self._ring()
            self._on_change()

    # ------------------------------------------------------------- one connection

    async def _serve(self, contact: Contact) -> Contact | None:
        """Exchange frames over a contact until it breaks; return a better one if there is one."""
        self._better, stream = None, contact.stream
        self._heard = self._answered = self.clock()
        self._pings.clear()
        self._is_in = False
        self._outbox.begin()
        async with stream:
            try:
                async with trio.open_nursery() as nursery:
                    self._serving = nursery.cancel_scope
                    if not contact.has_asked:
                        # Before the greeting, so that a proxy before several relays can choose.
                        nursery.start_soon(self._put, stream, encode(self._join()))
                    nursery.start_soon(self._read, contact, nursery)
                    nursery.start_soon(self._ping, stream, nursery)
                    nursery.start_soon(self._look_elsewhere, contact, nursery)
            except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
                pass
            except* trio.TooSlowError:
                pass
            except* FramingError:
                self._tell(no_relay_sentence())
        return self._better

    async def _read(self, contact: Contact, nursery: trio.Nursery) -> None:
        is_greeted = False
        pace = RateLimit(*MOST_FRAMES, self.clock())
        while True:
            while (frame := contact.next_frame()) is not None:
                if (pause := pace.wait(1, self.clock())) > 0:
                    await trio.sleep(pause)
                contact.hear(frame, is_greeted=is_greeted)
                is_greeted = True
                self._frame(frame, contact, nursery)
            data = await contact.stream.receive_some(_READ)
            if not data:
                break
            if self.quiet_from <= self.clock():
                # Until now the other players could not reach us either.
                self.status.since = self.clock()
            self._heard = self.clock()
            contact.reader.feed(data)
        nursery.cancel_scope.cancel()

    def _frame(self, frame: Frame, contact: Contact, nursery: trio.Nursery) -> None:
        match frame:
            case GreetingFrame():
                self._outbox.set_pace(frame)
            case JoinedFrame() if not self._is_in:
                is_known = self._proves(frame)
                self.status.before = max(0.0, trio.current_time() - contact.joined_at)
                self._joined(frame)
                if is_known or contact.is_proven:
                    self._prove(contact)
                nursery.start_soon(self._write, contact.stream)
            case DeliverFrame():
                self._cursor = min(max(self._cursor, frame.cursor), FROM_NOW_ON - 1)
                self._deliver(frame.payload, contact)
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

    def _ponged(self, pong: PongFrame) -> None:
        ping = self._pings.answered(pong)
        if ping is None:
            return
        self._answered = self.clock()
        self.status.round_trip = self.clock() - ping.at
        self._outbox.confirm(ping.ordinal)
        self._ring()
        self._on_change()

    def _refused(self, frame: RefusedFrame) -> None:
        """Send a message that came too soon again later; show any other refusal to the player."""
        # One of several routes may lead to a stranger, who keeps nobody from the others.
        longest = LONGEST_REFUSAL if len(self._routes) == 1 else ELSEWHERE_SECONDS
        retry = min(longest, frame.retry_ms / 1000)
        if frame.code is RefusalCode.RATE:
            if self._outbox.put_back(frame.ordinal, retry):
                events.link_refused(frame.code, retry)
            self._wake.set()
            return
        told = cleaned(frame.sentence, _LONGEST_SENTENCE)
        if frame.code is RefusalCode.PRIVATE:
            if self.opens_room and self._permit.next_offer():
                return
            told = private_sentence()
        if self._tell(told):
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
        self._permit.keep(frame.permit)
        self.status.refusal = ""
        self._ping_now.set()
        self._change(LinkState.UP)

    def _deliver(self, locked: bytes, contact: Contact) -> None:
        try:
            payload = self._room.unlock(locked)
        except RemoteProtocolError:
            return
        if not contact.is_proven:
            self._prove(contact)
        self._on_payload(payload)

    async def _put(self, stream: trio.abc.Stream, raw: bytes) -> None:
        # Two tasks send, the writer and the pinger, and a stream takes one at a time. A relay that
        # accepts nothing for so long counts as gone.
        with trio.fail_after(SILENCE_SECONDS):
            async with self._sending:
                await stream.send_all(raw)

    async def _write(self, stream: trio.abc.Stream) -> None:
        while True:
            while self._outbox.waits:
                if (pause := self._outbox.pause()) > 0:
                    await trio.sleep(pause)
                await self._put(stream, self._outbox.take())
                if self._outbox.ordinal % _CONFIRM_EACH == 0:
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
                ping = self._pings.ping(self.clock(), self._outbox.ordinal)
                await self._put(stream, encode(ping))


def no_relay_sentence() -> str:
    """Say that no relay answers at the address of one."""
    return say("The server there is not a relay for this game, or is a newer one.")
