"""Games, bots and previews use the rules of the game, not the newest ones."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from client.prompts.confirm import what_follows
from client.prompts.nodes import decision_context
from client.tables.local_table import Chair, LocalTable, shuffled
from client.text.names import Names
from engine.actions import Action, Pass
from engine.decisions import TurnDecision
from engine.play import Outcome
from engine.state import GameState, Options
from engine.terms import Seat
from protocol.rules import KNOWN, LATEST

OTHER = 9
CLIENT = Path(__file__).parents[3] / "client"
VERSIONED = {"apply", "card_outcome", "card_outcomes", "illegal", "intents", "new_game", "owed_by"}
"""Functions of the engine that a version of the rules may replace."""


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """Add a version of the rules; return the actions that were played by it."""
    actions: list[Action] = []

    def apply(state: GameState, action: Action) -> Outcome:
        actions.append(action)
        return LATEST.apply(state, action)

    monkeypatch.setitem(KNOWN, OTHER, replace(LATEST, version=OTHER, apply=apply))
    return actions


def test_a_game_its_bots_and_its_previews_use_its_own_rules(played: list[Action]) -> None:
    chairs = (Chair("a", "karl"), Chair("b", "karl"))
    table = LocalTable(shuffled(chairs, 1, Options(rules_version=OTHER)))
    seat = table.seat(Seat(0))
    while not isinstance(decision := seat.owed, TurnDecision):
        assert table.step()
    assert len(played) >= table.actions
    before = len(played)
    names = Names(seat.names, tuple(clan.clan for clan in seat.state.clans))
    what_follows(decision_context(seat.state, seat.knowledge, decision, names), Pass(seat.seat))
    assert len(played) == before + 1


def test_the_client_imports_no_versioned_function_of_the_engine() -> None:
    found = [
        f"{path.relative_to(CLIENT)}: {name.name}"
        for path in CLIENT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine")
        for name in node.names
        if name.name in VERSIONED
    ]
    assert found == []
