"""Glory over time as a chart of letters: the leading clan is on top where lines meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from client.screens.frame import Frame
from client.style import theme
from client.text.catalogue import say
from client.text.names import age_name
from client.ui.canvas import Canvas, joined
from client.ui.view import EndView
from engine.terms import Age, Seat

_AXIS: Final = 6
"""Columns of the numbers at the left, and of the clans' totals at the right."""
_TOTALS: Final = 7
_EVERY: Final = 6
"""A letter stands on every so many columns of a line."""
_LEAST: Final = 3


@dataclass(frozen=True, slots=True)
class _Scale:
    """How moments and Glory become columns and rows."""

    columns: int
    rows: int
    moments: int
    top: int

    def moment(self, column: int) -> int:
        return column * (self.moments - 1) // max(1, self.columns - 1)

    def column(self, moment: int) -> int:
        last = max(1, self.moments - 1)
        return min(self.columns - 1, -(-moment * (self.columns - 1) // last))

    def row(self, glory: int) -> int:
        return self.rows - 1 - min(self.rows - 1, glory * (self.rows - 1) // self.top)


def draw_chart(canvas: Canvas, frame: Frame, end: EndView) -> None:
    """The curve of every clan over the whole game, the Ages below it."""
    rows = canvas.height - 2
    columns = canvas.width - _AXIS - _TOTALS - 1
    if rows < _LEAST or columns < _LEAST or not end.curve:
        return
    highest = max(1, *(max(point) for point in end.curve))
    scale = _Scale(columns, rows, len(end.curve), _round_up(highest))
    _axes(canvas, scale, end)
    for seat in sorted(frame.seats, key=lambda one: end.curve[-1][one]):
        _curve(canvas, frame, end, scale, seat)
    _totals(canvas, frame, end, scale)
    if end.cursor < len(end.curve) - 1:
        _cursor(canvas, scale, end)


def _round_up(highest: int) -> int:
    step = 5 if highest <= 30 else 10 if highest <= 60 else 20  # noqa: PLR2004 - round numbers
    return -(-highest // step) * step


def _axes(canvas: Canvas, scale: _Scale, end: EndView) -> None:
    for y in range(scale.rows):
        canvas.put(_AXIS - 1, y, "│", theme.RULE)
    for part in range(5):
        glory = scale.top * part // 4
        canvas.put(0, scale.row(glory), f"{glory:>4}", theme.NOTE)
    canvas.put(_AXIS - 1, scale.rows, "└" + "─" * scale.columns, theme.RULE)
    for number, start in enumerate(end.ages):
        x = _AXIS + scale.column(start)
        canvas.put(x, scale.rows, "┬", theme.RULE)
        name = say("Age {age}", age=age_name(Age(number + 1)))
        canvas.put(x, scale.rows + 1, name, theme.NOTE)


def _curve(canvas: Canvas, frame: Frame, end: EndView, scale: _Scale, seat: Seat) -> None:
    style, letter = frame.letter(seat)
    for column in range(scale.columns):
        glory = end.curve[scale.moment(column)][seat]
        marked = column % _EVERY == int(seat) or column == scale.columns - 1
        canvas.put(_AXIS + column, scale.row(glory), letter if marked else "·", style)


def _totals(canvas: Canvas, frame: Frame, end: EndView, scale: _Scale) -> None:
    """The clans at the right edge, each on a row of its own as near to its line as can be."""
    last = end.curve[-1]
    free = list(range(scale.rows))
    for seat in sorted(frame.seats, key=lambda one: -last[one]):
        if not free:
            return
        wanted = scale.row(last[seat])
        row = min(free, key=lambda one: (abs(one - wanted), one))
        free = [one for one in free if one > row]
        x = canvas.put(_AXIS + scale.columns + 1, row, *reversed(frame.letter(seat)))
        canvas.put(x, row, f" {last[seat]}", frame.weight(seat))


def _cursor(canvas: Canvas, scale: _Scale, end: EndView) -> None:
    x = _AXIS + scale.column(min(end.cursor, scale.moments - 1))
    for y in range(scale.rows):
        if canvas.sign_at(x, y) == " ":
            canvas.put(x, y, "│", theme.NOTE)
    canvas.put(x, scale.rows, "▲", joined(theme.CALL, theme.CURSOR))
