"""A place in detail, on several rows or on one: the facts that do not fit on the map."""

from __future__ import annotations

from client.screens.frame import Frame
from client.style import theme
from client.text.board_text import doom_age, villages
from client.text.catalogue import say
from client.text.god_words import GOD_SIGN, god_brief, god_here, god_marks
from client.text.legend import card_legend, place_legend
from client.text.names import (
    age_name,
    figures_code,
    place_key,
    place_title,
    region_name,
    some_of,
    token_name,
)
from client.text.standing import arrival_way, best_arrival
from client.ui.canvas import Line
from client.ui.cells import columns_of
from client.ui.layout import Size
from client.ui.view import Pane
from engine import board as printed
from engine.figures import Figures
from engine.strength import figure_sources, strength
from engine.terms import FigureKind, Phase, Place, Seat, Use


def heading(place: Place) -> str:
    """Return the key and the name of a place."""
    return f"{place_key(place)} {place_title(place)}"


def place_detail(frame: Frame, place: Place) -> list[Line]:
    """Describe a place in rows, the most important first."""
    return _fjord_detail(frame, place) if place.is_fjord else _province_detail(frame, place)


def _province_detail(frame: Frame, place: Place) -> list[Line]:
    state = frame.state
    if state.is_destroyed(place):
        return [(("", say("Destroyed: nothing can enter it.")),)]
    region = (region_name(printed.REGION[place]),) if place in printed.REGION else ()
    taken = say("{villages} villages taken", villages=villages(frame.state, place))
    room = say("no villages, no limit") if place is Place.YGGDRASIL else taken
    deity = state.god_at(place)
    god: list[Line] = (
        [] if deity is None else [((theme.GOD, GOD_SIGN), ("", f" {god_brief(deity)}"))]
    )
    rows: list[Line] = [
        *god,
        *(_force(frame, seat, place) for seat in frame.seats if state.area_figures(seat, place)),
    ]
    rows.append(_token_row(frame, place))
    rows += _own_row(frame, place)
    rows += _doom_row(frame, place)
    rows.append((("", ", ".join((*region, room))),))
    if place in printed.FJORD_OF:
        fjord = printed.FJORD_OF[place]
        rows.append((("", say("supported by {fjord}", fjord=heading(fjord))),))
    rows += _last_here(frame, place)
    names = ", ".join(_mark(frame, near) for near in printed.NEIGHBOURS[place])
    if place is not Place.YGGDRASIL:
        rows.append(((theme.NOTE, say("next to {places}", places=names)),))
    return rows


def _own_row(frame: Frame, place: Place) -> list[Line]:
    """Return the viewer's strength there, and the most that one action could bring now."""
    state, seat = frame.state, frame.you
    if seat is None or state.phase is not Phase.ACTION or frame.own.passed:
        return []
    here = strength(state, seat, place, Use.BATTLE)
    best = best_arrival(state, seat, place)
    if best is None:
        return [(("", say("you: {here} here; nothing to bring now", here=here)),)]
    way = arrival_way(best)
    return [
        (
            (
                "",
                say(
                    "you: {here} here; best now: {total} ({way})",
                    here=here,
                    total=best.total,
                    way=way,
                ),
            ),
        )
    ]


def _last_here(frame: Frame, place: Place) -> list[Line]:
    """Return the last action at the place in the log."""
    for line in reversed(frame.view.log):
        if line.place == place and not line.level and not line.void:
            who: Line = () if line.seat is None else (frame.letter(line.seat), ("", " "))
            return [((theme.NOTE, say("last here:") + " "), *who, (theme.NOTE, line.short))]
    return []


def _mark(frame: Frame, place: Place) -> str:
    """Name a place by key and name, and as destroyed or about to fall."""
    if frame.state.is_destroyed(place):
        return say("{place} (destroyed)", place=heading(place))
    if doom_age(frame.state, place) is frame.state.age:
        return say("{place} (falls now)", place=heading(place))
    return heading(place)


def _token_row(frame: Frame, place: Place) -> Line:
    province = frame.state.board.provinces[place]
    reward = token_name(province.token)
    if province.pillaged:
        return ((theme.NOTE, "○ " + say("pillaged in this Age ({reward})", reward=reward)),)
    return (("", "● " + say("pillage for {reward}", reward=reward)),)


def _doom_row(frame: Frame, place: Place) -> list[Line]:
    age = doom_age(frame.state, place)
    if age is None or age < frame.state.age:
        return []
    glory = printed.RAGNAROK_GLORY[age]
    when = say("now") if age is frame.state.age else say("in Age {age}", age=age_name(age))
    return [
        ((theme.DOOM, say("falls {when}: {glory} Glory each", when=when, glory=glory)),),
    ]


def _force(frame: Frame, seat: Seat, place: Place) -> Line:
    """List the figures of a clan in the area with strengths: "2 Warriors 2 + ship 2 = 4"."""
    sources = figure_sources(frame.state, seat, place, Use.BATTLE)
    parts = " + ".join(
        f"{some_of(FigureKind(source.what), source.count)} {source.amount}" for source in sources
    )
    total = sum(source.amount for source in sources)
    tail = f" = {total}" if len(sources) > 1 else ""
    return (frame.letter(seat), (frame.weight(seat), f" {parts}{tail}"))


def _fjord_detail(frame: Frame, fjord: Place) -> list[Line]:
    one, other = printed.SUPPORTED[fjord]
    pair = f"{_mark(frame, one)}, {_mark(frame, other)}"
    rows: list[Line] = [
        (("", say("supports {places}", places=pair)),),
        ((theme.NOTE, say("ships only, no limit")),),
    ]
    if not frame.state.is_usable(fjord):
        return [(("", say("Closed: both its provinces are destroyed.")),)]
    for seat in frame.seats:
        figures = frame.state.figures(seat, fjord)
        if figures:
            rows.append((frame.letter(seat), (frame.weight(seat), f" {_ships(figures)}")))
    return rows + _last_here(frame, fjord)


def place_summary(frame: Frame, place: Place) -> Line:
    """Describe a place on one row, for screens without a detail pane."""
    state = frame.state
    head = heading(place)
    if place.is_fjord and not state.is_usable(place):
        return (("", head), ("", ": " + say("closed")))
    if not place.is_fjord and state.is_destroyed(place):
        return (("", head), ("", ": " + say("destroyed")))
    free = "" if place.is_fjord else f"{_free(frame, place)}, "
    deity = god_here(state, place)
    god: Line = () if deity is None else ((theme.GOD, f" {god_marks(deity)[0]}"),)
    start: Line = (("", head), *god, ("", f": {free}"))
    forces = tuple(
        (seat, _short_force(frame, seat, place))
        for seat in frame.seats
        if (state.figures(seat, place) if place.is_fjord else state.area_figures(seat, place))
    )
    if not forces:
        return (*start, ("", say("nobody there")))
    return (*start, *frame.letters(forces, ", "))


def _free(frame: Frame, place: Place) -> str:
    if place is Place.YGGDRASIL:
        return say("no limit")
    free = frame.state.room(place)
    return say("full") if not free else say("{free} free", free=free)


def _short_force(frame: Frame, seat: Seat, place: Place) -> str:
    """Return figures and strength: "2L:5", with ships "2L:5 + ship 2 = 7"."""
    figures = frame.state.figures(seat, place)
    if place.is_fjord:
        return " " + _ships(figures)
    sources = figure_sources(frame.state, seat, place, Use.BATTLE)
    land = sum(source.amount for source in sources if source.place == place)
    sea = sum(source.amount for source in sources if source.place != place)
    here = f"{figures_code(figures)}:{land}" if figures else ""
    if not sea:
        return here
    ship = say("ship {strength}", strength=sea)
    return f"{here} + {ship} = {land + sea}" if here else f" {ship}"


def _ships(figures: Figures) -> str:
    return ", ".join(some_of(kind, figures.number_of(kind)) for kind in figures.kinds())


def legend(frame: Frame, width: int) -> str:
    """Return what the place or the card under the cursor is, unless the screen explains it."""
    small = frame.size in (Size.LIST, Size.COMPACT)
    explained = frame.shows_battle or (frame.shows_draft and not small)
    if explained or frame.view.end is not None or frame.state.phase is Phase.SETUP:
        return ""

    def fits(told: str) -> bool:
        return columns_of(told) <= width

    face = frame.cursor_face
    if face is not None:
        return card_legend(frame.state, frame.view.seat, face, fits)
    looks = frame.state.phase is Phase.ACTION or frame.view.pane is Pane.MAP
    if frame.shows_draft or not looks:
        return ""  # a place of an earlier phase, which nobody looks at
    return place_legend(frame.state, frame.cursor_place, fits)
