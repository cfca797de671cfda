"""The start of the destruction procedure (D43), and the order in which owners decide."""

from __future__ import annotations

from collections.abc import Iterable

from engine.gods import battle_power
from engine.state import GameState
from engine.tasks import DestroyTask, Victim
from engine.terms import Cause, Phase, Seat


def active_order(state: GameState) -> tuple[Seat, ...]:
    """Return all seats in active order: from the pillager in a battle, else the active player.

    Outside the Action phase this is seat order (F10).
    """
    if state.battle is not None:
        return state.seats_from(state.battle.pillager)
    if state.phase is Phase.ACTION and state.turn is not None:
        return state.seats_from(state.turn)
    return state.seats()


def destroy(state: GameState, victims: Iterable[Victim], cause: Cause) -> tuple[DestroyTask, ...]:
    """Return the task that destroys `victims` as one set; nothing if there are no victims.

    In a battle for Frigga's province nothing is destroyed (L33).
    """
    power = battle_power(state)
    if power is not None and power.spares_everybody:
        return ()
    doomed = tuple(victim for victim in victims if victim.figures)
    if not doomed:
        return ()
    owners = {victim.seat for victim in doomed}
    waiting = tuple(seat for seat in active_order(state) if seat in owners)
    return (DestroyTask(doomed, cause, waiting, False),)
