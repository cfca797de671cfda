"""A watched table: everything public, and nobody's cards."""

from __future__ import annotations

from collections.abc import Iterable

from client.tables import PlayedAction, TableEvent
from client.tables.waiting import seated, unopened_by
from client.text.absences import AbsentSeat
from engine.actions import Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge, first_knowledge, witness
from engine.state import GameState
from engine.terms import Seat
from engine.values import replace
from protocol.charter import Charter
from protocol.errors import LocalProtocolError, Reason
from protocol.game.jobs import Cache
from protocol.game.referee import Referee
from protocol.spectate.follower import CheckedStep, Follower


class WatchedTable:
    """The view of the first seat, without its cards; implements `client.tables.Table`.

    Attributes:
        opening: the state before the first action, None before seats are drawn.
        closed: the final Glory by seat once every step is done.
        checked: proofs that were checked.
    """

    seat = Seat(0)
    person = 0
    owed: Decision | None = None
    answers: tuple[Intent, ...] = ()
    memory_aid = False

    def __init__(self, follower: Follower, past: Iterable[CheckedStep] = ()) -> None:
        """Begin with the steps closed so far."""
        self.opening: GameState | None = None
        self.closed: tuple[int, ...] | None = None
        self.checked: Cache = {}
        self._follower = follower
        self._state: GameState | None = None
        self._referee: Referee = follower.referee
        self._last: CheckedStep | None = None
        self._knowledge: Knowledge | None = None
        self._events: list[TableEvent] = []
        for step in past:
            self.hear(step)

    @property
    def charter(self) -> Charter:
        """The charter: players, rules and options."""
        return self._follower.charter

    @property
    def is_seated(self) -> bool:
        """Whether seats are drawn; before that there is no state."""
        return self._state is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return tuple(self.charter.names[signer] for signer in self._referee.places)

    @property
    def bot_seats(self) -> tuple[Seat, ...]:
        """The seats of bots."""
        hellos = self.charter.hellos
        places = enumerate(self._referee.places)
        return tuple(Seat(seat) for seat, signer in places if hellos[signer].is_bot)

    @property
    def state(self) -> GameState:
        """The present state."""
        return seated(self._state)

    @property
    def knowledge(self) -> Knowledge:
        """The public knowledge about hidden cards."""
        return replace(seated(self._knowledge), seat=self.seat)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that owe a message in the step after the last one shown, as far as is known."""
        last = self._last
        if last is None:
            return ()
        return tuple(self._referee.seat_of(signer) for signer in last.following.signers)

    @property
    def without(self) -> tuple[str, ...]:
        """The names of persons that did not sign the result, once it is closed."""
        return tuple(self.charter.names[one.signer] for one in self._follower.unsigned)

    def absent(self) -> tuple[AbsentSeat, ...]:
        """Return the absent seats; the time of their absence is not known here."""
        last = self._last
        if last is None:
            return ()
        return tuple(
            AbsentSeat(
                Seat(seat),
                for_good=signer in last.proven,
                unopened=unopened_by(signer, last.unopened, self.charter.names),
            )
            for seat, signer in enumerate(self._referee.places)
            if signer in last.away
        )

    def submit(self, intent: Intent) -> None:
        """Raise an error: spectators have no decisions."""
        raise LocalProtocolError(Reason.NOT_OWED, str(intent))

    def advance(self) -> bool:
        """Return false: nothing depends on a spectator."""
        return False

    def events(self) -> tuple[TableEvent, ...]:
        """Return the events since the last call, in order."""
        events, self._events = tuple(self._events), []
        return events

    def record(self) -> bytes:
        """Return the record of all closed steps."""
        return self._follower.record()

    def follow(self, follower: Follower) -> None:
        """Take another past for the record, unless its seats are not drawn, or in another order."""
        if follower.referee.places == self._referee.places:
            self._follower, self._referee = follower, follower.referee

    def hear(self, closed: CheckedStep) -> None:
        """Process a closed step, which has been checked and is to be shown."""
        if closed.state is None:
            return
        if self._knowledge is None:
            self.opening = closed.state
            # A seat beyond the last one is nobody's: no card is ever its own.
            self._knowledge = first_knowledge(Seat(closed.state.players), closed.state.players)
        self._state = closed.state
        for one in closed.applied:
            self._knowledge = witness(self._knowledge, one.story)
            self._events.append(PlayedAction(one.action, one.story, one.state))
        self._last = closed
        if closed.is_last:
            self.closed = self._referee.glory()
