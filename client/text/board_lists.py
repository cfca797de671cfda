"""The map and the clans in words: for lists, for the line mode, for screen readers."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import listed, say
from client.text.names import (
    Names,
    age_name,
    card_name,
    figures_code,
    figures_named,
    phase_name,
    place_key,
    place_title,
    token_name,
)
from engine.board import FJORDS, SUPPORTED, VILLAGES
from engine.state import GameState
from engine.strength import strength
from engine.terms import Age, Phase, Place, Seat, Stat, Use

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
