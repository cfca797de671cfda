"""A seat at a table of equals: bytes in, events and bytes out.

`receive` takes what peers broadcast, `submit` an answer of our seat, `done` the result of a job,
and `tick` says that some seconds have passed. Each returns events; a `Transmit` among them has to
be sent, and a `Persist` has to be on the disk before anything after it leaves. A session never
waits, never computes for long, and does not know who is connected.

A message is judged against the head it names: one on an unknown head is kept until the head is
known. A step closes by itself when one right message of everybody is there, or by a view, which the
persons take when somebody is silent or lies (`protocol.agreement.voter`). The voter decides on
which head we stand; the session walks there and tells its owner.

`find_late` says that our person does not want to wait any longer: a view closes the step without
the missing seats once enough persons say so. A seat that is away comes back with `ask_back`.

After a crash: `recall` everything that was persisted, in its order, then `start`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine import actions as act
from engine import decisions as ask
from engine.errors import Code, IllegalAction, Refusal
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Seat
from protocol.agreement.pasts import ReturnRequest
from protocol.agreement.slips import ReturnSlip, VoteSigner, is_slip, read_slip, sign_return
from protocol.agreement.transcript import Transcript
from protocol.agreement.vote_events import Faulty, Transmit
from protocol.agreement.voter import Voter
from protocol.cards.dealing import Proven, TableSecret
from protocol.charter import Charter
from protocol.errors import LocalProtocolError, Reason, RemoteProtocolError
from protocol.game.catching_up import CatchUp
from protocol.game.chronicle import Chronicle, court_of
from protocol.game.course import Course
from protocol.game.course_walker import CourseWalker
from protocol.game.events import (
    Event,
    Halted,
)
from protocol.game.intake import Intake
from protocol.game.jobs import Made
from protocol.game.own_messages import OwnMessages
from protocol.game.own_turn import OwnTurn
from protocol.game.pending_jobs import PendingCheck, PendingJobs, PendingMessage
from protocol.game.private_seat import Plan, PrivateSeat
from protocol.game.proof_parts import proof_parts
from protocol.game.referee import Referee
from protocol.game.view_progress import ViewProgress, view_progress
from protocol.game.violations import Violations
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity, Peer
from protocol.wire.packets import Standing


class Session:
    """One seat's side of a game.

    It passes inputs to its parts: the intake judges messages and votes, the voter decides on which
    head we stand, the walker goes there, and our own turn makes our messages.

    Attributes:
        charter: the players and the rules.
        signer: our index in the charter.
        identity: our signing key.
        course: our way along the past.
        voter: our part in the agreement.
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
        self.course = Course.begin(charter, signer, secret)
        self.voter = Voter(
            court_of(charter, self.chronicle),
            signer,
            VoteSigner(identity, charter.table_id, signer),
        )
        self.violations = Violations(self.course)
        self._catch_up = CatchUp(self.course, self.voter)
        self._own = OwnMessages(identity, signer, self.voter.court)
        self._jobs = PendingJobs()
        table = self.course, self.voter
        self._intake = Intake(*table, self.violations, self._own, self._jobs)
        self._turn = OwnTurn(*table, self._own, self._jobs)
        self._walker = CourseWalker(
            *table, self.violations, self._intake, self._turn, self._catch_up
        )
        self._is_halted = False

    # -------------------------------------------------------------- questions

    @property
    def chronicle(self) -> Chronicle:
        """Every past that is known here."""
        return self.course.chronicle

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
        """Everything signed on our way so far."""
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
    def present(self) -> dict[int, Envelope]:
        """The messages of the present step that are here, right or wrong, by signer."""
        return self.course.here.present()

    @property
    def rewinds(self) -> int:
        """Number of times closed steps turned out to be closed in another way."""
        return self.course.rewinds

    @property
    def evidence(self) -> dict[int, Faulty]:
        """The first fault of each signer that is proven."""
        return self.violations.evidence

    @property
    def halted(self) -> bool:
        """Whether the table waits for a signer with another past or state than ours, or ends."""
        return self._is_halted or any(
            signer in self.violations.diverged for signer in self.waiting_for
        )

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
        """Signers that owe a message of the present step, have sent none, and are no liars."""
        if self.course.head != self.voter.head:
            here = self.present
            return tuple(signer for signer in self.referee.due.signers if signer not in here)
        return tuple(self.voter.missing())

    @property
    def is_silent(self) -> bool:
        """Whether nothing is signed from some step on."""
        return self._turn.silent_from is not None

    @property
    def is_frozen(self) -> bool:
        """Whether nothing may be signed now, as `OwnTurn.is_frozen`."""
        return self._turn.is_frozen

    def decision(self) -> ask.Decision | None:
        """Return the decision our seat owes and may make now, if any."""
        return self._turn.decision()

    @property
    def is_voted_on(self) -> bool:
        """Whether anybody has found somebody late, or has frozen, so far in the game."""
        return self.voter.has_late_or_frozen

    @property
    def view_progress(self) -> ViewProgress:
        """The signers waited for, and the persons that are ready to continue without them."""
        return view_progress(self.voter, self.referee)

    def missing(self, asked: Standing) -> tuple[bytes, ...]:
        """Return the statements that a peer lacks, as `CatchUp.missing`."""
        return self._catch_up.missing(asked)

    def said_by(self, person: int) -> tuple[bytes, ...]:
        """Return what a person that comes back has said, as `CatchUp.said_by`."""
        return self._catch_up.said_by(person)

    def proof_parts(self, proof: Iterable[bytes], steps: int) -> tuple[bytes, ...]:
        """Return what a proof rests on beside the record of our first steps, as `proof_parts`."""
        past = self.course.head.at(steps)
        return proof_parts(self.voter.memory, self.chronicle, tuple(proof), past)

    def standing(self) -> Standing:
        """Return the question to report our place to peers, as `CatchUp.standing`."""
        return self._catch_up.standing()

    # ------------------------------------------------------------------ inputs

    def start(self) -> tuple[Event, ...]:
        """Begin the first step."""
        return self._settled(self._beginning())

    def _beginning(self) -> Iterator[Event]:
        yield from self._walker.begin_step()
        yield from self._intake.hear_again(is_replayed=not self._turn.recorded)

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
        return self._settled(self._turn.plan(plan))

    def receive(self, raw: bytes) -> tuple[Event, ...]:
        """Take an envelope or slip from anybody, in any order, any number of times.

        Never raises for its content.
        """
        if self._intake.is_known(raw):
            return ()
        return self._settled(self._intake.receive(raw))

    def done(
        self, number: int, result: Made | tuple[Proven, ...] | RemoteProtocolError
    ) -> tuple[Event, ...]:
        """Take the result of a job: proofs made, statements proven, or why they are not.

        Raises:
            LocalProtocolError: there is no such job, or it was asked for something else.
        """
        match self._jobs.take(number), result:
            case PendingMessage() as job, Made() as made:
                is_due = job.point == self.point
                return self._settled(self._turn.made(job.plan, made)) if is_due else ()
            case PendingCheck() as job, (tuple() | RemoteProtocolError()) as checked:
                return self._settled(self._intake.checked(job, checked))
            case _:
                raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")

    def tick(self) -> tuple[Event, ...]:
        """Note that some seconds have passed: speak again, leave an idle leader, ask to return."""
        self.voter.tick()
        events: list[Event] = []
        if self.voter.is_frozen:
            own = self.voter.memory.votes.of(self.signer)
            events += [Transmit(vote.raw) for vote in own if vote.view >= self.voter.promised]
        self._walker.tick()
        return self._settled((*events, *self.ask_back()))

    def find_late(self) -> tuple[Event, ...]:
        """Find late the seats that the present step waits for, because our person says so.

        Does nothing if we owe a message ourselves: we would answer after all.
        """
        self.voter.find_late()
        return self._settled(())

    def ask_back(self) -> tuple[Event, ...]:
        """Ask to be waited for again, if our seat is away and may come back."""
        absence = self.course.head.gone.get(self.signer)
        if absence is None:
            return ()
        request = ReturnRequest(self.signer, absence.since.step, absence.since.digest)
        if not self.course.head.may_return(request):
            return ()
        slip = sign_return(
            self.identity, self.charter.table_id, self.signer, request.since, request.head
        )
        return (Transmit(slip.raw),)

    def recall(self, raw: bytes) -> None:
        """Take back bytes that were persisted before a crash; before `start`, in their order.

        Raises:
            RemoteProtocolError: they were never persisted here.
        """
        self._walker.persisted(raw)
        if is_slip(raw):
            slip = read_slip(raw, self.peers)
            if not isinstance(slip, ReturnSlip) and slip.signer == self.signer:
                self.voter.recall((slip,))
                return
        self._intake.recall(raw)  # Ours too: a freeze may hold one that reached nobody else.
        if not is_slip(raw) and (envelope := Envelope.from_bytes(raw)).signer == self.signer:
            self._own.recall(envelope)

    def recorded(self, steps: int, by_view: Iterable[int] = ()) -> None:
        """Say how many steps the journal closed, and which `by_view`, so by their proof again."""
        self._turn.recorded = steps
        self.voter.by_view = frozenset(by_view)

    def be_silent(self, step: int) -> None:
        """Sign nothing from a step on, until `speak`."""
        self._turn.silent_from = step
        self.voter.be_silent()

    def speak(self) -> tuple[Event, ...]:
        """Sign again: the others have reported the current step, and we have reached it."""
        self._turn.silent_from = None
        self.voter.speak()
        return self._settled(())

    def vote(self) -> tuple[Event, ...]:
        """Vote again, though nothing else is signed before the others have reported enough."""
        self.voter.speak()
        return self._settled(())

    # ---------------------------------------------------------------- settling

    def _settled(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Collect events, and those of everything that follows now."""
        found: list[Event] = []
        try:
            found.extend(events)
            found.extend(self._following())
        except RemoteProtocolError as error:
            # Keys cancel out, at a table of version 1: no step can follow.
            self._is_halted = True
            found.append(Halted(self.point.step, error.reason, error.place))
        return tuple(found)

    def _following(self) -> Iterator[Event]:
        """Report everything that follows now, until nothing more does."""
        while not self._is_halted:
            before = self._progress
            yield from self._walker.effects()
            yield from self._walker.follow()
            yield from self._intake.admit()
            self._stand_on_record()
            if self._progress != before or self.voter.has_effects:
                continue
            spoken = [*self._turn.speak_up(), *self._walker.end()]
            yield from spoken
            if not spoken and self._progress == before:
                return

    def _stand_on_record(self) -> None:
        """Close a recorded step that replays, though a liar is known now that was not then."""
        head = self.course.head
        if head.step < self._turn.recorded and head == self.voter.head:
            closing = self.chronicle.whole(self.course.here)
            if closing is not None:
                self.voter.stand_at(head.after(closing))

    @property
    def _progress(self) -> tuple[bytes, bytes, int, int]:
        """A value that changes whenever anything may follow."""
        chronicle = self.chronicle
        heads = self.voter.head.digest, self.course.head.digest
        return (*heads, len(chronicle.chapters), len(chronicle.early))
