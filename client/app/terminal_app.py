"""Runs the full-screen app and restores the terminal on every exit.

Signals, a terminal that goes away and unforeseen errors all end the same way: the screen is left,
the mouse released, and only then anything is reported.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from errno import EIO
from functools import partial
from types import FrameType
from typing import Final, Protocol

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.application.current import set_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from client.app.key_reader import read_keys_of
from client.app.renderer import ScreenWindow
from client.app.terminal_dialogue import TerminalDialogue
from client.controller.requests import Mouse
from client.platform.exit_codes import HANGUP, INTERNAL, TERMINATED
from client.settings.keymap import MIRRORED
from client.settings.keys import key_name
from client.settings.letter_order import LetterOrder
from client.settings.terminal import forget_terminal
from client.style.theme import Look, style_rules
from client.text.catalogue import reads_from_right, speak_in_cells
from client.ui.canvas import Canvas
from client.ui.right_to_left_canvas import new_canvas
from engine.values import Value

_ESCAPE_SECONDS: Final = 0.05
_SIZE_SECONDS: Final = None if hasattr(signal, "SIGWINCH") else 0.5
"""Seconds between two looks at the size of a terminal that sends no signal when it changes."""

if sys.platform == "win32":
    ENDS: Final = {signal.SIGTERM: TERMINATED, signal.SIGBREAK: HANGUP}
else:
    ENDS: Final = {signal.SIGTERM: TERMINATED, signal.SIGHUP: HANGUP}
"""The signals that end the program, each with its exit code."""


class ScreenApp(Protocol):
    """An application on the full screen.

    In a language read from the right, columns count from there and the left arrow is `right`.
    """

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the screen at a size."""

    def press(self, key: str) -> None:
        """Handle a key by name."""

    def paste(self, text: str) -> None:
        """Take pasted text."""

    def point(self, mouse: Mouse, x: int, y: int) -> None:
        """Handle the mouse at a column and a row."""


class ScreenOptions(Value):
    """First look of the screen: palette and signs, depth of colour, and use of the mouse.

    `asks` says that the terminal is asked for its background when it is taken. `input` and `output`
    are those of the process if none are given. `order` keeps letters in their order.
    """

    look: Look
    depth: ColorDepth | None = None
    mouse: bool = False
    asks: bool = False
    input: Input | None = None
    output: Output | None = None
    order: LetterOrder = LetterOrder()


class FullScreen:
    """The full screen of one application.

    Attributes:
        app: the application of prompt_toolkit.
        player: the application that is drawn and takes the keys; another one may take its place.
        mouse: whether the mouse is used. It may change at any time, as may `depth`.
        depth: the number of colours.
        before: called once, just before the terminal is taken.
        dialogue: the questions to the terminal, and its answers.
    """

    def __init__(self, player: ScreenApp, options: ScreenOptions) -> None:
        """Prepare the screen; `run` takes the terminal."""
        self.mouse = options.mouse
        self.depth = options.depth
        self.player = player
        self._on_terminal = options.output is None
        self._crash: BaseException | None = None
        self._told: int | None = None
        self._look = options.look
        self._width = 0
        self._asks = options.asks
        self.before: Callable[[], None] = lambda: None
        self._window = ScreenWindow(
            self._draw, self._point, lambda: self.app, marks=options.order.marks
        )
        self.app: Application[int] = Application(
            layout=Layout(self._window),
            key_bindings=bindings(self._press, self._paste),
            style=Style(style_rules(options.look.theme)),
            color_depth=lambda: self.depth,
            full_screen=True,
            mouse_support=Condition(lambda: self.mouse),
            terminal_size_polling_interval=_SIZE_SECONDS,
            input=options.input,
            output=options.output,
        )
        self.app.ttimeoutlen = _ESCAPE_SECONDS
        self.dialogue = TerminalDialogue(self.app.output, order=options.order)
        keys = read_keys_of(self.app.input)
        if keys is not None:
            keys.takes_mouse = lambda: self.mouse
            keys.hear = self.dialogue.hear

    @property
    def look(self) -> Look:
        """Palette and signs."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        if look.theme is not self._look.theme:
            self.app.style = Style(style_rules(look.theme))
        self._look = look

    @property
    def order(self) -> LetterOrder:
        """The measures that keep letters in their order."""
        return self.dialogue.order

    @order.setter
    def order(self, order: LetterOrder) -> None:
        if order != self.dialogue.order:
            self.dialogue.give_back()
            self.dialogue.order = order
            self.dialogue.take()
            self._window.marks = order.marks
            self.app.renderer.clear()

    def _draw(self, width: int, height: int) -> Canvas:
        self._width = width
        return new_canvas(width, height) if self._crash else self.player.draw(width, height)

    def _press(self, key: str) -> None:
        self.player.press(MIRRORED.get(key, key) if reads_from_right() else key)

    def _paste(self, text: str) -> None:
        self.player.paste(text)

    def _point(self, mouse: Mouse, x: int, y: int) -> None:
        self.player.point(mouse, self._width - 1 - x if reads_from_right() else x, y)

    async def run(self) -> int:
        """Show the screen until the person leaves; return the exit code.

        `check` raises the first error, once everything is restored.
        """
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self.fail(context.get("exception")))
        end_by_signals(loop, self.exit)
        if sys.platform != "win32":
            loop.add_signal_handler(signal.SIGCONT, self._go_on)
            loop.add_signal_handler(signal.SIGTSTP, self.suspend, os.getpid())
        try:
            speak_in_cells(on=True)
            return await self.app.run_async(self._enter, set_exception_handler=False)
        except (EOFError, OSError) as error:
            return self.fail(error)
        finally:
            with suppress(OSError):
                self.app.renderer.reset()
            self.dialogue.give_back()
            speak_in_cells(on=False)

    def check(self) -> None:
        """Raise the first error, if there was one."""
        if self._crash is not None:
            raise self._crash

    def _enter(self) -> None:
        """Leave now if asked to before the screen was taken."""
        self.before()
        if self._told is not None:
            self.exit(self._told)
            return
        self.dialogue.take()
        if self._asks:
            self.dialogue.ask_background()

    def suspend(self, process: int = 0) -> None:
        """Give the terminal back and stop a process: ours, or with 0 its whole group.

        ^Z stops the group, as a shell does; a SIGTSTP from outside was meant for this process. On
        Windows, which has no shell to go back to, nothing happens.
        """
        if sys.platform != "win32":
            with set_app(self.app):
                run_in_terminal(partial(self._stop, asyncio.get_running_loop(), process))

    def _stop(self, loop: asyncio.AbstractEventLoop, process: int) -> None:
        """Stop, and go on once the process is continued.

        In the background, by `bg` or a signal, the next change of the terminal's mode stops it
        again, so the terminal is left as the shell has it.
        """
        if sys.platform != "win32":
            self.dialogue.give_back()
            loop.remove_signal_handler(signal.SIGTSTP)
            os.kill(process, signal.SIGTSTP)
            loop.add_signal_handler(signal.SIGTSTP, self.suspend, os.getpid())
            if self._is_in_foreground():
                self.dialogue.take()

    def _go_on(self) -> None:
        """Take the terminal again after the process was stopped and a shell has used it."""
        if sys.platform != "win32":
            with suppress(OSError):
                if self._is_in_foreground():
                    self.app.input.raw_mode().__enter__()
                    self.dialogue.take()
                    self.app.renderer.reset()
                    self.app.invalidate()

    def _is_in_foreground(self) -> bool:
        """Whether the shell has given us the terminal; without one nobody can take it away."""
        if sys.platform != "win32":
            with suppress(OSError):
                return os.tcgetpgrp(self.app.input.fileno()) == os.getpgrp()
        return True

    def exit(self, code: int) -> None:
        """Leave the screen, once."""
        future = self.app.future
        if future is None:
            self._told = code
        elif not future.done():
            self.app.exit(result=code)

    def fail(self, error: BaseException | None) -> int:
        """Keep the first error, and leave. A terminal that is gone has hung up."""
        if isinstance(error, EOFError) or (isinstance(error, OSError) and error.errno == EIO):
            if self._on_terminal:
                forget_terminal()
            self.exit(HANGUP)
            return HANGUP
        if self._crash is None:
            self._crash = error or RuntimeError("the event loop reported an error")
        self.exit(INTERNAL)
        return INTERNAL

    # ------------------------------------------------------------ requests of keys

    def refresh(self) -> None:
        """Draw again soon."""
        self.app.invalidate()

    def send(self, raw: str) -> None:
        """Send the terminal something that is not drawn."""
        self.app.output.write_raw(raw)
        self.app.output.flush()


def end_by_signals(loop: asyncio.AbstractEventLoop, leave: Callable[[int], None]) -> None:
    """Let signals leave the screen instead of ending the process over it.

    The loops of Windows take no signals, so they come from the interpreter there.
    """
    for number, code in ENDS.items():
        try:
            loop.add_signal_handler(number, leave, code)
        except NotImplementedError:
            signal.signal(number, partial(_handed_over, loop, leave, code))


def _handed_over(
    loop: asyncio.AbstractEventLoop,
    leave: Callable[[int], None],
    code: int,
    _number: int,
    _frame: FrameType | None,
) -> None:
    with suppress(RuntimeError):  # the loop is closed while leaving
        loop.call_soon_threadsafe(leave, code)


def bindings(press: Callable[[str], None], paste: Callable[[str], None]) -> KeyBindings:
    """Send every key to `press` by name, and pasted text to `paste` in one piece."""
    made = KeyBindings()

    @made.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        paste(event.data)

    @made.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        name = key_name(event.key_sequence[0].key)
        if name:
            press(name)

    return made
