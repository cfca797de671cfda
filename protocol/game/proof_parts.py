"""The statements that a reader of a fault report needs beside a record to judge the proof in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from protocol.agreement.kept_votes import named_by
from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.slips import is_slip
from protocol.agreement.statements import (
    CastVote,
    FreezeVote,
    ProposalVote,
    SignedMessage,
    Statement,
)
from protocol.agreement.vote_memory import VoteMemory, answers_beside
from protocol.game.chronicle import Chronicle
from protocol.wire.envelope import Envelope


def proof_parts(
    memory: VoteMemory, chronicle: Chronicle, proof: Iterable[bytes], past: Head
) -> tuple[bytes, ...]:
    """Return what anybody needs beside a past to judge a proof: votes, then messages by step.

    That is everything the statements name, the decisions of the views they speak of, and the
    answers on the way to the heads that they name.
    """
    votes, heads = _proven(memory, chronicle, frozenset(proof))
    named: set[CastVote] = set()
    while True:
        named = named_by(votes, frozenset(named))
        heads |= {vote.tip for vote in named if isinstance(vote, FreezeVote)}
        ways = {way for head in heads for way in head.beyond(past)}
        leading = [p for p in _leading_to(memory, ways) if p not in named]
        if not leading:
            break
        votes += leading
    freezes = [vote for vote in named if isinstance(vote, FreezeVote)]
    answers = {answer for way in ways for answer in way.answers}
    answers |= {answer for freeze in freezes for answer in answers_beside(freeze, past)}
    found = [vote.raw for vote in _said(memory, named)]
    beside = sorted(answers - set(_counted(past, answers)), key=lambda one: (one.head.step, one))
    found += [chronicle.chapter(one.head).envelope(one).to_bytes() for one in beside]
    return tuple(raw for raw in dict.fromkeys(found) if raw not in set(proof))


def _proven(
    memory: VoteMemory, chronicle: Chronicle, proof: frozenset[bytes]
) -> tuple[list[CastVote], set[Head]]:
    """Return the votes of a proof, and the heads of its messages."""
    pairs = (pair for pairs in memory.proofs.values() for pair in pairs)
    found = {said for pair in pairs for said in pair if said.raw in proof}
    votes = [said for said in found if not isinstance(said, SignedMessage)]
    heads = {said.head for said in found if isinstance(said, SignedMessage)}
    for raw in proof - {said.raw for said in found}:
        # Of many proofs against one person only some are kept.
        if is_slip(raw):
            continue
        envelope = Envelope.from_bytes(raw)
        head = chronicle.head_of(envelope.step, envelope.head)
        heads |= set() if head is None else {head}
    return votes, heads


def _leading_to(memory: VoteMemory, ways: set[Head]) -> Iterator[ProposalVote]:
    """Yield the proposals whose outcomes are steps that a view closed."""
    ends = {way for way in ways if way.closing is not None and not way.closing.is_by_itself}
    for proposal in memory.votes.proposals():
        outcome = memory.court.outcome(proposal)
        if outcome is not None and outcome.head in ends:
            yield proposal


def _said(memory: VoteMemory, named: set[CastVote]) -> list[Statement]:
    """Return proposals with their acceptances, and the statements in faults, lower views first."""
    proposals = [vote for vote in named if isinstance(vote, ProposalVote)]
    freezes = [vote for vote in named if isinstance(vote, FreezeVote)]
    found: set[Statement] = set(proposals)
    found |= {said for freeze in freezes for pair in freeze.faults for said in pair}
    found |= {vote for proposal in proposals for vote in memory.votes.acceptances(proposal)}
    order = sorted(found, key=lambda said: (said.view, said.digest))
    return [said for said in order if not isinstance(said, SignedMessage)] + [
        said for said in order if isinstance(said, SignedMessage)
    ]


def _counted(past: Head, answers: Iterable[SignedAnswer]) -> Iterator[SignedAnswer]:
    """Yield the answers that count in a past."""
    for answer in answers:
        if past.extends(answer.head) and answer in past.at(answer.head.step + 1).answers:
            yield answer
