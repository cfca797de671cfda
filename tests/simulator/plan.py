"""What a run is about: who plays, by which rules, what goes wrong, and who cheats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from engine.state import Options, Rulings
from engine.terms import RageReturn
from tests.simulator.cheats import Cheat
from tests.simulator.faults import Faults, faults_of


@dataclass(frozen=True)
class Plan:
    """One run. `think` is the mean time in seconds in which a person answers."""

    seed: int
    persons: int = 2
    bots: int = 0
    options: Options = field(default_factory=lambda: Options(Rulings(draft=False)))
    faults: Faults = field(default_factory=Faults)
    cheats: Mapping[int, Cheat] = field(default_factory=dict)
    think: float = 2.0


def plan_of(seed: int) -> Plan:
    """The run of a seed, everybody honest."""
    chance = Random(f"plan {seed}")
    persons = chance.choice((2, 2, 3, 3, 4, 5))
    bots = chance.choice((0, 0, 1)) if persons < 5 else 0
    rulings = Rulings(
        draft=chance.random() < 0.5,
        prowess_before_trickery=chance.random() < 0.5,
        rage_return=chance.choice(list(RageReturn)),
        leader_strength=chance.choice((2, 3)),
        ship_strength=chance.choice((2, 3)),
    )
    options = Options(rulings, kickstarter=chance.random() < 0.3)
    return Plan(seed, persons, bots, options, faults_of(seed))
