"""A grid of cells, each with a character and a style name, and functions to wrap text into it.

Drawing outside the window is cut off, so no size makes it fail. A wide character of which a half is
cut off or covered becomes blank.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from client.style.letters import ascii_sign
from client.style.theme import ASCII_GLYPHS
from client.style.writing import is_right_to_left, turned
from client.ui.cells import (
    ELLIPSIS,
    blank,
    cells_of,
    columns_of,
    drawn_cells,
    narrow,
    part_of,
)
from engine.values import Value

Span = tuple[str, str]
"""A style name and the text drawn in it."""
Line = tuple[Span, ...]
"""Text of several styles on one row."""


class Rect(Value):
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
        if any(len(cell) != 1 for cell in cells_of(body)):
            pieces = wrapped((("", body),), width - len(indent), 0)
            rows += [indent + "".join(text for _, text in piece) for piece in pieces]
            continue
        rows += textwrap.wrap(
            body, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        ) or [""]
    return tuple(rows)


def length(line: Iterable[Span]) -> int:
    """Return the columns of a line."""
    return sum(columns_of(text) for _, text in line)


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
            rest = cells_of(text)
            while rest:
                if used >= width or (used > indent and _head(rest) > width - used):
                    rows.append([("", " " * indent)])
                    used = indent
                room = max(_head(rest), width - used)
                while room < len(rest) and rest[room] == "":
                    room -= 1
                rows[-1].append((style, "".join(rest[:room])))
                used += len(rest[:room])
                rest = rest[room:]
    return [tuple(row) for row in rows]


def _head(cells: tuple[str, ...]) -> int:
    """Return the columns of the first character."""
    return next((at for at in range(1, len(cells)) if cells[at] != ""), len(cells))


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
        window = self._window()
        x = min(max(rect.x, 0), self.width)
        y = min(max(rect.y, 0), self.height)
        window._left = self._left + x
        window._top = self._top + y
        window.width = max(0, min(rect.right, self.width) - x)
        window.height = max(0, min(rect.bottom, self.height) - y)
        return window

    def _window(self) -> Canvas:
        """Return a window of the same kind onto the same cells, to be placed."""
        window = type(self).__new__(type(self))
        window._cells = self._cells
        window._styles = self._styles
        return window

    def shown(self) -> Canvas:
        """Return the cells as a terminal shows them, from the left: these."""
        return self

    @property
    def top(self) -> int:
        """The row of the whole grid at which the window begins."""
        return self._top

    # ---------------------------------------------------------------- drawing

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write text from column `x` on; return the column after it."""
        is_plain = text.isascii() and text.isprintable()
        cells = text if is_plain else drawn_cells(text)
        return self._write(x, y, cells, style, is_plain=is_plain)

    def _write(self, x: int, y: int, cells: Sequence[str], style: str, *, is_plain: bool) -> int:
        """Write cells from column `x` on, one column each if they are plain."""
        end = x + len(cells)
        if not 0 <= y < self.height:
            return end
        first, last = max(x, 0), min(end, self.width)
        if first < last:
            row, left = self._cells[self._top + y], self._left
            blank(row, left + first)
            blank(row, left + last)
            shown = cells[first - x : last - x] if is_plain else part_of(cells, first - x, last - x)
            row[left + first : left + last] = shown
            self._styles[self._top + y][left + first : left + last] = [style] * (last - first)
        return end

    def line(self, x: int, y: int, line: Iterable[Span], style: str = "") -> int:
        """Write text of several styles; `style` is added to each of them."""
        line = tuple(line)
        if any(is_right_to_left(text) for _, text in line):
            return self._turned_line(x, y, line, style)
        for own, text in line:
            x = self.put(x, y, text, joined(own, style))
        return x

    def _turned_line(self, x: int, y: int, line: Line, style: str) -> int:
        """Write a line with letters from right to left: runs of them go on from style to style."""
        spans = [(joined(own, style), cells_of(text)) for own, text in line]
        styles = [own for own, cells in spans for _ in cells]
        drawn = turned([cell for _, cells in spans for cell in cells])
        for own, part in groupby(drawn, key=lambda one: styles[one[1]]):
            x = self._write(x, y, [cell for cell, _ in part], own, is_plain=False)
        return x

    def fitted(self, x: int, y: int, line: Line, width: int, style: str = "") -> None:
        """Write a line in at most `width` columns, with "…" at its end if something is missing."""
        if length(line) <= width:
            self.line(x, y, line, style)
            return
        kept: list[Span] = []
        left = width
        for own, text in line:
            columns = columns_of(text)
            if columns >= left:
                kept.append((own, "".join(part_of(cells_of(text), 0, left - 1)) + ELLIPSIS))
                break
            kept.append((own, text))
            left -= columns
        self.line(x, y, kept, style)

    def column(self, x: int, y: int, rows: int, sign: str, style: str = "") -> None:
        """Write a sign of one column in some rows, from row `y` down."""
        if not 0 <= x < self.width:
            return
        at = self._left + x
        for row in range(max(0, y) + self._top, min(y + rows, self.height) + self._top):
            blank(self._cells[row], at)
            blank(self._cells[row], at + 1)
            self._cells[row][at] = sign
            self._styles[row][at] = style

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
            if not "".join(self._cells[y]).isascii():
                text = "".join(cell[:1] or "?" for cell in self._cells[y])
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
