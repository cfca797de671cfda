"""The numbers of every clan before and after an event: "Rage 6 → 4, Horns 2/5 → 3/5"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from client.text.catalogue import say
from client.text.names import place_title, stat_name
from engine.state import GameState
from engine.strength import strength
from engine.terms import STATS, Place, Seat, Stat, Use


def changes_of(
    before: GameState, after: GameState, places: Iterable[Place]
) -> tuple[tuple[Seat, str], ...]:
    """Return the seats whose numbers changed, each with them; strengths are those at `places`."""
    provinces = tuple(place for place in dict.fromkeys(places) if not place.is_fjord)
    told = (
        (seat, ", ".join(_changes(before, after, seat, provinces)))
        for seat in after.seats_from(Seat(0))
    )
    return tuple((seat, text) for seat, text in told if text)


def _changes(
    before: GameState, after: GameState, seat: Seat, provinces: tuple[Place, ...]
) -> Iterator[str]:
    """Yield Rage, Glory, stats, Horns in use and strengths that changed, as "what old → new"."""
    old, new = before.clans[seat], after.clans[seat]
    yield from _change(say("Rage"), old.rage, new.rage)
    yield from _change(say("Glory"), old.glory, new.glory)
    for stat in STATS:
        if stat is Stat.HORNS:
            used = (_horns(before, seat), _horns(after, seat))
            yield from _change(stat_name(stat), *used)
        elif stat is Stat.RAGE:
            yield from _change(say("Rage stat"), old.value(stat), new.value(stat))
        else:
            yield from _change(stat_name(stat), old.value(stat), new.value(stat))
    for place in provinces:
        sides = (strength(state, seat, place, Use.BATTLE) for state in (before, after))
        yield from _change(say("strength in {place}", place=place_title(place)), *sides)


def _horns(state: GameState, seat: Seat) -> str:
    """Return the figures on the board and their limit: "2/5"."""
    return f"{state.on_board(seat)}/{state.clans[seat].value(Stat.HORNS)}"


def _change(what: str, old: int | str, new: int | str) -> Iterator[str]:
    if old != new:
        yield say("{what} {old} → {new}", what=what, old=old, new=new)
