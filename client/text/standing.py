"""Quests, the parts of explained numbers, and the greatest strength in reach, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.text.catalogue import Fields, say, say_many
from client.text.names import (
    Names,
    card_name,
    figure_name,
    place_key,
    place_name,
    place_title,
    some_of,
)
from engine import board as printed
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.explain import Explanation, Part, Why
from engine.figures import NOBODY, Figures, groups, single
from engine.sheet import (
    FULL_PRICE_OF_VALHALLA,
    MARCH_PRICE,
    has_grant,
    invade_price,
    walkers,
)
from engine.standing import Lead, QuestStatus
from engine.state import GameState
from engine.strength import strength
from engine.targets import entry_refusal, has_horns_room
from engine.terms import FigureKind, Phase, Place, Seat, Use
from engine.values import Value, replace


def quest_sentence(status: QuestStatus, names: Names) -> str:
    """Describe the status of a quest: "Horgr: you 4, Bear 4: a tie fails"; "Valhalla 2 of 4"."""
    if CARDS[status.card].aim is None:
        return say("This card is not a quest.")
    if not status.leads:
        return _without_leads(status)
    if status.need > 1:
        return _widespread(status, names)
    return lead_sentence(_best(status.leads), names)


def quest_mark(status: QuestStatus) -> str:
    """Describe the status of a quest in three signs: "ok", "no", or a number as in "2/4"."""
    if status.fulfilled:
        return say("ok")
    if status.need > 1 and status.have:
        return f"{status.have}/{status.need}"
    return say("no")


def _without_leads(status: QuestStatus) -> str:
    if status.need == 1:
        return say("All its provinces are destroyed, so it fails.")
    return say("Valhalla {have} of {need}", have=status.have, need=status.need)


def _widespread(status: QuestStatus, names: Names) -> str:
    held = [place_title(one.place) for one in status.leads if one.leads]
    counted = say_many(
        "{count} of {need} provinces", "{count} of {need} provinces", len(held), need=status.need
    )
    if held:
        counted = say("{counted} ({places})", counted=counted, places=", ".join(held))
    if status.fulfilled:
        return counted
    others = tuple(one for one in status.leads if not one.leads and one.own)
    if not others:
        return counted
    return say("{counted}; {lead}", counted=counted, lead=lead_sentence(_best(others), names))


def _best(leads: tuple[Lead, ...]) -> Lead:
    """Return the province in which the seat is closest to the lead."""
    return max(leads, key=lambda one: (one.own > 0, one.own - one.best, one.own, -one.place))


def lead_sentence(lead: Lead, names: Names) -> str:
    """Compare the strengths in one province: "Horgr: you 4, Bear 4: a tie fails"."""
    place = place_title(lead.place)
    if not lead.own:
        return say("{place}: no figure of yours", place=place)
    if lead.rival is None:
        return say("{place}: you {own}, nobody else: on track", place=place, own=lead.own)
    fields: Fields = {"place": place, "own": lead.own, "best": lead.best}
    fields["rival"] = names.clan(lead.rival)
    if lead.leads:
        return say("{place}: you {own}, {rival} {best}: on track", **fields)
    if lead.own == lead.best:
        return say("{place}: you {own}, {rival} {best}: a tie fails", **fields)
    return say("{place}: you {own}, {rival} {best}", **fields)


def explained(explanation: Explanation) -> tuple[str, ...]:
    """List the parts of a number, a line each, and the total if there are several."""
    parts = tuple(map(part_sentence, explanation.parts))
    if len(parts) == 1:
        return parts
    return (*parts, say("together {total}", total=explanation.total))


_PARTS: Final = {
    Why.PRICE: "{what} costs {amount} Rage",
    Why.DISCOUNT: "{card}: {amount} Rage",
    Why.FREE: "{card}: {amount} Rage",
    Why.LEVEL: "step {step}: {amount}",
    Why.ON_BOARD: "{place}: {amount}",
    Why.DOUBLED: "{card}: +{amount} Glory",
    Why.STATS: "stats on step 4 or higher: {amount} Glory",
    Why.SLOT: "taken by {card}",
}


def part_sentence(part: Part) -> str:
    """Describe one part of a number."""
    card = "" if part.card is None else card_name(part.card)
    place = "" if part.place is None else place_name(part.place)
    fields: Fields = {"card": card, "place": place, "amount": part.amount}
    match part.why:
        case Why.FIGURES:
            assert part.figure is not None
            figures = some_of(part.figure, part.count)
            if card and part.amount > part.count:
                return say("{figures}: {amount} ({card})", figures=figures, **fields)
            return say("{figures}: {amount}", figures=figures, **fields)
        case Why.FREE if not card:
            return say("the Leader invades free: {amount} Rage", **fields)
        case Why.RAGNAROK:
            return say_many(
                "{count} figure in doomed {place}: {amount} Glory",
                "{count} figures in doomed {place}: {amount} Glory",
                part.count,
                **fields,
            )
        case Why.SHIPS:
            return say_many(
                "{card}, {count} ship: {amount} Glory",
                "{card}, {count} ships: {amount} Glory",
                part.count,
                **fields,
            )
        case Why.RELEASE:
            return say_many(
                "{card}, {count} figure in Valhalla: {amount} Glory",
                "{card}, {count} figures in Valhalla: {amount} Glory",
                part.count,
                **fields,
            )
        case Why.FINAL:
            return say_many(
                "{card}, {count} figure on the board: {amount} Glory",
                "{card}, {count} figures on the board: {amount} Glory",
                part.count,
                **fields,
            )
        case why:
            what = card or ("" if part.figure is None else figure_name(part.figure))
            return say(_PARTS[why], what=what, step=part.count, **fields)


class Arrival(Value):
    """The strength that a seat would have in a province, and the action for it.

    `figure` invades, from Valhalla with `from_valhalla`; or figures march from `origin`.
    """

    total: int
    figure: FigureKind | None = None
    origin: Place | None = None
    from_valhalla: bool = False


def best_arrival(state: GameState, seat: Seat, province: Place) -> Arrival | None:
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


def arrival_way(best: Arrival) -> str:
    """Name the action of an arrival: "march from 8 Angerboda", "invade: Leader"."""
    if best.origin is not None:
        place = f"{place_key(best.origin)} {place_title(best.origin)}"
        return say("march from {place}", place=place)
    assert best.figure is not None
    name = figure_name(best.figure)
    if best.from_valhalla:
        return say("{figure} from Valhalla", figure=name)
    return say("invade: {figure}", figure=name)


class Joiner(Value):
    """A seat that could still join a battle, and its greatest possible strength there."""

    seat: Seat
    most: int


class Joiners(Value):
    """The call to battle in a province: its free villages, and the seats that could still join."""

    place: Place
    room: int
    able: tuple[Joiner, ...]


def possible_joiners(state: GameState, place: Place) -> Joiners:
    """Return the seats that could still join a battle in a province."""
    able = (
        Joiner(seat, most)
        for seat in state.seats_from(Seat(0))
        if (most := most_by_joining(state, seat, place)) is not None
    )
    return Joiners(place, state.room(place), tuple(able))


def most_by_joining(state: GameState, seat: Seat, province: Place) -> int | None:
    """Return the greatest strength a seat can have in a province by joining a battle there.

    Every figure next door may come for which there is a village, one in each round of the call (E1
    to E5). None if no figure of the seat can.
    """
    near = NOBODY
    for origin in printed.NEIGHBOURS[province]:
        near = near.plus(walkers(state.figures(seat, origin)))
    room = state.room(province)
    if not near or room < 1:
        return None
    return max(_with(state, seat, province, group, province) for group in _largest(near, room))


def _invades(state: GameState, seat: Seat, province: Place) -> Iterator[Arrival]:
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
                yield Arrival(_with(state, seat, place, single(kind), province), kind)
        for kind in clan.valhalla.kinds() if may_return else ():
            if entry_refusal(state, seat, kind, place) is None:
                total = _with(state, seat, place, single(kind), province)
                yield Arrival(total, kind, from_valhalla=True)


def _marches(state: GameState, seat: Seat, province: Place) -> Iterator[Arrival]:
    room = state.room(province)
    if state.clans[seat].rage < MARCH_PRICE or room < 1:
        return
    for origin in printed.PROVINCES:
        if origin != province:
            for walking in _largest(walkers(state.figures(seat, origin)), room):
                yield Arrival(_with(state, seat, province, walking, province), origin=origin)


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
