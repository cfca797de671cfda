"""A table's relay on this machine: the addresses friends can use, and what is known of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from client.online.interfaces import lasting_hosts, own_hosts
from client.online.local_relay import LOOPBACK
from client.online.probing import is_outside, probed
from client.online.tasks import nothing
from client.router.router_port import RouterPort
from client.router.router_reports import NOT_ASKED, RouterReport, RouterStanding, router_sentence
from client.settings.schema import Settings
from client.text.catalogue import listed, say
from engine.values import Value
from protocol.framing import ProbedFrame, ProbeResult
from protocol.lobby.routes import MOST_ROUTES, Routes, read_route, read_routes, tcp_route

PROBE_SECONDS: Final = 300.0
"""Time between two looks from outside, if nothing changes: a relay allows one a minute."""
_PROBE_PAUSE: Final = 61.0
LOOK_SECONDS: Final = 5.0
"""Time between two looks at the addresses of this machine."""


class HostingPlan(Value):
    """The person's wishes for a relay on this machine.

    `port` 0 takes the first free one of the usual ports; `address` is the host's own name or
    address for friends as it was typed, "" for none; `relays` are those the table can move to.
    """

    port: int = 0
    address: str = ""
    asks_router: bool = False
    relays: tuple[Routes, ...] = ()


def hosting_plan(
    settings: Settings, *, port: int = 0, address: str = "", asks_router: bool = True
) -> HostingPlan:
    """Return the wishes of the settings; a port or an address given now comes before them."""
    return HostingPlan(
        port or int(settings.port or 0),
        address or settings.address,
        asks_router=asks_router and settings.router,
        relays=tuple(map(read_routes, settings.relays.split())),
    )


class Hosting:
    """The relay of this program, the addresses at which it can be reached, and their state.

    `on_change` is called when the addresses or what is known of them change.

    Attributes:
        port: the port at which this machine listens.
        hosts: the addresses of this machine on its networks.
    """

    def __init__(
        self,
        plan: HostingPlan,
        port: int,
        on_change: Callable[[], None] = nothing,
        look: Callable[[], tuple[str, ...]] = own_hosts,
        look_lasting: Callable[[], tuple[str, ...]] = lasting_hosts,
    ) -> None:
        self.port = port
        self.hosts = look()
        self._plan = plan
        self._look = look
        self._look_lasting = look_lasting
        self._on_change = on_change
        self._router = RouterPort(port, self._hear_router) if plan.asks_router else None
        self._router_news = trio.Event()
        self._probed: tuple[ProbedFrame, ...] = ()
        self._probed_by = ""
        self._has_looked = False
        self._probed_port = port

    @property
    def router(self) -> RouterReport:
        """The answer of the router."""
        return NOT_ASKED if self._router is None else self._router.report

    @property
    def near(self) -> Routes:
        """The routes for this program itself."""
        return (tcp_route(LOOPBACK, self.port),)

    @property
    def is_alone(self) -> bool:
        """Whether this machine is in no network, so that nobody can come."""
        return not (self.hosts or self._plan.address or self.router.outside)

    def routes(self) -> Routes:
        """Return the routes for friends; the loopback address only if there is no other.

        Those of this network come first: guests there are in at once, and for others a private
        address costs a moment.
        """
        inside = [tcp_route(host, self.port) for host in self.hosts]
        outside = self.router.outside
        given = [read_route(self._plan.address, self.port)] if self._plan.address else []
        seen = [
            tcp_route(one.address, self._probed_port)
            for one in self._probed
            if one.result is ProbeResult.RELAY
        ]
        routes = tuple(dict.fromkeys((*given, *inside[:1], *outside, *seen, *inside[1:])))
        return routes[:MOST_ROUTES] or self.near

    def routes_at_table(self) -> Routes:
        """Return the routes for those at the table, who may lose all the others.

        The link-local ones make a line long. So friends get them once they are here, for the hour
        in which the network gives this machine another address.
        """
        routes = self.routes()
        lasting = [tcp_route(host, self.port) for host in self._look_lasting()]
        lasting = [route for route in lasting if route not in routes]
        return (*routes[: MOST_ROUTES - len(lasting)], *lasting)

    @property
    def is_open_to_all(self) -> bool:
        """Whether friends on the internet have an address, as far as is known."""
        if self._probed:
            return any(one.result is ProbeResult.RELAY for one in self._probed)
        return bool(self._plan.address) or self.router.is_reachable

    @property
    def is_settled(self) -> bool:
        """Whether the router has answered, and the relays have looked if there are any."""
        is_asking = self.router.standing is RouterStanding.ASKING
        return not is_asking and (self._has_looked or not self._plan.relays)

    def told(self) -> tuple[str, ...]:
        """Return a sentence on each network from which friends could come."""
        return (*self.near_told(), *self.far_told())

    def near_told(self) -> tuple[str, ...]:
        """Return the sentences on the networks of this machine."""
        if self.is_alone:
            return (
                say("This machine is not on a network, so nobody else can join. Connect it first."),
            )
        told = []
        if self._plan.address:
            address = self._plan.address
            told.append(say("Friends can join at the address you set: {address}.", address=address))
        outside = {route.host for route in self.router.outside}
        if inside := [host for host in self.hosts if host not in outside]:
            addresses = listed([str(tcp_route(host, self.port)) for host in inside])
            told.append(say("On this network, friends join at {addresses}.", addresses=addresses))
        return tuple(told)

    def far_told(self) -> tuple[str, ...]:
        """Return the sentences on the internet."""
        if self.is_alone:
            return ()
        return (router_sentence(self.router), *map(self._probe_told, self._probed))

    def _probe_told(self, probed: ProbedFrame) -> str:
        address = str(tcp_route(probed.address, self._probed_port))
        match probed.result:
            case ProbeResult.RELAY:
                told = say(
                    "Checked from {relay}: friends on the internet join at {address}.",
                    relay=self._probed_by,
                    address=address,
                )
            case ProbeResult.OTHER:
                told = say(
                    "Checked from {relay}: something else answers at {address}. Make sure that the "
                    "router forwards the port to this machine.",
                    relay=self._probed_by,
                    address=address,
                )
            case _:
                told = say(
                    "Checked from {relay}: nothing gets through to {address}.",
                    relay=self._probed_by,
                    address=address,
                )
        return told

    async def run(self) -> None:
        """Ask the router, and look for other addresses, until cancelled."""
        async with trio.open_nursery() as nursery:
            if self._router is not None:
                nursery.start_soon(self._router.run)
            if self._plan.relays:
                nursery.start_soon(self._look_from_outside)
            while True:
                await trio.sleep(LOOK_SECONDS)
                if (hosts := self._look()) != self.hosts:
                    self.hosts = hosts
                    self._on_change()

    def _hear_router(self) -> None:
        self._router_news.set()
        self._on_change()

    async def _look_from_outside(self) -> None:
        """Ask the relays of the settings now and then, and once the router answers differently."""
        while True:
            if self.router.standing is not RouterStanding.ASKING:
                await self._probe()
                self._has_looked = True
                self._on_change()
                await trio.sleep(_PROBE_PAUSE)
            with trio.move_on_after(PROBE_SECONDS - _PROBE_PAUSE):
                await self._router_news.wait()
            self._router_news = trio.Event()

    async def _probe(self) -> None:
        outside = self.router.outside
        port = outside[0].port if outside else self.port
        for relay in self._plan.relays:
            for route in relay:
                findings = tuple(filter(is_outside, await probed(route, port)))
                if findings:
                    self._probed, self._probed_by = findings, str(route)
                    self._probed_port = port
                    return
        self._probed = ()
