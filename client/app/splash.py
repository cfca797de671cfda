"""The menu before the program: painted at once, while prompt_toolkit is still being loaded.

The menu appears several times sooner than prompt_toolkit can be imported. Keys pressed meanwhile
wait in the terminal, unseen, and are handled by the entrance when it takes over; the first frame it
paints is the same, with its colours.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from client.settings.letter_order import LetterOrder
from client.storage.lesson_progress import offers_lesson
from client.storage.seen_hints import SeenHints
from client.style.theme import PALETTES, Glyphs, Look, Theme
from client.style.writing import marked
from client.text.catalogue import speak_in_cells
from client.ui.canvas import Canvas

if sys.platform != "win32":
    import termios

_OPEN = "\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J"
_CLOSE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_NO_ORDER = LetterOrder(asks=False)
_ATTRIBUTES = {"bold": "1", "underline": "4", "reverse": "7"}


class SplashScreen:
    """A frame on the screen until the program takes over."""

    def __init__(self, order: LetterOrder = _NO_ORDER) -> None:
        """Begin with nothing painted; `lower` paints the frame."""
        self._order = order
        self._before: list[int | list[bytes | int]] | None = None

    def lower(self, canvas: Canvas) -> None:
        """Paint a frame, and keep keys from being echoed over it.

        A mirrored frame keeps its order: the program, which takes the screen over, asks again.
        """
        if sys.platform != "win32":
            source = sys.stdin.fileno()
            self._before = termios.tcgetattr(source)
            quiet = termios.tcgetattr(source)
            quiet[3] &= ~(termios.ICANON | termios.ECHO)
            termios.tcsetattr(source, termios.TCSANOW, quiet)
            sys.stdout.write(self._order.begin + _OPEN + painted(canvas, marks=self._order.marks))
            sys.stdout.flush()

    def rise(self) -> None:
        """Restore the terminal; the screen stays for the program."""
        if sys.platform != "win32" and self._before is not None:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._before)
            self._before = None

    def fall(self) -> None:
        """Leave the screen, unless the program took it over."""
        if self._before is not None:
            self.rise()
            sys.stdout.write(_CLOSE + self._order.end)
            sys.stdout.flush()


@contextmanager
def splash_screen(canvas: Canvas, order: LetterOrder = _NO_ORDER) -> Iterator[SplashScreen]:
    """Show a frame until the program takes over, or the block is left."""
    shown = SplashScreen(order)
    try:
        shown.lower(canvas)
        yield shown
    finally:
        shown.fall()


def painted(canvas: Canvas, *, marks: bool = False) -> str:
    """Return a frame for a terminal: bold, underlined and reversed; colours come later.

    `marks` puts a mark beside every letter read from the right.
    """
    rows = []
    for y, line in enumerate(canvas.lines(), 1):
        shown = [(style, "".join(marked([*text])) if marks else text) for style, text in line]
        spans = "".join(f"{_attributes(style)}{text}" for style, text in shown)
        rows.append(f"\x1b[{y};1H{spans}\x1b[0m")
    return "".join(rows)


def _attributes(style: str) -> str:
    plain = PALETTES[Theme.MONO]
    words = [word for name in style.split() for word in plain.get(name, "").split()]
    return f"\x1b[{';'.join(('0', *(_ATTRIBUTES[word] for word in words)))}m"


def window() -> tuple[int, int]:
    """Return the columns and rows of the terminal."""
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns, size.lines


def first_look(look: Look) -> Canvas:
    """Draw the menu as the program shows it first, without the games that can be resumed."""
    from client.menu.main_menu import Menu, offering  # noqa: PLC0415 - kept light, see there
    from client.menu.menu_screen import draw  # noqa: PLC0415 - kept light, see there

    speak_in_cells(on=True)
    first = Menu((), is_counting=True, is_first=not SeenHints.kept().is_over)
    first = offering(first) if offers_lesson() else first
    canvas = draw(first, *window()).shown()
    if look.glyphs is Glyphs.ASCII:
        canvas.to_ascii()
    return canvas
