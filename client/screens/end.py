"""The end of a game: the Glory curve as a chart of letters, and the sources of Glory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.screens.frame import Frame
from client.screens.rows import headed, heading_rows, put_lines
from client.style import theme
from client.text.catalogue import say, say_many
from client.text.names import age_name
from client.ui.canvas import Canvas, Line, Rect, joined, wrap, wrapped
from client.ui.cells import columns_of, fit, pad
from client.ui.view import EndView
from engine.terms import Age, Seat
from engine.values import Value

_CHART_MOST: Final = 32
_CHART_LEAST: Final = 6
_AXIS: Final = 6
"""Columns of the numbers at the left; `_TOTALS` are those of the clans' totals at the right."""
_TOTALS: Final = 7
_EVERY: Final = 6
"""Columns from one letter of a line to the next."""
_LEAST: Final = 3


def draw_end(canvas: Canvas, frame: Frame, end: EndView) -> None:
    """Draw the end of a game, below the header and above the prompt."""
    table = [headed(canvas.width, say("where it came from"), theme.TITLE)]
    table += source_rows(frame, end, canvas.width)
    moment = _moment(frame, end)
    told = [row for line in moment for row in wrapped(line, canvas.width, 1)]
    room = min(_CHART_MOST, canvas.height - len(table) - len(told) - 1)
    y = 0
    if room >= _CHART_LEAST:
        canvas.line(0, 0, headed(canvas.width, say("Glory over time"), theme.TITLE))
        draw_chart(canvas.part(Rect(0, 1, canvas.width, room)), frame, end)
        y = room + 1
    else:
        left = max(0, canvas.height - len(table))
        told = told if len(told) <= left else moment[:left]
    put_lines(canvas, (*told, *table), y)


def _moment(frame: Frame, end: EndView) -> list[Line]:
    """Return the moment under the time cursor: the Glory of all, and the last event."""
    last = len(end.curve) - 1
    at = min(end.cursor, last)
    age = sum(start <= at for start in end.ages)
    when = say("{at} of {last}", at=at, last=last)
    if age:
        when = say("Age {age}, {when}", age=age_name(Age(age)), when=when)
    amounts = tuple((seat, f" {end.curve[at][seat]}") for seat in frame.seats)
    tail = ""
    if at == last and end.minutes is not None:
        tail = say_many("a game of {count} minute", "a game of {count} minutes", end.minutes)
    elif at < last and (told := _chance_told(end, at)):
        tail = told
    values: Line = (("", " "), *frame.letters(amounts, "  "), (theme.NOTE, f"   {when}   {tail}"))
    deed = end.at_cursor if at else say("Before the first action.")
    return [values, (("", f" {deed}"),)]


def source_rows(frame: Frame, end: EndView, width: int) -> list[Line]:
    """Return the table of sources of the whole game, best first."""
    return glory_table(frame, end.sources, end.headings, width)


def glory_table(
    frame: Frame,
    sources: Sequence[tuple[Seat, tuple[int, ...]]],
    names: Sequence[str],
    width: int,
) -> list[Line]:
    """Return the Glory of each seat by sources with these names, best first, none of them cut."""
    rows = sorted(sources, key=lambda row: (-sum(row[1]), row[0]))
    titles = [say("total"), *names]
    longest = max((columns_of(frame.names.full(seat)) for seat, _ in rows), default=4)
    name = min(longest, width - 6 - 4 * len(titles))
    room = width - 6 - name
    wide = [max(3, columns_of(title)) for title in titles]
    if sum(wide) + len(wide) > room:
        each = max(3, min(8, room // len(titles) - 1))
        wide = [each] * len(titles)
    ends = [6 + name + sum(wide[: at + 1]) + at + 1 for at in range(len(titles))]
    start = f"  #   {say('clan')}"
    lines: list[Line] = [((theme.NOTE, text),) for text in heading_rows(start, titles, ends, width)]
    for seat, parts in rows:
        total = sum(parts)
        place = 1 + sum(sum(other) > total for _, other in rows)
        weight = frame.weight(seat)
        numbers = "".join(
            f" {number:>{column}}" for number, column in zip((total, *parts), wide, strict=True)
        )
        first, *others = wrap(frame.names.full(seat), name) or ("",)
        sign: Line = ((weight, f"{'►' if seat == frame.you else ' '} {place} "),)
        named: Line = ((weight, f" {pad(first, name)}{numbers}"),)
        lines.append((*sign, frame.letter(seat), *named))
        lines += [((weight, f"      {other}"),) for other in others]
    return lines


# ------------------------------------------------------------------------ the chart


_PARTS: Final = 4
"""Parts of the axis of Glory, with a label at each end."""


class _Scale(Value):
    """Maps moments to columns and Glory to rows."""

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
        """Return the row of a number; the labels of the axis are equally far apart."""
        high = max(1, (self.rows - 1) // _PARTS) * _PARTS
        return max(0, self.rows - 1 - min(high, glory * high // self.top))


def draw_chart(canvas: Canvas, frame: Frame, end: EndView) -> None:
    """Draw the curve of every clan over the game.

    If lines meet, yours is on top, then the leader's; letters are above all lines.
    """
    rows = canvas.height - 2 - bool(end.chances)
    columns = canvas.width - _AXIS - _TOTALS - 1
    if rows < _LEAST or columns < _LEAST or not end.curve:
        return
    highest = max(1, *(max(point) for point in end.curve))
    scale = _Scale(columns, rows, len(end.curve), _round_up(highest))
    _axes(canvas, scale, end)
    rising = sorted(frame.seats, key=lambda one: (one == frame.you, end.curve[-1][one]))
    for seat in rising:
        _curve(canvas, frame, end, scale, seat)
    for seat in rising:
        _letters(canvas, frame, end, scale, seat)
    _totals(canvas, frame, end, scale)
    _chances(canvas, end, scale)
    if end.cursor < len(end.curve) - 1:
        _cursor(canvas, scale, end)


def _round_up(highest: int) -> int:
    step = 5 if highest <= 30 else 10 if highest <= 60 else 20  # noqa: PLR2004 - round numbers
    return -(-highest // step) * step


def _axes(canvas: Canvas, scale: _Scale, end: EndView) -> None:
    for y in range(scale.rows):
        canvas.put(_AXIS - 1, y, "│", theme.RULE)
    for part in range(_PARTS + 1):
        glory = scale.top * part // _PARTS
        canvas.put(0, scale.row(glory), f"{glory:>4}", theme.NOTE)
    canvas.put(_AXIS - 1, scale.rows, "└" + "─" * scale.columns, theme.RULE)
    for number, start in enumerate(end.ages):
        x = _AXIS + scale.column(start)
        canvas.put(x, scale.rows, "┬", theme.RULE)
        name = say("Age {age}", age=age_name(Age(number + 1)))
        canvas.put(x, scale.rows + 1, name, theme.NOTE)


def _curve(canvas: Canvas, frame: Frame, end: EndView, scale: _Scale, seat: Seat) -> None:
    style, _ = frame.letter(seat)
    for column in range(scale.columns):
        glory = end.curve[scale.moment(column)][seat]
        canvas.put(_AXIS + column, scale.row(glory), "·", style)


def _letters(canvas: Canvas, frame: Frame, end: EndView, scale: _Scale, seat: Seat) -> None:
    """Put the letter of a clan on its line, in columns of its own but for the last one."""
    style, letter = frame.letter(seat)
    for column in (*range(int(seat), scale.columns, _EVERY), scale.columns - 1):
        glory = end.curve[scale.moment(column)][seat]
        canvas.put(_AXIS + column, scale.row(glory), letter, style)


def _totals(canvas: Canvas, frame: Frame, end: EndView, scale: _Scale) -> None:
    """Draw the clans at the right, each on its own row close to its line."""
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


def _chances(canvas: Canvas, end: EndView, scale: _Scale) -> None:
    """Draw the chances to win under the Ages, each at its moment, as many as have room."""
    if not end.chances:
        return
    y, free = scale.rows + 2, _AXIS
    canvas.put(0, y, fit(say("win %"), _AXIS - 1), theme.NOTE)
    for point, chance in end.chances:
        x = _AXIS + scale.column(min(point, scale.moments - 1))
        if free <= x <= canvas.width - len(str(chance)):
            free = 1 + canvas.put(x, y, str(chance), theme.TITLE)


def _chance_told(end: EndView, at: int) -> str:
    """Name the chance to win at a point of the curve, "" before the first one."""
    known = [chance for point, chance in end.chances if point <= at]
    return say("a chance to win of {number} %", number=known[-1]) if known else ""


def _cursor(canvas: Canvas, scale: _Scale, end: EndView) -> None:
    x = _AXIS + scale.column(min(end.cursor, scale.moments - 1))
    for y in range(scale.rows):
        if canvas.sign_at(x, y) == " ":
            canvas.put(x, y, "│", theme.NOTE)
    canvas.put(x, scale.rows, "▲", joined(theme.CALL, theme.CURSOR))
