"""Lies as slips of the agreement by views: freezes, proposals and acceptances of the whole table.

As much of a lie as can be is certified, so that it counts. The rest is what no honest program
would name: messages and proposals that nobody has, pasts of others, contradictions that are none.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.slips import (
    AcceptanceSlip,
    FreezeSlip,
    ReturnSlip,
    VoteSigner,
    is_slip,
    read_slip,
)
from protocol.agreement.statements import (
    FreezeVote,
    ProposalVote,
    Statement,
)
from protocol.errors import RemoteProtocolError
from tests.simulator.lies import HeardVote, Lie, VoteKind

if TYPE_CHECKING:
    from protocol.agreement.slips import VoteOfView
    from protocol.agreement.voter import Voter
    from protocol.game.session import Session
    from tests.simulator.machine import Machine

_ODD = 0.1
"""The chance of each part of a lie that cannot be certified."""


class ViewForger:
    """Forged votes of one liar; implements `lies.Forger`."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._me = machine.person
        identity = machine.begin.seats[self._me].identity
        self._scribe = VoteSigner(identity, machine.begin.charter.table_id, self._me)
        self._freezes: dict[int, FreezeVote] = {}
        self._proposals: dict[int, ProposalVote] = {}

    @property
    def _session(self) -> Session:
        table = self._machine.table
        assert table is not None
        return table.sessions[self._me]

    @property
    def _voter(self) -> Voter:
        return self._session.voter

    # -------------------------------------------------------------- questions

    def read(self, raw: bytes) -> HeardVote | None:
        if not is_slip(raw):
            return None
        try:
            slip = read_slip(raw, self._session.peers)
        except RemoteProtocolError:
            return None
        if isinstance(slip, ReturnSlip) or slip.table_id != self._session.point.table_id:
            return None
        step = slip.tip_step if isinstance(slip, FreezeSlip) else self._session.point.step
        return HeardVote(_kind(slip), step, slip.view, slip.signer)

    def highest(self, step: int) -> int:
        del step
        views = [vote.view for vote in self._voter.memory.votes]
        return max([self._voter.promised, *views, *self._freezes])

    def leader(self, step: int, view: int) -> int:
        del step
        return self._voter.court.leader(view)

    def may_lie_about(self, step: int) -> bool:
        return 0 <= step <= self._session.point.step

    def kept(self, machine: Machine) -> Counter[int]:
        if machine.table is None:
            return Counter()
        memory = machine.table.sessions[machine.person].voter.memory
        count = Counter(vote.signer for vote in memory.votes)
        count.update(slip.signer for slip in memory.waiting)
        return count

    # -------------------------------------------------------------------- lies

    def freeze(self, lie: Lie) -> tuple[bytes, ...]:
        return (self._freeze(lie).raw,)

    def _freeze(self, lie: Lie) -> FreezeVote:
        chance = Random(repr(lie))
        session = self._session
        tip = session.course.head.at(lie.step)
        owers = session.chronicle.owers(tip)
        here = [a for s in owers for a in self._voter.memory.messages.contents(tip, s)]
        held = tuple(a for a in here if a.signer not in lie.without and not lie.forgets)
        if lie.ghost:
            held = tuple(SignedAnswer(s, tip, _ghost(lie, s)) for s in owers)
        court = self._voter.court
        late = tuple(s for s in owers if s in lie.without and court.person_of[s] != self._me)
        freeze = self._scribe.freeze(
            lie.view,
            self._base(lie, tip, chance),
            self._accepted(lie),
            self._tip(tip, chance),
            _two_of_each(held),
            late,
            self._faults(chance),
        )
        self._freezes[lie.view] = freeze
        return freeze

    def _base(self, lie: Lie, tip: Head, chance: Random) -> ProposalVote | None:
        """Return the last decision on the way to a tip, seldom any proposal."""
        court = self._voter.court
        known = [p for p in self._voter.memory.proposals() if p.view < lie.view]
        if known and chance.random() < _ODD:
            return chance.choice(known)
        bases = [
            one
            for one in self._voter.decisions()
            if one.view < lie.view and tip.extends(court.start_of(one))
        ]
        if bases and lie.forgets and chance.random() < 0.5:
            bases.pop()
        return bases[-1] if bases else None

    def _accepted(self, lie: Lie) -> ProposalVote | None:
        """Return the proposal of the view in which the lie says it accepted, or one nobody has."""
        if not lie.accepted or lie.forgets:
            return None
        for proposal in self._known_proposals():
            if proposal.view == lie.accepted < lie.view:
                return proposal
        return ProposalVote(_ghost(lie, self._me), b"", max(1, lie.view - 1), self._me, ())

    def _tip(self, tip: Head, chance: Random) -> Head:
        """Return a tip, seldom on a branch that was left, or that nobody has."""
        if chance.random() >= _ODD:
            return tip
        others = [one.head for one in self._session.chronicle.at_step(tip.step) if one.head != tip]
        unknown = Head(sha256(tip.digest).digest(), tip.before, tip.closing)
        return chance.choice([*others, unknown])

    def _faults(self, chance: Random) -> tuple[tuple[Statement, Statement], ...]:
        """Return the proofs that are known, seldom a pair of somebody that proves nothing."""
        memory = self._voter.memory
        proofs = [memory.proof(person) for person in sorted(memory.proofs)]
        found = [proof for proof in proofs if proof is not None]
        votes = sorted(memory.votes)
        if votes and chance.random() < _ODD:
            one = chance.choice(votes)
            two = chance.choice([vote for vote in votes if vote.signer == one.signer])
            found = [(one, two)]
        return tuple(found)

    def propose(self, lie: Lie) -> tuple[bytes, ...]:
        return (self._propose(lie).raw,)

    def _propose(self, lie: Lie) -> ProposalVote:
        if lie.ghost or lie.forgets:
            freezes = {self._me: self._freeze(lie)}
        else:
            known = (vote for vote in self._voter.memory.votes if isinstance(vote, FreezeVote))
            freezes = {f.signer: f for f in sorted(known) if f.view == lie.view}
            if lie.view in self._freezes:
                freezes[self._me] = self._freezes[lie.view]
            for signer in lie.without:
                freezes.pop(signer, None)
        proposal = self._scribe.proposal(lie.view, tuple(freezes.values()))
        self._proposals[lie.view] = proposal
        return proposal

    def accept(self, lie: Lie) -> tuple[bytes, ...]:
        if lie.ghost:
            ghost = ProposalVote(_ghost(lie, self._me), b"", lie.view, self._me, ())
            return (self._scribe.acceptance(ghost).raw,)
        if not lie.without:
            for proposal in self._known_proposals():
                if proposal.view == lie.view:
                    return (self._scribe.acceptance(proposal).raw,)
        proposal = self._propose(lie)
        return (proposal.raw, self._scribe.acceptance(proposal).raw)

    def _known_proposals(self) -> list[ProposalVote]:
        return [*sorted(self._voter.memory.proposals()), *self._proposals.values()]


def _kind(slip: VoteOfView) -> VoteKind:
    if isinstance(slip, FreezeSlip):
        return VoteKind.FREEZE
    return VoteKind.ACCEPTANCE if isinstance(slip, AcceptanceSlip) else VoteKind.PROPOSAL


def _two_of_each(answers: tuple[SignedAnswer, ...]) -> tuple[SignedAnswer, ...]:
    """Return the answers, of each signer the two smallest at most."""
    count: Counter[int] = Counter()
    found = []
    for answer in sorted(answers):
        count[answer.signer] += 1
        if count[answer.signer] <= 2:
            found.append(answer)
    return tuple(found)


def _ghost(lie: Lie, signer: int) -> bytes:
    return sha256(b"ghost %d %d %d" % (lie.step, lie.ghost, signer)).digest()
