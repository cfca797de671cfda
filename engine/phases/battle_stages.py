"""The stages of a battle in their order (E9 to E33)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from engine import board as printed
from engine.actions import AddLate, Decline, KeepPlayed, OpenCard, QuestCounts
from engine.battle_changes import (
    AddLateCard,
    CountQuest,
    DecideBattle,
    DeferDomain,
    DiscardCard,
    EndBattle,
    LayCard,
    LoseLaidCard,
    ReturnCard,
    RevealCard,
    ThrowAway,
)
from engine.cards import CARDS, TEXTS
from engine.cards.model import Grant
from engine.changes import GainGlory, PayRage, PlaceFigure
from engine.decisions import (
    BlessingDecision,
    CardDecision,
    LateDecision,
    OpenCardDuty,
    ProwessDecision,
    QuestCountsDecision,
)
from engine.destruction import destroy
from engine.gods import battle_power, god_deeds
from engine.phases.call import god_moves
from engine.phases.god_powers import ask_openly
from engine.phases.invade import may_send_warrior
from engine.run import Run
from engine.sheet import granting_card, has_grant, sheet_of
from engine.state import Battle, GameState, Played, Where
from engine.story import CompareNote, GodNote, NoCardNote, PillageEndNote
from engine.strength import battle_totals, winner_of
from engine.tasks import (
    BATTLE_ORDER,
    DomainTask,
    Moment,
    RewardTask,
    Stage,
    StageTask,
    SuccorTask,
    TextTask,
    Victim,
)
from engine.terms import (
    WARRIOR,
    Age,
    Cause,
    Face,
    Kind,
    Origin,
    Place,
    Reward,
    Seat,
    Stat,
)

FIRST_LATE_AGE: Final = Age.TWO
"""No late card exists before the second Age (I22)."""

_NEXT: Final = dict(pairwise(BATTLE_ORDER))


def stage(run: Run, task: StageTask) -> None:
    """Run one stage and queue the next."""
    _STAGES[task.stage](run, _battle(run), task)


def _battle(run: Run) -> Battle:
    battle = run.state.battle
    assert battle is not None
    return battle


def _go_on(run: Run, battle: Battle, after: Stage, *first: TextTask | RewardTask) -> None:
    """Queue `first`, then the stage that follows `after`."""
    run.push(*first, StageTask(_NEXT[after], battle.participants, False))


def _in_play(battle: Battle, seat: Seat) -> tuple[Played, ...]:
    return tuple(
        played for played in battle.cards if played.seat == seat and played.where is Where.TABLE
    )


def _played_texts(
    battle: Battle, moment: Moment, seats: tuple[Seat, ...] | None = None
) -> tuple[TextTask, ...]:
    """List texts of revealed battle cards by owner in active order, wherever they lie (E20a)."""
    return tuple(
        TextTask(seat, played.face.card, moment, battle.place)
        for seat in (battle.participants if seats is None else seats)
        for played in battle.cards
        if played.seat == seat
        and not played.blanked
        and CARDS[played.face.card].kind is Kind.BATTLE
        and (played.face.card, moment) in TEXTS
    )


def _choose(run: Run, battle: Battle, task: StageTask) -> None:
    """E9: Ask every participant with a card to lay one face down, or to play it openly (L29)."""
    power = battle_power(run.state)
    if power is not None and power.opens_cards:
        if not ask_openly(run, battle, task):
            _go_on(run, battle, Stage.CHOOSE)
        return
    asked = []
    for seat in battle.participants:
        if run.state.clans[seat].hand:
            asked.append(CardDecision(seat, battle.place))
        else:
            run.tell(NoCardNote(seat))
    _go_on(run, battle, Stage.CHOOSE)
    if asked:
        run.ask(*asked)


def lay_card(run: Run, decision: CardDecision) -> None:
    """I19: Lay the card."""
    run.do(LayCard(decision.seat))


def _open(run: Run, battle: Battle, _task: StageTask) -> None:
    """E10: Open all laid cards together."""
    _go_on(run, battle, Stage.OPEN)
    duties = [OpenCardDuty(seat) for seat in battle.participants if seat in battle.laid]
    if duties:
        run.ask(*duties)


def open_card(run: Run, action: OpenCard) -> None:
    """Reveal the opened card."""
    run.do(RevealCard(action.seat, action.face))


def lose_laid_card(run: Run, duty: OpenCardDuty) -> None:
    """Lose a card that was not opened; it counts nothing."""
    run.do(LoseLaidCard(duty.seat))


def _primacy(run: Run, battle: Battle, _task: StageTask) -> None:
    """E11: Let each Primacy act; one that is blanked by another does nothing."""
    _go_on(run, battle, Stage.PRIMACY, *_played_texts(battle, Moment.PRIMACY))


def _watch(run: Run, battle: Battle, task: StageTask) -> None:
    """E12: Score the Watches, discard everything, and let all choose again."""
    if task.again:
        thrown = tuple((played.seat, played.face) for played in battle.cards)
        run.do(ThrowAway(thrown))
        run.push(StageTask(Stage.CHOOSE, battle.participants, False))
        return
    texts = _played_texts(battle, Moment.WATCH)
    if texts:
        run.push(*texts, StageTask(Stage.WATCH, battle.participants, True))
    else:
        _go_on(run, battle, Stage.WATCH)


def revealed_quest(battle: Battle, seat: Seat) -> Face | None:
    """Return the quest a seat has on the table, if any."""
    return next(
        (
            played.face
            for played in _in_play(battle, seat)
            if CARDS[played.face.card].kind is Kind.QUEST
        ),
        None,
    )


def _count_quests(run: Run, battle: Battle, task: StageTask) -> None:
    """E14: Ask owners of Tyr's Domain or Wrath for the bonus of their quest."""
    for index, seat in enumerate(task.waiting):
        bonuses = sheet_of(run.state, seat).quest_bonuses
        if bonuses and revealed_quest(battle, seat) is not None:
            run.push(StageTask(task.stage, task.waiting[index + 1 :], False))
            run.ask(QuestCountsDecision(seat, (0, *bonuses)))
            return
    _go_on(run, battle, Stage.COUNT_QUESTS)


def quest_counts(run: Run, action: QuestCounts) -> None:
    """I20: Count the quest as chosen."""
    face = revealed_quest(_battle(run), action.seat)
    assert face is not None
    run.do(CountQuest(action.seat, face, action.bonus))


def _before(run: Run, battle: Battle, _task: StageTask) -> None:
    """E15: Let Smite and Tide act."""
    _go_on(run, battle, Stage.BEFORE, *_played_texts(battle, Moment.BEFORE))


def _late(run: Run, battle: Battle, task: StageTask) -> None:
    """E17: Ask for late cards, lap by lap, until a lap adds none."""
    if run.state.age >= FIRST_LATE_AGE:
        for index, seat in enumerate(task.waiting):
            if run.state.clans[seat].hand:
                run.push(StageTask(task.stage, task.waiting[index + 1 :], task.again))
                run.ask(LateDecision(seat, battle.place))
                return
        if task.again:
            run.push(StageTask(Stage.LATE, battle.participants, False))
            return
    _go_on(run, battle, Stage.LATE)


def add_late(run: Run, action: AddLate) -> None:
    """I22: Add the card; another lap will follow."""
    run.do(AddLateCard(action.seat, action.face))
    task = run.agenda.pop()
    assert isinstance(task, StageTask)
    run.push(StageTask(task.stage, task.waiting, True))


def _compare(run: Run, battle: Battle, _task: StageTask) -> None:
    """E18: Compare the totals; strictly the highest wins."""
    power = battle_power(run.state)
    if power is not None and power.weighs_cards_only:
        run.tell(GodNote(power.deity, battle.place))
    totals = battle_totals(run.state)
    run.tell(CompareNote(battle.place, totals))
    run.do(DecideBattle(winner_of(totals)))
    _go_on(run, battle, Stage.COMPARE)


def _texts(run: Run, battle: Battle, _task: StageTask) -> None:
    """E21: Let if-won and if-lost texts act; without a winner none does."""
    texts: tuple[TextTask, ...] = ()
    if battle.winner is not None:
        for seat in battle.participants:
            moment = Moment.IF_WON if seat == battle.winner else Moment.IF_LOST
            texts += _played_texts(battle, moment, (seat,))
    _go_on(run, battle, Stage.TEXTS, *texts)


def _cards(run: Run, battle: Battle, _task: StageTask) -> None:
    """E22: Return the losers' cards; discard the winner's or let them be kept for Rage."""
    for seat in battle.losers:
        for played in _in_play(battle, seat):
            run.do(ReturnCard(seat, played.face))
    _go_on(run, battle, Stage.CARDS)
    winner = battle.winner
    if winner is None:
        return
    faces = tuple(sorted(played.face for played in _in_play(battle, winner)))
    if faces and run.state.clans[winner].rage and has_grant(run.state, winner, Grant.PROWESS):
        run.ask(ProwessDecision(winner, faces))
        return
    for face in faces:
        run.do(DiscardCard(winner, face))


def keep_played(run: Run, decision: ProwessDecision, action: KeepPlayed | Decline) -> None:
    """I26: Return the cards paid for and discard the rest."""
    kept = list(action.faces) if isinstance(action, KeepPlayed) else []
    if kept:
        card = granting_card(run.state, decision.seat, Grant.PROWESS)
        run.do(PayRage(decision.seat, len(kept), card))
    for face in decision.faces:
        if face in kept:
            kept.remove(face)
            run.do(ReturnCard(decision.seat, face))
        else:
            run.do(DiscardCard(decision.seat, face))


def _after_cards(run: Run, battle: Battle, _task: StageTask) -> None:
    """E22: Let Loki's Trickery act, if the ruling puts it here (H-03)."""
    texts: tuple[TextTask, ...] = ()
    if battle.winner is not None:
        texts = _played_texts(battle, Moment.AFTER_CARDS, battle.losers)
    _go_on(run, battle, Stage.AFTER_CARDS, *texts)


def _deaths(run: Run, battle: Battle, _task: StageTask) -> None:
    """E23: Destroy all figures of the losers in the area, unless Frigga spares them (L33)."""
    _go_on(run, battle, Stage.DEATHS)
    power = battle_power(run.state)
    if power is not None and power.spares_everybody:
        run.tell(GodNote(power.deity, battle.place))
        return
    victims = (
        Victim(seat, place, run.state.figures(seat, place))
        for seat in battle.losers
        for place in printed.AREA[battle.place]
    )
    run.push(*destroy(run.state, victims, Cause.BATTLE))


def _pillage(run: Run, battle: Battle, _task: StageTask) -> None:
    """E24, E25: Pay the pillage if the pillager won, with or without figures left."""
    success = battle.winner == battle.pillager
    run.tell(PillageEndNote(battle.pillager, battle.place, success))
    if success:
        _go_on(run, battle, Stage.PILLAGE, RewardTask(battle.pillager, battle.place))
    else:
        _go_on(run, battle, Stage.PILLAGE)


def _glory(run: Run, battle: Battle, _task: StageTask) -> None:
    """E27: Give the winner Glory for their present Axes, unless a god replaces that (L37)."""
    _go_on(run, battle, Stage.GLORY)
    winner = battle.winner
    deeds = god_deeds(run.state, Moment.BATTLE_GLORY, battle.pillager, battle.place)
    if deeds is not None:
        run.carry_out(deeds)
    elif winner is not None:
        run.do(GainGlory(winner, run.state.clans[winner].value(Stat.AXES), Reward.BATTLE))


def _death_counts(run: Run, battle: Battle, _task: StageTask) -> None:
    """E28: Let texts that count deaths act, a god first, each seat's cards before its upgrades.

    Two copies of an upgrade act once (M13): only Mystic cards have both.
    """
    run.carry_out(god_deeds(run.state, Moment.DEATH_COUNTS, battle.pillager, battle.place) or ())
    tasks: tuple[TextTask, ...] = ()
    for seat in battle.participants:
        tasks += _played_texts(battle, Moment.DEATH_COUNTS, (seat,))
        tasks += tuple(
            TextTask(seat, card, Moment.DEATH_COUNTS, battle.place)
            for card in dict.fromkeys(run.state.clans[seat].upgrades)
            if (card, Moment.DEATH_COUNTS) in TEXTS
        )
    _go_on(run, battle, Stage.DEATH_COUNTS, *tasks)


def may_bless(state: GameState, seat: Seat, place: Place) -> bool:
    """Whether a loser could use Loki's Blessing now (E29)."""
    return has_grant(state, seat, Grant.BLESSING) and may_send_warrior(state, seat, place)


def _blessing(run: Run, battle: Battle, task: StageTask) -> None:
    """E29: Offer the blessing to each loser in active order."""
    for index, seat in enumerate(task.waiting):
        if seat != battle.winner and may_bless(run.state, seat, battle.place):
            run.push(StageTask(task.stage, task.waiting[index + 1 :], False))
            run.ask(BlessingDecision(seat, battle.place))
            return
    _go_on(run, battle, Stage.BLESSING)


def send_blessing(run: Run, decision: BlessingDecision) -> None:
    """I28: Place the Warrior; Thor's Domain waits for the end of the battle (E30)."""
    seat, place = decision.seat, decision.place
    card = granting_card(run.state, seat, Grant.BLESSING)
    run.do(PlaceFigure(seat, WARRIOR, place, Origin.RESERVE, card))
    if has_grant(run.state, seat, Grant.PILLAGE_AT_ONCE):
        run.do(DeferDomain(seat))
    run.push(SuccorTask(seat, place))


def _end(run: Run, battle: Battle, _task: StageTask) -> None:
    """E33: End the battle and move a god (L16); offers deferred until then follow (E30)."""
    run.do(EndBattle(battle.place))
    moves = god_moves(run.state, battle.pillager, battle.place)
    run.push(*moves, *(DomainTask(seat, battle.place) for seat in battle.domains))


_STAGES: Final[dict[Stage, Callable[[Run, Battle, StageTask], None]]] = {
    Stage.CHOOSE: _choose,
    Stage.OPEN: _open,
    Stage.PRIMACY: _primacy,
    Stage.WATCH: _watch,
    Stage.COUNT_QUESTS: _count_quests,
    Stage.BEFORE: _before,
    Stage.LATE: _late,
    Stage.COMPARE: _compare,
    Stage.TEXTS: _texts,
    Stage.CARDS: _cards,
    Stage.AFTER_CARDS: _after_cards,
    Stage.DEATHS: _deaths,
    Stage.PILLAGE: _pillage,
    Stage.GLORY: _glory,
    Stage.DEATH_COUNTS: _death_counts,
    Stage.BLESSING: _blessing,
    Stage.END: _end,
}
