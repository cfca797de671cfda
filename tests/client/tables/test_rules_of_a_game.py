"""Games, bots, questions, previews and narration use the rules of the game, not the newest ones."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from client.presenter.beats import Narrator
from client.prompts.foresight import foresee
from client.prompts.nodes import decision_context
from client.tables import PlayedAction
from client.tables.local_table import Chair, LocalTable, shuffled
from client.text.names import Names
from engine.actions import Pass
from engine.decisions import TurnDecision
from engine.state import Options
from engine.terms import Seat
from engine.values import field_names, replace
from protocol.rules import KNOWN, LATEST, Rules

OTHER = 9
CLIENT = Path(__file__).parents[3] / "client"
VERSIONED = {name for name in field_names(Rules) if callable(getattr(LATEST, name))}
"""Functions of the engine that a version of the rules may replace."""
MODULES = {
    f"engine.{name}"
    for name in (
        "intents",
        "legal",
        "legal_turns",
        "perform",
        "phases.turns",
        "play",
        "preview",
        "prompts",
        "run",
        "setup",
    )
}
"""Modules of which the client may import types and numbers only."""

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Add a version of the rules; return the number of calls of its functions."""
    found: Counter[str] = Counter()

    def counted(name: str, function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
        def count(*args: _Given.args, **kwargs: _Given.kwargs) -> _Found:
            found[name] += 1
            return function(*args, **kwargs)

        return count

    rules = replace(
        LATEST,
        version=OTHER,
        apply=counted("apply", LATEST.apply),
        apply_legal=counted("apply_legal", LATEST.apply_legal),
        can_act=counted("can_act", LATEST.can_act),
        perform=counted("perform", LATEST.perform),
        prompt=counted("prompt", LATEST.prompt),
    )
    monkeypatch.setitem(KNOWN, OTHER, rules)
    return found


def test_a_game_its_questions_and_its_story_use_its_own_rules(calls: Counter[str]) -> None:
    chairs = (Chair("a", "karl"), Chair("b", "karl"))
    table = LocalTable(shuffled(chairs, 1, Options(rules_version=OTHER)))
    seat = table.seat(Seat(0))
    while not isinstance(decision := seat.owed, TurnDecision):
        assert table.step()
    assert calls["apply_legal"] >= table.actions
    assert calls["can_act"]
    before, state, action = calls["apply"], seat.state, Pass(seat.seat)
    names = Names(seat.names, tuple(clan.clan for clan in state.clans))
    context = decision_context(state, seat.knowledge, decision, names)
    assert calls["prompt"] == 1
    foresee(context, action)
    assert calls["apply"] == before + 1
    outcome = LATEST.apply(state, action)
    played = PlayedAction(action, outcome.story, outcome.state)
    Narrator(seat.seat, state).beats(played, seat.knowledge, names)
    assert calls["perform"]


def imports(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", name.name) for name in node.names)


def test_the_client_imports_no_versioned_function_of_the_engine() -> None:
    found = [
        f"{path.relative_to(CLIENT)}: {module}.{name}"
        for path in CLIENT.rglob("*.py")
        for module, name in imports(path)
        if (module.startswith("engine") and name in VERSIONED)
        or (module in MODULES and name[0].islower())
        or f"{module}.{name}" in MODULES
    ]
    assert found == []
