"""UPnP-IGD, spoken with the default gateway: search, description, and calls of its services."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address
from typing import Final

import trio

from client.router.answers import PortGrant, PortRefusal, RefusalCause
from client.router.igd import (
    LONGEST_ANSWER,
    LONGEST_DESCRIPTION,
    MAPPINGS,
    PINHOLES,
    Service,
    call,
    read_result,
    read_services,
)
from client.router.pages import fetch, request
from client.router.speakers import Speaker
from client.router.ssdp import (
    GROUP,
    GROUP_V6,
    LONGEST,
    PORT,
    WANTED,
    WANTED_V6,
    Location,
    read_answer,
    search,
)
from client.router.way_out import WayOut

SEARCH_SECONDS: Final = 2.5
"""Longest time for a search, descriptions included: the slowest router waits one second (MX)."""
_AGAIN_SECONDS: Final = 0.5
_MORE_SECONDS: Final = 0.1
_MOST_DATAGRAMS: Final = 256
_MOST_LOCATIONS: Final = 4
_PORTS_TO_TRY: Final = 5
_HIGHEST_PORT: Final = 65_535
_TCP_NUMBER: Final = 6
_TCP: Final = {"NewProtocol": "TCP"}

Values = Mapping[str, str | int]


async def find_speakers(way: WayOut, port: int) -> list[Speaker]:
    """Search the gateway for services that let others in; return a speaker for each.

    Answers of other machines are ignored, however many there are.
    """
    found: list[Speaker] = []
    with trio.move_on_after(SEARCH_SECONDS):
        locations = await _locations(way)
        async with trio.open_nursery() as nursery:

            async def describe(location: Location) -> None:
                if way.is_four:
                    services = await _describe(way, location, MAPPINGS)
                    found.extend(MappingSpeaker(way, port, service) for service in services)
                else:
                    services = await _describe(way, location, PINHOLES)
                    found.extend(PinholeSpeaker(way, port, service) for service in services)

            for location in locations:
                nursery.start_soon(describe, location)
    return found


async def _locations(way: WayOut) -> list[Location]:
    """Return the places of the gateway's descriptions, soon after the first is heard of."""
    with suppress(OSError), trio.socket.socket(way.family, trio.socket.SOCK_DGRAM) as line:
        await line.bind(way.here())
        if way.is_four:
            own = way.own.packed
            line.setsockopt(trio.socket.IPPROTO_IP, trio.socket.IP_MULTICAST_IF, own)
            line.setsockopt(trio.socket.IPPROTO_IP, trio.socket.IP_MULTICAST_TTL, 2)
        found: list[Location] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_search, way, line)
            await _listen(way, line, found)
            nursery.cancel_scope.cancel()
        return found
    return []


async def _search(way: WayOut, line: trio.socket.SocketType) -> None:
    """Send the search twice to the gateway itself, and to the group it may listen to only."""
    group, wanted = (GROUP, WANTED) if way.is_four else (GROUP_V6, WANTED_V6)
    for _ in range(2):
        for target in wanted:
            for address in (way.group(group, PORT), way.there(PORT)):
                # A network may forbid one of the two.
                with suppress(OSError):
                    await line.sendto(search(target, group), address)
        await trio.sleep(_AGAIN_SECONDS)


async def _listen(way: WayOut, line: trio.socket.SocketType, found: list[Location]) -> None:
    with trio.CancelScope() as scope:
        for _ in range(_MOST_DATAGRAMS):
            datagram, sender = await line.recvfrom(LONGEST + 1)
            location = read_answer(datagram) if way.may_be_gateway(sender[0]) else None
            if location is None or location in found:
                continue
            if not way.may_be_gateway(str(location.address)):
                continue
            found.append(location)
            if len(found) == _MOST_LOCATIONS:
                return
            scope.deadline = min(scope.deadline, trio.current_time() + _MORE_SECONDS)


async def _describe(way: WayOut, place: Location, wanted: tuple[str, ...]) -> list[Service]:
    """Fetch a description from the gateway, whatever its host may be called."""
    question = request("GET", place.host, place.path, {})
    page = await fetch(way, place.port, question, longest=LONGEST_DESCRIPTION)
    return [] if page is None else read_services(page, place, wanted)


async def _call(
    way: WayOut, service: Service, action: str, arguments: Values
) -> dict[str, str] | PortRefusal | None:
    made = call(service.kind, action, arguments)
    headers = {"Content-Type": 'text/xml; charset="utf-8"', "SOAPAction": made.action}
    place = service.control
    question = request("POST", place.host, place.path, headers, made.body)
    page = await fetch(way, place.port, question, made.body, longest=LONGEST_ANSWER)
    return None if page is None else read_result(page, action)


class MappingSpeaker:
    """One WANIPConnection or WANPPPConnection of the gateway: an IPv4 port is mapped."""

    name: Final = "UPnP"

    def __init__(self, way: WayOut, port: int, service: Service) -> None:
        self.may_hold = False
        self._way = way
        self._port = port
        self._outer_port = port
        self._service = service

    async def ask(self, seconds: int) -> PortGrant | PortRefusal | None:
        """Ask for the port, or for more time; None is silence.

        Some routers know mappings without an end only; such a one is given back as well, but not
        if this program is killed.
        """
        address = await self._outer_address()
        if not isinstance(address, IPv4Address):
            return address
        lasts: float = seconds
        answer = await self._map(seconds)
        if isinstance(answer, PortRefusal) and answer.why is RefusalCause.PERMANENT:
            lasts = math.inf
            answer = await self._map(0)
        if answer is None or isinstance(answer, PortRefusal):
            return answer
        return PortGrant(address, self._outer_port, lasts)

    async def give_back(self) -> None:
        """Give the port back; it expires by itself if no answer comes."""
        where: Values = {"NewRemoteHost": "", "NewExternalPort": self._outer_port, **_TCP}
        await _call(self._way, self._service, "DeletePortMapping", where)

    async def _outer_address(self) -> IPv4Address | PortRefusal | None:
        values = await _call(self._way, self._service, "GetExternalIPAddress", {})
        if values is None or isinstance(values, PortRefusal):
            return values
        try:
            address = IPv4Address(values.get("NewExternalIPAddress", ""))
        except AddressValueError:
            return PortRefusal(RefusalCause.OFFLINE, 0)
        return PortRefusal(RefusalCause.OFFLINE, 0) if address.is_unspecified else address

    async def _map(self, seconds: int) -> dict[str, str] | PortRefusal | None:
        """Map the wanted outer port, or else one of the next."""
        first = self._outer_port
        answer: dict[str, str] | PortRefusal | None = None
        for port in range(first, min(first + _PORTS_TO_TRY, _HIGHEST_PORT + 1)):
            self.may_hold, self._outer_port = True, port
            answer = await _call(self._way, self._service, "AddPortMapping", self._wish(seconds))
            if not isinstance(answer, PortRefusal):
                return answer
            self.may_hold = False
            if answer.why is not RefusalCause.TAKEN:
                break
        self._outer_port = first
        return answer

    def _wish(self, seconds: int) -> Values:
        return {
            "NewRemoteHost": "",
            "NewExternalPort": self._outer_port,
            **_TCP,
            "NewInternalPort": self._port,
            "NewInternalClient": str(self._way.own),
            "NewEnabled": 1,
            "NewPortMappingDescription": "bloodrage",
            "NewLeaseDuration": seconds,
        }


class PinholeSpeaker:
    """One WANIPv6FirewallControl of the gateway: an IPv6 port is opened."""

    name: Final = "UPnP"

    def __init__(self, way: WayOut, port: int, service: Service) -> None:
        self.may_hold = False
        self._way = way
        self._port = port
        self._service = service
        self._number = ""

    async def ask(self, seconds: int) -> PortGrant | PortRefusal | None:
        """Ask for the port, or for more time; None is silence."""
        if self._number:
            more: Values = {"UniqueID": self._number, "NewLeaseTime": seconds}
            answer = await _call(self._way, self._service, "UpdatePinhole", more)
        else:
            wish: Values = {
                "RemoteHost": "",
                "RemotePort": 0,
                "InternalClient": str(self._way.own),
                "InternalPort": self._port,
                "Protocol": _TCP_NUMBER,
                "LeaseTime": seconds,
            }
            answer = await _call(self._way, self._service, "AddPinhole", wish)
        if answer is None or isinstance(answer, PortRefusal):
            return answer
        number = answer.get("UniqueID", "")
        if not self._number and not re.fullmatch(r"[0-9]{1,5}", number):
            return None
        self._number = self._number or number
        self.may_hold = True
        return PortGrant(self._way.own, self._port, seconds)

    async def give_back(self) -> None:
        """Give the port back; it expires by itself if no answer comes."""
        await _call(self._way, self._service, "DeletePinhole", {"UniqueID": self._number})
