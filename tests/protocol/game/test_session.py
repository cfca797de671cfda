"""Whole games of honest seats over a dishonest network."""

from __future__ import annotations

from random import Random

import pytest

from engine.state import Options, Rulings
from protocol.agreement.vote_events import Faulty
from protocol.game.events import Diverged, Dropped
from protocol.game.step_table import StepKind
from tests.adversary.tables import Table, Wire


def assert_agreed(table: Table) -> None:
    assert {session.referee.due.kind for session in table.sessions} == {StepKind.CLOSED}
    assert len({session.point for session in table.sessions}) == 1
    troubles = [
        event
        for events in table.events
        for event in events
        if isinstance(event, Faulty | Diverged | Dropped)
    ]
    assert troubles == []


@pytest.mark.parametrize(
    "players",
    [
        2,
        3,
        pytest.param(4, marks=pytest.mark.soak),
        pytest.param(5, marks=pytest.mark.slow),
    ],
)
def test_all_seats_agree_on_a_whole_game(players: int) -> None:
    table = Table(players, seed=players)
    table.start()
    table.run()
    assert_agreed(table)


@pytest.mark.parametrize(
    ("players", "draft"),
    [(2, False), (3, True), pytest.param(3, False, marks=pytest.mark.soak)],
)
@pytest.mark.slow
def test_loss_repetition_and_disorder_change_nothing(players: int, draft: bool) -> None:
    chance = Random(players)
    options = Options(Rulings(draft=draft), kickstarter=True)
    table = Table(players, 7, options, Wire(chance, loss=0.2, repeat=0.2, reorder=True))
    table.start()
    table.run()
    assert_agreed(table)


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("fresh_proofs")
def test_the_same_secrets_and_answers_make_the_same_bytes(players: int) -> None:
    heads = set()
    for _ in range(2):
        table = Table(players, seed=5)
        table.start()
        table.run()
        heads.add(table.sessions[0].point)
    assert len(heads) == 1


def test_every_seat_knows_its_own_hand_and_its_size_is_public() -> None:
    table = Table(4, seed=11)
    table.start()
    while any(session.state is None or session.state.turn is None for session in table.sessions):
        table.run(1)
    for session in table.sessions:
        knowledge, state = session.knowledge, session.state
        assert knowledge is not None
        assert state is not None
        assert len(knowledge.hand) == state.clans[knowledge.seat].hand
