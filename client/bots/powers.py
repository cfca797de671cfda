"""The gods as a bot sees them: what their powers add to a battle, a pillage, and their own move.

Rules of thumb; a battle in which nobody is left to choose a card is played out (`settled`).
"""

from __future__ import annotations

from typing import Final

from client.bots.odds import TOP_BONUS, Odds, bonus_of
from client.bots.outlook import Outlook
from engine import actions as act
from engine.cards import CARDS
from engine.cards.model import Grant
from engine.gods import power_at
from engine.knowledge import first_knowledge
from engine.sheet import has_grant, sheet_of
from engine.state import Battle, GameState, Played
from engine.strength import strength
from engine.targets import walks
from engine.terms import Deity, Face, Kind, Place, Seat, Stat, Use
from protocol.rules import rules_for

_HARM: Final = 0.5
"""The worth of a Glory that the leader loses by the move of a god."""
_FORCE: Final = 0.3
"""The worth of a point of strength that a god favours, or makes worthless."""


def is_spared(state: GameState, place: Place) -> bool:
    """Whether nobody dies in a battle for a province (L33)."""
    power = power_at(state, place)
    return power is not None and power.spares_everybody


def is_light(state: GameState, place: Place) -> bool:
    """Whether figures count nothing in a battle for a province (L27)."""
    power = power_at(state, place)
    return power is not None and power.weighs_cards_only


def is_elusive(state: GameState, seat: Seat, place: Place) -> bool:
    """Whether all figures of a seat in an area may retreat for nothing: Mystics alone (M16)."""
    there = state.area_figures(seat, place)
    return bool(
        there.mystics
        and there.mystics == there.count
        and has_grant(state, seat, Grant.RETREAT)
        and walks(state, place)
    )


def gains(outlook: Outlook, state: GameState, place: Place, god: Deity) -> tuple[float, float]:
    """Return what a god adds to a battle won, and to one lost."""
    seat = outlook.seat
    share = outlook.weights.jealousy / len(outlook.rivals)
    foes = [one for one in outlook.rivals if state.area_figures(one, place)]
    axes = float(state.clans[seat].value(Stat.AXES))
    theirs = [state.clans[one].value(Stat.AXES) for one in foes]
    match god:
        case Deity.THOR:
            enemies = sum(state.area_figures(one, place).count for one in foes)
            return 2.0 * enemies, -2 * share * state.area_figures(seat, place).count
        case Deity.LOKI:
            return -axes - share * sum(theirs), axes
        case Deity.FRIGGA:
            return 0.0, -share * max(theirs, default=axes)
        case _:
            return 0.0, 0.0


def sure_bonus(outlook: Outlook, face: Face) -> int:
    """Return the least that a card adds: a Sight may see nothing."""
    card = CARDS[face.card]
    if card.kind is Kind.QUEST:
        return max(outlook.sheet.quest_bonuses, default=0)
    return card.bonus if card.kind is Kind.BATTLE and not card.bonus_is_best else 0


def known_bonus(outlook: Outlook, state: GameState, rival: Seat, seen: int) -> int:
    """Return the most that the cards known to be in a rival's hand add; a Sight sees `seen`."""
    faces = outlook.knowledge.returned[rival]
    quest = max(sheet_of(state, rival).quest_bonuses, default=0)
    best = late = 0
    for face in faces:
        card = CARDS[face.card]
        bonus = quest if card.kind is Kind.QUEST else card.bonus
        best = max(best, seen if card.bonus_is_best else bonus)
        late += card.bonus * card.late
    return best + late


# ---------------------------------------------------------------- open cards


def later_players(state: GameState, battle: Battle, seat: Seat) -> tuple[Seat, ...]:
    """Return the participants that play after `seat` under Heimdall and have a card (L29)."""
    pillager, *others = battle.participants
    order = (*others, pillager)
    after = order[order.index(seat) + 1 :]
    return tuple(one for one in after if state.clans[one].hand)


def open_odds(state: GameState, battle: Battle, seat: Seat) -> Odds | None:
    """Return the bonus of the card that lies open for a seat, as certain odds; None without one."""
    shown = next((played for played in battle.cards if played.seat == seat), None)
    if shown is None:
        return None
    bonus = min(TOP_BONUS, _shown_bonus(state, shown))
    return tuple(float(number == bonus) for number in range(TOP_BONUS + 1))


def _shown_bonus(state: GameState, shown: Played) -> int:
    card = CARDS[shown.face.card]
    if card.kind is Kind.QUEST:
        return max(sheet_of(state, shown.seat).quest_bonuses, default=0)
    return bonus_of(card.id) if card.kind is Kind.BATTLE else 0


def settled(state: GameState, action: act.SeatAction) -> GameState:
    """Return the position after a card and the rest of the battle, all else by default."""
    rules = rules_for(state)
    state = rules.apply_legal(state, action).state
    while state.battle is not None:
        due = rules.owed(state)[0]
        assert due.seat is not None
        state = rules.apply_legal(state, act.Absent(due.seat)).state
    return state


# ---------------------------------------------------------------- the move of a god


def moving_worth(outlook: Outlook, deity: Deity, place: Place) -> float:
    """Return the worth of a god's move to `place`: own prospects, and the leader's off."""
    state, weights = outlook.state, outlook.weights
    moved = state.with_god(deity, place)
    leader = max(outlook.rivals, key=lambda one: state.clans[one].glory)
    own = Outlook(moved, outlook.knowledge, weights).value(moved)
    public = first_knowledge(leader, state.players)
    theirs = Outlook(moved, public, weights).value(moved)
    return (
        own - _HARM * theirs + _FORCE * _leaning(deity) * _lead(state, outlook.seat, leader, place)
    )


def _leaning(deity: Deity) -> int:
    """Return 1 for a god who favours the stronger in its province, -1 for one who does not."""
    match deity:
        case Deity.THOR | Deity.FRIGGA:
            return 1
        case Deity.TYR | Deity.LOKI:
            return -1
        case Deity.ODIN | Deity.HEIMDALL:
            return 0


def _lead(state: GameState, seat: Seat, leader: Seat, place: Place) -> int:
    own, theirs = (strength(state, one, place, Use.QUEST) for one in (seat, leader))
    return own - theirs
