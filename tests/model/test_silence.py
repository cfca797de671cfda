"""A seat that answers nothing is away within two rounds once the last person needed says so.

A round is a message and the answer to it: two deliveries.
"""

from __future__ import annotations

import pytest

from tests.model.attacks import LIAR, table_of, take
from tests.model.charter import Terms
from tests.model.machine import Person
from tests.model.memory import Received
from tests.model.stance import HASTE, LONGEST
from tests.model.values import Acceptance, Freeze, Proposal
from tests.model.votes import Table

ROUNDS = 2
SILENT = LIAR
TABLES = [(persons, terms) for persons in (3, 4, 5) for terms in (Terms.HALF, Terms.ALL_BUT_ONE)]


class Lines:
    """Persons that hear at each delivery what the others have said before it."""

    def __init__(self, table: Table) -> None:
        self.people = {p: Person(table, p) for p in table.persons}
        self.silent = {SILENT}

    def deliver(self) -> bool:
        """Let all hear what the others have said; whether there was anything."""
        said = {person.me: take(person) for person in self.awake}
        for person in self.awake:
            others = [things for signer, things in said.items() if signer != person.me]
            heard: list[Received] = [thing for things in others for thing in things]
            person.hear(*heard)
        return any(said.values())

    def settle(self) -> None:
        """Deliver until nothing is said any more."""
        while self.deliver():
            pass

    def tick(self) -> None:
        """Let five seconds pass, in which all is delivered."""
        for person in self.awake:
            person.tick()
        self.settle()

    def answer(self, *signers: int) -> None:
        """Let persons answer the open step."""
        for signer in signers:
            self.people[signer].sign(signer, "a")
        self.settle()

    @property
    def awake(self) -> list[Person]:
        """The persons that are not silent."""
        return [person for person in self.people.values() if person.me not in self.silent]

    def is_away(self, silent: int) -> bool:
        """Whether a seat is away for all."""
        return all(silent in person.head.absences for person in self.awake)

    def deliveries(self, silent: int = SILENT) -> int:
        """Return the number of deliveries until a seat is away for all."""
        count = 0
        while not self.is_away(silent):
            assert self.deliver(), "nothing is said any more, and the seat is still there"
            count += 1
        return count


def silent_table(persons: int, terms: Terms) -> Lines:
    """Return a table on which one seat owes and answers nothing."""
    lines = Lines(table_of(persons, (SILENT,), (1, 2), tuple(range(persons)), terms=terms))
    lines.tick()
    return lines


@pytest.mark.parametrize(("persons", "terms"), TABLES)
@pytest.mark.parametrize("ticks", [0, 1, 4, 30])
def test_each_person_counts_at_once_though_they_speak_up_seconds_apart(
    persons: int, terms: Terms, ticks: int
) -> None:
    lines = silent_table(persons, terms)
    *first, last = lines.awake
    for person in first:
        person.find_late()
        lines.settle()
        for _ in range(ticks):
            lines.tick()
    last.find_late()
    assert lines.deliveries() <= 2 * ROUNDS


@pytest.mark.parametrize(("persons", "terms"), TABLES)
@pytest.mark.parametrize("between", [0, 1, 2, 3, 4])
def test_a_person_that_speaks_up_while_votes_are_on_their_way_waits_for_a_tick_at_most(
    persons: int, terms: Terms, between: int
) -> None:
    lines = silent_table(persons, terms)
    for person in lines.awake:
        person.find_late()
        for _ in range(between):
            lines.deliver()
    lines.settle()
    if not lines.is_away(SILENT):
        lines.tick()
    assert lines.is_away(SILENT)


def test_too_few_persons_that_find_somebody_late_open_no_view_again_before_they_rested() -> None:
    lines = silent_table(4, Terms.HALF)
    for person in lines.awake[:2]:
        person.find_late()
        lines.settle()
    resumed = [person.view for person in lines.awake]
    assert set(resumed) == {1}
    for _ in range(7):
        lines.tick()
    assert [person.promised for person in lines.awake] == resumed
    lines.tick()
    assert all(person.promised > 1 for person in lines.awake)


def test_a_liar_that_agrees_and_then_denies_it_costs_three_views_at_a_head() -> None:
    table = table_of(3, (2,), (0, 1, 2))
    person = Person(table, 1)
    person.tick()
    person.find_late()
    hurried = 0
    for _ in range(12):
        view, base = person.promised, person.base
        denial = Freeze(view, LIAR, base, None, table.root)
        mine = person.memory.freezes()[1]
        proposal = Proposal(view, table.leader(view), (denial, mine))
        person.hear(denial, proposal, Acceptance(view, LIAR, proposal))
        assert person.view == view
        if table.leader(view + 1) == 2:
            person.hear(Freeze(view + 1, LIAR, person.base, None, table.root, (), (2,)))
        hurried += person.is_frozen
        for _ in range(2 * LONGEST):
            if not person.is_frozen:
                person.tick()
    assert hurried == HASTE


def test_a_leader_waits_a_tick_with_a_resume_for_those_that_have_not_frozen() -> None:
    table = table_of(5, (SILENT,), tuple(range(5)))
    leader = Person(table, 1)
    leader.tick()
    leader.find_late()
    one, two, three = (
        Freeze(1, signer, None, None, table.root, (), late)
        for signer, late in ((2, (SILENT,)), (3, ()), (4, (SILENT,)))
    )
    leader.hear(one, two)
    assert not any(isinstance(thing, Proposal) for thing in take(leader))
    leader.hear(three)
    (proposal,) = (thing for thing in take(leader) if isinstance(thing, Proposal))
    outcome = table.outcome(proposal)
    assert outcome
    assert not outcome.is_resume


@pytest.mark.parametrize("terms", [Terms.HALF, Terms.ALL_BUT_ONE])
def test_nobody_waits_for_a_leader_that_is_back_and_has_no_vote_yet(terms: Terms) -> None:
    lines = Lines(table_of(4, (2,), (1,), (SILENT,), (0, 1, 2, 3), terms=terms))
    lines.silent = {2}
    for person in lines.awake:
        person.find_late()
    lines.settle()
    assert lines.is_away(2)
    back = lines.people[2]
    back.hear(*lines.people[1].memory.everything())
    lines.silent = {SILENT}
    back.come_back()
    lines.settle()
    lines.answer(1)
    assert not back.head.absences
    assert 2 not in back.voters
    assert lines.people[1].table.leader(lines.people[1].promised + 1) == 2
    for signer in (1, 3):
        lines.people[signer].find_late()
    assert lines.deliveries() <= 2 * ROUNDS


def test_nobody_waits_for_a_leader_that_is_away_and_keeps_its_vote() -> None:
    lines = Lines(table_of(5, (2,), (SILENT,), tuple(range(5))))
    lines.silent = {2}
    for person in lines.awake:
        person.find_late()
    lines.settle()
    assert lines.is_away(2)
    assert 2 in lines.people[1].voters
    lines.silent = {2, SILENT}
    for person in lines.awake:
        person.find_late()
    assert lines.deliveries() <= 2 * ROUNDS


FAR = 1 << 40


def test_somebody_far_below_others_comes_near_them_in_steps() -> None:
    table = table_of(5, (3,), tuple(range(5)))
    sleeper = Person(table, 2)
    views = {0: 300, 1: 300, 3: FAR, 4: FAR}
    sleeper.hear(*(Freeze(view, s, None, None, table.root) for s, view in views.items()))
    assert sleeper.promised == 0
    sleeper.find_late()
    assert sleeper.promised == 1
    steps = [sleeper.promised]
    while sleeper.promised < 300:
        for _ in range(LONGEST + 1):
            sleeper.tick()
        assert steps[-1] < sleeper.promised <= steps[-1] + 64 + 64
        steps.append(sleeper.promised)
    assert len(steps) <= 6
    for _ in range(LONGEST + 1):
        sleeper.tick()
    assert sleeper.promised < 310


@pytest.mark.parametrize(("persons", "liars"), [(3, 1), (5, 2)])
def test_a_sleeper_meets_those_that_liars_let_climb(persons: int, liars: int) -> None:
    lines = Lines(table_of(persons, (SILENT,), tuple(range(persons))))
    lying, sleeper = set(range(liars)), persons - 1
    far = [Freeze(FAR, liar, None, None, lines.people[0].head) for liar in sorted(lying)]
    for person in lines.people.values():
        person.hear(*far)
    lines.silent = {*lying, sleeper}
    for person in lines.awake:
        person.find_late()
    while lines.awake[0].promised < 130:
        lines.tick()
    lines.silent = lying
    lines.people[sleeper].hear(*lines.awake[0].memory.everything())
    lines.people[sleeper].find_late()
    for _ in range(8 * LONGEST):
        lines.tick()
    assert lines.is_away(SILENT)
