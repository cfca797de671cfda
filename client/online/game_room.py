"""A game over a relay, new or resumed: table, link, record and journal.

It has a few more than 400 lines: all that a running game needs of the network hangs together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from client.online.gallery_room import ServedGame
from client.online.link import Link, LinkState
from client.online.tasks import Waking, nothing
from client.platform.system import millis, random_bytes
from client.storage.journal_file import JournalFile
from client.storage.journal_rows import TableBegin
from client.storage.saved_games import SavedTable
from client.tables.network_table import NetworkTable
from client.tables.worker import Worker
from protocol.lobby.presence import AWAY_SECONDS, ChatEvent, TablePresence
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Routes
from protocol.spectate.gallery import Gallery
from protocol.spectate.visitors import Visitors
from protocol.wire.packets import QUESTION_SIZE, is_signed
from protocol.wire.venues import Venue

TICK_SECONDS: Final = 5.0
"""How often a waiting game reports its step: a tick of the protocol, by which patience counts."""
END_SECONDS: Final = 30.0
"""How long the end of a game is handed out to players who are present and may lack it (6.12)."""
MISSED_SECONDS: Final = 8.0
"""Longer than a tick, by more than a busy machine or a slow network delays a sign of presence."""
ALONE_SECONDS: Final = 2.0
"""The same if the relay counts nobody else: longer than the announcement of a new member takes."""
_HOST: Final = 0
_ROUTES_EACH: Final = 12
"""Ticks after which other routes to the relay of this program are told again."""
_MOST_NOTED: Final = 64
"""Changes of the routes to write down: a host that tells others all the time fills no disk."""
_MOST_UNHEARD: Final = 100
"""Lines of chat to keep until they are read."""


def speak(people: TablePresence | Visitors, link: Link, said: str | int) -> ChatEvent | None:
    """Send a line, or a numbered phrase, to all; return what becomes of it."""
    if isinstance(said, str):
        raw, event = people.say(said, millis())
    else:
        raw, event = people.say_phrase(said, millis())
    if raw is not None:
        link.send(raw)
    return event


class GameRoom(Waking):
    """A game in its own room: the table, its players, its link, and a worker for proofs.

    `on_change` is called whenever there is something new to look at.

    Attributes:
        presence: the players who are present, and their chat.
        by_bot: whether a bot plays for the player now, as the others know.
        clock: seconds, as table and link count them.
        began: when this program came to the table, by `clock`.
    """

    def __init__(
        self,
        begun: TableBegin,
        on_change: Callable[[], None] = nothing,
        clock: Callable[[], float] | None = None,
        *,
        chose_relay: bool = False,
    ) -> None:
        """Open the room; `chose_relay` if this person chose the relay, as a host has."""
        super().__init__(on_change)
        self.clock = clock or trio.lowlevel.current_clock().current_time
        self._worker = Worker()
        self._ask = trio.Event()
        self._here = (LinkState.CONNECTING, 0)
        room, charter, person = Room(begun.room_secret), begun.charter, begun.person
        hear, opens = self._receive, chose_relay or person == _HOST
        self.link = Link(begun.relay, room, hear, self._link_changed, self.clock, opens_room=opens)
        self.table = NetworkTable(
            charter, begun.seats, person, self.link.send, self._worker.hand_out, self.clock
        )
        self.table.thinker = self._worker.think
        self.table.is_cut = self._is_cut
        self.table.unheard = lambda: self.unheard(self.clock())
        self.people = {
            hello.identity: signer
            for signer, hello in enumerate(charter.hellos)
            if not hello.is_bot
        }
        own = begun.seats[person].identity
        self.presence = TablePresence(Venue.table(charter.table_id), self.people, own, person)
        self.by_bot = False
        self.began = self.clock()
        self._said: deque[ChatEvent] = deque(maxlen=_MOST_UNHEARD)
        self._journal: JournalFile | None = None
        self._told: Routes = ()
        self._noted = 0
        self._own_routes: Routes = ()

    def tell_routes(self, routes: Routes) -> None:
        """Inform the others, now and every minute, of other routes to the relay of this program."""
        self._own_routes = routes
        self._send_routes()

    def _send_routes(self) -> None:
        if self._own_routes:
            self.link.send(self.presence.reroute(self._own_routes, millis()))

    def speak(self, said: str | int) -> ChatEvent | None:
        """Send a line, or a numbered phrase, to all; return what becomes of it."""
        return speak(self.presence, self.link, said)

    def said(self) -> tuple[ChatEvent, ...]:
        """Return the lines of others since the last call."""
        said = tuple(self._said)
        self._said.clear()
        return said

    def unheard(self, now: float) -> dict[int, int]:
        """Return the persons who are not heard, with their seconds; nobody while our link is down.

        Less time is enough to miss somebody if the relay counts one less.
        """
        status, count = self.link.status, len(self.people)
        if self.link.down_since(now) is not None:
            return {}
        patience = MISSED_SECONDS if 0 < status.members < count else AWAY_SECONDS
        patience = ALONE_SECONDS if status.members == 1 else patience
        since = max(self.began, status.since)
        found = {
            signer: self.presence.silent_for(signer, now, since, patience)
            for signer in sorted(self.people.values())
            if signer != self.table.person
        }
        return {signer: seconds for signer, seconds in found.items() if seconds is not None}

    def report_now(self) -> None:
        """Report step and presence to the others without waiting for the next tick."""
        self._ask.set()

    def report_at_once(self) -> None:
        """Report step and presence to the others, if there are any, before anything else happens.

        A player who leaves next has told it then; a report on request could come too late.
        """
        link = self.link
        if link.status.state is LinkState.UP and link.status.members != 1:
            self.table.report()
            self._send_presence()

    def _send_presence(self) -> None:
        step = self.table.sessions[self.table.person].point.step
        self.link.send(self.presence.packet(step, millis(), by_bot=self.by_bot))

    def let_bot_play(self, *, by_bot: bool) -> None:
        """Inform the others at once whether a bot plays for the player."""
        if by_bot != self.by_bot:
            self.by_bot = by_bot
            self.report_now()

    def keep(self, journal: JournalFile, saved: SavedTable | None = None) -> None:
        """Write down every answer and closed step; replay a saved table first."""
        table, self._journal = self.table, journal
        table.keep(journal)
        journal.watch(table.sessions[table.person].transcript)
        if saved is None:
            table.came(journal.instance, b"")
        else:
            table.recall(saved.steps, saved.said)
            table.patience.miss()
            table.came(journal.instance, random_bytes(QUESTION_SIZE))

    @property
    def has_begun(self) -> bool:
        """Whether all have signed the charter, so that there is a game."""
        return bool(self.table.sessions[self.table.person].transcript.history)

    @property
    def unsigned(self) -> tuple[str, ...]:
        """The names of the players who have yet to sign the charter."""
        if self.has_begun:
            return ()
        waiting = self.table.sessions[self.table.person].waiting_for
        return tuple(self.table.charter.names[signer] for signer in sorted(waiting))

    @property
    def hands_out_end(self) -> bool:
        """Whether the game is over, and somebody present may lack its end."""
        table = self.table
        if table.closed is None or self.clock() - table.closed_at >= END_SECONDS:
            return False
        present = table.sessions[table.person].referee.attendance.persons
        told = self.presence.steps
        others = (signer for signer in present if signer != table.person)
        return any(told.get(signer, 0) < table.end_step for signer in others)

    def serve(self, start: bytes, send: Callable[[bytes], None]) -> ServedGame:
        """Return this seat's game for spectators; `start` is the host's start message."""
        session = self.table.sessions[self.table.person]
        gallery = Gallery(self.table.charter, start, session.identity)
        return ServedGame(gallery, session.transcript, send)

    def _receive(self, payload: bytes) -> None:
        if is_signed(payload):
            event = self.presence.receive(payload, self.clock())
            if event is not None:
                self._said.append(event)
            if self.presence.routes != self._told:
                self._told = self.presence.routes
                self.link.learn(self._told)
                if self._journal is not None and self._noted < _MOST_NOTED:
                    self._noted += 1
                    self._journal.moved(self.link.routes, 0)
        # A signed packet may be for the table too: a report of its step to a returning player.
        self.table.receive(payload)
        self.changed()

    def _is_cut(self) -> bool:
        return self.link.down_since(self.clock()) is not None

    def _link_changed(self) -> None:
        """Let all report their step: a player who came back, ours or another, may lack messages."""
        here = (self.link.status.state, self.link.status.members)
        if here != self._here:
            self._here = here
            self.report_now()
        self.changed()

    async def run(self) -> None:
        """Keep link and worker going until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.link.run)
            nursery.start_soon(self._report)
            nursery.start_soon(self._worker.run, self.table, self.changed)
            self.table.start()
            self.changed()
            await trio.sleep_forever()

    async def _report(self) -> None:
        """Report step and presence with every tick, and whenever asked.

        A report on request, as when somebody joins or leaves the relay, makes no time pass.
        """
        link, due, ticks = self.link, trio.current_time() + TICK_SECONDS, 0
        while True:
            self._ask = trio.Event()
            with trio.move_on_at(due):
                await self._ask.wait()
            is_tick = trio.current_time() >= due
            if is_tick:
                due = trio.current_time() + TICK_SECONDS
            self.presence.tick()
            ticks += is_tick
            if is_tick and ticks % _ROUTES_EACH == 0:
                self._send_routes()
            if link.status.state is LinkState.UP and link.status.members != 1:
                if is_tick:
                    self.table.say_where()
                else:
                    self.table.report()
                self._send_presence()
