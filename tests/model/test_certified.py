"""Freezes and proposals that claim too much, and what follows from those that do not (6.5, 6.6)."""

from __future__ import annotations

from tests.model.attacks import LIAR, table_of
from tests.model.machine import Person
from tests.model.values import Acceptance, Answer, Closing, Freeze, Head, Message, Proposal
from tests.model.votes import Table

TABLE = table_of(3, (1,), (0, 1, 2), (0, 1, 2))
ROOT = TABLE.root
ANSWER = Answer(1, ROOT, "a")
NEXT = Head(ROOT, Closing((ANSWER,)))


def fresh() -> Table:
    """Return the table with nothing computed yet."""
    return table_of(3, (1,), (0, 1, 2), (0, 1, 2))


def resume_at(tip: Head, view: int, base: Proposal | None = None) -> Proposal:
    """Return a proposal to go on at a tip."""
    return Proposal(view, view % 3, tuple(Freeze(view, s, base, None, tip) for s in (0, 1, 2)))


def test_a_tip_is_reached_by_whole_steps_only() -> None:
    assert fresh().is_certified(Freeze(1, LIAR, None, None, NEXT))
    assert not fresh().is_certified(Freeze(1, LIAR, None, None, Head(ROOT, Closing(()))))


def test_an_accepted_proposal_is_right_and_of_the_same_epoch() -> None:
    table, first = fresh(), resume_at(ROOT, 1)
    assert table.is_certified(Freeze(2, LIAR, None, first, ROOT))
    assert not table.is_certified(Freeze(1, LIAR, None, first, ROOT))
    assert not table.is_certified(Freeze(2, LIAR, first, first, ROOT))


def test_faults_are_contradictions() -> None:
    pair = (Message(ANSWER, 0), Message(Answer(1, NEXT, "a"), 0))
    assert not fresh().is_certified(Freeze(1, LIAR, None, None, ROOT, (), (), (pair,)))


def test_nobody_finds_late_who_does_not_owe_or_is_its_signer() -> None:
    for late in ((2,), (1, 1), (LIAR, 1)):
        assert not fresh().is_certified(Freeze(1, LIAR, None, None, ROOT, (), late))
    assert not fresh().is_certified(Freeze(1, 1, None, None, ROOT, (), (1,)))


def test_only_the_leader_proposes() -> None:
    proposal = resume_at(ROOT, 1)
    assert fresh().outcome(proposal)
    assert not fresh().outcome(Proposal(1, 2, proposal.freezes))


def test_a_proposal_has_freezes_of_its_view_only() -> None:
    assert not fresh().outcome(Proposal(4, 1, resume_at(ROOT, 1).freezes))


def test_a_proposal_has_certified_freezes_only() -> None:
    lie = Freeze(1, LIAR, None, None, Head(ROOT, Closing(())))
    assert not fresh().outcome(Proposal(1, 1, (lie, *resume_at(ROOT, 1).freezes[1:])))


def test_a_base_not_decided_here_is_not_judged() -> None:
    person, base = Person(fresh(), 2), resume_at(ROOT, 1)
    freeze = Freeze(2, LIAR, base, None, ROOT)
    person.hear(base, freeze)
    assert freeze not in person.memory
    person.hear(*(Acceptance(1, s, base) for s in (0, 1)))
    assert freeze in person.memory


def test_a_freeze_that_names_messages_not_here_is_not_judged() -> None:
    person, freeze = Person(fresh(), 2), Freeze(1, LIAR, None, None, ROOT, (ANSWER,))
    person.hear(freeze)
    assert freeze not in person.memory
    person.hear(Message(ANSWER, 0))
    assert freeze in person.memory


def test_an_older_epoch_only_promises() -> None:
    table, base = fresh(), resume_at(ROOT, 1)
    ahead = Freeze(4, 1, base, None, ROOT)
    behind = tuple(Freeze(4, s, None, None, NEXT) for s in (0, 2))
    outcome = table.outcome(Proposal(4, 1, (behind[0], ahead, behind[1])))
    assert outcome
    assert outcome.epoch == 1
    assert outcome.tip == ROOT


def test_the_highest_accepted_outcome_is_proposed_again() -> None:
    table, first, second = fresh(), resume_at(ROOT, 1), resume_at(NEXT, 2)
    freezes = (
        Freeze(4, 0, None, first, ROOT),
        Freeze(4, 1, None, second, NEXT),
        Freeze(4, 2, None, None, ROOT),
    )
    outcome = table.outcome(Proposal(4, 1, freezes))
    assert outcome
    assert outcome.head == NEXT


def test_an_accepted_resume_stays_a_resume_whoever_is_late_by_now() -> None:
    table, first = fresh(), resume_at(ROOT, 1)
    freezes = tuple(Freeze(4, s, None, first, ROOT, (), (1,)) for s in (0, 2))
    outcome = table.outcome(Proposal(4, 1, freezes))
    assert outcome
    assert outcome.is_resume


def test_tips_are_followed_as_far_as_they_lead() -> None:
    outcome = fresh().outcome(
        Proposal(1, 1, (Freeze(1, 0, None, None, ROOT), Freeze(1, 2, None, None, NEXT)))
    )
    assert outcome
    assert outcome.tip == NEXT


def test_freezes_of_proven_liars_do_not_count() -> None:
    wrong = Message(Answer(LIAR, ROOT, "wrong"), 0)
    freezes = (
        Freeze(1, LIAR, None, None, ROOT),
        Freeze(1, 1, None, None, ROOT, (), (), ((wrong, wrong),)),
    )
    assert not fresh().outcome(Proposal(1, 1, freezes))


def test_votes_of_proven_liars_do_not_decide() -> None:
    wrong = Message(Answer(LIAR, ROOT, "wrong"), 0)
    freezes = tuple(Freeze(1, s, None, None, ROOT, (), (), ((wrong, wrong),)) for s in (1, 2))
    table, proposal = fresh(), Proposal(1, 1, freezes)
    assert not table.is_decided(proposal, (LIAR, 1))
    assert table.is_decided(proposal, (1, 2))


def test_an_acceptance_is_of_a_view_not_below_the_promise_or_the_last_one() -> None:
    table = fresh()
    person, low, high = Person(table, 2), resume_at(ROOT, 1), resume_at(ROOT, 2)
    person.hear(high)
    assert person.accepted == high
    person.hear(low)
    assert person.accepted == high


def test_a_proposal_of_an_epoch_left_behind_is_not_accepted() -> None:
    table, base = fresh(), resume_at(ROOT, 1)
    person = Person(table, 2)
    person.hear(base, *(Acceptance(1, s, base) for s in (0, 1)))
    assert person.view == 1
    old = Proposal(4, 1, tuple(Freeze(4, s, None, None, ROOT) for s in (0, 1)))
    person.hear(old)
    assert person.accepted != old
