"""What stands inside the cell of a province: token, villages, doom, and the figures by clan.

`W2Lt:7` are two Warriors, the Leader and a monster with t of the Wolf, 7 strong together; ships
are on the line where the fjord is. Where the figures do not fit there are strengths only.
"""

from __future__ import annotations

from typing import Final

from client.screens.frame import Frame
from client.screens.presence import absent_at
from client.style import theme
from client.text.absences import AWAY
from client.text.board_matrix import villages as villages_taken
from client.text.catalogue import say
from client.text.names import age_name, figures_code, figures_named, region_name, some_of
from client.ui.canvas import Line, Span, fit, length
from engine import board as printed
from engine.figures import Figures
from engine.strength import figure_sources
from engine.terms import WARRIOR, Age, Place, Seat, Token, Use

REWARDS: Final = {
    Token.RAGE: "Rage",
    Token.AXES: "Axes",
    Token.HORNS: "Horns",
    Token.GLORY: "5 Gl",
    Token.YGGDRASIL: "+1 each",
}
_LISTED_ROWS: Final = 5
"""Cells of at least this many rows may have a clan on each row."""
_LISTED_WIDTH: Final = 24


def doom_age(frame: Frame, place: Place) -> Age | None:
    """The Age, past or to come, whose Ragnarök token lies on a province."""
    marks = frame.state.ragnarok
    return Age(marks.index(place) + 1) if place in marks else None


def doom_mark(frame: Frame, place: Place) -> str:
    """The mark of a province that will fall: "!II"; nothing where none is to come."""
    age = doom_age(frame, place)
    return f"!{age_name(age)}" if age is not None and age >= frame.state.age else ""


def villages(frame: Frame, place: Place) -> str:
    """Figures in a province, of how many it has villages for."""
    return villages_taken(frame.state, place)


def province_strength(frame: Frame, seat: Seat, place: Place) -> int:
    """What the figures of a seat are worth in the province alone, its fjord left out."""
    sources = figure_sources(frame.state, seat, place, Use.BATTLE)
    return sum(source.amount for source in sources if source.place == place)


def _strength(frame: Frame, seat: Seat, place: Place) -> str:
    """The same in signs, with that of a clan that is away."""
    away = "" if absent_at(frame, seat) is None else AWAY
    return f"{province_strength(frame, seat, place)}{away}"


def cell_lines(frame: Frame, place: Place, width: int, height: int) -> list[Line]:
    """The rows of a cell."""
    here = tuple(
        (seat, frame.state.figures(seat, place))
        for seat in frame.seats
        if frame.state.figures(seat, place)
    )
    head = _head(frame, place, width)
    if height >= _LISTED_ROWS and width >= _LISTED_WIDTH and len(here) < height:
        return [head, *(_listed(frame, seat, place, width) for seat, _ in here)]
    codes = tuple(
        (seat, f"{figures_code(figures)}:{_strength(frame, seat, place)}") for seat, figures in here
    )
    packed = _packed(frame, codes, width)
    if len(packed) > height - 1:
        only = tuple((seat, f":{_strength(frame, seat, place)}") for seat, _ in here)
        packed = _packed(frame, only, width)
    return [head, *packed[: height - 1]]


def _head(frame: Frame, place: Place, width: int) -> Line:
    """Token, villages, doom; the region at the right where there is room for it."""
    province = frame.state.board.provinces[place]
    reward = say(REWARDS[province.token])
    count = f" {villages(frame, place)}v"
    mark = doom_mark(frame, place)
    now = doom_age(frame, place) is frame.state.age
    token: Span = ("", f"●{reward}{count}")
    if province.pillaged:
        long = f"○{reward} " + say("done") + count
        short = "○" + say("done") + count
        token = (theme.NOTE, long if len(long) + len(mark) + 1 <= width else short)
    spans: list[Span] = [token]
    if mark:
        spans.append(("", " "))
        spans.append((theme.DOOM, mark))
    if mark and now and length(spans) + 4 <= width:
        spans.append((theme.DOOM, " " + say("now")))
    region = region_name(printed.REGION[place])[:3] if place in printed.REGION else ""
    room = width - length(spans) - len(region)
    if region and room > 0:
        spans += [("", " " * room), (theme.NOTE, region)]
    return tuple(spans)


def _packed(frame: Frame, codes: tuple[tuple[Seat, str], ...], width: int) -> list[Line]:
    """Clans one behind the other, on as many rows as it takes."""
    rows: list[list[tuple[Seat, str]]] = [[]]
    used = 0
    for seat, code in codes:
        if rows[-1] and used + 2 + len(code) > width:
            rows.append([])
            used = 0
        used += len(code) + 1 + bool(rows[-1])
        rows[-1].append((seat, code))
    return [frame.letters(tuple(row)) for row in rows]


def _listed(frame: Frame, seat: Seat, place: Place, width: int) -> Line:
    """One clan on a row of its own, its figures in words, its strength at the right."""
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
    """A hatched cell that says what it is."""
    age = doom_age(frame, place)
    fell = age is not None and age <= frame.state.age
    word = say("fell in Age {age}", age=age_name(age)) if fell and age else say("destroyed")
    if len(word) + 2 > width:
        word = say("destroyed")
    rows: list[Line] = [((theme.HATCH, "░" * width),)] * height
    left = (width - len(word) - 2) // 2
    rest = width - left - len(word) - 2
    rows[(height - 1) // 2] = ((theme.HATCH, "░" * left + f" {word} " + "░" * rest),)
    return rows
