"""Statements that are here, and the slips that are resolved by them (6.5).

A slip names by digest. It becomes a vote once all that it names is here and known; until then it
waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from protocol.agreement.heard_messages import HeardMessages
from protocol.agreement.kept_votes import KeptVotes
from protocol.agreement.outcomes import Outcomes
from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.slips import AcceptanceSlip, FreezeSlip, ProposalSlip, VoteOfView
from protocol.agreement.statements import (
    AcceptanceVote,
    CastVote,
    FreezeVote,
    ProposalVote,
    Statement,
)
from protocol.agreement.waiting_slips import WaitingSlips

Pair = tuple[Statement, Statement]
HeadName = tuple[int, bytes]
"""A step, and the digest of the head before it."""


class KnownStatements:
    """The statements that are here at one person of a table, by digest, and slips that wait.

    Attributes:
        proofs: for each person, pairs of statements that contradict each other.
    """

    def __init__(self, court: Outcomes) -> None:
        self.court: Final = court
        self.messages: Final = HeardMessages()
        self.votes: Final = KeptVotes()
        self.proofs: Final[dict[int, list[Pair]]] = {}
        self.waiting: Final = WaitingSlips()
        self._said: Final[dict[bytes, Statement]] = {}
        self._named: Final[dict[bytes, Statement]] = {}
        """Statements that are not kept, but named by slips that wait."""

    def __contains__(self, statement: Statement) -> bool:
        """Whether a statement is kept."""
        return statement.digest in self._said

    def kept(self, digest: bytes) -> Statement | None:
        """Return a statement that is kept, by the digest of its content."""
        return self._said.get(digest)

    def find(self, digest: bytes) -> Statement | None:
        """Return a statement that is here, kept or not, by the digest of its content."""
        if digest in self._said:
            return self._said[digest]
        if digest in self._named:
            return self._named[digest]
        pairs = chain.from_iterable(self.proofs.values())
        return next((said for pair in pairs for said in pair if said.digest == digest), None)

    def is_decided(self, proposal: ProposalVote) -> bool:
        """Whether the acceptances that are here decide a proposal."""
        accepted = self.votes.acceptances(proposal)
        return self.court.is_decided(proposal, (vote.signer for vote in accepted))

    def resolved(self, slip: VoteOfView) -> CastVote | None:
        """Return the vote of a slip, or None if something it names is not here."""
        if next(self.lacks(slip), None) is not None:
            return None
        match slip:
            case FreezeSlip():
                return self._freeze(slip)
            case ProposalSlip():
                freezes = tuple(filter(None, map(self._freeze, slip.freezes)))
                return ProposalVote(slip.digest, slip.raw, slip.view, slip.signer, freezes)
            case AcceptanceSlip():
                found = self.find(slip.proposal)
                if not isinstance(found, ProposalVote):
                    return None
                return AcceptanceVote(slip.digest, slip.raw, slip.view, slip.signer, found)

    def _freeze(self, slip: FreezeSlip) -> FreezeVote | None:
        known = self._said.get(slip.digest)
        if isinstance(known, FreezeVote):
            return known
        tip = self.court.steps.head_of(slip.tip_step, slip.tip_head)
        if tip is None:
            return None
        found = [self._answer(tip, signer, digest) for signer, digest in slip.held]
        faults = [(self.find(one), self.find(two)) for one, two in slip.faults]
        return FreezeVote(
            slip.digest,
            slip.raw,
            slip.view,
            slip.signer,
            self._proposal(slip.base),
            self._proposal(slip.accepted),
            tip,
            tuple(answer for answer in found if answer),
            slip.late,
            tuple((one, two) for one, two in faults if one and two),
        )

    def lacks(self, slip: VoteOfView) -> Iterator[bytes | HeadName]:
        """Yield the digests of statements and answers, and the heads, that a slip needs here."""
        if isinstance(slip, AcceptanceSlip):
            proposal = self.find(slip.proposal)
            if not isinstance(proposal, ProposalVote) or not self._may_accept(proposal):
                yield slip.proposal
            return
        for freeze in (slip,) if isinstance(slip, FreezeSlip) else slip.freezes:
            if not self.is_base_here(freeze.base):
                yield freeze.base
            if freeze.accepted and not self._proposal(freeze.accepted):
                yield freeze.accepted
            tip = self.court.steps.head_of(freeze.tip_step, freeze.tip_head)
            if tip is None:
                yield freeze.tip_step, freeze.tip_head
            else:
                for signer, digest in freeze.held:
                    if not self._answer(tip, signer, digest):
                        yield digest
            yield from (
                digest for pair in freeze.faults for digest in pair if not self.find(digest)
            )

    def is_base_here(self, base: bytes) -> bool:
        """Whether a base is decided by acceptances that are here."""
        proposal = self._proposal(base)
        return not base or (proposal is not None and self.is_decided(proposal))

    def _may_accept(self, proposal: ProposalVote) -> bool:
        """Whether acceptances of a proposal are judged: it is kept, or it is not right."""
        return proposal in self or not self.court.outcome(proposal)

    def _proposal(self, digest: bytes) -> ProposalVote | None:
        found = self._said.get(digest)
        return found if isinstance(found, ProposalVote) else None

    def _answer(self, head: Head, signer: int, digest: bytes) -> SignedAnswer | None:
        here = self.messages.at(head, signer)
        return next((said.answer for said in here if said.answer.digest == digest), None)
