"""The program does in every world as the model does; the model is the specification."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest

from tests.model import (
    test_attacks,
    test_backup,
    test_certified,
    test_person,
    test_rules,
    test_silence,
)
from tests.model.attacks import LIAR, STRATEGIES, Game, Strategy, exhaust, random_table
from tests.model.charter import Terms
from tests.model.explore import Report, run
from tests.model.test_explore import ONCE_BROKEN, SETTINGS
from tests.model.world import Setting
from tests.protocol.agreement.views.lockstep import beside_the_model, tables_beside_the_model


def explore(setting: Setting, seeds: range, happenings: int = 70) -> None:
    """Run worlds of the model, each person with a voter beside it."""
    for seed in seeds:
        with beside_the_model():
            run(seed, setting, Report(), happenings)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_voters_do_as_the_model_in_random_worlds(setting: Setting) -> None:
    explore(setting, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_voters_do_as_the_model_in_more_random_worlds(setting: Setting) -> None:
    explore(setting, range(1, 20))


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "seed", "happenings"), ONCE_BROKEN)
def test_voters_do_as_the_model_in_worlds_once_broken(
    setting: Setting, seed: int, happenings: int
) -> None:
    explore(setting, range(seed, seed + 1), happenings)


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_voters_do_as_the_model_in_a_thousand_random_worlds(setting: Setting) -> None:
    explore(setting, range(1000, 1800))
    explore(setting, range(1800, 2000), 200)


def attack(strategy: Strategy, persons: int) -> None:
    """Play an attack of the model, each person with a voter beside it."""
    with beside_the_model():
        Game(random_table(persons), LIAR).play(strategy, most=100)


@pytest.mark.parametrize(
    "strategy", [s for s in STRATEGIES if s is not exhaust], ids=lambda strategy: strategy.__name__
)
def test_voters_do_as_the_model_under_an_attack(strategy: Strategy) -> None:
    attack(strategy, 3)


@pytest.mark.slow
@pytest.mark.parametrize("persons", [3, 4, 5])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: strategy.__name__)
def test_voters_do_as_the_model_under_an_attack_on_more(strategy: Strategy, persons: int) -> None:
    attack(strategy, persons)


def again(module: ModuleType) -> ModuleType:
    """Return a module of tests of the model that uses the names that stand there now."""
    assert module.__file__
    spec = spec_from_file_location(f"{module.__name__}_again", module.__file__)
    assert spec
    assert spec.loader
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


SLOW = "test_a_seat_whose_clock_never_runs_out_costs_a_view_for_each_pause"


def cases_of(module: ModuleType) -> Iterator[tuple[ModuleType, str]]:
    """Yield the tests of a module that take no arguments."""
    for name, test in vars(module).items():
        if name.startswith("test_") and not inspect.signature(test).parameters and name != SLOW:
            yield module, name


def play(module: ModuleType, name: str) -> None:
    """Run a test of the model, with the program beside each person and table."""
    with tables_beside_the_model():
        getattr(again(module), name)()


@pytest.mark.parametrize(
    ("module", "name"),
    [
        *cases_of(test_attacks),
        *cases_of(test_certified),
        *cases_of(test_person),
        *cases_of(test_rules),
        *cases_of(test_silence),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_the_program_does_as_the_model_in_its_tests(module: ModuleType, name: str) -> None:
    play(module, name)


@pytest.mark.parametrize(("persons", "terms"), test_silence.TABLES)
@pytest.mark.parametrize("ticks", [0, 1])
def test_the_program_does_as_the_model_with_a_silent_seat(
    persons: int, terms: Terms, ticks: int
) -> None:
    with tables_beside_the_model():
        module = again(test_silence)
        module.test_each_person_counts_at_once_though_they_speak_up_seconds_apart(
            persons, terms, ticks
        )


@pytest.mark.slow
def test_the_program_does_as_the_model_in_its_longest_test() -> None:
    play(test_attacks, SLOW)


def restore(persons: int, seeds: range) -> None:
    """Run worlds in which a seat goes on from an old backup."""
    for seed in seeds:
        with beside_the_model():
            again(test_backup).run(seed, persons, Counter())


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_voters_do_as_the_model_with_an_old_backup(persons: int) -> None:
    restore(persons, range(2))


@pytest.mark.soak
@pytest.mark.parametrize("persons", [3, 4, 5])
def test_voters_do_as_the_model_with_many_old_backups(persons: int) -> None:
    restore(persons, range(1000))
