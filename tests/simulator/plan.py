"""The plan of a run: players, rules, faults and cheaters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from engine import values
from engine.state import Options, Rulings
from engine.terms import OdinsChosen, RageReturn, ThorsChosen
from protocol.charter import NO_CLOCK, Clock, ClockKind
from tests.simulator.cheats import PROVABLE, TRICKS, WITHHOLDING, Cheat, Cheater
from tests.simulator.faults import Faults, faults_of
from tests.simulator.jury import Charge
from tests.simulator.lies import ForgerOf
from tests.simulator.plots import PLOTS, WITHOUT_SILENCE
from tests.simulator.view_forger import ViewForger

HURRY = Clock(ClockKind.HARD, 60, 60)
"""A hard clock: a seat that is silent for a minute beyond its limit is excluded."""
_PAIR = 2
_TWO_CHEAT = 5
_LIES = 0.5
_VOTES_TWICE = 0.3
_IN_CONCERT = 0.5
_WITHOUT_FAULTS = 0.5
_LINGER = 60.0
_CALM = 300.0
"""Seconds in which somebody cheats and there are no other faults."""
_IN_CONCERT = 2
_LONG = 20_000
"""Seconds in which cards are kept back in concert: to the last battles."""


@dataclass(frozen=True)
class Gang:
    """Persons whose votes lie, in concert, by one plot of `PLOTS`."""

    persons: tuple[int, ...]
    plot: str


@dataclass(frozen=True)
class Plan:
    """One run.

    Attributes:
        think: the mean time in seconds in which a person answers.
        gangs: the persons whose votes lie.
        forger: the forger of their slips, for the agreement that the program has.
        linger: seconds for which people look at the end.
        charges: the charges that end the run; others are counted.
        cut: the number of steps after the beginning of the lies at which the run ends, 0 for whole
            games. A run that is cut leaves out later Ages, the end of the game, and healing later
            than that; plots about the end are never cut.
    """

    seed: int
    persons: int = 2
    bots: int = 0
    options: Options = field(default_factory=lambda: Options(Rulings(draft=False)))
    faults: Faults = field(default_factory=Faults)
    cheats: Mapping[int, Cheat] = field(default_factory=dict)
    think: float = 2.0
    clock: Clock = NO_CLOCK
    gangs: tuple[Gang, ...] = ()
    forger: ForgerOf = ViewForger
    linger: float = 0.0
    charges: frozenset[Charge] = frozenset(Charge)
    cut: int = 0


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


def with_boxes(plan: Plan) -> Plan:
    """Return a plan with Gods of Asgard and Mystics of Midgard, and rulings of its seed."""
    chance = Random(f"boxes {plan.seed}")
    rulings = values.replace(
        plan.options.rulings,
        odins_chosen=chance.choice(list(OdinsChosen)),
        thors_chosen=chance.choice(list(ThorsChosen)),
    )
    options = values.replace(plan.options, rulings=rulings, gods=True, mystics=True)
    return replace(plan, options=options)


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


def withholding_plan_of(seed: int) -> Plan:
    """Plan the run of a seed in which persons keep back what they should show or open.

    In every third game two of five do in concert: one shows no card, and one does not open it. A
    person alone never owes shares of a sealed card, since its own is the one that stays shut.
    """
    plan = cheating_plan_of(seed)
    chance = Random(f"withholds {seed}")
    if seed % 3 == _IN_CONCERT:
        two = chance.sample(range(5), 2)
        tricks = dict(zip(two, (WITHHOLDING[:1], WITHHOLDING[2:]), strict=True))
        often, plan = 1.0, replace(plan, persons=5, faults=Faults(until=_LONG))
    else:
        tricks = dict.fromkeys(plan.cheats, WITHHOLDING)
        often = chance.choice((0.2, 0.6))
    cheats = {one: Cheater(tricks[one], often, Random(seed + one)) for one in tricks}
    return replace(plan, cheats=cheats)


def lying_plan_of(seed: int, liars: int = 1, plot: str = "") -> Plan:
    """Plan the run of a seed in which the votes of one seat, or of two of five, lie.

    Two lie by one plot in concert, or each by its own. In half of the runs a network without faults
    lets everything be blamed on them. Without a clock nobody is ever put away for silence, so the
    liars of such a table have a plot that answers. No honest disk forgets what it has signed:
    together with a liar, that may be more than half of a table.
    """
    chance = Random(f"liars {seed}")
    plan = plan_of(seed)
    persons = _TWO_CHEAT if liars == _PAIR else chance.choice((3, 3, 4, 5))
    names = sorted(PLOTS)
    plots = [plot or chance.choice(names) for _ in range(liars)]
    who = chance.sample(range(persons), liars)
    if liars == _PAIR and chance.random() < _IN_CONCERT:
        gangs = [Gang(tuple(sorted(who)), plots[0])]
    else:
        gangs = [Gang((one,), name) for one, name in zip(who, plots, strict=True)]
    is_calm = chance.random() < _WITHOUT_FAULTS
    calm = Faults(delay=chance.choice((0.001, 0.05, 0.5)), until=0)
    faults = calm if is_calm else replace(plan.faults, backup=0.0, flip=0.0)
    answers = all(gang.plot in WITHOUT_SILENCE for gang in gangs)
    clock = chance.choice((HURRY, HURRY, NO_CLOCK)) if answers else HURRY
    return replace(
        plan,
        persons=persons,
        bots=0,
        faults=faults,
        clock=clock,
        gangs=tuple(gangs),
        linger=_LINGER,
    )
