"""Ways through questions, for tests."""

from __future__ import annotations

from client.prompts.nodes import DecisionContext, Take, decision_context
from client.prompts.walk import Walk, begin, press, question
from client.text.names import names_of
from client.ui.view import Question, Spot
from engine import decisions as owed
from engine.actions import Intent
from engine.play import owed_by
from engine.terms import Seat
from tests.builders import A
from tests.game import Game


def asked(game: Game, seat: Seat = A) -> DecisionContext:
    """Return the context of the decision that a seat owes."""
    due = owed_by(game.state, seat)
    assert due is not None
    assert not isinstance(due, owed.Duty)
    return decision_context(game.state, game.knowledge[seat], due, names_of(game.state, you=seat))


def walk(game: Game, seat: Seat = A) -> Walk:
    """Return the first question of the decision that a seat owes."""
    return begin(asked(game, seat))


def keys(at: Walk, *pressed: str) -> Walk:
    """Press keys that lead to another question."""
    for key in pressed:
        after = press(at, key)
        assert isinstance(after, Walk), (key, after)
        at = after
    return at


def taken(at: Walk, *pressed: str) -> Intent:
    """Press keys of which the last one answers; return the answer."""
    *first, last = pressed
    answer = press(keys(at, *first), last)
    assert isinstance(answer, Take), answer
    return answer.intent


def labels(at: Walk) -> list[str]:
    """Return the labels of the present question."""
    return [item.label for item in question(at).items]


def shown(at: Walk) -> Question:
    """Return the present question."""
    return question(at)


ARROWS = ("up", "down", "left", "right")


def to_item(at: Walk, index: int) -> Walk:
    """Move the cursor to an item with as few arrows as possible."""
    frontier, seen = [at], {at.cursor}
    while frontier:
        here = frontier.pop(0)
        if here.cursor == index:
            return here
        for arrow in ARROWS:
            if here.fork.spot is Spot.GROUP and arrow in ("left", "right"):
                continue
            there = press(here, arrow)
            assert isinstance(there, Walk)
            if there.cursor not in seen:
                seen.add(there.cursor)
                frontier.append(there)
    raise AssertionError((index, question(at)))
