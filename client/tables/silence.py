"""Silent signers, and the votes of persons to continue without them.

Only persons vote and are voted on: a bot goes with its operator.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from protocol.agreement.vote_events import BallotMoved
from protocol.charter import Charter


@dataclass(frozen=True, slots=True)
class Silence:
    """Signers who are silent for longer than the table waits.

    Attributes:
        names: the silent; a bot only if its operator is not silent as well.
        seconds: the time waited.
        others: the other persons who voted to continue, in the order of their votes.
        agrees: whether the person here has voted so.
        needed: the number of votes needed.
        may_agree: whether the person here can vote.
        possible: whether enough persons are left.
        is_me: whether the person here is silent.
    """

    names: tuple[str, ...]
    seconds: float
    others: tuple[str, ...]
    agrees: bool
    needed: int
    may_agree: bool
    possible: bool
    is_me: bool = False

    @property
    def agreed(self) -> int:
        """The number of persons who have voted."""
        return len(self.others) + self.agrees

    @property
    def lacking(self) -> int:
        """The number of missing votes."""
        return max(0, self.needed - self.agreed)


class Joined:
    """The persons who voted in the present step, in the order in which this machine heard them."""

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
        """Return the voters of a step: those heard in order, then those not heard."""
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
