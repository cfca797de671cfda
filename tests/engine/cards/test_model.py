"""The occasion that texts receive, and the shape of the files of cards."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine import cards
from engine.cards.battle import odins_smite
from engine.cards.model import BattleNow
from engine.state import Battle
from engine.terms import Place, Seat
from engine.values import replace
from tests.builders import A, B, C, seat, table
from tests.playing import call

FILES = [path for path in Path(cards.__file__).parent.glob("*.py") if path.name != "model.py"]


def battle() -> Battle:
    """Return a battle of A, B and C in Gimle that B has declared."""
    game = table(A=seat(gimle="W", hand="tyrs-smite"), B=seat(gimle="W"), C=seat(gimle="W"), turn=B)
    found = call(game, Place.GIMLE).state.battle
    assert found is not None
    return found


def now(one: Seat, *, winner: Seat | None = None) -> BattleNow:
    """Return the occasion of a text of a seat in that battle."""
    decided = replace(battle(), decided=True, winner=winner)
    return BattleNow(one, odins_smite.id, Place.GIMLE, decided)


def test_opponents_are_the_other_participants_in_active_order() -> None:
    assert now(A).opponents == (B, C)
    assert now(C).opponents == (B, A)


def test_the_winner_is_that_of_the_battle() -> None:
    assert now(A, winner=C).winner == C


def test_a_battle_without_a_winner_is_no_occasion_to_ask_for_one() -> None:
    with pytest.raises(AssertionError):
        _ = now(A).winner


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_texts_of_cards_assert_nothing(path: Path) -> None:
    found = [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assert)
    ]
    assert found == []
