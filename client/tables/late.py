"""The moment at which answers about late cards leave: the same, whatever they are.

An answer that came the sooner the less there was to think about would tell something of a hand, so
each leaves exactly the charter's window after the question.
"""

from __future__ import annotations

from collections.abc import Callable


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
