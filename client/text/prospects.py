"""The greatest strength that a seat could reach in a province with one action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from client.text.catalogue import say
from client.text.names import figure_name, place_key, place_title
from engine import board as printed
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.figures import Figures, groups, single
from engine.sheet import (
    FULL_PRICE_OF_VALHALLA,
    MARCH_PRICE,
    has_grant,
    invade_price,
    walkers,
)
from engine.state import GameState
from engine.strength import strength
from engine.targets import entry_refusal, has_horns_room
from engine.terms import FigureKind, Phase, Place, Seat, Use


@dataclass(frozen=True, slots=True)
class Prospect:
    """The strength that a seat would have in a province, and the action for it.

    `figure` invades, from Valhalla with `from_valhalla`; or figures march from `origin`.
    """

    total: int
    figure: FigureKind | None = None
    origin: Place | None = None
    from_valhalla: bool = False


def best_prospect(state: GameState, seat: Seat, province: Place) -> Prospect | None:
    """Return the action that makes a seat strongest in a province; None if none adds to it.

    It considers Rage, Horns and villages, but not cards in hand: only upgrades on the sheet count.
    Of equals the cheaper comes first: marches cost 1 Rage.
    """
    clan = state.clans[seat]
    if state.phase is not Phase.ACTION or clan.passed or state.is_destroyed(province):
        return None
    found = (*_invades(state, seat, province), *_marches(state, seat, province))
    best = max(found, key=lambda one: one.total, default=None)
    now = strength(state, seat, province, Use.BATTLE)
    return best if best is not None and best.total > now else None


def prospect_way(best: Prospect) -> str:
    """Name the action of a prospect: "march from 8 Angerboda", "invade: Leader"."""
    if best.origin is not None:
        place = f"{place_key(best.origin)} {place_title(best.origin)}"
        return say("march from {place}", place=place)
    assert best.figure is not None
    name = figure_name(best.figure)
    if best.from_valhalla:
        return say("{figure} from Valhalla", figure=name)
    return say("invade: {figure}", figure=name)


def _invades(state: GameState, seat: Seat, province: Place) -> Iterator[Prospect]:
    if not has_horns_room(state, seat):
        return
    clan = state.clans[seat]
    may_return = clan.rage >= FULL_PRICE_OF_VALHALLA and has_grant(
        state, seat, Grant.VALHALLA_INVADE
    )
    for place in printed.AREA[province]:
        for kind in clan.reserve.kinds():
            if (
                entry_refusal(state, seat, kind, place) is None
                and invade_price(state, seat, kind, place) <= clan.rage
            ):
                yield Prospect(_with(state, seat, place, single(kind), province), kind)
        for kind in clan.valhalla.kinds() if may_return else ():
            if entry_refusal(state, seat, kind, place) is None:
                total = _with(state, seat, place, single(kind), province)
                yield Prospect(total, kind, from_valhalla=True)


def _marches(state: GameState, seat: Seat, province: Place) -> Iterator[Prospect]:
    room = state.room(province)
    if state.clans[seat].rage < MARCH_PRICE or room < 1:
        return
    for origin in printed.PROVINCES:
        if origin != province:
            for walking in _largest(walkers(state.figures(seat, origin)), room):
                yield Prospect(_with(state, seat, province, walking, province), origin=origin)


def _largest(group: Figures, room: int) -> Iterator[Figures]:
    """Yield the parts of a group worth marching with: as many figures as there is room for.

    Without a monster that silences the others, a part may be stronger than with it.
    """
    loud = tuple(card for card in group.monsters if not CARDS[card].traits.silences)
    for part in dict.fromkeys((group, replace(group, monsters=loud))):
        most = min(part.count, room)
        yield from (walking for walking in groups(part, most) if walking.count == most)


def _with(state: GameState, seat: Seat, place: Place, more: Figures, province: Place) -> int:
    """Return the strength in a province with more figures in a place of its area."""
    after = state.with_figures(seat, place, state.figures(seat, place).plus(more))
    return strength(after, seat, province, Use.BATTLE)
