"""Our part in the ballots of a table: a machine for each of its last steps, and signed slips.

A step is named by its `Subject`: its number and the head before it, so votes on another past do not
count here. Everything returns events: a vote of ours is a `Persist` and then a `Transmit`.
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
"""Number of steps a table goes back for a closing. Votes on all steps are kept for the whole game:
they are small, and a peer that slept for an hour may need them to learn how others continued."""
_NOBODY: Final = -1
"""The person of a machine that only learns what the others decide."""
_ORDER: Final = (Freeze, Proposal, Acceptance)
_BALLOTS_TOLD: Final = 2
"""Last ballots of each person that are sent to a peer: a freeze contains the votes before it."""
_EARLY: Final = 32
"""Votes about later steps that are kept, for each signer."""


@dataclass(frozen=True, slots=True)
class BallotView:
    """The progress of a vote to close the present step without the silent signers.

    Attributes:
        missing: signers whose message is not in.
        agreed: persons that agreed to continue without them, ours too if it did.
        needed: the number of persons that have to agree.
        may_agree: whether our person may agree now.
        possible: whether the persons that are not missing are enough.
    """

    missing: tuple[int, ...]
    agreed: tuple[int, ...]
    needed: int
    may_agree: bool
    possible: bool


def subject_of(point: StepPoint) -> Subject:
    """Return the subject of votes about the step at a point."""
    return Subject(point.table_id, point.step, point.head)


class Voting:
    """Votes of one seat and of the others.

    Attributes:
        machines: the ballots of the present step and all closed ones.
    """

    def __init__(self, identity: Identity, signer: int) -> None:
        """Start without votes."""
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
        """Whether the closing of an earlier step is open because of our promise."""
        for subject in tuple(self._promised):
            if self.machines[subject].decided is not None:
                self._promised.discard(subject)
        return any(subject.step < step for subject in self._promised)

    def decided(self, subject: Subject) -> Closing | None:
        """Return the closing that more than half of the roster accepted, if known."""
        machine = self.machines.get(subject)
        return None if machine is None else machine.decided

    def proof(self, subject: Subject) -> tuple[bytes, ...]:
        """Return the slips that decide the closing, by signer."""
        machine = self.machines[subject]
        return tuple(self._slips[subject][vote].raw for vote in machine.proof)

    # ---------------------------------------------------------------- inputs

    def begin(
        self, subject: Subject, roster: tuple[int, ...], owed: tuple[int, ...]
    ) -> Iterable[VoteEvent]:
        """Begin a step; earlier votes about it, ours and others', count now."""
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
        """Vote on nothing from a step on: votes from before our restart may not be known here."""
        self._silent_from = step
        for subject, machine in self.machines.items():
            if subject.step >= step and machine.me == self._signer:
                self.machines[subject] = machine.of(_NOBODY)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is voted on from some step on."""
        return self._silent_from is not None

    def speak(self) -> Iterable[VoteEvent]:
        """Vote again, bound by all votes of ours that are known by now."""
        self._silent_from = None
        for subject, silent in sorted(self.machines.items(), key=lambda one: one[0].step):
            if silent.me == self._signer:
                continue
            self.machines[subject] = silent.of(self._signer)
            self._recall(subject)
            yield from self._take(subject, self.machines[subject].look())

    def leave(self, step: int) -> None:
        """Drop promises beyond a step, from which the course continues in another way.

        Should it come back to that past after all, `begin` finds them again.
        """
        self._promised = {subject for subject in self._promised if subject.step <= step}

    def said(self, subject: Subject) -> tuple[bytes, ...]:
        """Return the last votes of each person on a step, for a peer that lacks or forgot them."""
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
        """Take back a vote of ours from before a crash; in their order, before `begin`."""
        self._recalled.setdefault(slip.subject, []).append(slip)

    def keep_early(self, slip: VoteSlip) -> None:
        """Keep a vote about a later step until the step begins."""
        signer = slip.vote.signer
        kept = sum(one.vote.signer == signer for slips in self._early.values() for one in slips)
        slips = self._early.setdefault(slip.subject, [])
        if kept < _EARLY and slip not in slips:
            slips.append(slip)

    def hold(
        self, subject: Subject, signer: int, digest: bytes, *, sound: bool
    ) -> Iterable[VoteEvent]:
        """Note that a message of a step has arrived and is checked."""
        machine = self.machines.get(subject)
        if machine is not None:
            yield from self._take(subject, machine.hold(signer, digest, sound=sound))

    def agree(self, subject: Subject) -> Iterable[VoteEvent]:
        """Vote to continue without the missing signers of a step."""
        machine = self.machines.get(subject)
        if machine is not None:
            yield from self._take(subject, machine.agree())

    def went_on(self, subject: Subject, signer: int, closing: Closing) -> Iterable[VoteEvent]:
        """Note that a signer has signed a message of a later step."""
        machine = self.machines.get(subject)
        if machine is not None:
            yield from self._take(subject, machine.went_on(signer, closing))

    def hear(self, slip: VoteSlip) -> Iterable[VoteEvent]:
        """Take a vote about a step that is known here; report contradictions of its signer."""
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
        """Take a vote of ours that peers echo: after a restart we are bound by it.

        Until we vote again, it counts like the votes of others.
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
        """Note that some seconds have passed: repeat open votes, and replace idle leaders."""
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
    """Return the sort key of a vote among ours: a ballot begins with a freeze."""
    return slip.vote.ballot, _ORDER.index(type(slip.vote))
