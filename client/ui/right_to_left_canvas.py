"""The canvas of a language that is read from right to left.

Everything is drawn on it as on any other, with columns that count from the reading side; in the end
`shown` mirrors it. A text keeps its letters in the order of reading until then. What was written by
one call is one line of text, so that columns beside each other never change places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count, groupby

from client.style.right_to_left import arranged
from client.text.catalogue import list_marks, reads_from_right
from client.ui.canvas import Canvas, Span, joined
from client.ui.cells import cells_of


def new_canvas(width: int, height: int) -> Canvas:
    """Create an empty canvas for the language that is spoken."""
    return RightToLeftCanvas(width, height) if reads_from_right() else Canvas(width, height)


class RightToLeftCanvas(Canvas):
    """A canvas whose first column is at the right."""

    __slots__ = ("_line", "_lines", "_numbers")

    def __init__(self, width: int, height: int) -> None:
        """Create an empty grid with a window onto all of it."""
        super().__init__(width, height)
        self._lines = [[0] * width for _ in range(height)]
        """The number of the line of text that a cell belongs to."""
        self._numbers = count(1)
        self._line = 0

    def _window(self) -> Canvas:
        window = super()._window()
        if isinstance(window, RightToLeftCanvas):
            window._lines, window._numbers, window._line = self._lines, self._numbers, 0
        return window

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write text from column `x` on; return the column after it."""
        self._line = next(self._numbers)
        return self._write(x, y, cells_of(text), style, is_plain=False)

    def line(self, x: int, y: int, line: Iterable[Span], style: str = "") -> int:
        """Write text of several styles; `style` is added to each of them."""
        self._line = next(self._numbers)
        for own, text in line:
            x = self._write(x, y, cells_of(text), joined(own, style), is_plain=False)
        return x

    def _write(self, x: int, y: int, cells: Sequence[str], style: str, *, is_plain: bool) -> int:
        end = super()._write(x, y, cells, style, is_plain=is_plain)
        first, last = max(x, 0), min(end, self.width)
        if 0 <= y < self.height and first < last:
            numbers = self._lines[self._top + y]
            numbers[self._left + first : self._left + last] = [self._line] * (last - first)
        return end

    def column(self, x: int, y: int, rows: int, sign: str, style: str = "") -> None:
        """Write a sign of one column in some rows, from row `y` down."""
        super().column(x, y, rows, sign, style)
        if 0 <= x < self.width:
            number = next(self._numbers)
            for row in range(max(0, y) + self._top, min(y + rows, self.height) + self._top):
                self._lines[row][self._left + x] = number

    def shown(self) -> Canvas:
        """Return the cells as a terminal shows them, from the left: mirrored, and shaped."""
        canvas, marks = Canvas(self.width, self.height), list_marks()
        for y in range(self.height):
            cells, styles = self.cells(y)
            numbers = self._lines[self._top + y][self._left : self._left + self.width]
            right = self.width
            for _, run in groupby(range(self.width), key=lambda x: numbers[x]):
                places = list(run)
                first = places[0]
                x = right = right - len(places)
                for sign, place in arranged(tuple(cells[first : places[-1] + 1]), marks):
                    canvas._cells[y][x] = sign
                    canvas._styles[y][x] = styles[first + place]
                    x += 1
        return canvas
