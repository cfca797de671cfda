"""A restarted person is bound by its journal, and by own votes that others send back (6.8 e, f)."""

from __future__ import annotations

from protocol.agreement.effects import VoteCast
from protocol.agreement.slips import VoteOfView
from protocol.agreement.statements import AcceptanceVote, FreezeVote
from protocol.agreement.voter import Voter
from tests.protocol.agreement.views.small_table import (
    SmallTable,
    answer,
    decision,
    everybody,
    message,
    resumed,
    signer,
    slip,
    without,
)


def cast(voter: Voter) -> list[VoteCast]:
    """Return the votes cast since somebody looked."""
    return [effect for effect in voter.take_effects() if isinstance(effect, VoteCast)]


def journal_of(voter: Voter) -> tuple[VoteOfView, ...]:
    """Return the votes that a person has on its disk."""
    return tuple(slip(effect.vote) for effect in cast(voter))


def test_votes_of_the_journal_promise_at_once() -> None:
    table = SmallTable()
    again = table.voter(2)
    again.recall([slip(signer(2).freeze(5, None, None, table.after(table.root), (), (), ()))])
    assert again.promised == 5
    assert again.is_frozen


def test_nothing_is_voted_or_answered_while_an_own_vote_is_not_understood() -> None:
    table = SmallTable()
    again, tip = table.voter(2), table.after(table.root)
    own = signer(2).freeze(5, None, None, tip, (), (), ())
    again.recall([slip(own)])
    others = [signer(s).freeze(8, None, None, table.root, (), (), ()) for s in (0, 1)]
    again.hear(*map(slip, others))
    again.find_late()
    assert cast(again) == []
    assert not again.may_answer(2)
    assert again.wanted_heads() == ((1, tip.digest),)
    again.hear(*everybody(table.root, (0, 1, 2)))
    table.know(tip)
    again.look_again()
    assert again.head == tip
    assert [effect.vote.view for effect in cast(again)] == [8]


def test_a_step_that_was_the_tip_of_the_last_freeze_stays_closed() -> None:
    table = SmallTable()
    again, tip = table.voter(2), table.know(table.after(table.root))
    again.be_silent()
    again.recall([slip(signer(2).freeze(5, None, None, tip, (), (), ()))])
    assert again.head == tip


def test_an_acceptance_of_the_journal_is_told_in_the_next_freeze() -> None:
    table = SmallTable()
    before, proposal = table.voter(2), resumed(table.root, 1)
    before.hear(slip(proposal))
    journal = journal_of(before)
    again = table.voter(2)
    again.recall(journal)
    again.hear(slip(proposal))
    assert again.accepted == proposal
    again.hear(*(slip(signer(s).freeze(4, None, None, table.root, (), (), ())) for s in (0, 1)))
    told = [c.vote.accepted for c in cast(again) if isinstance(c.vote, FreezeVote)]
    assert told == [proposal]


def test_a_decision_below_an_acceptance_of_the_journal_is_left_when_it_is_understood() -> None:
    table = SmallTable()
    low, high = resumed(table.root, 1), without(0, table.root, 4)
    again = table.voter(2)
    again.recall([slip(signer(2).acceptance(high))])
    again.hear(*decision(low, 0, 1))
    assert again.base == low
    again.hear(*everybody(table.root, (1, 2)), slip(high))
    assert again.accepted == high
    assert again.base is None


def test_an_own_vote_up_to_the_view_stood_on_binds_to_nothing_any_more() -> None:
    table = SmallTable()
    again, lost = table.voter(2), table.after(table.root)
    again.recall([slip(signer(2).freeze(3, None, None, lost, (), (), ()))])
    assert not again.may_answer(2)
    again.hear(*decision(resumed(table.root, 4), 0, 1))
    assert again.view == 4
    assert again.wanted_heads() == ()
    assert again.may_answer(2)


def test_a_silent_person_follows_and_casts_nothing() -> None:
    table = SmallTable()
    again = table.voter(2)
    again.be_silent()
    again.hear(*everybody(table.root, (0, 1, 2)))
    assert again.head == table.after(table.root)
    base = resumed(table.know(again.head), 1)
    again.hear(*decision(base, 0, 1), slip(resumed(again.head, 5, base)))
    again.find_late()
    for _ in range(30):
        again.tick()
    assert again.base == base
    assert not again.may_answer(2)
    assert cast(again) == []
    again.speak()
    assert [type(effect.vote) for effect in cast(again)] == [FreezeVote, AcceptanceVote]
    assert again.promised == 5


def test_own_votes_that_others_send_back_to_a_silent_person_bind_it() -> None:
    table = SmallTable()
    proposal = resumed(table.root, 1)
    own = (signer(2).freeze(7, None, proposal, table.root, (), (), ()), proposal)
    again = table.voter(2)
    again.be_silent()
    again.hear(*map(slip, own), slip(signer(2).acceptance(proposal)))
    again.speak()
    assert again.promised == 7
    assert again.accepted == proposal


def test_a_known_liar_does_not_open_the_record_again() -> None:
    table = SmallTable()
    again = table.voter(2)
    again.be_silent()
    lies = [signer(0).freeze(1, None, None, table.root, (), late, ()) for late in ((), (1,))]
    again.hear(*map(slip, lies), *everybody(table.root, (0, 1, 2)))
    assert again.head == table.root
    again.stand_at(table.after(table.root))
    assert again.head == table.after(table.root)
    again.stand_at(table.root)
    assert again.head == table.after(table.root)


def test_an_own_answer_that_others_send_back_is_not_made_again() -> None:
    table = SmallTable()
    again = table.voter(2)
    assert again.may_answer(2)
    again.learn(message(table.root, 2))
    assert not again.may_answer(2)
    assert not again.permits(message(table.root, 2, "b"))


def test_statements_a_vote_rests_on_come_before_it_and_once() -> None:
    table = SmallTable()
    voter, base = table.voter(2), resumed(table.root, 1)
    voter.hear(*decision(base, 0, 1))
    cast(voter)
    voter.hear(*everybody(table.root, (0, 2), view=1))
    voter.find_late()
    for _ in range(10):
        voter.tick()
    (frozen,) = cast(voter)
    accepted = voter.memory.votes.acceptances(base)
    assert frozen.statements[0] == base.raw
    assert set(frozen.statements[1:]) == {vote.raw for vote in accepted}
    assert set(frozen.answers) == {answer(table.root, 0), answer(table.root, 2)}
    voter.hear(*(slip(signer(s).freeze(9, base, None, table.root, (), (), ())) for s in (0, 1)))
    (again,) = cast(voter)
    assert again.vote.view == 9
    assert again.statements == ()
