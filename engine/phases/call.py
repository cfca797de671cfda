"""Declaration of a pillage, the call to battle, and its result (D33 to D35, E1 to E8)."""

from __future__ import annotations

from engine.actions import Join, Pillage
from engine.battle_changes import StartBattle
from engine.changes import MoveFigures
from engine.decisions import JoinDecision
from engine.figures import single
from engine.run import Run
from engine.state import GameState
from engine.story import CallEnd, CallEndNote, PillageEndNote, PillageNote, UnopposedNote
from engine.targets import joiners
from engine.tasks import CallTask, ConfrontTask, GodMoveTask, RewardTask, Stage, StageTask
from engine.terms import Place, Seat, Step


def call_order(state: GameState, pillager: Seat) -> tuple[Seat, ...]:
    """Return the seats clockwise from the pillager's left neighbour, the pillager last (E1)."""
    return (*state.seats_from(pillager)[1:], pillager)


def pillage(run: Run, action: Pillage) -> None:
    """Declare a pillage on one's turn (D33)."""
    declare_pillage(run, action.seat, action.place, again=False)


def declare_pillage(run: Run, seat: Seat, place: Place, *, again: bool) -> None:
    """Declare a pillage: the call goes round, then a battle follows or not."""
    token = run.state.board.provinces[place].token
    run.tell(PillageNote(seat, place, token, again))
    run.push(CallTask(seat, place, call_order(run.state, seat), False), ConfrontTask(seat, place))


def call(run: Run, task: CallTask) -> None:
    """Ask the next seat that has a figure next door; end as E3 says."""
    state = run.state
    if state.room(task.place) < 1:
        run.tell(CallEndNote(task.place, CallEnd.FULL))
        return
    for index, seat in enumerate(task.waiting):
        if joiners(state, seat, task.place):
            rest = task.waiting[index + 1 :]
            run.push(CallTask(task.pillager, task.place, rest, task.moved))
            run.ask(JoinDecision(seat, task.place))
            return
    if task.moved:
        run.push(CallTask(task.pillager, task.place, call_order(state, task.pillager), False))
    else:
        run.tell(CallEndNote(task.place, CallEnd.QUIET))


def join(run: Run, decision: JoinDecision, action: Join) -> None:
    """Move a joining figure in from next door and mark the lap as one with a move (E3)."""
    run.do(
        MoveFigures(action.seat, single(action.figure), action.origin, decision.place, Step.JOIN)
    )
    task = run.agenda.pop()
    assert isinstance(task, CallTask)
    run.push(CallTask(task.pillager, task.place, task.waiting, True))


def god_moves(state: GameState, pillager: Seat, place: Place) -> tuple[GodMoveTask, ...]:
    """Return the move that an attempt ends with, if a god stands in its province (L13, L16)."""
    return () if state.god_at(place) is None else (GodMoveTask(pillager, place),)


def confront(run: Run, task: ConfrontTask) -> None:
    """Start a battle (E8), or let the pillage succeed if nobody else is in the area (E7)."""
    state = run.state
    participants = tuple(
        seat for seat in state.seats_from(task.pillager) if state.is_present(seat, task.place)
    )
    if participants == (task.pillager,):
        run.tell(UnopposedNote(task.pillager, task.place))
        run.tell(PillageEndNote(task.pillager, task.place, True))
        run.push(
            RewardTask(task.pillager, task.place), *god_moves(state, task.pillager, task.place)
        )
        return
    forces = tuple(state.area_figures(seat, task.place) for seat in participants)
    run.do(StartBattle(task.pillager, task.place, participants, forces))
    run.push(StageTask(Stage.CHOOSE, participants, False))
