"""Nothing outside changes the table model: its state and that of its parts changes by methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.controller.table_model import TableModel
from client.controller.viewer import Display, ShownGame
from client.presenter.hints import Hints
from client.presenter.narration import Narration
from client.presenter.people import Autopilot, People, Talk
from client.presenter.playback import Playback
from tests.builders import table
from tests.client.seated import SeatedGame
from tests.client.terminal import QUICK

ROOT = Path(__file__).parents[3]
PARTS = (TableModel, Display, ShownGame, People, Playback, Hints, Narration, Talk, Autopilot)
"""The model and everything in it that has a state of its own."""
PATHS = frozenset(("display", "shown", "people", "playback", "hints", "story", "talk", "autopilot"))
"""Attributes that lead from the model to its parts."""


def is_model(node: ast.expr) -> bool:
    """Whether an expression is a table model, or one of its parts reached through it."""
    match node:
        case ast.Name(id="model") | ast.Attribute(attr="model" | "_model"):
            return True
        case ast.Attribute(value=value, attr=name) if name in PATHS:
            return is_model(value)
        case _:
            return False


def assigned(node: ast.AST) -> Iterator[ast.expr]:
    """Yield everything a statement or a call assigns to or deletes."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            yield from targets
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            yield target
        case ast.withitem(optional_vars=ast.expr() as target):
            yield target
        case ast.Call(func=func, args=[first, *_]) if _sets(func):
            yield ast.Attribute(first, "", ast.Store())
            yield func
        case _:
            pass


def _sets(func: ast.expr) -> bool:
    name = func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")
    return name in ("setattr", "delattr", "__setattr__", "__delattr__")


def attributes(node: ast.expr) -> Iterator[ast.Attribute]:
    """Yield the attributes among the targets of an assignment."""
    match node:
        case ast.Attribute():
            yield node
        case ast.Subscript(value=value) | ast.Starred(value=value):
            yield from attributes(value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from attributes(part)
        case _:
            pass


def changes(source: str) -> list[str]:
    """Return every assignment to an attribute of a table model, and every class derived from it."""
    tree = ast.parse(source)
    found = [
        ast.unparse(node)
        for node in ast.walk(tree)
        for target in assigned(node)
        for one in attributes(target)
        if is_model(one.value)
    ]
    names = {part.__name__ for part in PARTS}
    derived = [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base).rpartition(".")[2] in names for base in node.bases)
    ]
    return found + derived


def test_no_module_assigns_to_the_table_model() -> None:
    files = sorted((ROOT / "client").rglob("*.py"))
    assert len(files) > 100
    found = {str(path): changes(path.read_text("utf-8")) for path in files}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        "model.walk = None",
        "self.model.display.options = wanted",
        "game.model.people.autopilot.on = True",
        "a, model.walk = b, c",
        "[*model.shown.log] = lines",
        "model.shown.log += lines",
        "model.display.options: ViewOptions = options",
        "model.shown.story.battles[0] = battle",
        "del model.walk",
        "for model.walk in walks: pass",
        "with question() as self._model.walk: pass",
        "setattr(model, 'walk', None)",
        "delattr(model.display, '_overlay')",
        "object.__setattr__(model.display, '_overlay', None)",
        "model.__setattr__('walk', None)",
        "class Other(TableModel): pass",
        "class Other(shown_game.ShownGame): pass",
    ],
)
def test_assignments_to_the_table_model_are_found(source: str) -> None:
    assert changes(source)


@pytest.mark.parametrize(
    "source", ["model.choose(walk)", "model = TableModel(table, preferences)", "self.walk = None"]
)
def test_calls_and_other_assignments_are_no_finding(source: str) -> None:
    assert not changes(source)


@pytest.mark.parametrize("part", PARTS)
def test_every_attribute_of_the_model_is_private_or_read_only(part: type) -> None:
    """Public attributes are annotated as final, so that mypy refuses an assignment."""
    path = ROOT / f"{part.__module__.replace('.', '/')}.py"
    (definition,) = (
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and node.name == part.__name__
    )
    for node in ast.walk(definition):
        for target in assigned(node):
            for one in attributes(target):
                if ast.unparse(one.value) == "self" and not one.attr.startswith("_"):
                    assert isinstance(node, ast.AnnAssign), ast.unparse(node)
                    assert ast.unparse(node.annotation).startswith("Final"), ast.unparse(node)


@pytest.mark.parametrize("name", ["walk", "preferences", "is_over", "context"])
def test_an_assignment_to_a_property_of_the_model_fails(name: str) -> None:
    model = TableModel(SeatedGame(table()), QUICK)
    with pytest.raises(AttributeError):
        setattr(model, name, None)
