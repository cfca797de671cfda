"""The protocols of one UDP port, PCP and NAT-PMP, as a way to ask for a port and give it back."""

from __future__ import annotations

from ipaddress import IPv4Address
from typing import Final, Protocol

from client.platform.system import random_bytes
from client.router import natpmp, pcp
from client.router.answers import PortGrant, PortRefusal
from client.router.datagrams import ask
from client.router.way_out import WayOut


class Speaker(Protocol):
    """A protocol spoken with the gateway about one port of ours.

    Attributes:
        may_hold: whether the router may hold something to give back: it was asked.
    """

    may_hold: bool

    @property
    def name(self) -> str:
        """The name of the protocol, as manuals of routers have it."""

    async def ask(self, seconds: int) -> PortGrant | PortRefusal | None:
        """Ask for the port, or for more time; None is silence."""

    async def give_back(self) -> None:
        """Give the port back; it expires by itself if no answer comes."""


class PcpSpeaker:
    """PCP: an IPv4 port is mapped, an IPv6 port opened (a pinhole)."""

    name: Final = "PCP"

    def __init__(self, way: WayOut, port: int) -> None:
        self.may_hold = False
        self._way = way
        self._port = port
        self._outer_port = port
        self._nonce = random_bytes(pcp.NONCE_BYTES)

    async def ask(self, seconds: int) -> PortGrant | PortRefusal | None:
        """Ask for the port, or for more time; None is silence."""
        self.may_hold = True
        answer = await self._ask(self._outer_port, seconds)
        if isinstance(answer, PortGrant):
            self._outer_port = answer.port
        elif answer is not None:
            self.may_hold = False
        return answer

    async def give_back(self) -> None:
        """Give the port back; it expires by itself if no answer comes.

        Of a router that refuses that it is asked for one second more: miniupnpd up to 2.3.1 never
        finds the pinhole it has to close.
        """
        if isinstance(await self._ask(0, 0), PortRefusal):
            await self._ask(self._outer_port, 1)

    async def _ask(self, outer_port: int, seconds: int) -> PortGrant | PortRefusal | None:
        packet = pcp.map_request(self._way.own, self._nonce, self._port, outer_port, seconds)
        return await ask(
            self._way,
            pcp.PORT,
            packet,
            lambda answer: pcp.read_map_answer(answer, self._nonce, self._port),
        )


class NatPmpSpeaker:
    """NAT-PMP: the outer address first, then the port."""

    name: Final = "NAT-PMP"

    def __init__(self, way: WayOut, port: int) -> None:
        self.may_hold = False
        self._way = way
        self._port = port
        self._outer_port = port

    async def ask(self, seconds: int) -> PortGrant | PortRefusal | None:
        """Ask for the port, or for more time; None is silence."""
        question = natpmp.address_request()
        address: IPv4Address | PortRefusal | None = await ask(
            self._way, natpmp.PORT, question, natpmp.read_address_answer
        )
        if address is None or isinstance(address, PortRefusal):
            return address
        self.may_hold = True
        lease = await self._ask(self._outer_port, seconds)
        if isinstance(lease, natpmp.PortLease):
            self._outer_port = lease.port
            return PortGrant(address, lease.port, lease.seconds)
        if lease is not None:
            self.may_hold = False
        return lease

    async def give_back(self) -> None:
        """Give the port back; it expires by itself if no answer comes."""
        await self._ask(0, 0)

    async def _ask(self, outer_port: int, seconds: int) -> natpmp.PortLease | PortRefusal | None:
        packet = natpmp.lease_request(self._port, outer_port, seconds)
        return await ask(
            self._way,
            natpmp.PORT,
            packet,
            lambda answer: natpmp.read_lease_answer(answer, self._port),
        )
