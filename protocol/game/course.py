"""The course of a game at one seat: step after step begins, is closed, and can be closed anew.

A step closes in the usual way when all owed messages are here, or as more than half of the persons
decide in a ballot (`protocol.agreement`). What is behind the last step that was closed for good can
still change: if the others, cut off from us, closed a step without somebody, their closing holds,
and we go back to that step and on from there (`Rewound`). So every step leaves a trace of how it
began, for as long as it can be voted on.

Nothing of a later step is signed while an earlier closing is open because of what we promised; but
we follow the others meanwhile, which may show us that their closing is final.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from engine import decisions as ask
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Seat
from protocol.agreement.signed_votes import ReturnSlip
from protocol.agreement.transcript import Transcript
from protocol.agreement.vote_events import Faulty, Persist, Send
from protocol.agreement.votes import Closing, complete
from protocol.agreement.voting import STEPS_BACK, Voting, subject_of
from protocol.cards.dealing import TableSecret
from protocol.charter import Charter
from protocol.errors import LocalProtocolError, Reason
from protocol.game.checkpoints import Step, Trace
from protocol.game.deal_attempt import Proven
from protocol.game.events import (
    Applied,
    Asked,
    CameBack,
    Event,
    GameClosed,
    PackOpened,
    Rewound,
    Seated,
    StepBegan,
    WentAway,
    Work,
)
from protocol.game.jobs import CheckJob, Made
from protocol.game.private_seat import Keeper, Plan
from protocol.game.referee import Accepted, Gone, Referee
from protocol.game.step_table import BALLOTED, Kind
from protocol.wire.bodies import Body, pack_body
from protocol.wire.envelope import Envelope, StepPoint
from protocol.wire.identity import Identity, Peer


class Course(ABC):
    """The steps of a game as one seat goes through them; `Session` adds what comes in.

    Attributes:
        referee: the public table.
        transcript: everything signed so far.
        voting: the ballots about the last steps.
        evidence: the first fault of each signer that its messages prove, not its votes.
        diverged: signers whose last message has another past or state than ours, with that message.
        rewinds: how often closed steps turned out to be closed in another way.
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
        self.keeper = Keeper(charter, signer, secret)
        self.referee = Referee(charter)
        self.peers = tuple(Peer.of(hello.identity) for hello in charter.hellos)
        self.transcript = Transcript(StepPoint.first(charter.table_id, self.referee.digest()))
        self.voting = Voting(identity, signer)
        self.evidence: dict[int, Faulty] = {}
        self.diverged: dict[int, Envelope] = {}
        self._proofs: dict[tuple[int, int], tuple[bytes, ...]] = {}
        self._now = Step()
        self._traces: dict[int, Trace] = {}
        self._reach: dict[int, int] = {}
        self._returns: dict[int, ReturnSlip] = {}
        self._own: dict[tuple[int, bytes], Envelope] = {}
        self.rewinds = 0
        self._jobs: dict[int, tuple[StepPoint, int, Body | Plan, Envelope | None]] = {}
        self._next_job = 0
        self._silent_from: int | None = None
        self._back = 1

    # -------------------------------------------------------------- questions

    @property
    def point(self) -> StepPoint:
        """Where the table stands."""
        return self.transcript.point

    @property
    def history(self) -> list[dict[int, Envelope]]:
        """The messages of all closed steps, by signer."""
        return self.transcript.history

    @property
    def halted(self) -> bool:
        """Whether the table waits for somebody who has another past or state than we have."""
        return any(signer in self.diverged for signer in self.waiting_for)

    @property
    def state(self) -> GameState | None:
        """The state of the game, once seats are drawn."""
        return self.referee.state

    @property
    def knowledge(self) -> Knowledge | None:
        """What the own seat knows, once it sits."""
        return self.keeper.knowledge

    @property
    def seat(self) -> Seat | None:
        """The own seat, once seats are drawn."""
        return self.referee.seat_of(self.signer) if self.referee.places else None

    @property
    def away(self) -> dict[int, int]:
        """The step since which signers are away, by signer."""
        return dict(self.referee.roster.since)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Signers whose message of the present step is not in and checked."""
        return tuple(
            signer for signer in self.referee.due.signers if signer not in self._now.accepted
        )

    @property
    def is_frozen(self) -> bool:
        """Whether nothing may be signed now.

        Until the others have closed an earlier step, or have told where the table stands.
        """
        silent = self._silent_from is not None and self.point.step >= self._silent_from
        return silent or self.voting.is_frozen_before(self.point.step)

    def decision(self) -> ask.Decision | None:
        """What the own seat is asked now, if anything."""
        return None if self.is_frozen else self._question()

    def _question(self) -> ask.Decision | None:
        """The same, also while nothing may be signed."""
        state, seat = self.state, self.seat
        due = self.referee.due
        if state is None or seat is None or self.signer not in due.signers:
            return None
        if self._now.answered or due.kind not in (Kind.ACT, Kind.PICK):
            return None
        decision = self.referee.rules.owed_by(state, seat)
        if isinstance(decision, ask.OpenCardDuty | ask.OpenQuestsDuty):
            return None
        return decision

    # ---------------------------------------------------------- own messages

    def _owe(self) -> Iterable[Event]:
        """Make the own message where there is nothing to choose, or ask for it."""
        if self._now.is_asked or self.is_frozen:
            return
        self._now.is_asked = True
        plan = self.keeper.unasked(self.referee)
        if plan is not None:
            yield from self._plan(plan)
            return
        decision = self.decision()
        if decision is not None:
            yield Asked(decision)

    def _plan(self, plan: Plan) -> Iterable[Event]:
        self._now.answered = True
        if plan.job.statements:
            yield self._work(self.signer, plan)
        else:
            yield from self._made(plan, Made((), ()))

    def _work(self, signer: int, subject: Body | Plan, job: CheckJob | None = None) -> Work:
        number, self._next_job = self._next_job, self._next_job + 1
        about = None if isinstance(subject, Plan) else self.transcript.present[signer]
        self._jobs[number] = (self.point, signer, subject, about)
        if isinstance(subject, Plan):
            return Work(number, subject.job)
        if job is None:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
        return Work(number, job)

    def _made(self, plan: Plan, made: Made) -> Iterable[Event]:
        if self.signer in self.transcript.present:
            return  # Our key has spoken already, elsewhere: a second time would be a fault.
        if self.is_frozen:
            self._now.unsigned = (plan, made)
            return
        body = plan.finish(made)
        envelope = self._own.get((self.point.step, self.point.head))
        if envelope is None:
            # What was said before this start with somebody's return is in `_own`.
            slips = sorted(self._returns.items()) if self._silent_from is None else ()
            said = pack_body(body), tuple(slip.raw for _, slip in slips)
            envelope = Envelope.seal(self.identity, self.point, self.signer, *said)
        self.transcript.present[self.signer] = envelope
        if envelope.returns:
            yield Persist(envelope.to_bytes())
        yield Send(envelope.to_bytes())
        yield from self._reached(envelope)
        yield from self._judge(envelope, body, made.proven)

    def _accept(self, envelope: Envelope, accepted: Accepted) -> Iterable[Event]:
        """A message of the present step is checked, and right."""
        self._now.accepted[envelope.signer] = accepted
        yield from self.voting.hold(
            subject_of(self.point), envelope.signer, envelope.digest, sound=True
        )
        yield from self._agree_on_faults()

    @abstractmethod
    def _agree_on_faults(self) -> Iterable[Event]:
        """Go on without who proved its fault, once nobody else is waited for."""

    def _reached(self, envelope: Envelope) -> Iterable[Event]:
        """A signer signs for a step on our past: so it accepts all closings before."""
        signer = envelope.signer
        for step in range(self._reach.get(signer, 0), envelope.step):
            if step < len(self.transcript.points):
                subject = subject_of(self.transcript.points[step])
                closing = self.transcript.closings[step]
                yield from self.voting.went_on(subject, signer, closing)
        self._reach[signer] = max(envelope.step, self._reach.get(signer, 0))

    # ------------------------------------------------------------------- steps

    def _settled(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Events, and those of the steps that can be closed now."""
        found = list(events)
        found += self._fetch_decided()
        while (closing := self._closing()) is not None:
            found += self._close(closing)
            found += self._fetch_decided()
        if not self.is_frozen:
            unsigned, self._now.unsigned = self._now.unsigned, None
            found += self._owe()
            if unsigned is not None:
                found += self._settled(self._made(*unsigned))
        return tuple(found)

    def _closing(self) -> Closing | None:
        """How the present step can be closed now, if it can."""
        due = self.referee.due
        if not due.signers:
            return None
        here = {(signer, self.transcript.present[signer].digest) for signer in self._now.accepted}
        machine = self.voting.machines.get(subject_of(self.point))
        decided = None if machine is None else machine.decided
        if decided is not None:
            # Who learns of a closing waits for what it rests on, to be able to prove it as well.
            proven = all((self.point.step, signer) in self._proofs for signer in decided.faulty)
            return decided if proven and here.issuperset(decided.messages) else None
        # Also if we have frozen: so we hear how the others went on, and sign nothing meanwhile.
        return None if self.waiting_for else complete(due.signers, here)

    def _close(self, closing: Closing) -> Iterable[Event]:
        due, step = self.referee.due, self.point.step
        self._traces[step] = Trace(
            self.referee.copied(),
            self.keeper.seen(),
            self._now.copied(),
            dict(self.transcript.seconds),
        )
        if not self.voting.is_frozen_before(step - STEPS_BACK + 1):
            self._traces.pop(step - STEPS_BACK, None)
        proof = self._proof(closing)
        counted = {signer: self._now.accepted[signer] for signer, _ in closing.messages}
        back = {
            slip.signer
            for signer in counted
            for slip in self._returns_in(self.transcript.present[signer])
        }
        gone = Gone(closing.away, closing.faulty, tuple(sorted(back)))
        if self.signer in (*closing.away, *closing.faulty):
            # What we said does not count, so that we still have what we played with it.
            self.keeper.forget(self._now.before)
        closed = self.referee.close(counted, gone)
        self.transcript.close(closing, self.referee.digest(), proof)
        self._now = Step()
        self._back = 1
        roster = self.referee.roster
        self._returns = {
            signer: slip
            for signer, slip in self._returns.items()
            if roster.may_return(signer, slip.since)
        }
        if back:
            yield CameBack(step, tuple(sorted(back)))
        if closed.away:
            yield WentAway(step, closed.away, closing.faulty)
        yield from self._tell(due.kind, closed.applied)
        yield from self._begin_step()

    def _proof(self, closing: Closing) -> tuple[bytes, ...]:
        """What shows to others that the step was closed without somebody, and why."""
        if not closing.away and not closing.faulty:
            return ()
        faults = [
            raw
            for signer in closing.faulty
            for raw in self._proofs.get((self.point.step, signer), ())
        ]
        return (*self.voting.proof(subject_of(self.point)), *faults)

    def _fetch_decided(self) -> Iterable[Event]:
        """Look again at messages that do not count here but in what the others decided."""
        decided = self.voting.decided(subject_of(self.point))
        for signer, digest in () if decided is None else decided.messages:
            envelope = self.transcript.of_digest(signer, digest)
            if envelope is None or signer in self._now.accepted or digest in self._now.fetched:
                continue
            self._now.fetched.add(digest)
            if self.transcript.present[signer] != envelope:
                self.transcript.swap(signer)
            self._now.faulty.discard(signer)
            yield from self._check(envelope)

    @abstractmethod
    def _check(self, envelope: Envelope) -> Iterable[Event]:
        """Check a message of the present step."""

    @abstractmethod
    def _judge(self, envelope: Envelope, body: Body, proven: tuple[Proven, ...]) -> Iterable[Event]:
        """Judge a message of the present step whose proofs are checked."""

    @abstractmethod
    def _returns_in(self, envelope: Envelope) -> tuple[ReturnSlip, ...]:
        """The requests to return that a message of the present step carries."""

    @abstractmethod
    def _take_kept(self) -> Iterable[Event]:
        """Take what came before its step began."""

    def _tell(self, finished: Kind, applied: Iterable[Applied]) -> Iterable[Event]:
        state, seat = self.state, self.seat
        if finished is Kind.REVEAL and state is not None and seat is not None:
            self.keeper.sit(seat, state.players)
            yield Seated(seat, self.referee.places, state)
        for one in applied:
            self.keeper.hear(one.story)
            yield one
        seen = self.keeper.look(self.referee, finished)
        if seen and finished is Kind.PACK_SHARES:
            yield PackOpened(seen)

    def _begin_step(self) -> Iterable[Event]:
        due = self.referee.due
        places = self.referee.places
        seats = tuple(self.referee.seat_of(signer) for signer in due.signers) if places else ()
        self._now.before = self.keeper.seen()
        yield StepBegan(self.point.step, due, seats)
        if due.kind is Kind.CLOSED:
            yield GameClosed(self.referee.glory())
            return
        if due.kind in BALLOTED:
            subject = subject_of(self.point)
            yield from self.voting.begin(subject, self.referee.roster.voters, due.signers)
        yield from self._owe()
        yield from self._take_kept()

    # --------------------------------------------------------------- rewinding

    def _reconsider(self, step: int) -> Iterable[Event]:
        """Go back to a closed step if the others decided to close it in another way."""
        trace = self._traces.get(step)
        decided = self.voting.decided(subject_of(self.transcript.points[step]))
        if trace is None or decided in (None, self.transcript.closings[step]):
            return
        self.referee, self._now = trace.referee, trace.now
        self.keeper.forget(trace.seen)
        self.transcript.rewind(step, trace.seconds)
        self.voting.leave(step)
        if self._silent_from is not None:
            self._silent_from = min(self._silent_from, step)
        self._reach = {signer: min(at, step) for signer, at in self._reach.items()}
        self._traces = {at: one for at, one in self._traces.items() if at < step}
        self.diverged.clear()
        self.rewinds += 1
        yield Rewound(step, self.state)
