"""The clocks of a table: the time this machine has waited for each signer.

They count on this machine alone, from the beginning of a step here. A gap between two looks counts
as `LONGEST_LOOK` at most: a laptop that slept has not waited for anybody. While the link is down
nothing counts: the others may have answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from protocol.charter import Clock, ClockKind

LONGEST_LOOK: Final = 15.0
ASKS_AFTER: Final = 120.0
"""Without a clock, seconds until people may vote to continue without somebody."""


@dataclass(frozen=True, slots=True)
class Wait:
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
    """The clocks of a table on this machine."""

    def __init__(self, clock: Clock) -> None:
        """Begin with no time waited."""
        self.clock = clock
        self._last: float | None = None
        self._step = -1
        self._waited: dict[int, float] = {}
        self._spent: dict[int, float] = {}

    def look(self, now: float, step: int, waiting: Iterable[int], *, is_cut: bool = False) -> None:
        """Count the time until `now` for awaited signers, or none while the link `is_cut`."""
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
        return max(map(self._left, self.waits()), default=0.0)

    @staticmethod
    def _left(wait: Wait) -> float:
        return max(0.0, ASKS_AFTER - wait.seconds if wait.left is None else wait.left)

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
