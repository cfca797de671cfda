"""The column beside the map: clans, doom, Valhalla, upgrades, the place under the cursor."""

from __future__ import annotations

from collections.abc import Iterable

from client.screens.clans import clan_table
from client.screens.detail import heading, place_detail
from client.screens.frame import Frame
from client.screens.rows import headed, put_lines
from client.style import theme
from client.text.catalogue import say
from client.text.names import age_name, card_name, place_key, place_name
from client.ui.canvas import Canvas, Line, fit, wrap, wrapped
from client.ui.layout import Size
from engine import board as printed
from engine.terms import Age, CardId, Phase, Seat


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
        rows += _upgrades(frame, width, max(2, left - len(detail)))
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
