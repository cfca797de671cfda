"""The karl: a sensible greedy player.

It looks one answer ahead. It drafts by the worth of cards to it, pillages where it can win,
dies if that pays, holds the provinces of its quests and of the Doom, and does nothing that
costs more than it promises.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random
from typing import assert_never

from client.bots.addition import added
from client.bots.battle_choice import (
    Fight,
    Stakes,
    best_card,
    called_fight,
    fight_at,
    fight_value,
    holding,
    pillage_value,
    stakes,
)
from client.bots.card_choice import best_picks, best_to_keep
from client.bots.outlook import Outlook
from client.bots.powers import later_players, moving_worth, open_odds, settled
from client.bots.situation import Situation
from client.bots.turn_choice import choose_turn
from client.bots.weights import PRINTED, Weights
from engine import actions as act
from engine import decisions as ask
from engine.cards import CARDS
from engine.knowledge import publish
from engine.sheet import DOMAIN_PRICE, figure_strength
from engine.state import GameState
from engine.strength import battle_totals
from engine.tasks import ConfrontTask
from engine.terms import Face, Place, Seat
from engine.values import replace
from protocol.rules import rules_for


def greedy(weights: Weights, situation: Situation, chance: Random) -> act.Intent:
    """Choose the most promising answer by some weights."""
    state, knowledge, owed = situation.state, situation.knowledge, situation.decision
    match owed:
        case ask.ClanDecision():
            return chance.choice(situation.answers)
        case ask.PickDecision():
            return act.Pick(owed.seat, best_picks(weights, state, knowledge, owed.count))
        case ask.TurnDecision():
            return choose_turn(weights, situation)
        case ask.KeepDecision():
            return act.Keep(owed.seat, best_to_keep(weights, state, knowledge))
        case ask.DomainDecision():
            return _pillage_at_once(weights, situation, owed)
        case ask.JoinDecision():
            return _join(weights, situation, owed)
        case ask.CardDecision():
            return act.Lay(owed.seat, _card(weights, situation, owed.place))
        case ask.OpenPlayDecision():
            return _open_card(weights, situation, owed)
        case ask.QuestCountsDecision():
            return act.QuestCounts(owed.seat, max(owed.bonuses))
        case ask.TideDecision():
            return _tide(situation, owed)
        case ask.LateDecision():
            return _late(weights, situation, owed)
        case ask.ProtectDecision():
            return _protect(weights, situation)
        case ask.ProwessDecision():
            return _prowess(weights, situation)
        case (
            ask.FreeInvadeDecision()
            | ask.SuccorDecision()
            | ask.RetreatDecision()
            | ask.StatDecision()
            | ask.HammersDecision()
            | ask.BlessingDecision()
            | ask.BoxDecision()
            | ask.MysticRetreatDecision()
        ):
            return _look_ahead(weights, situation)
        case ask.GodMoveDecision():
            return _move_god(weights, situation, owed)
        case _:
            assert_never(owed)


karl = partial(greedy, PRINTED)
"""The greedy player with the printed weights; a `client.bots.situation.Bot`."""


def _look_ahead(weights: Weights, situation: Situation) -> act.Intent:
    """Play every answer and choose the best resulting position, the first of equal ones."""
    outlook = Outlook(situation.state, situation.knowledge, weights)
    return _best(
        (_after(outlook, publish(answer, situation.knowledge)[0]), answer)
        for answer in situation.answers
    )


def _best(valued: Iterable[tuple[float, act.Intent]]) -> act.Intent:
    """Return the answer of the highest value, the first of equal ones."""
    return max(valued, key=lambda pair: pair[0])[1]


def _join(weights: Weights, situation: Situation, owed: ask.JoinDecision) -> act.Intent:
    """Join if that promises more than staying away, with the best of the possible figures."""
    state = situation.state
    outlook = Outlook(state, situation.knowledge, weights)
    pillager = next(
        task.pillager for task in reversed(state.agenda) if isinstance(task, ConfrontTask)
    )
    after: dict[act.Intent, GameState] = {act.Decline(owed.seat): state}
    for answer in situation.answers:
        if isinstance(answer, act.Join):
            after[answer] = rules_for(state).apply_legal(state, answer).state
    return _best(
        (_called_value(outlook, moved, owed.place, pillager), answer)
        for answer, moved in after.items()
    )


def _called_value(outlook: Outlook, state: GameState, place: Place, pillager: Seat) -> float:
    """Return the value of a position in a call to battle, with the battle itself."""
    value = outlook.value(state)
    if not state.area_figures(outlook.seat, place):
        return value
    fight = called_fight(outlook, state, place, pillager)
    if pillager == outlook.seat or fight.rivals:
        value += fight_value(outlook, state, fight)
    return value


def _battle(weights: Weights, situation: Situation, place: Place) -> tuple[Outlook, Fight, Stakes]:
    """Look at the battle that is fought at a place."""
    state, outlook = situation.state, Outlook(situation.state, situation.knowledge, weights)
    assert state.battle is not None
    fight = fight_at(outlook, state, place, state.battle.pillager)
    return outlook, fight, stakes(outlook, state, fight)


def _card(weights: Weights, situation: Situation, place: Place) -> Face:
    outlook, fight, at = _battle(weights, situation, place)
    _, face = best_card(outlook, situation.state, fight, at)
    assert face is not None
    return face


def _open_card(weights: Weights, situation: Situation, owed: ask.OpenPlayDecision) -> act.Intent:
    """Choose a card with those that lie open known; the last one to play sees all of them."""
    state, seat = situation.state, owed.seat
    outlook, fight, at = _battle(weights, situation, owed.place)
    battle = state.battle
    assert battle is not None
    if later_players(state, battle, seat):
        present = (one for one in outlook.rivals if state.area_figures(one, owed.place))
        rivals = tuple(
            (strong, open_odds(state, battle, one) or odds)
            for one, (strong, odds) in zip(present, fight.rivals, strict=True)
        )
        _, face = best_card(outlook, state, replace(fight, rivals=rivals), at)
        assert face is not None
        return act.PlayOpen(seat, face)
    hand = state.clans[seat].hand
    valued: list[tuple[float, act.Intent]] = []
    for face in situation.knowledge.hand_faces:
        answer = act.PlayOpen(seat, face)
        after = settled(state, answer)
        is_spent = after.clans[seat].hand < hand
        worth = outlook.value(after) - is_spent * holding(outlook, state, face)
        valued.append((worth, answer))
    return _best(valued)


def _move_god(weights: Weights, situation: Situation, owed: ask.GodMoveDecision) -> act.Intent:
    """Move the god to where it helps this seat and harms the leader most."""
    outlook = Outlook(situation.state, situation.knowledge, weights)
    return _best(
        (moving_worth(outlook, owed.deity, answer.place), answer)
        for answer in situation.answers
        if isinstance(answer, act.MoveGod)
    )


def _late(weights: Weights, situation: Situation, owed: ask.LateDecision) -> act.Intent:
    """Add the smallest card that wins if winning is worth it, or the largest of two that win."""
    state, seat = situation.state, owed.seat
    cards = [answer for answer in situation.answers if isinstance(answer, act.AddLate)]
    cards.sort(key=lambda answer: CARDS[answer.face.card].bonus)
    totals = {total.seat: total.total for total in battle_totals(state)}
    own = totals.pop(seat)
    need = max(totals.values()) + 1 - own
    copies = sum(
        CARDS[face.card].bonus for face in situation.knowledge.hand if CARDS[face.card].late
    )
    if need <= 0 or not cards or copies < need:
        return act.Decline(seat)
    enough = [answer for answer in cards if CARDS[answer.face.card].bonus >= need]
    answer = enough[0] if enough else cards[-1]
    outlook, _, at = _battle(weights, situation, owed.place)
    gain = weights.holds * (at.won - at.lost) - holding(outlook, state, answer.face)
    return answer if gain > 0 else act.Decline(seat)


def _tide(situation: Situation, owed: ask.TideDecision) -> act.Intent:
    state, seat = situation.state, owed.seat
    kinds = [answer for answer in situation.answers if isinstance(answer, act.TideKeep)]
    return max(kinds, key=lambda answer: figure_strength(state, seat, answer.figure, owed.place))


def _pillage_at_once(
    weights: Weights, situation: Situation, owed: ask.DomainDecision
) -> act.Intent:
    outlook = Outlook(situation.state, situation.knowledge, weights)
    value = pillage_value(outlook, situation.state, owed.place) - weights.rage * DOMAIN_PRICE
    return act.PillageAtOnce(owed.seat) if value > 0 else act.Decline(owed.seat)


def _prowess(weights: Weights, situation: Situation) -> act.Intent:
    """Keep the cards that are worth more in hand than their Rage."""
    outlook = Outlook(situation.state, situation.knowledge, weights)
    values: list[tuple[float, act.Intent]] = [(0.0, act.Decline(situation.seat))]
    for answer in situation.answers:
        if isinstance(answer, act.KeepPlayed):
            worth = added(holding(outlook, situation.state, face) for face in answer.faces)
            values.append((worth - weights.rage * len(answer.faces), answer))
    return _best(values)


def _protect(weights: Weights, situation: Situation) -> act.Intent:
    """Save the figures that are worth more than their Rage."""
    outlook = Outlook(situation.state, situation.knowledge, weights)
    decline = act.Decline(situation.seat)
    values: list[tuple[float, act.Intent]] = [(_after(outlook, decline), decline)]
    for answer in situation.answers:
        if isinstance(answer, act.Protect):
            price = sum(figures.count for _, figures in answer.saved)
            values.append((_after(outlook, answer) - weights.rage * price, answer))
    return _best(values)


def _after(outlook: Outlook, action: act.Action) -> float:
    return outlook.value(rules_for(outlook.state).apply_legal(outlook.state, action).state)
