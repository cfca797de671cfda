"""Attacks by one liar against honest persons that answer at once, on a table without disorder."""

from __future__ import annotations

from typing import Final

import pytest

from tests.model.attacks import (
    LIAR,
    STRATEGIES,
    Game,
    Strategy,
    behave,
    random_table,
    table_of,
    take,
)
from tests.model.machine import Person
from tests.model.memory import OTHERS, SLACK
from tests.model.values import Acceptance, Answer, Freeze, Message, Proposal, Statement
from tests.model.votes import Table
from tests.model.world import in_order

SLOWEST: Final = 80
"""Ticks that any attack takes at most; 12 steps, and a clock of 10 ticks."""


@pytest.mark.parametrize("persons", [3, 4, 5])
@pytest.mark.parametrize("strategy", [behave, *STRATEGIES], ids=lambda s: s.__name__)
def test_one_liar_neither_stops_the_table_nor_puts_anybody_away(
    strategy: Strategy, persons: int
) -> None:
    game = Game(random_table(persons), LIAR)
    game.play(strategy)
    assert game.is_over
    assert game.ticks <= SLOWEST
    assert game.gone <= {LIAR}
    assert game.ends == 1
    assert game.is_genuine
    kept = max(len(said) for p in game.people.values() for said in p.memory.votes.values())
    assert kept <= 2 * (SLACK + OTHERS)


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_a_freeze_far_above_does_not_stop_the_clocks(persons: int) -> None:
    table = table_of(persons, (LIAR,), tuple(range(persons)))
    game = Game(table, LIAR)
    game.spread(Freeze(1000, LIAR, None, None, table.root))
    game.play(lambda liar, tick: [])
    assert game.ticks < 30
    assert game.gone == {LIAR}


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_a_late_proposal_puts_nobody_away(persons: int) -> None:
    slow, other = persons - 1, persons - 2
    game = Game(table_of(persons, (other,), (slow,), tuple(range(persons))), limit=30)
    people, quick = game.people, [p for p in range(persons) if p != slow]
    people[slow].find_late()
    people[other].sign(other, "a")
    first = [*take(people[slow]), *take(people[other])]
    for person in people.values():
        person.hear(*first)
    said = [thing for p in people.values() for thing in take(p)]
    for person in people.values():
        person.hear(*(thing for thing in said if isinstance(thing, Freeze)))
    for _ in range(4):
        for p in quick:
            people[p].tick()
            others = [take(people[q]) for q in quick]
            for q in quick:
                people[q].hear(*(thing for said in others for thing in said))
    for _ in range(5):
        people[slow].tick()
    game.play(lambda liar, tick: [])
    assert game.is_over
    assert not game.gone
    assert game.ticks < 15


@pytest.mark.parametrize(
    ("limits", "ticks", "views"),
    [
        ((10, 10, 10), 30, 4),
        ((10, 10, 14), 30, 4),
        ((10, 10, 40), 60, 8),
        ((10, 10, 14, 14), 40, 8),
    ],
)
def test_clocks_that_differ_cost_few_views(limits: tuple[int, ...], ticks: int, views: int) -> None:
    persons = len(limits) + 1
    game = Game(table_of(persons, (LIAR,), tuple(range(persons))), LIAR)
    for person, limit in enumerate(limits, 1):
        game.clocks[person].limit = limit
    game.play(lambda liar, tick: [])
    assert game.gone == {LIAR}
    assert game.ticks <= ticks
    assert game.highest_view <= views


def test_a_seat_whose_clock_never_runs_out_costs_a_view_for_each_pause() -> None:
    game = Game(table_of(4, (LIAR,), (0, 1, 2, 3)), LIAR)
    game.clocks[3].limit = 10**9
    game.play(lambda liar, tick: [], most=200)
    assert not game.gone
    assert game.highest_view < 20


def test_a_lone_freeze_does_not_drag_one_of_two_voters_far() -> None:
    table = table_of(2, (0,), (0, 1))
    honest = Person(table, 1)
    honest.hear(Freeze(2**62, LIAR, None, None, table.root))
    assert honest.promised == 0


def test_a_lone_freeze_does_not_drag_two_of_three_voters_far() -> None:
    table = table_of(3, (2,), (0,), (0, 1, 2))
    honest = Person(table, 1)
    honest.find_late()
    honest.hear(Freeze(1, LIAR, None, None, table.root, (), (2,)))
    (proposal,) = (x for x in take(honest) if isinstance(x, Proposal))
    honest.hear(Acceptance(1, LIAR, proposal))
    assert honest.view == 1
    assert honest.voters == (0, 1, 2)
    honest.hear(Freeze(2**62, LIAR, proposal, None, honest.head))
    assert honest.promised == 1


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_another_content_shown_to_one_seat_first_does_not_put_that_seat_away(persons: int) -> None:
    everybody = tuple(range(persons))
    table = table_of(persons, (LIAR,), everybody, everybody)
    game = Game(table, LIAR, limit=20)
    for person in game.people.values():
        body = "b" if person.me == persons - 1 else "a"
        person.hear(Message(Answer(LIAR, table.root, body), 0))
    game.play(lambda liar, tick: [])
    assert game.is_over
    assert game.gone == {LIAR}
    assert game.ticks <= 12


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_three_contents_shown_to_pairs_of_seats_do_not_stop_the_table(persons: int) -> None:
    table = table_of(persons, tuple(range(persons)), tuple(range(persons)))
    game = Game(table, LIAR)
    contents = [Message(Answer(LIAR, table.root, body), 0) for body in "abc"]
    for person in game.people.values():
        person.hear(contents[person.me % 3], contents[(person.me + 1) % 3])
    game.play(lambda liar, tick: [])
    assert game.is_over
    assert game.gone == {LIAR}


@pytest.mark.parametrize("persons", [3, 4, 5])
def test_an_acceptance_that_is_only_claimed_does_not_count(persons: int) -> None:
    table = table_of(persons, (1,), (2,), (1, 2), tuple(range(persons)))
    game = Game(table, LIAR)
    game.people[1].sign(1, "a")
    game.spread(*take(game.people[1]))
    lie = Freeze(1, LIAR, None, None, table.root, (), (1,))
    view = 2
    while table.leader(view) in {LIAR, 2}:
        view += 1
    claim = Proposal(1, table.leader(1), (lie,))
    game.spread(Freeze(view, LIAR, None, claim, table.root))
    game.people[1].find_late()
    game.play(lambda liar, tick: [])
    assert game.is_over
    assert 1 not in game.gone


def test_the_same_proposal_is_right_for_all_whatever_acceptances_they_have() -> None:
    table = table_of(5, (0,), (4,), (0, 1, 2, 3, 4))
    liar = 4
    freezes = tuple(Freeze(1, s, None, None, table.root) for s in (0, 1, liar))
    first = Proposal(1, 1, freezes)
    accepted = {s: Acceptance(1, s, first) for s in (0, 1, 2, liar)}
    again = tuple(Freeze(5, s, first, None, table.root) for s in (0, 1, 2))
    later = Proposal(5, 0, (*again, Freeze(5, liar, None, None, table.root)))
    for deciders in ((0, 1, 2), (0, 1, liar)):
        judge = Person(table, 3)
        judge.hear(first, *(accepted[s] for s in deciders), later)
        assert later in judge.memory
        assert judge.accepted == later
    outcome = table.outcome(later)
    assert outcome
    assert outcome.is_resume
    assert not outcome.liars


def test_a_signature_held_back_reopens_nothing() -> None:
    table = table_of(3, (2,), (1,), (1, 2), (0, 1, 2))
    one, two = Person(table, 1), Person(table, 2)
    two.sign(2, "a")
    unheard = take(two)
    one.find_late()
    one.hear(Freeze(1, LIAR, None, None, table.root, (), (2,)))
    first = take(one)
    (proposal,) = (x for x in first if isinstance(x, Proposal))
    two.find_late()
    assert two.promised == 2
    two.hear(Freeze(2, LIAR, None, None, two.head))
    two.tick()
    (second,) = (x for x in take(two) if isinstance(x, Proposal))
    two.hear(Acceptance(2, LIAR, second))
    assert two.view == 2
    one.hear(*unheard, *in_order(set(two.memory.everything())))
    assert one.view == 2
    head = one.head
    for person in (one, two):
        person.hear(*first, Acceptance(1, LIAR, proposal))
        assert person.memory.is_decided(proposal)
        assert person.head == head
        assert LIAR in person.memory.liars()


def test_a_closed_table_signs_nothing_and_does_not_move() -> None:
    table = table_of(3, (0, 1, 2))
    game = Game(table)
    game.tick()
    game.tick()
    ends = [person.head for person in game.people.values()]
    for person in game.people.values():
        person.leave()
        take(person)
        person.hear(*(Freeze(v, LIAR, None, None, table.root, (), (2,)) for v in (1, 2, 3)))
        person.tick()
        assert not take(person)
    assert [person.head for person in game.people.values()] == ends


def test_result_closes_like_any_step() -> None:
    table = table_of(3, (0, 1, 2))
    one, two = Person(table, 1), Person(table, 2)
    one.sign(1, "a")
    two.sign(2, "a")
    mine, theirs = take(one), take(two)
    late = Message(Answer(LIAR, table.root, "a"), 0)
    lies = (
        Freeze(1, LIAR, None, None, table.root),
        Freeze(1, LIAR, None, None, table.root, (), (2,)),
    )
    one.hear(*theirs, late)
    two.hear(*mine, *lies)
    assert (one.is_over, two.is_over) == (True, False)
    for _ in range(12):
        for person, other in ((one, two), (two, one)):
            person.tick()
            other.hear(*person.memory.everything())
    assert two.is_over
    assert one.head == two.head


def _pairs(table: Table, said: list[Statement]) -> list[tuple[Statement, Statement]]:
    return [(a, b) for i, a in enumerate(said) for b in said[i:] if table.contradiction(a, b)]


def test_honest_statements_never_contradict_each_other_after_a_crash() -> None:
    table = table_of(3, (2,), (0, 1, 2))
    person = Person(table, 1)
    person.find_late()
    person.hear(Freeze(1, LIAR, None, None, table.root, (), (2,)))
    again = Person(table, 1)
    again.recall(person.journal, list(person.memory.everything()))
    again.hear(Message(Answer(2, table.root, "a"), 0))
    again.sign(1, "a")
    again.find_late()
    said = [entry.statement for entry in again.journal]
    assert not _pairs(table, said)
