"""Powers of the gods that change the course of an attempt: open cards, and moving on (L13, L29)."""

from __future__ import annotations

from engine.actions import MoveGod, PlayOpen
from engine.battle_changes import PlayOpenCard
from engine.changes import SendGod
from engine.decisions import GodMoveDecision, OpenPlayDecision
from engine.run import Run
from engine.state import Battle
from engine.story import NoCardNote
from engine.targets import god_targets
from engine.tasks import GodMoveTask, StageTask


def ask_openly(run: Run, battle: Battle, task: StageTask) -> bool:
    """L29: Ask the next participant with a card for one, the pillager last; False if none is left.

    No text acts meanwhile, so the stage is the same until all have played (L30).
    """
    pillager, *others = battle.participants
    waiting = task.waiting if task.again else (*others, pillager)
    for index, seat in enumerate(waiting):
        if run.state.clans[seat].hand:
            run.push(StageTask(task.stage, waiting[index + 1 :], True))
            run.ask(OpenPlayDecision(seat, battle.place))
            return True
        run.tell(NoCardNote(seat))
    return False


def play_open(run: Run, action: PlayOpen) -> None:
    """I32: Put the card on the table, for all to see (L32)."""
    run.do(PlayOpenCard(action.seat, action.face))


def move_god(run: Run, task: GodMoveTask) -> None:
    """L13: Make the pillager move the god; one place is no choice, without any it stays (L15)."""
    deity = run.state.god_at(task.place)
    if deity is None:
        return
    targets = god_targets(run.state, task.place)
    if len(targets) == 1:
        run.do(SendGod(task.seat, deity, task.place, targets[0]))
    elif targets:
        run.ask(GodMoveDecision(task.seat, task.place, deity))


def send_god(run: Run, decision: GodMoveDecision, action: MoveGod) -> None:
    """I31: Move the god to the chosen province."""
    run.do(SendGod(action.seat, decision.deity, decision.place, action.place))
