"""How long this machine has waited for whom, and whether that is longer than the table waits.

Counted here alone, from when a step began here. A moment longer than `LONGEST_LOOK` between two
looks counts as that long: a laptop that slept has not waited for anybody. While the own line is
down nothing counts: whoever is waited for may have answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from protocol.clocks import Clock, ClockKind

LONGEST_LOOK: Final = 15.0
ASKS_AFTER: Final = 120.0
"""Without a clock people are asked after so many seconds whether to go on without somebody."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Somebody who is waited for.

    Attributes:
        seconds: for how long.
        left: until his time is over, below 0 once it is; None where there is no clock.
        bank: seconds he has left for the whole game, before those of this step.
    """

    signer: int
    seconds: float
    left: float | None
    bank: float


class Patience:
    """The clocks of a table, as this machine sees them."""

    def __init__(self, clock: Clock) -> None:
        """Nobody has been waited for."""
        self.clock = clock
        self._last: float | None = None
        self._step = -1
        self._waited: dict[int, float] = {}
        self._spent: dict[int, float] = {}

    def look(self, now: float, step: int, waiting: Iterable[int], *, is_cut: bool = False) -> None:
        """It is `now`, and the table waits for these at that step; `is_cut` off we hear nobody."""
        last = now if self._last is None or is_cut else self._last
        since = min(max(0.0, now - last), LONGEST_LOOK)
        self._last = now
        if step != self._step:
            self._step = step
            self._charge(tuple(self._waited))
        for signer in self._waited:
            self._waited[signer] += since
        waiting = set(waiting)
        self._charge([signer for signer in self._waited if signer not in waiting])
        for signer in waiting:
            self._waited.setdefault(signer, 0.0)

    def _charge(self, signers: Iterable[int]) -> None:
        """What somebody took beyond the limit of a step comes out of his bank."""
        for signer in signers:
            over = max(0.0, self._waited.pop(signer) - self.clock.limit)
            self._spent[signer] = self._spent.get(signer, 0.0) + over

    def waits(self) -> tuple[Wait, ...]:
        """Everybody who is waited for now, by signer."""
        return tuple(self._wait(signer) for signer in sorted(self._waited))

    def _wait(self, signer: int) -> Wait:
        seconds = self._waited[signer]
        clock = self.clock
        if clock.kind is ClockKind.NONE:
            return Wait(signer, seconds, None, 0.0)
        bank = max(0.0, clock.bank - self._spent.get(signer, 0.0))
        return Wait(signer, seconds, clock.limit + bank - seconds, bank)

    def is_over(self, wait: Wait) -> bool:
        """Whether it is time to ask, or with a hard clock to go on, without him."""
        return wait.seconds >= ASKS_AFTER if wait.left is None else wait.left <= 0

    def left(self) -> float:
        """Seconds until everybody who is waited for has used up his time; 0 with nobody."""
        return max(map(self._left, self.waits()), default=0.0)

    @staticmethod
    def _left(wait: Wait) -> float:
        return max(0.0, ASKS_AFTER - wait.seconds if wait.left is None else wait.left)

    def is_time(self) -> bool:
        """Whether everybody who is waited for has used up his time."""
        waits = self.waits()
        return bool(waits) and all(map(self.is_over, waits))


class LateWindow:
    """When the signers of this machine were asked about a late card.

    Attributes:
        seconds: how long after the question an answer leaves; 0 where it leaves at once.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self.seconds = seconds
        self._clock = clock
        self._due: dict[int, float] = {}

    def left(self, signer: int) -> float:
        """Seconds until the signer's answer may leave; counted from the first call."""
        if not self.seconds:
            return 0.0
        now = self._clock()
        return max(0.0, self._due.setdefault(signer, now + self.seconds) - now)

    def over(self, signer: int) -> None:
        """The signer has answered, or is not asked any more."""
        self._due.pop(signer, None)
