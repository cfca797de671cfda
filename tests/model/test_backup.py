"""An old backup: the journal of an honest seat has lost its end (6.8 e, 6.10)."""

from __future__ import annotations

from collections import Counter
from itertools import repeat

import pytest

from tests.model.checks import accused_of, conflicts, decisions
from tests.model.contradictions import Rule
from tests.model.machine import Person
from tests.model.values import Mark
from tests.model.world import Setting, World, in_order


class BackupWorld(World):
    """A world in which one seat goes on once from an old copy, and is told what others have."""

    restored: int | None = None

    def crash(self, person: Person) -> None:
        """Start again; at the first time perhaps without the end of the journal."""
        if self.restored is not None or self.chance.random() < 0.5:
            super().crash(person)
            return
        kept = person.journal[: self.chance.randrange(len(person.journal) + 1)]
        again = Person(self.table, person.me)
        own = self.table.signers(person.me)
        again.recall(kept, [x for x in person.memory.everything() if x.signer not in own])
        for other in self.honest.values():
            if other.me != person.me:
                again.hear(*in_order(set(other.memory.everything())))
        again.out.clear()
        self.honest[person.me] = again
        self.restored = person.me


def run(seed: int, persons: int, counts: Counter[str]) -> None:
    """Run a world with one restored backup, and check it."""
    world = BackupWorld(seed, Setting(persons))
    for _ in repeat(None, 70):
        world.disturb()
    took = world.heal("silent")
    everything = world.everything()
    guilty = accused_of(world.table, everything)
    assert guilty <= {world.restored}
    assert guilty or not conflicts(decisions(world.table, everything))
    counts["runs"] += 1
    counts["restored"] += world.restored is not None
    counts["looks like a liar"] += bool(guilty)
    counts["not at the end"] += took is None
    rules = {rule for p in world.honest.values() for rule in _rules(p, world.restored)}
    marks = [a.mark for p in world.honest.values() for a in p.head.absences.values()]
    counts["faulty"] += Mark.FAULTY in marks
    assert Mark.FAULTY not in marks or rules & {Rule.C1, Rule.C6}


def _rules(person: Person, restored: int | None) -> set[Rule | None]:
    pairs = person.memory.proofs.get(-1 if restored is None else restored, [])
    return {person.table.contradiction(*pair) for pair in pairs}


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_an_old_backup_accuses_nobody_else_and_costs_an_absence_at_most(persons: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(20):
        run(seed, persons, counts)
    assert counts["restored"]


@pytest.mark.soak
@pytest.mark.parametrize("persons", [3, 4, 5])
def test_old_backups_at_length(persons: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(1000, 2000):
        run(seed, persons, counts)
    assert counts["looks like a liar"]
