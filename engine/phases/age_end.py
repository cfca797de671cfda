"""Discard, Quest, Ragnarök, Release and the end of the game (F, G)."""

from __future__ import annotations

from engine import board as printed
from engine.actions import Kept, OpenQuests
from engine.cards import CARDS
from engine.changes import (
    BeginPhase,
    DestroyProvince,
    EndAge,
    EndGame,
    GainGlory,
    KeepCard,
    PlaceGod,
    Release,
    ShowQuests,
)
from engine.decisions import KeepDecision, OpenQuestsDuty
from engine.destruction import destroy
from engine.run import Run
from engine.scoring import final_glory, winners
from engine.sheet import sheet_of
from engine.standing import quest_status
from engine.state import GameState
from engine.story import NothingFallsNote, QuestNote, SparedNote
from engine.tasks import (
    BeginAgeTask,
    DiscardTask,
    FallTask,
    JudgeTask,
    QuestTask,
    RagnarokTask,
    ReleaseTask,
    StatTask,
    Victim,
)
from engine.terms import STATS, Age, Cause, Phase, Place, Seat


def discard(run: Run, _task: DiscardTask) -> None:
    """Ask every seat with cards to keep one or none; in the last Age none is kept (F1)."""
    run.push(QuestTask())
    holders = [seat for seat in run.state.seats() if run.state.clans[seat].hand]
    if run.state.age is Age.THREE:
        for seat in holders:
            run.do(KeepCard(seat, False, run.state.clans[seat].hand))
    elif holders:
        run.ask(*(KeepDecision(seat) for seat in holders))


def keep(run: Run, action: Kept) -> None:
    """I29: Keep the card, or none."""
    hand = run.state.clans[action.seat].hand
    run.do(KeepCard(action.seat, action.kept, hand - action.kept))


def quests(run: Run, _task: QuestTask) -> None:
    """Make every seat open its committed quests (F2)."""
    run.do(BeginPhase(Phase.QUEST))
    run.push(RagnarokTask())
    duties = [
        OpenQuestsDuty(seat, run.state.clans[seat].quests)
        for seat in run.state.seats()
        if run.state.clans[seat].quests
    ]
    if duties:
        run.push(*(JudgeTask(duty.seat, ()) for duty in duties))
        run.ask(*duties)


def open_quests(run: Run, action: OpenQuests) -> None:
    """Show the quests of a seat, to be judged in its turn."""
    run.do(ShowQuests(action.seat, action.faces, 0))
    _to_judge(run, action.seat, JudgeTask(action.seat, action.faces))


def lose_quests(run: Run, duty: OpenQuestsDuty) -> None:
    """Fail the quests that are not opened (F2)."""
    run.do(ShowQuests(duty.seat, (), duty.count))
    for _ in range(duty.count):
        run.tell(QuestNote(duty.seat, None, False))


def _to_judge(run: Run, seat: Seat, task: JudgeTask) -> None:
    index = run.agenda.index(JudgeTask(seat, ()))
    run.agenda[index] = task


def judge(run: Run, task: JudgeTask) -> None:
    """Judge the next quest of a seat; Glory may be multiplied, the step is not (F3)."""
    if not task.faces:
        return
    face, *rest = task.faces
    seat = task.seat
    status = quest_status(run.state, seat, face.card)
    run.push(JudgeTask(seat, tuple(rest)))
    run.tell(QuestNote(seat, face, status.fulfilled))
    if status.fulfilled:
        glory = CARDS[face.card].glory(face.age) * sheet_of(run.state, seat).quest_factor
        run.do(GainGlory(seat, glory, face.card))
        run.push(StatTask(seat, STATS, face.card))


def drawing_monster_at(state: GameState) -> Place | None:
    """Return the outer province with a Fenrir, if any (K2)."""
    for place in printed.OUTER:
        for figures in state.board.figures[place]:
            if any(CARDS[monster].traits.draws_ragnarok for monster in figures.monsters):
                return place
    return None


def falling(state: GameState) -> Place | None:
    """Return the province that would fall if the Age ended now (A27, K2)."""
    drawn = drawing_monster_at(state)
    if drawn is not None:
        return drawn
    return None if state.is_destroyed(state.doomed) else state.doomed


def ragnarok(run: Run, _task: RagnarokTask) -> None:
    """Destroy every figure in the area of the falling province (F8)."""
    run.do(BeginPhase(Phase.RAGNAROK))
    run.push(ReleaseTask())
    state = run.state
    place = falling(state)
    if place is None:
        run.tell(NothingFallsNote(state.doomed))
        return
    if place != state.doomed:
        run.tell(SparedNote(state.doomed, place))
    victims = (
        Victim(seat, here, state.figures(seat, here))
        for seat in state.seats()
        for here in printed.AREA[place]
    )
    run.push(*destroy(state, victims, Cause.RAGNAROK), FallTask(place))


def fall(run: Run, task: FallTask) -> None:
    """Remove the province with its token from the board (F8); a god there is lifted off (L21)."""
    deity = run.state.god_at(task.place)
    if deity is not None:
        run.do(PlaceGod(deity, None))
    run.do(DestroyProvince(task.place))


def release(run: Run, _task: ReleaseTask) -> None:
    """Empty Valhalla, then end the Age or the game (F11, F12, G1)."""
    run.do(BeginPhase(Phase.RELEASE))
    for seat in run.state.seats():
        figures = run.state.clans[seat].valhalla
        if figures:
            run.do(Release(seat, figures))
            for card, amount in sheet_of(run.state, seat).release_glory:
                run.do(GainGlory(seat, amount * figures.count, card))
    if run.state.age is Age.THREE:
        _end_game(run)
    else:
        age = Age(run.state.age + 1)
        run.do(EndAge(age, run.state.seats()[1]))
        run.push(BeginAgeTask(age))


def _end_game(run: Run) -> None:
    for seat in run.state.seats():
        for gain in final_glory(run.state, seat):
            run.do(gain)
    run.do(EndGame(winners(run.state), tuple(clan.glory for clan in run.state.clans)))
