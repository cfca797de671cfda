"""The consequences of the answer under the cursor, before it is given.

The rules play the answer on a copy of the state, up to the next decision of any seat or the next
turn, and are then asked again what they said of quests, Horns and Ragnarök before; nothing hidden
is used. Each row is computed when the cursor first comes to it, and once.
"""

from __future__ import annotations

from client.prompts.chances import chance_to_win
from client.prompts.forks import answer_fork
from client.prompts.nodes import Adjust, Chosen, ChosenFigure, DecisionContext, Fork, Go, Take, Verb
from client.prompts.turns import turn_fork
from client.prompts.walk import Walk, group_at
from client.text.consequences import (
    ActionsEnd,
    Consequences,
    PillageLeft,
    QuestTurn,
    after_this,
    last_rage,
)
from client.text.standing import possible_joiners
from client.ui.view import Spot
from engine import actions as act
from engine import board as printed
from engine import changes as deed
from engine.decisions import JoinDecision, TurnDecision
from engine.explain import explain_ragnarok
from engine.knowledge import publish
from engine.phases.age_end import falling
from engine.sheet import price_of
from engine.standing import quest_status
from engine.state import GameState
from engine.story import Story, StoryItem
from engine.strength import strength
from engine.terms import CardId, Face, Phase, Place, RageReturn, Seat, Stat, Use
from protocol.rules import rules_for


def consequence(walk: Walk) -> str:
    """Return the line about the answer under the cursor, or that of a confirmation; "" if none."""
    memo = walk.context.told
    row = (tuple(step.part for step in walk.trail), walk.cursor, walk.counts)
    if row not in memo:
        memo[row] = _told(walk)
    return memo[row]


def _told(walk: Walk) -> str:
    context = walk.context
    parts, intent = _answer(walk)
    if intent is not None:
        return after_this(foresee(context, intent), context.names)
    return _price_told(context, parts)


def _answer(walk: Walk) -> tuple[tuple[Chosen, ...], act.Intent | None]:
    """Return the choices up to the row under the cursor, and the answer they add up to, if any."""
    parts = tuple(step.part for step in walk.trail)
    if walk.fork.spot is Spot.CONFIRM:
        return parts, _confirmed(walk.fork)
    leads = walk.branch.leads
    match leads:
        case Take():
            return parts, leads.intent
        case Go():
            parts = (*parts, leads.part)
        case Adjust() if any(walk.counts) or walk.fork.may_be_empty:
            parts = (*parts, group_at(walk))
        case _:
            return (), None
    fork = turn_fork if isinstance(walk.context.decision, TurnDecision) else answer_fork
    after = fork(walk.context, parts)
    return parts, _confirmed(after) if after.spot is Spot.CONFIRM else None


def _confirmed(fork: Fork) -> act.Intent | None:
    """Return the answer that a confirmation sends."""
    return next(
        (branch.leads.intent for branch in fork.branches if isinstance(branch.leads, Take)), None
    )


def _price_told(context: DecisionContext, parts: tuple[Chosen, ...]) -> str:
    """Warn of a choice whose answers all cost the last Rage; other prices are in its row."""
    if not parts or not isinstance(parts[0], Verb):
        return ""
    rage = context.state.clans[context.knowledge.seat].rage
    verb = parts[0].word
    kinds = [part.kind for part in parts if isinstance(part, ChosenFigure)]
    prices = {
        price_of(context.state, intent)
        for option in context.prompt.options
        if option.verb == verb
        for intent in option.legal
        if not isinstance(intent, act.Invade) or not kinds or intent.figure == kinds[0]
    }
    if prices != {rage}:
        return ""
    return last_rage(rage, is_last_turn=_is_last_turn(context.state, has_passed=False))


# ------------------------------------------------------------------------ playing an answer


def foresee(context: DecisionContext, intent: act.Intent) -> Consequences:
    """Return the certain consequences of an answer to a decision."""
    state, seat = context.state, intent.seat
    action, knowledge = publish(intent, context.knowledge)
    outcome = rules_for(state).apply(state, action)
    story = _own_part(outcome.story)
    after = _played(state, story)
    old, new = explain_ragnarok(state, seat).total, explain_ragnarok(after, seat).total
    calls = next((due for due in outcome.state.owed if isinstance(due, JoinDecision)), None)
    place = _contested(intent, calls)
    return Consequences(
        seat,
        isinstance(context.decision, TurnDecision),
        (state.clans[seat].rage, after.clans[seat].rage),
        story,
        horns=_horns(state, after, seat),
        quests=(
            *_quest_turns(state, after, seat, context.knowledge.quests),
            *_quest_turns(state, after, seat, knowledge.hand, in_hand=True),
        ),
        laid=_laid(state, intent),
        ragnarok=(old, new) if old != new else None,
        strength=_strength(state, after, intent),
        joiners=None if calls is None else possible_joiners(outcome.state, calls.place),
        pays=0 if place is None or place != falling(after) else printed.RAGNAROK_GLORY[state.age],
        chance=chance_to_win(context, intent.face)
        if isinstance(intent, act.Lay | act.PlayOpen)
        else None,
        is_last_turn=_is_last_turn(state, has_passed=after.clans[seat].passed),
        end=_end_of_actions(after, outcome.story, place),
        left=_left(state, after, place),
    )


def _end_of_actions(after: GameState, story: Story, place: Place | None) -> ActionsEnd:
    """Tell whether a story ends the actions of the Age, or the pillage of `place` could."""
    phases = [item.phase for item in story if isinstance(item, deed.BeginPhase)]
    if Phase.DISCARD in phases:
        pillaged = after.everything_pillaged()
        return ActionsEnd.ALL_PILLAGED if pillaged else ActionsEnd.NOBODY_CAN_ACT
    if place is None or after.phase is not Phase.ACTION or after.unpillaged() != (place,):
        return ActionsEnd.NOT_YET
    return ActionsEnd.IF_PILLAGED


def _left(state: GameState, after: GameState, place: Place | None) -> PillageLeft | None:
    """Count the provinces left after a pillage that an answer makes, or takes part in."""
    left = after.unpillaged()
    if len(left) < len(state.unpillaged()):
        return PillageLeft(len(left), is_sure=True)
    return PillageLeft(len(left) - 1, is_sure=False) if place in left else None


def _is_last_turn(state: GameState, *, has_passed: bool) -> bool:
    """Whether a seat without Rage is out for the Age, by the ruling of the table (H-02)."""
    ruling = state.rulings.rage_return
    return ruling is RageReturn.NEVER or (has_passed and ruling is RageReturn.SPENT)


def _own_part(story: Story) -> Story:
    """Return the part of a story that belongs to the answer itself."""
    own: list[StoryItem] = []
    for item in story:
        if isinstance(item, deed.BeginTurn | deed.BeginPhase):
            break
        own.append(item)
    return tuple(own)


def _played(state: GameState, story: Story) -> GameState:
    """Return the state after the changes of a story."""
    perform = rules_for(state).perform
    for item in story:
        if isinstance(item, deed.Change):
            state, _ = perform(state, item)
    return state


def _contested(intent: act.Intent, calls: JoinDecision | None) -> Place | None:
    """Return the province of the call to battle that an answer makes or takes part in."""
    if calls is not None:
        return calls.place
    return intent.place if isinstance(intent, act.Pillage | act.Repillage) else None


def _horns(state: GameState, after: GameState, seat: Seat) -> tuple[int, int] | None:
    before, then = (
        (one.on_board(seat), one.clans[seat].value(Stat.HORNS)) for one in (state, after)
    )
    return then if then != before else None


def _quest_turns(
    state: GameState,
    after: GameState,
    seat: Seat,
    faces: tuple[Face, ...],
    *,
    in_hand: bool = False,
) -> tuple[QuestTurn, ...]:
    """Return the quests among some cards whose standing changes."""
    found = []
    for card in dict.fromkeys(face.card for face in faces):
        then = quest_status(after, seat, card).fulfilled
        if then != quest_status(state, seat, card).fulfilled:
            found.append(QuestTurn(card, then, in_hand))
    return tuple(found)


def _laid(state: GameState, intent: act.Intent) -> tuple[CardId, bool] | None:
    if not isinstance(intent, act.Commit):
        return None
    card = intent.face.card
    return card, quest_status(state, intent.seat, card).fulfilled


def _strength(state: GameState, after: GameState, intent: act.Intent) -> tuple[int, int] | None:
    """Return the seat's strength where a figure joins a battle, before and after."""
    decision = next((due for due in state.owed if isinstance(due, JoinDecision)), None)
    if decision is None or not isinstance(intent, act.Join):
        return None
    place = decision.place
    old, new = (strength(one, intent.seat, place, Use.BATTLE) for one in (state, after))
    return old, new
