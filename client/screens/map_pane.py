"""The map: a grid of three by three provinces, with the fjords on the lines between them.

The title of a province is on the upper line of its cell: "[7 Elvagar]" under the cursor,
"►7 Elvagar" if it may be chosen, "═7 Elvagar═" during a battle for it. Inside are the token, the
villages, the doom and the figures by clan: `W2Lt:7` is the Wolf with two Warriors, the Leader and
a monster with t, together 7 strong. If the figures do not fit, only the strengths are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from client.screens.frame import Frame, absent_at
from client.style import theme
from client.text.absences import AWAY
from client.text.board_text import KEYPAD, doom_age, villages
from client.text.catalogue import say
from client.text.names import (
    age_name,
    figures_code,
    figures_named,
    initial,
    place_key,
    place_title,
    region_name,
    some_of,
)
from client.ui.canvas import Canvas, Line, Rect, Span, joined, length
from client.ui.cells import fit
from client.ui.layout import Grid
from engine import board as printed
from engine.figures import Figures
from engine.strength import figure_sources
from engine.terms import SHIP, WARRIOR, Place, Seat, Token, Use

SPOTS: Final = {place: (at % 3, at // 3) for at, place in enumerate(KEYPAD)}
"""Column and row of the cell of every province."""

REWARDS: Final = {
    Token.RAGE: "Rage",
    Token.AXES: "Axes",
    Token.HORNS: "Horns",
    Token.GLORY: "5 Gl",
    Token.YGGDRASIL: "+1 each",
}
_LISTED_ROWS: Final = 5
"""Cells of at least this many rows may have a row for each clan."""
_LISTED_WIDTH: Final = 24


def draw_board(canvas: Canvas, frame: Frame, grid: Grid) -> None:
    """Draw the map in the upper left corner of the canvas."""
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
    """Return the title of a province with its marks, and its style."""
    name = f"{place_key(place)} {place_title(place)}"
    style = theme.TARGET if place in frame.targets else ""
    if place == frame.cursor_place:
        return f"[{name}]", joined(style, frame.place_cursor)
    if place in frame.targets:
        return f"►{name} ", style
    if place == frame.battle_place:
        return f"═{name}═", theme.CALL
    return f" {name} ", style


# ---------------------------------------------------------------------------- provinces


def doom_mark(frame: Frame, place: Place) -> str:
    """Return the mark of a province that will fall, "!II", or ""."""
    age = doom_age(frame.state, place)
    return f"!{age_name(age)}" if age is not None and age >= frame.state.age else ""


def _strength(frame: Frame, seat: Seat, place: Place) -> str:
    """Return the strength of a seat in a province without its fjord, and the sign of absence."""
    sources = figure_sources(frame.state, seat, place, Use.BATTLE)
    away = "" if absent_at(frame, seat) is None else AWAY
    return f"{sum(source.amount for source in sources if source.place == place)}{away}"


def cell_lines(frame: Frame, place: Place, width: int, height: int) -> list[Line]:
    """Return the rows of a cell."""
    here = _inside(frame, place)
    head = _head(frame, place, width)
    if height >= _LISTED_ROWS and width >= _LISTED_WIDTH and len(here) < height:
        return [head, *(_listed(frame, seat, place, width) for seat, _ in here)]
    strengths = {seat: f":{_strength(frame, seat, place)}" for seat, _ in here}
    codes = {seat: f"{figures_code(figures)}{strengths[seat]}" for seat, figures in here}
    packed = _packed(frame, codes, width)
    if len(packed) > height - 1:
        packed = _packed(frame, strengths, width)
    return [head, *packed[: height - 1]]


def _inside(frame: Frame, place: Place) -> tuple[tuple[Seat, Figures], ...]:
    """Return the seats with figures in a place, and these figures."""
    return tuple(
        (seat, figures) for seat in frame.seats if (figures := frame.state.figures(seat, place))
    )


def _head(frame: Frame, place: Place, width: int) -> Line:
    """Return token, villages and doom; the region at the right if there is room."""
    province = frame.state.board.provinces[place]
    reward = say(REWARDS[province.token])
    count = f" {villages(frame.state, place)}v"
    mark = doom_mark(frame, place)
    now = doom_age(frame.state, place) is frame.state.age
    token: Span = ("", f"●{reward}{count}")
    if province.pillaged:
        long = f"○{reward} " + say("done") + count
        short = "○" + say("done") + count
        token = (theme.NOTE, long if len(long) + len(mark) + 1 <= width else short)
    spans: list[Span] = [token]
    if mark:
        spans += [("", " "), (theme.DOOM, mark)]
    if mark and now and length(spans) + 4 <= width:
        spans.append((theme.DOOM, " " + say("now")))
    region = region_name(printed.REGION[place])[:3] if place in printed.REGION else ""
    room = width - length(spans) - len(region)
    if region and room > 0:
        spans += [("", " " * room), (theme.NOTE, region)]
    return tuple(spans)


def _packed(frame: Frame, codes: Mapping[Seat, str], width: int) -> list[Line]:
    """Return clans side by side, on as many rows as they need."""
    rows: list[list[tuple[Seat, str]]] = [[]]
    used = 0
    for seat, code in codes.items():
        if rows[-1] and used + 2 + len(code) > width:
            rows.append([])
            used = 0
        used += len(code) + 1 + bool(rows[-1])
        rows[-1].append((seat, code))
    return [frame.letters(tuple(row)) for row in rows]


def _listed(frame: Frame, seat: Seat, place: Place, width: int) -> Line:
    """Return one clan on its own row, with its figures in words and its strength."""
    figures = frame.state.figures(seat, place)
    total = f"={_strength(frame, seat, place)}"
    room = width - 3 - len(total)
    long = figures_named(figures)
    for text in (long, _words(figures), figures_code(figures)):
        if len(text) <= room:
            break
    weight = frame.weight(seat)
    return (frame.letter(seat), (weight, f" {fit(text, room).ljust(room)} {total}"))


def _words(figures: Figures) -> str:
    return "+".join(
        say("{count} warr", count=figures.warriors)
        if kind == WARRIOR
        else some_of(kind, figures.number_of(kind))
        for kind in figures.kinds()
    )


def destroyed_lines(frame: Frame, place: Place, width: int, height: int) -> list[Line]:
    """Return the rows of a hatched cell with its reason."""
    age = doom_age(frame.state, place)
    fell = age is not None and age <= frame.state.age
    word = say("fell in Age {age}", age=age_name(age)) if fell and age else say("destroyed")
    if len(word) + 2 > width:
        word = say("destroyed")
    rows: list[Line] = [((theme.HATCH, "░" * width),)] * height
    left = (width - len(word) - 2) // 2
    rest = width - left - len(word) - 2
    rows[(height - 1) // 2] = ((theme.HATCH, "░" * left + f" {word} " + "░" * rest),)
    return rows


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
        width = length(line)
        slack = 1 if fjord is Place.WEST and width < end - start else 0
        canvas.line(end - width - slack, y, line)
    line = fjord_line(frame, Place.SOUTH, columns[2] - columns[1])
    width = length(line)
    canvas.line(columns[2] + 1 - (width + 1) // 2, rows[3], line)


def fjord_line(frame: Frame, fjord: Place, room: int) -> Line:
    """Return a fjord with its ships and its marks: "≈W▲R▲≈", "[W▲]", "►f8≈"."""
    for ships in _ship_lines(frame, fjord):
        if length(ships) + 2 <= room:
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
    """Return the ships of all clans, the longest form first."""
    inside = _inside(frame, fjord)
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
