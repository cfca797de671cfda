"""One person's side of the closing of one step: single-decree Paxos, with no clock and no network.

Theory of operation. *Ballot 0* is the usual way: all owed messages are here, the step closes, and
signing a message of a later step accepts that closing (`went_on`). A step is *final* once more than
half of the roster accepted one closing in one ballot; no other closing can become final then.
*Ballot b >= 1* is led by one person of the roster after the other. A person who is asked to
continue without somebody and agrees (`agree`) opens it with a freeze; others join when they agree
too, when nobody would be excluded for silence, or when enough did. The leader proposes the closing
that follows from freezes of more than half; everybody checks and accepts it.

Every method returns the machine after it and our votes to be sent. **A vote must be persisted
before it is sent; after a crash `recall` takes the persisted votes back, in their order, before
anything else.** No message of a later step may be signed while `is_frozen`: this machine can be
wrong about the closing then.

Safe if persons vote once; live once messages arrive, more than half agree and ticks are fair. A
person that signs two contents for one step loses its vote on it wherever that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from protocol.agreement.votes import (
    Acceptance,
    Closing,
    Freeze,
    Message,
    Proposal,
    Vote,
    complete,
    is_more_than_half,
    proposed,
)

PATIENCE: Final = 3
"""Ticks a leader has for a proposal; one more each time all have led."""
FARTHEST: Final = 64
"""Number of ballots above our own whose votes are taken, so that none is the last one."""

Rule = Callable[
    [Iterable[Freeze], Collection[int], Collection[int], Collection[bytes]], Closing | None
]
"""The closing that follows from freezes: `votes.proposed`."""


@dataclass(frozen=True, slots=True)
class Ballots:
    """One person's knowledge of the closing of a step.

    Attributes:
        me: the person; if not of the roster, it only learns what the others decide.
        roster: the persons who vote, in the order in which they lead.
        owed: the signers that owe a message.
        held: checked messages, with whether they are sound.
        promised: the ballot of the last freeze or acceptance; 0 while the usual way is open.
        accepted: the highest ballot in which a closing was accepted, with that closing.
        agreed: whether the person agrees to continue without the missing signers.
    """

    me: int
    roster: tuple[int, ...]
    owed: tuple[int, ...]
    held: frozenset[tuple[int, bytes, bool]] = frozenset()
    promised: int = 0
    accepted: tuple[int, Closing] | None = None
    agreed: bool = False
    freezes: frozenset[Freeze] = frozenset()
    votes: frozenset[Acceptance] = frozenset()
    proposals: frozenset[Proposal] = frozenset()
    own: tuple[Vote, ...] = ()
    waited: int = 0
    rule: Rule = proposed

    # ------------------------------------------------------------- questions

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages held, rising."""
        return tuple(sorted({(signer, digest) for signer, digest, _ in self.held}))

    @property
    def liars(self) -> frozenset[int]:
        """Signers proven to have signed two contents, or one that fails a check."""
        count: dict[int, int] = {}
        for signer, _, _ in self.held:
            count[signer] = count.get(signer, 0) + 1
        return frozenset(signer for signer, _, sound in self.held if not sound or count[signer] > 1)

    @property
    def full(self) -> Closing | None:
        """The closing with everybody's message, if all are here and sound."""
        if not self.nobody_is_silent or self.liars:
            return None
        return complete(self.owed, self.messages)

    @property
    def nobody_is_silent(self) -> bool:
        """Whether a message of everybody has arrived, right or wrong."""
        return len({signer for signer, _, _ in self.held}) == len(self.owed)

    @property
    def is_frozen(self) -> bool:
        """Whether no message of a later step may be signed now."""
        return self.promised > 0 and self.decided is None

    @property
    def decided(self) -> Closing | None:
        """The closing more than half of the roster accepted in one ballot, as far as known."""
        deciding = self._deciding()
        return deciding[-1].closing if deciding else None

    @property
    def proof(self) -> tuple[Acceptance, ...]:
        """Acceptances in one ballot >= 1 that decide the closing, by signer; or none."""
        return self._deciding(least=1)

    def _deciding(self, least: int = 0) -> tuple[Acceptance, ...]:
        """Return the votes of the last ballot, from `least` on, in which a closing was decided.

        Only signers known here to have lied do not count: others may claim it of anybody.
        """
        liars = self.liars
        voters = sum(person not in liars for person in self.roster)
        by_closing: dict[tuple[int, Closing], list[Acceptance]] = {}
        for vote in self.votes:
            if vote.ballot >= least and vote.signer not in liars:
                by_closing.setdefault((vote.ballot, vote.closing), []).append(vote)
        found = [key for key, votes in by_closing.items() if is_more_than_half(len(votes), voters)]
        return tuple(sorted(by_closing[max(found)], key=_signer)) if found else ()

    @property
    def highest(self) -> int:
        """The highest ballot known."""
        return max((freeze.ballot for freeze in self.freezes), default=self.promised)

    def leader(self, ballot: int) -> int:
        """Return the leader of a ballot >= 1; silent persons, which owe a message, come last."""
        order = sorted(self.roster, key=lambda person: (person in self.owed, person))
        return order[(ballot - 1) % len(order)]

    # ---------------------------------------------------------------- inputs

    def hold(self, signer: int, digest: bytes, *, sound: bool = True) -> BallotOutcome:
        """Note that a message of the step has arrived and is checked."""
        if signer not in self.owed or (signer, digest, sound) in self.held:
            return BallotOutcome(self)
        return replace(self, held=self.held | {(signer, digest, sound)})._moved()

    def agree(self) -> BallotOutcome:
        """Continue without the missing signers: open a ballot, or join the one that is open."""
        if self.me not in self.roster or self.decided is not None:
            return BallotOutcome(self)
        agreed = replace(self, agreed=True)
        if self.promised:
            return agreed._moved()
        return agreed._freeze(max(agreed.highest, 1))

    def went_on(self, signer: int, closing: Closing) -> BallotOutcome:
        """Note that a person signed a message of a later step: it accepts the closing in ballot 0.

        Our own person may do so only if not `is_frozen`.
        """
        vote = Acceptance(0, signer, closing)
        if signer not in self.roster or vote in self.votes:
            return BallotOutcome(self)
        after = replace(self, votes=self.votes | {vote})
        if signer == self.me and self.accepted is None:
            # A ballot that others opened before is joined now.
            return replace(after, accepted=(0, closing))._moved()
        return BallotOutcome(after)

    def tick(self) -> BallotOutcome:
        """Repeat votes that may have been lost; replace a leader that does not propose."""
        if not self.promised or self.decided is not None:
            return BallotOutcome(self)
        voters = {person for person in self.roster if person not in self.liars}
        here = {one.signer for one in self.freezes if one.ballot == self.promised} & voters
        enough = is_more_than_half(len(here), len(voters))
        waiting = replace(self, waited=self.waited + enough)
        if waiting.waited > PATIENCE + self.promised // len(self.roster):
            return waiting.move_on()
        return BallotOutcome(waiting, waiting.own)

    def move_on(self) -> BallotOutcome:
        """Give up the present ballot for the next one, which another person leads."""
        if self.me not in self.roster or not self.promised:
            return BallotOutcome(self)
        return self._freeze(max(self.highest, self.promised + 1))

    def hear(self, vote: Vote) -> BallotOutcome:
        """Take a vote of another person, whose signature has been verified."""
        if vote.signer not in self.roster or vote.ballot < 1:
            return BallotOutcome(self)
        match vote:
            case Acceptance():
                return self._heard_acceptance(vote)
            case Freeze():
                return self._heard_freeze(vote)
            case Proposal():
                return self._heard_proposal(vote)

    def _heard_acceptance(self, vote: Acceptance) -> BallotOutcome:
        known = any((one.ballot, one.signer) == (vote.ballot, vote.signer) for one in self.votes)
        if known or vote.ballot > self.promised + FARTHEST:
            return BallotOutcome(self)
        return BallotOutcome(replace(self, votes=self.votes | {vote}))

    def recall(self, vote: Vote) -> Ballots:
        """Take back a vote of ours from before a crash, persisted here or echoed: it binds us."""
        match vote:
            case Freeze():
                if vote.ballot <= self.promised:
                    return self
                before = vote.accepted if self.accepted is None else self.accepted
                return replace(self._froze(vote), agreed=True, accepted=before)
            case Proposal():
                return self._said(vote, replace(self, proposals=self.proposals | {vote}))
            case Acceptance():
                if self.accepted is not None and vote.ballot <= self.accepted[0]:
                    return replace(self, votes=self.votes | {vote})
                return self._accepted(vote)

    def of(self, person: int) -> Ballots:
        """Vote as a person who only listened so far; its acceptance in ballot 0 counts."""
        went_on = [vote for vote in self.votes if (vote.ballot, vote.signer) == (0, person)]
        accepted = (0, went_on[0].closing) if went_on else None
        return replace(self, me=person, accepted=accepted)

    def look(self) -> BallotOutcome:
        """Cast the votes that are due, after our earlier votes were recalled."""
        return self._moved()

    # --------------------------------------------------------------- freezing

    def _heard_freeze(self, vote: Freeze) -> BallotOutcome:
        near = self.promised <= vote.ballot <= self.promised + FARTHEST
        known = any((one.ballot, one.signer) == (vote.ballot, vote.signer) for one in self.freezes)
        if not near or known or not {signer for signer, _ in vote.held} <= set(self.owed):
            return BallotOutcome(self)
        return replace(self, freezes=self.freezes | {vote})._moved()

    def _freeze(self, ballot: int) -> BallotOutcome:
        vote = Freeze(ballot, self.me, self.messages, self.accepted)
        moved = self._froze(vote)._moved()
        return BallotOutcome(moved.ballots, (vote, *moved.votes))

    def _froze(self, vote: Freeze) -> Ballots:
        kept = frozenset(one for one in self.freezes if one.ballot >= vote.ballot)
        after = replace(self, promised=vote.ballot, freezes=kept | {vote}, waited=0, own=())
        return self._said(vote, after)

    @staticmethod
    def _said(vote: Vote, after: Ballots) -> Ballots:
        return replace(after, own=(*after.own, vote))

    def _joins(self) -> bool:
        """Whether a ballot that others opened is to be joined now."""
        if self.me not in self.roster or self.highest <= self.promised or self.proof:
            # A peer that asks about a decided step is sent the votes that decided it.
            return False
        if self.agreed or self.accepted is not None or self.nobody_is_silent:
            return True
        # Enough have agreed: all that is left is to be quick, above all for the leader.
        here = sum(freeze.ballot == self.highest for freeze in self.freezes)
        return is_more_than_half(here, len(self.roster))

    # ------------------------------------------------------ proposing, accepting

    def _known(self, freezes: Iterable[Freeze]) -> bool:
        """Whether every message in them has arrived and is checked."""
        here = set(self.messages)
        return all(here.issuperset(freeze.held) for freeze in freezes)

    def _follows(self, freezes: Iterable[Freeze]) -> Closing | None:
        unsound = {digest for _, digest, sound in self.held if not sound}
        return self.rule(freezes, self.owed, self.roster, unsound)

    def _moved(self) -> BallotOutcome:
        """Cast the votes that are due."""
        if self._joins():
            return self._freeze(self.highest)
        proposal = self._proposal()
        if proposal is not None:
            after = self._said(proposal, replace(self, proposals=self.proposals | {proposal}))
            moved = after._moved()
            return BallotOutcome(moved.ballots, (proposal, *moved.votes))
        acceptance = self._acceptance()
        return (
            BallotOutcome(self)
            if acceptance is None
            else BallotOutcome(self._accepted(acceptance), (acceptance,))
        )

    def _proposal(self) -> Proposal | None:
        ballot = self.promised
        if not ballot or self.leader(ballot) != self.me or self.me not in self.roster:
            return None
        if any((one.ballot, one.signer) == (ballot, self.me) for one in self.proposals):
            return None
        here = sorted((one for one in self.freezes if one.ballot == ballot), key=_signer)
        freezes = tuple(one for one in here if self._known((one,)))
        return None if self._follows(freezes) is None else Proposal(ballot, self.me, freezes)

    def _heard_proposal(self, vote: Proposal) -> BallotOutcome:
        signers = [freeze.signer for freeze in vote.freezes]
        fits = (
            vote.signer == self.leader(vote.ballot)
            and signers == sorted(set(signers))
            and set(signers) <= set(self.roster)
            and all(freeze.ballot == vote.ballot for freeze in vote.freezes)
        )
        old = vote.ballot < self.promised or vote.ballot > self.promised + FARTHEST
        known = any(one.ballot == vote.ballot for one in self.proposals)
        if not fits or old or known:
            return BallotOutcome(self)
        kept = frozenset(one for one in self.proposals if one.ballot >= self.promised)
        return replace(self, proposals=kept | {vote})._moved()

    def _acceptance(self) -> Acceptance | None:
        """Return the acceptance that is due: of the highest proposal that may still be accepted."""
        if self.me not in self.roster:
            return None
        least = self.promised if self.accepted is None else max(self.promised, self.accepted[0] + 1)
        for vote in sorted(self.proposals, key=_ballot, reverse=True):
            if vote.ballot < max(least, 1) or not self._known(vote.freezes):
                continue
            closing = self._follows(vote.freezes)
            if closing is not None:
                return Acceptance(vote.ballot, self.me, closing)
        return None

    def _accepted(self, vote: Acceptance) -> Ballots:
        after = replace(self, accepted=(vote.ballot, vote.closing), votes=self.votes | {vote})
        if vote.ballot > self.promised:
            after = replace(after, promised=vote.ballot, waited=0, own=())
        return self._said(vote, after)


@dataclass(frozen=True, slots=True)
class BallotOutcome:
    """The machine after an input, and our votes to be persisted and then sent, in order."""

    ballots: Ballots
    votes: tuple[Vote, ...] = ()


def _signer(vote: Vote) -> int:
    return vote.signer


def _ballot(vote: Vote) -> int:
    return vote.ballot
