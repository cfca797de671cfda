"""The board as a table of provinces by clans, for screens and for plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from client.style.theme import ASCII_GLYPHS
from client.text.board_lists import KEYPAD, doom_age, rank_of
from client.text.catalogue import say
from client.text.names import Names, age_name, figures_code, place_key, place_title, token_name
from engine.board import FJORDS, SUPPORTED, VILLAGES
from engine.figures import Figures
from engine.state import GameState
from engine.strength import figure_sources
from engine.terms import SHIP, Place, Seat, Stat, Use

ROWS: Final = (*KEYPAD, *FJORDS)
"""The rows from above: the provinces as on a numeric keypad, then the fjords."""
SHIPS: Final = "≈"
"""The sign after a strength that includes a ship."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A clan in a place: its figures in signs, its strength, with or without a ship.

    In a province `strength` is that of the whole area in a battle; in a fjord it is the strength
    that the ships there add to a battle in either of its provinces.
    """

    figures: str
    strength: int
    by_ship: bool = False

    @property
    def short(self) -> str:
        """The strength alone: "5", "7≈"."""
        return f"{self.strength}{SHIPS if self.by_ship else ''}"

    @property
    def long(self) -> str:
        """With the figures: "2L:5", "2L:7≈", "≈2" for a ship beside an empty province."""
        if not self.figures:
            return f"{SHIPS}{self.strength}"
        return f"{self.figures}:{self.short}"


def cell(state: GameState, seat: Seat, place: Place) -> Cell | None:
    """Return the cell of a clan in a place; None if it is empty."""
    if place.is_fjord:
        return _in_fjord(state, seat, place)
    if not state.area_figures(seat, place):
        return None
    sources = figure_sources(state, seat, place, Use.BATTLE)
    figures = state.figures(seat, place)
    by_ship = any(source.place != place for source in sources)
    return Cell(figures_code(figures), sum(source.amount for source in sources), by_ship)


def _in_fjord(state: GameState, seat: Seat, fjord: Place) -> Cell | None:
    figures = state.figures(seat, fjord)
    if not figures:
        return None
    provinces = (one for one in SUPPORTED[fjord] if not state.is_destroyed(one))
    worth = (
        sum(
            source.amount
            for source in figure_sources(state, seat, province, Use.BATTLE)
            if source.place == fjord
        )
        for province in provinces
    )
    others = Figures(figures.warriors, figures.leader, 0, figures.monsters)
    signs = "▲" * figures.number_of(SHIP) + figures_code(others)
    return Cell(signs, max(worth, default=0))


def villages(state: GameState, place: Place) -> str:
    """Return the villages taken and in total: "2/4"; "" for a fjord or a destroyed province."""
    if place.is_fjord or state.is_destroyed(place):
        return ""
    taken = sum(figures.count for figures in state.board.figures[place])
    return f"{taken}/{'∞' if place is Place.YGGDRASIL else VILLAGES[place]}"


def doom(state: GameState, place: Place) -> str:
    """Return the time when a province falls: "!now", "!III"; "" if it does not."""
    age = doom_age(state, place)
    if age is None or age < state.age or state.is_destroyed(place):
        return ""
    return "!" + (say("now") if age is state.age else age_name(age))


def is_gone(state: GameState, place: Place) -> bool:
    """Whether nothing can enter a place any more."""
    return not state.is_usable(place) if place.is_fjord else state.is_destroyed(place)


@dataclass(frozen=True, slots=True)
class ClanNumber:
    """A number that every clan has: its name and the value of each seat."""

    name: str
    of: tuple[str, ...]


def counts(state: GameState) -> tuple[ClanNumber, ...]:
    """Return the numbers of the clans, which are below the places."""
    clans = state.clans
    seats = state.seats_from(Seat(0))
    return (
        ClanNumber(say("Rage"), tuple(f"{one.rage}/{one.value(Stat.RAGE)}" for one in clans)),
        ClanNumber(say("Axes"), tuple(str(one.value(Stat.AXES)) for one in clans)),
        ClanNumber(
            say("Horns"),
            tuple(f"{state.on_board(seat)}/{clans[seat].value(Stat.HORNS)}" for seat in seats),
        ),
        ClanNumber(say("Glory"), tuple(str(one.glory) for one in clans)),
        ClanNumber(say("place by Glory"), tuple(str(rank_of(state, seat)) for seat in seats)),
        ClanNumber(say("cards in hand"), tuple(str(one.hand) for one in clans)),
        ClanNumber(say("quests face down"), tuple(str(one.quests) for one in clans)),
        ClanNumber(say("in Valhalla"), tuple(str(one.valhalla.count) for one in clans)),
    )


# ------------------------------------------------------------------------ plain text


def table_lines(state: GameState, names: Names) -> tuple[str, ...]:
    """Return the table as lines in ASCII, with every column as wide as its widest entry."""
    seats = state.seats_from(Seat(0))
    head = [say("place"), say("pillage"), say("villages"), say("falls")]
    rows = [[*head, *(names.letter(seat) for seat in seats)]]
    rows += [_plain_row(state, place, seats) for place in ROWS]
    rows += [[one.name, "", "", "", *one.of] for one in counts(state)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = (
        "  ".join(entry.ljust(wide) for entry, wide in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return tuple(line.translate(ASCII_GLYPHS) for line in lines)


def _plain_row(state: GameState, place: Place, seats: Sequence[Seat]) -> list[str]:
    found = (None if is_gone(state, place) else cell(state, seat, place) for seat in seats)
    cells = ("-" if one is None else one.long for one in found)
    if is_gone(state, place):
        worth = say("gone")
    elif place.is_fjord:
        worth = " ".join(place_key(one) for one in SUPPORTED[place])
    else:
        province = state.board.provinces[place]
        worth = say("pillaged") if province.pillaged else token_name(province.token)
    name = f"{place_key(place)} {place_title(place)}"
    return [name, worth, villages(state, place), doom(state, place), *cells]
