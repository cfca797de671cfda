"""Everything in a cell of the map: the reward, the doom, villages, figures; Yggdrasil's tree.

A figure is a sign in the hue of its clan, behind the letter: `B••Lt:7` is the Bear with two
Warriors, the Leader and a monster with t, together 7 strong. If the signs do not fit, Warriors are
counted (`B2Lt:7`), or the strengths stand alone (`B:7`). A village is `●` if a figure has taken it,
else `○`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from client.screens.frame import Frame, absent_at
from client.style import theme
from client.text.absences import AWAY
from client.text.board_text import doom_age, reward, villages
from client.text.catalogue import say
from client.text.god_words import god_marks
from client.text.names import (
    age_name,
    figures_code,
    figures_named,
    region_name,
)
from client.ui.canvas import Canvas, Line, Span, length
from client.ui.cells import columns_of, pad
from engine import board as printed
from engine.figures import Figures
from engine.strength import figure_sources
from engine.terms import Deity, Place, Seat, Use
from engine.values import replace

WARRIOR_SIGN: Final = "•"
TAKEN: Final = "●"
FREE: Final = "○"
_LISTED_ROWS: Final = 5
"""Cells of at least this many rows may have a row for each clan."""
_LISTED_WIDTH: Final = 24
_LAND_ROWS: Final = 3
"""Cells of at least this many rows have one for villages and region."""
_TREES: Final = (
    (
        "    ▓▓▓▓▓    ",
        "  ▓▓▓▓▓▓▓▓▓  ",
        "   ▓▓\\│/▓▓   ",
        "      │      ",
        "   ──/│\\──   ",
        "  /  / \\  \\  ",
    ),
    (
        "  ▓▓▓  ",
        " ▓\\│/▓ ",
        "  /│\\  ",
    ),
    (
        "▓▓▓▓▓",
        " /│\\ ",
    ),
)
"""Yggdrasil with its roots, the largest first."""


def cell_lines(frame: Frame, place: Place, width: int, height: int) -> list[Line]:
    """Return the rows of a province that stands, at most `height`."""
    here = _inside(frame, place)
    deity = frame.state.god_at(place)
    head = _head(frame, place, width, deity)
    if height < _LAND_ROWS:
        return [head, *_low(frame, place, here, width)][:height]
    land = [_land(frame, place, width)] if place is not Place.YGGDRASIL else []
    if not land and deity is not None and len(here) + 1 < height:
        full = god_marks(deity)[0]
        if all(text != full for _, text in head):
            head, land = _head(frame, place, width, None), [((theme.GOD, full),)]
    room = height - 1 - len(land)
    if height >= _LISTED_ROWS and width >= _LISTED_WIDTH and len(here) <= room:
        return [head, *land, *(_listed(frame, seat, place, width) for seat, _ in here)]
    return [head, *land, *_forces(frame, place, here, width, room)]


def doom_mark(frame: Frame, place: Place) -> str:
    """Return the mark of a province that will fall, "!II", or ""."""
    age = doom_age(frame.state, place)
    return f"!{age_name(age)}" if age is not None and age >= frame.state.age else ""


def falls_now(frame: Frame, place: Place) -> bool:
    """Whether a province falls in the present Age and still stands."""
    age = doom_age(frame.state, place)
    return age is frame.state.age and not frame.state.is_destroyed(place)


def _head(frame: Frame, place: Place, width: int, deity: Deity | None) -> Line:
    """Return the reward, the god, and at the right the doom; these two are never cut.

    The longest form of the god goes before that of the doom, which the title shows too.
    """
    token = reward(frame.state, place)
    doom = doom_mark(frame, place)
    dooms = (f"{doom} {say('now')}", doom) if doom and falls_now(frame, place) else (doom,)
    gods = ("",) if deity is None else god_marks(deity)
    room = width - columns_of(token)
    god, mark = next(
        (
            (god, mark)
            for god in gods
            for mark in dooms
            if sum(columns_of(one) + 1 for one in (god, mark) if one) <= room
        ),
        (gods[-1], dooms[-1]),
    )
    style = theme.NOTE if frame.state.board.provinces[place].pillaged else ""
    room = width - columns_of(mark) - bool(mark) - columns_of(god) - bool(god)
    if not god:
        return ((style, pad(token, room)), ("", " " if mark else ""), (theme.DOOM, mark))
    worth = token if columns_of(token) <= room else pad(token, room)
    gap = " " * (room - columns_of(worth) + bool(mark))
    return ((style, worth), ("", " "), (theme.GOD, god), ("", gap), (theme.DOOM, mark))


def village_signs(frame: Frame, place: Place) -> str:
    """Return a sign for every village of a province, taken ones first; "" for Yggdrasil."""
    if place is Place.YGGDRASIL:
        return ""
    taken = sum(figures.count for figures in frame.state.board.figures[place])
    return TAKEN * taken + FREE * (printed.VILLAGES[place] - taken)


def _land(frame: Frame, place: Place, width: int) -> Line:
    """Return the villages at the left, and the region at the right."""
    signs = village_signs(frame, place)
    region = region_name(printed.REGION[place])
    room = width - len(signs) - columns_of(region)
    return (("", signs), ("", " " * room), (theme.NOTE, region)) if room > 0 else (("", signs),)


# ------------------------------------------------------------------------ figures


def _inside(frame: Frame, place: Place) -> tuple[tuple[Seat, Figures], ...]:
    """Return the seats with figures in a place, and these figures."""
    return tuple(
        (seat, figures) for seat in frame.seats if (figures := frame.state.figures(seat, place))
    )


def _strength(frame: Frame, seat: Seat, place: Place) -> str:
    """Return the strength of a seat in a province without its fjord, and the sign of absence."""
    sources = figure_sources(frame.state, seat, place, Use.BATTLE)
    away = "" if absent_at(frame, seat) is None else AWAY
    return f"{sum(source.amount for source in sources if source.place == place)}{away}"


def figure_signs(figures: Figures) -> str:
    """Return figures as a sign each: "••Lt" for two Warriors, the Leader and the Troll."""
    return WARRIOR_SIGN * figures.warriors + figures_code(replace(figures, warriors=0))


def _force(frame: Frame, seat: Seat, signs: str, strength: str) -> Line:
    """Return the letter of a clan and its figures in its hue, and its strength."""
    style, letter = frame.letter(seat)
    return ((style, letter + signs), (frame.weight(seat), strength))


def _forces(
    frame: Frame, place: Place, here: Iterable[tuple[Seat, Figures]], width: int, rows: int
) -> list[Line]:
    """Return the clans side by side, in the longest form that fits into some rows."""
    sums = {seat: _strength(frame, seat, place) for seat, _ in here}
    for signs, colon, gap in _FORMS:
        forces = [
            _force(frame, seat, signs(figures), f"{colon}{sums[seat]}") for seat, figures in here
        ]
        packed = _packed(forces, width, gap)
        if len(packed) <= rows:
            return packed
    return []


def _no_signs(_figures: Figures) -> str:
    return ""


_FORMS: Final = (
    (figure_signs, ":", 1),
    (figures_code, ":", 1),
    (_no_signs, ":", 1),
    (_no_signs, ":", 0),
    (_no_signs, "", 0),
)
"""Signs of the figures, sign before the strength, gap between clans; the longest form first."""


def _packed(forces: Iterable[Line], width: int, gap: int) -> list[Line]:
    """Return pieces side by side, on as many rows as they need."""
    rows: list[tuple[Span, ...]] = []
    for force in forces:
        if rows and length(rows[-1]) + gap + length(force) <= width:
            rows[-1] = (*rows[-1], ("", " " * gap), *force)
        else:
            rows.append(force)
    return list(rows)


def _low(
    frame: Frame, place: Place, here: tuple[tuple[Seat, Figures], ...], width: int
) -> list[Line]:
    """Return villages and figures on one row, for the lowest cells."""
    signs = village_signs(frame, place)
    short = "" if place is Place.YGGDRASIL else villages(frame.state, place)
    found: list[Line] = []
    for text in (signs, short):
        start: Line = (("", text + " "),) if text else ()
        found = _forces(frame, place, here, width - length(start), 1) or [()]
        row = (*start, *found[0])
        if length(row) <= width:
            return [row]
    return found


def _listed(frame: Frame, seat: Seat, place: Place, width: int) -> Line:
    """Return one clan on its own row, with its figures in words and its strength."""
    figures = frame.state.figures(seat, place)
    total = f"={_strength(frame, seat, place)}"
    room = width - 3 - len(total)
    words = figures_named(figures)
    if columns_of(words) > room:
        line = _force(frame, seat, figure_signs(figures), "")
        return (*line, ("", " " * max(1, width - length(line) - len(total))), ("", total))
    weight = frame.weight(seat)
    return (frame.letter(seat), (weight, f" {pad(words, room)} {total}"))


# ------------------------------------------------------------------------ the tree


def draw_tree(canvas: Canvas, lines: list[Line]) -> None:
    """Draw Yggdrasil at the right of its cell, as large as its texts leave room for."""
    taken = [length(line) for line in lines]
    taken[:1] = [columns_of(lines[0][0][1].rstrip())]
    for tree in _TREES:
        x, y = canvas.width - len(tree[0]) - 1, canvas.height - len(tree)
        clear = all(row >= len(taken) or taken[row] < x for row in range(max(0, y), canvas.height))
        if clear and y >= 0:
            for row, signs in enumerate(tree, y):
                left = len(signs) - len(signs.lstrip())
                canvas.put(x + left, row, signs.strip(), theme.TREE)
            return


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
