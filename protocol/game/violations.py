"""Reports, proves and excludes protocol violations.

A fault is a message that fails a check, or one of two contents for one step and head. Nobody waits
for its author, and the closing without them is voted on once nobody else is waited for. Another
past, or another state of the same past, is nobody's proven fault: programs differ then.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.agreement.vote_events import Faulty, Persist, Transmit
from protocol.agreement.votes import Closing
from protocol.agreement.voting import Voting, subject_of
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.course import Course
from protocol.game.events import Diverged, Event, Split
from protocol.wire.envelope import Envelope


class Violations:
    """Every violation seen at one seat, each reported once with its evidence.

    Attributes:
        evidence: the first fault of each signer that its messages prove, not its votes.
        diverged: signers whose last message has another past or state than ours, with that message.
    """

    def __init__(self, course: Course, voting: Voting) -> None:
        """Watch a course; faults that others wait for are voted on."""
        self.evidence: dict[int, Faulty] = {}
        self.diverged: dict[int, Envelope] = {}
        self._course = course
        self._voting = voting
        self._proofs: dict[tuple[int, int], tuple[bytes, ...]] = {}
        self._reported: set[tuple[int, int, Reason]] = set()
        self._evidence_kept: set[bytes] = set()
        self._evidence_recalled: dict[tuple[int, bytes], list[Envelope]] = {}

    # -------------------------------------------------------------- questions

    def has_proof(self, signer: int) -> bool:
        """Whether a fault of a signer in the present step is proven here."""
        return (self._course.point.step, signer) in self._proofs

    def proof_of(self, closing: Closing) -> tuple[bytes, ...]:
        """Return the messages that prove the faults a closing of the present step rests on."""
        step = self._course.point.step
        return tuple(
            raw for signer in closing.faulty for raw in self._proofs.get((step, signer), ())
        )

    # ----------------------------------------------------------------- faults

    def report(self, envelope: Envelope, error: RemoteProtocolError) -> Iterable[Event]:
        """Report a message that fails a check, and prove it if its signer owed it now."""
        course = self._course
        is_present = envelope.step == course.point.step
        if is_present:
            course.progress.faulty.add(envelope.signer)
        evidence = (envelope.to_bytes(),)
        if envelope.signer in course.referee.due.signers and is_present:
            yield from self._prove(envelope, evidence, envelope.digest)
        yield from self._report_once(
            Faulty(envelope.signer, envelope.step, error.reason, error.place, evidence)
        )

    def report_second(self, first: Envelope, second: Envelope) -> Iterable[Event]:
        """Report another content of a signer for one step and head, unless it is known."""
        course = self._course
        known = course.transcript.seconds.get(first.signer)
        is_present = first.step == course.point.step
        if is_present and known is not None and known.content == second.content:
            return
        course.transcript.keep_second(second)
        yield from self.report_pair(first, second)

    def report_pair(self, first: Envelope, second: Envelope) -> Iterable[Event]:
        """Report two contents for one step and head: neither counts, but closed steps stay."""
        progress = self._course.progress
        if first.step == self._course.point.step and not self._is_decided(first):
            progress.faulty.add(first.signer)
            progress.accepted.pop(first.signer, None)
        evidence = (first.to_bytes(), second.to_bytes())
        yield from self._prove(first, evidence, first.digest, second.digest)
        yield from self._report_once(
            Faulty(first.signer, first.step, Reason.TWO_MESSAGES, "step", evidence)
        )

    def report_divergence(self, envelope: Envelope, split: Split) -> Iterable[Event]:
        """Report a message of another past, or of another state of our past."""
        reason = Reason.OTHER_HEAD if split is Split.HEAD else Reason.OTHER_STATE
        key = (envelope.signer, envelope.step, reason)
        if key not in self._reported:
            self._reported.add(key)
            self.diverged[envelope.signer] = envelope
            yield Diverged(envelope.signer, envelope.step, split, envelope.to_bytes())
            yield from self._vote_on_splits()

    def vote_on_faults(self) -> Iterable[Event]:
        """Vote to continue without signers with a proven fault, once nobody else is waited for.

        Earlier, those who still think about their answer would be excluded with them.
        """
        course = self._course
        proven = {signer for step, signer in self._proofs if step == course.point.step}
        if proven and proven.issuperset(course.waiting_for):
            yield from self._voting.agree(subject_of(course.point))

    def repeat(self) -> Iterable[Event]:
        """Send the faulty messages of a step that is voted on: peers ahead may lack them."""
        course = self._course
        machine = self._voting.machines.get(subject_of(course.point))
        if machine is None or not machine.is_frozen:
            return
        for kept in (course.transcript.present, course.transcript.seconds):
            for signer in sorted(course.progress.faulty.intersection(kept)):
                yield Transmit(kept[signer].to_bytes())

    # ----------------------------------------------------------------- crashes

    def recall(self, raw: bytes) -> None:
        """Take back evidence that was persisted before a crash.

        Raises:
            RemoteProtocolError: it was never persisted here.
        """
        envelope = Envelope.from_bytes(raw)
        peers = self._course.peers
        if envelope.signer >= len(peers):
            raise BadMessage(Reason.NOT_SEATED, "signer")
        envelope.verify(peers[envelope.signer])
        self._evidence_kept.add(raw)
        where = (envelope.step, envelope.head)
        self._evidence_recalled.setdefault(where, []).append(envelope)

    def take_recalled(self) -> list[Envelope]:
        """Take out the recalled evidence of the present step."""
        point = self._course.point
        return self._evidence_recalled.pop((point.step, point.head), [])

    # ------------------------------------------------------------------ proofs

    def _is_decided(self, envelope: Envelope) -> bool:
        """Whether a message of the present step counts whatever else its signer has signed."""
        decided = self._voting.decided(subject_of(self._course.point))
        return decided is not None and (envelope.signer, envelope.digest) in decided.messages

    def _prove(
        self, envelope: Envelope, evidence: tuple[bytes, ...], *digests: bytes
    ) -> Iterable[Event]:
        """Keep the proof of a fault by a signer that owed a message; nobody waits for it alone."""
        course = self._course
        if envelope.step > course.point.step:
            return
        if (envelope.step, envelope.signer) not in self._proofs:
            self._proofs[envelope.step, envelope.signer] = evidence
            yield from self._keep_evidence(evidence)
        subject = subject_of(course.transcript.point_of(envelope.step))
        for digest in digests:
            sound = len(digests) > 1
            yield from self._voting.hold(subject, envelope.signer, digest, sound=sound)
        if envelope.step == course.point.step:
            yield from self.vote_on_faults()
        elif self.diverged:
            yield from self._voting.agree(subject)

    def _keep_evidence(self, evidence: tuple[bytes, ...]) -> Iterable[Event]:
        """Persist the evidence of a vote like the vote: the others may have lost it as well."""
        if self._course.signer in self._course.referee.attendance.voters:
            for raw in evidence:
                if raw not in self._evidence_kept:
                    self._evidence_kept.add(raw)
                    yield Persist(raw)

    def _report_once(self, fault: Faulty) -> Iterable[Event]:
        key = (fault.signer, fault.step, fault.reason)
        if key not in self._reported:
            self._reported.add(key)
            self.evidence.setdefault(fault.signer, fault)
            yield fault

    def _vote_on_splits(self) -> Iterable[Event]:
        """Close by a ballot the earlier steps that a liar may have split."""
        for subject, machine in tuple(self._voting.machines.items()):
            is_earlier = subject.step < self._course.point.step
            if is_earlier and machine.liars and machine.decided is None:
                yield from self._voting.agree(subject)
