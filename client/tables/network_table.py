"""A table of equals as the person at this machine sees it.

One seat is the person's, others may be bots of this machine; every one has a session and secrets of
its own (`client.tables.signers_table`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from client.log.timings import StepTimings
from client.tables import HandReceived, Owed, PackReceived, PlayedAction, TableEvent, WentBack
from client.tables.incidents import (
    Absence,
    Trouble,
    Undone,
    divided_trouble,
    proven_trouble,
)
from client.tables.new_seats import OwnSeat
from client.tables.signers_table import Runner, SignersTable
from client.tables.waiting import (
    ActionSteps,
    Joined,
    Patience,
    Progress,
    Silence,
    Wait,
    progress_of,
    seated,
    stake_of,
    unopened_by,
    without_their_bots,
)
from client.text.absences import AbsentSeat
from engine import actions as act
from engine import decisions as ask
from engine.errors import Code, IllegalAction, Refusal
from engine.knowledge import Knowledge
from engine.state import GameState
from engine.terms import Seat
from protocol.agreement.vote_events import BallotMoved, Faulty
from protocol.charter import Charter, ClockKind
from protocol.errors import LocalProtocolError, Reason
from protocol.game.events import (
    Applied,
    Asked,
    CameBack,
    CardUnopened,
    Diverged,
    Event,
    GameClosed,
    PackOpened,
    Rewound,
    Seated,
    StepBegan,
    WentAway,
)
from protocol.game.step_table import DEALING
from protocol.quorum import Quorum


class NetworkTable(SignersTable):
    """The seats of this machine at one game; implements `client.tables.Table` for the person's.

    Attributes:
        opening: the state once seats were drawn, None before.
        troubles: every rejected message, in order.
        progress: the progress of a deal, None outside of one.
        closed: the final Glory by seat once every step is done.
        closed_at: the time of that, by the clock of this machine.
        patience: the clocks of the awaited signers.
        is_cut: whether the link is down now, so that nobody is waited for.
        unheard: persons whose line is down, as far as this machine can tell.
        absences: departures, returns, and what was undone, in order.
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
        """Take the seats. Without a runner, work is done inline.

        By `clock`, in seconds, answers about late cards leave exactly the charter's window after
        the question, whatever they are, so that their timing reveals nothing about a hand.

        Raises:
            LocalProtocolError: keys that are not those of the charter.
        """
        super().__init__(charter, own, person, send, runner, clock)
        self._clock = clock
        self._held: act.Intent | None = None
        self._timings = StepTimings()
        self._events: list[TableEvent] = []
        self.opening: GameState | None = None
        self.troubles: list[Trouble] = []
        self.progress: Progress | None = None
        self.closed: tuple[int, ...] | None = None
        self.closed_at = 0.0
        self.patience = Patience(charter.clock)
        self.is_cut: Callable[[], bool] = lambda: False
        self.unheard: Callable[[], Collection[int]] = tuple
        self.absences: list[Absence] = []
        self._gone_at: dict[int, float] = {}
        self._action_steps = ActionSteps()
        self._joined = Joined()

    @property
    def is_seated(self) -> bool:
        """Whether seats are drawn; before that there is no state."""
        return self._mine.state is not None

    @property
    def seat(self) -> Seat:
        """The seat of the person."""
        return seated(self._mine.seat)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        places = self._mine.referee.places
        return tuple(self.charter.names[signer] for signer in places)

    @property
    def bot_seats(self) -> tuple[Seat, ...]:
        """The seats of bots, as declared in their hellos."""
        places = self._mine.referee.places
        hellos = self.charter.hellos
        return tuple(Seat(seat) for seat, signer in enumerate(places) if hellos[signer].is_bot)

    @property
    def state(self) -> GameState:
        """The present shared state."""
        return seated(self._mine.state)

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge of the person's seat about hidden cards."""
        return seated(self._mine.knowledge)

    @property
    def owed(self) -> ask.Decision | None:
        """The decision of the person's seat now, if any.

        None if its answer is held back or was given before a restart, and until peers have
        reported the present step.
        """
        if self._held is not None or not self._may_decide(self.person):
            return None
        return self._mine.decision()

    @property
    def answers(self) -> tuple[act.Intent, ...]:
        """Every legal answer to the decision, in canonical order."""
        decision = self.owed
        if decision is None:
            return ()
        return self._mine.referee.rules.intents(self.state, self.knowledge, decision)

    def say_where(self) -> None:
        """Report as `SignersTable`; with a hard clock, check for timeouts."""
        super().say_where()
        self.look_at_clock()
        is_hard = self.charter.clock.kind is ClockKind.HARD
        if is_hard and self._is_time() and self._mine.view_progress.may_agree:
            self.go_on_without()

    def look_at_clock(self) -> None:
        """Count the time everybody has been waited for until now."""
        session = self._mine
        waiting = () if self.is_replaying or not self.is_seated else session.waiting_for
        now, step = self._clock(), session.point.step
        # Nobody is late while this machine still waits for peers to report the present step, nor
        # while somebody it waits for may not sign yet.
        is_cut = self.is_cut() or self.is_listening or not session.voter.may_find_late()
        self.patience.look(now, step, waiting, is_cut=is_cut)

    @property
    def are_enough_left(self) -> bool:
        """Whether the voters who are heard, or have voted, can continue without those awaited."""
        view = self._mine.view_progress
        heard = set(view.voters).difference(view.missing, self.unheard())
        voted = set(view.voters).intersection(view.agreed)
        return view.possible and len(heard | voted) >= view.needed

    @property
    def is_halted(self) -> bool:
        """Whether an awaited signer has another head or state than this machine."""
        return self._mine.halted

    @property
    def waits_for_own(self) -> bool:
        """Whether the person here is awaited; a bot of theirs may be found late like others."""
        return self.person in self._mine.waiting_for

    def _is_time(self) -> bool:
        """Whether everybody awaited has run out of time, and the person here is not among them."""
        return self.patience.is_time() and not self.waits_for_own

    @property
    def silence(self) -> Silence | None:
        """The signers who are silent for too long, or whom others found late."""
        if not (self._is_time() or self._mine.is_voted_on):
            return None
        view = self._mine.view_progress
        joined = self._joined.ordered(self._mine.point.step, view.agreed)
        agreed = [signer for signer in joined if signer not in view.missing]
        if not view.missing or not (self._is_time() or agreed):
            return None
        names = self.charter.names
        owed = self._mine.referee.rules.owed(self.state) if self.is_seated else ()
        return Silence(
            tuple(names[signer] for signer in without_their_bots(self.charter, view.missing)),
            max((wait.seconds for wait in self.patience.waits()), default=0.0),
            tuple(names[signer] for signer in agreed if signer != self.person),
            self.person in agreed,
            view.needed,
            view.may_agree,
            self.are_enough_left,
            self.person in view.missing,
            self.leader,
            stake_of(self._mine.referee.due.kind, owed),
            self._is_time(),
            self.charter.quorum is Quorum.NOBODY,
        )

    @property
    def leader(self) -> str:
        """The person that leads the view the table waits for; "" if there is none, or ours."""
        leader = self._mine.view_progress.leader if self._mine.is_voted_on else None
        return "" if leader in (None, self.person) else self.charter.names[leader]

    @property
    def stands_with(self) -> str:
        """The leader of a view that stands still though enough agree; "" if there is none."""
        return self.leader if self._mine.voter.waited else ""

    @property
    def end_step(self) -> int:
        """The step after the result, once the game is over: whoever has reached it has the end."""
        return self._mine.voter.head.step

    @property
    def away(self) -> tuple[Seat, ...]:
        """The absent seats, whose defaults are played."""
        places = self._mine.referee.places
        return tuple(Seat(at) for at, signer in enumerate(places) if signer in self._mine.away)

    @property
    def waits(self) -> tuple[tuple[Seat, Wait], ...]:
        """The awaited seats, each with its time waited and left by the table's clock."""
        places = self._mine.referee.places
        found = self.patience.waits() if places else ()
        return tuple((self._mine.referee.seat_of(wait.signer), wait) for wait in found)

    def away_for(self) -> tuple[tuple[str, float], ...]:
        """Return the absent players with their seconds of absence, as observed by this machine."""
        now = self._clock()
        gone = sorted(self._gone_at.items())
        return tuple((self.charter.names[signer], now - since) for signer, since in gone)

    def absent(self) -> tuple[AbsentSeat, ...]:
        """Return the absent seats as they are shown: since when, and whether for good."""
        referee, now = self._mine.referee, self._clock()
        found = []
        for seat in self.away:
            signer = referee.places[seat]
            since = self._gone_at.get(signer)
            lasted = None if since is None else int(now - since)
            is_proven = signer in referee.attendance.proven
            is_struck = signer in referee.attendance.contradicting
            unopened = unopened_by(signer, referee.unopened, self.charter.names)
            found.append(AbsentSeat(seat, lasted, is_proven, is_struck, unopened))
        return tuple(found)

    def go_on_without(self) -> None:
        """Find the awaited signers late; the table goes on once enough persons do."""
        self._handle(self.person, self._mine.find_late())

    @property
    def memory_aid(self) -> bool:
        """Whether the table lists the cards a seat saw and passed on in the draft."""
        return self.charter.memory_aid

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose message of the present step is missing."""
        session = self._mine
        if not session.referee.places:
            return ()
        return tuple(session.referee.seat_of(signer) for signer in session.waiting_for)

    def submit(self, intent: act.Intent) -> None:
        """Answer the decision.

        Raises:
            IllegalAction: it is not a legal answer; nothing has been sent.
            LocalProtocolError: there is no decision.
        """
        if intent not in self.answers:
            raise self._not_owed()
        if self._late.seconds and isinstance(self.owed, ask.LateDecision):
            self._held = intent
        else:
            self._answer(self.person, intent)

    def _not_owed(self) -> IllegalAction | LocalProtocolError:
        if self.owed is None:
            return LocalProtocolError(Reason.NOT_OWED, self._mine.referee.due.kind)
        return IllegalAction(Refusal(Code.NOT_YOUR_ANSWER, self.seat))

    def release(self) -> float | None:
        """Send the person's answer about a late card when its window ends.

        Without an answer by then, decline. Return the seconds until the next such moment of this
        machine, None if there is none.
        """
        if not self._late.seconds:
            return None
        waits = []
        for signer, session in self.sessions.items():
            decision = session.decision()
            if not isinstance(decision, ask.LateDecision):
                self._late.over(signer)
                continue
            wait = self._late.left(signer)
            if wait > 0:
                waits.append(wait)
            elif signer == self.person and self._may_decide(signer):
                intent = self._held or act.Decline(decision.seat)
                self._held = None
                self._late.over(signer)
                self._answer(signer, intent)
                return 0.0
        return min(waits, default=None)

    def events(self) -> tuple[TableEvent, ...]:
        """Return the events since the last call, in order."""
        events, self._events = tuple(self._events), []
        return events

    def _tell(self, event: Event) -> None:
        self._timings.hear(event, halted=self._mine.halted)
        match event:
            case Applied():
                self._action_steps.played()
                self._events.append(PlayedAction(event.action, event.story, event.state))
            case PackOpened() | Asked():
                self._events.append(_to_person(event))
            case StepBegan():
                self._action_steps.began(event.step)
                self._count_progress(event)
            case Faulty():
                self.troubles.append(proven_trouble(self.charter, event))
            case Diverged():
                halts = self._mine.halted
                self.troubles.append(divided_trouble(self.charter, event, halts=halts))
            case GameClosed():
                self.closed, self.closed_at = event.glory, self._clock()
            case Seated():
                self.opening = event.state
            case BallotMoved():
                self._joined.hear(event)
            case WentAway() | CameBack() | CardUnopened() | Rewound():
                self._hear_absence(event)
            case _:
                pass

    def _hear_absence(self, event: WentAway | CameBack | CardUnopened | Rewound) -> None:
        if isinstance(event, Rewound):
            void = self._action_steps.back_to(event.step)
            self._events += [WentBack(void)] if void else []
            if void or event.liars:
                self.absences.append(Undone(event.step, void, event.liars))
        else:
            self.absences.append(event)
        # The question of an answer that was held back may be gone.
        self._held = self._held if self._mine.decision() is not None else None
        gone = self._mine.away
        known = {signer: self._gone_at.get(signer, self._clock()) for signer in gone}
        self._gone_at = known

    def _count_progress(self, event: StepBegan) -> None:
        if event.due.kind not in DEALING:
            if self.progress is not None and not self.state.rulings.draft:
                self._events.append(HandReceived(self.knowledge.hand))
            self.progress = None
            return
        if (dealing := self._mine.referee.dealing) is not None:
            self.progress = progress_of(event.due, dealing)


def _to_person(event: PackOpened | Asked) -> PackReceived | Owed:
    """Return an event for the person alone."""
    return PackReceived(event.faces) if isinstance(event, PackOpened) else Owed(event.decision)
