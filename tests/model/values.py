"""The past of a table and the statements persons sign about it.

A value stands for signed bytes, its number for their digest: values of one number are the same.
Numbers in brackets, here and in the other modules, are those of the rules in README.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from typing import Final, NamedTuple

WRONG: Final = "wrong"
"""A body that fails a check of the message alone at its head."""


class Mark(StrEnum):
    """A reason why a signer is gone, as heads have it (6.10)."""

    AWAY = "away"
    CONTRADICTION = "away for a contradiction"
    FAULTY = "faulty"


@dataclass(frozen=True, eq=False)
class Value:
    """Something with a digest."""

    number: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Compute the number, from the fields and from the numbers of the values in them."""
        text = type(self).__name__ + repr([_plain(field) for field in vars(self).values()])
        number = int.from_bytes(blake2b(text.encode(), digest_size=7).digest())
        object.__setattr__(self, "number", number)

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Value) and self.number == other.number)

    def __lt__(self, other: Value) -> bool:
        return self.number < other.number


def _plain(part: object) -> object:
    """Return a field without the values in it: their numbers instead."""
    if isinstance(part, Value):
        return part.number
    return [_plain(inner) for inner in part] if isinstance(part, tuple) else str(part)


class Absence(NamedTuple):
    """The mark of a signer that is gone, and the head that put them away."""

    mark: Mark
    since: Head


@dataclass(frozen=True, eq=False)
class Closing(Value):
    """The end of a step: its answers, and the marks of those it puts away (none: by itself).

    `back` are signers that a view brings back, since nearly nobody else would be left (6.6).
    """

    answers: tuple[Answer, ...]
    marks: tuple[tuple[int, Mark], ...] = ()
    back: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Head(Value):
    """A past: a head and the closing of its step; at first neither. It depends on no view (6.1)."""

    before: Head | None = None
    closing: Closing | None = None

    @cached_property
    def step(self) -> int:
        """The number of the open step."""
        return self.before.step + 1 if self.before else 0

    @cached_property
    def absences(self) -> dict[int, Absence]:
        """Signers that are gone; a return ends an absence from the next step on (6.4)."""
        if self.before is None or self.closing is None:
            return {}
        gone = dict(self.before.absences)
        for answer in self.closing.answers:
            for slip in answer.returns:
                gone.pop(slip.signer, None)
        for signer in self.closing.back:
            gone.pop(signer, None)
        for signer, mark in self.closing.marks:
            gone[signer] = Absence(mark, self)
        return gone

    @cached_property
    def once_struck(self) -> frozenset[int]:
        """Signers that were away for a contradiction at some time."""
        if self.before is None or self.closing is None:
            return frozenset()
        struck = (signer for signer, mark in self.closing.marks if mark is Mark.CONTRADICTION)
        return self.before.once_struck.union(struck)

    def at(self, step: int) -> Head:
        """Return the part of this past up to a step."""
        head = self
        while head.before and head.step > step:
            head = head.before
        return head

    def extends(self, other: Head) -> bool:
        """Whether another past is the beginning of this one."""
        return self.step >= other.step and self.at(other.step) == other

    def closings(self) -> Iterator[Head]:
        """Yield this past and its beginnings, without that of all."""
        head = self
        while head.before:
            yield head
            head = head.before


@dataclass(frozen=True, eq=False)
class Return(Value):
    """A slip of somebody who is gone and comes back: the head that put them away (6.4)."""

    signer: int
    head: Head


@dataclass(frozen=True, eq=False)
class Answer(Value):
    """The content of a message without its view: heads and freezes name answers by it (6.1)."""

    signer: int
    head: Head
    body: str
    returns: tuple[Return, ...] = ()


@dataclass(frozen=True, eq=False)
class Message(Value):
    """An answer, signed in a view: it accepts everything in its head, in that view (6.1)."""

    answer: Answer
    view: int

    @property
    def signer(self) -> int:
        """The signer of the answer."""
        return self.answer.signer

    @property
    def head(self) -> Head:
        """The past the answer stands on."""
        return self.answer.head


@dataclass(frozen=True, eq=False)
class Freeze(Value):
    """ "I sign nothing any more in a view below this one", with all its signer stands on (6.2)."""

    view: int
    signer: int
    base: Proposal | None
    accepted: Proposal | None
    tip: Head
    held: tuple[Answer, ...] = ()
    late: tuple[int, ...] = ()
    faults: tuple[tuple[Statement, Statement], ...] = ()

    @cached_property
    def answers(self) -> frozenset[Answer]:
        """The answers named by the tip, back to the base, and those held."""
        named = set(self.held)
        for head in self.tip.closings():
            named.update(head.closing.answers if head.closing else ())
        return frozenset(named)


@dataclass(frozen=True, eq=False)
class Proposal(Value):
    """Freezes of one view, put together by its leader (6.3)."""

    view: int
    signer: int
    freezes: tuple[Freeze, ...]


@dataclass(frozen=True, eq=False)
class Acceptance(Value):
    """An acceptance of a proposal (6.4)."""

    view: int
    signer: int
    proposal: Proposal


Vote = Freeze | Proposal | Acceptance
Statement = Message | Vote


def view_of(base: Proposal | None) -> int:
    """Return the view a decision begins, 0 for none."""
    return base.view if base else 0
