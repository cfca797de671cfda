"""A table's relay on this machine: the addresses friends can use, and what is known of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import trio

from client.online.interfaces import own_hosts
from client.online.local_relay import LOOPBACK
from client.online.tasks import nothing
from client.router.router_port import RouterPort
from client.router.router_reports import NOT_ASKED, RouterReport, router_sentence
from client.settings.schema import Settings
from client.text.catalogue import listed, say
from protocol.lobby.routes import MOST_ROUTES, Routes, read_route, read_routes, tcp_route

LOOK_SECONDS: Final = 10.0
"""Time between two looks at the addresses of this machine."""


@dataclass(frozen=True, slots=True)
class HostingPlan:
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
    ) -> None:
        self.port = port
        self.hosts = look()
        self._plan = plan
        self._look = look
        self._on_change = on_change
        self._router = RouterPort(port, on_change) if plan.asks_router else None

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
        outside = [tcp_route(one.host, one.port) for one in self.router.outside]
        given = [read_route(self._plan.address, self.port)] if self._plan.address else []
        routes = tuple(dict.fromkeys((*given, *inside[:1], *outside, *inside[1:])))
        return routes[:MOST_ROUTES] or self.near

    @property
    def is_open_to_all(self) -> bool:
        """Whether friends on the internet have an address, as far as is known."""
        return bool(self._plan.address) or self.router.is_reachable

    def told(self) -> tuple[str, ...]:
        """Return a sentence on each network from which friends could come."""
        if self.is_alone:
            return (say("This machine is in no network: nobody else can come. Connect it first."),)
        told = []
        if self._plan.address:
            told.append(
                say("Friends can use the address you named: {address}.", address=self._plan.address)
            )
        if self.hosts:
            told.append(
                say("On this network friends come in at {addresses}.", addresses=self._inside())
            )
        told.append(router_sentence(self.router))
        return tuple(told)

    def _inside(self) -> str:
        return listed([str(tcp_route(host, self.port)) for host in self.hosts])

    async def run(self) -> None:
        """Ask the router, and look for other addresses, until cancelled."""
        async with trio.open_nursery() as nursery:
            if self._router is not None:
                nursery.start_soon(self._router.run)
            while True:
                await trio.sleep(LOOK_SECONDS)
                if (hosts := self._look()) != self.hosts:
                    self.hosts = hosts
                    self._on_change()
