"""A lobby over a relay: link and timers around the sans-I/O lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

import trio

from client.online.gallery_room import ServedGame
from client.online.link import Link, LinkState
from client.online.no_seat import (
    BEGUN_SECONDS,
    FULL_SECONDS,
    OUT_SECONDS,
    Solitude,
    begun_sentence,
    closed_sentence,
    full_sentence,
    kicked_sentence,
    nobody_sentence,
    void_sentence,
)
from client.online.tasks import Waking, nothing
from client.platform.paths import state_directory
from client.text.protocol_faults import version_sentence
from protocol.charter import Charter
from protocol.errors import RemoteProtocolError
from protocol.lobby.lobby import Lobby
from protocol.lobby.lobby_events import (
    Broadcast,
    CalledOff,
    Kicked,
    LobbyEvent,
    Missed,
    Moved,
    PacketRefused,
    Rerouted,
    RosterChanged,
    Started,
    Voided,
)
from protocol.lobby.presence import AWAY_SECONDS
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Routes
from protocol.wire.packets import Leaving, Signed, read_packet
from protocol.wire.venues import Venue

MOST_MOVES: Final = 8
"""Moves to another relay that a lobby makes or follows."""
COUNT_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 10
"""Silence of a host of which its guests are told."""
AGAIN_SECONDS: Final = 3.0
"""How often a lobby repeats its state."""


class LobbyRoom(Waking):
    """A lobby in a room of a relay, until the game has begun.

    Attributes:
        started: how the game starts; None again if the start is called off.
        unsigned: the names of the players who have yet to sign the start.
        entered_at: when this player came in, by `clock`.
        heard_at: when the host was last heard, by `clock`; None before the first time.
        start_said: the host's start message, b"" before it.
    """

    def __init__(
        self,
        routes: Routes,
        room: Room,
        lobby: Lobby,
        on_event: Callable[[LobbyEvent], None] = lambda _event: None,
        on_change: Callable[[], None] = nothing,
        clock: Callable[[], float] | None = None,
    ) -> None:
        super().__init__(on_change)
        self.routes = routes
        self.room = room
        self.lobby = lobby
        self.clock = clock or trio.lowlevel.current_clock().current_time
        self.started: Started | None = None
        self.unsigned: tuple[str, ...] = ()
        self.entered_at = self.clock()
        self.heard_at: float | None = None
        self.start_said = b""
        self._was_seated = False
        self._has_begun = False
        self._is_out = False
        self._out_since: float | None = None
        self._missed: tuple[float, Charter] | None = None
        self._heard: dict[bytes, float] = {}
        self._is_expected = bool(lobby.host)
        self._is_decided = False
        self._why_not = ""
        self._full: tuple[float, RosterChanged] | None = None
        self._solitude = Solitude()
        self._served: ServedGame | None = None
        self._is_gallery = trio.Event()
        self._on_event = on_event
        self._scope = trio.CancelScope()
        self._moved = trio.Event()
        self._opened = trio.Event()
        self._former: list[Link] = []
        self._followed: Routes = ()
        self._moves = 0
        self._to_run: list[tuple[Link, trio.Event]] = []
        self.link = self._open(room)

    def _open(self, room: Room) -> Link:
        self.room = room
        self._moved.set()
        self._moved = trio.Event()
        link = self._link_to(room)
        self._to_run.append((link, self._moved))
        self._opened.set()
        self._former.clear()
        return link

    def _link_to(self, room: Room) -> Link:
        opens, hear = self.lobby.is_host, self._receive
        return Link(self.routes, room, hear, self.changed, self.clock, opens_room=opens)

    def do(self, events: tuple[LobbyEvent, ...], said: bytes = b"") -> None:
        """Carry out the events of the lobby; `said` is the message that led to them."""
        for event in events:
            match event:
                case Broadcast():
                    for link in (self.link, *self._former):
                        link.send(event.raw)
                    said = event.raw
                case Started() | CalledOff() | Missed():
                    self._notice_start(event, said)
                case Moved():
                    self.link = self._open(Room(event.secret))
                    self.do(self.lobby.repeat())
                case Rerouted():
                    self._follow(event)
                case Kicked() | Voided():
                    self._decide_against(self._turned_away(event))
                case RosterChanged():
                    self._notice_seats(event)
                    self._notice_people(event)
                case PacketRefused() if not self.lobby.is_host and self.lobby.terms is None:
                    told = version_sentence(event.reason, event.place)
                    self._why_not = told or self._why_not
                case _:
                    pass
            self._on_event(event)
        self.nudge()

    def _notice_start(self, event: Started | CalledOff | Missed, said: bytes) -> None:
        match event:
            case Started():
                self.started, self.start_said = event, said
            case CalledOff():
                self.started, self.start_said = None, b""
                self._is_out = not self.lobby.is_host
            case Missed():
                self._missed = self._missed or (self.clock(), event.charter)
                self._full = None
            case _:
                assert_never(event)

    def _turned_away(self, event: Kicked | Voided) -> str:
        match event:
            case Kicked():
                return kicked_sentence()
            case Voided():
                return void_sentence()
            case _:
                assert_never(event)

    def _follow(self, event: Rerouted) -> None:
        """Take other routes of the host, or follow to another relay; not for ever."""
        if not event.moves:
            self.link.learn(event.routes)
            self.routes = self.link.routes
        elif event.routes != self._followed and self._moves < MOST_MOVES:
            self._moves += 1
            self.routes = self._followed = event.routes
            self.link.move(event.routes)

    def move(self, routes: Routes) -> None:
        """Continue at another relay, as the host.

        Those at the old one, and all who still come there, hear of it as long as the lobby lasts.
        """
        self._former = [*self._former, self.link][-MOST_MOVES:]
        self.routes = routes
        self.link = self._link_to(self.room)
        self._to_run.append((self.link, self._moved))
        self._opened.set()
        self._tell_move()

    def _tell_move(self) -> None:
        """Inform those at the old relay of the move."""
        if self._former:
            raw = self.lobby.reroute(self.routes, moves=True).raw
            for link in self._former:
                link.send(raw)

    def tell_routes(self, routes: Routes) -> None:
        """Inform the others of other routes to this relay, as its host."""
        self.link.send(self.lobby.reroute(routes, moves=False).raw)

    def _decide_against(self, why: str) -> None:
        self._why_not = self._why_not if self._is_decided else why
        self._is_decided = True

    def look_for_seat(self) -> str:
        """Return the reason why there is no seat here, "" while there is hope.

        To be asked again and again. Players with a seat wait for a host that is away, and so do
        those who know their host from the last game.
        """
        if self._why_not or self._is_decided or self.lobby.is_host:
            return self._why_not
        if self._missed is not None and self.clock() - self._missed[0] >= BEGUN_SECONDS:
            identity = self.lobby.hello.identity
            self._decide_against(begun_sentence(self._missed[1], identity, state_directory()))
            return self._why_not
        if self._full is not None and self.clock() - self._full[0] >= FULL_SECONDS:
            roster = self._full[1]
            may_watch = roster.terms is not None and roster.terms.spectators
            return full_sentence(roster.seats, may_watch=may_watch)
        is_deserted = self._solitude.lasts(self.link) and not self._was_seated
        return nobody_sentence() if is_deserted and not self._is_expected else ""

    def _notice_seats(self, event: RosterChanged) -> None:
        """Notice whether the table is full without us."""
        own = self.lobby.hello
        self.heard_at, self._missed = self.clock(), None
        self._was_seated |= own in event.hellos
        is_there = any(hello.identity == own.identity for hello in event.hellos)
        if self._was_seated or is_there or len(event.hellos) < event.seats:
            self._full = None
        elif self._full is None:
            self._full = (self.clock(), event)
        if not self._is_decided:
            self._why_not = ""
        if own in event.hellos or not self._was_seated:
            self._out_since = None
        elif self._out_since is None:
            self._out_since = self.clock()

    def _notice_people(self, event: RosterChanged) -> None:
        """Count the silence of other guests from when they took their seats."""
        others, now = event.hellos[1:], self.clock()
        own = self.lobby.hello.identity
        here = [one.identity for one in others if not one.is_bot and one.identity != own]
        self._heard = {one: self._heard.get(one, now) for one in here}

    def silent(self) -> dict[bytes, int]:
        """Return the other guests that are not heard, by identity, with their seconds.

        Nobody is silent while the line of this player is down.
        """
        now = self.clock()
        if self.link.down_since(now) is not None:
            return {}
        since = self.link.status.since
        found = {one: now - max(heard, since) for one, heard in self._heard.items()}
        return {one: int(lasted) for one, lasted in found.items() if lasted >= AWAY_SECONDS}

    @property
    def is_settled(self) -> bool:
        """Whether time alone changes nothing about the seat here: only news can."""
        is_alone = self.link.status.state is LinkState.UP and self.link.status.members == 1
        counted = (self._missed, self._full, self._out_since)
        return self.lobby.is_host or (not is_alone and counted == (None, None, None))

    def stands_for(self) -> float:
        """Return the seconds until somebody's silence is to be shown, if nothing is heard.

        A silence that is shown already is counted by the second.
        """
        now, host = self.clock(), self.heard_at
        if self.link.down_since(now) is not None or not (self.lobby.is_host or host is not None):
            return COUNT_SECONDS
        ends = [self.link.quiet_from, *(one + AWAY_SECONDS for one in self._heard.values())]
        if not self.lobby.is_host and host is not None:
            ends.append(host + SILENT_SECONDS)
        return max(min(ends) - now, COUNT_SECONDS)

    @property
    def comes_again(self) -> bool:
        """Whether this player has to come in again, with new keys, and to agree once more.

        So it is after a start that was called off, even for a player that never heard of it.
        """
        is_lost = self._out_since is not None and self.clock() - self._out_since >= OUT_SECONDS
        return (self._is_out or is_lost) and not self._is_decided

    async def run(self) -> None:
        """Stay until closed: a host keeps answering in the lobby during the game."""
        async with trio.open_nursery() as nursery:
            self._scope = nursery.cancel_scope
            nursery.start_soon(self._repeat)
            nursery.start_soon(self._show)
            self.do(self.lobby.start())
            while True:
                self._opened = trio.Event()
                while self._to_run:
                    nursery.start_soon(self._stay, *self._to_run.pop(0))
                await self._opened.wait()

    async def leave(self) -> None:
        """Broadcast good-bye, unless a game has begun, has no seat for us, or we come again."""
        if not (self._is_decided or self._has_begun or self.comes_again):
            self.do(self.lobby.leave())
            await self.link.hand_over()

    def close(self) -> None:
        """Leave the room: players who have the start of the game are done here."""
        self._scope.cancel()

    async def _stay(self, link: Link, moved: trio.Event) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.run)
            await moved.wait()
            # The old room must learn of the lobby's new address before we leave it.
            await link.hand_over()
            nursery.cancel_scope.cancel()

    def note_begun(self) -> None:
        """Note that all have signed the start: it cannot be called off any more."""
        if not self._has_begun:
            self._has_begun = True
            if self.lobby.is_host:
                for event in self.lobby.confirm():
                    self.do((event,))
                    self.start_said = event.raw

    def say(self, raw: bytes) -> None:
        """Send a message to the room, wherever it is by now."""
        self.link.send(raw)

    def show(self, served: ServedGame) -> None:
        """Become the gallery of the game that has started."""
        self._served = served
        self._is_gallery.set()

    @property
    def _is_lobby(self) -> bool:
        """Whether the start may still be called off, or is not there yet."""
        return self._served is None

    async def shown(self) -> None:
        """Wait until the spectators have everything, or for a while."""
        if self._served is not None:
            await self._served.shown()

    async def _show(self) -> None:
        await self._is_gallery.wait()
        if self._served is not None:
            await self._served.run()

    async def _repeat(self) -> None:
        while True:
            await trio.sleep(AGAIN_SECONDS)
            if self._served is not None:
                self._served.tick()
            if not self._is_lobby:
                continue
            events = self.lobby.repeat()
            alone = self.link.status.members == 1
            if self._former or (self.link.status.state is LinkState.UP and not alone):
                self.do(events)
                self._tell_move()

    def _receive(self, payload: bytes) -> None:
        if self._served is not None:
            self._served.receive(payload)
        if not self._is_lobby:
            return
        if self._closes(payload):
            self._decide_against(closed_sentence())
        self.do(self.lobby.receive(payload), payload)
        now = self.clock()
        self._heard.update((one, now) for one in self.lobby.heard if one in self._heard)
        self.lobby.heard.clear()
        self.changed()

    def _closes(self, payload: bytes) -> bool:
        """Whether a message is the host's good-bye, which ends a lobby."""
        lobby = self.lobby
        if lobby.is_host or not lobby.lobby:
            return False
        try:
            packet = read_packet(payload)
        except RemoteProtocolError:
            return False
        return (
            isinstance(packet, Signed)
            and isinstance(packet.said, Leaving)
            and (packet.author, packet.venue) == (lobby.host, Venue.lobby(lobby.lobby))
        )
