"""The application that plays a recorded game: keys in, screens out."""

from __future__ import annotations

import asyncio
import math
import os
import sys
from contextlib import suppress

from client.app.launch import choices_of
from client.app.terminal_app import FullScreen, ScreenOptions
from client.controller.requests import Mouse, Request, changed_look
from client.platform.exit_codes import INTERRUPT, OK
from client.platform.system import seconds
from client.replay.player import ReplayPlayer
from client.settings.resolve import Chosen
from client.ui.canvas import Canvas
from protocol.record.retelling import Retold


class ReplayApp:
    """One recorded game on one terminal."""

    def __init__(self, retold: Retold, options: ScreenOptions) -> None:
        """Begin with the first frame."""
        self.player = ReplayPlayer(retold)
        self._changed = asyncio.Event()
        self.screen = FullScreen(self, options)

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the screen at a size."""
        return self.player.draw(width, height, self.screen.look, seconds())

    def paste(self, text: str) -> None:
        """Ignore pasted text."""

    def point(self, mouse: Mouse, x: int, y: int) -> None:
        """Step through the game with the wheel; scroll with it if an overlay is open."""
        del x, y
        if mouse is not Mouse.CLICK:
            down = mouse is Mouse.WHEEL_DOWN
            steps = (
                ("left", "right") if self.player.model.display.overlay is None else ("up", "down")
            )
            self.press(steps[down])

    def press(self, key: str) -> None:
        """Handle a key by name."""
        match self.player.press(key, seconds()):
            case Request.LEAVE:
                self.screen.exit(OK)
            case Request.INTERRUPT:
                self.screen.exit(INTERRUPT)
            case Request.THEME | Request.GLYPHS as request:
                self.screen.look = changed_look(self.screen.look, request)
            case request:
                self.screen.fulfil(request)
        self._changed.set()
        self.screen.refresh()

    async def run(self) -> int:
        """Show the game until the person leaves; return the exit code."""
        playing = asyncio.ensure_future(self._play())
        playing.add_done_callback(self._stopped)
        try:
            code = await self.screen.run()
        finally:
            playing.cancel()
        self.screen.check()
        return code

    def _stopped(self, playing: asyncio.Future[None]) -> None:
        if not playing.cancelled() and (error := playing.exception()) is not None:
            self.screen.fail(error)

    async def _play(self) -> None:
        while True:
            self._changed.clear()
            wait = self.player.tick(seconds())
            if math.isfinite(wait):
                self.screen.refresh()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), wait if math.isfinite(wait) else None)


def run_replay(retold: Retold, chosen: Chosen) -> int:
    """Show a game until the person leaves; return the exit code."""
    choices = choices_of(chosen, sys.stdout, os.environ)
    options = ScreenOptions(choices.look, choices.depth, choices.settings.mouse)
    return asyncio.run(ReplayApp(retold, options).run())
