"""The turns of the Action phase and its end (D1 to D11)."""

from __future__ import annotations

from engine.actions import Pass
from engine.changes import BeginPhase, BeginTurn, EmptyPool, FillPool, MarkPassed
from engine.decisions import TurnDecision
from engine.run import Run
from engine.state import GameState
from engine.tasks import DiscardTask, StartActionTask, TurnTask
from engine.terms import Phase, RageReturn, Seat


def can_act(state: GameState, seat: Seat) -> bool:
    """Whether a seat gets turns: it has Rage and has not passed (D3, D5, D6, H-02)."""
    clan = state.clans[seat]
    if not clan.rage:
        return False
    return not clan.passed or state.rulings.rage_return is RageReturn.ALWAYS


def start_action(run: Run, _task: StartActionTask) -> None:
    """Fill the pools and give the first player the turn (D1, D2)."""
    run.do(BeginPhase(Phase.ACTION))
    for seat in run.state.seats():
        run.do(FillPool(seat))
    run.push(TurnTask(run.state.first))


def next_turn(run: Run, task: TurnTask) -> None:
    """Give the turn to the next seat that can act, or end the phase at once (D8)."""
    state = run.state
    if state.rulings.rage_return is RageReturn.NEVER:
        for seat in state.seats():
            clan = state.clans[seat]
            if not clan.rage and not clan.passed:
                run.do(MarkPassed(seat))
        state = run.state
    seats = [seat for seat in state.seats_from(task.seat) if can_act(state, seat)]
    if state.everything_pillaged() or not seats:
        end_action(run)
        return
    run.do(BeginTurn(seats[0]))
    run.ask(TurnDecision(seats[0]))


def end_action(run: Run) -> None:
    """Empty all pools and begin the Discard phase (D10)."""
    for seat in run.state.seats():
        lost = run.state.clans[seat].rage
        if lost:
            run.do(EmptyPool(seat, lost))
    run.do(BeginPhase(Phase.DISCARD))
    run.push(DiscardTask())


def pass_turn(run: Run, action: Pass) -> None:
    """Lose the pool and act no more (D6)."""
    run.do(EmptyPool(action.seat, run.state.clans[action.seat].rage))
    run.do(MarkPassed(action.seat))
