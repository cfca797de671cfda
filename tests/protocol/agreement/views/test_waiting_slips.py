"""Slips that name something not here wait, say what they lack, and count once it is here (6.5)."""

from __future__ import annotations

from protocol.agreement.pasts import Head
from protocol.agreement.statements import FreezeVote
from protocol.agreement.vote_memory import WANTED
from protocol.agreement.voter import Voter
from protocol.agreement.waiting_slips import NAMED
from tests.protocol.agreement.views.small_table import (
    SmallTable,
    answer,
    decision,
    everybody,
    message,
    resumed,
    signer,
    slip,
    slip_of,
    without,
)


def freeze(person: int, view: int, tip: Head, *held: str) -> FreezeVote:
    """Return a freeze that holds contents of person 1."""
    answers = tuple(answer(tip, 1, body) for body in held)
    return signer(person).freeze(view, None, None, tip, answers, (), ())


def last_view(voter: Voter, person: int) -> int:
    """Return the view of the last freeze of a person that counts."""
    last = voter.memory.votes.freezes().get(person)
    return last.view if last else 0


def test_a_freeze_waits_until_its_tip_is_known() -> None:
    table = SmallTable()
    voter, tip = table.voter(2), table.after(table.root)
    voter.hear(slip(freeze(0, 1, tip)))
    assert last_view(voter, 0) == 0
    assert voter.wanted_heads() == ((1, tip.digest),)
    table.know(tip)
    voter.look_again()
    assert last_view(voter, 0) == 1
    assert voter.wanted_heads() == ()


def test_a_freeze_asks_for_the_answers_it_holds() -> None:
    table = SmallTable()
    voter = table.voter(2)
    voter.hear(slip(freeze(0, 1, table.root, "a")))
    assert voter.wants() == (answer(table.root, 1).digest,)
    assert voter.asks_for(1, answer(table.root, 1).digest)
    voter.learn(message(table.root, 1))
    assert last_view(voter, 0) == 1
    assert voter.wants() == ()


def test_a_base_that_is_not_decided_here_is_asked_for() -> None:
    table = SmallTable()
    voter, base = table.voter(2), resumed(table.root, 1)
    ahead = signer(0).freeze(2, base, None, table.root, (), (), ())
    voter.hear(slip(ahead))
    assert voter.wants() == (base.digest,)
    voter.hear(slip(base))
    assert voter.wants() == (base.digest,)
    voter.hear(*decision(base, 0))
    assert voter.wants() == ()
    assert last_view(voter, 0) == 2


def test_an_acceptance_asks_for_its_proposal() -> None:
    table = SmallTable()
    voter, proposal = table.voter(2), resumed(table.root, 1)
    voter.hear(slip(signer(0).acceptance(proposal)))
    assert voter.wants() == (proposal.digest,)
    voter.hear(slip(proposal))
    assert voter.memory.votes.acceptances(proposal)


def test_faults_are_asked_for_and_need_not_count_themselves() -> None:
    table = SmallTable()
    voter = table.voter(2)
    lies = [signer(1).freeze(7, None, None, table.root, (), late, ()) for late in ((2,), (1,))]
    told = signer(0).freeze(1, None, None, table.root, (), (), ((lies[0], lies[1]),))
    voter.hear(slip(told))
    assert set(voter.wants()) == {lie.digest for lie in lies}
    voter.hear(*map(slip, lies))
    assert last_view(voter, 0) == 1
    assert voter.memory.liars() == {1}


def test_a_wrong_proposal_proves_its_leader_and_whoever_accepts_it() -> None:
    table = SmallTable()
    voter = table.voter(2)
    wrong = signer(1).proposal(1, (freeze(1, 1, table.root),))
    voter.hear(slip(signer(0).acceptance(wrong)))
    assert not voter.memory.liars()
    voter.hear(slip(wrong))
    assert voter.memory.liars() == {0, 1}


def test_of_each_signer_and_kind_the_slip_of_the_highest_view_waits() -> None:
    table = SmallTable()
    voter, tip = table.voter(2), table.after(table.root)
    for view in (3, 5, 4):
        voter.hear(slip(freeze(0, view, tip)))
    voter.hear(slip(freeze(1, 9, tip)))
    assert [(waiting.signer, waiting.view) for waiting in voter.memory.waiting] == [(0, 5), (1, 9)]


def test_a_lower_vote_all_of_which_is_here_is_judged_though_a_higher_one_waits() -> None:
    table = SmallTable()
    voter = table.voter(2)
    voter.hear(slip(freeze(0, 5, table.after(table.root))), slip(freeze(0, 3, table.root)))
    assert last_view(voter, 0) == 3


def test_a_slip_that_another_names_waits_beside_a_newer_one_of_its_signer() -> None:
    table = SmallTable()
    voter, tip = table.voter(2), table.after(table.root)
    accepted = resumed(tip, 4)
    telling = signer(0).freeze(5, None, accepted, table.root, (), (), ())
    junk = signer(1).proposal(7, (freeze(1, 7, table.after(tip)),))
    voter.hear(slip(telling), slip(accepted), slip(junk))
    table.know(tip)
    voter.look_again()
    assert accepted in voter.memory
    assert last_view(voter, 0) == 5


def test_slips_that_wait_for_one_signer_are_few() -> None:
    table = SmallTable()
    voter, tip = table.voter(2), table.after(table.root)
    last = None
    for view in range(1, 6 * NAMED, 3):
        last = signer(1).proposal(
            view,
            tuple(signer(s).freeze(view, last, None, tip, (), (), ()) for s in (0, 1)),
        )
        named = signer(1).freeze(200 + view, last, None, tip, (), (), ())
        voter.hear(slip(named), slip(last))
    assert len(list(voter.memory.waiting)) <= 3 + NAMED


def test_a_slip_that_nothing_names_any_more_waits_no_longer() -> None:
    table = SmallTable()
    voter, tip = table.voter(2), table.after(table.root)
    accepted = resumed(tip, 4)
    telling = signer(0).freeze(5, None, accepted, table.root, (), (), ())
    voter.hear(slip(resumed(tip, 7)), slip(telling), slip(accepted))
    assert accepted.digest in {waiting.digest for waiting in voter.memory.waiting}
    voter.hear(slip(freeze(0, 6, tip)))
    assert accepted.digest not in {waiting.digest for waiting in voter.memory.waiting}


def test_nobody_can_crowd_out_what_another_lacks() -> None:
    table = SmallTable(5)
    voter = table.voter(2)
    junk = tuple(answer(table.root, s, body) for s in (0, 1, 2, 3, 4) for body in "xy")
    for view in (1, 2):
        loud = signer(0).freeze(view, None, None, table.root, junk, (), ())
        proposal = signer(0).proposal(5 * view, (loud,))
        voter.hear(slip(loud), slip(proposal), slip(signer(0).acceptance(resumed(table.root, 4))))
    voter.hear(slip(freeze(3, 1, table.root, "a")))
    assert answer(table.root, 1).digest in voter.wants()[:2]
    assert len(voter.wants()) <= WANTED


def test_a_proven_liar_is_asked_for_last() -> None:
    table = SmallTable()
    voter = table.voter(2)
    voter.hear(*(slip(freeze(0, 1, table.root, *held)) for held in ((), ("a",))))
    voter.learn(message(table.root, 1))
    assert voter.memory.liars() == {0}
    voter.hear(slip(freeze(0, 2, table.root, "x")), slip(freeze(1, 1, table.root, "y")))
    assert voter.wants()[0] == answer(table.root, 1, "y").digest


def test_a_third_content_is_kept_only_if_somebody_waits_for_it() -> None:
    table = SmallTable()
    voter, third = table.voter(2), answer(table.root, 1, "c").digest
    for body in "abc":
        voter.learn(message(table.root, 1, body))
    assert len(voter.memory.messages.contents(table.root, 1)) == 2
    voter.hear(slip(freeze(0, 1, table.root, "a", "c")))
    assert voter.wants() == (third,)
    voter.learn(message(table.root, 1, "c"))
    assert len(voter.memory.messages.contents(table.root, 1)) == 3
    assert last_view(voter, 0) == 1


def test_a_content_that_may_lead_to_the_tip_of_a_waiting_slip_is_kept() -> None:
    table = SmallTable()
    voter, beside = table.voter(2), table.after(table.root, "c")
    for body in "abd":
        voter.learn(message(table.root, 1, body))
    voter.hear(slip(freeze(0, 1, beside)))
    voter.learn(message(table.root, 1, "c"))
    assert answer(table.root, 1, "c") in voter.memory.messages.contents(table.root, 1)
    table.know(beside)
    voter.learn(message(table.root, 1, "e"))
    assert answer(table.root, 1, "e") not in voter.memory.messages.contents(table.root, 1)


def test_a_message_that_faults_name_is_asked_for_though_two_contents_are_here() -> None:
    table = SmallTable()
    voter = table.voter(2)
    for body in "ab":
        voter.learn(message(table.root, 1, body))
    lies = message(table.root, 1, "c"), message(table.root, 1, "d")
    told = signer(0).freeze(1, None, None, table.root, (), (), (lies,))
    voter.hear(slip(told))
    assert voter.asks_for(1, lies[0].digest)
    voter.learn(lies[0])
    voter.learn(lies[1])
    assert last_view(voter, 0) == 1


def test_a_decision_with_those_before_it_is_enough_for_somebody_who_slept() -> None:
    table = SmallTable()
    awake, slept = table.voter(0), table.voter(2)
    awake.hear(*decision(resumed(table.root, 1), 0, 1))
    awake.hear(*everybody(table.root, (0, 1), view=1))
    base = awake.base
    away = without(2, awake.head, 3, base)
    awake.hear(*decision(away, 0, 1))
    assert set(awake.head.gone) == {2}
    raws = list(awake.decisions_beyond(0))
    assert len(awake.decisions()) == 2
    slept.hear(*everybody(table.root, (0, 1), view=1), *map(slip_of, raws))
    assert slept.head == awake.head


def test_somebody_who_lacks_a_proposal_is_told_the_acceptances_too() -> None:
    table = SmallTable()
    voter, base = table.voter(2), resumed(table.root, 1)
    voter.hear(*decision(base, 0, 1))
    raws = list(voter.raw_of([base.digest, bytes(32)]))
    assert [slip_of(raw).signer for raw in raws] == [1, 0, 1]


def test_a_decision_names_what_decides_a_base_on_another_way_in_it() -> None:
    table = SmallTable(5)
    voter, tip = table.voter(2), table.root
    freezes = [signer(s).freeze(1, None, None, tip, (), (), ()) for s in range(5)]
    left = signer(1).proposal(1, tuple(freezes[:3]))
    right = signer(1).proposal(1, tuple(freezes[2:]))
    voter.hear(*decision(left, 0, 1, 3), *decision(right, 0, 1, 4))
    ahead = [
        signer(s).freeze(5, base, None, tip, (), (), ())
        for s, base in ((2, left), (3, left), (4, right))
    ]
    later = signer(0).proposal(5, tuple(ahead))
    voter.hear(*decision(later, 2, 3, 4))
    assert voter.base == later
    slept = table.voter(3)
    slept.hear(*(slip_of(raw) for raw in voter.decisions_beyond(0)))
    assert slept.head == voter.head
    assert slept.base == later
