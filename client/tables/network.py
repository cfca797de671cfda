"""A table of equals: the seats of this machine at a game that is played by signed messages.

One seat is the person's, others may be bots of this machine; every one has a session and secrets of
its own. What others send comes in through `receive`, what has to be sent goes out through a
callable, and long work is handed to another one: nothing here waits, and no clock runs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from client.bots import Situation
from client.logbook.diary import Diary
from client.tables import Applied, HandOpened, Owed, PackOpened, TableEvent
from client.tables.progress import Progress, progress_of
from client.tables.seated_bot import SeatedBot
from engine import actions as act
from engine import decisions as ask
from engine.errors import Code, IllegalAction, Refusal
from engine.intents import intents
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Seat
from protocol.charter import Charter
from protocol.dealing import TableSecret
from protocol.deals import Proven
from protocol.envelope import Envelope
from protocol.errors import LocalProtocolError, Reason, RemoteProtocolError
from protocol.events import Applied as PlayedEverywhere
from protocol.events import (
    Asked,
    Diverged,
    Event,
    Faulty,
    GameClosed,
    Seated,
    Send,
    StepBegan,
    Work,
)
from protocol.events import PackOpened as PackSeen
from protocol.identity import Identity
from protocol.jobs import Cache, CheckJob, Job, Made
from protocol.packets import GameMessage, Standing, pack_plain, read_packet
from protocol.record import write_record
from protocol.session import Session
from protocol.states import DEALING
from protocol.voices import answers

Result = Made | tuple[Proven, ...] | RemoteProtocolError
Runner = Callable[[int, int, Job], None]
"""Takes a job of a signer with its number; hands the result to `NetworkTable.job_done`."""


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat of this machine: its keys, and the level of the bot that plays it, if one does."""

    identity: Identity
    secret: TableSecret
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something went wrong that a person should know: who, in which step, why."""

    name: str
    step: int
    reason: Reason | str
    place: str
    evidence: tuple[bytes, ...]
    halts: bool


class NetworkTable:
    """The seats of this machine at one game; implements `client.tables.Table` for the person's.

    Attributes:
        troubles: everything that was refused, in order.
        progress: how far a dealing is, None outside of one.
        closed: the final Glory by seat once every step is done.
    """

    def __init__(
        self,
        charter: Charter,
        own: Mapping[int, OwnSeat],
        person: int,
        send: Callable[[bytes], None],
        runner: Runner | None = None,
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """Sit down. Without a runner, work is done inline.

        By `clock`, in seconds, answers about late cards leave exactly the charter's window after
        the question, whatever they are, so that their time tells nothing about a hand.

        Raises:
            LocalProtocolError: keys that are not those of the charter.
        """
        self.charter = charter
        self.person = person
        self.sessions = {
            signer: Session(charter, signer, one.identity, one.secret)
            for signer, one in sorted(own.items())
        }
        self._bots = {
            signer: SeatedBot(one.level, one.secret, charter.table_id)
            for signer, one in sorted(own.items())
            if one.level is not None
        }
        self._send = send
        self._runner = runner
        self._cache: Cache = {}
        self._inbox: deque[tuple[int, bytes]] = deque()
        self._answers = answers()
        self._clock = clock
        self._window = charter.late_window / 1000
        self._late_due: dict[int, float] = {}
        self._held: act.Intent | None = None
        self.opening: GameState | None = None
        self._working = 0
        self._diary = Diary()
        self._events: list[TableEvent] = []
        self.troubles: list[Trouble] = []
        self.progress: Progress | None = None
        self.closed: tuple[int, ...] | None = None

    # --------------------------------------------------------- Table, for the person

    @property
    def _mine(self) -> Session:
        return self.sessions[self.person]

    @property
    def is_seated(self) -> bool:
        """Whether public chance is drawn; before that there is no state to show."""
        return self._mine.state is not None

    @property
    def seat(self) -> Seat:
        """Whose view this is."""
        seat = self._mine.seat
        if seat is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "seat")
        return seat

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits in which seat."""
        places = self._mine.referee.places
        return tuple(self.charter.names[signer] for signer in places)

    @property
    def bot_seats(self) -> tuple[Seat, ...]:
        """Seats that are played by somebody's bot, as their hellos say."""
        places = self._mine.referee.places
        hellos = self.charter.hellos
        return tuple(Seat(seat) for seat, signer in enumerate(places) if hellos[signer].is_bot)

    @property
    def state(self) -> GameState:
        """The shared state now."""
        state = self._mine.state
        if state is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "state")
        return state

    @property
    def knowledge(self) -> Knowledge:
        """What the person's seat knows of hidden cards."""
        knowledge = self._mine.knowledge
        if knowledge is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "knowledge")
        return knowledge

    @property
    def owed(self) -> ask.Decision | None:
        """What the person's seat is asked now, if anything; not what is answered and held back."""
        return None if self._held is not None else self._mine.decision()

    @property
    def answers(self) -> tuple[act.Intent, ...]:
        """Every legal answer to what is owed, in canonical order."""
        decision = self.owed
        return () if decision is None else intents(self.state, self.knowledge, decision)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Seats whose message of the present step is not in."""
        session = self._mine
        if not session.referee.places:
            return ()
        return tuple(session.referee.seat_of(signer) for signer in session.waiting_for)

    def submit(self, intent: act.Intent) -> None:
        """Answer what is owed.

        Raises:
            IllegalAction: it is no legal answer; nothing has been sent.
            LocalProtocolError: nothing is owed.
        """
        if self._window and isinstance(self.owed, ask.LateDecision):
            if intent not in self.answers:
                raise IllegalAction(Refusal(Code.NOT_YOUR_ANSWER, self.seat))
            self._held = intent
            return
        self._handle(self.person, self._mine.submit(intent))

    def advance(self) -> bool:
        """Take the next message, or let the next bot answer; whether there was any."""
        return self.hear() or self.let_bots_play()

    def hear(self) -> bool:
        """Take the next message that came in; whether there was one."""
        if not self._inbox:
            return False
        signer, raw = self._inbox.popleft()
        self._handle(signer, self.sessions[signer].receive(raw))
        return True

    def release(self) -> float | None:
        """Send the person's answer about a late card when its time has come.

        Who has not answered by then declines. Gives the seconds until the next such moment of
        this machine, None where nothing is held back.
        """
        if not self._window:
            return None
        left = None
        for signer, session in self.sessions.items():
            decision = session.decision()
            if not isinstance(decision, ask.LateDecision):
                self._late_due.pop(signer, None)
                continue
            now = self._clock()
            wait = self._late_due.setdefault(signer, now + self._window) - now
            if wait > 0:
                left = wait if left is None else min(left, wait)
            elif signer == self.person:
                intent = self._held or act.Decline(decision.seat)
                self._held = None
                del self._late_due[signer]
                self._handle(signer, session.submit(intent))
                return 0.0
        return left

    def _may_answer(self, signer: int, decision: ask.Decision) -> bool:
        """Whether a bot's answer may leave now."""
        if not self._window or not isinstance(decision, ask.LateDecision):
            return True
        now = self._clock()
        return self._late_due.setdefault(signer, now + self._window) <= now

    def let_bots_play(self) -> bool:
        """Let the next bot of this machine answer; whether one did."""
        for signer, bot in self._bots.items():
            session = self.sessions[signer]
            decision, state, knowledge = session.decision(), session.state, session.knowledge
            if decision is None or not self._may_answer(signer, decision):
                continue
            if state is not None and knowledge is not None:
                self._late_due.pop(signer, None)
                answers = intents(state, knowledge, decision)
                intent = bot.answer(Situation(state, knowledge, decision, answers))
                self._handle(signer, session.submit(intent))
                return True
        return False

    def events(self) -> tuple[TableEvent, ...]:
        """What happened since this was last called, in order."""
        events, self._events = tuple(self._events), []
        return events

    # ------------------------------------------------------------------ the network

    def start(self) -> None:
        """Begin the first step in every seat of this machine."""
        for signer, session in self.sessions.items():
            self._handle(signer, session.start())

    def receive(self, raw: bytes) -> None:
        """Take a packet of the room; what is none is dropped."""
        try:
            packet = read_packet(raw)
        except RemoteProtocolError:
            return
        if isinstance(packet, GameMessage):
            for signer in self.sessions:
                self._inbox.append((signer, packet.envelope))
        elif isinstance(packet, Standing) and self._answers.spend(b"") >= 0:
            for envelope in self._mine.missing(packet.step, packet.have):
                self._send(pack_plain(GameMessage(envelope)))

    def say_where(self) -> None:
        """Tell others where this machine stands, every few seconds; they send what it lacks."""
        self._answers.tick()
        step, have = self._mine.standing()
        self._send(pack_plain(Standing(step, have)))

    def job_done(self, signer: int, number: int, result: Result) -> None:
        """Take the result of work handed out."""
        self._working -= 1
        self._handle(signer, self.sessions[signer].done(number, result))

    @property
    def is_working(self) -> bool:
        """Whether work is under way somewhere else."""
        return self._working > 0

    def run_job(self, job: Job) -> Result:
        """Do a job here; results are shared by the seats of this machine."""
        if isinstance(job, CheckJob):
            try:
                return job.run(self._cache)
            except RemoteProtocolError as error:
                return error
        return job.run(self._cache)

    def record(self) -> bytes:
        """The record of all closed steps."""
        envelopes: list[Envelope] = []
        for step in self._mine.history:
            envelopes += [envelope for _, envelope in sorted(step.items())]
        return write_record(self.charter, iter(envelopes))

    # ------------------------------------------------------------------ events

    def _handle(self, signer: int, events: tuple[Event, ...]) -> None:
        for event in events:
            match event:
                case Send():
                    self._broadcast(signer, event.raw)
                case Work():
                    self._work(signer, event)
                case _ if signer == self.person:
                    self._tell(event)
                case _:
                    pass

    def _broadcast(self, signer: int, raw: bytes) -> None:
        self._send(pack_plain(GameMessage(raw)))
        for other in self.sessions:
            if other != signer:
                self._inbox.append((other, raw))

    def _work(self, signer: int, event: Work) -> None:
        self._working += 1
        if self._runner is not None:
            self._runner(signer, event.number, event.job)
        else:
            self.job_done(signer, event.number, self.run_job(event.job))

    def _tell(self, event: Event) -> None:
        self._diary.hear(event, halted=self._mine.halted)
        match event:
            case PlayedEverywhere():
                self._events.append(Applied(event.action, event.story, event.state))
            case PackSeen():
                self._events.append(PackOpened(event.faces))
            case Asked():
                self._events.append(Owed(event.decision))
            case StepBegan():
                self._count_progress(event)
            case Faulty():
                self._trouble(event, event.reason, event.evidence, halts=False)
            case Diverged():
                self._trouble(event, event.split, (event.evidence,), halts=self._mine.halted)
            case GameClosed():
                self.closed = event.glory
            case Seated():
                self.opening = event.state
            case _:
                pass

    def _trouble(
        self,
        event: Faulty | Diverged,
        reason: Reason | str,
        evidence: tuple[bytes, ...],
        *,
        halts: bool,
    ) -> None:
        place = event.place if isinstance(event, Faulty) else ""
        name = self.charter.names[event.signer]
        self.troubles.append(Trouble(name, event.step, reason, place, evidence, halts))

    def _count_progress(self, event: StepBegan) -> None:
        if event.due.kind not in DEALING:
            if self.progress is not None and not self.state.rulings.draft:
                self._events.append(HandOpened(self.knowledge.hand))
            self.progress = None
            return
        if (dealing := self._mine.referee.dealing) is not None:
            self.progress = progress_of(event.due, dealing)
