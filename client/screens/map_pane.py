"""The map: a grid of three by three provinces, with the fjords as water along their coasts.

The title of a province is on the upper line of its cell: "[7 Elvagar]" under the cursor,
"►7 Elvagar" if it may be chosen, "═7 Elvagar═" during a battle or another event there, "7 Elvagar!"
if it falls in this Age. Inside is its land (client/screens/land.py). A fjord is the coast of the
two provinces that it supports, with its ships between: "≈W▲R▲≈".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from client.screens.frame import Frame
from client.screens.land import cell_lines, destroyed_lines, draw_tree, falls_now
from client.style import theme
from client.text.board_text import KEYPAD
from client.text.catalogue import reads_from_right
from client.text.names import figures_code, place_key, place_title
from client.ui.canvas import Canvas, Line, Rect, Span, joined, length
from client.ui.cells import columns_of
from client.ui.layout import Grid
from engine.terms import Place
from engine.values import replace

_SPOTS: Final = {place: (at % 3, at // 3) for at, place in enumerate(KEYPAD)}
WAVE: Final = "≈"
SHIP_SIGN: Final = "▲"


def spots() -> dict[Place, tuple[int, int]]:
    """Return column and row of the cell of every province.

    The map is the numeric keypad in every language. A canvas read from the right counts its columns
    from there.
    """
    if not reads_from_right():
        return _SPOTS
    return {place: (2 - column, row) for place, (column, row) in _SPOTS.items()}


def draw_board(canvas: Canvas, frame: Frame, grid: Grid) -> None:
    """Draw the map in the upper left corner of the canvas."""
    columns, rows = grid.columns, grid.lines
    _lines(canvas, columns, rows)
    water_of = waters(frame, grid)
    for fjord, every in water_of.items():
        if frame.state.is_usable(fjord):
            for water in every:
                if water.width == 1:
                    canvas.column(water.x, water.y, water.height, WAVE, theme.WATER)
                else:
                    canvas.put(water.x, water.y, WAVE * water.width, theme.WATER)
    for place, (column, row) in spots().items():
        inner = Rect(columns[column] + 1, rows[row] + 1, grid.cell, grid.rows[row])
        _cell(canvas.part(inner), frame, place)
        title, style = province_title(frame, place)
        canvas.part(Rect(inner.x, rows[row], grid.cell, 1)).put(0, 0, title, style)
    _fjords(canvas, frame, grid, water_of)


def _lines(canvas: Canvas, columns: tuple[int, ...], rows: tuple[int, ...]) -> None:
    crossings = ("┌┬┬┐", "├┼┼┤", "├┼┼┤", "└┴┴┘")
    for y, signs in zip(rows, crossings, strict=True):
        canvas.put(0, y, "─" * columns[-1], theme.RULE)
        for x, sign in zip(columns, signs, strict=True):
            canvas.put(x, y, sign, theme.RULE)
    for top, bottom in pairwise(rows):
        for x in columns:
            canvas.column(x, top + 1, bottom - top - 1, "│", theme.RULE)


def _cell(canvas: Canvas, frame: Frame, place: Place) -> None:
    if frame.state.is_destroyed(place):
        lines = destroyed_lines(frame, place, canvas.width, canvas.height)
    else:
        lines = cell_lines(frame, place, canvas.width, canvas.height)
        if place is Place.YGGDRASIL:
            draw_tree(canvas, lines)
    for y, line in enumerate(lines):
        for x, part in _parts(line):
            canvas.line(x, y, part)


def _parts(line: Line) -> Iterator[tuple[int, Line]]:
    """Yield the parts of a line between blanks, which cover nothing, with their columns."""
    part: list[Span] = []
    start = x = 0
    for style, text in line:
        if text.strip():
            part.append((style, text.rstrip()))
        x += columns_of(text)
        if text != text.rstrip():
            yield start, tuple(part)
            part, start = [], x
    yield start, tuple(part)


def province_title(frame: Frame, place: Place) -> tuple[str, str]:
    """Return the title of a province with its marks, and its style."""
    name = f"{place_key(place)} {place_title(place)}"
    style = theme.TARGET if place in frame.targets else ""
    if not place.is_fjord and falls_now(frame, place):
        name += "!"
        style = joined(style, theme.DOOM)
    is_battle = place == frame.battle_place
    if place == frame.cursor_place and (frame.place_cursor or not is_battle):
        style = joined(style, theme.CALL if place in frame.event_places else "")
        return f"[{name}]", joined(style, frame.place_cursor)
    if place in frame.targets:
        return f"►{name} ", style
    if is_battle or (frame.battle_place is None and place in frame.event_places):
        return f"═{name}═", theme.CALL
    return f" {name} ", style


# ---------------------------------------------------------------------------- fjords


def waters(frame: Frame, grid: Grid) -> dict[Place, tuple[Rect, ...]]:
    """Return the water of each fjord: the coast of its two provinces, without their titles."""
    columns, rows = grid.columns, grid.lines
    shore = {place: _shore(frame, grid, place) for place in _ON_THE_COAST}
    north = _first_of_north()
    south = min(spots()[Place.ANDLANG][0], spots()[Place.UTGARD][0])
    return {
        Place.NORTH: (
            shore[Place.ELVAGAR],
            shore[Place.ANGERBODA],
            Rect(columns[spots()[north][0] + 1], rows[0], 1, 1),
        ),
        Place.EAST: (
            Rect(columns[_edge(Place.HORGR)], 1, 1, rows[2] - 1),
            shore[Place.HORGR],
        ),
        Place.WEST: (
            Rect(columns[_edge(Place.GIMLE)], rows[1] + 1, 1, rows[3] - rows[1] - 1),
            shore[Place.GIMLE],
        ),
        Place.SOUTH: (Rect(columns[south] + 1, rows[3], 2 * grid.cell + 1, 1),),
    }


_ON_THE_COAST: Final = (Place.ELVAGAR, Place.ANGERBODA, Place.HORGR, Place.GIMLE)
"""Provinces whose title is on the line of a fjord."""


def _first_of_north() -> Place:
    """Return the province of the northern fjord that is read first."""
    return min(Place.ELVAGAR, Place.ANGERBODA, key=lambda place: spots()[place][0])


def _edge(place: Place) -> int:
    """Return the number of the line at the edge of the map beside a province."""
    return 3 if spots()[place][0] else 0


def _shore(frame: Frame, grid: Grid, place: Place) -> Rect:
    """Return the rest of the line that has the title of a province."""
    column, row = spots()[place]
    start = grid.columns[column] + 1 + columns_of(province_title(frame, place)[0])
    return Rect(start, grid.lines[row], grid.columns[column + 1] - start, 1)


def water_at(frame: Frame, grid: Grid, x: int, y: int) -> Place | None:
    """Return the fjord at a column and a row of the map."""
    for fjord, every in waters(frame, grid).items():
        for water in every:
            if water.x <= x < water.right and water.y <= y < water.bottom:
                return fjord
    return None


def _fjords(
    canvas: Canvas, frame: Frame, grid: Grid, water_of: dict[Place, tuple[Rect, ...]]
) -> None:
    """Draw the ships and the marks of the fjords into their water."""
    columns, rows = grid.columns, grid.lines
    beside = {place: spots()[place][0] for place in _ON_THE_COAST}
    first = _first_of_north()
    shores = dict(zip(_ON_THE_COAST[:2], water_of[Place.NORTH], strict=False))
    for fjord, shore, end in (
        (Place.NORTH, shores[first], columns[beside[first] + 1] + 1),
        (Place.EAST, water_of[Place.EAST][1], columns[beside[Place.HORGR] + 1]),
        (Place.WEST, water_of[Place.WEST][1], columns[beside[Place.GIMLE] + 1]),
    ):
        line = fjord_line(frame, fjord, end - shore.x)
        width = length(line)
        is_apart = fjord is not Place.NORTH and end != columns[3]
        slack = 1 if is_apart and width < end - shore.x else 0
        canvas.line(end - width - slack, shore.y, line)
    line = fjord_line(frame, Place.SOUTH, columns[2] - columns[1])
    middle = columns[max(spots()[Place.ANDLANG][0], spots()[Place.UTGARD][0])]
    canvas.line(middle + 1 - (length(line) + 1) // 2, rows[3], line)


def fjord_line(frame: Frame, fjord: Place, room: int) -> Line:
    """Return a fjord's ships and marks: "≈W▲R▲≈", "[W▲]", "►f8≈"; nothing for bare water."""
    if not frame.state.is_usable(fjord):
        if fjord == frame.cursor_place:
            return ((frame.place_cursor, "[░░]"),)
        return ((theme.HATCH, "░░░░"),)
    before, after, style = WAVE, WAVE, ""
    if fjord in frame.targets:
        before, style = "►", theme.TARGET
    if fjord == frame.cursor_place:
        before, after, style = "[", "]", joined(style, frame.place_cursor)
    full, short = _ships(frame, fjord, alone=False), _ships(frame, fjord, alone=True)
    if not full and style:
        full = short = ((style, place_key(fjord)),)
    elif not full and before == WAVE:
        return ()
    ships = full or ((theme.WATER, place_key(fjord)),)
    ships = ships if length(ships) + 2 <= room else short
    edge = style or theme.WATER
    line = (
        (edge, before),
        *((joined(own, style), text) for own, text in ships),
        (edge, after),
    )
    return line if length(line) <= room or style else line[1:-1]


def _ships(frame: Frame, fjord: Place, *, alone: bool) -> Line:
    """Return the ships of all clans in their hues; `alone` without a sign for each ship."""
    spans: list[Span] = []
    for seat in frame.seats:
        figures = frame.state.figures(seat, fjord)
        if figures:
            ships = "" if alone else SHIP_SIGN * figures.ships
            others = figures_code(replace(figures, warriors=0, ships=0))
            style, letter = frame.letter(seat)
            spans.append((style, letter + ships + others))
    return tuple(spans)
