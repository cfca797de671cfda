"""Seeded runs: `python -m tests.model.explore PERSONS LIARS FIRST LAST [TERMS [BOTS [SEEDS]]]`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import repeat
from typing import Final

from tests.model.charter import Terms
from tests.model.checks import (
    accused_of,
    conflicts,
    decisions,
    gone_honest,
    is_apart,
    is_short_of_voters,
    is_waiting_for_seeds,
    known_late,
    overfull,
    wrongly_away,
)
from tests.model.values import Mark
from tests.model.world import Setting, World

MODES: Final = ("silent", "lying", "clones")
HAPPENINGS: Final = 70


@dataclass
class Report:
    """Counts over many runs, and the seeds of those in which a property broke."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: list[tuple[str, int]] = field(default_factory=list)

    def fail(self, words: str, seed: int) -> None:
        """Note that a property broke."""
        self.broken.append((words, seed))

    def raise_to(self, words: str, number: int) -> None:
        """Note a highest number."""
        self.counts[words] = max(self.counts[words], number)


def run(seed: int, setting: Setting, report: Report, happenings: int = HAPPENINGS) -> World:
    """Run one world to its end and check it."""
    world = World(seed, setting)
    for _ in repeat(None, happenings):
        world.disturb()
    before = known_late(world)
    took = world.heal(MODES[seed % len(MODES)])
    everything = world.everything()
    guilty = accused_of(world.table, everything)
    decided = decisions(world.table, everything)
    counts = report.counts
    counts["runs"] += 1
    counts["decided in views"] += sum(one.view > 0 for one in decided)
    counts["liars proven"] += bool(guilty)
    if not guilty <= world.liars:
        report.fail("an honest person is accused", seed)
    if conflicts(decided):
        counts["forks"] += 1
        if not guilty & world.liars:
            report.fail("a fork proves nobody", seed)
    if wrongly_away(world, everything):
        report.fail("an honest person is put away by claims", seed)
    if gone_honest(world) - before:
        report.fail("an honest person is put away who could sign too late", seed)
    if overfull(world):
        report.fail("the memory has no bound", seed)
    _check_end(world, took, seed, report)
    return world


def _check_end(world: World, took: int | None, seed: int, report: Report) -> None:
    counts = report.counts
    if took is not None:
        report.raise_to("ticks to heal at most", took)
    elif is_waiting_for_seeds(world):
        counts["waits in the steps before the game"] += 1
    elif is_short_of_voters(world):
        counts["waits: too few honest voters left"] += 1
    else:
        report.fail("the table stands still", seed)
    if took is not None and is_apart(world):
        report.fail("pasts stay apart", seed)
    people = world.honest.values()
    report.raise_to("highest view", max((p.promised for p in people), default=0))
    report.raise_to(
        "votes kept of one", max(len(v) for p in people for v in p.memory.votes.values())
    )
    heads = {head for person in people for head in person.head.closings() if head.closing}
    marks = [m for h in heads for _, m in (h.closing.marks if h.closing else ())]
    counts["away"] += marks.count(Mark.AWAY)
    counts["away for a contradiction"] += marks.count(Mark.CONTRADICTION)
    counts["faulty"] += marks.count(Mark.FAULTY)
    slips = [s for h in heads if h.closing for a in h.closing.answers for s in a.returns]
    counts["returned"] += len(set(slips))


def explore(setting: Setting, seeds: Iterable[int], happenings: int = HAPPENINGS) -> Report:
    """Run the worlds of many seeds."""
    report = Report()
    for seed in seeds:
        run(seed, setting, report, happenings)
    return report


def main() -> None:
    """Run what the command line says, and print what was found."""
    persons, liars, first, last = map(int, sys.argv[1:5])
    terms = list(Terms)[int(sys.argv[5])] if len(sys.argv) > 5 else Terms.HALF
    bots = tuple(map(int, sys.argv[6].split(","))) if sys.argv[6:7] not in ([], ["-"]) else ()
    seeds = int(sys.argv[7]) if len(sys.argv) > 7 else 0
    setting = Setting(persons, liars, terms, bots, seeds=seeds)
    report = explore(setting, range(first, last))
    sys.stdout.write(f"{setting}\n  {dict(report.counts)}\n  broken: {report.broken[:12]}\n")
    for words, count in Counter(words for words, _ in report.broken).items():
        sys.stdout.write(f"  BROKEN {count} times: {words}\n")


if __name__ == "__main__":
    main()
