"""The turn of a karl: the gain of each action, and the choice among them."""

from __future__ import annotations

from typing import Final

from client.bots.battle_choice import is_idle, pillage_value
from client.bots.outlook import Outlook, hope
from client.bots.situation import Situation
from client.bots.valuation import lying_worth, upgrade_worth
from client.bots.weights import Weights
from engine import actions as act
from engine.cards import CARDS
from engine.figures import single
from engine.sheet import price_of
from engine.state import GameState
from engine.targets import has_horns_room
from engine.terms import LEADER, MYSTIC, SHIP, WARRIOR, Slot
from protocol.rules import rules_for

_PLAIN: Final = (WARRIOR, LEADER, SHIP, MYSTIC)
"""Figures whose arrival has no effect on others."""
_TROOPS: Final = {Slot.LEADER: LEADER, Slot.WARRIOR: WARRIOR, Slot.SHIP: SHIP}


def choose_turn(weights: Weights, situation: Situation) -> act.Intent:
    """Choose the most promising action, or pass if none pays."""
    return max(turn_values(weights, situation), key=lambda pair: pair[0])[1]


def turn_values(weights: Weights, situation: Situation) -> list[tuple[float, act.Intent]]:
    """Return all actions worth a look with the gain of each; to pass is worth nothing."""
    outlook = Outlook(situation.state, situation.knowledge, weights)
    return _Turn(situation, outlook).values()


class _Turn:
    def __init__(self, situation: Situation, outlook: Outlook) -> None:
        self.situation = situation
        self.outlook = outlook
        self.weights = outlook.weights
        self.state = situation.state
        self.seat = situation.seat
        self.rage = self.state.clans[self.seat].rage
        self.now = outlook.value(self.state)
        self.late = self._is_late()
        self.waiting = 0.0

    def _is_late(self) -> bool:
        """Whether the phase may be over before the next turn."""
        open_places = sum(
            not province.pillaged and not province.destroyed
            for province in self.state.board.provinces
        )
        can_act = rules_for(self.state).can_act
        acting = sum(can_act(self.state, one) for one in self.outlook.rivals)
        return self.rage <= 1 or open_places <= min(2, acting + 1)

    def values(self) -> list[tuple[float, act.Intent]]:
        """Return answers with their gains; spending the last Rage also loses the free actions."""
        commits: list[act.Commit] = []
        pillages: list[act.Pillage] = []
        paid: list[act.Intent] = []
        for answer in self.situation.answers:
            match answer:
                case act.Commit():
                    commits.append(answer)
                case act.Pillage() if is_idle(self.outlook, self.state, answer.place):
                    pass
                case act.Pillage():
                    pillages.append(answer)
                case act.March() if not _is_worth_a_look(self.state, answer):
                    pass
                case act.Pass():
                    pass
                case _:
                    paid.append(answer)
        values: list[tuple[float, act.Intent]] = [(0.0, act.Pass(self.seat))]
        values += [(self._commit(answer), answer) for answer in commits]
        values += [
            (pillage_value(self.outlook, self.state, answer.place), answer) for answer in pillages
        ]
        priced = [(price_of(self.state, answer), answer) for answer in paid]
        values += [(self._gain(answer, 0), answer) for price, answer in priced if not price]
        self.waiting = self.weights.next_turn * max(value for value, _ in values)
        values += [(self._gain(answer, price), answer) for price, answer in priced if price]
        return values

    def _commit(self, answer: act.Commit) -> float:
        aim = CARDS[answer.face.card].aim
        assert aim is not None
        dead = self.state.clans[self.seat].valhalla.count
        chance = hope(self.weights, aim, self.outlook.leads(), dead)
        return (
            self.outlook.quest_worth(answer.face)
            * chance
            * (1.0 if self.late else self.weights.later)
        )

    def _gain(self, answer: act.Intent, price: int) -> float:
        """Return the gain of an action above its price; the last Rage loses all free actions."""
        last = price >= self.rage
        gain = -self.weights.rage * price
        after = self.state
        match answer:
            case act.Upgrade():
                gain += self._upgrade(answer)
            case act.Repillage():
                gain += pillage_value(self.outlook, self.state, answer.place)
            case act.March():
                after = _marched(self.state, answer)
            case act.Invade() if answer.figure in _PLAIN:
                after = _placed(self.state, answer)
            case act.TakeVillage():
                after = rules_for(self.state).apply_legal(self.state, answer).state
                gain += self.weights.kill * (answer.owner != self.seat)
            case act.Invade() | act.InvadeFromValhalla():
                after = rules_for(self.state).apply_legal(self.state, answer).state
            case act.Sacrifice():
                after = rules_for(self.state).apply_legal(self.state, answer).state
                gain += self.outlook.step
            case _:
                raise AssertionError(answer)
        gain += self.outlook.value(after, done=last) - self.now
        return gain - self.waiting if last else gain

    def _upgrade(self, answer: act.Upgrade) -> float:
        """Return the worth of a card and its free figure, less the card it replaces."""
        state = self.state
        card = CARDS[answer.face.card]
        gain = upgrade_worth(self.weights, answer.face, state.age)
        if answer.replaces is not None:
            gain -= lying_worth(self.weights, answer.replaces, state.age)
        clan = state.clans[self.seat]
        assert card.slot is not None
        troops = _TROOPS.get(card.slot)
        if troops and clan.reserve.number_of(troops) and has_horns_room(state, self.seat):
            gain += self.weights.free_figure
        return gain


def _placed(state: GameState, answer: act.Invade) -> GameState:
    here = state.figures(answer.seat, answer.place).plus(single(answer.figure))
    return state.with_figures(answer.seat, answer.place, here)


def _marched(state: GameState, answer: act.March) -> GameState:
    left = state.figures(answer.seat, answer.origin).minus(answer.figures)
    there = state.figures(answer.seat, answer.target).plus(answer.figures)
    state = state.with_figures(answer.seat, answer.origin, left)
    return state.with_figures(answer.seat, answer.target, there)


def _is_worth_a_look(state: GameState, march: act.March) -> bool:
    """Whether a march moves a whole group, all Warriors, all but one Warrior, or one figure."""
    group, here = march.figures, state.figures(march.seat, march.origin)
    if group.count == 1 or group.count == state.room(march.target):
        return True
    rest = here.count - here.ships - group.count
    return rest == 0 or (rest == 1 and group.warriors == here.warriors - 1)
