"""The table of provinces by clans, which can replace the map: a row for each place, with a cursor.

A row has the facts of the map about a place, without the geography: for comparisons, for screens
without box drawing, for screen readers.
"""

from __future__ import annotations

from typing import Final

from client.screens.frame import Frame, seat_mark
from client.screens.map_pane import province_title
from client.screens.rows import Row, draw_rows, put_rows, row
from client.style import theme
from client.text.board_text import ROWS, Cell, cell, counts, doom, is_gone, reward, villages
from client.text.catalogue import say
from client.text.god_words import god_here, god_marks
from client.text.names import place_key
from client.ui.canvas import Canvas, Line, Rect, Span, joined
from client.ui.cells import columns_of, pad
from engine.board import SUPPORTED
from engine.terms import Place, Seat
from engine.values import Value

_GAP_MOST: Final = 8
_GOD_FORMS: Final = 3
_EDGE: Final = 1
"""Columns left free at the right, before the next part or for an arrow that more follows."""


class _Columns(Value):
    """Widths of the names, the pillage rewards, the villages, the doom and each clan.

    A column that is left out has a width of -1.
    """

    name: int
    worth: int
    villages: int
    doom: int
    clan: int
    figures: bool
    """Whether there is room for figures beside strengths."""
    god: int
    """The form of the marks of gods, the longest first."""


def draw_matrix(canvas: Canvas, frame: Frame) -> None:
    """Draw the table on the whole canvas, with the numbers of the clans below if they fit."""
    heading, *rows = matrix_rows(frame, canvas.width)
    put_rows(canvas, [heading])
    body = canvas.part(Rect(0, 1, canvas.width, canvas.height - 1))
    shown = rows if len(rows) < canvas.height else rows[: len(ROWS)]
    draw_rows(body, shown, ROWS.index(frame.cursor_place))


def matrix_rows(frame: Frame, width: int) -> list[Row]:
    """Return the table as rows to be scrolled, for screens without a map."""
    columns = _columns(frame, width)
    places = [_place_row(frame, place, columns) for place in ROWS]
    return [(_heading(frame, columns), ""), *places, *_number_rows(frame, columns, width)]


# ------------------------------------------------------------------------ columns


def _columns(frame: Frame, width: int) -> _Columns:
    """Choose the columns: figures if they fit, else strengths; headings are whole or left out.

    Names and rewards are always whole; if nothing else helps, villages are left out, then the
    doom, which both are on the map. Gods have their names if nothing is lost by it.
    """
    least = _columns_with(frame, width, _GOD_FORMS - 1)
    for god in range(_GOD_FORMS - 1):
        found = _columns_with(frame, width, god)
        same = (found.figures, found.villages, found.doom)
        if same == (least.figures, least.villages, least.doom):
            return found
    return least


def _columns_with(frame: Frame, width: int, god: int) -> _Columns:
    seats = len(frame.seats)
    name = max(columns_of(_title(frame, place, god)[0]) for place in ROWS)
    worth = max(columns_of(_worth(frame, place)) for place in ROWS)
    taken = max(len(villages(frame.state, place)) for place in ROWS)
    falls = max(columns_of(doom(frame.state, place)) for place in ROWS)
    cells = [one for place in ROWS for seat in frame.seats if (one := _cell(frame, seat, place))]
    for left_out in range(3):
        taken = taken if left_out < 1 else -1
        falls = falls if left_out < 2 else -1  # noqa: PLR2004 - the second column left out
        room = width - name - worth - taken - falls - 3 - _EDGE
        for figures in (True, False):
            least = max(2, 2, *(len(_text(one, figures=figures)) for one in cells))
            if (least + 1) * seats <= room:
                spare = room - (least + 1) * seats
                wide = [worth, taken, falls]
                for number, heading in enumerate((say("pillage"), say("used"), say("doom"))):
                    more = max(0, columns_of(heading) - wide[number])
                    if wide[number] >= 0 and more <= spare:
                        wide[number] += more
                        spare -= more
                gap = min(_GAP_MOST, spare // seats)
                return _Columns(
                    name, wide[0], wide[1], wide[2], least + 1 + gap, figures=figures, god=god
                )
    room = width - name - worth - 1 - _EDGE
    return _Columns(name, worth, -1, -1, max(2, room // seats), figures=False, god=god)


def _title(frame: Frame, place: Place, god: int) -> tuple[str, str]:
    """Return the title of a place with the mark of its god in a form, and its style."""
    title, style = province_title(frame, place)
    deity = god_here(frame.state, place)
    return (title if deity is None else f"{title}{god_marks(deity)[god]} ", style)


def _cell(frame: Frame, seat: Seat, place: Place) -> Cell | None:
    return None if is_gone(frame.state, place) else cell(frame.state, seat, place)


def _text(one: Cell, *, figures: bool) -> str:
    return one.long if figures else one.short


def _worth(frame: Frame, place: Place) -> str:
    """Return the pillage reward, or the provinces that a fjord supports."""
    if is_gone(frame.state, place):
        return say("gone")
    if place.is_fjord:
        return "≈" + " ".join(place_key(one) for one in SUPPORTED[place])
    return reward(frame.state, place)


# ------------------------------------------------------------------------ rows


def _heading(frame: Frame, columns: _Columns) -> Line:
    """Return the heading; clans are marked as in the table of clans."""
    spans: list[Span] = [
        (theme.NOTE, pad(" " + say("place"), columns.name)),
        *(
            (theme.NOTE, _column(heading if columns_of(heading) <= wide else "", wide))
            for heading, wide in (
                (say("pillage"), columns.worth),
                (say("used"), columns.villages),
                (say("doom"), columns.doom),
            )
        ),
    ]
    for seat in frame.seats:
        mark = seat_mark(frame, seat)
        # The mark before the letter is mostly blank: it keeps the names apart.
        name = frame.names.full(seat)
        tail = f" {name}" if columns_of(name) <= columns.clan - 3 else ""
        spans += [("", " " * (columns.clan - 2 - columns_of(tail))), mark, frame.letter(seat)]
        spans.append((frame.weight(seat), tail))
    return tuple(spans)


def _column(text: str, width: int) -> str:
    """Return a cell behind a blank, nothing for a column that is left out."""
    return " " + pad(text, width) if width >= 0 else ""


def _place_row(frame: Frame, place: Place, columns: _Columns) -> Row:
    title, style = _title(frame, place, columns.god)
    gone = is_gone(frame.state, place)
    falls = doom(frame.state, place)
    hatch = theme.HATCH if gone else ""
    spans: list[Span] = [
        (joined(hatch, style), pad(title, columns.name)),
        (_worth_style(frame, place), _column(_worth(frame, place), columns.worth)),
        (hatch, _column(villages(frame.state, place).rjust(columns.villages), columns.villages)),
        (theme.DOOM if falls else "", _column(falls, columns.doom)),
    ]
    for seat in frame.seats:
        one = _cell(frame, seat, place)
        text = ("░" if gone else "·") if one is None else _text(one, figures=columns.figures)
        weight = theme.NOTE if one is None else frame.weight(seat)
        spans.append((weight, text.rjust(columns.clan)))
    here = place == frame.cursor_place
    return tuple(spans), frame.place_cursor if here else ""


def _worth_style(frame: Frame, place: Place) -> str:
    if is_gone(frame.state, place):
        return theme.HATCH
    done = place.is_fjord or frame.state.board.provinces[place].pillaged
    return theme.NOTE if done else ""


def _number_rows(frame: Frame, columns: _Columns, width: int) -> list[Row]:
    """Return the numbers of the clans below their letters."""
    before = (columns.name - 1, columns.worth, columns.villages, columns.doom)
    first = sum(wide + 1 for wide in before)
    found = counts(frame.state)
    wide = max(len(number) for one in found for number in one.of)
    if wide >= columns.clan:
        return []
    rule = first + columns.clan * len(frame.seats)
    rows = [row("─" * min(width, rule), theme.RULE)]
    for one in found:
        spans: list[Span] = [(theme.NOTE, " " + pad(one.name, first - 1))]
        spans += [(frame.weight(seat), one.of[seat].rjust(columns.clan)) for seat in frame.seats]
        rows.append((tuple(spans), ""))
    return rows
