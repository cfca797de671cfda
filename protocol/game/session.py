"""A seat at a table of equals: bytes in, events and bytes out.

`receive` takes what peers broadcast, `submit` an answer of our seat, `done` the result of a job,
and `tick` says that some seconds have passed. Each returns events; a `Transmit` among them has to
be sent, and a `Persist` has to be on the disk before anything after it leaves. A session never
waits, never computes for long, and does not know who is connected.

A message is judged against the step it names: one for a later step is kept, one for an earlier step
is compared with the message signed then. A step closes in the usual way when all owed messages are
in, or in a ballot when more than half of the persons agree to continue without somebody
(`protocol.agreement`). Nothing of a later step is signed while an earlier closing is open because
of our own promise; but we follow the others meanwhile, which may show us that their closing is
final.

`go_on_without` votes to close the present step without the seats that are waited for. More than
half of the persons at the table have to, and `ballot` counts them. Seats with a proven fault are
excluded without being asked for. A seat that is away comes back with `ask_back`.

After a crash: `recall` everything that was persisted, in its order, then `start`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import actions as act
from engine import decisions as ask
from engine.errors import Code, IllegalAction, Refusal
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Seat
from protocol.agreement.signed_votes import ReturnSlip, VoteSlip, is_slip, read_slip
from protocol.agreement.transcript import Transcript
from protocol.agreement.vote_events import Faulty, Persist, Transmit
from protocol.agreement.votes import Closing
from protocol.agreement.voting import BallotView, Voting, subject_of
from protocol.cards.dealing import TableSecret
from protocol.charter import Charter
from protocol.errors import BadMessage, LocalProtocolError, Reason, RemoteProtocolError
from protocol.game.catching_up import CatchUp
from protocol.game.course import Course
from protocol.game.deal_attempt import Proven
from protocol.game.events import (
    AnswerRecovered,
    Applied,
    Asked,
    CameBack,
    Dropped,
    Event,
    GameClosed,
    Halted,
    MessageIn,
    PackOpened,
    Rewound,
    Seated,
    Split,
    StepBegan,
    WentAway,
    Work,
)
from protocol.game.jobs import CheckJob, Made
from protocol.game.own_messages import OwnMessages, recover_answer
from protocol.game.pending_jobs import PendingCheck, PendingJobs, PendingMessage
from protocol.game.private_seat import Plan, PrivateSeat
from protocol.game.referee import Accepted, Referee, proofs_of
from protocol.game.step_closing import StepClosing
from protocol.game.step_table import StepKind
from protocol.game.violations import Violations
from protocol.wire.bodies import Body, pack_body, read_body
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity, Peer


class Session:
    """One seat's side of a game.

    It passes inputs and events to its parts in a fixed order: the course (public table, private
    seat, messages), the votes, the violations, closings, our own messages and the jobs. That order
    is the protocol and is read best in one piece, so the class is longer than others.

    Attributes:
        charter: the players and the rules.
        signer: our index in the charter.
        identity: our signing key.
        course: the steps of the game.
        voting: the ballots about the last steps.
        violations: the faults and divergences seen here.
    """

    def __init__(
        self, charter: Charter, signer: int, identity: Identity, secret: TableSecret
    ) -> None:
        """Sit down at the table of a checked charter.

        Raises:
            LocalProtocolError: the keys are not those of that hello.
        """
        if charter.hellos[signer].identity != identity.public:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "identity")
        self.charter = charter
        self.signer = signer
        self.identity = identity
        self.course = Course(charter, signer, secret)
        self.voting = Voting(identity, signer)
        self.violations = Violations(self.course, self.voting)
        parts = (self.course, self.voting, self.violations)
        self._closing = StepClosing(*parts)
        self._catch_up = CatchUp(*parts)
        self._own = OwnMessages(identity, signer)
        self._jobs = PendingJobs()
        self._silent_from: int | None = None
        self._is_at_end = False

    # -------------------------------------------------------------- questions

    @property
    def referee(self) -> Referee:
        """The public table."""
        return self.course.referee

    @property
    def private_seat(self) -> PrivateSeat:
        """Our secrets and our knowledge."""
        return self.course.private_seat

    @property
    def transcript(self) -> Transcript:
        """Everything signed so far."""
        return self.course.transcript

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The identity key of each signer."""
        return self.course.peers

    @property
    def point(self) -> StepPoint:
        """The present step of the table."""
        return self.course.point

    @property
    def history(self) -> list[dict[int, Envelope]]:
        """The messages of all closed steps, by signer."""
        return self.transcript.history

    @property
    def rewinds(self) -> int:
        """Number of times closed steps turned out to be closed in another way."""
        return self.course.rewinds

    @property
    def evidence(self) -> dict[int, Faulty]:
        """The first fault of each signer that its messages prove, not its votes."""
        return self.violations.evidence

    @property
    def halted(self) -> bool:
        """Whether the table waits for a signer with another past or state than ours, or ends."""
        return self._is_at_end or self._catch_up.is_halted

    @property
    def state(self) -> GameState | None:
        """The state of the game, once seats are drawn."""
        return self.course.state

    @property
    def knowledge(self) -> Knowledge | None:
        """The knowledge of our seat, once it sits."""
        return self.private_seat.knowledge

    @property
    def seat(self) -> Seat | None:
        """Our seat, once seats are drawn."""
        return self.course.seat

    @property
    def away(self) -> dict[int, int]:
        """The step since which signers are away, by signer."""
        return dict(self.referee.attendance.since)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Signers whose message of the present step has not been received and checked."""
        return self.course.waiting_for

    @property
    def is_silent(self) -> bool:
        """Whether nothing is signed from some step on."""
        return self._silent_from is not None

    @property
    def is_frozen(self) -> bool:
        """Whether nothing may be signed now.

        That lasts until the others have closed an earlier step, or reported the current step.
        """
        silent = self._silent_from is not None and self.point.step >= self._silent_from
        return silent or self.voting.is_frozen_before(self.point.step)

    def decision(self) -> ask.Decision | None:
        """Return the decision our seat owes and may make now, if any."""
        return None if self.is_frozen else self.course.question()

    @property
    def ballot(self) -> BallotView:
        """The signers waited for, and how many persons are ready to continue without them."""
        return self._closing.view

    def missing(self, step: int, have: Iterable[int]) -> tuple[bytes, ...]:
        """Return the messages that a peer lacks, as `CatchUp.missing`."""
        return self._catch_up.missing(step, have)

    def standing(self) -> tuple[int, tuple[int, ...]]:
        """Return the step and the signers to report to peers, as `CatchUp.standing`."""
        return self._catch_up.standing()

    # ------------------------------------------------------------------ inputs

    def start(self) -> tuple[Event, ...]:
        """Begin the first step."""
        return self._settled(self._begin_step())

    def submit(self, intent: act.Intent) -> tuple[Event, ...]:
        """Answer the decision our seat owes.

        Raises:
            IllegalAction: it is no legal answer; nothing has been sent.
            LocalProtocolError: nothing is owed.
        """
        decision, state, knowledge = self.decision(), self.state, self.knowledge
        if decision is None or state is None or knowledge is None:
            raise LocalProtocolError(Reason.NOT_OWED, self.referee.due.kind)
        if intent not in self.referee.rules.intents(state, knowledge, decision):
            raise IllegalAction(Refusal(Code.NOT_YOUR_ANSWER, knowledge.seat))
        return self.carry_out(self.private_seat.answer(self.referee, intent))

    def carry_out(self, plan: Plan) -> tuple[Event, ...]:
        """Make and send the message of a plan, which is not judged here."""
        return self._settled(self._plan(plan))

    def receive(self, raw: bytes) -> tuple[Event, ...]:
        """Take an envelope or slip from anybody, in any order, any number of times.

        Never raises for its content.
        """
        if is_slip(raw):
            return self._settled(self._slip(raw))
        try:
            envelope = Envelope.from_bytes(raw)
        except RemoteProtocolError as error:
            return (Dropped(error.reason, error.place),)
        if envelope.table_id != self.point.table_id:
            return (Dropped(Reason.OTHER_TABLE, "table"),)
        if envelope.signer >= len(self.peers):
            return (Dropped(Reason.NOT_SEATED, "signer"),)
        known = self.transcript.known(envelope)
        if known is not None and known.content == envelope.content:
            return ()
        try:
            envelope.verify(self.peers[envelope.signer])
        except RemoteProtocolError as error:
            return (Dropped(error.reason, error.place),)
        if known is not None:
            return self._settled(self.violations.report_second(known, envelope))
        return self._settled(self._take(envelope))

    def done(
        self, number: int, result: Made | tuple[Proven, ...] | RemoteProtocolError
    ) -> tuple[Event, ...]:
        """Take the result of a job: proofs made, statements proven, or why they are not.

        Raises:
            LocalProtocolError: there is no such job, or it was asked for something else.
        """
        job = self._jobs.take(number)
        if isinstance(job, PendingMessage) is not isinstance(result, Made):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
        if job.point != self.point or job.signer in self.course.progress.faulty:
            return ()
        if isinstance(job, PendingMessage):
            return self._settled(self._made(job.plan, result)) if isinstance(result, Made) else ()
        envelope = self.transcript.present[job.signer]
        if envelope is not job.envelope or isinstance(result, Made):
            # Meanwhile the others have decided for another message of this signer.
            return ()
        if isinstance(result, RemoteProtocolError):
            return self._settled(self.violations.report(envelope, result))
        return self._settled(self._judge(envelope, job.body, result))

    def tick(self) -> tuple[Event, ...]:
        """Note that some seconds have passed: repeat ballots and returns that may be lost."""
        events = list(self.voting.tick())
        return self._settled([*events, *self.violations.repeat(), *self.ask_back()])

    def go_on_without(self) -> tuple[Event, ...]:
        """Vote to close the present step without the seats that are waited for.

        Does nothing if we are one of them: we would sign that our message is missing, and then
        answer.
        """
        if self.signer in self.waiting_for:
            return ()
        return self._settled(self.voting.agree(subject_of(self.point)))

    def ask_back(self) -> tuple[Event, ...]:
        """Ask to be waited for again, if our seat is away and may come back."""
        attendance = self.referee.attendance
        since = attendance.since.get(self.signer)
        if since is None or not attendance.may_return(self.signer, since):
            return ()
        slip = ReturnSlip.sign(self.identity, self.charter.table_id, self.signer, since)
        return (Transmit(slip.raw),)

    def recall(self, raw: bytes) -> None:
        """Take back bytes that were persisted before a crash; before `start`, in their order.

        Raises:
            RemoteProtocolError: they were never persisted here.
        """
        if not is_slip(raw):
            envelope = Envelope.from_bytes(raw)
            if envelope.signer != self.signer:
                self.violations.recall(raw)
                return
            envelope.verify(self.peers[self.signer])
            self._own.recall(envelope)
            return
        slip = read_slip(raw, self.peers)
        if not isinstance(slip, VoteSlip) or slip.vote.signer != self.signer:
            raise BadMessage(Reason.NOT_SEATED, "signer")
        self.voting.recall(slip)

    def be_silent(self, step: int) -> None:
        """Sign nothing from a step on, until `speak`."""
        self._silent_from = step
        self.voting.be_silent(0)

    def speak(self) -> tuple[Event, ...]:
        """Sign again: the others have reported the current step, and we have reached it."""
        self._silent_from = None
        return self._settled([*self.voting.speak(), *self.violations.vote_on_faults()])

    def vote(self) -> tuple[Event, ...]:
        """Vote again, though nothing else is signed before the others have reported enough."""
        if not self.voting.is_silent:
            return ()
        return self._settled([*self.voting.speak(), *self.violations.vote_on_faults()])

    # ---------------------------------------------------------------- messages

    def _slip(self, raw: bytes) -> Iterable[Event]:
        """Take a vote about a closing, or a request to be waited for again."""
        try:
            slip = read_slip(raw, self.peers)
        except RemoteProtocolError as error:
            yield Dropped(error.reason, error.place)
            return
        if isinstance(slip, ReturnSlip):
            if slip.table_id != self.point.table_id:
                yield Dropped(Reason.OTHER_TABLE, "table")
            elif self.referee.attendance.may_return(slip.signer, slip.since):
                self._own.carry(slip)
            return
        subject = slip.subject
        if subject.table_id != self.point.table_id:
            yield Dropped(Reason.OTHER_TABLE, "table")
        elif subject.step > self.point.step:
            self.voting.keep_early(slip)
        elif subject == subject_of(self.transcript.point_of(subject.step)):
            yield from self.voting.hear(slip)
            if subject.step < self.point.step:
                yield from self._reconsider(subject.step)

    def _take(self, envelope: Envelope) -> Iterable[Event]:
        """Take a verified message, the first of its signer for this step and head."""
        if envelope.step > self.point.step:
            if not self.transcript.keep(envelope):
                yield Dropped(Reason.TOO_MANY, "step")
            return
        point = self.transcript.point_of(envelope.step)
        if envelope.head != point.head:
            yield from self.violations.report_divergence(envelope, Split.HEAD)
        elif envelope.step < self.point.step:
            closing = self.transcript.closings[envelope.step]
            if envelope.signer not in (*closing.away, *closing.faulty):
                # Messages that were owed then are in the history.
                error = BadMessage(Reason.NOT_OWED, "step")
                yield from self.violations.report(envelope, error)
        else:
            if envelope.signer == self.signer:
                yield from self._recover_answer(envelope)
            self.transcript.present[envelope.signer] = envelope
            yield from self._closing.accept_earlier(envelope)
            yield from self._check(envelope)

    def _recover_answer(self, envelope: Envelope) -> Iterable[Event]:
        """Find the answer behind a message of ours that comes back from peers."""
        decision = self.course.question()
        if decision is None:
            return
        answer = recover_answer(self.private_seat, self.referee, decision, envelope.body)
        self.course.progress.answered = answer is not None
        if answer is not None:
            yield AnswerRecovered(self.signer, envelope.step, envelope.head, answer)

    def _check(self, envelope: Envelope) -> Iterable[Event]:
        """Check a message of the present step."""
        if envelope.signer not in self.referee.due.signers:
            yield from self.violations.report(envelope, BadMessage(Reason.NOT_OWED, "step"))
            return
        if envelope.state != self.point.state:
            yield from self.violations.report_divergence(envelope, Split.STATE)
            return
        try:
            self.course.returns_in(envelope)
            body = read_body(envelope.body)
            statements = self.referee.statements(envelope.signer, body)
        except RemoteProtocolError as error:
            yield from self.violations.report(envelope, error)
            return
        if statements:
            job = PendingCheck(self.point, envelope.signer, body, envelope)
            yield Work(self._jobs.add(job), CheckJob(statements, proofs_of(body)))
        else:
            yield from self._judge(envelope, body, ())

    def _judge(self, envelope: Envelope, body: Body, proven: tuple[Proven, ...]) -> Iterable[Event]:
        """Judge a message of the present step whose proofs are checked, and accept it if right."""
        try:
            self.referee.judge(body, proven)
        except RemoteProtocolError as error:
            yield from self.violations.report(envelope, error)
            return
        self.violations.diverged.pop(envelope.signer, None)
        self.course.progress.accepted[envelope.signer] = Accepted(body, proven)
        yield from self.voting.hold(
            subject_of(self.point), envelope.signer, envelope.digest, sound=True
        )
        yield from self.violations.vote_on_faults()
        yield MessageIn(self.point.step, envelope.signer)

    def _take_kept(self) -> Iterable[Event]:
        """Take messages of the present step that came early, or that are evidence of a vote."""
        recalled = self.violations.take_recalled()
        if self._silent_from is not None and self.point.step < self._silent_from:
            # Before our restart that step was closed with the messages received again now.
            recalled = []
        for envelope in (*self.transcript.due_now(), *recalled):
            known = self.transcript.known(envelope)
            if known is None:
                yield from self._take(envelope)
            elif known.content != envelope.content:
                yield from self.violations.report_second(known, envelope)
        for signer, second in tuple(self.transcript.seconds.items()):
            first = self.transcript.present.get(signer)
            if first is not None:
                yield from self.violations.report_pair(first, second)

    # ------------------------------------------------------------- own messages

    def _owe(self) -> Iterable[Event]:
        """Make our message if it needs no choice, else ask for the choice."""
        progress = self.course.progress
        if progress.is_asked or self.is_frozen:
            return
        progress.is_asked = True
        plan = self.private_seat.unasked(self.referee)
        if plan is not None:
            yield from self._plan(plan)
            return
        decision = self.decision()
        if decision is not None:
            yield Asked(decision)

    def _plan(self, plan: Plan) -> Iterable[Event]:
        """Have the proofs of our message made, if it needs any."""
        self.course.progress.answered = True
        if plan.job.statements:
            yield Work(self._jobs.add(PendingMessage(self.point, self.signer, plan)), plan.job)
        else:
            yield from self._made(plan, Made((), ()))

    def _made(self, plan: Plan, made: Made) -> Iterable[Event]:
        """Sign and send our message, or keep it until we may sign."""
        if self.signer in self.transcript.present:
            return  # Our key has spoken already, elsewhere: a second message would be a fault.
        if self.is_frozen:
            self.course.progress.unsigned = (plan, made)
            return
        body = plan.finish(made)
        # Messages from before a restart that carried requests to return were persisted.
        envelope = self._own.seal(self.point, pack_body(body), with_returns=not self.is_silent)
        self.transcript.present[self.signer] = envelope
        if envelope.returns:
            yield Persist(envelope.to_bytes())
        yield Transmit(envelope.to_bytes())
        yield from self._closing.accept_earlier(envelope)
        yield from self._judge(envelope, body, made.proven)

    # ------------------------------------------------------------------- steps

    def _settled(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Collect events, and those of all steps that can be closed now."""
        found = list(events)
        found += self._fetch_decided()
        while not self._is_at_end and (closing := self._closing.possible()) is not None:
            found += self._close(closing)
            found += self._fetch_decided()
        if not self.is_frozen:
            progress = self.course.progress
            unsigned, progress.unsigned = progress.unsigned, None
            found += self._owe()
            if unsigned is not None:
                found += self._settled(self._made(*unsigned))
        return tuple(found)

    def _begin_step(self) -> Iterable[Event]:
        due = self.referee.due
        places = self.referee.places
        seats = tuple(self.referee.seat_of(signer) for signer in due.signers) if places else ()
        self.course.begin_step()
        yield StepBegan(self.point.step, due, seats)
        if due.kind is StepKind.CLOSED:
            yield GameClosed(self.referee.glory())
            return
        yield from self._closing.begin_step()
        yield from self._owe()
        yield from self._take_kept()

    def _close(self, closing: Closing) -> Iterable[Event]:
        finished, step = self.referee.due.kind, self.point.step
        gone = self.course.gone(closing)
        try:
            result = self.course.close(closing, gone, self._closing.proof(closing))
        except RemoteProtocolError as error:
            self._is_at_end = True
            yield Halted(step, error.reason, error.place)
            return
        self._closing.drop_old_checkpoint(step)
        self._catch_up.step_closed()
        self._own.drop_old_returns(self.referee.attendance)
        if gone.back:
            yield CameBack(step, gone.back)
        if result.away:
            yield WentAway(step, result.away, closing.faulty)
        yield from self._tell(finished, result.applied)
        yield from self._begin_step()

    def _fetch_decided(self) -> Iterable[Event]:
        """Check again the messages that the others count in their decision, and we do not."""
        decided = self._closing.decided
        for signer, digest in () if decided is None else decided.messages:
            progress = self.course.progress
            envelope = self.transcript.of_digest(signer, digest)
            if envelope is None or signer in progress.accepted or digest in progress.fetched:
                continue
            progress.fetched.add(digest)
            if self.transcript.present[signer] != envelope:
                self.transcript.swap(signer)
            progress.faulty.discard(signer)
            yield from self._check(envelope)

    def _tell(self, finished: StepKind, applied: Iterable[Applied]) -> Iterable[Event]:
        """Report the results of a closed step, and the cards our seat came to see."""
        state, seat = self.state, self.seat
        if finished is StepKind.REVEAL and state is not None and seat is not None:
            self.private_seat.sit(seat, state.players)
            yield Seated(seat, self.referee.places, state)
        for one in applied:
            self.private_seat.hear(one.story)
            yield one
        seen = self.private_seat.look(self.referee, finished)
        if seen and finished is StepKind.PACK_SHARES:
            yield PackOpened(seen)

    def _reconsider(self, step: int) -> Iterable[Event]:
        """Go back to a closed step if the others decided to close it in another way."""
        if not self._closing.is_overruled(step):
            return
        self._closing.rewind(step)
        if self._silent_from is not None:
            self._silent_from = min(self._silent_from, step)
        self.violations.diverged.clear()
        yield Rewound(step, self.state)
