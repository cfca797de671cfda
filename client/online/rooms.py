"""A lobby and a game over a relay: links, timers and a worker around the sans-I/O machines."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import trio

from client.online.gallery_server import Served
from client.online.link import Link, LinkState
from client.online.proof_worker import Worker
from client.platform.system import millis, random_bytes, seconds
from client.storage.journal_file import JournalFile
from client.storage.journal_rows import Address
from client.storage.saved_games import SavedTable
from client.tables.network_table import NetworkTable
from client.tables.signers_table import OwnSeat
from protocol.charter import Charter
from protocol.errors import RemoteProtocolError
from protocol.lobby.lobby import Broadcast, Kicked, Lobby, LobbyEvent, Moved, RosterChanged, Started
from protocol.lobby.presence import ChatEvent, TablePresence
from protocol.lobby.rooms import Room
from protocol.wire.packets import QUESTION_SIZE, Leaving, Signed, is_signed, read_packet

AGAIN_SECONDS: Final = 3.0
"""How often a lobby repeats itself, and a game says where it stands while it waits."""
GOODBYE_SECONDS: Final = 3.0
"""How long one stays for the relay to confirm what was said last."""

_MOST_UNHEARD: Final = 100
"""Lines that are kept until somebody reads them."""


def _nothing() -> None:
    pass


class LobbyRoom:
    """A lobby in a room of a relay, until the game starts, or not.

    Attributes:
        started: how the game starts, once it does.
        kicked: whether the host went on without us.
        host_left: whether the host closed the table.
        heard_at: when the host was last heard, in seconds of the clock; None before the first time.
        start_said: the start of the game as the host said it, b"" before it.
    """

    def __init__(
        self,
        address: Address,
        room: Room,
        lobby: Lobby,
        on_event: Callable[[LobbyEvent], None] = lambda _event: None,
        on_change: Callable[[], None] = _nothing,
    ) -> None:
        self.address = address
        self.room = room
        self.lobby = lobby
        self.started: Started | None = None
        self.kicked = False
        self.host_left = False
        self.heard_at: float | None = None
        self.start_said = b""
        self._served: Served | None = None
        self._is_gallery = trio.Event()
        self._on_event = on_event
        self._on_change = on_change
        self._decided = trio.Event()
        self._scope = trio.CancelScope()
        self._moved = trio.Event()
        self._to_run: list[tuple[Link, trio.Event]] = []
        self.link = self._open(room)

    def _open(self, room: Room) -> Link:
        self.room = room
        self._moved.set()
        self._moved = trio.Event()
        link = Link(self.address, room, self._receive, self._on_change)
        self._to_run.append((link, self._moved))
        return link

    def do(self, events: tuple[LobbyEvent, ...], said: bytes = b"") -> None:
        """Carry out what the lobby wants done, because of what was `said` last."""
        for event in events:
            match event:
                case Broadcast():
                    self.link.send(event.raw)
                    said = event.raw
                case Started():
                    self.started = event
                    self.start_said = said
                    self._decided.set()
                case Moved():
                    self.link = self._open(Room(event.secret))
                    self.do(self.lobby.repeat())
                case Kicked():
                    self.kicked = True
                    self._decided.set()
                case RosterChanged():
                    self.heard_at = seconds()
                case _:
                    pass
            self._on_event(event)

    async def run(self) -> None:
        """Stay until closed: who opened the table answers in its lobby while it is played."""
        async with trio.open_nursery() as nursery:
            self._scope = nursery.cancel_scope
            nursery.start_soon(self._repeat)
            nursery.start_soon(self._show)
            self.do(self.lobby.start())
            while True:
                while self._to_run:
                    nursery.start_soon(self._stay, *self._to_run.pop(0))
                await self._moved.wait()

    async def decided(self) -> None:
        """Return when the game starts, or will not with this player."""
        await self._decided.wait()

    async def said(self) -> None:
        """Return when the relay holds what was said last, or does not answer."""
        await handed_over(self.link)

    async def leave(self) -> None:
        """Say good-bye, as long as nothing is decided."""
        if not self._decided.is_set():
            self.do(self.lobby.leave())
            await self.said()

    def close(self) -> None:
        """Go: whoever knows how the game starts has no business here any more."""
        self._scope.cancel()

    async def _stay(self, link: Link, moved: trio.Event) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.run)
            await moved.wait()
            # Where the lobby went must be told in the old room before it is left.
            await handed_over(link)
            nursery.cancel_scope.cancel()

    def say(self, raw: bytes) -> None:
        """Say something in the room, wherever it is by now."""
        self.link.send(raw)

    def show(self, served: Served) -> None:
        """Be the gallery of the game that has started."""
        self._served = served
        self._is_gallery.set()

    @property
    def _is_lobby(self) -> bool:
        """Whether somebody may still have to hear of the start."""
        return self._served is None or (self.lobby.is_host and not self._served.has_begun)

    async def shown(self) -> None:
        """Return when nobody who watches lacks anything any more, or after a while."""
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
            if self.link.status.state is LinkState.UP and not alone:
                self.do(events)

    def _receive(self, payload: bytes) -> None:
        if self._served is not None:
            self._served.receive(payload)
        if not self._is_lobby:
            return
        if self._closes(payload):
            self.host_left = True
            self._decided.set()
        self.do(self.lobby.receive(payload), payload)
        self._on_change()

    def _closes(self, payload: bytes) -> bool:
        """Whether the host says good-bye, which is the end of a lobby."""
        lobby = self.lobby
        if lobby.is_host or not lobby.lobby or self.started is not None:
            return False
        try:
            packet = read_packet(payload)
        except RemoteProtocolError:
            return False
        return (
            isinstance(packet, Signed)
            and isinstance(packet.said, Leaving)
            and (packet.author, packet.lobby) == (lobby.host, lobby.lobby)
        )


@asynccontextmanager
async def lasting() -> AsyncIterator[trio.Nursery]:
    """A nursery whose tasks go on until the block is left, even while that is being cancelled.

    Whoever goes away has last words to say, and relay and link must be there to carry them. What
    goes wrong in the block is raised as it is, and in no group.
    """
    error: Exception | None = None

    async def behind(task_status: trio.TaskStatus[trio.Nursery]) -> None:
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as inner:
                task_status.started(inner)
                await trio.sleep_forever()

    async with trio.open_nursery() as outer:
        inner = await outer.start(behind)
        try:
            yield inner
        except Exception as raised:  # noqa: BLE001 - raised again, outside of the nursery
            error = raised
        finally:
            inner.cancel_scope.cancel()
    if error is not None:
        raise error


async def handed_over(link: Link) -> None:
    """Return when the relay holds everything that was sent, or does not answer in time.

    Nobody is kept from going by a relay that is not there; cancelled, this goes on all the same.
    """
    with trio.move_on_after(GOODBYE_SECONDS) as limit:
        limit.shield = True
        if link.status.state is not LinkState.UP:
            return
        await link.confirmed()


class GameRoom:
    """A game in its own room: the table, its people, its link, and a worker for proofs.

    `on_change` is called whenever there is something new to look at.

    Attributes:
        company: who of the people is there, and what they say.
        by_bot: whether a bot plays for the person now, as the others are told.
        began: when this program came to the table, in seconds of the clock.
    """

    def __init__(
        self,
        address: Address | None,
        charter: Charter,
        own: dict[int, OwnSeat],
        person: int,
        room_secret: bytes,
        on_change: Callable[[], None] = _nothing,
    ) -> None:
        self._worker = Worker()
        self._wake = trio.Event()
        self._ask = trio.Event()
        self._here = (LinkState.CONNECTING, 0)
        self._on_change = on_change
        self.link = (
            Link(address, Room(room_secret), self._receive, self._link_changed)
            if address is not None
            else None
        )
        self.table = NetworkTable(charter, own, person, self._send, self._worker.hand_out, seconds)
        self.table.is_cut = self._is_cut
        self.people = {
            hello.identity: signer
            for signer, hello in enumerate(charter.hellos)
            if not hello.is_bot
        }
        self.presence = TablePresence(charter.table_id, self.people, own[person].identity, person)
        self.by_bot = False
        self.began = seconds()
        self._said: deque[ChatEvent] = deque(maxlen=_MOST_UNHEARD)

    def speak(self, said: str | int) -> ChatEvent | None:
        """Say a line, or the phrase of a number, to everybody; gives what becomes of it."""
        now = millis()
        if isinstance(said, str):
            raw, event = self.presence.say(said, now)
        else:
            raw, event = self.presence.say_phrase(said, now)
        if raw is not None:
            self._send(raw)
        return event

    def said(self) -> tuple[ChatEvent, ...]:
        """What others have said since the last call."""
        said = tuple(self._said)
        self._said.clear()
        return said

    def let_bot_play(self, *, by_bot: bool) -> None:
        """Tell the others, at once, whether a bot plays for the person."""
        if by_bot != self.by_bot:
            self.by_bot = by_bot
            self._ask.set()

    def keep(self, journal: JournalFile, saved: SavedTable | None = None) -> None:
        """Write down what is decided and closed here; a saved table is played again first."""
        table = self.table
        table.keep(journal)
        journal.watch(table.sessions[table.person].transcript)
        if saved is None:
            table.came(journal.instance, b"")
        else:
            table.recall(saved.steps, saved.said)
            table.came(journal.instance, random_bytes(QUESTION_SIZE))

    def _send(self, raw: bytes) -> None:
        if self.link is not None:
            self.link.send(raw)

    def _receive(self, payload: bytes) -> None:
        if is_signed(payload):
            event = self.presence.receive(payload, seconds())
            if event is not None:
                self._said.append(event)
        # What is signed may be for the table too: where it stands, told to who comes back.
        self.table.receive(payload)
        self._changed()

    def _is_cut(self) -> bool:
        return self.link is not None and self.link.down_since(seconds()) is not None

    def _link_changed(self) -> None:
        """Whoever came back, we or others, may lack messages: everybody says where he stands."""
        if self.link is not None:
            here = (self.link.status.state, self.link.status.members)
            if here != self._here:
                self._here = here
                self._ask.set()
        self._changed()

    def _changed(self) -> None:
        self._wake.set()
        self._on_change()

    async def wait(self) -> None:
        """Return when something came in or was worked out since the last call."""
        await self._wake.wait()
        self._wake = trio.Event()

    def nudge(self) -> None:
        """Let `wait` return: there is something to do here."""
        self._wake.set()

    async def run(self) -> None:
        """Keep link and worker going until cancelled."""
        async with trio.open_nursery() as nursery:
            if self.link is not None:
                nursery.start_soon(self.link.run)
            nursery.start_soon(self._worker.run, self.table, self._changed)
            nursery.start_soon(self._say_where)
            self.table.start()
            self._changed()
            await trio.sleep(math.inf)

    async def _say_where(self) -> None:
        link = self.link
        while link is not None:
            self._ask = trio.Event()
            with trio.move_on_after(AGAIN_SECONDS):
                await self._ask.wait()
            self.presence.tick()
            if link.status.state is LinkState.UP and link.status.members != 1:
                self.table.say_where()
                step = self.table.sessions[self.table.person].point.step
                self._send(self.presence.packet(step, millis(), by_bot=self.by_bot))
