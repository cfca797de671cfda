"""The column beside the map: clans, doom, Valhalla, own upgrades, the place under the cursor."""

from __future__ import annotations

from collections.abc import Iterable

from client.screens.clans import clan_table
from client.screens.detail import heading, place_detail
from client.screens.frame import Frame
from client.style import theme
from client.text.catalogue import say
from client.text.names import age_name, card_name, place_key, place_name
from client.ui.canvas import Canvas, Line, Span, fit, wrap, wrapped
from client.ui.layout import Size
from engine import board as printed
from engine.terms import Age, CardId, Phase, Seat


def draw_side(canvas: Canvas, frame: Frame) -> None:
    """The table on top; below it as much as there is room for, the place under the cursor first."""
    width = canvas.width
    rows = [*clan_table(frame, width), *doom_rows(frame, width)]
    left = canvas.height - len(rows)
    if frame.size in (Size.COMPACT, Size.SMALL):
        rows += _valhalla(frame)
        rows += _own_upgrades(frame, width)
        rows += _counts(frame)
    else:
        detail = _detail(frame, width)
        rows += _upgrades(frame, width, max(2, left - len(detail)))
        rows += detail
    for y, line in enumerate(rows[: canvas.height]):
        canvas.fitted(0, y, line, width)


def headed(width: int, title: str, style: str = "") -> Line:
    """A line across with a title in it."""
    text = f" {title} "
    return (
        (theme.RULE, "─"),
        (style or theme.NOTE, text),
        (theme.RULE, "─" * max(0, width - len(text) - 1)),
    )


def doom_rows(frame: Frame, width: int) -> list[Line]:
    """Which provinces fall, in which Age, and what a figure that dies there is worth."""
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
        line: Line = ((theme.DOOM if now else "", text.ljust(min(width, 30) - 3) + f"{glory:>3}"),)
        rows.append(line)
    return rows


def _valhalla(frame: Frame) -> list[Line]:
    """How many figures each clan has in Valhalla."""
    dead = tuple(
        (seat, str(frame.state.clans[seat].valhalla.count))
        for seat in frame.seats
        if frame.state.clans[seat].valhalla
    )
    label = ("", " " + say("Valhalla") + " ")
    return [(label, *(frame.letters(dead) if dead else ((theme.NOTE, say("nobody")),)))]


def _counts(frame: Frame) -> list[Line]:
    """Cards in hand and quests face down, where the table has no columns for them."""
    clans = frame.state.clans
    hands = tuple((seat, str(clans[seat].hand)) for seat in frame.seats)
    rows: list[Line] = [(("", " " + say("Hands") + " "), *frame.letters(hands))]
    quests = tuple((seat, str(clans[seat].quests)) for seat in frame.seats if clans[seat].quests)
    if quests:
        rows.append((("", " " + say("Quests") + " "), *frame.letters(quests)))
    return rows


def upgrade_names(cards: Iterable[CardId]) -> str:
    """The upgrades on a sheet in a row."""
    return ", ".join(card_name(card) for card in cards)


def _own_upgrades(frame: Frame, width: int) -> list[Line]:
    if frame.you is None:
        return []
    names = upgrade_names(frame.own.upgrades) or say("none yet")
    text = say("Upgrades: {names}", names=names)
    return [(("", f" {row}"),) for row in wrap(text, width - 1)]


def _upgrades(frame: Frame, width: int, room: int) -> list[Line]:
    """The upgrades of every clan that has any, on a row each where rows are few; else the own."""
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
    """One row of a clan's upgrades, with how many there are where not all of them fit."""
    text = fit(say("{count}: {names}", count=len(cards), names=upgrade_names(cards)), width - 3)
    return [(("", " "), frame.letter(seat), ("", f" {text}"))]


def _indented(frame: Frame, seat: Seat, text: str, width: int) -> list[Line]:
    rows: list[Line] = []
    for number, row in enumerate(wrap(text, width - 3)):
        first: tuple[Span, ...] = (("", " "), frame.letter(seat), ("", " " + row))
        rows.append(first if not number else (("", "   " + row),))
    return rows


def _detail(frame: Frame, width: int) -> list[Line]:
    """The place under the cursor under its own heading, long rows going on below."""
    place = frame.cursor_place
    rows: list[Line] = [headed(width, heading(place), theme.TITLE)]
    for line in place_detail(frame, place):
        rows += [(("", " "), *row) for row in wrapped(line, width - 1)]
    return rows
