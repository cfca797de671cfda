"""The standing of a quest on a board: provinces led, and how many it still needs (F4 to F7)."""

from __future__ import annotations

from engine.cards import CARDS
from engine.cards.model import Rank
from engine.state import GameState
from engine.strength import strength
from engine.terms import CardId, Kind, Place, Seat, Use
from engine.values import Value


class Lead(Value):
    """Strengths in one province: the seat's own, and the best of the others (None: no others)."""

    place: Place
    own: int
    rival: Seat | None
    best: int

    @property
    def leads(self) -> bool:
        """Whether the seat's strength is above zero and above everybody else's (F4)."""
        return self.own > self.best


class QuestStatus(Value):
    """The standing of a quest: `have` of `need`, and the provinces it considers."""

    card: CardId
    have: int
    need: int
    leads: tuple[Lead, ...]

    @property
    def fulfilled(self) -> bool:
        """Whether the quest would be completed if it were judged now."""
        return self.have >= self.need


def lead(state: GameState, seat: Seat, province: Place) -> Lead:
    """Return the strengths in one surviving province, as seen by a seat (F4)."""
    rivals = [
        (strength(state, other, province, Use.QUEST), other)
        for other in state.seats_from(Seat(0))
        if other != seat and state.is_present(other, province)
    ]
    best, rival = max(rivals, key=lambda pair: (pair[0], -pair[1]), default=(0, None))
    return Lead(province, strength(state, seat, province, Use.QUEST), rival, best)


def quest_status(state: GameState, seat: Seat, card: CardId) -> QuestStatus:
    """Judge a quest on the present board; a card that is not a quest is never fulfilled."""
    aim = CARDS[card].aim
    if CARDS[card].kind is not Kind.QUEST or aim is None:
        return QuestStatus(card, 0, 1, ())
    if aim.rank is Rank.VALHALLA:
        return QuestStatus(card, state.clans[seat].valhalla.count, aim.need, ())
    leads = tuple(lead(state, seat, place) for place in aim.places if not state.is_destroyed(place))
    return QuestStatus(card, sum(one.leads for one in leads), aim.need, leads)
