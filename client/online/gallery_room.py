"""A seat that shows its game to spectators: steps on request, and each step once it is closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from client.online.link import Link
from client.platform.system import millis
from protocol.agreement.transcript import Transcript
from protocol.lobby.rooms import Room
from protocol.lobby.routes import Routes
from protocol.spectate.gallery import Gallery

SHOW_SECONDS: Final = 0.5
"""How often spectators get the steps that were closed."""
LOOK_SECONDS: Final = 3.0
"""How often to check for spectators."""
LAST_SECONDS: Final = 30.0
"""Longest time a seat stays for spectators after the game."""
AGAIN_SECONDS: Final = 3.0
"""How often a gallery counts as having waited."""


class ServedGame:
    """One seat's game, shown to spectators; `send` sends to the room."""

    def __init__(
        self, gallery: Gallery, transcript: Transcript, send: Callable[[bytes], None]
    ) -> None:
        self._gallery = gallery
        self._transcript = transcript
        self._send = send

    @property
    def has_begun(self) -> bool:
        """Whether all have signed the charter, so that everybody knows of the start."""
        return bool(self._transcript.history)

    @property
    def is_watched(self) -> bool:
        """Whether a spectator asked recently."""
        return self._gallery.is_watched(trio.current_time())

    def tick(self) -> None:
        """Count some seconds as passed."""
        self._gallery.tick()

    def receive(self, payload: bytes) -> None:
        """Take a packet of the room."""
        now = trio.current_time()
        for raw in self._gallery.receive(payload, self._transcript, now, millis()):
            self._send(raw)

    def show_on(self) -> None:
        """Show the steps closed since the last call."""
        for raw in self._gallery.grown(self._transcript, trio.current_time(), millis()):
            self._send(raw)

    async def run(self) -> None:
        """Show closed steps until cancelled."""
        while True:
            await trio.sleep(SHOW_SECONDS if self.is_watched else LOOK_SECONDS)
            self.show_on()

    async def shown(self) -> None:
        """Wait until the spectators have everything, or for a while."""
        with trio.move_on_after(LAST_SECONDS):
            while self.is_watched:
                self.show_on()
                await trio.sleep(LOOK_SECONDS + SHOW_SECONDS)
                if not self._gallery.lacks(trio.current_time()):
                    # Vouch for the end: it closed too soon after the step before it.
                    self.show_on()
                    return


class GalleryRoom:
    """The lobby's room of a resumed table, which shows the game until closed."""

    def __init__(
        self,
        routes: Routes,
        room: Room,
        serve: Callable[[Callable[[bytes], None]], ServedGame],
        *,
        opens_room: bool,
    ) -> None:
        """Open the room as `Link` does; `serve` makes the shown game, given a way to send."""
        self._scope = trio.CancelScope()
        self.link = Link(routes, room, self._receive, opens_room=opens_room)
        self._served = serve(self.link.send)

    async def run(self) -> None:
        """Show the game until closed."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.link.run)
                nursery.start_soon(self._served.run)
                while True:
                    await trio.sleep(AGAIN_SECONDS)
                    self._served.tick()

    async def shown(self) -> None:
        """Wait until the spectators have everything, or for a while."""
        await self._served.shown()

    def close(self) -> None:
        """Stop showing the game."""
        self._scope.cancel()

    def _receive(self, payload: bytes) -> None:
        self._served.receive(payload)
