"""The column beside the map: clans, doom, Valhalla, upgrades, the place under the cursor.

In the table of clans, and in the same numbers as chips, `●` marks a clan that decides, `►` you,
`○` a broken connection, `z` an absent player; the pool of a clan that has passed is "-".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from client.screens.detail import heading, place_detail
from client.screens.frame import Frame, connection_word, seat_mark
from client.screens.rows import headed, put_lines
from client.style import theme
from client.text.catalogue import say
from client.text.names import age_name, card_name, place_key, place_name
from client.ui.canvas import Canvas, Line, Span, length, wrap, wrapped
from client.ui.cells import columns_of, fit, fit_name, pad_name
from client.ui.layout import Size
from engine import board as printed
from engine.terms import Age, CardId, Phase, Seat, Stat

_COUNTS_WIDTH: Final = 32
"""From this width on the table counts cards in hand, quests and figures in Valhalla."""
_WORDS_WIDTH: Final = 50
"""From this width on headings are longer, and a word shows the activity of a clan."""
_NAME_LEAST: Final = 3
_NAME_MOST: Final = 12


def draw_side(canvas: Canvas, frame: Frame) -> None:
    """Draw the table of clans, then as much as fits, first the place under the cursor."""
    width = canvas.width
    rows = [*clan_table(frame, width), *doom_rows(frame, width)]
    left = canvas.height - len(rows)
    if frame.size in (Size.COMPACT, Size.SMALL):
        rows += _valhalla(frame)
        rows += _own_upgrades(frame, width)
        rows += _counts(frame)
    else:
        detail = _detail(frame, width)
        least = len(frame.seats) + 1 if frame.size is Size.LARGE else 2
        rows += _upgrades(frame, width, max(least, left - len(detail)))
        rows += detail
    put_lines(canvas, rows)


def doom_rows(frame: Frame, width: int) -> list[Line]:
    """Return the provinces that fall, by Age, with the Glory of a figure that dies there."""
    rows = [headed(width, say("Doom: Glory per figure"))]
    for age in Age:
        if age < frame.state.age or frame.state.phase is Phase.END:
            continue
        place = frame.state.ragnarok[age - 1]
        now = age is frame.state.age
        when = say("now") if now else ""
        name = f"{place_key(place)} {place_name(place)}"
        if frame.state.is_destroyed(place):
            name = say("{place} (gone)", place=name)
        glory = f"+{printed.RAGNAROK_GLORY[age]}"
        text = f" {age_name(age):<3} {when:<3} {name}"
        rows.append(((theme.DOOM if now else "", text.ljust(min(width, 30) - 3) + f"{glory:>3}"),))
    return rows


def _valhalla(frame: Frame) -> list[Line]:
    """Count the figures of each clan in Valhalla."""
    dead = tuple(
        (seat, str(frame.state.clans[seat].valhalla.count))
        for seat in frame.seats
        if frame.state.clans[seat].valhalla
    )
    label = ("", " " + say("Valhalla") + " ")
    return [(label, *(frame.letters(dead) if dead else ((theme.NOTE, say("nobody")),)))]


def _counts(frame: Frame) -> list[Line]:
    """Count cards in hand and quests, if the table has no columns for them."""
    clans = frame.state.clans
    hands = tuple((seat, str(clans[seat].hand)) for seat in frame.seats)
    rows: list[Line] = [(("", " " + say("Hands") + " "), *frame.letters(hands))]
    quests = tuple((seat, str(clans[seat].quests)) for seat in frame.seats if clans[seat].quests)
    if quests:
        rows.append((("", " " + say("Quests") + " "), *frame.letters(quests)))
    return rows


def upgrade_names(cards: Iterable[CardId]) -> str:
    """Name the upgrades on a clan sheet."""
    return ", ".join(card_name(card) for card in cards)


def _own_upgrades(frame: Frame, width: int) -> list[Line]:
    if frame.you is None:
        return []
    names = upgrade_names(frame.own.upgrades) or say("none yet")
    text = say("Upgrades: {names}", names=names)
    return [(("", f" {row}"),) for row in wrap(text, width - 1)]


def _upgrades(frame: Frame, width: int, room: int) -> list[Line]:
    """List the upgrades of all clans, with a row each if rows are few; else the viewer's."""
    all_of_them = [headed(width, say("upgrades in play"))]
    short = list(all_of_them)
    for seat in frame.seats:
        cards = frame.state.clans[seat].upgrades
        if cards:
            rows = _indented(frame, seat, upgrade_names(cards), width)
            all_of_them += rows
            short += rows if len(rows) == 1 else _indented_short(frame, seat, cards, width)
    for rows in (all_of_them, short):
        if 1 < len(rows) <= room:
            return rows
    return _own_upgrades(frame, width)[:room]


def _indented_short(frame: Frame, seat: Seat, cards: tuple[CardId, ...], width: int) -> list[Line]:
    """Return one row of a clan's upgrades, with their number as not all of them fit."""
    text = fit(say("{count}: {names}", count=len(cards), names=upgrade_names(cards)), width - 3)
    return [(("", " "), frame.letter(seat), ("", f" {text}"))]


def _indented(frame: Frame, seat: Seat, text: str, width: int) -> list[Line]:
    first, *others = wrap(text, width - 3)
    head: Line = (("", " "), frame.letter(seat), ("", " " + first))
    return [head, *((("", "   " + row),) for row in others)]


def _detail(frame: Frame, width: int) -> list[Line]:
    """Describe the place under the cursor below a heading, with long rows wrapped."""
    place = frame.cursor_place
    rows: list[Line] = [headed(width, heading(place), theme.TITLE)]
    for line in place_detail(frame, place):
        rows += [(("", " "), *row) for row in wrapped(line, width - 1)]
    return rows


# ------------------------------------------------------------------------ the clans


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
        _Column(say("rage"), tuple(pool(frame, seat) for seat in frame.seats), 3),
        _Column(
            say("axes") if words else say("ax"), tuple(str(clan.value(Stat.AXES)) for clan in clans)
        ),
        _Column(
            say("horns") if words else say("horn"),
            tuple(horns(frame, seat) for seat in frame.seats),
        ),
        _Column(say("glory") if words else say("glo"), tuple(str(clan.glory) for clan in clans)),
    ]
    if width >= _COUNTS_WIDTH:
        columns += [
            _Column("H", tuple(str(clan.hand) for clan in clans)),
            _Column("Q", tuple(str(clan.quests) for clan in clans)),
            _Column("V", tuple(str(clan.valhalla.count) for clan in clans)),
        ]
    return columns


def clan_table(frame: Frame, width: int) -> list[Line]:
    """Return a heading, and a row for every clan in seat order."""
    columns = _columns(frame, width)
    gap = 2 if width >= _WORDS_WIDTH else 1
    taken = 4 + sum(column.width + gap for column in columns)
    longest = max(columns_of(_name(frame, seat)) for seat in frame.seats)
    name = max(_NAME_LEAST, min(_NAME_MOST, max(longest, 4), width - taken))
    rows: list[Line] = [((theme.NOTE, _headings(columns, 4 + name, gap)),)]
    for seat in frame.seats:
        numbers = "".join(" " * gap + column.cells[seat].rjust(column.width) for column in columns)
        style, sign = seat_mark(frame, seat)
        line: Line = (
            (style, f" {sign}"),
            frame.letter(seat),
            (frame.weight(seat), " " + pad_name(_name(frame, seat), name) + numbers),
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


def _doing(frame: Frame, seat: Seat) -> str:
    """Describe the activity of a clan in a word."""
    state = frame.state
    line = connection_word(frame, seat)
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
    name = fit_name(_name(frame, seat), 8).rstrip()
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
