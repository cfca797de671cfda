"""Waiting at a table: for whom, for how long, silent signers, and the steps so far.

Clocks count on this machine alone, from the beginning of a step here. A gap between two looks
counts as `LONGEST_LOOK` at most: a laptop that slept has not waited for anybody. While the link is
down nothing counts: the others may have answered. Only persons vote to continue without silent
signers, and are voted on: a bot goes with its operator.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import Enum
from typing import Final, TypeVar

from client.tables import Table
from engine.decisions import CardDecision, OpenPlayDecision, Owed, TurnDecision
from engine.state import GameState
from engine.terms import Seat
from engine.values import Value
from protocol.agreement.vote_events import BallotMoved
from protocol.charter import Charter, Clock, ClockKind
from protocol.errors import LocalProtocolError, Reason
from protocol.game.deal_attempt import DealAttempt
from protocol.game.escrow import Unopened
from protocol.game.step_table import AGE_SEEDING, DEALING, Due, StepKind

_Drawn = TypeVar("_Drawn")
LONGEST_LOOK: Final = 15.0
_A_WHILE: Final = 1.0
"""Seconds of a gap that can be seen on a clock."""
ASKS_AFTER: Final = 120.0
"""Without a clock, seconds until people may vote to continue without somebody."""


class Wait(Value):
    """A signer who is waited for.

    Attributes:
        seconds: the time waited.
        left: the time left, below 0 after a timeout; None without a clock.
        bank: seconds left for the whole game, before those of this step.
    """

    signer: int
    seconds: float
    left: float | None
    bank: float


class Patience:
    """The clocks of a table on this machine.

    Other machines may have counted longer: this one may have been off, asleep, or cut off.
    """

    def __init__(self, clock: Clock) -> None:
        """Begin with no time waited."""
        self.clock = clock
        self._last: float | None = None
        self._step = -1
        self._waited: dict[int, float] = {}
        self._spent: dict[int, float] = {}
        self._gap = 0.0
        self._has_missed = False
        self._has_missed_step = False

    def look(self, now: float, step: int, waiting: Iterable[int], *, is_cut: bool = False) -> None:
        """Count the time until `now` for awaited signers, or none while the link `is_cut`."""
        last = now if self._last is None or is_cut else self._last
        since = min(max(0.0, now - last), LONGEST_LOOK)
        passed = 0.0 if self._last is None else now - self._last
        self._last = now
        self._gap += passed - since if self._waited else 0.0
        if self._gap >= _A_WHILE:
            self.miss()
        if step != self._step:
            self._step = step
            self._charge(tuple(self._waited))
            self._has_missed_step = self._has_missed_step and is_cut
        for signer in self._waited:
            self._waited[signer] += since
        waiting = set(waiting)
        self._charge([signer for signer in self._waited if signer not in waiting])
        for signer in waiting:
            self._waited.setdefault(signer, 0.0)

    def miss(self) -> None:
        """Note that time passed which was not counted here."""
        self._has_missed = self._has_missed_step = True
        self._gap = 0.0

    @property
    def is_short(self) -> bool:
        """Whether others may have counted longer, so that there is at most as much left as here."""
        return self._has_missed_step or (self._has_missed and self.clock.bank > 0)

    def _charge(self, signers: Iterable[int]) -> None:
        """Take time beyond the limit of a step from a signer's bank."""
        for signer in signers:
            over = max(0.0, self._waited.pop(signer) - self.clock.limit)
            self._spent[signer] = self._spent.get(signer, 0.0) + over

    def waits(self) -> tuple[Wait, ...]:
        """Return the awaited signers, in order."""
        return tuple(self._wait(signer) for signer in sorted(self._waited))

    def _wait(self, signer: int) -> Wait:
        seconds = self._waited[signer]
        clock = self.clock
        if clock.kind is ClockKind.NONE:
            return Wait(signer, seconds, None, 0.0)
        bank = max(0.0, clock.bank - self._spent.get(signer, 0.0))
        return Wait(signer, seconds, clock.limit + bank - seconds, bank)

    def is_over(self, wait: Wait) -> bool:
        """Whether a signer has timed out, so that others may vote or a hard clock continues."""
        return wait.seconds >= ASKS_AFTER if wait.left is None else wait.left <= 0

    def left(self) -> float:
        """Return the seconds until everybody awaited has timed out, 0 if nobody is."""
        lefts = (
            ASKS_AFTER - wait.seconds if wait.left is None else wait.left for wait in self.waits()
        )
        return max((0.0, *lefts))

    def is_time(self) -> bool:
        """Whether everybody awaited has timed out."""
        waits = self.waits()
        return bool(waits) and all(map(self.is_over, waits))


class LateWindow:
    """The moments at which answers about late cards leave this machine.

    An answer that came the sooner the less there was to think about would reveal something about a
    hand, so each leaves exactly the charter's window after the question.

    Attributes:
        seconds: the window; 0 sends an answer at once.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self.seconds = seconds
        self._clock = clock
        self._due: dict[int, float] = {}

    def left(self, signer: int) -> float:
        """Return the seconds until the signer's answer may leave, counted from the first call."""
        if not self.seconds:
            return 0.0
        now = self._clock()
        return max(0.0, self._due.setdefault(signer, now + self.seconds) - now)

    def over(self, signer: int) -> None:
        """End the window of a signer who has answered or is not asked any more."""
        self._due.pop(signer, None)


class Progress(Value):
    """Finished steps of a deal, and all its steps.

    `asks` says that people choose a card now, and the deal continues afterwards.
    """

    done: int
    of: int
    asks: bool


def progress_of(due: Due, dealing: DealAttempt) -> Progress:
    """Return the progress of a deal at the beginning of a step."""
    shuffles = len(dealing.shufflers)
    rounds = 2 * dealing.rounds if dealing.drafted else 0
    done = {
        StepKind.SHUFFLE: due.link,
        StepKind.PACK_SHARES: shuffles + 2 * due.link,
        StepKind.PICK: shuffles + 2 * due.link + 1,
        StepKind.KEPT_SHARES: shuffles + rounds,
        StepKind.HAND: shuffles + rounds + 1,
    }[due.kind]
    return Progress(done, shuffles + rounds + 2, due.kind is StepKind.PICK)


class ActionSteps:
    """The steps of all actions that are not void."""

    def __init__(self) -> None:
        """Begin without actions."""
        self._step = 0
        self._steps: list[int] = []

    def began(self, step: int) -> None:
        """Begin a step: the next actions belong to it."""
        self._step = step

    def played(self) -> None:
        """Count an action."""
        self._steps.append(self._step)

    def back_to(self, step: int) -> int:
        """Rewind to a step; return the number of actions at the end that are void."""
        self._step = step
        kept = [at for at in self._steps if at < step]
        void = len(self._steps) - len(kept)
        self._steps = kept
        return void


class Stake(Enum):
    """The cost of a default to its seat: the rest of the Age, its new cards, a battle card."""

    AGE = "age"
    DEAL = "deal"
    CARD = "card"
    ANSWER = "answer"
    NOTHING = "nothing"


def stake_of(kind: StepKind, owed: Sequence[Owed]) -> Stake:
    """Return the cost to seats that miss a step (I4, I19, I32, C9)."""
    if kind in DEALING | AGE_SEEDING:
        return Stake.DEAL
    if kind not in (StepKind.ACT, StepKind.SEAL):
        return Stake.NOTHING
    if any(isinstance(one, TurnDecision) for one in owed):
        return Stake.AGE
    is_card = any(isinstance(one, CardDecision | OpenPlayDecision) for one in owed)
    return Stake.CARD if is_card else Stake.ANSWER


class Silence(Value):
    """Signers who are silent for longer than the table waits.

    Attributes:
        names: the silent; a bot only if its operator is not silent as well.
        seconds: the time waited.
        others: the other persons who voted to continue, in the order of their votes.
        agrees: whether the person here has voted so.
        needed: the number of votes needed.
        may_agree: whether the person here can vote.
        possible: whether enough persons are left and heard.
        is_me: whether the person here is silent.
        leader: the person on whom it depends once enough agree; "" for nobody, or the person here.
        stake: the cost to the silent.
        is_over: whether they have timed out here too, not only for those who voted.
        waits_for_all: whether this table puts nobody away for silence, by its terms.
    """

    names: tuple[str, ...]
    seconds: float
    others: tuple[str, ...]
    agrees: bool
    needed: int
    may_agree: bool
    possible: bool
    is_me: bool = False
    leader: str = ""
    stake: Stake = Stake.NOTHING
    is_over: bool = True
    waits_for_all: bool = False

    @property
    def agreed(self) -> int:
        """The number of persons who have voted."""
        return len(self.others) + self.agrees

    @property
    def lacking(self) -> int:
        """The number of missing votes."""
        return max(0, self.needed - self.agreed)


class Joined:
    """The persons who voted in the present step, in the order in which their votes came in."""

    def __init__(self) -> None:
        """Begin without votes."""
        self._step = -1
        self._signers: tuple[int, ...] = ()

    def hear(self, moved: BallotMoved) -> None:
        """Note a first or further vote."""
        before = self._signers if moved.step == self._step else ()
        fresh = tuple(signer for signer in moved.persons if signer not in before)
        self._step, self._signers = moved.step, (*before, *fresh)

    def ordered(self, step: int, agreed: Collection[int]) -> tuple[int, ...]:
        """Return the voters of a step: first those whose votes came in here, then the others."""
        heard = self._signers if step == self._step else ()
        first = tuple(signer for signer in heard if signer in agreed)
        return (*first, *(signer for signer in sorted(agreed) if signer not in first))


def without_their_bots(charter: Charter, silent: Collection[int]) -> tuple[int, ...]:
    """Return the silent persons, and the silent bots whose operator is not silent."""
    hellos = charter.hellos
    gone = {hellos[signer].identity for signer in silent}
    return tuple(
        signer
        for signer in silent
        if not hellos[signer].is_bot or hellos[signer].operator not in gone
    )


class Waits:
    """Times every wait; an answer from one of several seats does not restart the clock."""

    def __init__(self, table: Table) -> None:
        """Begin without a wait."""
        self._table = table
        self._seats: tuple[Seat, ...] = ()
        self._state: GameState | None = None
        self._since: float | None = None
        self._answered: GameState | None = None

    def look(self, now: float, *, is_idle: bool, is_watching: bool = False) -> None:
        """Note the seats that owe an answer; none while the screen lags behind the game.

        The viewer counts only if there is something to choose, or as a spectator.
        """
        table = self._table
        asked = table.owed is not None or is_watching
        seats = tuple(seat for seat in table.waiting_for if seat != table.seat or asked)
        seats = seats if is_idle else ()
        if not seats:
            self._since = None
        elif (
            self._since is None
            or table.state is not self._state
            or not set(seats) <= set(self._seats)
        ):
            self._since = now
        self._seats, self._state = seats, table.state

    def answer(self) -> None:
        """Note that the viewer has answered."""
        self._answered = self._table.state
        self._seats = tuple(seat for seat in self._seats if seat != self._table.seat)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that owe an answer."""
        return self._seats

    @property
    def answered(self) -> bool:
        """Whether the viewer has answered a decision that others still owe."""
        return bool(self._seats) and self._answered is self._table.state

    def seconds(self, now: float, *, is_alone: bool) -> int | None:
        """Return the whole seconds of the wait; None without one, or if only bots wait."""
        if self._since is None or (is_alone and self._table.seat in self._seats):
            return None
        return whole_seconds(self._since, now)


def unopened_by(signer: int, lost: Iterable[Unopened], names: Sequence[str]) -> tuple[str, ...]:
    """Name the players whose sealed cards were lost because this one is away."""
    return tuple(names[one.owner] for one in lost if signer in one.holders)


def whole_seconds(since: float, now: float) -> int:
    """Return the seconds between two moments; all clocks on a screen tick together."""
    return max(0, math.floor(now) - math.floor(since))


def until_tick(now: float) -> float:
    """Return the seconds until clocks on a screen change."""
    return math.floor(now) + 1 - now


def seated(value: _Drawn | None) -> _Drawn:
    """Return a value that exists once seats are drawn.

    Raises:
        LocalProtocolError: seats are not drawn yet.
    """
    if value is None:
        raise LocalProtocolError(Reason.NOT_SEATED, "seat")
    return value
