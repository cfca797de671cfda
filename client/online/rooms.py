"""A lobby and a game over a relay: links, timers and a worker around the sans-I/O machines."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import trio

from client.entropy import seconds
from client.link import Link
from client.tables.network import NetworkTable, OwnSeat, Result
from protocol.charter import Charter
from protocol.jobs import Job
from protocol.lobby import (
    Lobby,
    LobbyEvent,
    Moved,
    PutOut,
    Say,
    Started,
)
from protocol.rooms import Room

AGAIN_SECONDS: Final = 3.0
"""How often a lobby repeats itself, and a game says where it stands while it waits."""

Address = tuple[str, int]


class LobbyRoom:
    """A lobby in a room of a relay, until the game starts, or not.

    Attributes:
        started: how the game starts, once it does.
        put_out: whether the host went on without us.
    """

    def __init__(
        self,
        address: Address,
        room: Room,
        lobby: Lobby,
        on_event: Callable[[LobbyEvent], None] = lambda _event: None,
    ) -> None:
        self.address = address
        self.room = room
        self.lobby = lobby
        self.started: Started | None = None
        self.put_out = False
        self._on_event = on_event
        self._link: Link | None = None
        self._done = trio.Event()
        self._scope = trio.CancelScope()

    @property
    def link(self) -> Link | None:
        """The link in use, if any."""
        return self._link

    def do(self, events: tuple[LobbyEvent, ...]) -> None:
        """Carry out what the lobby wants done."""
        for event in events:
            match event:
                case Say():
                    if self._link is not None:
                        self._link.send(event.raw)
                case Started():
                    self.started = event
                    self._done.set()
                case Moved():
                    self.room = Room(event.secret)
                    self._scope.cancel()
                case PutOut():
                    self.put_out = True
                    self._done.set()
                case _:
                    pass
            self._on_event(event)

    async def run(self) -> None:
        """Stay until the game starts or the host goes on without us."""
        first = True
        while not self._done.is_set():
            self._scope = trio.CancelScope()
            link = Link(self.address, self.room, self._receive)
            self._link = link
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(link.run)
                    nursery.start_soon(self._repeat)
                    self.do(self.lobby.start() if first else self.lobby.again())
                    await self._done.wait()
                    # What was said last, the start above all, must get out first.
                    await link.flushed()
                    nursery.cancel_scope.cancel()
            first = False

    async def _repeat(self) -> None:
        while True:
            await trio.sleep(AGAIN_SECONDS)
            self.do(self.lobby.again())

    def _receive(self, payload: bytes) -> None:
        self.do(self.lobby.receive(payload))


class GameRoom:
    """A game in its own room: the table, its link, and a worker for proofs.

    `on_change` is called whenever there is something new to look at.
    """

    def __init__(
        self,
        address: Address | None,
        charter: Charter,
        own: dict[int, OwnSeat],
        person: int,
        room_secret: bytes,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self._jobs: list[tuple[int, int, Job]] = []
        self._wake = trio.Event()
        self._job_wake = trio.Event()
        self._on_change = on_change
        self.link = (
            Link(address, Room(room_secret), self._receive, self._changed)
            if address is not None
            else None
        )
        self.table = NetworkTable(charter, own, person, self._send, self._hand_out, seconds)

    def _send(self, raw: bytes) -> None:
        if self.link is not None:
            self.link.send(raw)

    def _receive(self, payload: bytes) -> None:
        self.table.receive(payload)
        self._changed()

    def _hand_out(self, signer: int, number: int, job: Job) -> None:
        self._jobs.append((signer, number, job))
        self._job_wake.set()

    def _changed(self) -> None:
        self._wake.set()
        self._on_change()

    async def wait(self) -> None:
        """Return when something came in or was worked out since the last call."""
        await self._wake.wait()
        self._wake = trio.Event()

    async def run(self) -> None:
        """Keep link and worker going until cancelled."""
        async with trio.open_nursery() as nursery:
            if self.link is not None:
                nursery.start_soon(self.link.run)
            nursery.start_soon(self._work)
            nursery.start_soon(self._say_where)
            self.table.start()
            self._changed()
            await trio.sleep(math.inf)

    async def _work(self) -> None:
        """One thread, one job after the other: checking never blocks the screen."""
        limiter = trio.CapacityLimiter(1)
        while True:
            while not self._jobs:
                await self._job_wake.wait()
                self._job_wake = trio.Event()
            signer, number, job = self._jobs.pop(0)
            result: Result = await trio.to_thread.run_sync(
                self.table.run_job, job, limiter=limiter, abandon_on_cancel=True
            )
            self.table.job_done(signer, number, result)
            self._changed()

    async def _say_where(self) -> None:
        while True:
            await trio.sleep(AGAIN_SECONDS)
            self.table.say_where()
