"""Rewards of a pillage: token, cards, Leader; and chosen stat steps (E7, E24 to E26, E32)."""

from __future__ import annotations

from engine.actions import RaiseStatBy, WalkOn
from engine.cards import CARDS, TEXTS
from engine.cards.model import Deed, Now
from engine.changes import FlipToken, GainGlory, MoveFigures, RaiseStat
from engine.decisions import HammersDecision, StatDecision
from engine.figures import single
from engine.gods import god_deeds
from engine.run import Run
from engine.sheet import leaders_in
from engine.stats import TOP_LEVEL
from engine.story import NothingNote, StatLostNote, TextNote
from engine.targets import walks
from engine.tasks import HammersTask, Moment, RewardTask, StatTask, TextTask, TokenTask
from engine.terms import STATS, TOKEN_STAT, CardId, Kind, Reward, Step, Token

TOKEN_GLORY = 5
"""Glory paid by the Glory token (A13)."""


def reward(run: Run, task: RewardTask) -> None:
    """Flip the token and queue everything the pillage pays, in order (E24)."""
    state = run.state
    seat, place = task.seat, task.place
    if not state.board.provinces[place].pillaged:
        run.do(FlipToken(place))
    tasks: list[Deed] = [TokenTask(seat, place, Reward.TOKEN)]
    tasks += god_deeds(state, Moment.REWARD_AGAIN, seat, place) or ()
    upgrades = state.clans[seat].upgrades
    cards: tuple[CardId, ...] = ()
    if state.battle is not None:
        cards = tuple(played.face.card for played in state.battle.cards if played.seat == seat)
    tasks += _texts(task, Moment.REWARD_AGAIN, upgrades)
    tasks += _texts(task, Moment.REWARD_CARD, cards)
    if leaders_in(state, seat, place):
        tasks += _texts(task, Moment.REWARD_LEADER, upgrades)
    run.carry_out(tuple(tasks))


def _texts(task: RewardTask, moment: Moment, cards: tuple[CardId, ...]) -> list[TextTask]:
    return [
        TextTask(task.seat, card, moment, task.place) for card in cards if (card, moment) in TEXTS
    ]


def token(run: Run, task: TokenTask) -> None:
    """Pay the reward of the token once."""
    kind = run.state.board.provinces[task.place].token
    if kind is Token.GLORY:
        run.do(GainGlory(task.seat, TOKEN_GLORY, task.source))
    elif kind is Token.YGGDRASIL:
        for stat in STATS:
            run.do(RaiseStat(task.seat, stat, task.source))
    else:
        run.do(RaiseStat(task.seat, TOKEN_STAT[kind], task.source))


def text(run: Run, task: TextTask) -> None:
    """Let the text of a card act, unless it was revealed and has been blanked (E11)."""
    battle = run.state.battle
    if (
        battle is not None
        and CARDS[task.card].kind is Kind.BATTLE
        and any(
            played.blanked and played.seat == task.seat and played.face.card == task.card
            for played in battle.cards
        )
    ):
        return
    deeds = TEXTS[task.card, task.moment](run.state, Now(task.seat, task.card, task.place))
    if deeds is None:
        return
    note = TextNote if deeds else NothingNote
    run.tell(note(task.seat, task.card))
    run.carry_out(deeds)


def stat(run: Run, task: StatTask) -> None:
    """Ask which stat rises; a single one rises unasked, and without one the step is lost (E32)."""
    levels = run.state.clans[task.seat].levels
    open_stats = tuple(stat for stat in task.stats if levels[stat] < TOP_LEVEL)
    if not open_stats:
        run.tell(StatLostNote(task.seat, None, task.source))
    elif len(open_stats) == 1:
        run.do(RaiseStat(task.seat, open_stats[0], task.source))
    else:
        run.ask(StatDecision(task.seat, open_stats, task.source))


def offer_hammers(run: Run, task: HammersTask) -> None:
    """Ask where the Leader walks on to, if any province is open (I27)."""
    if walks(run.state, task.place):
        run.ask(HammersDecision(task.seat, task.place))


def walk_on(run: Run, decision: HammersDecision, action: WalkOn) -> None:
    """I27: Move the Leader on."""
    one = single(action.figure)
    run.do(MoveFigures(action.seat, one, decision.place, action.place, Step.HAMMERS))


def raise_chosen(run: Run, decision: StatDecision, action: RaiseStatBy) -> None:
    """I25: Raise the chosen stat."""
    run.do(RaiseStat(action.seat, action.stat, decision.card))
