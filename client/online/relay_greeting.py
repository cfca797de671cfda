"""The first words at the other end of a route: a relay's, or those of whatever listens there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import trio

from client.online.race import begin_in_turn, dialled
from client.online.route_troubles import Obstacle, RouteTrouble
from client.online.streams import NOWHERE, open_route
from client.platform.system import random_bytes
from client.text.system_faults import unreached_reason
from protocol.framing import (
    FROM_NOW_ON,
    GREETING_LIMIT,
    NO_EPOCH,
    ROOM_ID_BYTES,
    VERSION,
    FrameReader,
    FramingError,
    GreetingFrame,
    JoinFrame,
    LeaveFrame,
    RefusedFrame,
    encode,
)
from protocol.lobby.routes import Route, Routes

ANSWER_SECONDS: Final = 8
"""Longest time until a relay has said its first word."""
REACH_SECONDS: Final = 12
"""Longest time until one of several routes has led to a relay."""
SLOW_SECONDS: Final = 3
"""Time after which the person is told that there is no answer yet."""
_NUDGE_SECONDS: Final = 1.5
_NUDGE: Final = b"\r\n\r\n"
"""The end of a line makes a web server complain that waits for a whole request; a relay has
answered long before it is sent."""
_READ: Final = 4_096
_TLS_ALERT: Final = b"\x15\x03"
_HTTP: Final = b"HTTP/"
_HTML: Final = (b"<!doctype html", b"<html")
"""A page without a head: web servers answer so to what they take for HTTP 0.9."""


class RelayUnreachable(Exception):
    """No relay answers at these routes.

    Attributes:
        routes: all that were tried.
        trouble: what is known of one of them, None if nothing answers at any.
        why: the reasons why nothing answers, as the end of a sentence.
    """

    def __init__(self, routes: Routes, trouble: RouteTrouble | None = None, why: str = "") -> None:
        super().__init__(routes)
        self.routes = routes
        self.trouble = trouble
        self.why = why


Delay = Callable[[Routes, int], None]
"""Takes the routes at which nothing answers yet, and the seconds for which they are still tried."""


def not_told(_routes: Routes, _seconds: int) -> None:
    """Tell nobody of a delay."""


async def reach(routes: Routes, on_delay: Delay = not_told) -> None:
    """Check that a relay answers at one of the routes; they are tried side by side.

    `on_delay` is called each second once that takes long.

    Raises:
        RelayUnreachable: none does.
    """
    troubles: list[RouteTrouble] = []
    reasons: dict[str, None] = {}
    answered = trio.Event()

    async def ask(route: Route, failed: trio.Event) -> None:
        try:
            await check_greeting(route)
        except RouteTrouble as error:
            troubles.append(error)
        except NOWHERE as error:
            reasons[unreached_reason(error)] = None
        else:
            answered.set()
            nursery.cancel_scope.cancel()
        failed.set()

    async with trio.open_nursery() as counting:
        counting.start_soon(_count, routes, on_delay)
        with trio.move_on_after(REACH_SECONDS) as limit:
            async with trio.open_nursery() as nursery:
                ways = [way for route in routes for way in dialled(route)]
                await begin_in_turn([partial(ask, way) for way in ways], nursery)
        counting.cancel_scope.cancel()
    if limit.cancelled_caught:
        reasons[unreached_reason(trio.TooSlowError())] = None
    if not answered.is_set():
        raise RelayUnreachable(routes, troubles[0] if troubles else None, ", ".join(reasons))


async def _count(routes: Routes, on_delay: Delay) -> None:
    await trio.sleep(SLOW_SECONDS)
    for left in range(REACH_SECONDS - SLOW_SECONDS, 0, -1):
        on_delay(routes, left)
        await trio.sleep(1)


async def check_greeting(route: Route) -> None:
    """Check that a relay listens at a route, by entering a room that nobody is in.

    Raises:
        RouteTrouble: something else listens there, or stops us on the way; an OSError.
        OSError: nothing listens there.
        UnicodeError: the host cannot be the name of a machine.
        trio.TooSlowError: nothing takes the connection.
    """
    stream = await open_route(route)
    async with stream:
        try:
            with trio.fail_after(ANSWER_SECONDS):
                obstacle = await _first_words(stream)
        except trio.TooSlowError:
            obstacle = Obstacle.SILENT
        except (trio.BrokenResourceError, OSError):
            obstacle = Obstacle.HANGS_UP
        if obstacle is not None:
            raise RouteTrouble(obstacle, route)


async def _first_words(stream: trio.abc.Stream) -> Obstacle | None:
    room = random_bytes(ROOM_ID_BYTES)
    await stream.send_all(encode(JoinFrame(room, NO_EPOCH, FROM_NOW_ON)))
    frames, first = FrameReader(GREETING_LIMIT), b""
    try:
        while (frame := frames.next_frame()) is None:
            data = await _received(stream, is_first=not first)
            if not data:
                return _named(first) if first else Obstacle.HANGS_UP
            first = first or data
            frames.feed(data)
    except FramingError:
        return _named(first)
    if isinstance(frame, GreetingFrame) and frame.version == VERSION:
        await stream.send_all(encode(LeaveFrame()))
        return None
    return None if isinstance(frame, RefusedFrame) else Obstacle.STRANGE


async def _received(stream: trio.abc.Stream, *, is_first: bool) -> bytes:
    if is_first:
        with trio.move_on_after(_NUDGE_SECONDS):
            return bytes(await stream.receive_some(_READ))
        await stream.send_all(_NUDGE)
    return bytes(await stream.receive_some(_READ))


def _named(first: bytes) -> Obstacle:
    if first.startswith(_HTTP) or first.lstrip()[:15].lower().startswith(_HTML):
        return Obstacle.WEB_PAGE
    return Obstacle.TLS if first.startswith(_TLS_ALERT) else Obstacle.STRANGE
