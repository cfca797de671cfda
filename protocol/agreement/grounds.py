"""The statements and answers on which a vote rests: on the disk before it, in records before it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from protocol.agreement.kept_votes import named_by
from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.statements import (
    AcceptanceVote,
    CastVote,
    FreezeVote,
    ProposalVote,
    SignedMessage,
    Statement,
)
from protocol.agreement.vote_memory import VoteMemory, answers_beside


class Grounds(NamedTuple):
    """Statements, each after those it needs itself, and answers named beside a past.

    Freezes in a proposal are not among the statements, for the proposal contains them. After a
    proposal that is decided, so that others may begin at it, stand the acceptances that decide.
    """

    statements: tuple[Statement, ...]
    answers: tuple[SignedAnswer, ...]


def grounds_of(
    memory: VoteMemory, votes: Iterable[CastVote], known: frozenset[CastVote], past: Head
) -> Grounds:
    """Return what votes name, directly or not, without them and without what `known` are."""
    roots = list(votes)
    named = named_by(roots, known) - known
    freezes = [vote for vote in named if isinstance(vote, FreezeVote)]
    proposals = [vote for vote in named if isinstance(vote, ProposalVote)]
    faults = {said for freeze in freezes for pair in freeze.faults for said in pair}
    statements: list[Statement] = []
    for said in sorted(faults.union(proposals).difference(roots), key=_order):
        statements.append(said)
        if isinstance(said, ProposalVote) and memory.is_decided(said):
            statements += deciding(memory, said)
    answers = {answer for freeze in freezes for answer in answers_beside(freeze, past)}
    return Grounds(tuple(statements), tuple(sorted(answers)))


def deciding(memory: VoteMemory, proposal: ProposalVote) -> tuple[AcceptanceVote, ...]:
    """Return as many acceptances of a proposal as decide it, those of the smallest signers."""
    outcome = memory.court.outcome(proposal)
    if outcome is None:
        return ()
    counting = set(outcome.voters) - outcome.liars
    found = [vote for vote in memory.votes.acceptances(proposal) if vote.signer in counting]
    return tuple(found[: outcome.needed])


def decision_of(memory: VoteMemory, proposal: ProposalVote) -> tuple[bytes, ...]:
    """Return a decision as records and sleepers have it: its grounds, itself, its acceptances.

    Not among the grounds are the decisions before it and the messages on the past that it ends
    with.
    """
    outcome = memory.court.outcome(proposal)
    if outcome is None:
        return ()
    before = frozenset[CastVote](memory.court.chain(outcome.base))
    statements, answers = grounds_of(memory, [proposal], before, outcome.head)
    messages = [
        message
        for answer in answers
        for message in memory.messages.at(answer.head, answer.signer)
        if message.answer == answer
    ]
    found = (*messages, *statements, proposal, *deciding(memory, proposal))
    return tuple(dict.fromkeys(statement.raw for statement in found))


def _order(statement: Statement) -> tuple[bool, int, bytes]:
    is_vote = not isinstance(statement, SignedMessage)
    return is_vote, statement.view, statement.digest
