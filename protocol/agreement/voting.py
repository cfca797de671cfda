"""The own part in the ballots of a table: a machine for each of its last steps, and signed slips.

A step is named by its `Subject`: number and head before it, so that what was said on another past
says nothing here. Everything returns events: an own vote is a `Persist` and then a `Transmit`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from protocol.agreement.ballot import BallotOutcome, Ballots
from protocol.agreement.contradictions import Contradictions
from protocol.agreement.signed_votes import Subject, VoteSlip, sign_vote
from protocol.agreement.vote_events import BallotMoved, Persist, Transmit, VoteEvent
from protocol.agreement.votes import Acceptance, Closing, Freeze, Proposal, Vote
from protocol.wire.envelope import StepPoint
from protocol.wire.identity import Identity

STEPS_BACK: Final = 64
"""How far a table goes back for a closing. Votes are given on every step as long as it lasts:
who slept for an hour may need them to learn how the others went on, and ballots are small."""
_NOBODY: Final = -1
"""Who only learns what the others decide."""
_ORDER: Final = (Freeze, Proposal, Acceptance)
_BALLOTS_TOLD: Final = 2
"""Ballots of each person that are told to who lacks them: a freeze holds what was before it."""
_EARLY: Final = 32
"""Votes about later steps that are kept, for each signer."""


@dataclass(frozen=True, slots=True)
class BallotView:
    """How far the present step is from being closed without those who are silent.

    Attributes:
        missing: signers whose message is not in.
        agreed: persons that agreed to go on without them, the own one too if it did.
        needed: how many have to.
        may_agree: whether the own person can.
        possible: whether those who are not missing are enough.
    """

    missing: tuple[int, ...]
    agreed: tuple[int, ...]
    needed: int
    may_agree: bool
    possible: bool


def subject_of(point: StepPoint) -> Subject:
    """What votes about the step at that point are about."""
    return Subject(point.table_id, point.step, point.head)


class Voting:
    """Votes of one seat and of the others.

    Attributes:
        machines: the ballots of the present step and all closed ones.
    """

    def __init__(self, identity: Identity, signer: int) -> None:
        """Nothing said yet."""
        self.machines: dict[Subject, Ballots] = {}
        self._identity = identity
        self._signer = signer
        self._slips: dict[Subject, dict[Vote, VoteSlip]] = {}
        self._early: dict[Subject, list[VoteSlip]] = {}
        self._recalled: dict[Subject, list[VoteSlip]] = {}
        self._promised: set[Subject] = set()
        self._contradictions = Contradictions(signer)
        self._silent_from: int | None = None

    # ------------------------------------------------------------- questions

    def is_frozen_before(self, step: int) -> bool:
        """Whether the closing of a step before that one is open because of what we promised."""
        for subject in tuple(self._promised):
            if self.machines[subject].decided is not None:
                self._promised.discard(subject)
        return any(subject.step < step for subject in self._promised)

    def decided(self, subject: Subject) -> Closing | None:
        """The closing that more than half of the roster accepted."""
        machine = self.machines.get(subject)
        return None if machine is None else machine.decided

    def proof(self, subject: Subject) -> tuple[bytes, ...]:
        """The slips that decide the closing, by signer."""
        machine = self.machines[subject]
        return tuple(self._slips[subject][vote].raw for vote in machine.proof)

    # ---------------------------------------------------------------- inputs

    def begin(
        self, subject: Subject, roster: tuple[int, ...], owed: tuple[int, ...]
    ) -> Iterable[VoteEvent]:
        """A step begins here; what was heard or said of it before counts now."""
        if subject not in self.machines:
            silent = self._silent_from is not None and subject.step >= self._silent_from
            self.machines[subject] = Ballots(_NOBODY if silent else self._signer, roster, owed)
            self._slips[subject] = {}
        self._keep(subject, self.machines[subject])
        if self.machines[subject].me == self._signer:
            self._recall(subject)
        for slip in self._early.pop(subject, ()):
            yield from self.hear(slip)
        self._drop_before(subject.step - STEPS_BACK)

    def _recall(self, subject: Subject) -> None:
        for slip in self._recalled.pop(subject, ()):
            self._remember(slip)
            self._keep(subject, self.machines[subject].recall(slip.vote))

    def be_silent(self, step: int) -> None:
        """Vote on nothing from a step on: what was voted before the start may not be known here."""
        self._silent_from = step
        for subject, machine in self.machines.items():
            if subject.step >= step and machine.me == self._signer:
                self.machines[subject] = machine.of(_NOBODY)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is voted on from some step on."""
        return self._silent_from is not None

    def speak(self) -> Iterable[VoteEvent]:
        """Vote again, bound by all own votes that are known by now."""
        self._silent_from = None
        for subject, silent in sorted(self.machines.items(), key=lambda one: one[0].step):
            if silent.me == self._signer:
                continue
            self.machines[subject] = silent.of(self._signer)
            self._recall(subject)
            yield from self._take(subject, self.machines[subject].look())

    def leave(self, step: int) -> None:
        """The course goes on from that step another way: what was promised beyond binds only there.

        Should it come back to that past after all, `begin` finds it again.
        """
        self._promised = {subject for subject in self._promised if subject.step <= step}

    def said(self, subject: Subject) -> tuple[bytes, ...]:
        """What was voted on a step, of everybody the last, for who does not know it or forgot."""
        slips = self._slips.get(subject, {})
        last: dict[int, int] = {}
        for vote in slips:
            last[vote.signer] = max(vote.ballot, last.get(vote.signer, 0))
        return tuple(
            slip.raw
            for vote, slip in slips.items()
            if vote.ballot > last[vote.signer] - _BALLOTS_TOLD
        )

    def _drop_before(self, step: int) -> None:
        for subject in self.machines:
            if subject.step < step:
                self._contradictions.forget(subject)
        for subject in [one for one in self._early if one.step < step]:
            del self._early[subject]

    def recall(self, slip: VoteSlip) -> None:
        """An own vote of before a crash; in the order in which they were kept, before `begin`."""
        self._recalled.setdefault(slip.subject, []).append(slip)

    def keep_early(self, slip: VoteSlip) -> None:
        """Keep a vote about a later step until that begins."""
        signer = slip.vote.signer
        kept = sum(one.vote.signer == signer for slips in self._early.values() for one in slips)
        slips = self._early.setdefault(slip.subject, [])
        if kept < _EARLY and slip not in slips:
            slips.append(slip)

    def hold(
        self, subject: Subject, signer: int, digest: bytes, *, sound: bool
    ) -> Iterable[VoteEvent]:
        """A message of a step is here and checked."""
        machine = self.machines.get(subject)
        if machine is not None:
            yield from self._take(subject, machine.hold(signer, digest, sound=sound))

    def agree(self, subject: Subject) -> Iterable[VoteEvent]:
        """Go on without those who are missing in a step."""
        machine = self.machines.get(subject)
        if machine is not None:
            yield from self._take(subject, machine.agree())

    def went_on(self, subject: Subject, signer: int, closing: Closing) -> Iterable[VoteEvent]:
        """A signer has signed a message of a later step."""
        machine = self.machines.get(subject)
        if machine is not None:
            yield from self._take(subject, machine.went_on(signer, closing))

    def hear(self, slip: VoteSlip) -> Iterable[VoteEvent]:
        """A vote about a step that is known here; who contradicts himself is named."""
        machine = self.machines.get(slip.subject)
        if slip.vote.signer == self._signer:
            yield from self._hear_own(slip)
            return
        if machine is None:
            return
        outcome = machine.hear(slip.vote)
        counts = outcome.ballots is not machine
        if counts:
            self._remember(slip)
            yield from self._take(slip.subject, outcome)
        yield from self._contradictions.hear(slip, counts=counts)

    def _hear_own(self, slip: VoteSlip) -> Iterable[VoteEvent]:
        """An own vote comes back from others: who was started again is bound by it.

        Until it votes itself it counts what it said as it counts what others said.
        """
        machine = self.machines.get(slip.subject)
        if machine is None or machine.me == self._signer:
            return
        recalled = self._recalled.setdefault(slip.subject, [])
        if slip not in recalled:
            recalled.append(slip)
            recalled.sort(key=_place)
            yield Persist(slip.raw)
        outcome = machine.hear(slip.vote)
        self._remember(slip)
        yield from self._take(slip.subject, outcome)

    def tick(self) -> Iterable[VoteEvent]:
        """Some seconds have passed: say again what is open, change who leads to nothing."""
        for subject in sorted(self._promised, key=_step):
            machine = self.machines[subject]
            outcome = machine.tick()
            fresh = set(outcome.votes) - set(machine.own)
            for vote in outcome.votes:
                if vote not in fresh:
                    yield Transmit(self._slips[subject][vote].raw)
            kept = tuple(vote for vote in outcome.votes if vote in fresh)
            yield from self._take(subject, BallotOutcome(outcome.ballots, kept))

    # --------------------------------------------------------------- our side

    def _remember(self, slip: VoteSlip) -> None:
        known = self._slips[slip.subject]
        known.setdefault(slip.vote, slip)
        for freeze in slip.freezes:
            known.setdefault(freeze.vote, freeze)

    def _keep(self, subject: Subject, machine: Ballots) -> None:
        self.machines[subject] = machine
        if machine.promised:
            self._promised.add(subject)

    def _take(self, subject: Subject, outcome: BallotOutcome) -> Iterable[VoteEvent]:
        before = self.machines[subject]
        self._keep(subject, outcome.ballots)
        for vote in outcome.votes:
            slip = self._signed(subject, vote)
            self._slips[subject][vote] = slip
            yield Persist(slip.raw)
            yield Transmit(slip.raw)
        if before.freezes != outcome.ballots.freezes:
            persons = {freeze.signer for freeze in outcome.ballots.freezes}
            yield BallotMoved(subject.step, tuple(sorted(persons)))

    def _signed(self, subject: Subject, vote: Vote) -> VoteSlip:
        freezes: tuple[Freeze, ...] = vote.freezes if isinstance(vote, Proposal) else ()
        slips = [self._slips[subject][freeze] for freeze in freezes]
        return sign_vote(self._identity, subject, vote, slips)


def _step(subject: Subject) -> int:
    return subject.step


def _place(slip: VoteSlip) -> tuple[int, int]:
    """Where a vote stands among the own ones: a ballot begins with a freeze."""
    return slip.vote.ballot, _ORDER.index(type(slip.vote))
