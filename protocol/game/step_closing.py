"""The closing of steps at one seat: the closing that is possible now, its proof, its votes.

Signing a message of a later step accepts all closings before it (ballot 0), so every message that
names our past counts as a vote. A closing that the others have decided in a ballot comes first.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.agreement.votes import Closing, complete
from protocol.agreement.voting import STEPS_BACK, BallotView, Voting, subject_of
from protocol.game.course import Course
from protocol.game.events import Event
from protocol.game.step_table import BALLOTED
from protocol.game.violations import Violations
from protocol.wire.envelope import Envelope


class StepClosing:
    """Connects the steps of a course with the votes on them."""

    def __init__(self, course: Course, voting: Voting, violations: Violations) -> None:
        """Start at the first step."""
        self._course = course
        self._voting = voting
        self._violations = violations
        self._reach: dict[int, int] = {}

    # -------------------------------------------------------------- questions

    @property
    def view(self) -> BallotView:
        """The signers waited for, and how many persons are ready to continue without them."""
        course = self._course
        voters = course.referee.attendance.voters
        machine = self._voting.machines.get(subject_of(course.point))
        agreed: set[int] = set()
        if machine is not None:
            agreed = {freeze.signer for freeze in machine.freezes}
        may = machine is not None and course.signer in voters and not machine.promised
        needed = len(voters) // 2 + 1
        here = sum(signer not in course.waiting_for for signer in voters)
        return BallotView(
            course.waiting_for,
            tuple(sorted(agreed)),
            needed,
            may_agree=may and here >= needed,
            possible=here >= needed,
        )

    @property
    def decided(self) -> Closing | None:
        """The closing of the present step that the others have decided."""
        return self._voting.decided(subject_of(self._course.point))

    def possible(self) -> Closing | None:
        """Return the closing of the present step that is possible now, if one is."""
        course = self._course
        due = course.referee.due
        if not due.signers:
            return None
        present, accepted = course.transcript.present, course.progress.accepted
        here = {(signer, present[signer].digest) for signer in accepted}
        decided = self.decided
        if decided is not None:
            # A seat that learns of a closing waits for the evidence, to be able to prove it too.
            proven = all(self._violations.has_proof(signer) for signer in decided.faulty)
            return decided if proven and here.issuperset(decided.messages) else None
        # Also if we have frozen: so we learn how the others continued, and sign nothing meanwhile.
        return None if course.waiting_for else complete(due.signers, here)

    def proof(self, closing: Closing) -> tuple[bytes, ...]:
        """Return the proof that the present step closes without somebody, and why."""
        if not closing.away and not closing.faulty:
            return ()
        subject = subject_of(self._course.point)
        return (*self._voting.proof(subject), *self._violations.proof_of(closing))

    def is_overruled(self, step: int) -> bool:
        """Whether the others closed a step in another way than we did, and we can go back to it."""
        transcript = self._course.transcript
        decided = self._voting.decided(subject_of(transcript.points[step]))
        is_other = decided not in (None, transcript.closings[step])
        return is_other and self._course.has_checkpoint(step)

    # ------------------------------------------------------------------ moves

    def begin_step(self) -> Iterable[Event]:
        """Open the votes on the present step, if it can be closed without somebody."""
        referee = self._course.referee
        if referee.due.kind in BALLOTED:
            subject = subject_of(self._course.point)
            yield from self._voting.begin(subject, referee.attendance.voters, referee.due.signers)

    def accept_earlier(self, envelope: Envelope) -> Iterable[Event]:
        """Count a signature for a step on our past as acceptance of all closings before it."""
        signer, transcript = envelope.signer, self._course.transcript
        for step in range(self._reach.get(signer, 0), envelope.step):
            if step < len(transcript.points):
                subject = subject_of(transcript.points[step])
                yield from self._voting.went_on(subject, signer, transcript.closings[step])
        self._reach[signer] = max(envelope.step, self._reach.get(signer, 0))

    def drop_old_checkpoint(self, step: int) -> None:
        """Forget the last checkpoint that is too far back, once `step` is closed."""
        if not self._voting.is_frozen_before(step - STEPS_BACK + 1):
            self._course.drop_checkpoint(step - STEPS_BACK)

    def rewind(self, step: int) -> None:
        """Go back to a closed step, and drop promises and acceptances of later ones."""
        self._course.rewind(step)
        self._voting.leave(step)
        self._reach = {signer: min(at, step) for signer, at in self._reach.items()}
