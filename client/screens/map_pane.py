"""The map: a grid of three by three provinces, the fjords on the lines between them.

A title stands on the upper line of its cell: "[7 Elvagar]" under the cursor, "►7 Elvagar" where
a question may be answered with it, "═7 Elvagar═" where a battle is fought.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from client.screens.cells import cell_lines, destroyed_lines
from client.screens.frame import Frame
from client.style import theme
from client.text.names import initial, place_key, place_title
from client.ui.canvas import Canvas, Line, Rect, joined
from client.ui.layout import Grid
from engine.terms import SHIP, Place, Seat

SPOTS: Final = {
    Place.ELVAGAR: (0, 0),
    Place.ANGERBODA: (1, 0),
    Place.MUSPELHEIM: (2, 0),
    Place.MYRKVLOR: (0, 1),
    Place.YGGDRASIL: (1, 1),
    Place.HORGR: (2, 1),
    Place.GIMLE: (0, 2),
    Place.ANDLANG: (1, 2),
    Place.UTGARD: (2, 2),
}
"""Column and row of the cell of every province."""


def draw_board(canvas: Canvas, frame: Frame, grid: Grid) -> None:
    """The whole map, in the upper left corner of the canvas."""
    columns = tuple(number * (grid.cell + 1) for number in range(4))
    first, second, third = grid.rows
    rows = (0, first + 1, first + second + 2, first + second + third + 3)
    _lines(canvas, columns, rows)
    for place, (column, row) in SPOTS.items():
        inner = Rect(columns[column] + 1, rows[row] + 1, grid.cell, grid.rows[row])
        _cell(canvas.part(inner), frame, place)
        title, style = province_title(frame, place)
        canvas.part(Rect(inner.x, rows[row], grid.cell, 1)).put(0, 0, title, style)
    _fjords(canvas, frame, columns, rows)


def _lines(canvas: Canvas, columns: tuple[int, ...], rows: tuple[int, ...]) -> None:
    crossings = ("┌┬┬┐", "├┼┼┤", "├┼┼┤", "└┴┴┘")
    for y, signs in zip(rows, crossings, strict=True):
        canvas.put(0, y, "─" * columns[-1], theme.RULE)
        for x, sign in zip(columns, signs, strict=True):
            canvas.put(x, y, sign, theme.RULE)
    for top, bottom in pairwise(rows):
        for x in columns:
            for y in range(top + 1, bottom):
                canvas.put(x, y, "│", theme.RULE)


def _cell(canvas: Canvas, frame: Frame, place: Place) -> None:
    if frame.state.is_destroyed(place):
        lines = destroyed_lines(frame, place, canvas.width, canvas.height)
    else:
        lines = cell_lines(frame, place, canvas.width, canvas.height)
    for y, line in enumerate(lines):
        canvas.line(0, y, line)


def province_title(frame: Frame, place: Place) -> tuple[str, str]:
    """The title of a province with its marks, and its style."""
    name = f"{place_key(place)} {place_title(place)}"
    style = theme.TARGET if place in frame.targets else ""
    if place == frame.cursor_place:
        return f"[{name}]", joined(style, frame.place_cursor)
    if place in frame.targets:
        return f"►{name} ", style
    if place == frame.battle_place:
        return f"═{name}═", theme.CALL
    return f" {name} ", style


# ---------------------------------------------------------------------------- fjords


def _fjords(canvas: Canvas, frame: Frame, columns: tuple[int, ...], rows: tuple[int, ...]) -> None:
    for fjord, province, y, end in (
        (Place.NORTH, Place.ELVAGAR, rows[0], columns[1] + 1),
        (Place.EAST, Place.HORGR, rows[1], columns[3]),
        (Place.WEST, Place.GIMLE, rows[2], columns[1]),
    ):
        title = len(province_title(frame, province)[0])
        start = columns[SPOTS[province][0]] + 1 + title
        line = fjord_line(frame, fjord, end - start)
        width = sum(len(text) for _, text in line)
        slack = 1 if fjord is Place.WEST and width < end - start else 0
        canvas.line(end - width - slack, y, line)
    line = fjord_line(frame, Place.SOUTH, columns[2] - columns[1])
    width = sum(len(text) for _, text in line)
    canvas.line(columns[2] + 1 - (width + 1) // 2, rows[3], line)


def fjord_line(frame: Frame, fjord: Place, room: int) -> Line:
    """A fjord with the ships in it, and with its marks: "≈W▲R▲≈", "[W▲]", "►f8≈"."""
    for ships in _ship_lines(frame, fjord):
        if sum(len(text) for _, text in ships) + 2 <= room:
            break
    else:
        ships = (("", "…"),)
    if not frame.state.is_usable(fjord):
        if fjord == frame.cursor_place:
            return ((frame.place_cursor, "[░░]"),)
        return ((theme.HATCH, "░░░░"),)
    before, after, style = "≈", "≈", ""
    if fjord in frame.targets:
        before, style = "►", theme.TARGET
    if fjord == frame.cursor_place:
        before, after, style = "[", "]", joined(style, frame.place_cursor)
    edge = style or theme.RULE
    return (
        (edge, before),
        *((joined(own, style), text) for own, text in ships),
        (edge, after),
    )


def _ship_lines(frame: Frame, fjord: Place) -> tuple[Line, ...]:
    """The ships of all clans, the longest way of writing them first."""
    inside = tuple(
        (seat, frame.state.figures(seat, fjord))
        for seat in frame.seats
        if frame.state.figures(seat, fjord)
    )
    if not inside:
        marked = fjord in frame.targets or fjord == frame.cursor_place
        return ((("", place_key(fjord) if marked else "--"),),)
    signed: list[tuple[Seat, str]] = []
    short: list[tuple[Seat, str]] = []
    for seat, figures in inside:
        others = "".join(
            initial(kind) * figures.number_of(kind) for kind in figures.kinds() if kind != SHIP
        )
        signed.append((seat, "▲" * figures.ships + others))
        short.append((seat, others))
    return (frame.letters(tuple(signed), ""), frame.letters(tuple(short), ""))
