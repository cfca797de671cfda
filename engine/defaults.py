"""Default answers of absent seats: the last column of catalogue I.

Public facts decide, since nobody else knows the seat's cards; ties go by canonical order.
"""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.phases.gifts import free_clans
from engine.sheet import figure_strength
from engine.state import GameState
from engine.targets import god_targets


def default(state: GameState, owed: ask.Decision) -> act.SeatAction | None:  # noqa: C901 - a union
    """Return the default answer; None for picks and battle cards (I2, I19, I32)."""
    seat = owed.seat
    match owed:
        case ask.PickDecision() | ask.CardDecision() | ask.OpenPlayDecision():
            return None
        case ask.ClanDecision():
            return act.ChooseClan(seat, free_clans(state)[0])
        case ask.TurnDecision():
            return act.Pass(seat)
        case ask.FreeInvadeDecision():
            return act.Skip(seat)
        case ask.QuestCountsDecision():
            return act.QuestCounts(seat, max(owed.bonuses))
        case ask.TideDecision():
            return _strongest(state, owed)
        case ask.RetreatDecision():
            return act.Retreat(seat)
        case ask.StatDecision():
            levels = state.clans[seat].levels
            return act.RaiseStatBy(seat, min(owed.stats, key=lambda stat: (levels[stat], stat)))
        case ask.BoxDecision():
            return act.BoxFrom(seat, owed.locations[0])
        case ask.GodMoveDecision():
            return act.MoveGod(seat, god_targets(state, owed.place)[0])
        case ask.KeepDecision():
            return act.Kept(seat, False)
        case _:
            return act.Decline(seat)


def _strongest(state: GameState, owed: ask.TideDecision) -> act.TideKeep:
    area = state.area_figures(owed.seat, owed.place)
    best = max(
        enumerate(area.kinds()),
        key=lambda pair: (figure_strength(state, owed.seat, pair[1], owed.place), -pair[0]),
    )
    return act.TideKeep(owed.seat, best[1])
