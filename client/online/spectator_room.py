"""A spectator over a relay: the link to the gallery, and a thread that checks each step."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import trio

from client.online.game_room import speak
from client.online.link import Link, LinkState
from client.online.lobby_room import MOST_MOVES
from client.online.tasks import Waking, nothing
from client.platform.system import millis
from client.tables.watched import WatchedTable
from client.text.catalogue import listed, say
from protocol.charter import Charter
from protocol.errors import BadInvitation, RemoteProtocolError
from protocol.lobby.presence import ChatEvent
from protocol.lobby.rooms import Invitation
from protocol.lobby.routes import read_routes
from protocol.record.record import BrokenRecord
from protocol.spectate.follower import CheckedStep
from protocol.spectate.spectator import Spectator
from protocol.spectate.visitors import Visitors
from protocol.wire.identity import Identity
from protocol.wire.packets import Reroute, Signed, Start, read_packet
from protocol.wire.venues import VenueKind

ASK_SECONDS: Final = 3.0
"""How often a spectator asks."""
SHOW_SECONDS: Final = 1.0
"""How often to look for steps that were not sure before."""
_MOST_LINES: Final = 100


class WatchRoom(Waking):
    """One spectator in the gallery of a table, or in its lobby before the game.

    `on_change` is called whenever there is something new to look at.

    Attributes:
        spectator: the table as far as it is checked.
        visitors: the other spectators, None before the table is known.
        table: the game, once seats are drawn; another one after a rewind.
        trouble: the players whose pages proved nothing, "" while all did.
        is_checking: whether steps that have come are still being checked.
    """

    def __init__(
        self,
        invitation: Invitation,
        identity: Identity,
        name: str,
        on_change: Callable[[], None] = nothing,
    ) -> None:
        super().__init__(on_change)
        self.spectator = Spectator()
        self.visitors: Visitors | None = None
        self.table: WatchedTable | None = None
        self.trouble = ""
        self.is_checking = False
        self._identity = identity
        self._name = name
        self._came = trio.Event()
        self._table_id = b""
        self._past: list[CheckedStep] = []
        self._said: list[ChatEvent] = []
        self.link = Link(invitation.routes, invitation.room, self._receive, self._link_changed)
        self._is_up = False
        self._moved_to = ""
        self._moves = 0

    @property
    def charter(self) -> Charter | None:
        """The players, once the game has started."""
        return self.spectator.charter

    @property
    def why_not(self) -> str:
        """The reason why the table cannot be watched, "" while there is none."""
        if self.charter is not None and not self.charter.spectators:
            return say("This table is played without spectators.")
        return ""

    @property
    def is_over(self) -> bool:
        """Whether every step of the game is closed and checked."""
        return self.table is not None and self.table.closed is not None

    @property
    def actions(self) -> int:
        """The number of actions played so far."""
        return sum(len(one.applied) for one in self._past)

    def speak(self, said: str | int) -> ChatEvent | None:
        """Send a line, or a numbered phrase, to the other spectators."""
        return None if self.visitors is None else speak(self.visitors, self.link, said)

    def said(self) -> tuple[ChatEvent, ...]:
        """Return the lines of other spectators since the last call."""
        said, self._said = tuple(self._said), []
        return said

    # ----------------------------------------------------------------- background tasks

    async def run(self) -> None:
        """Watch until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.link.run)
            nursery.start_soon(self._ask)
            nursery.start_soon(self._show_on)
            await self._check()

    async def _ask(self) -> None:
        while True:
            if self.link.status.state is LinkState.UP and not self.is_over:
                self.link.send(self.spectator.ask())
            if self.visitors is not None:
                self.visitors.tick()
                self.link.send(self.visitors.visit(millis()))
            await trio.sleep(ASK_SECONDS)

    async def _check(self) -> None:
        """Check new pages in a thread: the screen never waits for proofs."""
        while True:
            self._came = trio.Event()
            has_checked = False
            while (found := self.spectator.complete()) is not None:
                self.is_checking = True
                try:
                    await trio.to_thread.run_sync(
                        self.spectator.take, found, abandon_on_cancel=True
                    )
                except BrokenRecord:
                    self.trouble = listed(self.spectator.names_of(sorted(found.pages.authors)))
                else:
                    has_checked = True
                self._show()
                self.changed()
            self.is_checking = False
            if has_checked:
                self.link.send(self.spectator.ask())
            await self._came.wait()

    async def _show_on(self) -> None:
        """Show steps later that too few players spoke for when they came."""
        while True:
            await trio.sleep(SHOW_SECONDS)
            if self._show():
                self.changed()

    def _show(self) -> bool:
        """Show the steps that are ready; return whether there were any."""
        ready = self.spectator.ready(trio.current_time())
        follower = self.spectator.follower
        if follower is not None and self.table is not None:
            self.table.follow(follower)
        for closed in ready:
            assert follower is not None
            if closed.rewound:
                self._past = [one for one in self._past if one.step < closed.step]
                self.table = None
            self._past.append(closed)
            if self.table is not None:
                self.table.hear(closed)
            elif closed.state is not None:
                self.table = WatchedTable(follower, self._past)
        return bool(ready)

    # -------------------------------------------------------------------- listening

    def _receive(self, payload: bytes) -> None:
        try:
            packet = read_packet(payload)
        except RemoteProtocolError:
            return
        if not isinstance(packet, Signed):
            return
        if isinstance(packet.said, Reroute):
            self._follow(packet, packet.said)
        if self.visitors is not None:
            event = self.visitors.hear(packet, trio.current_time())
            if event is not None:
                self._said.append(event)
                del self._said[:-_MOST_LINES]
        if self.spectator.hear(packet):
            if isinstance(packet.said, Start):
                self._come_to(self.spectator.follower_id)
            self._came.set()
        self.changed()

    def _come_to(self, table_id: bytes) -> None:
        """Ask for the game of a start; another start may come before a game has begun."""
        if self.visitors is None or table_id != self._table_id:
            self._table_id = table_id
            self.visitors = Visitors(table_id, self._identity, self._name)
        self.link.send(self.spectator.ask())

    def _follow(self, packet: Signed, said: Reroute) -> None:
        """Follow the host of a lobby to another relay, once."""
        is_by_host = packet.venue.kind is VenueKind.LOBBY and packet.author == self.spectator.host
        if is_by_host and said.moves and said.routes != self._moved_to and self._moves < MOST_MOVES:
            with suppress(BadInvitation):
                self.link.move(read_routes(said.routes))
            self._moved_to, self._moves = said.routes, self._moves + 1

    def _link_changed(self) -> None:
        """Ask at once after joining or reconnecting."""
        is_up = self.link.status.state is LinkState.UP
        if is_up and not self._is_up:
            self.link.send(self.spectator.ask())
        self._is_up = is_up
        self.changed()


def waiting_sentence(room: WatchRoom) -> str:
    """Say what a spectator waits for before the game can be seen."""
    if room.charter is not None:
        return say("The game begins …")
    terms = room.spectator.terms
    if terms is None:
        return say("Asking for the table … Perhaps nobody is there to answer.")
    return say("The game has not begun. Here: {names}", names=listed(terms.names))
