"""The program that shows a recorded game: keys in, screens out, and nothing goes on by itself."""

from __future__ import annotations

import asyncio
import math
import os
import sys
from contextlib import suppress

from client.app.launch import choices_of
from client.app.terminal_app import Lights, Stage
from client.controller.requests import Mouse, Wish, changed_look
from client.platform.exit_codes import INTERRUPT, OK
from client.platform.system import seconds
from client.replay.player import Rewatch
from client.settings.resolve import Chosen
from client.ui.canvas import Canvas
from protocol.record.retelling import Retold


class RewatchProgram:
    """One recorded game on one terminal."""

    def __init__(self, retold: Retold, lights: Lights) -> None:
        """Begin with the first still."""
        self.rewatch = Rewatch(retold)
        self._changed = asyncio.Event()
        self.stage = Stage(self, lights)

    def draw(self, width: int, height: int) -> Canvas:
        """The screen at a size."""
        return self.rewatch.draw(width, height, self.stage.look, seconds())

    def paste(self, text: str) -> None:
        """There is nothing to paste into."""

    def point(self, mouse: Mouse, x: int, y: int) -> None:
        """The wheel goes through the game; over a sheet it scrolls."""
        del x, y
        if mouse is not Mouse.CLICK:
            down = mouse is Mouse.WHEEL_DOWN
            steps = ("left", "right") if self.rewatch.model.sheet is None else ("up", "down")
            self.press(steps[down])

    def press(self, key: str) -> None:
        """Handle a key by name."""
        match self.rewatch.press(key, seconds()):
            case Wish.LEAVE:
                self.stage.exit(OK)
            case Wish.INTERRUPT:
                self.stage.exit(INTERRUPT)
            case Wish.THEME | Wish.GLYPHS as wish:
                self.stage.look = changed_look(self.stage.look, wish)
            case wish:
                self.stage.fulfil(wish)
        self._changed.set()
        self.stage.refresh()

    async def run(self) -> int:
        """Show the game until the person leaves; gives the exit code. Time goes on meanwhile."""
        playing = asyncio.ensure_future(self._play())
        playing.add_done_callback(self._stopped)
        try:
            code = await self.stage.run()
        finally:
            playing.cancel()
        self.stage.check()
        return code

    def _stopped(self, playing: asyncio.Future[None]) -> None:
        if not playing.cancelled() and (error := playing.exception()) is not None:
            self.stage.fail(error)

    async def _play(self) -> None:
        while True:
            self._changed.clear()
            wait = self.rewatch.tick(seconds())
            if math.isfinite(wait):
                self.stage.refresh()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), wait if math.isfinite(wait) else None)


def run_rewatch(retold: Retold, chosen: Chosen) -> int:
    """Show a game until the person leaves; gives the exit code."""
    choices = choices_of(chosen, sys.stdout, os.environ)
    lights = Lights(choices.look, choices.depth, choices.settings.mouse)
    return asyncio.run(RewatchProgram(retold, lights).run())
