"""The seats of this machine at a table: their sessions, bots, journal, and link to the others.

Packets of others come in through `receive`, packets for others go out through a callable, and long
work is handed to another one: nothing here waits, and no clock runs. The file is longer than
others: an answer passes through all of these in one order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence

from client.bots import Situation
from client.tables.bot_seat import SeatedBot
from client.tables.inbox import Inbox
from client.tables.new_seats import OwnSeat
from client.tables.recorded_answers import (
    Answer,
    ClosedStep,
    Journal,
    OtherGame,
    Past,
    is_against,
)
from client.tables.thinking import Thinker, Thought
from client.tables.waiting import LateWindow
from engine import actions as act
from engine import decisions as ask
from engine.errors import RulesError
from protocol.agreement.slips import is_slip
from protocol.agreement.vote_events import Persist, Transmit
from protocol.cards.dealing import Proven
from protocol.charter import Charter
from protocol.errors import RemoteProtocolError
from protocol.game.catching_up import Rejoin
from protocol.game.events import AnswerRecovered, Event, Rewound, Work
from protocol.game.jobs import Cache, CheckJob, Job, Made
from protocol.game.questions import Questions
from protocol.game.session import Session
from protocol.record.record import write_record
from protocol.wire.envelope import Envelope
from protocol.wire.packets import GameMessage, Signed, pack_plain, read_packet

Result = Made | tuple[Proven, ...] | RemoteProtocolError
Runner = Callable[[int, int, Job], None]
"""Takes a job of a signer with its number; passes the result to `SignersTable.job_done`."""


class SignersTable(ABC):
    """The work of a machine at a table, without a view of it.

    Attributes:
        sessions: the seats of this machine by signer.
        rejoin: the state of a return after a restart, during which nothing is decided.
        checked: proofs found right so far, so that none is checked twice.
        thinker: takes the long thoughts of bots; without one they think inline.
    """

    def __init__(
        self,
        charter: Charter,
        own: Mapping[int, OwnSeat],
        person: int,
        send: Callable[[bytes], None],
        runner: Runner | None,
        clock: Callable[[], float],
    ) -> None:
        """Take the seats, as `NetworkTable`."""
        self.charter = charter
        self.person = person
        self.sessions = {
            signer: Session(charter, signer, one.identity, one.secret)
            for signer, one in sorted(own.items())
        }
        self.rejoin = Rejoin(charter, own[person].identity, 1, b"", own)
        self._questions = Questions(charter, own[person].identity, 1)
        self._persons = {
            hello.identity: signer
            for signer, hello in enumerate(charter.hellos)
            if not hello.is_bot
        }
        self._bots = {
            signer: SeatedBot(one.level, one.secret, charter.table_id)
            for signer, one in sorted(own.items())
            if one.level is not None
        }
        self.thinker: Thinker | None = None
        self._thoughts: dict[int, Thought] = {}
        self._found: dict[int, tuple[Thought, act.Intent]] = {}
        self._send = send
        self._runner = runner
        self.checked: Cache = {}
        self._inbox = Inbox()
        self._sent_back: set[int] = set()
        self._late = LateWindow(charter.late_window / 1000, clock)
        self._journal: Journal | None = None
        self._past = Past()
        self._recalled: tuple[ClosedStep, ...] = ()
        self._heard_again: dict[int, int] = {}
        self._working = 0

    @abstractmethod
    def _tell(self, event: Event) -> None:
        """Process an event of the person's session."""

    @property
    def _mine(self) -> Session:
        return self.sessions[self.person]

    def _hear_again(self) -> bool:
        """Queue the recorded step that each seat has reached; return whether there was any."""
        heard = False
        for signer, session in self.sessions.items():
            step = session.point.step
            if self._heard_again.get(signer, -1) < step < len(self._recalled):
                self._heard_again[signer] = step
                for raw in self._recalled[step].of_others(self.sessions):
                    self._inbox.add(signer, raw)
                    heard = True
        return heard

    def _answer(self, signer: int, intent: act.Intent) -> None:
        """Give a legal answer of a seat here: to the disk first, then to the others."""
        session = self.sessions[signer]
        if self._journal is not None:
            point = session.point
            self._journal.answered(Answer(signer, point.step, point.head, intent))
        self._handle(signer, session.submit(intent))

    def _answer_again(self) -> bool:
        """Give the next recorded answer that is due now; return whether there was one.

        Raises:
            OtherGame: it does not fit.
        """
        for signer, session in self.sessions.items():
            if session.decision() is None:
                continue
            answer = self._recorded(signer)
            if answer is None:
                continue
            try:
                events = session.submit(answer.intent)
            except RulesError as error:
                raise OtherGame from error
            self._past.give(answer)
            if signer in self._bots:
                self._bots[signer].answered_before()
            self._handle(signer, events)
            return True
        return False

    def _recorded(self, signer: int) -> Answer | None:
        """Return the recorded answer of a seat at its present step."""
        point = self.sessions[signer].point
        return self._past.at(signer, point.step, point.head)

    def advance(self) -> bool:
        """Process the next message, or let the next bot answer; return whether there was any."""
        return self.hear() or self.let_bots_play()

    def hear(self) -> bool:
        """Process the next received message; return whether there was one."""
        if not self._inbox and not self._hear_again():
            return False
        signer, raw = self._inbox.take()
        first = self.sessions[signer].point.step
        if not is_against(self._recalled, first, raw):
            self._handle(signer, self.sessions[signer].receive(raw))
        self._answer_returning()
        self._look_whether_to_speak()
        return True

    def _may_decide(self, signer: int) -> bool:
        """Whether a seat here may decide now, and has no recorded answer left."""
        if self._is_recalling or self._recorded(signer) is not None:
            return False
        return self.rejoin.may_decide(*self._place)

    def let_bots_play(self) -> bool:
        """Let the next bot of this machine answer; return whether one did."""
        if self._past and self._answer_again():
            return True
        for signer, bot in self._bots.items():
            session = self.sessions[signer]
            decision, state, knowledge = session.decision(), session.state, session.knowledge
            if decision is None or state is None or knowledge is None:
                continue
            is_late = isinstance(decision, ask.LateDecision)
            if not self._may_decide(signer) or (is_late and self._late.left(signer)):
                continue
            self._late.over(signer)
            answers = session.referee.rules.intents(state, knowledge, decision)
            chosen = self._chosen(signer, bot, Situation(state, knowledge, decision, answers))
            if chosen is not None:
                self._answer(signer, chosen)
                return True
        return False

    def _chosen(self, signer: int, bot: SeatedBot, situation: Situation) -> act.Intent | None:
        """Return the answer of a bot, None while it thinks elsewhere."""
        point = self.sessions[signer].point
        thought, found = self._found.pop(signer, (None, None))
        if thought is not None and (thought.step, thought.head) == (point.step, point.head):
            return found
        thought = self._thoughts.get(signer)
        if thought is not None and (thought.step, thought.head) == (point.step, point.head):
            return None
        if self.thinker is None or not bot.takes_time(situation):
            return bot.answer(situation)
        think = bot.thought(situation)
        self._thoughts[signer] = Thought(signer, point.step, point.head, think)
        self.thinker(self._thoughts[signer])
        return None

    def thought_of(self, thought: Thought, answer: act.Intent) -> None:
        """Take the answer of a bot; one that is no longer waited for is dropped."""
        if self._thoughts.get(thought.signer) is thought:
            del self._thoughts[thought.signer]
            self._found[thought.signer] = thought, answer

    def keep(self, journal: Journal) -> None:
        """Keep a journal from now on; its answers are replayed first."""
        self._journal = journal
        self._past = Past(journal.answers)

    def recall(self, steps: Sequence[ClosedStep], said: Iterable[tuple[int, bytes]] = ()) -> None:
        """Replay closed steps, each in its turn; none of their messages is sent again.

        Before `start`. `said` are the persisted messages of the seats here, in order.

        Raises:
            RemoteProtocolError: no seat here ever sent them.
        """
        self._recalled = tuple(steps)
        by_view = [step for step, closed in enumerate(self._recalled) if closed.proof]
        for session in self.sessions.values():
            session.recorded(len(self._recalled), by_view)
        for signer, raw in said:
            self.sessions[signer].recall(raw)

    def came(self, instance: int, question: bytes) -> None:
        """Return to this table after a restart, as described by `Rejoin`."""
        identity = self.sessions[self.person].identity
        self.rejoin = Rejoin(self.charter, identity, instance, question, self.sessions)
        self._questions = Questions(self.charter, identity, instance)
        if question:
            for session in self.sessions.values():
                session.be_silent(len(self._recalled))

    def _look_whether_to_speak(self) -> None:
        """Sign again once peers have reported the present step, or never if superseded."""
        if not self.rejoin.is_superseded and not self._mine.is_silent:
            return
        if self.rejoin.is_superseded:
            for session in self.sessions.values():
                session.be_silent(0)
        elif not self._is_recalling and not self.is_listening:
            for signer, session in self.sessions.items():
                if session.is_silent:
                    self._handle(signer, session.speak())
        elif not self._is_recalling and self.rejoin.is_stuck:
            for signer, session in self.sessions.items():
                self._handle(signer, session.vote())

    @property
    def _place(self) -> tuple[int, tuple[int, ...]]:
        """The present step of this machine, and the signers whose messages of it are here."""
        return self._mine.point.step, tuple(self._mine.present)

    @property
    def is_listening(self) -> bool:
        """Whether peers have yet to report the present step, so that nothing is decided here."""
        return self.rejoin.is_listening(*self._place)

    @property
    def is_replaying(self) -> bool:
        """Whether recorded answers or messages have yet to be replayed."""
        return self._is_recalling or any(
            self._recorded(signer) is not None and session.decision() is not None
            for signer, session in self.sessions.items()
        )

    @property
    def _is_recalling(self) -> bool:
        return self._mine.point.step < len(self._recalled)

    @property
    def replayed(self) -> tuple[int, int]:
        """The number of recorded steps or answers that were replayed, and of all."""
        if self._recalled:
            return min(self._mine.point.step, len(self._recalled)), len(self._recalled)
        return self._past.given, self._past.count

    def start(self) -> None:
        """Begin the first step in every seat here."""
        for signer, session in self.sessions.items():
            self._handle(signer, session.start())

    def receive(self, raw: bytes) -> None:
        """Process a packet of the room; drop one that is malformed or not expected."""
        try:
            packet = read_packet(raw, self._questions.is_expected)
        except RemoteProtocolError:
            return
        if isinstance(packet, GameMessage):
            for signer in self.sessions:
                self._inbox.add(signer, packet.envelope)
        elif isinstance(packet, Signed):
            asked = self._questions.hear(packet)
            for one in self._questions.not_sent(self._mine.missing(asked)) if asked else ():
                self._send(pack_plain(GameMessage(one)))
            if question := self.rejoin.hear(packet):
                self._questions.start_again(packet.author)
                self._inbox.ask(self._persons[packet.author], question)
                self._answer_returning()
            self._look_whether_to_speak()

    def _answer_returning(self, *, reports: bool = False) -> None:
        """Answer the questions of those that come back, once all that came before is read.

        Our record did. What their disk may have lost is sent first, once a tick: it may be large.
        Without a question that is due, our step is told only if this `reports` it.
        """
        due = frozenset[int]() if self._is_recalling else self._inbox.due
        for person in sorted(due - self._sent_back):
            for raw in self._mine.said_by(person):
                self._send(pack_plain(GameMessage(raw)))
        self._sent_back.update(due)
        self._inbox.answer(due)
        if due or reports:
            self._send(self.rejoin.say(*self._place, self._inbox.askers))

    def say_where(self) -> None:
        """Let a tick pass, and report the present step to the others: every five seconds."""
        self._questions.tick()
        self._sent_back.clear()
        self.rejoin.tick()
        self._look_whether_to_speak()
        for signer, session in self.sessions.items():
            self._handle(signer, session.tick())
        self.report()

    def report(self) -> None:
        """Report the present step to the others, who send missing messages; no time passes."""
        self._send(self._questions.ask(self._mine.standing(), self.rejoin.instance))
        self._answer_returning(reports=True)

    def job_done(self, signer: int, number: int, result: Result) -> None:
        """Process the result of a job."""
        self._working -= 1
        self._handle(signer, self.sessions[signer].done(number, result))

    @property
    def is_working(self) -> bool:
        """Whether a job is still running elsewhere, or a bot still thinks there."""
        return self._working > 0 or bool(self._thoughts)

    def run_job(self, job: Job) -> Result:
        """Run a job here; its results are shared by the seats of this machine."""
        if isinstance(job, CheckJob):
            try:
                return job.run(self.checked)
            except RemoteProtocolError as error:
                return error
        return job.run(self.checked)

    def record(self) -> bytes:
        """Return the record of all closed steps."""
        transcript = self._mine.transcript
        steps = range(len(transcript.history))
        return write_record(self.charter, (raw for at in steps for raw in transcript.recorded(at)))

    def _handle(self, signer: int, events: tuple[Event, ...]) -> None:
        if signer == self.person:
            self._note_ways_back(events)
        for event in events:
            match event:
                case Transmit():
                    self._broadcast(signer, event.raw)
                case Work():
                    self._work(signer, event)
                case AnswerRecovered():
                    self._adopt(event)
                case Persist():
                    if self._journal is not None:
                        self._journal.persist(signer, event.raw)
                case _ if signer == self.person:
                    self._tell(event)
                case _:
                    pass

    def _note_ways_back(self, events: tuple[Event, ...]) -> None:
        """Note rewinds before anything else: steps closed by now come after them.

        What is recorded of later steps is void, and not replayed on another past.
        """
        for event in events:
            if isinstance(event, Rewound):
                self._recalled = self._recalled[: event.step]
                if self._journal is not None:
                    self._journal.rewound(event.step)

    def _adopt(self, event: AnswerRecovered) -> None:
        """Take over an answer of an earlier start that peers echoed before it was replayed."""
        answer = Answer(event.signer, event.step, event.head, event.intent)
        if self._past.at(answer.signer, answer.step, answer.head) == answer:
            self._past.give(answer)
        elif self._journal is not None:
            self._journal.answered(answer)
        if event.signer in self._bots:
            self._bots[event.signer].answered_before()

    def _broadcast(self, signer: int, raw: bytes) -> None:
        if is_slip(raw) or Envelope.from_bytes(raw).step >= len(self._recalled):
            if self._journal is not None:
                self._journal.sending()
            self._send(pack_plain(GameMessage(raw)))
        for other in self.sessions:
            if other != signer:
                self._inbox.add(other, raw)

    def _work(self, signer: int, event: Work) -> None:
        self._working += 1
        if self._runner is not None:
            self._runner(signer, event.number, event.job)
        else:
            self.job_done(signer, event.number, self.run_job(event.job))
