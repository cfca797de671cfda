"""Bounds of memory (6.14), and the cost of a message on a long table."""

from __future__ import annotations

from collections import Counter

import pytest

from protocol.agreement import vote_memory
from protocol.agreement.offences import Court
from protocol.agreement.pasts import Head
from protocol.agreement.slips import ReturnSlip
from protocol.agreement.vote_memory import OTHERS, SLACK
from protocol.agreement.waiting_slips import NAMED
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


def test_votes_of_one_signer_beside_those_in_use_are_few() -> None:
    table = SmallTable()
    voter = table.voter(2)
    for view in range(1, 100):
        freeze = signer(1).freeze(view, None, None, table.root, (), (), ())
        voter.hear(slip(freeze), slip(signer(view % 3).proposal(view, (freeze,))))
    assert len(voter.memory.votes.of(1)) <= SLACK + OTHERS
    assert voter.memory.votes.freezes()[1].view == 99


def test_a_stream_of_lies_leaves_few_results_proofs_and_slips(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(vote_memory, "COMPUTED", 32)
    table = SmallTable()
    voter, unknown = table.voter(2), table.after(table.root)
    for view in range(1, 100):
        late = signer(1).freeze(view, None, None, table.root, (), (1,), ())
        wrong = signer(1).proposal(view, (late,))
        ghost = signer(1).freeze(view, None, None, unknown, (), (), ())
        voter.hear(*map(slip, (late, wrong, ghost, signer(1).acceptance(wrong))))
    memory = voter.memory
    assert memory.court.size <= 2 * 32
    assert [len(pairs) for pairs in memory.proofs.values()] == [OTHERS]
    assert len(list(memory.waiting)) <= 3 + NAMED
    assert len(memory.votes.of(1)) <= SLACK + OTHERS


def test_messages_beside_our_past_are_few_and_those_on_it_stay() -> None:
    table = SmallTable()
    voter, way = table.voter(2), [table.root]
    for _ in range(30):
        voter.hear(*everybody(voter.head, (0, 1, 2)))
        way.append(voter.head)
    for head in way:
        voter.learn(message(head, 1, "other"))
        beside = table.after(head, "other")
        voter.hear(*(message(beside, 1, body) for body in "ab"))
    messages = voter.memory.messages
    assert all(messages.at(head, 1) for head in way[:-1])
    assert messages.number(1) <= len(way) * 2 + SLACK + OTHERS


def test_the_decisions_of_our_past_are_kept_for_good() -> None:
    table = SmallTable()
    voter, base = table.voter(2), None
    for view in range(1, 40):
        base = resumed(table.root, view, base)
        voter.hear(*decision(base, 0, 1))
    assert len(voter.decisions()) == 39
    assert all(voter.memory.is_decided(one) for one in voter.decisions())
    assert all(voter.decision(one) for one in voter.decisions())


def test_a_return_that_is_due_is_not_replaced_by_an_old_one() -> None:
    table = SmallTable()
    voter = table.voter(2)
    voter.hear(*everybody(table.root, (1, 2)), *decision(without(0, table.root, 1), 1, 2))
    gone = table.voter(0)
    gone.hear(*everybody(table.root, (1, 2)), *decision(without(0, table.root, 1), 1, 2))
    (request,) = gone.request_return()
    new = ReturnSlip(b"new", b"new", bytes(32), 0, request.since, request.head)
    voter.hear(new)
    voter.hear(ReturnSlip(b"old", b"old", bytes(32), 0, 0, bytes(32)))
    assert voter.due_returns() == (new,)


def test_a_message_late_in_the_game_is_compared_with_as_few_as_one_at_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = SmallTable(5)
    voter = table.voter(0)
    work = Counter[str]()
    real, at = Court.contradiction, Head.at

    def compared(*said: object) -> object:
        work["contradiction"] += 1
        return real(*said)  # type: ignore[arg-type]

    def looked(head: Head, step: int) -> Head:
        work["at"] += 1
        return at(head, step)

    monkeypatch.setattr(Court, "contradiction", compared)
    monkeypatch.setattr(Head, "at", looked)
    costs = {}
    for step in range(301):
        work.clear()
        voter.hear(*everybody(voter.head, range(5)))
        assert voter.head.step == step + 1
        costs[step] = dict(work)
    assert costs[300] == costs[10]
