"""Targets of figures: the predicates shared by legality, prompts and offers."""

from __future__ import annotations

from collections.abc import Iterator

from engine import board as printed
from engine.cards import CARDS
from engine.errors import Code, Refusal
from engine.sheet import is_leader, is_ship
from engine.state import GameState
from engine.terms import (
    MYSTIC,
    WARRIOR,
    CardId,
    FigureKind,
    OdinsChosen,
    Place,
    Seat,
    Slot,
    Stat,
)


def has_horns_room(state: GameState, seat: Seat) -> bool:
    """Whether a seat may put one more figure on the board (D15)."""
    return state.on_board(seat) < state.clans[seat].value(Stat.HORNS)


def horns_refusal(state: GameState, seat: Seat) -> Refusal | None:
    """Return the reason why a seat may not put another figure on the board, if any (D15)."""
    have = state.on_board(seat)
    need = state.clans[seat].value(Stat.HORNS)
    return Refusal(Code.HORNS_FULL, seat, need=need, have=have) if have >= need else None


def entry_refusal(state: GameState, seat: Seat, figure: FigureKind, place: Place) -> Refusal | None:
    """Return why a figure may not invade `place`, if so; price and Horns apart (D12, D14)."""
    if is_ship(figure):
        if not place.is_fjord:
            return Refusal(Code.SHIP_ENTERS_FJORDS, seat, place)
        if not state.is_usable(place):
            return Refusal(Code.DESTROYED, seat, place)
        return None
    if place.is_fjord:
        return Refusal(Code.FJORD_TAKES_SHIPS, seat, place)
    if state.is_destroyed(place):
        return Refusal(Code.DESTROYED, seat, place)
    if place == Place.YGGDRASIL and not _enters_yggdrasil(figure):
        return Refusal(Code.YGGDRASIL_CLOSED, seat, place)
    if state.room(place) < 1:
        return Refusal(Code.NO_ROOM, seat, place, need=1, have=0)
    return None


def _enters_yggdrasil(figure: FigureKind) -> bool:
    monster = CARDS.get(CardId(figure))
    return monster is not None and monster.traits.enters_yggdrasil


def entries(state: GameState, figure: FigureKind, rooms: tuple[int, ...]) -> tuple[Place, ...]:
    """Return every place a figure may invade, ignoring price and Horns.

    `rooms` are those of the state, passed in so that they are counted once for all figures.
    """
    if is_ship(figure):
        return tuple(fjord for fjord in printed.FJORDS if state.is_usable(fjord))
    open_places = tuple([place for place in printed.OUTER if rooms[place] >= 1])
    return (*open_places, Place.YGGDRASIL) if _enters_yggdrasil(figure) else open_places


def matches_slot(figure: FigureKind, slot: Slot, card: CardId) -> bool:
    """Whether a figure may take the free invade of an upgrade (D27, D28)."""
    match slot:
        case Slot.LEADER:
            return is_leader(figure)
        case Slot.WARRIOR:
            return figure == WARRIOR
        case Slot.SHIP:
            return is_ship(figure)
        case Slot.MONSTER:
            return CardId(figure) == card
        case Slot.CLAN:
            return False


def free_invaders(
    state: GameState, seat: Seat, slot: Slot, card: CardId
) -> Iterator[tuple[FigureKind, Place]]:
    """Yield every free invade available after an upgrade (I15)."""
    if not has_horns_room(state, seat):
        return
    rooms = state.rooms()
    for figure in state.clans[seat].reserve.kinds():
        if matches_slot(figure, slot, card):
            for place in entries(state, figure, rooms):
                yield figure, place


def captures(state: GameState, seat: Seat) -> Iterator[tuple[Place, Seat, FigureKind]]:
    """Yield every village a Mystic may take: its place, owner and figure (M24, H-49)."""
    for place in printed.OUTER:
        for number, figures in enumerate(state.board.figures[place]):
            owner = Seat(number)
            if owner == seat and state.rulings.odins_chosen is OdinsChosen.ENEMY:
                continue
            for kind in (WARRIOR, MYSTIC):
                if figures.number_of(kind):
                    yield place, owner, kind


def god_targets(state: GameState, origin: Place) -> tuple[Place, ...]:
    """Return the provinces a god may be moved to: unpillaged, without a god (L14)."""
    return tuple(
        place for place in state.unpillaged() if place != origin and state.god_at(place) is None
    )


def joiners(state: GameState, seat: Seat, province: Place) -> tuple[tuple[Place, FigureKind], ...]:
    """Return every figure of a seat that could join a battle in `province` (E1, E5)."""
    rows = state.board.figures
    return tuple(
        (origin, figure)
        for origin in printed.NEIGHBOURS[province]
        if rows[origin][seat]
        for figure in rows[origin][seat].kinds()
        if not is_ship(figure)
    )


def walks(state: GameState, place: Place) -> tuple[Place, ...]:
    """Return the neighbouring surviving provinces with room (I27)."""
    return tuple(target for target in printed.NEIGHBOURS[place] if state.room(target) >= 1)
