"""A grid of cells, each with one character and a style name, and functions to fit text into it.

Every character is one column wide in every terminal; other characters are dropped or replaced.
Drawing outside the window is cut off, so no size makes it fail.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from client.style.letters import ascii_sign
from client.style.theme import ASCII_GLYPHS

Span = tuple[str, str]
"""A style name and the text drawn in it."""
Line = tuple[Span, ...]
"""Text of several styles on one row."""

ELLIPSIS: Final = "…"
GLYPHS: Final = "►●○▲≈░▓√…·∞≤←→↑↓"
"""Glyphs beside letters, ASCII and box drawing that all terminals have (docs: width 1)."""
BOX: Final = "─│┌┐└┘├┤┬┴┼═║╔╗╚╝"
_SIGNS: Final = frozenset(GLYPHS + BOX)
_WIDE: Final = ("W", "F")
_KEPT: Final = ("L", "N", "P")


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column after it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height


_LAST: Final = "\uffff"
"""Characters beyond (emoji, old scripts) have a width that depends on the terminal."""
_JOINING: Final = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"))
"""Hangul vowels and finals: letters by category, but without a column of their own."""


@lru_cache(maxsize=8192)
def narrow(text: str) -> str:
    """Remove characters that are not exactly one column wide."""
    if text.isascii() and text.isprintable():
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join(sign for sign in composed if is_narrow(sign))


def is_narrow(sign: str) -> bool:
    """Whether a character is one column wide in every terminal."""
    if sign in _SIGNS:
        return True
    if sign.isascii():
        return sign.isprintable()
    if sign > _LAST or any(first <= sign <= last for first, last in _JOINING):
        return False
    return (
        unicodedata.category(sign)[0] in _KEPT and unicodedata.east_asian_width(sign) not in _WIDE
    )


def fit(text: str, width: int) -> str:
    """Cut a text to a width, with "…" at its end if something is missing."""
    text = narrow(text)
    if len(text) <= width:
        return text
    if width <= 0:
        return ""
    return text[: width - 1].rstrip() + ELLIPSIS


def pad(text: str, width: int) -> str:
    """Cut or pad a text to exactly `width` columns."""
    return fit(text, width).ljust(max(0, width))


@lru_cache(maxsize=2048)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """Wrap a text to rows of at most `width` columns; rows keep the indent of their paragraph."""
    if width <= 0:
        return ()
    rows: list[str] = []
    for paragraph in text.split("\n"):
        plain = narrow(paragraph)
        body = plain.lstrip(" ")
        indent = plain[: min(len(plain) - len(body), width // 2)]
        rows += textwrap.wrap(
            body, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        ) or [""]
    return tuple(rows)


def length(line: Iterable[Span]) -> int:
    """Return the columns of a line."""
    return sum(len(narrow(text)) for _, text in line)


def wrapped(line: Line, width: int, indent: int = 2) -> list[Line]:
    """Wrap a line of several styles between words."""
    if length(line) <= width:
        return [line]
    rows: list[list[Span]] = [[]]
    used = 0
    for gap, word in _words(line):
        wide = length(word)
        if used and used + len(gap) + wide > width:
            rows.append([("", " " * indent)])
            used = indent
        elif gap:
            rows[-1].append(("", gap))
            used += len(gap)
        for style, text in word:
            rest = text
            while rest:
                if used >= width:
                    rows.append([("", " " * indent)])
                    used = indent
                room = max(1, width - used)
                rows[-1].append((style, rest[:room]))
                used += len(rest[:room])
                rest = rest[room:]
    return [tuple(row) for row in rows]


def _words(line: Line) -> list[tuple[str, list[Span]]]:
    """Split a line into words with the blanks before them; a word may have several styles."""
    words: list[tuple[str, list[Span]]] = [("", [])]
    for style, text in line:
        for piece in re.findall(r" +|[^ ]+", narrow(text)):
            if piece.isspace():
                words.append((piece, []))
            else:
                words[-1][1].append((style, piece))
    return [(gap, word) for gap, word in words if word]


class Canvas:
    """A window onto a grid of cells, with its own coordinates."""

    __slots__ = ("_cells", "_left", "_styles", "_top", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        """Create an empty grid with a window onto all of it."""
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]
        self._left = 0
        self._top = 0
        self.width = width
        self.height = height

    def part(self, rect: Rect) -> Canvas:
        """Return a window onto the same cells, cut to this window."""
        window = Canvas.__new__(Canvas)
        window._cells = self._cells
        window._styles = self._styles
        x = min(max(rect.x, 0), self.width)
        y = min(max(rect.y, 0), self.height)
        window._left = self._left + x
        window._top = self._top + y
        window.width = max(0, min(rect.right, self.width) - x)
        window.height = max(0, min(rect.bottom, self.height) - y)
        return window

    @property
    def top(self) -> int:
        """The row of the whole grid at which the window begins."""
        return self._top

    # ---------------------------------------------------------------- drawing

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write text from column `x` on; return the column after it."""
        text = narrow(text)
        end = x + len(text)
        if not 0 <= y < self.height:
            return end
        first = max(x, 0)
        last = min(end, self.width)
        if first < last:
            row = self._top + y
            left = self._left
            self._cells[row][left + first : left + last] = text[first - x : last - x]
            self._styles[row][left + first : left + last] = [style] * (last - first)
        return end

    def line(self, x: int, y: int, line: Iterable[Span], style: str = "") -> int:
        """Write text of several styles; `style` is added to each of them."""
        for own, text in line:
            x = self.put(x, y, text, joined(own, style))
        return x

    def fitted(self, x: int, y: int, line: Line, width: int, style: str = "") -> None:
        """Write a line in at most `width` columns, with "…" at its end if something is missing."""
        if length(line) <= width:
            self.line(x, y, line, style)
            return
        end = x + width
        for own, text in line:
            if x + len(narrow(text)) >= end:
                self.put(x, y, narrow(text)[: end - 1 - x] + ELLIPSIS, joined(own, style))
                return
            x = self.put(x, y, text, joined(own, style))

    def fill(self, rect: Rect, sign: str = " ", style: str = "") -> None:
        """Fill a rectangle with one character."""
        for y in range(rect.y, rect.bottom):
            self.put(rect.x, y, sign * rect.width, style)

    def frame(self, rect: Rect, style: str = "") -> None:
        """Draw a double frame around a cleared rectangle, for overlays."""
        self.fill(rect)
        inner = rect.width - 2
        self.put(rect.x, rect.y, "╔" + "═" * inner + "╗", style)
        for y in range(rect.y + 1, rect.bottom - 1):
            self.put(rect.x, y, "║", style)
            self.put(rect.right - 1, y, "║", style)
        self.put(rect.x, rect.bottom - 1, "╚" + "═" * inner + "╝", style)

    def to_ascii(self) -> Canvas:
        """Replace all signs by those of ASCII, one by one; letters lose their accents."""
        for y in range(self._top, self._top + self.height):
            text = "".join(self._cells[y])
            if not text.isascii():
                self._cells[y][:] = [ascii_sign(sign) for sign in text.translate(ASCII_GLYPHS)]
        return self

    # ---------------------------------------------------------------- reading

    def rows(self) -> list[str]:
        """Return the characters, row by row."""
        end = self._left + self.width
        return [
            "".join(self._cells[y][self._left : end])
            for y in range(self._top, self._top + self.height)
        ]

    def text(self) -> str:
        """Return the characters for printing, without blanks at the ends of rows."""
        return "\n".join(row.rstrip() for row in self.rows()) + "\n"

    def lines(self) -> list[Line]:
        """Return fragments of one style each, row by row."""
        return [self._fragments(y) for y in range(self._top, self._top + self.height)]

    def cells(self, y: int) -> tuple[list[str], list[str]]:
        """Return the characters of a row and their styles, for comparisons."""
        row, end = self._top + y, self._left + self.width
        return self._cells[row][self._left : end], self._styles[row][self._left : end]

    def sign_at(self, x: int, y: int) -> str:
        """Return the character of one cell."""
        return self._cells[self._top + y][self._left + x]

    def style_at(self, x: int, y: int) -> str:
        """Return the style of one cell."""
        return self._styles[self._top + y][self._left + x]

    def _fragments(self, y: int) -> Line:
        cells = self._cells[y]
        styles = self._styles[y]
        spans: list[Span] = []
        start = self._left
        end = self._left + self.width
        for x in range(start + 1, end + 1):
            if x == end or styles[x] != styles[start]:
                spans.append((styles[start], "".join(cells[start:x])))
                start = x
        return tuple(spans) if self.width else ()


@lru_cache(maxsize=1024)
def joined(style: str, more: str) -> str:
    """Combine two styles."""
    if not more or more == style:
        return style
    return f"{style} {more}" if style else more
