"""A game over a relay: table, link, timers, and a thread for proofs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from client.online.gallery_room import Served
from client.online.link import Link, LinkState
from client.online.tasks import Waking, nothing
from client.platform.system import millis, random_bytes
from client.storage.journal_file import JournalFile
from client.storage.journal_rows import TableBegin
from client.storage.saved_games import SavedTable
from client.tables.network_table import NetworkTable
from client.tables.signers_table import Result
from protocol.game.jobs import Job
from protocol.lobby.presence import ChatEvent, TablePresence
from protocol.lobby.rooms import Room
from protocol.spectate.gallery import Gallery
from protocol.spectate.visitors import Visitors
from protocol.wire.packets import QUESTION_SIZE, is_signed

AGAIN_SECONDS: Final = 3.0
"""How often a waiting game reports its step."""
_MOST_UNHEARD: Final = 100
"""Lines of chat to keep until they are read."""


class Worker:
    """One thread for making and checking proofs, one job at a time, in order."""

    def __init__(self) -> None:
        self._jobs: deque[tuple[int, int, Job]] = deque()
        self._wake = trio.Event()

    def hand_out(self, signer: int, number: int, job: Job) -> None:
        """Take a job of a signer; a `client.tables.signers_table.Runner`."""
        self._jobs.append((signer, number, job))
        self._wake.set()

    async def run(self, table: NetworkTable, on_done: Callable[[], None]) -> None:
        """Work for a table until cancelled; call `on_done` after each job."""
        limiter = trio.CapacityLimiter(1)
        while True:
            while not self._jobs:
                await self._wake.wait()
                self._wake = trio.Event()
            signer, number, job = self._jobs.popleft()
            result: Result = await trio.to_thread.run_sync(
                table.run_job, job, limiter=limiter, abandon_on_cancel=True
            )
            table.job_done(signer, number, result)
            on_done()


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
        presence: which players are present, and what they say.
        by_bot: whether a bot plays for the player now, as the others know.
        clock: seconds, as table and link count them.
        began: when this program came to the table, by `clock`.
    """

    def __init__(
        self,
        begun: TableBegin,
        on_change: Callable[[], None] = nothing,
        clock: Callable[[], float] | None = None,
    ) -> None:
        super().__init__(on_change)
        self.clock = clock or trio.lowlevel.current_clock().current_time
        self._worker = Worker()
        self._ask = trio.Event()
        self._here = (LinkState.CONNECTING, 0)
        room, charter, person = Room(begun.room_secret), begun.charter, begun.person
        self.link = Link(begun.relay, room, self._receive, self._link_changed, self.clock)
        self.table = NetworkTable(
            charter, begun.seats, person, self.link.send, self._worker.hand_out, self.clock
        )
        self.table.is_cut = self._is_cut
        self.people = {
            hello.identity: signer
            for signer, hello in enumerate(charter.hellos)
            if not hello.is_bot
        }
        own = begun.seats[person].identity
        self.presence = TablePresence(charter.table_id, self.people, own, person)
        self.by_bot = False
        self.began = self.clock()
        self._said: deque[ChatEvent] = deque(maxlen=_MOST_UNHEARD)

    def speak(self, said: str | int) -> ChatEvent | None:
        """Send a line, or a numbered phrase, to all; return what becomes of it."""
        return speak(self.presence, self.link, said)

    def said(self) -> tuple[ChatEvent, ...]:
        """Return the lines of others since the last call."""
        said = tuple(self._said)
        self._said.clear()
        return said

    def let_bot_play(self, *, by_bot: bool) -> None:
        """Tell the others at once whether a bot plays for the player."""
        if by_bot != self.by_bot:
            self.by_bot = by_bot
            self._ask.set()

    def keep(self, journal: JournalFile, saved: SavedTable | None = None) -> None:
        """Write down every answer and closed step; replay a saved table first."""
        table = self.table
        table.keep(journal)
        journal.watch(table.sessions[table.person].transcript)
        if saved is None:
            table.came(journal.instance, b"")
        else:
            table.recall(saved.steps, saved.said)
            table.came(journal.instance, random_bytes(QUESTION_SIZE))

    def serve(self, start: bytes, send: Callable[[bytes], None]) -> Served:
        """Return this seat's game for spectators; `start` is the host's start message."""
        session = self.table.sessions[self.table.person]
        gallery = Gallery(self.table.charter, start, session.identity)
        return Served(gallery, session.transcript, send)

    def _receive(self, payload: bytes) -> None:
        if is_signed(payload):
            event = self.presence.receive(payload, self.clock())
            if event is not None:
                self._said.append(event)
        # A signed packet may be for the table too: a report of its step to a returning player.
        self.table.receive(payload)
        self.changed()

    def _is_cut(self) -> bool:
        return self.link.down_since(self.clock()) is not None

    def _link_changed(self) -> None:
        """Have all report their step: a player who came back, we or others, may lack messages."""
        here = (self.link.status.state, self.link.status.members)
        if here != self._here:
            self._here = here
            self._ask.set()
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
        """Report step and presence every few seconds, and whenever asked."""
        link = self.link
        while True:
            self._ask = trio.Event()
            with trio.move_on_after(AGAIN_SECONDS):
                await self._ask.wait()
            self.presence.tick()
            if link.status.state is LinkState.UP and link.status.members != 1:
                self.table.say_where()
                step = self.table.sessions[self.table.person].point.step
                link.send(self.presence.packet(step, millis(), by_bot=self.by_bot))
