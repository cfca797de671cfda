"""Our own turn in a step: the answer we are asked for, its message, and whether we may sign it."""

from __future__ import annotations

from collections.abc import Iterator

from engine import decisions as ask
from protocol.agreement.pasts import SignedAnswer
from protocol.agreement.vote_events import Persist, Transmit
from protocol.agreement.voter import Voter
from protocol.game.chronicle import verdict_of
from protocol.game.course import Course
from protocol.game.events import Asked, Event, MessageIn, Work
from protocol.game.jobs import Made
from protocol.game.own_messages import OwnMessages
from protocol.game.pending_jobs import PendingJobs, PendingMessage
from protocol.game.private_seat import Plan
from protocol.game.returns import returns_in
from protocol.wire.bodies import pack_body


class OwnTurn:
    """Makes, signs and sends our message of the present step, or asks for the answer in it.

    Attributes:
        silent_from: the step from which nothing is signed after a restart, None if we speak.
        recorded: the number of steps that the journal closed; messages of these were sent before.
    """

    def __init__(self, course: Course, voter: Voter, own: OwnMessages, jobs: PendingJobs) -> None:
        """Start with nothing owed."""
        self.silent_from: int | None = None
        self.recorded = 0
        self._course = course
        self._voter = voter
        self._own = own
        self._jobs = jobs

    @property
    def is_frozen(self) -> bool:
        """Whether nothing may be signed now.

        That lasts until a view has ended, or until the others have reported the current step.
        """
        step = self._course.point.step
        if self.silent_from is not None and step >= self.silent_from:
            return True
        return step >= self.recorded and not self._voter.may_answer(self._course.signer)

    def decision(self) -> ask.Decision | None:
        """Return the decision our seat owes and may make now, if any."""
        return None if self.is_frozen else self._course.question()

    def speak_up(self) -> Iterator[Event]:
        """Make, ask for, or send our message of the present step, if we may sign it."""
        if self.is_frozen:
            return
        own_step = self._course.own_step
        unsigned, own_step.unsigned = own_step.unsigned, None
        yield from self._owe()
        if unsigned is not None:
            yield from self.made(*unsigned)

    def _owe(self) -> Iterator[Event]:
        """Make our message if it needs no choice, else ask for the choice."""
        own_step = self._course.own_step
        if own_step.is_asked:
            return
        own_step.is_asked = True
        plan = self._course.private_seat.unasked(self._course.referee)
        if plan is not None:
            yield from self.plan(plan)
            return
        decision = self.decision()
        if decision is not None:
            yield Asked(decision)

    def plan(self, plan: Plan) -> Iterator[Event]:
        """Have the proofs of our message made, if it needs any."""
        course = self._course
        course.own_step.answered = True
        if plan.job.statements:
            job = PendingMessage(course.point, course.signer, plan)
            yield Work(self._jobs.add(job), plan.job)
        else:
            yield from self.made(plan, Made((), ()))

    def made(self, plan: Plan, made: Made) -> Iterator[Event]:
        """Sign and send our message, or keep it until we may sign."""
        course, here = self._course, self._course.here
        if here.by(course.signer):
            return  # Our key has spoken already, elsewhere: a second message would be a fault.
        if self.is_frozen:
            course.own_step.unsigned = (plan, made)
            return
        body = plan.finish(made)
        # Messages from before a restart that carried requests to return were persisted.
        envelope = self._own.seal(
            course.point,
            here.head,
            pack_body(body),
            self._voter.view,
            with_returns=self.silent_from is None,
        )
        operators = course.referee.attendance.operators
        carries = bool(envelope.returns)
        returns = returns_in(envelope, course.peers, here.head, operators) if carries else ()
        answer = SignedAnswer(course.signer, here.head, envelope.digest, returns)
        verdict = verdict_of(here, body, made.proven)
        message = course.chronicle.judged(here, envelope, answer, verdict)
        if not self._voter.permits(message):
            course.chronicle.drop(here, envelope)
            course.own_step.unsigned = (plan, made)
            return
        if envelope.returns or envelope.view:
            yield Persist(envelope.to_bytes())
        yield Transmit(envelope.to_bytes())
        yield MessageIn(here.head.step, course.signer)
        self._voter.said(message)
