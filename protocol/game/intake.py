"""The messages and votes that a seat takes in: each is judged once, at the head it stands on.

A message on an unknown head is kept until the head is known. Then everything of it is checked; the
proofs in it are work for somebody else, so a check may end when the table has moved on.
"""

from __future__ import annotations

from collections.abc import Iterator

from protocol.agreement.pasts import ReturnRequest, SignedAnswer
from protocol.agreement.slips import AnySlip, ReturnSlip, digest_of, is_slip, read_slip
from protocol.agreement.statements import ProposalVote
from protocol.agreement.voter import Voter
from protocol.cards.dealing import Proven
from protocol.errors import BadMessage, Reason, RemoteProtocolError
from protocol.game.chronicle import Chapter, Chronicle, Verdict, examine, verdict_of
from protocol.game.course import Course
from protocol.game.events import AnswerRecovered, Dropped, Event, MessageIn, Split, Work
from protocol.game.jobs import CheckJob
from protocol.game.own_messages import OwnMessages, recover_answer
from protocol.game.pending_jobs import PendingCheck, PendingJobs
from protocol.game.returns import request_in
from protocol.game.violations import Violations
from protocol.wire.bodies import proofs_of
from protocol.wire.envelope import Envelope


class Intake:
    """Judges what a seat receives, and lets its voter know."""

    def __init__(
        self,
        course: Course,
        voter: Voter,
        violations: Violations,
        own: OwnMessages,
        jobs: PendingJobs,
    ) -> None:
        """Start with nothing received."""
        self._course = course
        self._voter = voter
        self._violations = violations
        self._own = own
        self._jobs = jobs
        self._recalled: list[Envelope | AnySlip] = []
        self._chapters = 0

    @property
    def _chronicle(self) -> Chronicle:
        return self._course.chronicle

    # ------------------------------------------------------------------ inputs

    def is_known(self, raw: bytes) -> bool:
        """Whether a vote of somebody else or a message was received, with any signature.

        Peers send them again and again, and nothing follows from that.
        """
        try:
            if not is_slip(raw):
                return self._chronicle.known(Envelope.from_bytes(raw))
            known = self._voter.memory.kept(digest_of(raw))
        except RemoteProtocolError:
            return False
        return known is not None and known.signer != self._voter.me

    def receive(self, raw: bytes) -> Iterator[Event]:
        """Take an envelope or slip from anybody. Never raises for its content."""
        try:
            if is_slip(raw):
                yield from self._slip(read_slip(raw, self._course.peers))
            else:
                yield from self._envelope(Envelope.from_bytes(raw))
        except RemoteProtocolError as error:
            yield Dropped(error.reason, error.place)

    def _slip(self, slip: AnySlip) -> Iterator[Event]:
        if slip.table_id != self._course.point.table_id:
            yield Dropped(Reason.OTHER_TABLE, "table")
        elif not isinstance(slip, ReturnSlip):
            self._voter.hear(slip)
        elif self._course.head.may_return(request_in(slip)):
            self._own.carry(slip)

    def _envelope(self, envelope: Envelope) -> Iterator[Event]:
        course = self._course
        if envelope.table_id != course.point.table_id:
            yield Dropped(Reason.OTHER_TABLE, "table")
        elif envelope.signer >= len(course.peers):
            yield Dropped(Reason.NOT_SEATED, "signer")
        elif not self._chronicle.known(envelope):
            envelope.verify(course.peers[envelope.signer])
            yield from self._take(envelope)

    def checked(
        self, job: PendingCheck, result: tuple[Proven, ...] | RemoteProtocolError
    ) -> Iterator[Event]:
        """Take the result of a check: statements proven, or why they are not."""
        chapter = self._chronicle.chapters[job.envelope.head]
        verdict: Verdict = (
            result
            if isinstance(result, RemoteProtocolError)
            else verdict_of(chapter, job.body, result)
        )
        yield from self._judged(chapter, job.envelope, job.returns, verdict)

    def recall(self, raw: bytes) -> None:
        """Keep a statement of others from before a crash, to be taken again in its turn.

        Raises:
            RemoteProtocolError: nobody at this table signed it.
        """
        peers = self._course.peers
        if is_slip(raw):
            self._recalled.append(read_slip(raw, peers))
            return
        envelope = Envelope.from_bytes(raw)
        if envelope.table_id != self._course.point.table_id:
            raise BadMessage(Reason.OTHER_TABLE, "table")
        if envelope.signer >= len(peers):
            raise BadMessage(Reason.NOT_SEATED, "signer")
        envelope.verify(peers[envelope.signer])
        self._recalled.append(envelope)

    def hear_again(self, *, is_replayed: bool) -> Iterator[Event]:
        """Take the recalled statements again, once more with every step until all `is_replayed`.

        Most name something that is not here before its step; of those of one signer only the last
        would wait. A signature takes a moment to verify, so that was done when they were recalled:
        a liar can make a journal hold thousands of them.
        """
        recalled = self._recalled
        if is_replayed:
            self._recalled = []
        for said in recalled:
            if not isinstance(said, Envelope):
                yield from self._slip(said)
            elif not self._chronicle.known(said):
                yield from self._take(said)

    def admit(self) -> Iterator[Event]:
        """Take the messages whose head is known by now, and grow the branches that votes name."""
        spare = (*self._chronicle.early.heads(), *self._voter.wanted_heads())
        self._chronicle.grow(self._named_heads(), spare)
        for proposal in self._voter.memory.proposals():
            self._learn_outcome(proposal)
        if self._chapters != len(self._chronicle.chapters):
            # Votes may name a head that is new here, also one that we walked to ourselves.
            self._chapters = len(self._chronicle.chapters)
            self._voter.look_again()
        # The voter may have had no room for messages that votes name now.
        for said in tuple(self._chronicle.statements(self._voter.wants())):
            self._voter.learn(said)
        for envelope in self._chronicle.early.take():
            if not self._chronicle.known(envelope):
                yield from self._take(envelope)

    def recover_answer(self, envelope: Envelope) -> Iterator[Event]:
        """Find the answer behind a message of ours that comes back from peers."""
        course = self._course
        decision = course.question()
        if decision is None:
            return
        answer = recover_answer(course.private_seat, course.referee, decision, envelope.body)
        course.own_step.answered = answer is not None
        if answer is not None:
            yield AnswerRecovered(course.signer, envelope.step, envelope.head, answer)

    # ----------------------------------------------------------------- judging

    def _take(self, envelope: Envelope) -> Iterator[Event]:
        """Take a verified message that was not received before."""
        course, chronicle = self._course, self._chronicle
        head = chronicle.head_of(envelope.step, envelope.head)
        if head is None:
            if not chronicle.early.keep(envelope, course.point.step):
                yield Dropped(Reason.TOO_MANY, "step")
            elif envelope.step <= course.point.step:
                yield from self._violations.report_divergence(envelope, Split.HEAD)
            return
        chapter = chronicle.chapter(head)
        if not self._has_room(envelope):
            yield Dropped(Reason.TOO_MANY, "step")
            return
        if chapter is course.here and envelope.signer == course.signer:
            yield from self.recover_answer(envelope)
        if chapter.is_judged(envelope.digest):
            answer = chapter.answers[envelope.digest]
            verdict = chapter.verdict(envelope.digest)
            self._voter.learn(chronicle.judged(chapter, envelope, answer, verdict))
            return
        is_being_checked = any(one.digest == envelope.digest for one in chapter.letters.values())
        chronicle.keep(chapter, envelope)
        if not is_being_checked:
            yield from self._check(chapter, envelope)

    def _has_room(self, envelope: Envelope) -> bool:
        """Whether to judge a message: its signer has few others there, or somebody names it."""
        chronicle, voter, signer = self._chronicle, self._voter, envelope.signer
        if chronicle.has_room(envelope) or voter.asks_for(signer, envelope.content_digest):
            return True
        # One answer in any view is enough for whatever holds it, or stands on it.
        return not chronicle.is_again(envelope) and (
            voter.asks_for(signer, envelope.digest)
            or chronicle.leads_to(envelope, self._named_heads())
        )

    def _named_heads(self) -> tuple[tuple[int, bytes], ...]:
        """Return the unknown heads that messages and votes name, with their steps.

        Nobody proven to lie is among those that name them: a liar could go on naming pasts without
        end, each a table of its own. The pasts that others stand on are named by others.
        """
        liars = self._voter.memory.liars()
        return (*self._chronicle.early.heads(liars), *self._voter.wanted_heads(liars))

    def _learn_outcome(self, proposal: ProposalVote) -> None:
        """Make known the head that a proposal leads to, for others may stand on it already."""
        outcome = self._voter.court.outcome(proposal)
        if outcome is not None:
            self._chronicle.chapter(outcome.head)

    def _check(self, chapter: Chapter, envelope: Envelope) -> Iterator[Event]:
        """Check a message on a known head."""
        try:
            found = examine(chapter, envelope, self._course.peers)
        except RemoteProtocolError as error:
            if error.reason is Reason.OTHER_STATE:
                self._chronicle.drop(chapter, envelope)
                yield from self._violations.report_divergence(envelope, Split.STATE)
            else:
                yield from self._judged(chapter, envelope, (), error)
            return
        if found.statements:
            job = PendingCheck(found.body, envelope, found.returns)
            yield Work(self._jobs.add(job), CheckJob(found.statements, proofs_of(found.body)))
        else:
            verdict = verdict_of(chapter, found.body, ())
            yield from self._judged(chapter, envelope, found.returns, verdict)

    def _judged(
        self,
        chapter: Chapter,
        envelope: Envelope,
        returns: tuple[ReturnRequest, ...],
        verdict: Verdict,
    ) -> Iterator[Event]:
        """Note a verdict, and let the voter know of the message in every view it was signed in."""
        answer = SignedAnswer(envelope.signer, chapter.head, envelope.digest, returns)
        same = [one for one in chapter.letters.values() if one.digest == answer.digest]
        messages = [self._chronicle.judged(chapter, one, answer, verdict) for one in same]
        if isinstance(verdict, RemoteProtocolError):
            yield from self._violations.report(envelope, verdict)
        elif chapter is self._course.here:
            self._violations.diverged.pop(envelope.signer, None)
            yield MessageIn(chapter.head.step, envelope.signer)
        for message in messages:
            self._voter.learn(message)
