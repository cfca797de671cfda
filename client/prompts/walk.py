"""The walk through the questions of one decision: keys in, the next position or an answer out.

One grammar, two speeds: arrows move the cursor and Enter chooses. The letter of an action or a
figure chooses it at once, for another question follows. Every other letter or digit only moves the
cursor: a card or a place can be looked at before Enter takes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.prompts.forks import answer_fork
from client.prompts.nodes import (
    Adjust,
    Back,
    Branch,
    Chosen,
    ChosenGroup,
    ChosenPlace,
    DecisionContext,
    Fork,
    Go,
    Shut,
    Take,
)
from client.prompts.spatial import ARROWS, PLACE_OF_KEY, step, step_row
from client.prompts.turns import turn_fork
from client.text.catalogue import say
from client.text.names import place_title
from client.ui.view import Question, Spot
from engine.decisions import TurnDecision
from engine.figures import NOBODY, Figures, single
from engine.terms import Place
from engine.values import Value, replace

_FJORD_KEY: Final = "f"


class WalkStep(Value):
    """An answered question: the choice, its label, and the position of the cursor."""

    part: Chosen
    label: str
    cursor: int
    counts: tuple[int, ...]


class Walk(Value):
    """A position between a decision and its answer.

    `pending` is an f that waits for the digit of its fjord, `reason` explains why the last key
    did nothing.
    """

    context: DecisionContext
    fork: Fork
    cursor: int
    counts: tuple[int, ...] = ()
    trail: tuple[WalkStep, ...] = ()
    pending: str = ""
    reason: str = ""

    @property
    def branch(self) -> Branch:
        """The branch under the cursor."""
        return self.fork.branches[self.cursor]

    @property
    def can_undo(self) -> bool:
        """Whether there are choices that have not been sent yet."""
        return bool(self.trail)


def begin(context: DecisionContext) -> Walk:
    """Begin at the first question of a decision."""
    return _at(context, ())


def _at(context: DecisionContext, trail: tuple[WalkStep, ...]) -> Walk:
    """Continue at the next question after a trail."""
    fork = turn_fork if isinstance(context.decision, TurnDecision) else answer_fork
    here = fork(context, tuple(one.part for one in trail))
    counts = tuple(branch.item.count for branch in here.branches)
    return Walk(context, here, here.start, counts if here.spot is Spot.GROUP else (), trail)


def question(walk: Walk) -> Question:
    """Return the present question for the screen."""
    items = tuple(branch.item for branch in walk.fork.branches)
    if walk.counts:
        items = tuple(
            replace(item, count=count) for item, count in zip(items, walk.counts, strict=True)
        )
    return Question(
        walk.fork.spot,
        walk.fork.title,
        items,
        walk.cursor,
        tuple(one.label for one in walk.trail),
        walk.fork.note,
        walk.fork.final,
        walk.fork.brief,
    )


def press(walk: Walk, key: str) -> Walk | Take | None:
    """Follow a key to another position or the answer; None if the key means nothing here."""
    if walk.reason or walk.pending:
        plain = replace(walk, reason="", pending="")
        return _fjord(plain, key) if walk.pending else _press(plain, key)
    return _press(walk, key)


def _press(walk: Walk, key: str) -> Walk | Take | None:
    match key:
        case "enter":
            return _choose(walk)
        case "escape":
            return back(walk) if walk.trail else None
        case "up" | "down" | "left" | "right":
            return _move(walk, key)
        case "space" if walk.counts:
            most = walk.branch.item.most
            return _set_count(walk, 0 if walk.counts[walk.cursor] else most)
        case _:
            return _hotkey(walk, key)


def back(walk: Walk) -> Walk:
    """Go one question back, to the old position of the cursor; earlier choices stay."""
    if not walk.trail:
        return walk
    last = walk.trail[-1]
    return replace(_at(walk.context, walk.trail[:-1]), cursor=last.cursor, counts=last.counts)


def undo(walk: Walk) -> Walk:
    """Go back to the first question, as if no key had been pressed."""
    return begin(walk.context)


def _choose(walk: Walk) -> Walk | Take:
    leads = walk.branch.leads
    match leads:
        case Take():
            return leads
        case Go():
            return _onward(walk, leads.part, walk.branch.item.label)
        case Back():
            return back(walk)
        case Shut():
            return replace(walk, reason=walk.branch.item.why)
        case Adjust():
            return _group_done(walk)


def _onward(walk: Walk, part: Chosen, label: str) -> Walk:
    return _at(walk.context, (*walk.trail, WalkStep(part, label, walk.cursor, walk.counts)))


# ------------------------------------------------------------------ moving


def _move(walk: Walk, arrow: str) -> Walk:
    if walk.fork.spot is Spot.MAP:
        here = walk.branch.item.place
        assert here is not None
        return _to_place(walk, step(here, arrow, _offered(walk)))
    if arrow in ("left", "right"):
        if walk.counts:
            change = 1 if arrow == "right" else -1
            return _set_count(walk, walk.counts[walk.cursor] + change)
        if walk.fork.spot is not Spot.CONFIRM:
            return walk
    ahead = 1 if arrow in ("down", "right") else -1
    return replace(walk, cursor=(walk.cursor + ahead) % len(walk.fork.branches))


def _offered(walk: Walk) -> list[Place]:
    """List the places that may be chosen."""
    return [
        branch.item.place
        for branch in walk.fork.branches
        if branch.item.enabled and branch.item.place is not None
    ]


def move_by_rows(walk: Walk, arrow: str, rows: Sequence[Place]) -> Walk | None:
    """Move the cursor to the next row with a legal place; None if no place is asked for."""
    here = walk.branch.item.place
    if walk.fork.spot is not Spot.MAP or here is None or arrow not in ARROWS:
        return None
    return _to_place(
        replace(walk, reason="", pending=""), step_row(here, arrow, _offered(walk), rows)
    )


def _to_place(walk: Walk, place: Place) -> Walk:
    for index, branch in enumerate(walk.fork.branches):
        if branch.item.place == place:
            return replace(walk, cursor=index)
    return walk


# ------------------------------------------------------------------ hotkeys


def _hotkey(walk: Walk, key: str) -> Walk | Take | None:
    if walk.fork.spot is Spot.MAP:
        if key == _FJORD_KEY:
            return replace(walk, pending=key)
        if key in PLACE_OF_KEY:
            return _place_key(walk, PLACE_OF_KEY[key])
        return None
    if walk.counts and key.isdecimal():
        return _set_count(walk, int(key))
    for index, branch in enumerate(walk.fork.branches):
        if key and branch.item.key == key:
            return _pick(replace(walk, cursor=index))
    return None


def _fjord(walk: Walk, key: str) -> Walk | Take | None:
    place = PLACE_OF_KEY.get(_FJORD_KEY + key)
    return _press(walk, key) if place is None else _place_key(walk, place)


def _place_key(walk: Walk, place: Place) -> Walk:
    """Move the cursor to a place; one that is not in the list has a reason for that."""
    moved = _to_place(walk, place)
    item = moved.branch.item
    if item.place == place:
        return replace(moved, reason=item.why)
    gone = say("{place} is not among the answers.", place=place_title(place))
    return replace(walk, reason=dict(walk.fork.gone).get(place, gone))


def _pick(walk: Walk) -> Walk | Take:
    """Press the letter of an item: it chooses an action, a figure or the way back."""
    leads, item = walk.branch.leads, walk.branch.item
    if isinstance(leads, Back) or (isinstance(leads, Go) and item.is_chosen_by_key):
        return _choose(walk)
    return replace(walk, reason=item.why)


def hurried(before: Walk, after: Walk) -> Walk | Take:
    """Skip the confirmation for players who turned it off.

    A question with the cursor on No, because a mistake would hurt, is asked all the same.
    """
    arrived = after.fork.spot is Spot.CONFIRM and len(after.trail) > len(before.trail)
    leads = after.branch.leads
    return leads if isinstance(leads, Take) and arrived else after


# ------------------------------------------------------------------ groups


def _set_count(walk: Walk, number: int) -> Walk:
    others = sum(walk.counts) - walk.counts[walk.cursor]
    number = max(0, min(number, walk.branch.item.most, walk.fork.budget - others))
    counts = (*walk.counts[: walk.cursor], number, *walk.counts[walk.cursor + 1 :])
    return replace(walk, counts=counts)


def _group_done(walk: Walk) -> Walk:
    if not any(walk.counts) and not walk.fork.may_be_empty:
        return replace(walk, reason=say("Choose at least one figure."))
    return _onward(walk, group_at(walk), _group_label(walk))


def _group_label(walk: Walk) -> str:
    return ", ".join(
        f"{count} {branch.item.label}" if branch.item.most > 1 else branch.item.label
        for branch, count in zip(walk.fork.branches, walk.counts, strict=True)
        if count
    )


def group_at(walk: Walk) -> ChosenGroup:
    """Return the figures that are counted now."""
    groups: dict[Place, Figures] = {}
    for branch, count in zip(walk.fork.branches, walk.counts, strict=True):
        leads = branch.leads
        assert isinstance(leads, Adjust)
        for _ in range(count):
            groups[leads.place] = groups.get(leads.place, NOBODY).plus(single(leads.kind))
    return ChosenGroup(tuple(sorted(groups.items())))


def place_at(walk: Walk) -> Place | None:
    """Return the place under the cursor, else the last one chosen."""
    if walk.branch.item.place is not None:
        return walk.branch.item.place
    chosen = [one.part.place for one in walk.trail if isinstance(one.part, ChosenPlace)]
    return chosen[-1] if chosen else None
