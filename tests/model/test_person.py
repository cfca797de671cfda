"""One person: promises, clocks, liars at the table, forks, and restarts (6.1, 6.8, 6.9, 6.11)."""

from __future__ import annotations

from tests.model.attacks import LIAR, table_of, take
from tests.model.contradictions import Rule
from tests.model.machine import Person
from tests.model.values import Acceptance, Answer, Closing, Freeze, Head, Message, Proposal
from tests.model.votes import Table

OWERS = ((1,), (0, 1, 2), (0, 1, 2))


def person_of(me: int = 2) -> tuple[Table, Person]:
    """Return a person at a fresh table of three."""
    table = table_of(3, *OWERS)
    return table, Person(table, me)


def answer(head: Head, signer: int, body: str = "a", view: int = 0) -> Message:
    """Return a message."""
    return Message(Answer(signer, head, body), view)


def resume_at(tip: Head, view: int) -> Proposal:
    """Return a proposal of two freezes to go on at a tip."""
    freezes = tuple(Freeze(view, s, None, None, tip) for s in (0, 1))
    return Proposal(view, view % 3, freezes)


def test_nothing_below_a_promise_is_accepted() -> None:
    table, person = person_of()
    person.find_late()
    assert person.promised == 2
    low = resume_at(table.root, 1)
    person.hear(low)
    assert person.accepted is None


def test_the_clock_stands_still_while_somebody_missing_is_helped() -> None:
    table, person = person_of()
    assert person.may_find_late()
    person.hear(Freeze(1, 1, None, None, table.root))
    assert person.is_frozen
    assert not person.may_find_late()
    person.hear(Freeze(2, 1, None, None, table.root))
    person.hear(Freeze(3, 1, None, None, table.root))
    assert person.may_find_late()


def test_the_clock_runs_while_its_own_seat_is_frozen() -> None:
    _, person = person_of()
    person.find_late()
    assert person.is_frozen
    assert person.may_find_late()


def test_a_frozen_seat_still_answers_at_its_tip() -> None:
    table = table_of(3, (1, 2), (0, 1, 2))
    person = Person(table, 2)
    person.hear(Freeze(1, 1, None, None, table.root))
    assert person.is_frozen
    take(person)
    person.sign(2, "a")
    assert [thing for thing in take(person) if isinstance(thing, Message)]


def test_a_view_puts_a_proven_liar_away_before_the_step_closes() -> None:
    table, person = person_of()
    person.hear(*(Freeze(1, LIAR, None, None, table.root, (), late) for late in ((), (1,))))
    person.hear(answer(table.root, 1))
    assert person.head == table.root
    assert person.is_frozen


def test_a_step_others_went_on_from_closes_although_a_liar_is_known() -> None:
    table, person = person_of()
    after = Head(table.root, Closing((Answer(1, table.root, "a"),)))
    person.hear(*(Freeze(1, LIAR, None, None, table.root, (), late) for late in ((), (1,))))
    person.hear(answer(table.root, 1), answer(after, 1))
    assert person.head == after


def test_a_decision_is_left_for_a_higher_one_that_excludes_it() -> None:
    table, person = person_of()
    held = (Answer(1, table.root, "a"),)
    away = Proposal(1, 1, tuple(Freeze(1, s, None, None, table.root, (), (1,)) for s in (0, 2)))
    closed = Proposal(4, 1, tuple(Freeze(4, s, None, None, table.root, held) for s in (0, 1)))
    person.hear(away, *(Acceptance(1, s, away) for s in (0, 2)))
    assert 1 in person.head.absences
    person.hear(answer(table.root, 1), closed, *(Acceptance(4, s, closed) for s in (0, 1)))
    assert person.view == 4
    assert not person.head.absences


def test_a_decision_below_another_acceptance_waits_for_a_higher_one() -> None:
    table, person = person_of()
    after = Head(table.root, Closing((Answer(1, table.root, "a"),)))
    person.hear(answer(table.root, 1), resume_at(after, 4))
    assert person.accepted
    away = Proposal(1, 1, tuple(Freeze(1, s, None, None, table.root, (), ()) for s in (0, 1)))
    person.hear(away, *(Acceptance(1, s, away) for s in (0, 1)))
    assert person.view == 0


def test_a_restored_seat_signs_nothing_that_others_show_it_would_contradict() -> None:
    table, person = person_of(1)
    person.sign(1, "a")
    shown = take(person)
    restored = Person(table, 1)
    restored.hear(Freeze(2, 0, None, None, table.root), Freeze(2, 2, None, None, table.root))
    (freeze,) = (thing for thing in take(restored) if isinstance(thing, Freeze))
    again = Person(table, 1)
    again.hear(freeze, *shown)
    again.hear(*(Freeze(2, s, None, None, again.head) for s in (0, 2)))
    assert not [thing for thing in take(again) if isinstance(thing, Freeze)]


def test_a_seat_keeps_its_promises_over_a_restart() -> None:
    table, person = person_of()
    person.find_late()
    again = Person(table, 2)
    again.recall(person.journal, list(person.memory.everything()))
    assert again.promised == person.promised


def test_two_pasts_in_one_view_contradict() -> None:
    table = table_of(3, *OWERS)
    heads = [Head(table.root, Closing((Answer(1, table.root, body),))) for body in "ab"]
    one, two = (answer(head, 0) for head in heads)
    assert table.contradiction(one, two) is Rule.C2
    assert table.contradiction(one, answer(heads[1], 0, view=1)) is None


def test_a_freeze_that_forgets_a_message_contradicts_it() -> None:
    table = table_of(3, *OWERS)
    after = Head(table.root, Closing((Answer(1, table.root, "a"),)))
    freeze = Freeze(1, 0, None, None, table.root)
    assert table.contradiction(freeze, answer(after, 0)) is Rule.C5
    assert table.contradiction(freeze, answer(table.root, 0)) is None


def test_a_proposal_that_is_not_right_proves_its_leader_and_who_accepts_it() -> None:
    table = table_of(3, *OWERS)
    wrong = Proposal(1, 1, (Freeze(1, 1, None, None, table.root),))
    assert table.contradiction(wrong, wrong) is Rule.C6
    acceptance = Acceptance(1, 0, wrong)
    assert table.contradiction(acceptance, acceptance) is Rule.C6


def test_an_acceptance_of_another_view_than_its_proposal_proves_its_signer() -> None:
    table = table_of(3, *OWERS)
    right = Proposal(1, 1, tuple(Freeze(1, s, None, None, table.root) for s in (0, 1)))
    false, said = Acceptance(5, 0, right), Acceptance(1, 0, right)
    assert table.contradiction(false, false) is Rule.C6
    assert table.contradiction(said, said) is None
    person = Person(table, 2)
    person.hear(right, false)
    assert person.base is None
    assert person.memory.liars() == {0}
