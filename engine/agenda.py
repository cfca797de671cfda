"""The agenda: run tasks until something is owed, and carry out answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Never

from engine import actions as act
from engine import decisions as ask
from engine import tasks as task
from engine.defaults import default
from engine.legal_turns import TurnAction
from engine.phases import (
    acts,
    age_end,
    battle_stages,
    call,
    destroy,
    gifts,
    god_powers,
    invade,
    reward,
    turns,
)
from engine.run import Run
from engine.story import AbsentNote, DeclineNote
from engine.terms import Seat

_TASKS: Final[Mapping[type[task.Task], Callable[[Run, Never], None]]] = {
    task.StageTask: battle_stages.stage,
    task.TurnTask: turns.next_turn,
    task.CallTask: call.call,
    task.ArrivalTask: invade.arrive,
    task.SuccorTask: invade.offer_succor,
    task.DomainTask: invade.offer_domain,
    task.ConfrontTask: call.confront,
    task.DestroyTask: destroy.destruction,
    task.FreeInvadeTask: invade.offer_free_invade,
    task.TextTask: reward.text,
    task.TideTask: destroy.tide,
    task.StatTask: reward.stat,
    task.HammersTask: reward.offer_hammers,
    task.RewardTask: reward.reward,
    task.TokenTask: reward.token,
    task.ClanTask: gifts.ask_clan,
    task.BeginAgeTask: gifts.await_age,
    task.DraftTask: gifts.draft,
    task.TakeHandsTask: gifts.take_hands,
    task.StartActionTask: turns.start_action,
    task.DiscardTask: age_end.discard,
    task.QuestTask: age_end.quests,
    task.JudgeTask: age_end.judge,
    task.RagnarokTask: age_end.ragnarok,
    task.FallTask: age_end.fall,
    task.ReleaseTask: age_end.release,
    task.MysticsTask: destroy.mystics,
    task.CaptureTask: invade.capture,
    task.GodMoveTask: god_powers.move_god,
}
"""The function that runs a task, by its type: asking one type after another takes longer."""


_TURN_ACTIONS: Final[Mapping[type[TurnAction], Callable[[Run, Never], None]]] = {
    act.Invade: invade.invade,
    act.March: acts.march,
    act.Upgrade: acts.upgrade,
    act.Committed: acts.commit_quest,
    act.Pillage: call.pillage,
    act.Repillage: acts.repillage,
    act.InvadeFromValhalla: invade.invade_from_valhalla,
    act.TakeVillage: invade.take_village,
    act.Sacrifice: acts.sacrifice,
    act.Pass: turns.pass_turn,
}
"""The function that carries out an action of a turn, by its type."""


def run_agenda(run: Run) -> None:
    """Run tasks from the top of the agenda until something is owed or nothing is left."""
    while not run.owed and run.agenda:
        run_task(run, run.agenda.pop())


def run_task(run: Run, todo: task.Task) -> None:
    """Run one task."""
    _TASKS[type(todo)](run, todo)  # type: ignore[arg-type]  # looked up by its type


def carry_out(run: Run, owed: ask.SeatOwed, answer: act.SeatAnswer) -> None:
    """Carry out the legal answer to something owed."""
    if type(answer) is act.Absent:
        run.tell(AbsentNote(answer.seat, owed.word))
        carry_out_absent(run, owed)
        return
    if type(owed) is ask.TurnDecision:
        _take_turn(run, answer)
    elif type(answer) is act.Decline:
        _decline(run, owed, answer)
    else:
        _accept(run, owed, answer)


def _take_turn(run: Run, answer: act.SeatAction) -> None:
    run.push(task.TurnTask(Seat((answer.seat + 1) % run.state.players)))
    _TURN_ACTIONS[type(answer)](run, answer)  # type: ignore[index, arg-type]  # as _TASKS


def _decline(run: Run, owed: ask.SeatOwed, answer: act.Decline) -> None:
    assert not isinstance(owed, ask.OpenCardDuty | ask.OpenQuestsDuty)
    run.tell(DeclineNote(answer.seat, owed))
    if isinstance(owed, ask.ProwessDecision):
        battle_stages.keep_played(run, owed, answer)


def _accept(run: Run, owed: ask.SeatOwed, answer: act.SeatAction) -> None:
    # The most frequent first.
    match owed, answer:
        case ask.PickDecision(), act.Picked():
            pass
        case ask.CardDecision(), act.Laid():
            battle_stages.lay_card(run, owed)
        case ask.OpenCardDuty(), act.OpenCard():
            battle_stages.open_card(run, answer)
        case ask.JoinDecision(), act.Join():
            call.join(run, owed, answer)
        case ask.OpenQuestsDuty(), act.OpenQuests():
            age_end.open_quests(run, answer)
        case ask.KeepDecision(), act.Kept():
            age_end.keep(run, answer)
        case ask.FreeInvadeDecision(), act.InvadeFree():
            invade.invade_free(run, owed, answer)
        case ask.FreeInvadeDecision(), act.Skip():
            run.tell(DeclineNote(answer.seat, owed))
        case ask.ClanDecision(), act.ChooseClan():
            gifts.take_clan(run, answer)
        case ask.SuccorDecision(), act.SendSuccor():
            invade.send_succor(run, owed)
        case ask.DomainDecision(), act.PillageAtOnce():
            acts.pillage_at_once(run, owed)
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
        case ask.BoxDecision(), act.BoxFrom():
            acts.box(run, owed, answer)
        case ask.OpenPlayDecision(), act.PlayOpen():
            god_powers.play_open(run, answer)
        case ask.MysticRetreatDecision(), act.RetreatTo():
            destroy.retreat_to(run, owed, answer)
        case ask.GodMoveDecision(), act.MoveGod():
            god_powers.send_god(run, owed, answer)
        case _:
            raise AssertionError(owed, answer)


def carry_out_absent(run: Run, owed: ask.SeatOwed) -> None:
    """Carry out the default for an absent seat (catalogue I, last column)."""
    match owed:
        case ask.CardDecision() | ask.OpenPlayDecision():
            return
        case ask.OpenCardDuty():
            battle_stages.lose_laid_card(run, owed)
        case ask.OpenQuestsDuty():
            age_end.lose_quests(run, owed)
        case _:
            answer = default(run.state, owed)
            assert answer is not None, owed
            carry_out(run, owed, answer)
