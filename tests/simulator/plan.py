"""The plan of a run: players, rules, faults and cheaters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from engine.state import Options, Rulings
from engine.terms import RageReturn
from protocol.charter import NO_CLOCK, Clock, ClockKind
from tests.simulator.cheats import PROVABLE, TRICKS, Cheat, Cheater
from tests.simulator.faults import Faults, faults_of

HURRY = Clock(ClockKind.HARD, 60, 60)
"""A hard clock: a seat that is silent for a minute beyond its limit is excluded."""
_PAIR = 2
_TWO_CHEAT = 5
_LIES = 0.5
_VOTES_TWICE = 0.3
_CALM = 300.0
"""Seconds in which somebody cheats and there are no other faults."""


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
    clock: Clock = NO_CLOCK


def plan_of(seed: int) -> Plan:
    """Plan the run of a seed with honest seats."""
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
    clock = chance.choice((NO_CLOCK, NO_CLOCK, HURRY)) if persons > _PAIR else NO_CLOCK
    return Plan(seed, persons, bots, options, faults_of(seed), clock=clock)


def cheating_plan_of(seed: int) -> Plan:
    """Plan the run of a seed in which less than half of the persons cheat and get excluded."""
    chance = Random(f"cheats {seed}")
    plan = plan_of(seed)
    persons = chance.choice((3, 3, 4, 5))
    count = 1 if persons < _TWO_CHEAT else chance.choice((1, 2))
    faults = chance.choice((plan.faults, Faults(until=_CALM)))
    cheats: dict[int, Cheat] = {
        person: Cheater(
            chance.choice((PROVABLE, TRICKS)),
            chance.choice((0.1, 0.3)),
            Random(seed + person),
            chance.random() < _LIES,
            chance.random() < _VOTES_TWICE,
        )
        for person in chance.sample(range(persons), count)
    }
    return replace(plan, persons=persons, bots=0, faults=faults, cheats=cheats, clock=HURRY)
