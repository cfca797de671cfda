"""The end of the game: stat bonuses, figures on the board, winners (G)."""

from __future__ import annotations

from engine.changes import GainGlory
from engine.sheet import sheet_of
from engine.state import GameState
from engine.stats import END_BONUS
from engine.terms import Reward, Seat


def final_glory(state: GameState, seat: Seat) -> tuple[GainGlory, ...]:
    """Return a seat's gains at the end: stats, then cards counting figures on the board (G1)."""
    gains = []
    stats = sum(END_BONUS[level] for level in state.clans[seat].levels)
    if stats:
        gains.append(GainGlory(seat, stats, Reward.STATS))
    figures = state.on_board(seat)
    if figures:
        gains += [
            GainGlory(seat, amount * figures, card)
            for card, amount in sheet_of(state, seat).final_glory
        ]
    return tuple(gains)


def winners(state: GameState) -> tuple[Seat, ...]:
    """Return the seats with the most Glory; ties share the victory (G2)."""
    best = max(clan.glory for clan in state.clans)
    return tuple(seat for seat in state.seats_from(Seat(0)) if state.clans[seat].glory == best)
