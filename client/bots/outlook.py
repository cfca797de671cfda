"""The outlook of one seat in a position: the Glory it may expect from the board.

An `Outlook` examines one position closely and then values others that differ from it in a few
places; rows of the board that are the same object are not examined again.
"""

from __future__ import annotations

from math import prod
from typing import Final, NamedTuple

from client.bots.odds import mean, rival_odds
from client.bots.valuation import (
    AGES_LEFT,
    free_step_worth,
    repeated_worth,
    stat_worth,
    token_worth,
)
from client.bots.weights import Weights
from engine import board as printed
from engine.cards import CARDS
from engine.cards.model import Aim, Rank
from engine.figures import NOBODY, Figures
from engine.knowledge import Knowledge
from engine.phases.age_end import falling
from engine.sheet import sheet_of
from engine.state import GameState
from engine.strength import strength
from engine.terms import MAX_PLAYERS, CardId, Deity, Face, Kind, Phase, Place, Seat, Stat, Use
from protocol.rules import rules_for

_BEFORE_DOOM: Final = (Phase.ACTION, Phase.DISCARD, Phase.QUEST)
"""The phases in which the doomed province has yet to fall in this Age."""
_PLACES: Final = tuple(printed.PROVINCES)
_STATS: Final = tuple(Stat)
_FJORD: Final = tuple(printed.FJORD_OF.get(place) for place in _PLACES)
"""The fjord that supports each province."""

_MYSTIC_STAYS: Final = 1.5
"""The worth of a Mystic on the board in the next Age, in Warriors."""
_NO_ROW: Final = (NOBODY,) * MAX_PLAYERS

Forces = tuple[int, ...]
"""Strengths in an area, in the order of an outlook's rivals."""
_Key = tuple[tuple[CardId, ...], Figures, Figures | None, bool, int, int, Use]
_STRENGTHS: Final[dict[_Key, int]] = {}
_MOST_STRENGTHS: Final = 50_000


def force(state: GameState, seat: Seat, province: Place, use: Use = Use.QUEST) -> int:
    """Return the strength in an area, cached by all it depends on; never with a Wolfman."""
    row = state.board.figures
    here = row[province][seat]
    area = printed.AREA[province]
    afloat = row[area[1]][seat] if len(area) > 1 else None
    if here is NOBODY and (afloat is None or afloat is NOBODY):
        return 0
    if not here and not afloat:
        return 0
    rulings = state.rulings
    key = (
        state.clans[seat].upgrades,
        here,
        afloat,
        province == Place.YGGDRASIL,
        rulings.leader_strength,
        rulings.ship_strength,
        use,
    )
    found = _STRENGTHS.get(key)
    if found is None:
        if len(_STRENGTHS) >= _MOST_STRENGTHS:
            _STRENGTHS.clear()
        found = _STRENGTHS[key] = strength(state, seat, province, use)
    return found


class Prospect(NamedTuple):
    """The prospects of one province."""

    lead: float
    sure: float
    prize: float


class Outlook:
    """The prospects of one seat in one position."""

    def __init__(self, state: GameState, knowledge: Knowledge, weights: Weights) -> None:
        """Examine `state` with the knowledge of a seat."""
        self.weights = weights
        self.state = state
        self.seat = seat = knowledge.seat
        self.knowledge = knowledge
        self.rivals = tuple(one for one in state.seats_from(seat) if one != seat)
        own = sheet_of(state, seat)
        self.sheet = own
        self.ship_glory = sum(amount for _, amount in own.ship_glory)
        self.release_glory = sum(amount for _, amount in own.release_glory)
        self.final_glory = sum(amount for _, amount in own.final_glory)
        self.ragnarok_glory = printed.RAGNAROK_GLORY[state.age] * own.ragnarok_factor
        self.doom = falling(state)
        self.acting = state.phase is Phase.ACTION
        self.step = free_step_worth(weights, state.clans[seat].levels, state.age)
        can_act = rules_for(state).can_act
        rage = sum(min(5, state.clans[one].rage) for one in self.rivals if can_act(state, one))
        self.unrest = weights.unrest * rage if self.acting else 0.0
        self.cards = {one: mean(rival_odds(weights, state, knowledge, one)) for one in self.rivals}
        self.card = self._own_card()
        self.aims = self._aims()
        self._last: GameState | None = None
        self._last_value = 0.0
        self._forces: list[Forces] = [self._rival_forces(state, place) for place in _PLACES]
        self._seen: dict[tuple[Place, Figures, Figures | None], Prospect] = {}
        self._parts = [
            None if state.is_destroyed(place) else self._part(state, place) for place in _PLACES
        ]

    # ---------------------------------------------------------------- cards

    def _own_card(self) -> float:
        hand = self.knowledge.hand
        best = max((CARDS[face.card].bonus for face in hand), default=0)
        return float(best)

    def quest_worth(self, face: Face) -> float:
        """Return the worth of a fulfilled quest."""
        return CARDS[face.card].glory(face.age) * self.sheet.quest_factor + self.step

    def _aims(self) -> tuple[tuple[Aim, float, bool], ...]:
        """Return the quests to fulfil, each with its worth and whether it is not yet committed."""
        aims = [(face, 1.0) for face in self.knowledge.quests]
        if self.acting and rules_for(self.state).can_act(self.state, self.seat):
            aims += [(face, self.weights.uncommitted) for face in self.knowledge.hand]
        found = []
        for face, part in aims:
            aim = CARDS[face.card].aim
            if CARDS[face.card].kind is Kind.QUEST and aim is not None:
                found.append((aim, part * self.quest_worth(face), part < 1))
        return tuple(found)

    # ---------------------------------------------------------------- places

    def _rival_forces(self, state: GameState, place: Place) -> Forces:
        row = state.board.figures[place]
        fjord = _FJORD[place]
        afloat = _NO_ROW if fjord is None else state.board.figures[fjord]
        return tuple(
            [
                0 if row[one] is NOBODY and afloat[one] is NOBODY else force(state, one, place)
                for one in self.rivals
            ]
        )

    def _part(self, state: GameState, place: Place) -> Prospect:
        """Return the prospects of a province, looked up if only own figures there differ."""
        seat, base = self.seat, self.state
        fjord = _FJORD[place]
        rows, old = state.board.figures, base.board.figures
        row, was = rows[place], old[place]
        here = row[seat]
        afloat = None if fjord is None else rows[fjord][seat]
        forces = self._forces[place]
        for one in self.rivals:
            if row[one] is not was[one] or (
                fjord is not None and rows[fjord][one] is not old[fjord][one]
            ):
                forces = self._rival_forces(state, place)
                break
        else:
            if (
                state.board.provinces[place] is base.board.provinces[place]
                and state.clans[seat].levels == base.clans[seat].levels
                and state.phase is base.phase
            ):
                key = (place, here, afloat)
                found = self._seen.get(key)
                if found is None:
                    found = self._seen[key] = self._examined(state, place, afloat, forces)
                return found
        return self._examined(state, place, afloat, forces)

    def _examined(
        self, state: GameState, place: Place, afloat: Figures | None, forces: Forces
    ) -> Prospect:
        own = force(state, self.seat, place)
        here = state.board.figures[place][self.seat]
        is_pillaged = state.board.provinces[place].pillaged
        unrest = self.unrest
        if is_pillaged:
            unrest *= 0.7
        if place != Place.YGGDRASIL and not state.room(place):
            unrest *= 0.6
        lead = leading(own, max(forces), unrest)
        prize = 0.0
        if not is_pillaged and self.acting and (here or afloat):
            prize = self._prize(state, place, own, forces)
        return Prospect(lead, self._sure(state, place, lead, afloat), prize)

    def _sure(self, state: GameState, place: Place, lead: float, afloat: Figures | None) -> float:
        """Return the worth of Ragnarök, or of figures that stay for the next Age or the end."""
        here = state.board.figures[place][self.seat]
        worth = 0.0
        if place == self.doom and state.phase in _BEFORE_DOOM:
            ships = 0
            count = here.count
            if afloat:
                count += afloat.count
                ships = afloat.count
            lives = 0.95 if state.board.provinces[place].pillaged else 0.5 + 0.4 * lead
            if not self.acting:
                lives = 1.0
            return lives * (
                count * (self.ragnarok_glory + self.release_glory) + ships * self.ship_glory
            )
        if here is not NOBODY and here:
            worth += self._stays(here)
        if afloat is not None and afloat is not NOBODY and afloat:
            worth += self._stays(afloat) / 2
        return worth

    def _stays(self, figures: Figures) -> float:
        """Return the worth of figures on the board at the end of the Age."""
        if not AGES_LEFT[self.state.age]:
            return figures.count * (self.final_glory + 0.05)
        monsters = sum(CARDS[card].strength for card in figures.monsters)
        kept = figures.warriors + 0.3 * figures.leader + figures.ships + 0.6 * monsters
        kept += _MYSTIC_STAYS * figures.mystics
        return self.weights.stays * kept

    def _prize(self, state: GameState, place: Place, own: int, forces: Forces) -> float:
        """Return the worth of a later pillage by this seat."""
        god = state.god_at(place)
        if god is not None:
            return self._prize_under(god, state, place, own - max(forces))
        token = state.board.provinces[place].token
        assert token is not None
        chance = 0.9
        axes = 0.0
        clan = state.clans[self.seat]
        for one, other in zip(self.rivals, forces, strict=True):
            if other:
                margin = own + self.card - other - self.cards[one]
                chance *= 0.5 + 0.5 * margin / (abs(margin) + 3.0)
                axes = clan.value(Stat.AXES)
        return chance * (token_worth(self.weights, token, clan.levels, state.age) + axes)

    def _prize_under(self, god: Deity, state: GameState, place: Place, lead: int) -> float:
        """Return the worth of a later pillage in a god's province; `lead` is that of figures."""
        clan = state.clans[self.seat]
        token = state.board.provinces[place].token
        worth = token_worth(self.weights, token, clan.levels, state.age)
        if god is Deity.ODIN:
            worth += repeated_worth(self.weights, token, clan.levels, state.age)
        foes = [one for one in self.rivals if state.area_figures(one, place)]
        if not foes:
            return 0.9 * worth
        axes = clan.value(Stat.AXES)
        margin = self.card - max(self.cards[one] for one in foes)
        if god is not Deity.TYR:
            margin += lead
        chance = 0.9 * (0.5 + 0.5 * margin / (abs(margin) + 3.0))
        if god is Deity.LOKI:
            return chance * worth + (1 - chance) * axes
        if god is Deity.THOR:
            worth += 2 * sum(state.area_figures(one, place).count for one in foes)
        return chance * (worth + axes)

    @property
    def parts(self) -> list[Prospect]:
        """The prospects of the provinces that are not destroyed."""
        return [part for part in self._parts if part is not None]

    def leads(self) -> list[float]:
        """Return the chances to lead each province when the Age ends."""
        return [0.0 if part is None else part.lead for part in self._parts]

    # ---------------------------------------------------------------- value

    def value(self, state: GameState, *, done: bool = False) -> float:
        """Return the expected Glory in a position that follows from the examined one.

        With `done`, the seat has no further turn in this Age.
        """
        if done:
            return self._value(state, done=True)
        if state is not self._last:
            self._last, self._last_value = state, self._value(state, done=False)
        return self._last_value

    def _value(self, state: GameState, *, done: bool) -> float:
        weights, clan = self.weights, state.clans[self.seat]
        parts = self._parts
        if state.board is not self.state.board:
            parts = self._parts_of(state)
        prizes = []
        total = float(clan.glory)
        for part in parts:
            if part is not None:
                total += part.sure
                if part.prize and not done:
                    prizes.append(part.prize)
        share = weights.unpillaged
        for prize in sorted(prizes, reverse=True):
            total += share * prize
            share *= 0.6
        for stat in _STATS:
            total += stat_worth(weights, stat, clan.levels[stat], state.age)
        dead = clan.valhalla.count
        total += dead * self.release_glory
        if self.aims:
            leads = [0.0 if part is None else part.lead for part in parts]
            for aim, worth, held in self.aims:
                if not (held and done):
                    total += worth * hope(weights, aim, leads, dead)
        rivals = sum(state.clans[one].glory for one in self.rivals)
        return total - weights.jealousy * rivals / len(self.rivals)

    def _parts_of(self, state: GameState) -> list[Prospect | None]:
        """Return the prospects in a position that follows from the examined one."""
        rows, old = state.board.figures, self.state.board.figures
        provinces, was = state.board.provinces, self.state.board.provinces
        parts = self._parts.copy()
        for place in _PLACES:
            fjord = _FJORD[place]
            if parts[place] is not None and (
                rows[place] is not old[place]
                or provinces[place] is not was[place]
                or (fjord is not None and rows[fjord] is not old[fjord])
            ):
                parts[place] = None if provinces[place].destroyed else self._part(state, place)
        return parts


def leading(own: int, best: int, unrest: float) -> float:
    """Return the chance to be strictly strongest when the Age ends."""
    if own <= 0:
        return 0.0
    margin = own - best - 0.5
    return 0.5 + 0.5 * margin / (abs(margin) + unrest)


def hope(weights: Weights, aim: Aim, leads: list[float], dead: int) -> float:
    """Return the chance to fulfil a quest."""
    match aim.rank:
        case Rank.VALHALLA:
            return weights.deaths[max(0, aim.need - dead)]
        case Rank.LEAD_ONE:
            return 1 - prod(1 - leads[place] for place in aim.places)
        case Rank.LEAD_TWO:
            first, second = sorted(leads, reverse=True)[:2]
            return first * second
