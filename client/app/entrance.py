"""The menu before the game: it takes keys at once, while everything else is still being loaded.

A bare application of prompt_toolkit takes a tenth of a second to start, and the game, its protocol
and the network several times that. So the menu begins alone. What lies behind it is loaded in a
thread as soon as the first frame is painted, and then the program (client/app/program.py) takes
over the screen. Until then the menu itself moves and explains; keys that need more than the menu
wait for the program, and all later ones behind them.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from client.app.run_choices import Choices, choices_of, first_menu, with_background
from client.app.terminal_app import FullScreen, ScreenApp, ScreenOptions
from client.menu.main_menu import Menu, MenuPage, Quit, press
from client.menu.menu_screen import draw
from client.platform.exit_codes import INTERRUPT, OK
from client.settings.layouts import Keyboard
from client.settings.letter_order import letter_order
from client.settings.resolve import Chosen
from client.style.theme import Glyphs
from engine.values import replace

if TYPE_CHECKING:
    from client.app.program import Program
    from client.controller.requests import Mouse
    from client.storage.saved_games import Saved
    from client.ui.canvas import Canvas

_LIGHT: Final = (MenuPage.MAIN, MenuPage.TEXT)
"""Pages that need the menu only."""
_PARTS: Final = (
    "trio",
    "engine.cards",
    "engine.play",
    "protocol.game.session",
    "client.tables.own_table",
    "client.presenter.people",
    "client.screens.draw",
    "client.controller.table_keys",
    "client.online.table_flow",
    "client.app.online_scene",
    "client.app.program",
)
"""The program in parts, from below, so that a person who leaves waits for one part at most."""


class Entrance:
    """The menu alone.

    Attributes:
        choices: the choices for this run.
        menu: the menu as it is shown.
        screen: the screen, which the program takes over.
        keys: keys that wait for the program.
        program: the program behind it, once it is loaded.
    """

    def __init__(
        self,
        choices: Choices,
        input: Input | None = None,  # noqa: A002 - the word prompt_toolkit uses
        output: Output | None = None,
    ) -> None:
        """Show the menu, whose saved games are counted later."""
        self.choices = choices
        self.menu = first_menu(choices)
        self.keys: list[str] = []
        self.screen = new_screen(self, choices, input, output)
        self.screen.dialogue.on_background = self._see_background
        self.program: Program | None = None
        self._keyboard = Keyboard()
        self._has_left = False

    async def run(self) -> int:
        """Run until the person leaves; return the exit code."""
        painted = asyncio.Event()
        self.screen.app.after_render += lambda _: painted.set()
        shown = asyncio.create_task(self.screen.run())
        first = asyncio.create_task(painted.wait())
        await asyncio.wait({shown, first}, return_when=asyncio.FIRST_COMPLETED)
        first.cancel()
        if not shown.done():
            loading = asyncio.create_task(asyncio.to_thread(self._load))
            await asyncio.wait({shown, loading}, return_when=asyncio.FIRST_COMPLETED)
            self._has_left = shown.done()
            await self._take(loading)
        if self.program is not None:
            return await self.program.run(shown)
        code = await shown
        self.screen.check()
        return code

    def _load(self) -> tuple[tuple[Saved, ...], str]:
        """Load the program, in a thread; return the saved games, or why they cannot be read."""
        for part in _PARTS:
            if not self._has_left:
                import_module(part)
        if self._has_left:
            return (), ""
        from client.storage.game_directory import hidden_games, unfinished  # noqa: PLC0415 - see above

        directory = self.choices.directory
        return unfinished(directory), hidden_games(directory)

    async def _take(self, loading: asyncio.Task[tuple[tuple[Saved, ...], str]]) -> None:
        """Make the program of what was loaded, unless the person has left."""
        try:
            saved, hidden = await loading
            if not self._has_left:
                from client.app.launch import MainMenu  # noqa: PLC0415 - see above
                from client.app.program import Program  # noqa: PLC0415 - see above

                told = hidden or self.menu.message
                self.menu = replace(self.menu, saved=saved, message=told, is_counting=False)
                self.program = Program(MainMenu(self), self.choices)
        except Exception as error:  # noqa: BLE001 - reported after the terminal is restored
            self.screen.fail(error)

    # ------------------------------------------------------------------- as an application

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the menu."""
        canvas = draw(self.menu, width, height).shown()
        if self.screen.look.glyphs is Glyphs.ASCII:
            canvas.to_ascii()
        return canvas

    def press(self, key: str) -> None:
        """Handle a key if the menu alone can, else keep it for the program."""
        placed = self._keyboard.by_place(key, self.choices.preferences.keys.chosen)
        after = None if self.keys else press(self.menu, placed)
        match after:
            case Menu(page=page) if page in _LIGHT:
                self.menu = after
            case Quit():
                self.screen.exit(INTERRUPT if key == "^C" else OK)
            case _:
                self.keys.append(key)
        self.screen.refresh()

    def paste(self, text: str) -> None:
        """Take no text: there is nowhere to type."""

    def point(self, mouse: Mouse, x: int, y: int) -> None:
        """Leave the mouse to the program."""

    def _see_background(self, is_light: bool) -> None:  # noqa: FBT001 - the only thing it is told
        self.choices = with_background(self.choices, is_light=is_light, look=self.screen.look)
        self.screen.look = self.choices.look
        self.screen.refresh()


def new_screen(
    player: ScreenApp,
    choices: Choices,
    input: Input | None,  # noqa: A002 - the word prompt_toolkit uses
    output: Output | None,
) -> FullScreen:
    """Return a screen for an application by the choices of this run."""
    asks, mouse = choices.asks_background, choices.settings.mouse
    order = letter_order(os.environ, choices.settings.bidi)
    options = ScreenOptions(choices.look, choices.depth, mouse, asks, input, output, order)
    return FullScreen(player, options)


def run_menu(settings: Chosen, before: Callable[[], None]) -> int:
    """Begin with the menu and play until the player leaves; return the exit code.

    `before` is called as the screen is taken. The terminal must be one that shows a screen.
    """
    entrance = Entrance(choices_of(settings, sys.stdout, os.environ))
    entrance.screen.before = before
    code = asyncio.run(entrance.run())
    if entrance.program is not None and entrance.program.scene is not None:
        entrance.program.scene.say_farewell(sys.stdout, sys.stderr)
    return code
