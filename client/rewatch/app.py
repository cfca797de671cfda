"""The program that shows a recorded game: keys in, screens out, and nothing goes on by itself."""

from __future__ import annotations

import asyncio
import math
import os
import sys
from contextlib import suppress
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from client.canvas import Canvas
from client.control import ScreenControl
from client.entropy import seconds
from client.keys import key_name
from client.rewatch.model import Rewatch
from client.settings.choosing import Chosen
from client.starts import choices_of
from client.theme import Look, style_rules
from client.wishes import Wish, changed_look
from protocol.retelling import Retold

_ESCAPE_SECONDS: Final = 0.05


class RewatchProgram:
    """One recorded game on one terminal."""

    def __init__(
        self,
        retold: Retold,
        look: Look,
        depth: ColorDepth | None = None,
        input: Input | None = None,  # noqa: A002 - the word prompt_toolkit uses
        output: Output | None = None,
    ) -> None:
        """Begin with the first still."""
        self.rewatch = Rewatch(retold)
        self._changed = asyncio.Event()
        self.look = look
        self.app: Application[None] = Application(
            layout=Layout(Window(ScreenControl(self.draw), always_hide_cursor=True)),
            key_bindings=self._bindings(),
            style=Style(style_rules(look.theme)),
            color_depth=depth,
            full_screen=True,
            mouse_support=False,
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = _ESCAPE_SECONDS

    def draw(self, width: int, height: int) -> Canvas:
        """The screen at a size."""
        return self.rewatch.draw(width, height, self.look, seconds())

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            name = key_name(event.key_sequence[0].key)
            if name:
                self.press(name)

        return bindings

    def press(self, key: str) -> None:
        """Handle a key by name."""
        match self.rewatch.press(key, seconds()):
            case Wish.LEAVE | Wish.INTERRUPT:
                self.app.exit()
            case Wish.THEME | Wish.GLYPHS as wish:
                self.look = changed_look(self.look, wish)
                self.app.style = Style(style_rules(self.look.theme))
            case Wish.REDRAW:
                self.app.renderer.clear()
            case Wish.SUSPEND:
                self.app.suspend_to_background()
            case _:
                pass
        self._changed.set()
        self.app.invalidate()

    async def run(self) -> None:
        """Show the game until the person leaves; while it plays, time goes on."""
        playing = asyncio.ensure_future(self._play())
        try:
            await self.app.run_async()
        finally:
            playing.cancel()

    async def _play(self) -> None:
        while True:
            self._changed.clear()
            wait = self.rewatch.tick(seconds())
            if math.isfinite(wait):
                self.app.invalidate()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), wait if math.isfinite(wait) else None)


def run_rewatch(retold: Retold, chosen: Chosen) -> int:
    """Show a game until the person leaves; gives the exit code."""
    choices = choices_of(chosen, sys.stdout, os.environ)
    asyncio.run(RewatchProgram(retold, choices.look, choices.depth).run())
    return 0
