"""The board in words: lists of places and clans, and the table of provinces by clans.

Line mode and screen readers read the lists; screens and plain text show the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.style.theme import ASCII_GLYPHS
from client.text.catalogue import listed, say, say_as
from client.text.god_words import god_here, god_marks
from client.text.names import (
    Names,
    age_name,
    card_name,
    deity_name,
    figures_code,
    figures_named,
    phase_name,
    place_key,
    place_title,
    token_name,
)
from engine.board import FJORDS, SUPPORTED, VILLAGES
from engine.state import GameState
from engine.strength import figure_sources, strength
from engine.terms import SHIP, Age, Phase, Place, Seat, Stat, Token, Use
from engine.values import Value, replace

KEYPAD: Final = (
    Place.ELVAGAR,
    Place.ANGERBODA,
    Place.MUSPELHEIM,
    Place.MYRKVLOR,
    Place.YGGDRASIL,
    Place.HORGR,
    Place.GIMLE,
    Place.ANDLANG,
    Place.UTGARD,
)
"""The provinces by their position on the map, row by row."""


def rank_of(state: GameState, seat: Seat) -> int:
    """Return the rank of a seat by Glory; equals share it."""
    own = state.clans[seat].glory
    return 1 + sum(clan.glory > own for clan in state.clans)


def moment(state: GameState) -> str:
    """Name the Age and the phase: "Age II, Action"."""
    if state.phase in (Phase.SETUP, Phase.END):
        return phase_name(state.phase)
    return say("Age {age}, {phase}", age=age_name(state.age), phase=phase_name(state.phase))


def clan_line(state: GameState, names: Names, seat: Seat) -> str:
    """Return the numbers of a clan in one line."""
    clan = state.clans[seat]
    line = say(
        "{letter} {who}: Rage {rage} of {full}, Axes {axes}, Horns {used} of {most}, Glory {glory}",
        letter=names.letter(seat),
        who=names.title(seat),
        rage=clan.rage,
        full=clan.value(Stat.RAGE),
        axes=clan.value(Stat.AXES),
        used=state.on_board(seat),
        most=clan.value(Stat.HORNS),
        glory=clan.glory,
    )
    return say("{line}, passed", line=line) if clan.passed else line


def clan_lines(state: GameState, names: Names, seat: Seat) -> tuple[str, ...]:
    """Describe everything public about a clan."""
    clan = state.clans[seat]
    lines = [
        clan_line(state, names, seat),
        say(
            "  cards in hand {hand}, quests face down {quests}",
            hand=clan.hand,
            quests=clan.quests,
        ),
        say("  reserve: {figures}", figures=figures_named(clan.reserve)),
    ]
    if clan.valhalla:
        lines.append(say("  Valhalla: {figures}", figures=figures_named(clan.valhalla)))
    if clan.upgrades:
        cards = listed(card_name(card) for card in clan.upgrades)
        lines.append(say("  upgrades: {cards}", cards=cards))
    return tuple(lines)


def force(state: GameState, names: Names, seat: Seat, place: Place) -> str:
    """Return a clan in a province with its strength: "W2Lt:7"; only a ship beside it: "W~2"."""
    figures = state.figures(seat, place)
    letter = names.letter(seat)
    if not figures:
        return f"{letter}~{strength(state, seat, place, Use.QUEST)}"
    code = f"{letter}{figures_code(figures)}:{strength(state, seat, place, Use.QUEST)}"
    return f"{code}~" if state.area_figures(seat, place) != figures else code


def province_line(state: GameState, names: Names, place: Place) -> str:
    """Describe a province in one line: key, name, forces, token, doom."""
    head = f"{place_key(place)} {place_title(place)}"
    province = state.board.provinces[place]
    if province.destroyed:
        return say("{head} destroyed", head=head)
    seats = (seat for seat in state.seats_from(Seat(0)) if state.area_figures(seat, place))
    parts = [head, *(force(state, names, seat, place) for seat in seats)]
    if province.pillaged:
        parts.append(say("pillaged"))
    else:
        parts.append(f"({token_name(province.token)})")
    god = state.god_at(place)
    if god is not None:
        parts.append(say("god {god}", god=deity_name(god)))
    doomed = doom_age(state, place)
    if doomed is not None and doomed >= state.age:
        parts.append(say("doomed in Age {age}", age=age_name(doomed)))
    return " ".join(parts)


def doom_age(state: GameState, place: Place) -> Age | None:
    """Return the Age, past or future, whose Ragnarök token is on a province."""
    return Age(state.ragnarok.index(place) + 1) if place in state.ragnarok else None


def board_lines(state: GameState, names: Names) -> tuple[str, ...]:
    """Describe the board, with a line for each province and each fjord with ships."""
    lines = []
    for place in KEYPAD:
        line = province_line(state, names, place)
        if not state.is_destroyed(place):
            line = say("{line}, villages {taken}", line=line, taken=_villages(state, place))
        lines.append(line)
    lines += [
        fjord_line(state, names, fjord) for fjord in FJORDS if any(state.board.figures[fjord])
    ]
    return tuple(lines)


def _villages(state: GameState, place: Place) -> str:
    taken = sum(figures.count for figures in state.board.figures[place])
    if place is Place.YGGDRASIL:
        return say("without limit")
    return say("{taken} of {all} taken", taken=taken, all=VILLAGES[place])


def fjord_line(state: GameState, names: Names, fjord: Place) -> str:
    """Describe a fjord in one line: its ships, and the two provinces that it supports."""
    ships = ", ".join(
        say("{letter} {ships}", letter=names.letter(seat), ships=figures_named(figures))
        for seat in state.seats_from(Seat(0))
        if (figures := state.figures(seat, fjord))
    )
    one, other = SUPPORTED[fjord]
    return say(
        "{key} {fjord} ({one}, {other}): {ships}",
        key=place_key(fjord),
        fjord=place_title(fjord),
        one=place_title(one),
        other=place_title(other),
        ships=ships,
    )


ROWS: Final = (*KEYPAD, *FJORDS)
"""The rows from above: the provinces as on a numeric keypad, then the fjords."""
SHIPS: Final = "≈"
"""The sign after a strength that includes a ship."""


class Cell(Value):
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
    signs = "▲" * figures.number_of(SHIP) + figures_code(replace(figures, ships=0))
    return Cell(signs, max(worth, default=0))


def villages(state: GameState, place: Place) -> str:
    """Return the villages taken and in total: "2/4"; "" for a fjord or a destroyed province."""
    if place.is_fjord or state.is_destroyed(place):
        return ""
    taken = sum(figures.count for figures in state.board.figures[place])
    return f"{taken}/{'∞' if place is Place.YGGDRASIL else VILLAGES[place]}"


def reward(state: GameState, place: Place) -> str:
    """Return what a pillage brings: "+Rage", "+5 Glory"; "√Rage" if it was brought in this Age."""
    province = state.board.provinces[place]
    match province.token:
        case Token.YGGDRASIL:
            word = say("all 3 stats")
        case Token.GLORY:
            word = say_as("column", "5 Glory")
        case token:
            word = token_name(token)
    return f"{'√' if province.pillaged else '+'}{word}"


def doom(state: GameState, place: Place) -> str:
    """Return the time when a province falls: "!now", "!III"; "" if it does not."""
    age = doom_age(state, place)
    if age is None or age < state.age or state.is_destroyed(place):
        return ""
    return "!" + (say("now") if age is state.age else age_name(age))


def is_gone(state: GameState, place: Place) -> bool:
    """Whether nothing can enter a place any more."""
    return not state.is_usable(place) if place.is_fjord else state.is_destroyed(place)


class ClanNumber(Value):
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
    god = god_here(state, place)
    name += "" if god is None else f" {god_marks(god)[0]}"
    return [name, worth, villages(state, place), doom(state, place), *cells]
