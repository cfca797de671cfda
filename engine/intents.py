"""Every legal answer of a seat: complete, sorted, cheap.

The seat's own `Knowledge` says what its hidden cards allow; everything else is public.
Answers come in canonical order: by verb in the order of the action menu, then by figure,
place and card. `tests/properties` checks that they are exactly those that `legal` accepts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import assert_never

from engine import actions as act
from engine import board as printed
from engine import decisions as ask
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.errors import Code, IllegalAction, Refusal
from engine.figures import NOBODY, Figures, groups
from engine.knowledge import Knowledge
from engine.legal_turns import stats_refusal
from engine.phases.gifts import free_clans
from engine.sheet import (
    FULL_PRICE_OF_VALHALLA,
    MARCH_PRICE,
    REPILLAGE_PRICE,
    has_grant,
    is_opened,
    leaders_in,
    sheet_of,
    upgrade_price,
    usual_price,
    walkers,
)
from engine.state import GameState
from engine.stats import SLOTS
from engine.targets import (
    captures,
    entries,
    free_invaders,
    god_targets,
    has_horns_room,
    joiners,
    walks,
)
from engine.terms import Kind, Origin, Place, Seat


def intents(state: GameState, knowledge: Knowledge, owed: ask.Decision) -> tuple[act.Intent, ...]:
    """Return all legal answers to a decision, for the seat that owes it."""
    return tuple(_answers(state, knowledge, owed))


def _answers(state: GameState, knowledge: Knowledge, owed: ask.Decision) -> Iterable[act.Intent]:
    seat = owed.seat
    no = act.Decline(seat)
    match owed:
        case ask.TurnDecision():
            return turn_intents(state, knowledge)
        case ask.PickDecision():
            return _picks(knowledge, owed)
        case ask.CardDecision():
            return (act.Lay(seat, face) for face in knowledge.hand_faces)
        case ask.OpenPlayDecision():
            return (act.PlayOpen(seat, face) for face in knowledge.hand_faces)
        case ask.LateDecision():
            late = (face for face in knowledge.hand_faces if CARDS[face.card].late)
            return (*(act.AddLate(seat, face) for face in late), no)
        case ask.JoinDecision():
            able = joiners(state, seat, owed.place)
            return (*(act.Join(seat, origin, figure) for origin, figure in able), no)
        case ask.FreeInvadeDecision():
            invading = free_invaders(state, seat, owed.slot, owed.card)
            return (*(act.InvadeFree(seat, kind, to) for kind, to in invading), act.Skip(seat))
        case ask.StatDecision():
            return (act.RaiseStatBy(seat, stat) for stat in owed.stats)
        case ask.ProtectDecision():
            return (*protections(owed, state.clans[seat].rage), no)
        case ask.KeepDecision():
            kept = (*knowledge.hand_faces, None)
            return (act.Keep(seat, face) for face in kept)
        case ask.TideDecision():
            kinds = state.area_figures(seat, owed.place).kinds()
            return (act.TideKeep(seat, kind) for kind in kinds)
        case ask.QuestCountsDecision():
            return (act.QuestCounts(seat, bonus) for bonus in owed.bonuses)
        case ask.ProwessDecision():
            return (*_prowess(owed, state.clans[seat].rage), no)
        case ask.HammersDecision():
            walking = product(leaders_in(state, seat, owed.place), walks(state, owed.place))
            return (*(act.WalkOn(seat, figure, place) for figure, place in walking), no)
        case ask.MysticRetreatDecision():
            return (*(act.RetreatTo(seat, place) for place in walks(state, owed.place)), no)
        case ask.GodMoveDecision():
            return (act.MoveGod(seat, place) for place in god_targets(state, owed.place))
        case ask.BoxDecision():
            return (act.BoxFrom(seat, location) for location in owed.locations)
        case ask.ClanDecision():
            return (act.ChooseClan(seat, clan) for clan in free_clans(state))
        case (
            ask.SuccorDecision()
            | ask.DomainDecision()
            | ask.RetreatDecision()
            | ask.BlessingDecision()
        ):
            return (accept(owed), no)
        case _:
            assert_never(owed)


def accept(
    owed: ask.SuccorDecision | ask.DomainDecision | ask.RetreatDecision | ask.BlessingDecision,
) -> act.Intent:
    """Return the answer that accepts an offer which can only be accepted or declined."""
    match owed:
        case ask.SuccorDecision():
            return act.SendSuccor(owed.seat)
        case ask.DomainDecision():
            return act.PillageAtOnce(owed.seat)
        case ask.RetreatDecision():
            return act.Retreat(owed.seat)
        case ask.BlessingDecision():
            return act.SendBlessing(owed.seat)
        case _:
            assert_never(owed)


def _picks(knowledge: Knowledge, owed: ask.PickDecision) -> Iterator[act.Intent]:
    chosen = dict.fromkeys(combinations(knowledge.pack, owed.count))
    yield from (act.Pick(owed.seat, kept) for kept in chosen)


def _prowess(owed: ask.ProwessDecision, rage: int) -> Iterator[act.Intent]:
    for number in range(1, min(rage, len(owed.faces)) + 1):
        for kept in dict.fromkeys(combinations(owed.faces, number)):
            yield act.KeepPlayed(owed.seat, kept)


def protections(owed: ask.ProtectDecision, rage: int) -> Iterator[act.Protect]:
    """Yield every non-empty set of doomed figures that can be paid for (I24)."""
    options: list[tuple[tuple[Place, Figures], ...]] = [()]
    for place, doomed in owed.doomed:
        options += [(*saved, (place, group)) for saved in options for group in groups(doomed, rage)]
    for saved in options:
        if saved and sum(figures.count for _, figures in saved) <= rage:
            yield act.Protect(owed.seat, saved)


# ------------------------------------------------------------------ the turn


def turn_intents(state: GameState, knowledge: Knowledge) -> list[act.Intent]:
    """List every action of a turn, in the order of the action menu."""
    seat = knowledge.seat
    rooms = state.rooms()
    own = sheet_of(state, seat)
    found: list[act.Intent] = []
    found += _invades(state, seat, rooms)
    found += _marches(state, seat, rooms)
    found += _upgrades(state, knowledge)
    for face in knowledge.hand_faces:
        if CARDS[face.card].kind is Kind.QUEST:
            found.append(act.Commit(seat, face))
    found += _pillages(state, seat)
    if Grant.VALHALLA_INVADE in own.grants:
        found += _valhalla(state, seat, rooms)
    if Grant.CAPTURE in own.grants:
        found += _captures(state, seat)
    if Grant.SACRIFICE in own.grants:
        found += _sacrifices(state, seat)
    found.append(act.Pass(seat))
    return found


def _invades(state: GameState, seat: Seat, rooms: tuple[int, ...]) -> list[act.Intent]:
    if not has_horns_room(state, seat):
        return []
    clan = state.clans[seat]
    found: list[act.Intent] = []
    for figure in clan.reserve.kinds():
        is_paid = usual_price(state, seat, figure) <= clan.rage
        found += [
            act.Invade(seat, figure, place)
            for place in entries(state, figure, rooms)
            if is_paid or is_opened(state, seat, place)
        ]
    return found


def _marches(state: GameState, seat: Seat, rooms: tuple[int, ...]) -> list[act.Intent]:
    if state.clans[seat].rage < MARCH_PRICE:
        return []
    rows = state.board.figures
    targets = [
        (place, room) for place, room in zip(printed.PROVINCES, rooms, strict=True) if room > 0
    ]
    return [
        act.March(seat, origin, target, walking)
        for origin in printed.PROVINCES
        if rows[origin][seat] != NOBODY
        for target, room in targets
        if target is not origin
        for walking in groups(walkers(rows[origin][seat]), room)
    ]


def _upgrades(state: GameState, knowledge: Knowledge) -> list[act.Intent]:
    seat = knowledge.seat
    rage = state.clans[seat].rage
    own = sheet_of(state, seat)
    found: list[act.Intent] = []
    for face in knowledge.hand_faces:
        card = CARDS[face.card]
        if card.slot is None or upgrade_price(state, seat, card.id) > rage:
            continue
        lying = own.in_slot(card.slot)
        if len(lying) < SLOTS[card.slot]:
            found.append(act.Upgrade(seat, face, None))
        found += [act.Upgrade(seat, face, replaced) for replaced in dict.fromkeys(lying)]
    return found


def _pillages(state: GameState, seat: Seat) -> list[act.Intent]:
    provinces = state.board.provinces
    here = [place for place in state.surviving() if state.is_present(seat, place)]
    found: list[act.Intent] = [
        act.Pillage(seat, place) for place in here if not provinces[place].pillaged
    ]
    if state.clans[seat].rage >= REPILLAGE_PRICE and has_grant(state, seat, Grant.REPILLAGE):
        found += [act.Repillage(seat, place) for place in here if provinces[place].pillaged]
    return found


def _valhalla(state: GameState, seat: Seat, rooms: tuple[int, ...]) -> Iterator[act.Intent]:
    clan = state.clans[seat]
    if clan.rage < FULL_PRICE_OF_VALHALLA or not has_horns_room(state, seat):
        return
    for figure in clan.valhalla.kinds():
        for place in entries(state, figure, rooms):
            yield act.InvadeFromValhalla(seat, figure, place)


def _captures(state: GameState, seat: Seat) -> Iterator[act.Intent]:
    clan = state.clans[seat]
    if not has_horns_room(state, seat):
        return
    from_valhalla = clan.rage >= FULL_PRICE_OF_VALHALLA and has_grant(
        state, seat, Grant.VALHALLA_INVADE
    )
    origins = ((Origin.RESERVE, clan.reserve), (Origin.VALHALLA, clan.valhalla))
    for origin, figures in origins:
        if figures.mystics and (origin is Origin.RESERVE or from_valhalla):
            for place, owner, kind in captures(state, seat):
                yield act.TakeVillage(seat, place, owner, kind, origin)


def _sacrifices(state: GameState, seat: Seat) -> Iterator[act.Intent]:
    if stats_refusal(state, seat) is not None:
        return
    singles = [
        (place, kind)
        for place in printed.PLACES
        for kind in state.figures(seat, place).kinds()
        for _ in range(min(2, state.figures(seat, place).number_of(kind)))
    ]
    for one, other in dict.fromkeys(combinations(singles, 2)):
        yield act.Sacrifice(seat, act.ordered_victims(one, other))


# ---------------------------------------------------------------- duties


def duty_done(
    knowledge: Knowledge, owed: ask.OpenCardDuty | ask.OpenQuestsDuty
) -> act.OpenCard | act.OpenQuests:
    """Return the action a seat publishes for a duty; there is nothing to choose.

    Raises:
        IllegalAction: the seat holds nothing to open.
    """
    match owed:
        case ask.OpenCardDuty():
            if knowledge.laid is None:
                raise IllegalAction(Refusal(Code.NOT_IN_HAND, owed.seat))
            return act.OpenCard(owed.seat, knowledge.laid)
        case ask.OpenQuestsDuty():
            return act.OpenQuests(owed.seat, knowledge.quests)
        case _:
            assert_never(owed)
