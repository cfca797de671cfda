"""The turn of a karl: what each action promises, and which comes first."""

from __future__ import annotations

from typing import Final

from client.bots.fights import pillage_value
from client.bots.outlook import Outlook, hope
from client.bots.situation import Situation
from client.bots.worth import RAGE, lying_worth, upgrade_worth
from engine import actions as act
from engine.cards import CARDS
from engine.figures import single
from engine.phases.turns import can_act
from engine.play import apply
from engine.sheet import invade_price, upgrade_price
from engine.state import GameState
from engine.targets import has_horns_room
from engine.terms import LEADER, SHIP, WARRIOR, Slot

_LATER: Final = 0.25
"""How pressing it is to commit a quest while there is time."""
_FREE_FIGURE: Final = 1.5
"""The free invade that comes with an upgrade."""
_NEXT_PRIZE: Final = 0.8
"""The part of a pillage that is lost by having no turn after this one."""
_TROOPS: Final = {Slot.LEADER: LEADER, Slot.WARRIOR: WARRIOR, Slot.SHIP: SHIP}


def choose_turn(situation: Situation) -> act.Intent:
    """The action that promises most; passing when nothing pays."""
    outlook = Outlook(situation.state, situation.knowledge)
    return _Turn(situation, outlook).best()


class _Turn:
    def __init__(self, situation: Situation, outlook: Outlook) -> None:
        self.situation = situation
        self.outlook = outlook
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
        acting = sum(can_act(self.state, one) for one in self.outlook.rivals)
        return self.rage <= 1 or open_places <= min(2, acting + 1)

    def best(self) -> act.Intent:
        """Value all answers; what is spent must leave time for what is free."""
        commits: list[act.Commit] = []
        pillages: list[act.Pillage] = []
        paid: list[act.Intent] = []
        for answer in self.situation.answers:
            match answer:
                case act.Commit():
                    commits.append(answer)
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
        prizes = [pillage_value(self.outlook, self.state, answer.place) for answer in pillages]
        values += zip(prizes, pillages, strict=True)
        self.waiting = sum(self._full(answer) for answer in commits)
        self.waiting += _NEXT_PRIZE * max(0.0, *prizes, 0.0)
        values += [(self._paid(answer), answer) for answer in paid]
        return max(values, key=lambda pair: pair[0])[1]

    def _full(self, answer: act.Commit) -> float:
        aim = CARDS[answer.face.card].aim
        assert aim is not None
        leads = self.outlook.leads()
        dead = self.state.clans[self.seat].valhalla.count
        return self.outlook.quest_worth(answer.face) * hope(aim, leads, dead)

    def _commit(self, answer: act.Commit) -> float:
        return self._full(answer) * (1.0 if self.late else _LATER)

    def _paid(self, answer: act.Intent) -> float:
        """What an action that costs, or may cost, promises above its price."""
        price = 0
        match answer:
            case act.Upgrade():
                price = upgrade_price(self.state, self.seat, answer.face.card)
                gain = self._upgrade(answer)
            case act.Invade():
                price = invade_price(self.state, self.seat, answer.figure, answer.place)
                gain = self._invade(answer)
            case act.March():
                price = 1
                gain = self.outlook.value(_marched(self.state, answer)) - self.now
            case act.Repillage():
                price = 2
                gain = pillage_value(self.outlook, self.state, answer.place)
            case act.InvadeFromValhalla():
                price = 1
                gain = self._applied(answer)
            case act.Sacrifice():
                gain = self._applied(answer)
            case _:
                raise AssertionError(answer)
        if price >= self.rage:
            gain -= self.waiting
        return gain - RAGE * price

    def _invade(self, answer: act.Invade) -> float:
        if answer.figure not in (WARRIOR, LEADER, SHIP):
            return self.outlook.value(apply(self.state, answer).state) - self.now
        return self.outlook.value(_placed(self.state, answer)) - self.now

    def _applied(self, answer: act.Sacrifice | act.InvadeFromValhalla) -> float:
        after = self.outlook.value(apply(self.state, answer).state) - self.now
        return after + (self.outlook.step if isinstance(answer, act.Sacrifice) else 0.0)

    def _upgrade(self, answer: act.Upgrade) -> float:
        """The card itself, less what it replaces, and the figure that comes with it."""
        state = self.state
        card = CARDS[answer.face.card]
        gain = upgrade_worth(answer.face, state.age)
        if answer.replaces is not None:
            gain -= lying_worth(answer.replaces, state.age)
        clan = state.clans[self.seat]
        assert card.slot is not None
        troops = _TROOPS.get(card.slot)
        if troops and clan.reserve.number_of(troops) and has_horns_room(state, self.seat):
            gain += _FREE_FIGURE
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
    """Whole groups, all Warriors, all but one Warrior, or one figure."""
    group, here = march.figures, state.figures(march.seat, march.origin)
    if group.count == 1 or group.count == state.room(march.target):
        return True
    rest = here.count - here.ships - group.count
    return rest == 0 or (rest == 1 and group.warriors == here.warriors - 1)
