"""A fleet of relays under one name: its SRV records, of which a host picks one relay (RFC 2782).

`_bloodrage._tcp.example.org` is such a name. Only the host asks; the line then names the one relay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final

from client.online.proxies import proxy_for
from client.online.relay_greeting import Delay, RelayUnreachable, not_told, reach
from client.online.route_troubles import RouteTrouble
from client.platform.system import random_bytes
from client.text.catalogue import say
from engine.values import Value
from protocol.lobby.routes import Route, Routes, Scheme, can_be_host, tcp_route

SERVICE: Final = "_bloodrage._tcp."
LOOKUP_SECONDS: Final = 5.0
MOST_RECORDS: Final = 64
MOST_TRIED: Final = 8
_RANDOM_BYTES: Final = 4


class FleetRecord(Value):
    """One SRV record: relays of the lowest priority come first, by chance as their weights are."""

    priority: int
    weight: int
    route: Route


def is_fleet(routes: Routes) -> bool:
    """Whether this is the name of a fleet, not the address of a relay."""
    return routes[0].scheme is Scheme.TCP and routes[0].host.lower().startswith(SERVICE)


async def choose_relay(routes: Routes, present: Routes = (), on_delay: Delay = not_told) -> Routes:
    """Return the routes to a relay that answers: those given, or to one relay of a fleet.

    Of a fleet, the relay at `present` is not taken; `on_delay` is called while none answers.

    Raises:
        RelayUnreachable: no relay answers, or nobody knows the fleet.
    """
    if not is_fleet(routes):
        await reach(routes, on_delay)
        return routes
    found = ordered(await _records(routes), random_bytes)
    for route in [one for one in found if (one,) != present][:MOST_TRIED]:
        try:
            await reach((route,), on_delay)
        except RelayUnreachable:
            continue
        return (route,)
    raise RelayUnreachable(routes)


def ordered(records: Iterable[FleetRecord], random: Callable[[int], bytes]) -> tuple[Route, ...]:
    """Return the routes in the order in which they are tried."""
    found: list[Route] = []
    by_priority = sorted(records, key=lambda record: (record.priority, record.weight))
    for _, group in groupby(by_priority, key=lambda record: record.priority):
        left = list(group)  # those of weight 0 first, which gives them their small chance
        while left:
            total = sum(record.weight for record in left)
            drawn = int.from_bytes(random(_RANDOM_BYTES), "big") % (total + 1)
            for record in left:
                drawn -= record.weight
                if drawn <= 0:
                    break
            left.remove(record)
            found.append(record.route)
    return tuple(found)


async def _records(routes: Routes) -> list[FleetRecord]:
    try:
        proxy = proxy_for(routes[0])
    except RouteTrouble as trouble:
        raise RelayUnreachable(routes, trouble) from trouble
    if proxy is not None:  # asking a name server would give away what the proxy hides
        why = say("a proxy cannot look up the relays of a domain; name one of them")
        raise RelayUnreachable(routes, why=why)
    # Loaded late: few names are those of a fleet.
    import dns.asyncresolver  # noqa: PLC0415
    from dns.exception import DNSException  # noqa: PLC0415
    from dns.rdtypes.IN.SRV import SRV  # noqa: PLC0415

    try:
        answer = await dns.asyncresolver.resolve(
            routes[0].host, "SRV", lifetime=LOOKUP_SECONDS, search=False
        )
    except (DNSException, OSError) as error:
        why = say("this domain lists no relays")
        raise RelayUnreachable(routes, why=why) from error
    found = []
    for record in list(answer)[:MOST_RECORDS]:
        if not isinstance(record, SRV):
            continue
        host = record.target.to_text(omit_final_dot=True)
        if can_be_host(host) and host != "." and record.port:
            found.append(FleetRecord(record.priority, record.weight, tcp_route(host, record.port)))
    return found
