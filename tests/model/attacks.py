"""A table without disorder, on which a liar tries one thing; honest persons answer at once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Final

from tests.model.charter import Step, Terms
from tests.model.clock import Clock
from tests.model.machine import Person
from tests.model.memory import Received
from tests.model.values import Answer, Closing, Freeze, Head, Message, Proposal
from tests.model.votes import Table
from tests.model.world import in_order

LIAR: Final = 0
Strategy = Callable[[Person, int], list[Received]]
"""Lies for a tick; the person is the liar's program, which knows everything and is honest."""


class Game:
    """Honest persons whose clocks find somebody late after so many ticks each."""

    def __init__(
        self, table: Table, *absent: int, limit: int = 10, silent: tuple[int, ...] = ()
    ) -> None:
        """Start; `absent` persons run no program, and `silent` signers answer nothing."""
        self.silent: Final = silent
        self.table: Final = table
        self.people: Final = {p: Person(table, p) for p in table.persons if p not in absent}
        self.clocks: Final = {p: Clock(person, limit) for p, person in self.people.items()}
        self.shadow: Final = Person(table, LIAR)
        self.ticks = 0

    def spread(self, *things: Received) -> None:
        """Give something to everybody, and all that is said because of it."""
        todo = list(things)
        while todo:
            thing = todo.pop(0)
            for person in (*self.people.values(), self.shadow):
                person.hear(thing)
            for person in self.people.values():
                todo += take(person)

    def tick(self) -> None:
        """Let everybody answer, and let five seconds pass."""
        self.ticks += 1
        for person in self.people.values():
            for signer in self.table.signers(person.me):
                if signer not in self.silent:
                    person.sign(signer, "a")
            self.clocks[person.me].tick(person)
            person.tick()
            self.spread(*take(person))
        known = {thing for p in self.people.values() for thing in p.memory.everything()}
        self.spread(*in_order(known))

    def play(self, strategy: Strategy, most: int = 400) -> None:
        """Tick until all are at the end."""
        while self.ticks < most and not self.is_over:
            self.spread(*strategy(self.shadow, self.ticks))
            self.shadow.out.clear()
            self.tick()

    @property
    def is_over(self) -> bool:
        """Whether all honest persons are at the end."""
        return all(person.is_over for person in self.people.values())

    @property
    def gone(self) -> set[int]:
        """Signers that are gone, for anybody."""
        return {s for person in self.people.values() for s in person.head.absences}

    @property
    def highest_view(self) -> int:
        """The highest view anybody has promised."""
        return max(person.promised for person in self.people.values())

    @property
    def is_genuine(self) -> bool:
        """Whether everybody has all answers of their past, and its steps closed as they must."""
        for person in self.people.values():
            for head in person.head.closings():
                closing = head.closing
                if closing and not set(closing.answers) <= person.memory.answers:
                    return False
                if closing and not closing.marks and not self.table.is_whole(head):
                    return False
        return True

    @property
    def ends(self) -> int:
        """The number of different ends honest persons have."""
        return len({person.head for person in self.people.values()})


def take(person: Person) -> list[Received]:
    """Return what a person has said since it was last asked."""
    said, person.out = person.out, []
    return said


def random_table(persons: int, steps: int = 12, terms: Terms = Terms.HALF) -> Table:
    """Return a table with a script by chance, the same each time."""
    chance = Random(1)
    everybody = tuple(range(persons))
    few = (
        tuple(sorted(chance.sample(everybody, chance.choice((1, 1, 2, persons)))))
        for _ in range(steps - 1)
    )
    return table_of(persons, *few, everybody, terms=terms)


def table_of(persons: int, *owers: tuple[int, ...], terms: Terms = Terms.HALF) -> Table:
    """Return a table of which each step is owed by the signers given."""
    return Table(persons, tuple(Step(signers) for signers in owers), terms)


# --- strategies ----------------------------------------------------------------------------------


def behave(liar: Person, tick: int) -> list[Received]:
    """Do as an honest person does."""
    del tick
    liar.sign(liar.me, "a")
    return take(liar)


def keep_silent(liar: Person, tick: int) -> list[Received]:
    """Say nothing."""
    del liar, tick
    return []


def freeze_far_away(liar: Person, tick: int) -> list[Received]:
    """Freeze once far above everybody, then keep silent."""
    return [_freeze(liar, 1000)] if tick == 0 else []


def pre_empt(liar: Person, tick: int) -> list[Received]:
    """Freeze for the next view it leads, every second tick, and propose nothing."""
    liar.sign(liar.me, "a")
    said = [thing for thing in take(liar) if isinstance(thing, Message)]
    view = _above(liar)
    while liar.table.leader(view) != liar.me:
        view += 1
    return [*said, _freeze(liar, view)] if tick % 2 == 0 else [*said]


def exhaust(liar: Person, tick: int) -> list[Received]:
    """Freeze in twenty views a tick."""
    liar.sign(liar.me, "a")
    said = [thing for thing in take(liar) if isinstance(thing, Message)]
    return [*said, *(_freeze(liar, 1 + tick * 100 + i) for i in range(20 if tick < 300 else 0))]


def make_a_scapegoat(liar: Person, tick: int) -> list[Received]:
    """Answer rarely, and say of an earlier step that all who answered it are late."""
    said: list[Received] = []
    if tick % 7 == 0:
        liar.sign(liar.me, "a")
        said += [thing for thing in take(liar) if isinstance(thing, Message)]
    at, table = liar.head.before or liar.head, liar.table
    if at.extends(table.start_of(liar.base)):
        late = tuple(s for s in table.owers(at) if s != liar.me)
        said.append(Freeze(_above(liar), liar.me, liar.base, None, at, (), late))
    return said


def forget_all(liar: Person, tick: int) -> list[Received]:
    """Sign, and freeze as if nothing had been signed."""
    late = tuple(s for s in liar.table.owers(liar.table.root) if s != liar.me)
    freeze = Freeze(tick // 3 + 1, liar.me, None, None, liar.table.root, (), late)
    return [*behave(liar, tick), freeze]


def name_what_nobody_has(liar: Person, tick: int) -> list[Received]:
    """Freeze with an answer that is nowhere; answer only to go on after it."""
    said = behave(liar, tick) if tick % 6 == 5 else []
    owers = liar.table.owers(liar.head)
    if owers:
        ghost = Answer(owers[0], liar.head, f"ghost {tick}")
        said.append(Freeze(_above(liar), liar.me, liar.base, None, liar.head, (ghost,)))
    return said


def claim_a_past(liar: Person, tick: int) -> list[Received]:
    """Keep silent, and freeze on a past in which the open step is closed without answers."""
    del tick
    past = Head(liar.head, Closing(()))
    return [] if liar.is_over else [Freeze(_above(liar), liar.me, liar.base, None, past)]


def frame_somebody(liar: Person, tick: int) -> list[Received]:
    """Freeze with two messages of somebody that contradict nothing."""
    said = behave(liar, tick)
    honest = sorted(m for s, ms in liar.memory.messages.items() if s != liar.me for m in ms)
    pairs = [(a, b) for a, b in pairwise(honest) if a.signer == b.signer]
    if pairs and not liar.is_over:
        view = _above(liar)
        held = liar.held()
        said.append(Freeze(view, liar.me, liar.base, None, liar.head, held, (), (pairs[0],)))
    return said


def propose_wrongly(liar: Person, tick: int) -> list[Received]:
    """Answer late, and propose in own views what does not follow."""
    said = behave(liar, tick) if tick % 15 == 14 else []
    view = _above(liar)
    if liar.table.leader(view) == liar.me:
        said += [_freeze(liar, view), Proposal(view, liar.me, (_freeze(liar, view),))]
    return said


def show_many_contents(liar: Person, tick: int) -> list[Received]:
    """Sign another content each tick."""
    if liar.me not in liar.table.owers(liar.head):
        return []
    return [Message(Answer(liar.me, liar.head, f"content {tick}"), liar.view)]


def return_all_the_time(liar: Person, tick: int) -> list[Received]:
    """Keep silent, but come back each time it was put away."""
    del tick
    liar.come_back()
    return take(liar)


def _above(liar: Person) -> int:
    freezes = liar.memory.freezes().values()
    return max((freeze.view for freeze in freezes), default=0) + 1


def _freeze(liar: Person, view: int) -> Freeze:
    return Freeze(view, liar.me, liar.base, None, liar.head, liar.held())


STRATEGIES: Final[tuple[Strategy, ...]] = (
    keep_silent,
    freeze_far_away,
    pre_empt,
    exhaust,
    make_a_scapegoat,
    forget_all,
    name_what_nobody_has,
    claim_a_past,
    frame_somebody,
    propose_wrongly,
    show_many_contents,
    return_all_the_time,
)
