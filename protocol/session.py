"""A seat at a table of equals: bytes in, events and bytes out.

`receive` takes an envelope, `submit` an answer of the own seat, `done` the result of a job. Each
returns events; what has to be broadcast is a `Send` among them. Nothing here waits, computes for
long, or knows who is connected. A message is judged against the step it names: one for a later
step is kept, one for an earlier step is compared with what was signed then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine import actions as act
from engine import decisions as ask
from engine.errors import Code, IllegalAction, Refusal
from engine.intents import intents
from engine.knowledge import Knowledge
from engine.play import owed_by
from engine.state import GameState
from engine.terms import Seat
from protocol.adoption import given_before
from protocol.bodies import Body, pack_body, read_body
from protocol.charter import Charter
from protocol.dealing import TableSecret
from protocol.deals import Proven
from protocol.envelope import Envelope, StepPoint
from protocol.errors import BadMessage, LocalProtocolError, Reason, RemoteProtocolError
from protocol.events import (
    Adopted,
    Applied,
    Asked,
    Diverged,
    Dropped,
    Event,
    Faulty,
    GameClosed,
    MessageIn,
    PackOpened,
    Seated,
    Send,
    Split,
    StepBegan,
    Work,
)
from protocol.identity import Identity, Peer
from protocol.jobs import CheckJob, Made
from protocol.keeper import Keeper, Plan
from protocol.referee import Accepted, Referee, proofs_of
from protocol.states import Kind
from protocol.transcript import Transcript


@dataclass
class _Step:
    """What has come of the messages of the present step."""

    accepted: dict[int, Accepted] = field(default_factory=dict)
    faulty: set[int] = field(default_factory=set)
    answered: bool = False


class Session:
    """One seat's side of a game.

    Attributes:
        referee: the public table.
        transcript: everything signed so far.
        evidence: the first proven fault of each signer.
        diverged: signers whose last message has another past or state than ours, with that message.
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
        self.evidence: dict[int, Faulty] = {}
        self.diverged: dict[int, Envelope] = {}
        self._now = _Step()
        self._jobs: dict[int, tuple[int, int, Body | Plan]] = {}
        self._next_job = 0
        self._told: set[tuple[int, int, Reason]] = set()
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
    def waiting_for(self) -> tuple[int, ...]:
        """Signers whose message of the present step is not in and checked."""
        return tuple(
            signer for signer in self.referee.due.signers if signer not in self._now.accepted
        )

    def decision(self) -> ask.Decision | None:
        """What the own seat is asked now, if anything."""
        state, seat = self.state, self.seat
        due = self.referee.due
        if state is None or seat is None or self.signer not in due.signers:
            return None
        if self._now.answered or due.kind not in (Kind.ACT, Kind.PICK):
            return None
        decision = owed_by(state, seat)
        if isinstance(decision, ask.OpenCardDuty | ask.OpenQuestsDuty):
            return None
        return decision

    # ------------------------------------------------------------------ inputs

    def start(self) -> tuple[Event, ...]:
        """Begin the first step."""
        return self._settled(self._begin_step())

    def submit(self, intent: act.Intent) -> tuple[Event, ...]:
        """Answer the decision the own seat owes.

        Raises:
            IllegalAction: it is no legal answer; nothing has been sent.
            LocalProtocolError: nothing is owed.
        """
        decision, state, knowledge = self.decision(), self.state, self.knowledge
        if decision is None or state is None or knowledge is None:
            raise LocalProtocolError(Reason.NOT_OWED, self.referee.due.kind)
        if intent not in intents(state, knowledge, decision):
            raise IllegalAction(Refusal(Code.NOT_YOUR_ANSWER, knowledge.seat))
        plan = self.keeper.answer(self.referee, intent)
        return self._settled(self._plan(plan))

    def receive(self, raw: bytes) -> tuple[Event, ...]:
        """Take an envelope of anybody, from anywhere, in any order, any number of times.

        Never raises for what is in it.
        """
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
            return tuple(self._second(known, envelope))
        return self._settled(self._take(envelope))

    def done(
        self, number: int, result: Made | tuple[Proven, ...] | RemoteProtocolError
    ) -> tuple[Event, ...]:
        """Take the result of a job: what was made, what was proven, or why it proves nothing.

        Raises:
            LocalProtocolError: no such job, or not what it was asked for.
        """
        if number not in self._jobs:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
        step, signer, subject = self._jobs.pop(number)
        if isinstance(subject, Plan) is not isinstance(result, Made):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
        if step != self.point.step or signer in self._now.faulty:
            return ()
        if isinstance(subject, Plan):
            return self._settled(self._made(subject, result)) if isinstance(result, Made) else ()
        envelope = self.transcript.present[signer]
        if isinstance(result, RemoteProtocolError):
            return tuple(self._fault(envelope, result))
        if isinstance(result, Made):
            return ()
        return self._settled(self._judge(envelope, subject, result))

    def missing(self, step: int, have: Iterable[int]) -> tuple[bytes, ...]:
        """Envelopes for a seat that stands at `step` and has the messages of `have` of it."""
        return self.transcript.missing(step, have)

    def standing(self) -> tuple[int, tuple[int, ...]]:
        """Where this seat stands: the step, and whose messages of it are here.

        A halted one asks for the past, further back each time, to find who split it.
        """
        if self.halted:
            self._back *= 2
            return max(0, self.point.step - self._back), ()
        return self.point.step, tuple(sorted(self.transcript.present))

    # ---------------------------------------------------------------- messages

    def _settled(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Events, and those of the steps that can be closed now."""
        found = list(events)
        while self.referee.due.signers and not self.waiting_for:
            found += self._close()
        return tuple(found)

    def _second(self, first: Envelope, second: Envelope) -> Iterable[Event]:
        """Two contents for one step and head: a fault; neither counts, but what is closed stays."""
        self.transcript.keep_second(second)
        if first.step == self.point.step:
            self._withdraw(first.signer)
        evidence = (first.to_bytes(), second.to_bytes())
        yield from self._tell_fault(
            Faulty(first.signer, first.step, Reason.TWO_MESSAGES, "step", evidence)
        )

    def _withdraw(self, signer: int) -> None:
        self._now.faulty.add(signer)
        self._now.accepted.pop(signer, None)

    def _tell_fault(self, fault: Faulty) -> Iterable[Event]:
        key = (fault.signer, fault.step, fault.reason)
        if key not in self._told:
            self._told.add(key)
            self.evidence.setdefault(fault.signer, fault)
            yield fault

    def _take(self, envelope: Envelope) -> Iterable[Event]:
        """A verified message that is the first of its signer for this step and head."""
        if envelope.step > self.point.step:
            if not self.transcript.keep(envelope):
                yield Dropped(Reason.TOO_MANY, "step")
            return
        point = self.transcript.point_of(envelope.step)
        if envelope.head != point.head:
            yield from self._diverge(envelope, Split.HEAD)
        elif envelope.step < self.point.step:
            # Whoever owed something then is in the history.
            yield from self._fault(envelope, BadMessage(Reason.NOT_OWED, "step"))
        else:
            if envelope.signer == self.signer and (decision := self.decision()) is not None:
                answer = given_before(self.keeper, self.referee, decision, envelope.body)
                self._now.answered = answer is not None
                if answer is not None:
                    yield Adopted(self.signer, envelope.step, envelope.head, answer)
            self.transcript.present[envelope.signer] = envelope
            yield from self._check(envelope)

    def _check(self, envelope: Envelope) -> Iterable[Event]:
        if envelope.signer not in self.referee.due.signers:
            yield from self._fault(envelope, BadMessage(Reason.NOT_OWED, "step"))
            return
        if envelope.state != self.point.state:
            yield from self._diverge(envelope, Split.STATE)
            return
        try:
            body = read_body(envelope.body)
            statements = self.referee.statements(envelope.signer, body)
        except RemoteProtocolError as error:
            yield from self._fault(envelope, error)
            return
        if statements:
            yield self._work(envelope.signer, body, CheckJob(statements, proofs_of(body)))
        else:
            yield from self._judge(envelope, body, ())

    def _diverge(self, envelope: Envelope, split: Split) -> Iterable[Event]:
        reason = Reason.OTHER_HEAD if split is Split.HEAD else Reason.OTHER_STATE
        key = (envelope.signer, envelope.step, reason)
        if key not in self._told:
            self._told.add(key)
            self.diverged[envelope.signer] = envelope
            yield Diverged(envelope.signer, envelope.step, split, envelope.to_bytes())

    def _fault(self, envelope: Envelope, error: RemoteProtocolError) -> Iterable[Event]:
        if envelope.step == self.point.step:
            self._now.faulty.add(envelope.signer)
        evidence = (envelope.to_bytes(),)
        yield from self._tell_fault(
            Faulty(envelope.signer, envelope.step, error.reason, error.place, evidence)
        )

    def _judge(self, envelope: Envelope, body: Body, proven: tuple[Proven, ...]) -> Iterable[Event]:
        try:
            self.referee.judge(body, proven)
        except RemoteProtocolError as error:
            yield from self._fault(envelope, error)
            return
        self._now.accepted[envelope.signer] = Accepted(body, proven)
        self.diverged.pop(envelope.signer, None)
        yield MessageIn(self.point.step, envelope.signer)

    def _work(self, signer: int, subject: Body | Plan, job: CheckJob | None = None) -> Work:
        number, self._next_job = self._next_job, self._next_job + 1
        self._jobs[number] = (self.point.step, signer, subject)
        if isinstance(subject, Plan):
            return Work(number, subject.job)
        if job is None:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
        return Work(number, job)

    def _plan(self, plan: Plan) -> Iterable[Event]:
        self._now.answered = True
        if plan.job.statements:
            yield self._work(self.signer, plan)
        else:
            yield from self._made(plan, Made((), ()))

    def _made(self, plan: Plan, made: Made) -> Iterable[Event]:
        if self.signer in self.transcript.present:
            # Our key has spoken already, from another machine: a second time would be a fault.
            return
        body = plan.finish(made)
        envelope = Envelope.seal(self.identity, self.point, self.signer, pack_body(body))
        self.transcript.present[self.signer] = envelope
        yield Send(envelope.to_bytes())
        yield from self._judge(envelope, body, made.proven)

    # ------------------------------------------------------------------- steps

    def _close(self) -> Iterable[Event]:
        due = self.referee.due
        closed = self.referee.close(self._now.accepted)
        self.transcript.close(due.signers, self.referee.digest())
        self._now = _Step()
        self._back = 1
        yield from self._tell(due.kind, closed.applied)
        yield from self._begin_step()

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
        yield StepBegan(self.point.step, due, seats)
        if due.kind is Kind.CLOSED:
            yield GameClosed(self.referee.glory())
            return
        plan = self.keeper.unasked(self.referee)
        if plan is not None:
            yield from self._plan(plan)
        else:
            decision = self.decision()
            if decision is not None:
                yield Asked(decision)
        for envelope in self.transcript.due_now():
            known = self.transcript.known(envelope)
            if known is None:
                yield from self._take(envelope)
            elif known.content != envelope.content:
                yield from self._second(known, envelope)
        for signer in self.transcript.seconds:
            self._withdraw(signer)
