"""Set-up of clans and the God's Gifts phase (A30, C1 to C9)."""

from __future__ import annotations

from typing import Final

from engine.actions import BeginAge, ChooseClan, PlaceGods
from engine.changes import (
    BeginPhase,
    PassPacks,
    PlaceGod,
    StartDealing,
    TakeClan,
    TakeHand,
)
from engine.decisions import BeginAgeDuty, ClanDecision, PickDecision, PlaceGodsDuty
from engine.run import Run
from engine.state import GameState
from engine.tasks import (
    BeginAgeTask,
    ClanTask,
    DraftTask,
    StartActionTask,
    TakeHandsTask,
)
from engine.terms import ClanName, Phase, Place, Seat

HAND: Final = 6
"""Cards of an Age in the hand of each dealt seat at the end (C2, C4, B3a)."""
PACK: Final = 8
"""Cards of a pack at the start of a draft (B3)."""
TWO_DRAFTERS: Final = 2


def free_clans(state: GameState) -> tuple[ClanName, ...]:
    """Return the clans nobody has taken, in canonical order (I1)."""
    taken = {clan.clan for clan in state.clans}
    return tuple(name for name in ClanName if name not in taken)


def cards_each(state: GameState, roster: tuple[Seat, ...]) -> int:
    """Return the number of cards dealt to each seat of the roster (B3, B3a, C9)."""
    return PACK if state.rulings.draft and len(roster) >= TWO_DRAFTERS else HAND


def picks_a_round(roster: tuple[Seat, ...]) -> int:
    """Return the number of cards kept in one round of the draft (C2, C4)."""
    return 2 if len(roster) == TWO_DRAFTERS else 1


def ask_clan(run: Run, task: ClanTask) -> None:
    """Ask for a clan, or take the last one left."""
    free = free_clans(run.state)
    if len(free) == 1:
        run.do(TakeClan(task.seat, free[0]))
    else:
        run.ask(ClanDecision(task.seat))


def take_clan(run: Run, action: ChooseClan) -> None:
    """I1: Take the clan."""
    run.do(TakeClan(action.seat, action.clan))


def await_age(run: Run, task: BeginAgeTask) -> None:
    """Begin the Gifts phase and wait for the table: for the places of the gods first (L9).

    If there is only one way to place them, nothing is drawn (L12).
    """
    run.do(BeginPhase(Phase.GIFTS))
    spare = run.state.spare()
    if run.state.gods and len(spare) > 1:
        run.ask(PlaceGodsDuty(task.age))
    else:
        _place(run, spare)
        run.ask(BeginAgeDuty(task.age, 1))


def place_gods(run: Run, action: PlaceGods) -> None:
    """Place the gods as drawn, and wait for the Age to be dealt (L6, L9)."""
    _place(run, action.places)
    run.ask(BeginAgeDuty(action.age, 1))


def _place(run: Run, places: tuple[Place, ...]) -> None:
    """Place each god in the order drawn; one without a place stands beside the board (L12)."""
    for number, (deity, before) in enumerate(run.state.gods):
        place = places[number] if number < len(places) else None
        if place is not None or before is not None:
            run.do(PlaceGod(deity, place))


def begin_age(run: Run, action: BeginAge) -> None:
    """Deal to the roster of the table; an attempt in progress is void (C9)."""
    state = run.state
    each = cards_each(state, action.roster)
    run.agenda.clear()
    run.do(StartDealing(action.age, action.attempt, action.roster, each))
    if each == PACK:
        run.push(DraftTask(1))
    else:
        run.push(TakeHandsTask())


def draft(run: Run, task: DraftTask) -> None:
    """Ask every seat of the roster to pick, or end the draft."""
    dealing = run.state.dealing
    assert dealing is not None
    count = picks_a_round(dealing.roster)
    rounds = HAND // count
    if task.round > 1:
        run.do(PassPacks(task.round - 1, PACK - count * (task.round - 1)))
    if task.round > rounds:
        run.push(TakeHandsTask())
        return
    run.push(DraftTask(task.round + 1))
    run.ask(*(PickDecision(seat, count) for seat in dealing.roster))


def take_hands(run: Run, _task: TakeHandsTask) -> None:
    """Give every dealt seat its six new cards and the one kept before (C5)."""
    dealing = run.state.dealing
    assert dealing is not None
    for seat in dealing.roster:
        run.do(TakeHand(seat, HAND, run.state.clans[seat].kept))
    run.push(StartActionTask())
