"""All worlds of a small table: every order and loss of statements, and a liar that signs anything.

`python -m tests.model.every_order MOST` explores each of the tables until so many worlds are seen.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from tests.model.charter import Step
from tests.model.checks import accused_of, conflicts, decisions
from tests.model.machine import Person
from tests.model.memory import Memory, Received
from tests.model.values import (
    Acceptance,
    Answer,
    Closing,
    Freeze,
    Head,
    Message,
    Proposal,
    Statement,
)
from tests.model.votes import Table

Key = tuple[object, ...]


class Deed(Enum):
    """Something a person or their clock does."""

    SIGN = "sign"
    FIND_LATE = "find late"
    TICK = "tick"


@dataclass(frozen=True)
class Small:
    """A small table: persons, one of them a liar or none, owers by step, and the highest view."""

    persons: int
    liar: int | None
    owers: tuple[tuple[int, ...], ...]
    views: int


TABLES: Final = (
    Small(2, None, ((0,), (0, 1)), 2),
    Small(3, None, ((0,), (0, 1, 2)), 1),
    Small(3, 1, ((0,), (0, 1, 2)), 1),
    Small(3, 1, ((1,), (0, 1, 2)), 1),
    Small(3, 2, ((2,), (0, 1, 2)), 2),
    Small(2, 1, ((0,), (0, 1)), 1),
    Small(4, 1, ((0,), (0, 1, 2, 3)), 1),
)


@dataclass
class Found:
    """Counts of worlds, and the first in which a property broke."""

    worlds: int = 0
    is_all: bool = False
    forks: int = 0
    broken: list[str] = field(default_factory=list)


def explore_all(small: Small, most: int) -> Found:
    """Explore the worlds of a small table, depth first, until all or `most` are seen."""
    table = Table(small.persons, tuple(map(Step, small.owers)))
    people = tuple(Person(table, p) for p in table.persons if p != small.liar)
    found = Found()
    todo: list[tuple[tuple[Person, ...], frozenset[Statement]]] = [(people, frozenset())]
    seen = {_key(people, frozenset())}
    while todo and len(seen) < most and not found.broken:
        people, said = todo.pop()
        for after, sent in _next_worlds(table, small, people, said):
            key = _key(after, sent)
            if key not in seen:
                seen.add(key)
                todo.append((after, sent))
                if sent != said:
                    _check(table, small, sent, found)
    found.worlds, found.is_all = len(seen), not todo
    return found


def _check(table: Table, small: Small, said: frozenset[Statement], found: Found) -> None:
    everything: set[Received] = set(said)
    guilty = accused_of(table, everything)
    if not guilty <= {small.liar}:
        found.broken.append(f"an honest person is accused: {sorted(said)}")
    if conflicts(decisions(table, everything)):
        found.forks += 1
        if not guilty:
            found.broken.append(f"a fork proves nobody: {sorted(said)}")


def _next_worlds(
    table: Table, small: Small, people: tuple[Person, ...], said: frozenset[Statement]
) -> Iterator[tuple[tuple[Person, ...], frozenset[Statement]]]:
    """Yield the worlds one event away."""
    sayable = sorted(said.union(_lies(table, small, said)))
    for at, person in enumerate(people):
        for what in (*sayable, *_deeds(person, small.views)):
            twin = _twin(person)
            match what:
                case Deed.SIGN:
                    twin.sign(twin.me, "a")
                case Deed.FIND_LATE:
                    twin.find_late()
                case Deed.TICK:
                    twin.tick()
                case Message() | Freeze() | Proposal() | Acceptance():
                    if what.signer == person.me or what in person.memory:
                        continue
                    twin.hear(what)
            if twin.promised <= small.views and _state(twin) != _state(person):
                sent = {thing for thing in twin.out if isinstance(thing, Statement)}
                heard = {what} if isinstance(what, Statement) else set()
                yield (*people[:at], twin, *people[at + 1 :]), said.union(sent, heard)


def _deeds(person: Person, views: int) -> Iterator[Deed]:
    """Yield the deeds of a person and its clock."""
    if not person.memory.contents(person.head, person.me):
        yield Deed.SIGN
    if person.promised < views:
        yield Deed.FIND_LATE
    if person.is_frozen and not person.waited:
        yield Deed.TICK


def _lies(table: Table, small: Small, said: frozenset[Statement]) -> set[Statement]:
    """Return statements the liar may sign, given what was said."""
    if small.liar is None:
        return set()
    messages = [thing for thing in said if isinstance(thing, Message)]
    heads = {table.root, *(message.head for message in messages)}
    for message in messages:
        if table.owers(message.head) == (message.signer,):
            heads.add(Head(message.head, Closing((message.answer,))))
    found: set[Statement] = set()
    for head in heads:
        if small.liar in table.owers(head):
            found.update(Message(Answer(small.liar, head, body), 0) for body in "ab")
        for view in range(1, small.views + 1):
            found.update(_freezes(table, small.liar, head, view, said))
    for view in range(1, small.views + 1):
        if table.leader(view) == small.liar:
            found.update(_proposals(small.liar, view, said | found))
    proposals = [x for x in said | found if isinstance(x, Proposal) and table.outcome(x)]
    return found.union(Acceptance(p.view, small.liar, p) for p in proposals)


def _freezes(
    table: Table, liar: int, head: Head, view: int, said: frozenset[Statement]
) -> Iterator[Freeze]:
    owers = table.owers(head)
    answers = {x.answer for x in said if isinstance(x, Message)}
    for held in ((), tuple(sorted(a for a in answers if a.head == head and a.signer in owers))):
        missing = set(owers) - {answer.signer for answer in held} - {liar}
        freeze = Freeze(view, liar, None, None, head, held, tuple(sorted(missing)))
        if table.is_certified(freeze):
            yield freeze
    for proposal in said:
        if isinstance(proposal, Proposal) and proposal.view < view and table.outcome(proposal):
            yield Freeze(view, liar, None, proposal, head)


def _proposals(liar: int, view: int, said: frozenset[Statement]) -> Iterator[Proposal]:
    freezes = sorted(x for x in said if isinstance(x, Freeze) and x.view == view)
    for mine in [freeze for freeze in freezes if freeze.signer == liar][:4]:
        for other in freezes:
            if other.signer != liar:
                yield Proposal(view, liar, tuple(sorted((mine, other), key=lambda f: f.signer)))


def _twin(person: Person) -> Person:
    """Return a copy of a person with nothing said yet."""
    twin = copy(person)
    for name, value in vars(person).items():
        twin.__dict__[name] = _copied(value)
    twin.out = []
    return twin


def _copied(value: object) -> object:
    match value:
        case Memory():
            memory = copy(value)
            memory.__dict__.update({name: _copied(part) for name, part in vars(value).items()})
            return memory
        case Counter():
            return Counter(value)
        case dict():
            return {key: _copied(part) for key, part in value.items()}
        case list() | set():
            return copy(value)
        case _:
            return value


def _state(person: Person) -> Key:
    known = frozenset(person.memory.everything())
    waiting = frozenset(person.memory.waiting.values())
    stance = (person.head, person.base, person.promised, person.accepted)
    return (*stance, frozenset(person.late), bool(person.waited), known, waiting)


def _key(people: tuple[Person, ...], said: frozenset[Statement]) -> Key:
    return (*(_state(person) for person in people), said)


def main() -> None:
    """Explore the tables, and print what was found."""
    for small in TABLES:
        found = explore_all(small, int(sys.argv[1]))
        sys.stdout.write(f"{small}: {found}\n")


if __name__ == "__main__":
    main()
