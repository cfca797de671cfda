"""Effects of the agreement at one person: views that move, proofs, decisions."""

from __future__ import annotations

from protocol.agreement.effects import (
    AgreementEffect,
    ContradictionFound,
    StoodOn,
    ViewMoved,
    VoteCast,
)
from protocol.agreement.offences import Offence
from protocol.agreement.outcomes import Outcomes
from protocol.agreement.voter import Voter
from tests.protocol.agreement.views.small_table import (
    SmallTable,
    decision,
    everybody,
    message,
    resumed,
    signer,
    slip,
    without,
)


def others(voter: Voter) -> list[AgreementEffect]:
    """Return the effects since somebody looked, votes aside."""
    return [effect for effect in voter.take_effects() if not isinstance(effect, VoteCast)]


def test_a_view_that_moves_is_told_with_its_leader_and_the_persons_frozen() -> None:
    table = SmallTable()
    voter = table.voter(2)
    voter.hear(message(table.root, 2))
    voter.find_late()
    assert others(voter) == [ViewMoved(2, 2, (2,))]
    assert voter.leader == 2
    voter.tick()
    assert others(voter) == []
    voter.hear(slip(signer(1).freeze(2, None, None, table.root, (), (), ())))
    assert others(voter) == [ViewMoved(2, 2, (1, 2))]


def test_a_contradiction_is_told_once_with_both_statements() -> None:
    table = SmallTable()
    voter = table.voter(2)
    lies = [message(table.root, 1, body) for body in "ab"]
    for lie in (*lies, *lies):
        voter.learn(lie)
    first, second = sorted(lies)
    (told,) = (effect for effect in others(voter) if isinstance(effect, ContradictionFound))
    assert told == ContradictionFound(1, Offence.C1, first.raw, second.raw, 0)


def test_a_message_that_fails_a_check_is_told_with_itself() -> None:
    table = SmallTable()
    voter, wrong = table.voter(2), message(table.root, 1)
    table.wrong.add(wrong.answer.digest)
    voter.learn(wrong)
    (told,) = (effect for effect in others(voter) if isinstance(effect, ContradictionFound))
    assert (told.first, told.second) == (wrong.raw, wrong.raw)


def test_two_pasts_in_one_view_are_found_however_many_messages_lie_between() -> None:
    table = SmallTable()
    voter = table.voter(2)
    fork = table.after(table.root, "b")
    for _ in range(20):
        voter.hear(*everybody(voter.head, (0, 1, 2)))
    others(voter)
    voter.learn(message(fork, 1))
    told = [effect for effect in others(voter) if isinstance(effect, ContradictionFound)]
    assert {effect.offence for effect in told} == {Offence.C2}
    assert len(told) == 8


def test_a_decision_is_told_and_whether_it_undoes_steps() -> None:
    table = SmallTable()
    voter = table.voter(2)
    away = without(1, table.root, 2)
    voter.hear(*everybody(table.root, (0, 2)), *decision(away, 0))
    assert StoodOn(away, rewinds=False) in others(voter)
    stale = table.voter(2)
    stale.hear(*everybody(table.root, (0, 1, 2)))
    stale.hear(*decision(away, 0, 2))
    assert stale.head == voter.head
    assert StoodOn(away, rewinds=True) in others(stale)


def test_a_bot_follows_and_never_votes() -> None:
    table = SmallTable()
    table.persons = (0, 1, 2, 3)
    bot = Voter(Outcomes((0, 1, 2, 2), table.court().chosen, table, table.root), 3, signer(3))
    bot.hear(*everybody(table.root, (0, 1, 2, 3)))
    assert bot.head.step == 1
    base = resumed(table.know(bot.head), 1)
    bot.hear(*decision(base, 0, 1))
    bot.learn(message(bot.head, 3, view=1))
    bot.find_late()
    for _ in range(40):
        bot.tick()
    assert bot.base == base
    assert not any(isinstance(effect, VoteCast) for effect in bot.take_effects())
    assert bot.missing() == [0, 1, 2]


def test_a_bot_answers_for_itself_only() -> None:
    table = SmallTable()
    table.persons = (0, 1, 2, 3)
    bot = Voter(Outcomes((0, 1, 2, 2), table.court().chosen, table, table.root), 3, signer(3))
    assert bot.may_answer(3)
    bot.learn(message(table.root, 3))
    assert not bot.may_answer(3)
