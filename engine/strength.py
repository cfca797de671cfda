"""Strength by sources, for battles and quests (E18 to E20, F4)."""

from __future__ import annotations

from engine import board as printed
from engine.cards import CARDS
from engine.figures import NOBODY
from engine.gods import power_at
from engine.sheet import figure_strength, sheet
from engine.state import Battle, GameState, Played, Where
from engine.stats import MYSTIC_STRENGTH
from engine.story import BattleTotal, StrengthSource
from engine.terms import LEADER, MYSTIC, SHIP, WARRIOR, FigureKind, Place, Seat, Slot, Use


def _silenced(state: GameState, province: Place) -> bool:
    """Whether a Wolfman fights here: then only monsters and cards count."""
    return any(
        CARDS[monster].traits.silences
        for figures in state.board.figures[province]
        if figures.monsters
        for monster in figures.monsters
    )


def figure_sources(
    state: GameState, seat: Seat, province: Place, use: Use
) -> tuple[StrengthSource, ...]:
    """List the strength of each kind of figure of a seat in the area of `province`.

    Pairs of Warriors count in the province; a Wolfman silences other figures in battles only, and
    in battles for Tyr's province all figures count nothing (L27).
    """
    power = power_at(state, province) if use is Use.BATTLE and state.gods else None
    weightless = power is not None and power.weighs_cards_only
    silenced = weightless or (use is Use.BATTLE and _silenced(state, province))
    sources: list[StrengthSource] = []
    own = sheet(state.clans[seat].upgrades)
    for place in printed.AREA[province]:
        here = state.figures(seat, place)
        if here is NOBODY or not here:
            continue
        if here.warriors:
            amount = here.warriors * own.warrior_strength
            if own.warrior_pair:
                pairs, odd = divmod(here.warriors, 2)
                amount = pairs * own.warrior_pair + odd * own.warrior_strength
            by = next(iter(own.in_slot(Slot.WARRIOR)), None)
            sources.append(
                StrengthSource(WARRIOR, here.warriors, 0 if silenced else amount, place, by)
            )
        for kind, number in ((LEADER, here.leader), (SHIP, here.ships)):
            if number:
                amount = figure_strength(state, seat, kind, place) * number
                sources.append(StrengthSource(kind, number, 0 if silenced else amount, place, None))
        if here.mystics:
            amount = 0 if silenced else MYSTIC_STRENGTH * here.mystics
            sources.append(StrengthSource(MYSTIC, here.mystics, amount, place, None))
        for monster in here.monsters:
            kind = FigureKind(monster)
            amount = 0 if weightless else figure_strength(state, seat, kind, place)
            sources.append(StrengthSource(kind, 1, amount, place, None))
    return tuple(sources)


def strength(state: GameState, seat: Seat, province: Place, use: Use) -> int:
    """Return the total strength of a seat's figures in the area of `province`."""
    return sum(source.amount for source in figure_sources(state, seat, province, use))


def card_bonus(battle: Battle, played: Played) -> int:
    """Return the present bonus of a played card (E10, E14, E20).

    Heimdall's Sight counts the highest single bonus an opponent shows; other Sights count 0.
    """
    card = CARDS[played.face.card]
    if not card.bonus_is_best:
        return card.bonus + played.counts
    if played.blanked:
        return 0
    shown = (
        CARDS[other.face.card].bonus + other.counts
        for other in battle.cards
        if other.seat != played.seat and other.where is Where.TABLE
    )
    return max(shown, default=0)


def card_sources(battle: Battle, seat: Seat) -> tuple[StrengthSource, ...]:
    """List the bonus of each card a seat has on the table."""
    return tuple(
        StrengthSource(played.face.card, 1, card_bonus(battle, played), None, None)
        for played in battle.cards
        if played.seat == seat and played.where is Where.TABLE
    )


def battle_totals(state: GameState) -> tuple[BattleTotal, ...]:
    """Return the totals of the present battle, in active order (E18)."""
    battle = state.battle
    assert battle is not None
    totals = []
    for seat in battle.participants:
        sources = figure_sources(state, seat, battle.place, Use.BATTLE) + card_sources(battle, seat)
        totals.append(BattleTotal(seat, sources, sum(source.amount for source in sources)))
    return tuple(totals)


def winner_of(totals: tuple[BattleTotal, ...]) -> Seat | None:
    """Return the seat with strictly the highest total; None on a tie (E18)."""
    best = max(total.total for total in totals)
    leaders = [total.seat for total in totals if total.total == best]
    return leaders[0] if len(leaders) == 1 else None
