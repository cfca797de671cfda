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
from protocol.bodies import Body, pack_body, read_body
from protocol.charter import Charter
from protocol.dealing import TableSecret
from protocol.deals import Proven
from protocol.envelope import Envelope, StepPoint
from protocol.errors import LocalProtocolError, Reason, RemoteProtocolError
from protocol.events import (
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

MOST_AHEAD = 64
"""Messages kept for later steps, for each signer; more are fetched again when their time comes."""


@dataclass
class _Step:
    """The present step: envelopes by signer, checked messages, and jobs under way."""

    envelopes: dict[int, Envelope] = field(default_factory=dict)
    accepted: dict[int, Accepted] = field(default_factory=dict)
    faulty: set[int] = field(default_factory=set)
    answered: bool = False


class Session:
    """One seat's side of a game.

    Attributes:
        referee: the public table.
        point: where the table stands.
        history: all envelopes of closed steps, by step and signer.
        intents: own answers by step, for the journal.
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
        self.point = StepPoint.first(charter.table_id, self.referee.digest())
        self.history: list[dict[int, Envelope]] = []
        self.intents: dict[int, act.Intent] = {}
        self.halted = False
        self._now = _Step()
        self._ahead: dict[int, dict[int, Envelope]] = {}
        self._jobs: dict[int, tuple[int, int, Body | Plan]] = {}
        self._next_job = 0
        self._evidence: set[int] = set()

    # -------------------------------------------------------------- questions

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
        return tuple(self._begin_step())

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
        self.intents[self.point.step] = intent
        return tuple(self._plan(plan))

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
        known = self._known(envelope)
        if known is not None and known.content == envelope.content:
            return ()
        try:
            envelope.verify(self.peers[envelope.signer])
        except RemoteProtocolError as error:
            return (Dropped(error.reason, error.place),)
        if known is not None:
            return self._second(known, envelope)
        return tuple(self._take(envelope))

    def done(
        self, number: int, result: Made | tuple[Proven, ...] | RemoteProtocolError
    ) -> tuple[Event, ...]:
        """Take the result of a job: what was made, what was proven, or why it proves nothing."""
        step, signer, subject = self._jobs.pop(number)
        if step != self.point.step or self.halted:
            return ()
        if isinstance(subject, Plan):
            if not isinstance(result, Made):
                raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
            return tuple(self._made(subject, result))
        if isinstance(result, Made):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
        envelope = self._now.envelopes[signer]
        if isinstance(result, RemoteProtocolError):
            return (self._fault(envelope, result),)
        return tuple(self._judge(envelope, subject, result))

    def missing(self, step: int, have: Iterable[int]) -> tuple[bytes, ...]:
        """Envelopes for a seat that stands at `step` and has the messages of `have` of it."""
        known = set(have)
        found = []
        for at in range(step, len(self.history)):
            for signer, envelope in sorted(self.history[at].items()):
                if at > step or signer not in known:
                    found.append(envelope.to_bytes())
        if step <= self.point.step:
            found += [
                envelope.to_bytes()
                for signer, envelope in sorted(self._now.envelopes.items())
                if signer not in self._now.faulty
                and (step < self.point.step or signer not in known)
            ]
        return tuple(found)

    def standing(self) -> tuple[int, tuple[int, ...]]:
        """Where this seat stands: the step, and whose messages of it are here."""
        return self.point.step, tuple(sorted(self._now.envelopes))

    # ------------------------------------------------------------------- steps

    def _known(self, envelope: Envelope) -> Envelope | None:
        step = envelope.step
        if step < self.point.step:
            return self.history[step].get(envelope.signer)
        if step == self.point.step:
            return self._now.envelopes.get(envelope.signer)
        return self._ahead.get(step, {}).get(envelope.signer)

    def _second(self, first: Envelope, second: Envelope) -> tuple[Event, ...]:
        """Two contents signed for one step: on one head that is a proven fault."""
        if first.head != second.head:
            return (Dropped(Reason.OTHER_HEAD, "head"),)
        if first.signer in self._evidence:
            return ()
        self._evidence.add(first.signer)
        evidence = (first.to_bytes(), second.to_bytes())
        return (Faulty(first.signer, first.step, Reason.TWO_MESSAGES, "step", evidence),)

    def _take(self, envelope: Envelope) -> Iterable[Event]:
        if envelope.step > self.point.step:
            self._keep(envelope)
            return
        if envelope.step < self.point.step:
            # A step this signer owed nothing in; whatever it says, it changes nothing.
            yield Dropped(Reason.NOT_OWED, "step")
            return
        if self.halted:
            return
        if envelope.head != self.point.head:
            yield self._diverge(envelope, Split.HEAD)
            return
        if envelope.state != self.point.state:
            yield self._diverge(envelope, Split.STATE)
            return
        self._now.envelopes[envelope.signer] = envelope
        try:
            body = read_body(envelope.body)
            statements = self.referee.statements(envelope.signer, body)
        except RemoteProtocolError as error:
            yield self._fault(envelope, error)
            return
        if statements:
            yield self._work(envelope.signer, body, CheckJob(statements, proofs_of(body)))
        else:
            yield from self._judge(envelope, body, ())

    def _keep(self, envelope: Envelope) -> None:
        kept = sum(envelope.signer in step for step in self._ahead.values())
        if kept < MOST_AHEAD:
            self._ahead.setdefault(envelope.step, {})[envelope.signer] = envelope

    def _diverge(self, envelope: Envelope, split: Split) -> Diverged:
        self.halted = True
        return Diverged(envelope.signer, envelope.step, split, envelope.to_bytes())

    def _fault(self, envelope: Envelope, error: RemoteProtocolError) -> Faulty:
        self._now.faulty.add(envelope.signer)
        self._evidence.add(envelope.signer)
        evidence = (envelope.to_bytes(),)
        return Faulty(envelope.signer, envelope.step, error.reason, error.place, evidence)

    def _judge(self, envelope: Envelope, body: Body, proven: tuple[Proven, ...]) -> Iterable[Event]:
        try:
            self.referee.judge(body, proven)
        except RemoteProtocolError as error:
            yield self._fault(envelope, error)
            return
        self._now.accepted[envelope.signer] = Accepted(body, proven)
        yield MessageIn(self.point.step, envelope.signer)
        yield from self._maybe_close()

    def _work(self, signer: int, subject: Body | Plan, job: CheckJob | None = None) -> Work:
        number = self._next_job
        self._next_job += 1
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
        body = plan.finish(made)
        envelope = Envelope.seal(self.identity, self.point, self.signer, pack_body(body))
        self._now.envelopes[self.signer] = envelope
        yield Send(envelope.to_bytes())
        yield from self._judge(envelope, body, made.proven)

    def _maybe_close(self) -> Iterable[Event]:
        if self.waiting_for or not self.referee.due.signers:
            return
        finished = self.referee.due.kind
        closed = self.referee.close(self._now.accepted)
        envelopes = self._now.envelopes
        self.history.append({signer: envelopes[signer] for signer in sorted(envelopes)})
        self.point = self.point.after(tuple(envelopes.values()), self.referee.digest())
        self._now = _Step()
        yield from self._tell(finished, closed.applied)
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
        step = self.point.step
        if plan is not None:
            yield from self._plan(plan)
        else:
            decision = self.decision()
            if decision is not None:
                yield Asked(decision)
        if self.point.step == step:
            for envelope in self._ahead.pop(step, {}).values():
                if self.point.step == step:
                    yield from self._take(envelope)
