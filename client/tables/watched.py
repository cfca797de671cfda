"""A table that is only watched: what is public, and nobody's cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from client.platform.absence import AbsentSeat
from client.tables import PlayedAction, TableEvent
from engine.actions import Intent
from engine.decisions import Decision
from engine.knowledge import Knowledge, first_knowledge, witness
from engine.state import GameState
from engine.terms import Seat
from protocol.charter import Charter
from protocol.errors import LocalProtocolError, Reason
from protocol.game.jobs import Cache
from protocol.game.referee import Referee
from protocol.game.step_table import StepKind
from protocol.spectate.spectator import CheckedStep, Follower


class WatchedTable:
    """The first seat's side of the table, without its cards; implements `client.tables.Table`.

    Attributes:
        opening: the position before the first action, None before seats are drawn.
        closed: the final Glory by seat once every step is done.
        checked: proofs that were checked.
    """

    seat = Seat(0)
    person = 0
    owed: Decision | None = None
    answers: tuple[Intent, ...] = ()
    memory_aid = False

    def __init__(self, follower: Follower, past: Iterable[CheckedStep] = ()) -> None:
        """Come to a table at which this has been closed so far."""
        self.opening: GameState | None = None
        self.closed: tuple[int, ...] | None = None
        self.checked: Cache = {}
        self._follower = follower
        self._state: GameState | None = None
        self._referee: Referee = follower.referee
        self._knowledge: Knowledge | None = None
        self._events: list[TableEvent] = []
        for step in past:
            self.hear(step)

    @property
    def charter(self) -> Charter:
        """Who plays, by which rules."""
        return self._follower.charter

    @property
    def is_seated(self) -> bool:
        """Whether there is a position to look at."""
        return self._state is not None

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits in which seat."""
        return tuple(self.charter.names[signer] for signer in self._referee.places)

    @property
    def bot_seats(self) -> tuple[Seat, ...]:
        """Seats that are played by somebody's bot."""
        hellos = self.charter.hellos
        places = enumerate(self._referee.places)
        return tuple(Seat(seat) for seat, signer in places if hellos[signer].is_bot)

    @property
    def state(self) -> GameState:
        """The position now."""
        if self._state is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "state")
        return self._state

    @property
    def knowledge(self) -> Knowledge:
        """What everybody knows of hidden cards."""
        if self._knowledge is None:
            raise LocalProtocolError(Reason.NOT_SEATED, "knowledge")
        return replace(self._knowledge, seat=self.seat)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Seats that owe something for the present step; who has answered is not known."""
        referee = self._referee
        if not referee.places:
            return ()
        return tuple(referee.seat_of(signer) for signer in referee.due.signers)

    def absent(self) -> tuple[AbsentSeat, ...]:
        """Seats whose defaults are played; since when is not known here."""
        places, attendance = self._referee.places, self._referee.attendance
        return tuple(
            AbsentSeat(Seat(seat), for_good=signer in attendance.proven)
            for seat, signer in enumerate(places)
            if signer in attendance.since
        )

    def submit(self, intent: Intent) -> None:
        """Nobody asks a spectator."""
        raise LocalProtocolError(Reason.NOT_OWED, str(intent))

    def advance(self) -> bool:
        """Nothing happens here."""
        return False

    def events(self) -> tuple[TableEvent, ...]:
        """What happened since this was last called, in order."""
        events, self._events = tuple(self._events), []
        return events

    def record(self) -> bytes:
        """The record of all closed steps."""
        return self._follower.record()

    def hear(self, closed: CheckedStep) -> None:
        """A step was closed, and checked."""
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
        if self._referee.due.kind is StepKind.CLOSED:
            self.closed = self._referee.glory()
