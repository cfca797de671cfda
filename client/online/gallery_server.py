"""A gallery that is served over a link: what is asked for is answered, what is closed is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from client.platform.system import millis, seconds
from protocol.agreement.transcript import Transcript
from protocol.spectate.gallery import Gallery

SHOW_SECONDS: Final = 0.5
"""How often spectators are shown what has been closed."""
LOOK_SECONDS: Final = 3.0
"""How often it is looked whether anybody watches."""
LAST_SECONDS: Final = 15.0
"""How long a seat stays for spectators once a game is over."""


class Served:
    """One seat's game, shown to those who watch; `send` says something in the room."""

    def __init__(
        self, gallery: Gallery, transcript: Transcript, send: Callable[[bytes], None]
    ) -> None:
        self._gallery = gallery
        self._transcript = transcript
        self._send = send

    @property
    def has_begun(self) -> bool:
        """Whether all have signed the charter: nobody has to be told of the start any more."""
        return bool(self._transcript.history)

    @property
    def is_watched(self) -> bool:
        """Whether somebody asked a little while ago."""
        return self._gallery.is_watched(seconds())

    @property
    def lacks(self) -> bool:
        """Whether somebody who watches has not got everything."""
        return self._gallery.lacks(seconds())

    def tick(self) -> None:
        """Some seconds have passed."""
        self._gallery.tick()

    def receive(self, payload: bytes) -> None:
        """Take a packet of the room."""
        for raw in self._gallery.receive(payload, self._transcript, seconds(), millis()):
            self._send(raw)

    def show_on(self) -> None:
        """Show what was closed since the last time."""
        for raw in self._gallery.grown(self._transcript, seconds(), millis()):
            self._send(raw)

    async def run(self) -> None:
        """Show what is closed until cancelled."""
        while True:
            await trio.sleep(SHOW_SECONDS if self.is_watched else LOOK_SECONDS)
            self.show_on()

    async def shown(self) -> None:
        """Return when nobody who watches lacks anything any more, or after a while."""
        with trio.move_on_after(LAST_SECONDS):
            while self.is_watched:
                self.show_on()
                await trio.sleep(LOOK_SECONDS + SHOW_SECONDS)
                if not self.lacks:
                    return
