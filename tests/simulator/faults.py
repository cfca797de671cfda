"""The faults of a run: their rates and their count, all from one seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random


@dataclass(frozen=True)
class Faults:
    """Rates of one run. Times are virtual seconds; rates are chances per message, or per second."""

    delay: float = 0.05
    """Mean time a message takes."""
    work: float = 0.0
    """Mean time a proof takes; 0 if none takes any."""
    drop: float = 0.0
    """Chance that a message is lost on its way to a client; a relay that lies can do that."""
    repeat: float = 0.0
    reorder: float = 0.0
    """Chance that a message takes ten times as long, so that later ones overtake it."""
    cut: float = 0.0
    """Chance per second that the line of a machine breaks for a while."""
    part: float = 0.0
    """Chance per second that some machines are cut off together."""
    restart: float = 0.0
    """Chance per second that the relay restarts, empty."""
    crash: float = 0.0
    """Chance per second that a machine crashes."""
    crash_at_write: float = 0.0
    """Chance per write to a journal that the machine crashes in the middle of it."""
    full: float = 0.0
    """Chance per write to a journal that the disk takes nothing, or only a part."""
    backup: float = 0.0
    """Chance per restart after a crash that the journal is an older copy of itself."""
    flip: float = 0.0
    """Chance per restart after a crash that a byte of the journal has changed."""
    sleep: float = 0.0
    """Chance per second that a machine sleeps for minutes."""
    slow_reader: float = 0.0
    """Chance per second that a machine reads nothing for a while."""
    until: float = 600.0
    """Time at which the faults stop."""

    @property
    def is_calm(self) -> bool:
        """Whether nothing but delays ever happens."""
        return replace(self, delay=0.0, work=0.0, until=0.0) == Faults(delay=0.0, until=0.0)


def faults_of(seed: int) -> Faults:
    """Draw the faults of a seed: each kind occurs in about half of the runs."""
    chance = Random(f"faults {seed}")

    def some(most: float) -> float:
        return chance.random() * most if chance.random() < 0.5 else 0.0

    return Faults(
        delay=chance.choice((0.001, 0.05, 0.5)),
        drop=some(0.3),
        repeat=some(0.3),
        reorder=some(0.3),
        cut=some(0.02),
        part=some(0.01),
        restart=some(0.01),
        crash=some(0.1),
        crash_at_write=some(0.05),
        full=some(0.05),
        backup=some(1.0),
        flip=some(0.5),
        sleep=some(0.003),
        slow_reader=some(0.01),
        until=chance.choice((120.0, 600.0)),
        work=chance.choice((0.0, 0.0, 0.05, 1.0)),
    )


@dataclass
class Tally:
    """Counts of the faults that happened."""

    counts: Counter[str] = field(default_factory=Counter)

    def note(self, what: str) -> None:
        self.counts[what] += 1
