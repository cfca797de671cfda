"""Several routes to a relay tried side by side; the first that leads to the room wins (RFC 8305).

A machine with a private address of the host's network may exist in the guest's network too, and a
relay may even run on it. So an answer is not enough: the routes race until one of them delivers
a message that only the room's members can have locked. Where nobody has said anything, the first
relay that let us in is taken for now, and not trusted to be the right one.
"""

from __future__ import annotations

import math
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import trio

from client.online.streams import NOWHERE, open_route
from engine.values import replace
from protocol.framing import (
    DELIVER_OVERHEAD,
    GREETING_LIMIT,
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
    RefusedFrame,
    encode,
)
from protocol.lobby.routes import Route, Routes

ATTEMPT_DELAY: Final = 0.25
"""Seconds between the beginnings of two attempts (RFC 8305, section 8)."""
ANSWER_SECONDS: Final = 10.0
"""Longest wait for a relay's greeting once the connection is open."""
PROOF_SECONDS: Final = 4.0
"""Longest wait for a message of the room once a relay let us in: a lobby repeats its state every
three seconds."""
MOST_UNPROVEN: Final = 2_048
"""Frames to read before one of them has to come from the room: more than a room holds with the
usual limits, for somebody who knows its name and not its secret may have filled it."""
MOST_FRAME: Final = 1 << 20
"""Upper bound on the frame size a relay may announce."""
_MOST_INTERFACES: Final = 4
"""Interfaces on which a link-local address is tried."""
_NEEDED: Final = (GreetingFrame, JoinedFrame, MembersFrame, RefusedFrame)
"""Frames that a link has to see although nothing is proven by them."""
_READ: Final = 65536
_FAILURES: Final = (*NOWHERE, FramingError, trio.BrokenResourceError, trio.ClosedResourceError)


@dataclass(eq=False)
class Contact:
    """A connection to a relay, and the frames already read from it.

    `is_proven` says that the room is there; `has_asked` that JOIN was sent. `joined_at` is when the
    relay let us in, if that was during the race.
    """

    route: Route
    stream: trio.abc.Stream
    reader: FrameReader = field(default_factory=lambda: FrameReader(GREETING_LIMIT))
    frames: deque[Frame] = field(default_factory=deque)
    has_asked: bool = False
    is_proven: bool = False
    joined_at: float = math.inf

    def next_frame(self) -> Frame | None:
        """Return the next frame, of those already read first; None if more bytes are needed.

        Raises:
            FramingError: the next bytes are no frame.
        """
        return self.frames.popleft() if self.frames else self.reader.next_frame()

    def keep(self, frame: Frame) -> None:
        """Keep a frame for the link if it needs it: a hostile relay's frames fill no memory."""
        if isinstance(frame, MembersFrame):
            self.frames = deque(one for one in self.frames if not isinstance(one, MembersFrame))
        if self.is_proven or isinstance(frame, _NEEDED):
            self.frames.append(frame)

    def hear(self, frame: Frame, *, is_greeted: bool) -> None:
        """Check that the greeting comes first and once, and take its limit.

        Raises:
            FrameMalformed: it does not.
        """
        is_greeting = isinstance(frame, GreetingFrame)
        if is_greeting is is_greeted and not isinstance(frame, RefusedFrame):
            raise FrameMalformed(FrameKind.GREETING)  # a second one, or none at first
        if isinstance(frame, GreetingFrame):
            largest = min(MOST_FRAME, frame.limit(Limit.FRAME_BYTES))
            self.reader.limit = max(GREETING_LIMIT, largest + DELIVER_OVERHEAD)


async def race(
    routes: Routes, join: JoinFrame, proves: Callable[[Frame], bool], *, needs_proof: bool = False
) -> Contact:
    """Open the routes side by side; return the first contact whose room `proves` itself.

    Without any, return the first that let us in, unless a proof is needed. A single route is only
    opened: there is nothing to choose.

    Raises:
        OSError, UnicodeError, trio.TooSlowError: no route leads to a relay.
        FramingError: what answers is no relay.
    """
    ways = [(route, way) for route in routes for way in dialled(route)]
    if len(ways) == 1 and not needs_proof:
        return Contact(routes[0], await open_route(ways[0][1], join.room))
    running = _Race(join, proves, needs_proof=needs_proof)
    async with trio.open_nursery() as nursery:
        attempts = [partial(running.attempt, route, way) for route, way in ways]
        nursery.start_soon(begin_in_turn, attempts, nursery)
        await running.decide(len(ways))
        nursery.cancel_scope.cancel()
    return running.result()


class _Race:
    def __init__(
        self, join: JoinFrame, proves: Callable[[Frame], bool], *, needs_proof: bool
    ) -> None:
        self._join = join
        self._proves = proves
        self._needs_proof = needs_proof
        self._best: Contact | None = None
        self._joined: list[Contact] = []
        self._refused: list[Contact] = []
        self._errors: list[Exception] = []
        self._deadline = math.inf
        self._news = trio.Event()

    async def decide(self, attempts: int) -> None:
        """Wait until one has proven itself, all are over, or time is up; choose the winner."""
        while not self._is_decided(attempts) and trio.current_time() < self._deadline:
            with trio.move_on_at(self._deadline):
                await self._news.wait()
            self._news = trio.Event()
        proven = [contact for contact in self._joined if contact.is_proven]
        found = proven or ([] if self._needs_proof else [*self._joined, *self._refused])
        self._best = found[0] if found else None

    def _is_decided(self, attempts: int) -> bool:
        if any(contact.is_proven for contact in self._joined):
            return True
        failures = len(self._errors) + len(self._refused)
        is_last = len(self._joined) == 1 and not self._needs_proof
        return failures + is_last == attempts

    def result(self) -> Contact:
        """Return the winner, or raise the most telling error."""
        if self._best is not None:
            return self._best
        strange = [error for error in self._errors if isinstance(error, FramingError)]
        raise (strange or self._errors or [trio.TooSlowError()])[0]

    async def attempt(self, route: Route, way: Route, failed: trio.Event) -> None:
        """Open a route and keep it until the race is decided; only the winner stays open."""
        try:
            contact = Contact(route, await open_route(way, self._join.room), has_asked=True)
            try:
                with trio.fail_after(ANSWER_SECONDS) as scope:
                    await contact.stream.send_all(encode(self._join))
                    await self._listen(contact, scope)
                await trio.sleep_forever()
            finally:
                if contact is not self._best:
                    await trio.aclose_forcefully(contact.stream)
        except _FAILURES as error:
            self._joined = [one for one in self._joined if one.route != route]
            self._errors.append(error)
            failed.set()
            self._news.set()

    async def _listen(self, contact: Contact, scope: trio.CancelScope) -> None:
        """Read until the room has proven itself, or the relay refuses."""
        is_greeted, read = False, 0
        while True:
            while (frame := contact.reader.next_frame()) is not None:
                contact.hear(frame, is_greeted=is_greeted)
                is_greeted, read = True, read + 1
                if read > MOST_UNPROVEN:
                    raise FrameMalformed(FrameKind.DELIVER)
                contact.is_proven = self._proves(frame)
                contact.keep(frame)
                if isinstance(frame, RefusedFrame):
                    self._refused.append(contact)
                    scope.deadline = math.inf
                    self._news.set()
                    return
                if isinstance(frame, JoinedFrame) and contact not in self._joined:
                    scope.deadline = math.inf
                    contact.joined_at = trio.current_time()
                    self._joined.append(contact)
                    self._deadline = min(self._deadline, trio.current_time() + PROOF_SECONDS)
                    self._news.set()
                if contact.is_proven and contact in self._joined:
                    self._news.set()
                    return
            data = await contact.stream.receive_some(_READ)
            if not data:
                raise trio.BrokenResourceError
            contact.reader.feed(data)


async def begin_in_turn(
    attempts: Iterable[Callable[[trio.Event], Awaitable[None]]], nursery: trio.Nursery
) -> None:
    """Begin attempts a moment apart; each gets an event that begins the next at once."""
    for attempt in attempts:
        failed = trio.Event()
        nursery.start_soon(attempt, failed)
        with trio.move_on_after(ATTEMPT_DELAY):
            await failed.wait()


def dialled(route: Route) -> Routes:
    """Return the addresses to open for a route.

    A link-local address means another machine on every interface; without a zone all are tried.
    """
    if not route.host.lower().startswith("fe80:") or "%" in route.host:
        return (route,)
    with suppress(OSError):
        interfaces = [index for index, name in socket.if_nameindex() if name != "lo"]
        hosts = [f"{route.host}%{index}" for index in interfaces[:_MOST_INTERFACES]]
        return tuple(replace(route, host=host) for host in hosts) or (route,)
    return (route,)
