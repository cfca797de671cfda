"""Reports of protocol violations: every fault that is proven, and every seat with another past.

A fault is a message that fails a check, or two statements no honest program can have signed
together; the voter finds these (`protocol.agreement.offences`) and takes a view that puts its
signer away. Another past, or another state of the same past, is nobody's proven fault: programs
differ then, or somebody lies who is not known yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from protocol.agreement.effects import ContradictionFound
from protocol.agreement.offences import Offence
from protocol.agreement.vote_events import Faulty
from protocol.errors import Reason, RemoteProtocolError
from protocol.game.course import Course
from protocol.game.events import Diverged, Event, Split
from protocol.wire.envelope import Envelope

REASONS: Final = {
    Offence.C1: Reason.TWO_MESSAGES,
    Offence.C2: Reason.TWO_PASTS,
    Offence.C3: Reason.TWO_VOTES,
    Offence.C4: Reason.FORGOTTEN_ACCEPTANCE,
    Offence.C5: Reason.FORGOTTEN_MESSAGE,
    Offence.C6: Reason.WRONG_PROPOSAL,
}
"""The reason under which each kind of contradiction is reported."""


MOST_DIVERGENCES: Final = 8
"""Divergences of one signer that are reported: they prove nothing, and anybody can make them. More
must not fill the reports of a game before a fault is proven."""


class Violations:
    """Every violation seen at one seat, each reported once with its evidence.

    Attributes:
        evidence: the first proven fault of each signer.
        diverged: signers whose last message has another past or state than ours, with that message.
    """

    def __init__(self, course: Course) -> None:
        """Watch a course."""
        self.evidence: dict[int, Faulty] = {}
        self.diverged: dict[int, Envelope] = {}
        self._course = course
        self._reported: set[tuple[int, int, Reason]] = set()
        self._divergences: Counter[int] = Counter()

    def report(self, envelope: Envelope, error: RemoteProtocolError) -> Iterator[Event]:
        """Report a message that fails a check."""
        evidence = (envelope.to_bytes(),)
        yield from self._report_once(
            Faulty(envelope.signer, envelope.step, error.reason, error.place, evidence)
        )

    def report_contradiction(self, proof: ContradictionFound) -> Iterator[Event]:
        """Report two statements that contradict each other, or a vote that is wrong alone."""
        is_single = proof.first == proof.second
        if proof.offence is Offence.C1 and is_single:
            return  # The check that fails was reported with its place.
        evidence = (proof.first,) if is_single else (proof.first, proof.second)
        reason, place = REASONS[proof.offence], proof.offence.name
        yield from self._report_once(Faulty(proof.signer, proof.step, reason, place, evidence))

    def report_divergence(self, envelope: Envelope, split: Split) -> Iterator[Event]:
        """Report a message of another past, or of another state of our past."""
        reason = Reason.OTHER_HEAD if split is Split.HEAD else Reason.OTHER_STATE
        key = (envelope.signer, envelope.step, reason)
        if key not in self._reported:
            self._reported.add(key)
            self.diverged[envelope.signer] = envelope
            self._divergences[envelope.signer] += 1
            if self._divergences[envelope.signer] <= MOST_DIVERGENCES:
                yield Diverged(envelope.signer, envelope.step, split, envelope.to_bytes())

    def _report_once(self, fault: Faulty) -> Iterator[Event]:
        key = (fault.signer, fault.step, fault.reason)
        if key not in self._reported:
            self._reported.add(key)
            self.evidence.setdefault(fault.signer, fault)
            yield fault
