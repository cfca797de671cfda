"""The way to an answer: which item of the present question leads there."""

from __future__ import annotations

from client.prompts.nodes import (
    Adjust,
    Chosen,
    ChosenCard,
    ChosenFigure,
    ChosenPlace,
    Go,
    Onto,
    Take,
    Verb,
)
from client.prompts.walk import Walk, press
from engine import actions as act
from engine.actions import Intent
from engine.figures import NOBODY
from engine.values import Value, replace


class Ahead(Value):
    """The item that leads to an answer; `count` is the number of its figures that go along.

    In a group whose numbers are right `is_ready` says that Enter goes on.
    """

    item: int
    count: int | None = None
    is_ready: bool = False


def ahead(walk: Walk, wanted: Intent) -> Ahead | None:
    """Return the item of the present question that leads to an answer; None if none does."""
    if walk.counts:
        return _in_group(walk, wanted)
    for index, branch in enumerate(walk.fork.branches):
        match branch.leads:
            case Take(intent) if intent == wanted:
                return Ahead(index)
            case Go(part) if _fits(part, wanted):
                further = press(replace(walk, cursor=index, reason="", pending=""), "enter")
                if isinstance(further, Walk) and ahead(further, wanted) is not None:
                    return Ahead(index)
            case _:
                pass
    return None


def _in_group(walk: Walk, wanted: Intent) -> Ahead | None:
    counts = group_counts(walk, wanted)
    chosen = press(replace(walk, counts=counts, reason="", pending=""), "enter")
    if not isinstance(chosen, Walk) or chosen.reason or ahead(chosen, wanted) is None:
        return None
    for index, (now, then) in enumerate(zip(walk.counts, counts, strict=True)):
        if now != then:
            return Ahead(index, then)
    return Ahead(walk.cursor, is_ready=True)


def group_counts(walk: Walk, wanted: Intent) -> tuple[int, ...]:
    """Return the number of figures of each item of a group that belong to an answer."""
    figures = wanted.figures if isinstance(wanted, act.March) else NOBODY
    return tuple(
        figures.number_of(branch.leads.kind)
        for branch in walk.fork.branches
        if isinstance(branch.leads, Adjust)
    )


def _fits(part: Chosen, wanted: Intent) -> bool:
    """Whether a part of an answer may belong to the wanted one, so that it is worth a look."""
    match part, wanted:
        case Verb(word), _:
            return word == wanted.word
        case ChosenFigure(kind), act.Invade() | act.InvadeFree() | act.Join():
            return kind == wanted.figure
        case ChosenPlace(place), act.Invade() | act.InvadeFree() | act.Pillage():
            return place == wanted.place
        case ChosenPlace(place), act.March():
            return place in (wanted.origin, wanted.target)
        case ChosenCard(face), act.Upgrade() | act.Commit() | act.Lay():
            return face == wanted.face
        case Onto(card), act.Upgrade():
            return card == wanted.replaces
        case _:
            return True
