"""Lies as slips of the agreement that votes on each step alone: ballots, closings, acceptances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

from protocol.agreement.ballot import Ballots
from protocol.agreement.signed_votes import Subject, VoteSlip, is_slip, read_slip, sign_vote
from protocol.agreement.votes import Acceptance, Closing, Freeze, Message, Proposal, Vote
from protocol.agreement.voting import Voting, subject_of
from protocol.errors import RemoteProtocolError
from tests.simulator.lies import HeardVote, Lie, VoteKind

if TYPE_CHECKING:
    from protocol.game.session import Session
    from tests.simulator.machine import Machine

_KINDS = {
    Freeze: VoteKind.FREEZE,
    Proposal: VoteKind.PROPOSAL,
    Acceptance: VoteKind.ACCEPTANCE,
}


class BallotForger:
    """Forged votes of one liar; implements `lies.Forger`."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._identity = machine.begin.seats[machine.person].identity
        self._signed: dict[Subject, dict[Freeze, VoteSlip]] = {}

    @property
    def _session(self) -> Session:
        table = self._machine.table
        assert table is not None
        return table.sessions[self._machine.person]

    def _subject(self, step: int) -> Subject:
        return subject_of(self._session.transcript.point_of(step))

    def _ballots(self, step: int) -> Ballots | None:
        return self._session.voting.machines.get(self._subject(step))

    def read(self, raw: bytes) -> HeardVote | None:
        if not is_slip(raw):
            return None
        try:
            slip = read_slip(raw, self._session.peers)
        except RemoteProtocolError:
            return None
        if not isinstance(slip, VoteSlip):
            return None
        vote = slip.vote
        return HeardVote(_KINDS[type(vote)], slip.subject.step, vote.ballot, vote.signer)

    def highest(self, step: int) -> int:
        own = self._signed.get(self._subject(step), {})
        ballots = self._ballots(step)
        known = 0 if ballots is None else max(ballots.highest, ballots.promised)
        return max([known, *(freeze.ballot for freeze in own)])

    def leader(self, step: int, view: int) -> int:
        ballots = self._ballots(step)
        return -1 if ballots is None else ballots.leader(view)

    def may_lie_about(self, step: int) -> bool:
        return 0 <= step <= self._session.point.step and self._ballots(step) is not None

    def freeze(self, lie: Lie) -> tuple[bytes, ...]:
        return (self._freeze(lie).raw,)

    def _freeze(self, lie: Lie) -> VoteSlip:
        closing = self._closing(lie)
        accepted = (lie.accepted, closing) if lie.accepted else None
        held: Iterable[Message] = () if lie.forgets else closing.messages
        if lie.ghost:
            ballots = self._ballots(lie.step)
            owed = () if ballots is None else ballots.owed
            held = ((signer, _ghost(lie, signer)) for signer in owed)
        freeze = Freeze(lie.view, self._machine.person, tuple(sorted(held)), accepted)
        slip = self._sign(lie.step, freeze)
        self._signed.setdefault(slip.subject, {})[freeze] = slip
        return slip

    def propose(self, lie: Lie) -> tuple[bytes, ...]:
        if lie.ghost or lie.forgets:
            freezes = [self._freeze(lie)]
        else:
            freezes = [
                slip
                for slip in self._freezes(lie.step)
                if slip.vote.ballot == lie.view and slip.vote.signer not in lie.without
            ]
        votes = tuple(slip.vote for slip in freezes if isinstance(slip.vote, Freeze))
        return (self._sign(lie.step, Proposal(lie.view, self._machine.person, votes), freezes).raw,)

    def _freezes(self, step: int) -> list[VoteSlip]:
        """Return the freezes known here, the last of each signer for each ballot, by signer."""
        subject = self._subject(step)
        known = [*slips_of(self._session.voting, subject), *self._signed.get(subject, {}).values()]
        of: dict[tuple[int, int], VoteSlip] = {}
        for slip in known:
            if isinstance(slip.vote, Freeze):
                of[slip.vote.signer, slip.vote.ballot] = slip
        return [of[key] for key in sorted(of)]

    def accept(self, lie: Lie) -> tuple[bytes, ...]:
        ballots = self._ballots(lie.step)
        closing = self._closing(lie)
        if ballots is not None and not lie.without and not lie.ghost:
            here = [one for one in ballots.proposals if one.ballot == lie.view]
            follows = (
                ballots.rule(here[0].freezes, ballots.owed, ballots.roster, ()) if here else None
            )
            closing = follows or closing
        return (self._sign(lie.step, Acceptance(lie.view, self._machine.person, closing)).raw,)

    def _closing(self, lie: Lie) -> Closing:
        """Return the closing of a step without some signers, with all messages of the others."""
        transcript = self._session.transcript
        is_open = lie.step == self._session.point.step
        said = transcript.present if is_open else transcript.history[lie.step]
        ballots = self._ballots(lie.step)
        owed = () if ballots is None else ballots.owed
        here = {signer: said[signer].digest for signer in owed if signer in said}
        if lie.ghost:
            here = {signer: _ghost(lie, signer) for signer in owed}
        kept = tuple((s, digest) for s, digest in sorted(here.items()) if s not in lie.without)
        return Closing(kept, tuple(s for s in owed if s not in dict(kept)))

    def _sign(self, step: int, vote: Vote, freezes: Iterable[VoteSlip] = ()) -> VoteSlip:
        return sign_vote(self._identity, self._subject(step), vote, tuple(freezes))

    def kept(self, machine: Machine) -> Counter[int]:
        count: Counter[int] = Counter()
        if machine.table is not None:
            voting = machine.table.sessions[machine.person].voting
            for subject in voting.machines:
                count.update(slip.vote.signer for slip in slips_of(voting, subject))
        return count


def slips_of(voting: Voting, subject: Subject) -> list[VoteSlip]:
    """Return the votes on a step that count at one seat."""
    return list(voting._slips.get(subject, {}).values())


def _ghost(lie: Lie, signer: int) -> bytes:
    return sha256(b"ghost %d %d %d" % (lie.step, lie.ghost, signer)).digest()
