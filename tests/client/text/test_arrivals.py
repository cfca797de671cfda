"""The best action for a province, compared with every legal action."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from client.text.standing import Arrival, best_arrival, most_by_joining
from engine import actions as act
from engine.board import AREA, NEIGHBOURS, PROVINCES
from engine.figures import NOBODY, Figures, single
from engine.intents import turn_intents
from engine.knowledge import first_knowledge
from engine.position import open_position
from engine.state import GameState
from engine.strength import strength
from engine.targets import joiners
from engine.terms import LEADER, SHIP, Phase, Place, Seat, Use
from tests.builders import GIMLE, MYRKVLOR, A, seat, table
from tests.positions import random_position


def after(state: GameState, intent: act.Intent, province: Place) -> int:
    """Return the strength of a seat in a province after an action."""
    match intent:
        case act.Invade(who, figure, place) | act.InvadeFromValhalla(who, figure, place):
            if place not in AREA[province]:
                return 0
            figures = single(figure)
        case act.March(who, _, place, figures):
            if place != province:
                return 0
        case _:
            return 0
    there = state.with_figures(who, place, state.figures(who, place).plus(figures))
    return strength(there, who, province, Use.BATTLE)


@given(st.integers(0, 2**32), st.sampled_from(PROVINCES))
def test_no_action_brings_more_than_the_best(number: int, province: Place) -> None:
    state = open_position(random_position(Random(number))).state
    if state.phase is not Phase.ACTION or state.clans[A].passed or state.is_destroyed(province):
        return
    knowledge = first_knowledge(A, state.players)
    most = max(after(state, one, province) for one in turn_intents(state, knowledge))
    now = strength(state, A, province, Use.BATTLE)
    best = best_arrival(state, A, province)
    assert (best.total if best is not None else now) == max(most, now)


def test_the_march_of_a_group_beats_the_invade_of_one_figure() -> None:
    game = table(A=seat(gimle="WWL"))
    assert best_arrival(game.state, A, MYRKVLOR) == Arrival(5, origin=GIMLE)


def test_a_seat_without_figures_can_bring_the_leader() -> None:
    game = table(A=seat(rage=0))
    assert best_arrival(game.state, A, GIMLE) == Arrival(3, LEADER)


def test_a_ship_helps_where_all_villages_are_taken() -> None:
    game = table(A=seat(gimle="W"), B=seat(myrkvlor="WWW"))
    assert best_arrival(game.state, A, MYRKVLOR) == Arrival(2, SHIP)


def test_nothing_is_brought_without_rage_where_all_villages_are_taken() -> None:
    game = table(A=seat(gimle="W", rage=0), B=seat(myrkvlor="WWW"))
    assert best_arrival(game.state, A, MYRKVLOR) is None


def test_a_seat_that_has_passed_brings_nothing() -> None:
    game = table(A=seat(passed=True, gimle="W"))
    assert best_arrival(game.state, Seat(0), MYRKVLOR) is None


def _groups_next_door(state: GameState, who: Seat, province: Place) -> list[Figures]:
    """List every group that joiners could make up, one figure after the other."""
    near = [figure for _, figure in joiners(state, who, province)]
    kinds = {
        figure: sum(state.figures(who, origin).number_of(figure) for origin in NEIGHBOURS[province])
        for figure in near
    }
    found = [NOBODY]
    for figure, number in kinds.items():
        for _ in range(number):
            found += [one.plus(single(figure)) for one in found]
    return [one for one in dict.fromkeys(found) if 0 < one.count <= state.room(province)]


@given(st.integers(0, 10**6), st.sampled_from(PROVINCES))
def test_joining_makes_a_seat_as_strong_as_its_best_group(seed: int, province: Place) -> None:
    state = open_position(random_position(Random(seed))).state
    for who in state.seats_from(A):
        here = state.figures(who, province)
        totals = [
            strength(state.with_figures(who, province, here.plus(group)), who, province, Use.BATTLE)
            for group in _groups_next_door(state, who, province)
        ]
        assert most_by_joining(state, who, province) == max(totals, default=None)
