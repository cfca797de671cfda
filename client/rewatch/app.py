"""The program that shows a recorded game: keys in, screens out, and nothing goes on by itself."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
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
from client.presses import Wish
from client.rewatch.model import Rewatch
from client.settings.choosing import Chosen
from client.starts import choices_of
from client.theme import Glyphs, Look, Theme, style_rules
from protocol.retelling import Retold

_ESCAPE_SECONDS: Final = 0.05
_THEMES: Final = tuple(Theme)


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
            case Wish.THEME:
                at = _THEMES.index(self.look.theme)
                self.look = replace(self.look, theme=_THEMES[(at + 1) % len(_THEMES)])
                self.app.style = Style(style_rules(self.look.theme))
            case Wish.GLYPHS:
                ascii_now = self.look.glyphs is Glyphs.ASCII
                glyphs = Glyphs.UNICODE if ascii_now else Glyphs.ASCII
                self.look = replace(self.look, glyphs=glyphs)
            case Wish.REDRAW:
                self.app.renderer.clear()
            case Wish.SUSPEND:
                self.app.suspend_to_background()
            case _:
                pass
        self.app.invalidate()


def run_rewatch(retold: Retold, chosen: Chosen) -> int:
    """Show a game until the person leaves; gives the exit code."""
    choices = choices_of(chosen, sys.stdout, os.environ)
    RewatchProgram(retold, choices.look, choices.depth).app.run()
    return 0
