"""Tables on the local network: announced by their hosts, listed for players who look for one.

An announcement carries the invitation, so an announced table is open to everybody on the network;
the host sees all who come. No announcement is trusted: it is read like an invitation from a
stranger, and the lobby behind it must prove itself.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from enum import StrEnum
from typing import Final

import trio
from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

from client.online.interfaces import own_hosts
from client.online.tasks import nothing
from client.platform.system import random_bytes
from client.router.address_kinds import AddressKind, address_of, kind_of_host
from client.text.catalogue import say
from engine.values import Value, replace
from protocol.charter import LONGEST_NAME, PROTOCOL_VERSION, VERSIONS
from protocol.errors import BadInvitation
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import LONGEST_HOST, tcp_route
from protocol.wire.names import cleaned

SERVICE: Final = "_bloodrage._tcp.local."
MOST_TABLES: Final = 50
MOST_IN_VAIN: Final = 4
"""Announcements to ask about although nobody answered about others."""
LOOK_SECONDS: Final = 3.0
"""Time between two looks at the addresses of this machine while tables are listed."""
_LOOK_MILLISECONDS: Final = 3000
_CLOSING_SECONDS: Final = 3.0
_LONGEST_TEXT: Final = 255 - len("invitation=")
"""Bytes of a value in a TXT record (RFC 6763, 6.1)."""
_NEAR: Final = (AddressKind.PRIVATE, AddressKind.LINK)

Interfaces = list[str] | None
"""Addresses to announce on and to listen on; None for all of this machine."""


class LanState(StrEnum):
    """The state of an announced table: a seat is free, all are taken, or the game has begun."""

    OPEN = "open"
    FULL = "full"
    BEGUN = "begun"


class LanTable(Value):
    """An announced table: the host's name, the number of seats, the way there, the state.

    `label` is that of its announcement: the table stays the same when all else changes.
    """

    name: str
    seats: int
    version: int
    invitation: Invitation
    state: LanState = LanState.OPEN
    label: str = ""

    @property
    def fits(self) -> bool:
        """Whether this program speaks its version."""
        return self.version in VERSIONS


def _open(interfaces: Interfaces) -> Zeroconf:
    if interfaces is not None:
        return Zeroconf(interfaces=interfaces)
    try:
        return Zeroconf(ip_version=IPVersion.All)
    except OSError:  # no IPv6 here, or no IPv4
        return Zeroconf()


@asynccontextmanager
async def _zeroconf(interfaces: Interfaces) -> AsyncIterator[Zeroconf]:
    """Open the library, and close it in the end even when cancelled."""
    zeroconf = await trio.to_thread.run_sync(_open, interfaces)
    try:
        yield zeroconf
    finally:
        with trio.move_on_after(_CLOSING_SECONDS, shield=True):
            await trio.to_thread.run_sync(zeroconf.close, abandon_on_cancel=True)


async def _in_thread(do: Callable[[ServiceInfo], object], info: ServiceInfo) -> None:
    await trio.to_thread.run_sync(do, info, abandon_on_cancel=True)


class Announcement:
    """Announces one table until cancelled: as it is now, or not at all while nobody may come.

    Attributes:
        trouble: the reason why it cannot be announced, "" while it can.
        is_heard: whether it is announced now.
    """

    def __init__(
        self, name: str, seats: int, invitation: Invitation, interfaces: Interfaces = None
    ) -> None:
        self.trouble = ""
        self.is_heard = False
        self._name = name
        self._seats = seats
        self._invitation = invitation
        self._state: LanState | None = LanState.OPEN
        self._interfaces = interfaces
        self._label = random_bytes(4).hex()
        self._changed = trio.Event()

    def update(self, invitation: Invitation) -> None:
        """Announce another invitation to the same table from now on."""
        if invitation != self._invitation:
            self._invitation = invitation
            self._changed.set()

    def show(self, state: LanState | None, seats: int) -> None:
        """Announce the state of the table and its seats from now on; None withdraws it."""
        if (state, seats) != (self._state, self._seats):
            self._state, self._seats = state, seats
            self._changed.set()

    def told(self) -> str:
        """Return the sentence for the host, "" while there is nothing to say."""
        if self.is_heard:
            return say("Announced on this network: anyone on it can join.")
        return self.trouble

    @property
    def _is_unheard(self) -> bool:
        """Whether this machine has no address that others can use."""
        return self._interfaces is None and _is_only_here(self._invitation)

    async def run(self) -> None:
        """Announce until cancelled, then withdraw; a network that forbids it is a `trouble`.

        A machine in no network announces nothing until it is in one.
        """
        try:
            while True:
                while self._is_unheard:
                    self.trouble = say("Not announced: this invitation works only on this machine.")
                    await self._next()
                await self._announce_here()
        finally:
            self.is_heard = False

    async def _announce_here(self) -> None:
        """Announce until the addresses of this machine change."""
        begun, self.trouble = self._networks(), ""
        try:
            async with _zeroconf(self._interfaces) as zeroconf:
                await self._announce(zeroconf, begun)
        except (OSError, ZeroconfError) as error:
            self.is_heard = False
            self.trouble = say("This table cannot be announced here: {why}.", why=str(error))
            while self._networks() == begun:
                await self._next()

    async def _announce(self, zeroconf: Zeroconf, begun: frozenset[str]) -> None:
        """Announce, change and withdraw for as long as somebody may hear it."""
        while not self._is_unheard and self._networks() == begun:
            state, self._changed = self._state, trio.Event()
            if state is not None:
                do = zeroconf.update_service if self.is_heard else zeroconf.register_service
                await _in_thread(do, self.info(state))
            elif self.is_heard:
                await _in_thread(zeroconf.unregister_service, self.info(LanState.BEGUN))
            self.is_heard = state is not None
            await self._changed.wait()
        self.is_heard = False

    def _networks(self) -> frozenset[str]:
        """Return the addresses of this machine that are announced.

        The library keeps to the addresses it found when it was opened, so it is opened again for
        others.
        """
        return frozenset(_announced(self._invitation))

    async def _next(self) -> None:
        """Wait for a change."""
        await self._changed.wait()
        self._changed = trio.Event()

    def info(self, state: LanState) -> ServiceInfo:
        """Return the announcement of the moment."""
        invitation = _short(self._invitation)
        addresses = _announced(invitation)
        return ServiceInfo(
            SERVICE,
            f"table-{self._label}.{SERVICE}",
            parsed_addresses=addresses,
            port=invitation.routes[0].port,
            properties={
                "name": self._name,
                "seats": str(self._seats),
                "version": str(PROTOCOL_VERSION),
                "state": str(state),
                "invitation": invitation.line(),
            },
            server=f"bloodrage-{self._label}.local.",
        )


class LanList:
    """The tables announced on this network, as they come and go.

    Attributes:
        tables: by the name of the announcement.
        trouble: the reason why nothing can be listed, "" while it can.
    """

    def __init__(
        self,
        on_change: Callable[[], None] = nothing,
        interfaces: Interfaces = None,
        look: Callable[[], tuple[str, ...]] = own_hosts,
    ) -> None:
        self._look = look
        self.tables: dict[str, LanTable] = {}
        self.trouble = ""
        self._on_change = on_change
        self._interfaces = interfaces

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            # The library listens at the addresses it found when it was opened.
            hosts = self._look()
            try:
                async with _zeroconf(self._interfaces) as zeroconf:
                    listener = _Listener(self._found, trio.lowlevel.current_trio_token())
                    ServiceBrowser(zeroconf, SERVICE, listener)
                    await self._until_others(hosts)
            except (OSError, ZeroconfError) as error:
                why = str(error)
                self.trouble = say("Tables on this network cannot be listed: {why}.", why=why)
                self._on_change()
                await self._until_others(hosts)
            self.tables.clear()
            self.trouble = ""
            self._on_change()

    async def _until_others(self, hosts: tuple[str, ...]) -> None:
        """Wait until this machine has other addresses; one without any keeps those of before."""
        while True:
            await trio.sleep(LOOK_SECONDS)
            if self._look() not in ((), hosts):
                return

    def _found(self, label: str, table: LanTable | None) -> None:
        if table is None:
            self.tables.pop(label, None)
        elif label in self.tables or len(self.tables) < MOST_TABLES:
            self.tables[label] = replace(table, label=label)
        self._on_change()


class _Listener(ServiceListener):
    """Listens in a thread of the library, and passes its findings to trio's thread."""

    def __init__(
        self, found: Callable[[str, LanTable | None], None], token: trio.lowlevel.TrioToken
    ) -> None:
        self._found = found
        self._token = token
        self._in_vain = 0

    def _tell(self, label: str, table: LanTable | None) -> None:
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(self._found, label, table)

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Take a new announcement, and ask for what is missing in it.

        All announcements wait for each other here. So after a few about which nobody answered, only
        what comes by itself counts, as it does of our own announcements.
        """
        with suppress(OSError, ZeroconfError, RuntimeError):
            info = ServiceInfo(type_, name)
            is_known = info.load_from_cache(zc)
            if not is_known and self._in_vain < MOST_IN_VAIN:
                is_known = info.request(zc, _LOOK_MILLISECONDS)
                self._in_vain += not is_known
            self._tell(name, table_of(info) if is_known else None)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Take a changed announcement."""
        self.add_service(zc, type_, name)

    def remove_service(self, _zc: Zeroconf, _type: str, name: str) -> None:
        """Take a withdrawn announcement."""
        self._tell(name, None)


def _announced(invitation: Invitation) -> list[str]:
    return [
        route.host
        for route in invitation.routes
        if address_of(route.host) is not None and "%" not in route.host
    ]


def _is_only_here(invitation: Invitation) -> bool:
    return all(kind_of_host(route.host) is AddressKind.MACHINE for route in invitation.routes)


def _short(invitation: Invitation) -> Invitation:
    """Return an invitation that fits a TXT record; addresses of this network stay longest."""
    routes = sorted(invitation.routes, key=lambda route: kind_of_host(route.host) not in _NEAR)
    short = replace(invitation, routes=tuple(routes))
    while len(short.line().encode()) > _LONGEST_TEXT and len(routes) > 1:
        routes.pop()
        short = replace(invitation, routes=tuple(routes))
    return short


def table_of(info: ServiceInfo) -> LanTable | None:
    """Read an announcement; return None if it is malformed: anybody can announce anything."""
    told: dict[str, str] = {}
    for key, value in info.properties.items():
        if value is not None:
            told[key.decode("utf-8", "replace")] = value.decode("utf-8", "replace")
    try:
        invitation = Invitation.read(told.get("invitation", ""))
    except BadInvitation:
        return None
    name = cleaned(told.get("name", ""), LONGEST_NAME)
    seats, version = told.get("seats", ""), told.get("version", "")
    if not name or any(cleaned(one.host, LONGEST_HOST) != one.host for one in invitation.routes):
        return None
    state = told.get("state", LanState.OPEN)
    if seats not in tuple("2345") or not (version.isascii() and version.isdigit()):
        return None
    if state not in tuple(LanState):
        return None
    found = info.parsed_addresses()
    elsewhere = [one for one in found if kind_of_host(one) is not AddressKind.MACHINE]
    if elsewhere and _is_only_here(invitation):
        port = invitation.routes[0].port
        invitation = replace(invitation, routes=(tcp_route(elsewhere[0], port),))
    return LanTable(name, int(seats), int(version[:6]), invitation, LanState(state))
