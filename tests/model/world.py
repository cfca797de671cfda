"""A hostile network: lost, late and reordered statements, cut lines, crashes, and liars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.model.charter import Step, Terms
from tests.model.clock import Clock
from tests.model.forgery import forged
from tests.model.machine import Person
from tests.model.memory import Received, named_by
from tests.model.stance import Entry
from tests.model.values import Acceptance, Freeze, Head, Message, Proposal, Return
from tests.model.votes import Table

LIMIT: Final = 4
"""Ticks after which a clock finds somebody late."""
END: Final = 6
"""Ticks for which the end is handed out: 30 seconds (6.12)."""


@dataclass(frozen=True)
class Setting:
    """The kind of a table: persons, the first of them liars, operators of bots, terms, steps."""

    persons: int
    liars: int = 0
    terms: Terms = Terms.HALF
    operators: tuple[int, ...] = ()
    steps: int = 3
    seeds: int = 0
    """Steps of SIGN, COMMIT and REVEAL at the beginning."""
    silent: tuple[int, ...] = ()
    """Bots of honest persons that never answer."""


def script_of(setting: Setting, chance: Random) -> tuple[Step, ...]:
    """Return a random script in which everybody owes the last step, RESULT."""
    everybody = tuple(range(setting.persons + len(setting.operators)))
    seeds = [Step(everybody, is_seed=True)] * setting.seeds
    few = [
        Step(tuple(sorted(chance.sample(everybody, chance.choice((1, 1, 2, len(everybody)))))))
        for _ in range(setting.steps - 1)
    ]
    return (*seeds, *few, Step(everybody))


class World:
    """A table of honest persons and liars.

    A liar is two honest programs that are told different things and forget at will, and forgeries.
    """

    def __init__(self, seed: int, setting: Setting) -> None:
        self.chance: Final = Random(seed)
        self.setting: Final = setting
        script = script_of(setting, self.chance)
        self.table: Final = Table(setting.persons, script, setting.terms, setting.operators)
        self.liars: Final = frozenset(range(setting.liars))
        self.honest = {p: Person(self.table, p) for p in self.table.persons if p not in self.liars}
        self.clones = {liar: [Person(self.table, liar) for _ in range(2)] for liar in self.liars}
        self.sent: dict[Received, None] = {}
        self.sides = [set(self.table.persons)]
        self._deeds: Final = (
            self._deliver,
            self._answer,
            self._find_late,
            Person.tick,
            Person.come_back,
            self.crash,
            self._forget,
            self._forge,
        )
        self._weights: Final = (54, 18, 8, 10, 1, 3, 2, 4)

    def people(self) -> list[Person]:
        """Return all programs, those of liars last."""
        return [*self.honest.values(), *(one for both in self.clones.values() for one in both)]

    def collect(self) -> None:
        """Take over what was said."""
        for person in self.people():
            self.sent.update(dict.fromkeys(person.out))
            person.out = []

    def everything(self) -> set[Received]:
        """Return all that was ever said or is kept, with what it contains."""
        found = set(self.sent)
        for person in self.honest.values():
            found.update(person.memory.everything())
        for one in tuple(found):
            if isinstance(one, Freeze | Proposal | Acceptance):
                for vote in named_by([one]):
                    found.add(vote)
                    if isinstance(vote, Freeze):
                        found.update(statement for pair in vote.faults for statement in pair)
        return found

    # --- disorder --------------------------------------------------------------------------------

    def disturb(self) -> None:
        """Let something happen by chance."""
        chance = self.chance
        person = chance.choice(self.people())
        (deed,) = chance.choices(self._deeds, self._weights)
        deed(person)
        if chance.random() < 0.02:
            self._cut()
        self.collect()

    def _deliver(self, person: Person) -> None:
        if self.sent:
            thing = self.chance.choice(list(self.sent))
            if person.me in self.liars or self._reaches(person, thing):
                person.hear(thing)

    def _find_late(self, person: Person) -> None:
        if person.me in self.liars or person.may_find_late() or person.late:
            person.find_late()

    def _answer(self, person: Person) -> None:
        is_liar = person.me in self.liars
        for signer in set(self.table.signers(person.me)).difference(self.setting.silent):
            person.sign(signer, self.chance.choice("ab") if is_liar else "a")

    def _reaches(self, person: Person, thing: Received) -> bool:
        """Whether a statement can get to a person, from its author or from somebody who has it."""
        author = self.table.person_of[thing.signer]
        side = next(side for side in self.sides if person.me in side)
        near = (other for other in self.honest.values() if other.me in side)
        return author in side or any(thing in other.memory for other in near)

    def _cut(self) -> None:
        """Cut the network in two, with the liars on both sides, or mend it."""
        if self.chance.random() < 0.4:
            self.sides = [set(self.table.persons)]
            return
        self.sides = [set(self.liars), set(self.liars)]
        for person in self.honest:
            self.chance.choice(self.sides).add(person)

    def _forget(self, person: Person) -> None:
        """Start a liar's program again, with half of what others said and nothing of its own."""
        if not self.liars:
            return
        liar = person.me if person.me in self.liars else self.chance.choice(sorted(self.liars))
        fresh = Person(self.table, liar)
        own = self.table.signers(liar)
        fresh.hear(*(x for x in self.sent if x.signer not in own and self.chance.random() < 0.5))
        self.clones[liar][self.chance.randrange(2)] = fresh

    def _forge(self, _: Person) -> None:
        lie = forged(self, self.chance.choice(sorted(self.liars))) if self.liars else None
        if lie is not None:
            self.sent[lie] = None

    def crash(self, person: Person) -> None:
        """Start an honest program again with its disk: its journal and what that rests on."""
        if person.me in self.liars:
            return
        rest = needed_by(person, person.journal)
        kept = [x for x in person.memory.everything() if x in rest or self.chance.random() < 0.6]
        again = Person(self.table, person.me)
        again.recall(person.journal, kept)
        self.honest[person.me] = again

    # --- healing ---------------------------------------------------------------------------------

    def heal(self, mode: str, rounds: int = 120) -> int | None:
        """Mend the network; return after how many ticks all honest persons are at the end, or None.

        Liars are then `silent`, honest `clones`, or `lying` on.
        """
        self.sides = [set(self.table.persons)]
        clocks = {p: Clock(person, LIMIT) for p, person in self.honest.items()}
        ended = dict.fromkeys(self.honest, 0)
        for tick in range(rounds):
            if all(person.is_over for person in self.honest.values()):
                return tick
            self._lie(mode)
            self._exchange(mode)
            for person in self.honest.values():
                self._attend(person, clocks[person.me])
                ended[person.me] = ended[person.me] + 1 if person.is_over else 0
                if ended[person.me] > END:
                    person.leave()
            self.collect()
        return None

    def _lie(self, mode: str) -> None:
        if mode == "lying":
            for liar in sorted(self.liars):
                lies = (forged(self, liar), forged(self, liar))
                self.sent.update(dict.fromkeys(lie for lie in lies if lie is not None))
        if mode != "silent":
            for clones in self.clones.values():
                for person in clones:
                    person.come_back()
                    self._answer(person)
                    person.tick()
        self.collect()

    def _exchange(self, mode: str) -> None:
        """Give everything the honest have to everybody, and half of what liars said, if any."""
        heard = {thing for person in self.honest.values() for thing in person.memory.everything()}
        for thing in self.sent:
            is_honest = self.table.person_of[thing.signer] in self.honest
            if is_honest or (mode != "silent" and self.chance.random() < 0.5):
                heard.add(thing)
        for person in self.people() if mode != "silent" else self.honest.values():
            person.hear(*in_order(heard))

    def _attend(self, person: Person, clock: Clock) -> None:
        """Let an honest owner answer, and a clock of `LIMIT` ticks find others late."""
        person.come_back()
        self._answer(person)
        clock.tick(person)
        person.tick()


def in_order(heard: set[Received]) -> list[Received]:
    """Return statements so that what they name comes first."""
    return sorted(heard, key=_rank)


def _rank(thing: Received) -> tuple[int, int, int]:
    match thing:
        case Message():
            return 0, 0, thing.number
        case Return():
            return 0, 1, thing.number
        case Freeze():
            return thing.view, 2, thing.number
        case Proposal():
            return thing.view, 3, thing.number
        case Acceptance():
            return thing.view, 4, thing.number


def needed_by(person: Person, journal: list[Entry]) -> set[Received]:
    """Return what the statements of a journal rest on: it is on the disk before them (6.8 f)."""
    return set(_needed_by(person, journal))


def _needed_by(person: Person, journal: list[Entry]) -> Iterator[Received]:
    heads: set[Head] = set()
    votes = named_by(
        v for e in journal for v in (e.base, e.statement) if v and not isinstance(v, Message)
    )
    for entry in journal:
        heads.update(entry.head.closings())
    answers = {a for head in heads if head.closing for a in head.closing.answers}
    answers |= {a for vote in votes if isinstance(vote, Freeze) for a in vote.answers}
    for thing in person.memory.everything():
        match thing:
            case Message():
                if thing.answer in answers:
                    yield thing
            case Acceptance():
                if thing in votes or thing.proposal in votes:
                    yield thing
            case Freeze() | Proposal():
                if thing in votes:
                    yield thing
            case Return():
                yield thing
