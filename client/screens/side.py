"""The column beside the map: clans, doom, Valhalla, upgrades, the place under the cursor.

In the table of clans, and in the same numbers as chips, `●` marks a clan that decides, `►` you,
`○` a broken connection, `z` an absent player; the pool of a clan that has passed is "-".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from client.screens.detail import heading, place_detail
from client.screens.frame import Frame, connection_word, seat_mark
from client.screens.rows import headed, heading_rows, put_lines
from client.style import theme
from client.text.catalogue import say
from client.text.god_words import GOD_SIGN, power_brief
from client.text.names import age_name, card_name, deity_name, place_key, place_name, stat_name
from client.ui.canvas import Canvas, Line, Span, length, wrap, wrapped
from client.ui.cells import columns_of, fit, pad
from client.ui.layout import Size
from engine import board as printed
from engine.cards import CARDS
from engine.terms import Age, CardId, Phase, Seat, Stat
from engine.values import Value

_BARS_WIDTH: Final = 50
"""From this width on Rage and Horns are bars too, and a word shows the activity of a clan."""
_BAR_MOST: Final = 12
_HEADED_MOST: Final = 4
"""Tables of more clans leave no row for a heading of the doom on small screens."""


def draw_side(canvas: Canvas, frame: Frame) -> None:
    """Draw the table of clans, then as much as fits, first the place under the cursor."""
    width = canvas.width
    rows = [*clan_table(frame, width), *doom_rows(frame, width)]
    left = canvas.height - len(rows)
    if frame.size in (Size.COMPACT, Size.SMALL):
        less = [*_valhalla(frame), *_own_upgrades(frame, width), *_counts(frame)]
        gods = god_rows(frame, width)
        rows += [*(gods if len(gods) + len(less) <= left else []), *less]
    elif frame.size is Size.LARGE:
        gods = god_rows(frame, width, told=True)
        rows += [*gods, *_sheets(frame, width, left - len(gods))]
    else:
        detail = place_rows(frame, width)
        gods = god_rows(frame, width)
        if len(gods) + 2 + len(detail) <= left:
            rows += gods
            left -= len(gods)
        rows += _upgrades(frame, width, max(2, left - len(detail)))
        rows += detail
    put_lines(canvas, rows)


def doom_rows(frame: Frame, width: int) -> list[Line]:
    """Return the provinces that fall, by Age, with the Glory of a figure that dies there."""
    title = say("Doom: Glory per figure")
    rows = [headed(width, title if columns_of(title) + 3 <= width else say("Doom"))]
    if frame.size is Size.SMALL and len(frame.seats) > _HEADED_MOST:
        rows = []
    column = max(3, columns_of(say("now")))
    for age in Age:
        if age < frame.state.age or frame.state.phase is Phase.END:
            continue
        place = frame.state.ragnarok[age - 1]
        now = age is frame.state.age
        when = say("now") if now else age_name(age)
        name = f"{place_key(place)} {place_name(place)}"
        glory = f"+{printed.RAGNAROK_GLORY[age]}"
        if frame.state.is_destroyed(place):
            name, glory = say("{place} (gone)", place=name), ""
        text = pad(f" !{pad(when, column)} {name}", min(width, 34) - 3) + f"{glory:>3}"
        rows.append(((theme.DOOM if now else "", text),))
    return rows


def god_rows(frame: Frame, width: int, *, told: bool = False) -> list[Line]:
    """Return the gods with their provinces, a row each, or `told` with their powers in brief."""
    rows: list[Line] = []
    for deity, place in frame.state.gods:
        where = _nowhere(frame) if place is None else heading(place)
        name = say("{god}, {place}", god=deity_name(deity), place=where)
        power = say("{god}: {text}", god=name, text=power_brief(deity))
        first, *others = wrap(power, width - 3) if told else (name,)
        rows.append((("", " "), (theme.GOD, GOD_SIGN), ("", f" {first}")))
        rows += [((theme.NOTE, f"   {other}"),) for other in others]
    return [headed(width, say("gods")), *rows] if told and rows else rows


def _nowhere(frame: Frame) -> str:
    """Say why a god is in no province: before the first Age none has been placed."""
    before = frame.state.phase is Phase.SETUP
    return say("not placed yet") if before else say("beside the board")


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
    text = say("Your upgrades: {names}", names=names)
    return wrapped((("", f" {text}"),), width, 3)


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


def _sheets(frame: Frame, width: int, room: int) -> list[Line]:
    """Return the upgrades of all clans with their texts, as many as fit; all have their names.

    The texts of other clans come first, since you chose your own cards.
    """
    told: dict[Seat, tuple[CardId, ...]] = dict.fromkeys(frame.seats, ())
    rows = {seat: _sheet_rows(frame, seat, width, ()) for seat in frame.seats}
    left = room - 1 - sum(map(len, rows.values()))
    if left < 0:
        return _upgrades(frame, width, room)
    for seat in sorted(frame.seats, key=lambda one: one == frame.you):
        for card in reversed(frame.state.clans[seat].upgrades):
            more = _sheet_rows(frame, seat, width, (*told[seat], card))
            if len(more) - len(rows[seat]) <= left:
                left -= len(more) - len(rows[seat])
                told[seat], rows[seat] = (*told[seat], card), more
    found = [line for seat in frame.seats for line in rows[seat]]
    none: Line = ((theme.NOTE, " " + say("none yet")),)
    return [headed(width, say("upgrades in play")), *(found or [none])]


def _sheet_rows(frame: Frame, seat: Seat, width: int, told: tuple[CardId, ...]) -> list[Line]:
    """Return the upgrades of a clan: those without a text on one line, the others below."""
    cards = frame.state.clans[seat].upgrades
    bare = [card for card in cards if card not in told]
    rows: list[Line] = [(("", part),) for part in wrap(upgrade_names(bare), width - 3) if bare]
    for upgrade in told:
        card = CARDS[upgrade]
        name, text = card_name(upgrade), say(card.text)
        first, *others = wrap(f"{name}: {text}", width - 5)
        rows.append(((theme.UPGRADE_CARD, name), (theme.NOTE, first[len(name) :])))
        rows += [((theme.NOTE, f"  {part}"),) for part in others]
    head: Line = (("", " "), frame.letter(seat), ("", " "))
    return [(*(("", "   "),), *row) if number else (*head, *row) for number, row in enumerate(rows)]


def place_rows(frame: Frame, width: int) -> list[Line]:
    """Describe the place under the cursor below a heading, with long rows wrapped."""
    place = frame.cursor_place
    rows: list[Line] = [headed(width, heading(place), theme.TITLE)]
    for line in place_detail(frame, place):
        rows += [(("", " "), *row) for row in wrapped(line, width - 1)]
    return rows


# ------------------------------------------------------------------------ the clans


class _Column(Value):
    heading: str
    cells: tuple[str, ...]

    @property
    def width(self) -> int:
        return max(map(len, self.cells))


def pool(frame: Frame, seat: Seat) -> str:
    """Return the Rage pool of a clan out of its Rage stat: "5/8", "-/8" after a pass."""
    clan = frame.state.clans[seat]
    passed = clan.passed and frame.state.phase is Phase.ACTION
    left = "-" if passed and not clan.rage else str(clan.rage)
    return f"{left}/{clan.value(Stat.RAGE)}"


def horns(frame: Frame, seat: Seat) -> str:
    """Return the figures on the board out of those the Horns allow: "6/7"."""
    return f"{frame.state.on_board(seat)}/{frame.state.clans[seat].value(Stat.HORNS)}"


def _bar(have: int, of: int) -> str:
    """Return a bar with a sign for each step, full ones first."""
    return "▓" * min(have, of) + "░" * max(0, of - have)


def _columns(frame: Frame, width: int) -> list[_Column]:
    """Return the columns of numbers, with bars on wide screens."""
    clans, seats = frame.state.clans, frame.seats
    rage = tuple(pool(frame, seat) for seat in seats)
    full = tuple(horns(frame, seat) for seat in seats)
    if width >= _BARS_WIDTH:
        most = max(clan.value(Stat.RAGE) for clan in clans)
        wide = max(map(len, rage))
        rage = tuple(
            pad(_bar(clan.rage, clan.value(Stat.RAGE)), min(most, _BAR_MOST))
            + rage[seat].rjust(wide + 1)
            for seat, clan in zip(seats, clans, strict=True)
        )
    return [
        _Column(stat_name(Stat.RAGE), rage),
        _Column(stat_name(Stat.AXES), tuple(str(clan.value(Stat.AXES)) for clan in clans)),
        _Column(stat_name(Stat.HORNS), full),
        _Column(say("Glory"), tuple(str(clan.glory) for clan in clans)),
    ]


def clan_table(frame: Frame, width: int) -> list[Line]:
    """Return the headings, and a row for every clan in seat order; a long name takes more."""
    columns = _columns(frame, width)
    title = say("clan")
    longest = max(columns_of(text) for text in (title, *map(frame.names.full, frame.seats)))
    roomy = [max(column.width, columns_of(column.heading)) for column in columns]
    tight = [column.width for column in columns]
    least = 3 + longest
    tries = ((roomy, 2), (roomy, 1), (tight, 2), (tight, 1))
    wide, gap = next(
        (one for one in tries if least + sum(one[0]) + one[1] * len(columns) <= width), (tight, 1)
    )
    name = min(longest, width - 3 - sum(wide) - gap * len(columns))
    ends = [3 + name + sum(wide[: at + 1]) + gap * (at + 1) for at in range(len(columns))]
    titles = [column.heading for column in columns]
    rows: list[Line] = [
        ((theme.NOTE, text),) for text in heading_rows("   " + title, titles, ends, width)
    ]
    for seat in frame.seats:
        cells = zip(columns, wide, strict=True)
        numbers = "".join(" " * gap + column.cells[seat].rjust(at) for column, at in cells)
        rows += _clan_rows(frame, seat, numbers, name, width)
    return rows


def _clan_rows(frame: Frame, seat: Seat, numbers: str, room: int, width: int) -> list[Line]:
    """Return a clan with its whole name and its numbers; then its activity if that fits."""
    style, sign = seat_mark(frame, seat)
    weight = frame.weight(seat)
    *above, last = wrap(frame.names.full(seat), width - 3) or ("",)
    if columns_of(last) > room:
        above, last = [*above, last], ""
    starts: list[Line] = [((style, sign), frame.letter(seat), (weight, " "))]
    starts += [((weight, "   "),)] * len(above)
    names = (*above, pad(last, room) + numbers)
    rows: list[Line] = [(*start, (weight, text)) for start, text in zip(starts, names, strict=True)]
    doing = _doing(frame, seat)
    if width - length(rows[-1]) > columns_of(doing) + 1:
        rows[-1] = (*rows[-1], (theme.NOTE, "  " + doing))
    return rows


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
    return f" {frame.names.full(seat)}{_short(frame, seat)}"


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
