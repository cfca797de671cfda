"""The walk through the questions of one decision: keys in, the next position or an answer out.

One grammar, two speeds: arrows move the cursor and Enter chooses; the key of an item does the
same at once, except that an item which is an answer itself is taken by Enter only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from client.prompts.forks import fork
from client.prompts.nodes import (
    Adjust,
    Back,
    Branch,
    Chosen,
    ChosenGroup,
    ChosenPlace,
    Deciding,
    Fork,
    Go,
    Shut,
    Take,
)
from client.prompts.spatial import ARROWS, PLACE_OF_KEY, step, step_row
from client.ui.view import Item, Question, Spot
from engine.figures import NOBODY, Figures, single
from engine.terms import Place

_FJORD_KEY: Final = "f"


@dataclass(frozen=True, slots=True)
class WalkStep:
    """A question answered: what was chosen, how it is called, and where the cursor stood."""

    part: Chosen
    label: str
    cursor: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """Where somebody stands between a decision and its answer.

    `pending` is an f that waits for the digit of its fjord, `told` why the last key did nothing.
    """

    asked: Deciding
    fork: Fork
    cursor: int
    counts: tuple[int, ...] = ()
    trail: tuple[WalkStep, ...] = ()
    pending: str = ""
    told: str = ""

    @property
    def branch(self) -> Branch:
        """What the cursor is on."""
        return self.fork.branches[self.cursor]

    @property
    def can_undo(self) -> bool:
        """Whether something was chosen that has not been sent yet."""
        return bool(self.trail)


def begin(asked: Deciding) -> Walk:
    """Stand at the first question of a decision."""
    return _at(asked, ())


def _at(asked: Deciding, trail: tuple[WalkStep, ...]) -> Walk:
    here = fork(asked, tuple(one.part for one in trail))
    counts = tuple(branch.item.count for branch in here.branches)
    return Walk(asked, here, here.start, counts if here.spot is Spot.GROUP else (), trail)


def question(walk: Walk) -> Question:
    """What is asked now, as a screen shows it."""
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
    )


def press(walk: Walk, key: str) -> Walk | Take | None:
    """What a key leads to: another position, the answer, or None where it means nothing here."""
    if walk.told or walk.pending:
        plain = replace(walk, told="", pending="")
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
            return _toggle(walk)
        case _:
            return _hotkey(walk, key)


def back(walk: Walk) -> Walk:
    """One question back, to where the cursor stood; what was chosen before stays."""
    if not walk.trail:
        return walk
    last = walk.trail[-1]
    return replace(_at(walk.asked, walk.trail[:-1]), cursor=last.cursor, counts=last.counts)


def undo(walk: Walk) -> Walk:
    """Back to the first question, as if no key had been pressed."""
    return begin(walk.asked)


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
            return replace(walk, told=walk.branch.item.why)
        case Adjust():
            return _group_done(walk)


def _onward(walk: Walk, part: Chosen, label: str) -> Walk:
    return _at(walk.asked, (*walk.trail, WalkStep(part, label, walk.cursor, walk.counts)))


# ------------------------------------------------------------------ moving


def _move(walk: Walk, arrow: str) -> Walk:
    if walk.fork.spot is Spot.MAP:
        return _move_on_map(walk, arrow)
    if arrow in ("left", "right"):
        if walk.counts:
            return _count(walk, 1 if arrow == "right" else -1)
        if walk.fork.spot is not Spot.CONFIRM:
            return walk
    ahead = 1 if arrow in ("down", "right") else -1
    return replace(walk, cursor=(walk.cursor + ahead) % len(walk.fork.branches))


def _move_on_map(walk: Walk, arrow: str) -> Walk:
    here = walk.branch.item.place
    assert here is not None
    return _to_place(walk, step(here, arrow, _offered(walk)))


def _offered(walk: Walk) -> list[Place]:
    """The places that may be chosen."""
    return [
        branch.item.place
        for branch in walk.fork.branches
        if branch.item.enabled and branch.item.place is not None
    ]


def move_by_rows(walk: Walk, arrow: str, rows: Sequence[Place]) -> Walk | None:
    """The cursor in the next row with a place that may be chosen; None where none is asked for."""
    here = walk.branch.item.place
    if walk.fork.spot is not Spot.MAP or here is None or arrow not in ARROWS:
        return None
    return _to_place(
        replace(walk, told="", pending=""), step_row(here, arrow, _offered(walk), rows)
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


def _place_key(walk: Walk, place: Place) -> Walk | Take:
    moved = _to_place(walk, place)
    item = moved.branch.item
    if item.place != place:
        return walk
    return _pick(moved) if item.enabled else replace(walk, told=item.why)


def _pick(walk: Walk) -> Walk | Take:
    """The key of an item: as Enter on it, but an answer itself waits for Enter."""
    return _choose(walk) if isinstance(walk.branch.leads, Go | Back) else _told(walk)


def _told(walk: Walk) -> Walk:
    return replace(walk, told=walk.branch.item.why)


def hurried(before: Walk, after: Walk, key: str) -> Walk | Take:
    """For who is asked nothing twice: an answer picked by its key, or what only wants a yes.

    Where the cursor stands on No, because going on by mistake would hurt, it is asked all the same.
    """
    arrived = after.fork.spot is Spot.CONFIRM and len(after.trail) > len(before.trail)
    picked = bool(key) and after.branch.item.key == key and after.fork is before.fork
    leads = after.branch.leads
    return leads if isinstance(leads, Take) and (arrived or picked) else after


# ------------------------------------------------------------------ groups


def _count(walk: Walk, change: int) -> Walk:
    return _set_count(walk, walk.counts[walk.cursor] + change)


def _toggle(walk: Walk) -> Walk:
    return _set_count(walk, 0 if walk.counts[walk.cursor] else walk.branch.item.most)


def _set_count(walk: Walk, number: int) -> Walk:
    others = sum(walk.counts) - walk.counts[walk.cursor]
    number = max(0, min(number, walk.branch.item.most, walk.fork.budget - others))
    counts = (*walk.counts[: walk.cursor], number, *walk.counts[walk.cursor + 1 :])
    return replace(walk, counts=counts)


def _group_done(walk: Walk) -> Walk:
    if not any(walk.counts) and not walk.fork.may_be_empty:
        return replace(walk, told=walk.fork.note)
    return _onward(walk, ChosenGroup(_chosen(walk)), _group_label(walk))


def _group_label(walk: Walk) -> str:
    return ", ".join(
        f"{count} {branch.item.label}" if branch.item.most > 1 else branch.item.label
        for branch, count in zip(walk.fork.branches, walk.counts, strict=True)
        if count
    )


def _chosen(walk: Walk) -> tuple[tuple[Place, Figures], ...]:
    groups: dict[Place, Figures] = {}
    for branch, count in zip(walk.fork.branches, walk.counts, strict=True):
        leads = branch.leads
        assert isinstance(leads, Adjust)
        for _ in range(count):
            groups[leads.place] = groups.get(leads.place, NOBODY).plus(single(leads.kind))
    return tuple(sorted(groups.items()))


def current(walk: Walk) -> Item:
    """The item under the cursor."""
    return walk.branch.item


def place_at(walk: Walk) -> Place | None:
    """The place the walk is about: under the cursor, else the last one chosen."""
    if walk.branch.item.place is not None:
        return walk.branch.item.place
    chosen = [one.part.place for one in walk.trail if isinstance(one.part, ChosenPlace)]
    return chosen[-1] if chosen else None
