"""A seat at a table of equals: bytes in, events and bytes out.

`receive` takes what is broadcast, `submit` an answer of the own seat, `done` the result of a job,
`tick` that some seconds have passed. Each returns events; what has to be broadcast is a `Send`
among them, and what a `Persist` before it holds has to be on the disk first. Nothing here waits,
computes for long, or knows who is connected. A message is judged against the step it names: one
for a later step is kept, one for an earlier step is compared with what was signed then.

Who is silent: `go_on_without` agrees to close the present step without those who are waited for.
More than half of the persons at the table have to, and `ballot` tells how many do. A seat with a
proven fault is put away without being asked for. Who is away comes back with `ask_back`.

After a crash: `recall` everything that was to be persisted, in its order, then `start`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import actions as act
from engine.errors import Code, IllegalAction, Refusal
from protocol.agreement.signed_votes import ReturnSlip, VoteSlip, is_slip, read_returns, read_slip
from protocol.agreement.vote_events import Send
from protocol.agreement.voting import BallotView, subject_of
from protocol.errors import BadMessage, LocalProtocolError, Reason, RemoteProtocolError
from protocol.game.answer_recovery import given_before
from protocol.game.deal_attempt import Proven
from protocol.game.events import Adopted, Dropped, Event, MessageIn, Split
from protocol.game.jobs import CheckJob, Made
from protocol.game.private_seat import Plan
from protocol.game.referee import Accepted, proofs_of
from protocol.game.violations import Blame
from protocol.wire.bodies import Body, read_body
from protocol.wire.envelope import Envelope


class Session(Blame):
    """One seat's side of a game.

    Attributes:
        referee: the public table.
        transcript: everything signed so far.
        evidence: the first fault of each signer that its messages prove, not its votes.
        diverged: signers whose last message has another past or state than ours, with that message.
    """

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
        if intent not in self.referee.rules.intents(state, knowledge, decision):
            raise IllegalAction(Refusal(Code.NOT_YOUR_ANSWER, knowledge.seat))
        plan = self.keeper.answer(self.referee, intent)
        return self._settled(self._plan(plan))

    def receive(self, raw: bytes) -> tuple[Event, ...]:
        """Take an envelope or slip of anybody, from anywhere, in any order, any number of times.

        Never raises for what is in it.
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
            return self._settled(self._second(known, envelope))
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
        point, signer, subject, about = self._jobs.pop(number)
        if isinstance(subject, Plan) is not isinstance(result, Made):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "job")
        if point != self.point or signer in self._now.faulty:
            return ()
        if isinstance(subject, Plan):
            return self._settled(self._made(subject, result)) if isinstance(result, Made) else ()
        envelope = self.transcript.present[signer]
        if envelope is not about or isinstance(result, Made):
            # Meanwhile the others have decided for another message of this signer.
            return ()
        if isinstance(result, RemoteProtocolError):
            return self._settled(self._fault(envelope, result))
        return self._settled(self._judge(envelope, subject, result))

    def tick(self) -> tuple[Event, ...]:
        """Some seconds have passed: say again what may have been lost, of ballots and returns."""
        events = list(self.voting.tick())
        return self._settled([*events, *self._show(), *self.ask_back()])

    def go_on_without(self) -> tuple[Event, ...]:
        """Agree to close the present step without those who are waited for.

        Nothing, if we are one of them: we would say that nothing of ours is here, and answer then.
        """
        if self.signer in self.waiting_for:
            return ()
        return self._settled(self.voting.agree(subject_of(self.point)))

    def ask_back(self) -> tuple[Event, ...]:
        """Ask to be waited for again, if the own seat is away and may come back."""
        roster = self.referee.roster
        since = roster.since.get(self.signer)
        if since is None or not roster.may_return(self.signer, since):
            return ()
        slip = ReturnSlip.sign(self.identity, self.charter.table_id, self.signer, since)
        return (Send(slip.raw),)

    def recall(self, raw: bytes) -> None:
        """Take back what was to be persisted before a crash; before `start`, in its order.

        Raises:
            RemoteProtocolError: that was never kept here.
        """
        if not is_slip(raw):
            envelope = Envelope.from_bytes(raw)
            if envelope.signer != self.signer:
                self._recall_evidence(raw)
                return
            envelope.verify(self.peers[self.signer])
            self._own[envelope.step, envelope.head] = envelope
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
        """The others have told where the table stands, and we stand there."""
        self._silent_from = None
        return self._settled([*self.voting.speak(), *self._agree_on_faults()])

    def vote(self) -> tuple[Event, ...]:
        """Vote again, though nothing else is signed before the others have told enough."""
        if not self.voting.is_silent:
            return ()
        return self._settled([*self.voting.speak(), *self._agree_on_faults()])

    @property
    def is_silent(self) -> bool:
        """Whether nothing is signed from some step on."""
        return self._silent_from is not None

    @property
    def ballot(self) -> BallotView:
        """Who is waited for, and how many are ready to go on without them."""
        voters = self.referee.roster.voters
        machine = self.voting.machines.get(subject_of(self.point))
        agreed: set[int] = set()
        if machine is not None:
            agreed = {freeze.signer for freeze in machine.freezes}
        may = machine is not None and self.signer in voters and not machine.promised
        needed = len(voters) // 2 + 1
        here = sum(signer not in self.waiting_for for signer in voters)
        return BallotView(
            self.waiting_for,
            tuple(sorted(agreed)),
            needed,
            may_agree=may and here >= needed,
            possible=here >= needed,
        )

    def missing(self, step: int, have: Iterable[int]) -> tuple[bytes, ...]:
        """What a seat lacks that stands at `step` and has the messages of `have` of it.

        Also the votes on that step: who was started again may not know of his own.
        """
        is_known = step <= self.point.step
        votes = self.voting.said(subject_of(self.transcript.point_of(step))) if is_known else ()
        return (*self.transcript.missing(step, have), *votes)

    def standing(self) -> tuple[int, tuple[int, ...]]:
        """Where this seat stands: the step, and whose messages of it are here.

        Where all that is here of somebody is wrong, others may have something that is right.
        A halted one asks for the past, further back each time, to find who split it.
        """
        if self.halted:
            self._back *= 2
            return max(0, self.point.step - self._back), ()
        wrong = self._now.faulty.difference(self.transcript.seconds)
        return self.point.step, tuple(sorted(set(self.transcript.present) - wrong))

    # ---------------------------------------------------------------- messages

    def _slip(self, raw: bytes) -> Iterable[Event]:
        """A vote about a closing, or somebody who wants to be waited for again."""
        try:
            slip = read_slip(raw, self.peers)
        except RemoteProtocolError as error:
            yield Dropped(error.reason, error.place)
            return
        if isinstance(slip, ReturnSlip):
            if slip.table_id != self.point.table_id:
                yield Dropped(Reason.OTHER_TABLE, "table")
            elif self.referee.roster.may_return(slip.signer, slip.since):
                self._returns.setdefault(slip.signer, slip)
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

    def _returns_in(self, envelope: Envelope) -> tuple[ReturnSlip, ...]:
        return read_returns(envelope, self.peers, self.referee.roster)

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
            closing = self.transcript.closings[envelope.step]
            if envelope.signer not in (*closing.away, *closing.faulty):
                # Whoever owed something then is in the history.
                yield from self._fault(envelope, BadMessage(Reason.NOT_OWED, "step"))
        else:
            if envelope.signer == self.signer and (decision := self._question()) is not None:
                answer = given_before(self.keeper, self.referee, decision, envelope.body)
                self._now.answered = answer is not None
                if answer is not None:
                    yield Adopted(self.signer, envelope.step, envelope.head, answer)
            self.transcript.present[envelope.signer] = envelope
            yield from self._reached(envelope)
            yield from self._check(envelope)

    def _check(self, envelope: Envelope) -> Iterable[Event]:
        if envelope.signer not in self.referee.due.signers:
            yield from self._fault(envelope, BadMessage(Reason.NOT_OWED, "step"))
            return
        if envelope.state != self.point.state:
            yield from self._diverge(envelope, Split.STATE)
            return
        try:
            self._returns_in(envelope)
            body = read_body(envelope.body)
            statements = self.referee.statements(envelope.signer, body)
        except RemoteProtocolError as error:
            yield from self._fault(envelope, error)
            return
        if statements:
            yield self._work(envelope.signer, body, CheckJob(statements, proofs_of(body)))
        else:
            yield from self._judge(envelope, body, ())

    def _judge(self, envelope: Envelope, body: Body, proven: tuple[Proven, ...]) -> Iterable[Event]:
        try:
            self.referee.judge(body, proven)
        except RemoteProtocolError as error:
            yield from self._fault(envelope, error)
            return
        self.diverged.pop(envelope.signer, None)
        yield from self._accept(envelope, Accepted(body, proven))
        yield MessageIn(self.point.step, envelope.signer)

    def _take_kept(self) -> Iterable[Event]:
        """Messages of the step that begins which came before, or prove what was voted on."""
        recalled = self._evidence_recalled.pop((self.point.step, self.point.head), [])
        if self._silent_from is not None and self.point.step < self._silent_from:
            # That step was closed before we were started again, with what is heard again.
            recalled = []
        for envelope in (*self.transcript.due_now(), *recalled):
            known = self.transcript.known(envelope)
            if known is None:
                yield from self._take(envelope)
            elif known.content != envelope.content:
                yield from self._second(known, envelope)
        for signer, second in tuple(self.transcript.seconds.items()):
            first = self.transcript.present.get(signer)
            if first is not None:
                yield from self._two(first, second)
