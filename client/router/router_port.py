"""A port of this machine, kept open at the router for as long as a table needs it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import trio

from client.log import events
from client.router.address_kinds import AddressKind, is_on_internet, kind_of
from client.router.answers import PortGrant, PortRefusal, RefusalCause
from client.router.conversation import Conversation
from client.router.router_reports import ASKING, RouterReport, RouterStanding
from client.router.way_out import WayOut, way_out, way_out6
from engine.values import replace
from protocol.lobby.routes import tcp_route

LEASE_SECONDS: Final = 1200
"""The time a port is asked for: so long it stays open if this program is killed."""
AGAIN_SECONDS: Final = 60.0
"""Time between two searches, for a router that comes, or is allowed to open ports, later on."""
LOOK_SECONDS: Final = 30.0
"""Time between two looks at the routing table: a laptop may have moved to another network."""
_SHORTEST_HALF: Final = 1.0

FindWay = Callable[[], Awaitable[WayOut | None]]
Tell = Callable[[RouterReport], None]


def _nothing() -> None:
    """Do nothing."""


class RouterPort:
    """Asks the default gateway to let friends in to a TCP port, and keeps it open until cancelled.

    It runs beside a relay of this program, in a nursery that is cancelled when the table is over::

        router = RouterPort(port, on_change=player.wake)
        nursery.start_soon(router.run)

    `router.report` is `ASKING` at first, and the outcome within five seconds; it may change at any
    time later on (the router starts again, the laptop moves). `report.outside` has the routes
    for the invitation; the sentence for the lobby is `router_sentence(report)`, both in
    client/router/router_reports.py. A table whose router is not to be asked makes no RouterPort
    and shows `NOT_ASKED`.

    The lease is renewed at its half and given back on cancellation, which takes up to
    `conversation.GIVE_BACK_SECONDS`. No failure of network or router is ever raised.

    Attributes:
        report: the router's answer as known now.
    """

    def __init__(
        self,
        port: int,
        on_change: Callable[[], None] = _nothing,
        *,
        lease_seconds: int = LEASE_SECONDS,
        ways: tuple[FindWay, FindWay] = (way_out, way_out6),
    ) -> None:
        self.report = ASKING
        self._port = port
        self._on_change = on_change
        self._lease_seconds = lease_seconds
        self._ways = ways
        self._four = self._six = ASKING

    async def run(self) -> None:
        """Ask, renew and report until cancelled, then give back."""
        four, six = self._ways
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._keep, four, self._hear_four)
            nursery.start_soon(self._keep, six, self._hear_six)

    def _hear_four(self, report: RouterReport) -> None:
        self._four = report
        self._combine()

    def _hear_six(self, report: RouterReport) -> None:
        self._six = report
        self._combine()

    def _combine(self) -> None:
        """Report on IPv4, and on IPv6 alone where there is no IPv4; pinholes count for both."""
        report = self._six
        if self._four.standing is not RouterStanding.UNROUTED:
            report = replace(self._four, outside=(*self._four.outside, *self._six.outside))
        if report != self.report:
            self.report = report
            events.router_answered(report.standing, len(report.outside))
            self._on_change()

    async def _keep(self, find_way: FindWay, tell: Tell) -> None:
        """Keep the port open on the way of one family of addresses."""
        while True:
            way = await find_way()
            if way is None:
                tell(RouterReport(RouterStanding.UNROUTED))
            elif way.is_four and is_on_internet(way.own):
                tell(RouterReport(RouterStanding.DIRECT, (tcp_route(str(way.own), self._port),)))
            elif await self._hold(way, find_way, tell):
                continue
            await self._sleep(AGAIN_SECONDS, way, find_way)

    async def _hold(self, way: WayOut, find_way: FindWay, tell: Tell) -> bool:
        """Ask for the port and hold it; return whether it was held for a while."""
        talk = Conversation(way, self._port, self._lease_seconds)
        was_held = False
        try:
            answer = await talk.begin()
            while isinstance(answer, PortGrant):
                tell(judged(answer, talk.via))
                was_held = True
                half = max(answer.seconds / 2, _SHORTEST_HALF)
                if await self._sleep(half, way, find_way):
                    return True
                answer = await talk.renew()
            if not was_held:
                tell(judged(answer, talk.via))
        finally:
            await talk.end()
        return was_held

    async def _sleep(self, seconds: float, way: WayOut | None, find_way: FindWay) -> bool:
        """Sleep, but only until there is another way out; return whether there is."""
        until = trio.current_time() + seconds
        while (left := until - trio.current_time()) > 0:
            await trio.sleep(min(left, LOOK_SECONDS))
            if await find_way() != way:
                return True
        return False


_REFUSED: Final = {
    RefusalCause.BEHIND: RouterStanding.DOUBLE,
    RefusalCause.OFFLINE: RouterStanding.OFFLINE,
}
_BY_KIND: Final = {
    AddressKind.PUBLIC: RouterStanding.MAPPED,
    AddressKind.CARRIER: RouterStanding.CARRIER,
    AddressKind.PRIVATE: RouterStanding.DOUBLE,
    AddressKind.LINK: RouterStanding.OFFLINE,
    AddressKind.MACHINE: RouterStanding.OFFLINE,
    AddressKind.NOWHERE: RouterStanding.OFFLINE,
}


def judged(answer: PortGrant | PortRefusal | None, via: str) -> RouterReport:
    """Return the report on an answer, and on silence: only a public address lets friends in."""
    match answer:
        case None:
            return RouterReport(RouterStanding.SILENT)
        case PortRefusal(why):
            return RouterReport(_REFUSED.get(why, RouterStanding.REFUSED), via=via)
        case PortGrant(address, port):
            outside = tcp_route(str(address), port)
            standing = _BY_KIND[kind_of(address)]
            if standing is RouterStanding.MAPPED:
                return RouterReport(standing, (outside,), via)
            seen = None if standing is RouterStanding.OFFLINE else outside
            return RouterReport(standing, via=via, seen=seen)
