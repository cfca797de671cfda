"""The clans in numbers: the table at the side, one clan a row, and the same as chips.

`●` marks a clan that decides, `►` you, `○` a broken connection, `z` an absent player; the pool of
a clan that has passed is "-".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from client.screens.frame import Frame
from client.screens.presence import line_state, seat_mark
from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Line, Span, fit, length
from engine.terms import Phase, Seat, Stat

_COUNTS_WIDTH: Final = 32
"""From this width on the table counts cards in hand, quests and figures in Valhalla."""
_WORDS_WIDTH: Final = 50
"""From this width on headings are longer, and a word tells the activity of a clan."""
_NAME_LEAST: Final = 3
_NAME_MOST: Final = 12
Numbers = Callable[[Frame, Seat], str]


@dataclass(frozen=True, slots=True)
class _Column:
    heading: str
    cells: tuple[str, ...]
    least: int = 0

    @property
    def width(self) -> int:
        return max(self.least or len(self.heading), *(len(cell) for cell in self.cells))


def pool(frame: Frame, seat: Seat) -> str:
    """Return the Rage pool of a clan out of its Rage stat: "5/8", "-/8" after a pass."""
    clan = frame.state.clans[seat]
    passed = clan.passed and frame.state.phase is Phase.ACTION
    left = "-" if passed and not clan.rage else str(clan.rage)
    return f"{left}/{clan.value(Stat.RAGE)}"


def horns(frame: Frame, seat: Seat) -> str:
    """Return the figures on the board out of those the Horns allow: "6/7"."""
    return f"{frame.state.on_board(seat)}/{frame.state.clans[seat].value(Stat.HORNS)}"


def _columns(frame: Frame, width: int) -> list[_Column]:
    """Return the columns of numbers; the heading of the first may reach over the names."""
    clans = frame.state.clans
    words = width >= _WORDS_WIDTH
    columns = [
        _Column(say("rage"), _of(frame, pool), 3),
        _Column(
            say("axes") if words else say("ax"), tuple(str(clan.value(Stat.AXES)) for clan in clans)
        ),
        _Column(say("horns") if words else say("horn"), _of(frame, horns)),
        _Column(say("glory") if words else say("glo"), tuple(str(clan.glory) for clan in clans)),
    ]
    if width >= _COUNTS_WIDTH:
        columns += [
            _Column("H", tuple(str(clan.hand) for clan in clans)),
            _Column("Q", tuple(str(clan.quests) for clan in clans)),
            _Column("V", tuple(str(clan.valhalla.count) for clan in clans)),
        ]
    return columns


def _of(frame: Frame, number: Numbers) -> tuple[str, ...]:
    return tuple(number(frame, seat) for seat in frame.seats)


def clan_table(frame: Frame, width: int) -> list[Line]:
    """Return a heading, and a row for every clan in seat order."""
    columns = _columns(frame, width)
    gap = 2 if width >= _WORDS_WIDTH else 1
    taken = 4 + sum(column.width + gap for column in columns)
    longest = max(len(_name(frame, seat)) for seat in frame.seats)
    name = max(_NAME_LEAST, min(_NAME_MOST, max(longest, 4), width - taken))
    rows: list[Line] = [((theme.NOTE, _headings(columns, 4 + name, gap)),)]
    for seat in frame.seats:
        numbers = "".join(" " * gap + column.cells[seat].rjust(column.width) for column in columns)
        line: Line = (
            *_marks(frame, seat),
            (frame.weight(seat), " " + _cut(_name(frame, seat), name) + numbers),
        )
        doing = _doing(frame, seat)
        if width - length(line) > len(doing) + 1:
            line = (*line, (theme.NOTE, "  " + doing))
        rows.append(line)
    return rows


def _name(frame: Frame, seat: Seat) -> str:
    """Name a seat in the table: "you" while the viewer has neither a name nor a clan."""
    nameless = frame.state.clans[seat].clan is None and not frame.names.players[seat]
    return say("you") if nameless and seat == frame.you else frame.names.full(seat)


def _headings(columns: list[_Column], start: int, gap: int) -> str:
    """Return the headings, each aligned to the right of its column."""
    text = "   " + say("clan")
    end = start
    for column in columns:
        end += gap + column.width
        heading = column.heading
        if len(text) + 1 + len(heading) > end:
            heading = heading[: max(0, end - len(text) - 1)]
        text = text.ljust(end - len(heading)) + heading
    return text


def _cut(name: str, width: int) -> str:
    """Cut a name to a column without room for an ellipsis.

    The "(2)" at the end, which distinguishes equal names, stays.
    """
    head, bracket, number = name.rpartition(" (")
    tail = bracket[1:] + number if number.removesuffix(")").isdigit() else ""
    kept = fit(head, 99)[: max(1, width - len(tail))] if tail else fit(name, 99)
    return (kept + tail)[:width].ljust(width)


def _marks(frame: Frame, seat: Seat) -> tuple[Span, ...]:
    """Return three columns: a blank, the sign of the seat, the letter."""
    style, sign = seat_mark(frame, seat)
    return ((style, f" {sign}"), frame.letter(seat))


def _doing(frame: Frame, seat: Seat) -> str:
    """Tell the activity of a clan in a word."""
    state = frame.state
    line = line_state(frame, seat)
    if line:
        return line
    if seat in frame.view.waiting:
        return say("decides")
    if state.phase is Phase.ACTION and state.clans[seat].passed:
        return say("passed")
    if state.phase is Phase.ACTION and not state.clans[seat].rage:
        return say("no Rage")
    return say("first") if seat == state.first else ""


def chips(frame: Frame, width: int, rows: int) -> list[Line]:
    """Return the clans in a few rows, with as many numbers as fit."""
    lines: list[Line] = []
    for numbers in (_whole, _short, _least):
        lines = _flow([_chip(frame, seat, numbers(frame, seat)) for seat in frame.seats], width)
        if len(lines) <= rows:
            break
    return lines[:rows]


def _whole(frame: Frame, seat: Seat) -> str:
    name = _cut(_name(frame, seat), 8).rstrip()
    return f" {name}{_short(frame, seat)}"


def _short(frame: Frame, seat: Seat) -> str:
    clan = frame.state.clans[seat]
    axes = clan.value(Stat.AXES)
    return f" {pool(frame, seat)} A{axes} H{horns(frame, seat)} G{clan.glory}"


def _least(frame: Frame, seat: Seat) -> str:
    return f" {pool(frame, seat)} G{frame.state.clans[seat].glory}"


def _chip(frame: Frame, seat: Seat, numbers: str) -> Line:
    _, mark = seat_mark(frame, seat)
    weight = frame.weight(seat)
    return ((weight, mark), frame.letter(seat), (weight, numbers))


def _flow(cells: list[Line], width: int) -> list[Line]:
    """Return pieces side by side, in columns of the same width."""
    wide = max(length(cell) for cell in cells) + 1
    each = max(1, (width + 1) // wide)
    lines: list[Line] = []
    for start in range(0, len(cells), each):
        spans: list[Span] = []
        for cell in cells[start : start + each]:
            spans += [*cell, ("", " " * (wide - length(cell)))]
        lines.append(tuple(spans))
    return lines
