"""Whole games over networks that lose, repeat, delay and reorder messages."""

from __future__ import annotations

from random import Random

import pytest

from engine.state import Options, Rulings
from engine.terms import RageReturn
from protocol.game.step_table import StepKind
from tests.adversary.scenes import troubles
from tests.adversary.tables import Table, Wire


def play(players: int, seed: int) -> Table:
    """Play a game whose network and options follow from the seed."""
    chance = Random(seed * 5 + players)
    rulings = Rulings(
        draft=chance.random() < 0.7,
        prowess_before_trickery=chance.random() < 0.5,
        rage_return=chance.choice(list(RageReturn)),
        leader_strength=chance.choice((2, 3)),
        ship_strength=chance.choice((2, 3)),
    )
    options = Options(rulings, kickstarter=chance.random() < 0.5)
    wire = Wire(chance, chance.random() / 2, chance.random() / 2, reorder=chance.random() < 0.8)
    table = Table(players, seed, options, wire)
    table.start()
    table.run()
    return table


def assert_one_game(table: Table) -> None:
    assert {session.referee.due.kind for session in table.sessions} == {StepKind.CLOSED}
    assert len({session.point for session in table.sessions}) == 1
    assert len({session.referee.digest() for session in table.sessions}) == 1
    assert len({session.state for session in table.sessions}) == 1
    assert not troubles(table)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
@pytest.mark.slow
def test_all_seats_end_in_the_same_state(players: int, seed: int) -> None:
    assert_one_game(play(players, seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 300))
def test_hundreds_of_games_end_in_the_same_state(seed: int) -> None:
    assert_one_game(play(2 + seed % 4, seed))
