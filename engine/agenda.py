"""The agenda: run tasks until something is owed, and carry out answers."""

from __future__ import annotations

from typing import assert_never

from engine import actions as act
from engine import decisions as ask
from engine import tasks as task
from engine.defaults import default
from engine.legal_turns import TurnAction
from engine.phases import acts, age_end, battle_stages, call, destroy, gifts, invade, reward, turns
from engine.run import Run
from engine.story import AbsentNote, DeclineNote
from engine.terms import Seat


def run_agenda(run: Run) -> None:
    """Run tasks from the top of the agenda until something is owed or nothing is left."""
    while not run.owed and run.agenda:
        run_task(run, run.agenda.pop())


def run_task(run: Run, todo: task.Task) -> None:
    """Run one task."""
    match todo:
        case task.TurnTask():
            turns.next_turn(run, todo)
        case task.ArrivalTask():
            invade.arrive(run, todo)
        case task.SuccorTask():
            invade.offer_succor(run, todo)
        case task.DomainTask():
            invade.offer_domain(run, todo)
        case task.StageTask():
            battle_stages.stage(run, todo)
        case task.CallTask():
            call.call(run, todo)
        case task.ConfrontTask():
            call.confront(run, todo)
        case task.DestroyTask():
            destroy.destruction(run, todo)
        case task.FreeInvadeTask():
            invade.offer_free_invade(run, todo)
        case task.TextTask():
            reward.text(run, todo)
        case task.TideTask():
            destroy.tide(run, todo)
        case task.StatTask():
            reward.stat(run, todo)
        case task.HammersTask():
            reward.offer_hammers(run, todo)
        case task.RewardTask():
            reward.reward(run, todo)
        case task.TokenTask():
            reward.token(run, todo)
        case task.ClanTask():
            gifts.ask_clan(run, todo)
        case task.BeginAgeTask():
            gifts.await_age(run, todo)
        case task.DraftTask():
            gifts.draft(run, todo)
        case task.TakeHandsTask():
            gifts.take_hands(run, todo)
        case task.StartActionTask():
            turns.start_action(run, todo)
        case task.DiscardTask():
            age_end.discard(run, todo)
        case task.QuestTask():
            age_end.quests(run, todo)
        case task.JudgeTask():
            age_end.judge(run, todo)
        case task.RagnarokTask():
            age_end.ragnarok(run, todo)
        case task.FallTask():
            age_end.fall(run, todo)
        case task.ReleaseTask():
            age_end.release(run, todo)
        case _:
            assert_never(todo)


def carry_out(run: Run, owed: ask.SeatOwed, answer: act.SeatAnswer) -> None:
    """Carry out the legal answer to something owed."""
    if isinstance(answer, act.Absent):
        run.tell(AbsentNote(answer.seat, owed.word))
        carry_out_absent(run, owed)
        return
    if isinstance(owed, ask.TurnDecision):
        _take_turn(run, answer)
    elif isinstance(answer, act.Decline):
        _decline(run, owed, answer)
    else:
        _accept(run, owed, answer)


def _take_turn(run: Run, answer: act.SeatAction) -> None:
    state = run.state
    run.push(task.TurnTask(Seat((answer.seat + 1) % state.players)))
    assert isinstance(answer, TurnAction), answer
    match answer:
        case act.Invade():
            invade.invade(run, answer)
        case act.March():
            acts.march(run, answer)
        case act.Upgrade():
            acts.upgrade(run, answer)
        case act.Committed():
            acts.commit_quest(run, answer.seat)
        case act.Pillage():
            call.declare_pillage(run, answer.seat, answer.place, again=False)
        case act.Repillage():
            acts.repillage(run, answer)
        case act.InvadeFromValhalla():
            invade.invade_from_valhalla(run, answer)
        case act.Sacrifice():
            acts.sacrifice(run, answer)
        case act.Pass():
            turns.pass_turn(run, answer)
        case _:
            assert_never(answer)


def _decline(run: Run, owed: ask.SeatOwed, answer: act.Decline) -> None:
    assert not isinstance(owed, ask.OpenCardDuty | ask.OpenQuestsDuty)
    run.tell(DeclineNote(answer.seat, owed))
    if isinstance(owed, ask.ProwessDecision):
        battle_stages.keep_played(run, owed, answer)


def _accept(run: Run, owed: ask.SeatOwed, answer: act.SeatAction) -> None:
    match owed, answer:
        case ask.ClanDecision(), act.ChooseClan():
            gifts.take_clan(run, answer)
        case ask.PickDecision(), act.Picked():
            pass
        case ask.FreeInvadeDecision(), act.InvadeFree():
            invade.invade_free(run, owed, answer)
        case ask.FreeInvadeDecision(), act.Skip():
            run.tell(DeclineNote(answer.seat, owed))
        case ask.SuccorDecision(), act.SendSuccor():
            invade.send_succor(run, owed)
        case ask.DomainDecision(), act.PillageAtOnce():
            acts.pillage_at_once(run, owed)
        case ask.JoinDecision(), act.Join():
            call.join(run, owed, answer)
        case ask.CardDecision(), act.Laid():
            battle_stages.lay_card(run, owed)
        case ask.QuestCountsDecision(), act.QuestCounts():
            battle_stages.quest_counts(run, answer)
        case ask.TideDecision(), act.TideKeep():
            destroy.tide_keep(run, owed, answer)
        case ask.LateDecision(), act.AddLate():
            battle_stages.add_late(run, answer)
        case ask.RetreatDecision(), act.Retreat():
            destroy.retreat(run, owed)
        case ask.ProtectDecision(), act.Protect():
            destroy.protect(run, answer)
        case ask.StatDecision(), act.RaiseStatBy():
            reward.raise_chosen(run, owed, answer)
        case ask.ProwessDecision(), act.KeepPlayed():
            battle_stages.keep_played(run, owed, answer)
        case ask.HammersDecision(), act.WalkOn():
            reward.walk_on(run, owed, answer)
        case ask.BlessingDecision(), act.SendBlessing():
            battle_stages.send_blessing(run, owed)
        case ask.KeepDecision(), act.Kept():
            age_end.keep(run, answer)
        case ask.BoxDecision(), act.BoxFrom():
            acts.box(run, owed, answer)
        case ask.OpenCardDuty(), act.OpenCard():
            battle_stages.open_card(run, answer)
        case ask.OpenQuestsDuty(), act.OpenQuests():
            age_end.open_quests(run, answer)
        case _:
            raise AssertionError(owed, answer)


def carry_out_absent(run: Run, owed: ask.SeatOwed) -> None:
    """Carry out the default for an absent seat (catalogue I, last column)."""
    match owed:
        case ask.CardDecision():
            return
        case ask.OpenCardDuty():
            battle_stages.lose_laid_card(run, owed)
        case ask.OpenQuestsDuty():
            age_end.lose_quests(run, owed)
        case _:
            answer = default(run.state, owed)
            assert answer is not None, owed
            carry_out(run, owed, answer)
