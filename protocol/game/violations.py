"""What becomes of who signs what nobody may sign: it is told, proven, and gone on without.

A fault is a message that fails a check, or one of two contents for one step and head. Its author is
not waited for, and the closing without him is voted on once nobody else is waited for. Another past
or another state of the same past is nobody's proven fault: programs differ then.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.agreement.vote_events import Faulty, Persist, Send
from protocol.agreement.voting import subject_of
from protocol.cards.dealing import TableSecret
from protocol.charter import Charter
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.course import Course
from protocol.game.events import Diverged, Event, Split
from protocol.wire.envelope import Envelope
from protocol.wire.identity import Identity


class Blame(Course):
    """A course at which everything that is wrong is told once, with what shows it."""

    def __init__(
        self, charter: Charter, signer: int, identity: Identity, secret: TableSecret
    ) -> None:
        """Sit down, as `Course`."""
        super().__init__(charter, signer, identity, secret)
        self._told: set[tuple[int, int, Reason]] = set()
        self._evidence_kept: set[bytes] = set()
        self._evidence_recalled: dict[tuple[int, bytes], list[Envelope]] = {}

    def _fault(self, envelope: Envelope, error: RemoteProtocolError) -> Iterable[Event]:
        if envelope.step == self.point.step:
            self._now.faulty.add(envelope.signer)
        evidence = (envelope.to_bytes(),)
        if envelope.signer in self.referee.due.signers and envelope.step == self.point.step:
            yield from self._proven(envelope, evidence, envelope.digest)
        yield from self._tell_fault(
            Faulty(envelope.signer, envelope.step, error.reason, error.place, evidence)
        )

    def _second(self, first: Envelope, second: Envelope) -> Iterable[Event]:
        """Another content of a signer for one step and head."""
        known = self.transcript.seconds.get(first.signer)
        is_present = first.step == self.point.step
        if is_present and known is not None and known.content == second.content:
            return
        self.transcript.keep_second(second)
        yield from self._two(first, second)

    def _two(self, first: Envelope, second: Envelope) -> Iterable[Event]:
        """Two contents for one step and head: a fault; neither counts, but what is closed stays."""
        if first.step == self.point.step and not self._is_decided(first):
            self._withdraw(first.signer)
        evidence = (first.to_bytes(), second.to_bytes())
        yield from self._proven(first, evidence, first.digest, second.digest)
        yield from self._tell_fault(
            Faulty(first.signer, first.step, Reason.TWO_MESSAGES, "step", evidence)
        )

    def _is_decided(self, envelope: Envelope) -> bool:
        """Whether a message of the present step counts whatever else its signer has said."""
        decided = self.voting.decided(subject_of(self.point))
        return decided is not None and (envelope.signer, envelope.digest) in decided.messages

    def _proven(
        self, envelope: Envelope, evidence: tuple[bytes, ...], *digests: bytes
    ) -> Iterable[Event]:
        """Who owed something proved its fault: nobody has to wait for it alone."""
        if envelope.step > self.point.step:
            return
        if (envelope.step, envelope.signer) not in self._proofs:
            self._proofs[envelope.step, envelope.signer] = evidence
            yield from self._keep_evidence(evidence)
        subject = subject_of(self.transcript.point_of(envelope.step))
        for digest in digests:
            sound = len(digests) > 1
            yield from self.voting.hold(subject, envelope.signer, digest, sound=sound)
        if envelope.step == self.point.step:
            yield from self._agree_on_faults()
        elif self.diverged:
            yield from self.voting.agree(subject)

    def _keep_evidence(self, evidence: tuple[bytes, ...]) -> Iterable[Event]:
        """What a vote rests on is kept like the vote: others may have forgotten it as well."""
        if self.signer in self.referee.roster.voters:
            for raw in evidence:
                if raw not in self._evidence_kept:
                    self._evidence_kept.add(raw)
                    yield Persist(raw)

    def _recall_evidence(self, raw: bytes) -> None:
        envelope = Envelope.from_bytes(raw)
        if envelope.signer >= len(self.peers):
            raise BadMessage(Reason.NOT_SEATED, "signer")
        envelope.verify(self.peers[envelope.signer])
        self._evidence_kept.add(raw)
        where = (envelope.step, envelope.head)
        self._evidence_recalled.setdefault(where, []).append(envelope)

    def _agree_on_faults(self) -> Iterable[Event]:
        """Go on without who proved its fault, once nobody else is waited for.

        Before, those who still think about their answer would be put away with him.
        """
        proven = {signer for step, signer in self._proofs if step == self.point.step}
        if proven and proven.issuperset(self.waiting_for):
            yield from self.voting.agree(subject_of(self.point))

    def _withdraw(self, signer: int) -> None:
        self._now.faulty.add(signer)
        self._now.accepted.pop(signer, None)

    def _show(self) -> Iterable[Event]:
        """What is wrong with a step that is voted on: whoever has gone on may not have it."""
        machine = self.voting.machines.get(subject_of(self.point))
        if machine is None or not machine.is_frozen:
            return
        for kept in (self.transcript.present, self.transcript.seconds):
            for signer in sorted(self._now.faulty.intersection(kept)):
                yield Send(kept[signer].to_bytes())

    def _tell_fault(self, fault: Faulty) -> Iterable[Event]:
        key = (fault.signer, fault.step, fault.reason)
        if key not in self._told:
            self._told.add(key)
            self.evidence.setdefault(fault.signer, fault)
            yield fault

    def _diverge(self, envelope: Envelope, split: Split) -> Iterable[Event]:
        reason = Reason.OTHER_HEAD if split is Split.HEAD else Reason.OTHER_STATE
        key = (envelope.signer, envelope.step, reason)
        if key not in self._told:
            self._told.add(key)
            self.diverged[envelope.signer] = envelope
            yield Diverged(envelope.signer, envelope.step, split, envelope.to_bytes())
            yield from self._doubt()

    def _doubt(self) -> Iterable[Event]:
        """Somebody has another past: what a liar may have split is closed by a ballot."""
        for subject, machine in tuple(self.voting.machines.items()):
            if subject.step < self.point.step and machine.liars and machine.decided is None:
                yield from self.voting.agree(subject)
