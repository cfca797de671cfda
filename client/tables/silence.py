"""Who has been silent for longer than a table waits, and which persons want to go on without him.

Votes are of persons and about persons: a bot goes with the person whose machine plays it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from protocol.agreement.vote_events import BallotMoved
from protocol.charter import Charter


@dataclass(frozen=True, slots=True)
class Silence:
    """Somebody has been silent for longer than the table waits.

    Attributes:
        names: who; a bot only where its operator is not silent as well, since they go together.
        seconds: for how long.
        others: persons that agreed to go on without, but the one here; first who asked first.
        agrees: whether the person here has agreed.
        needed: how many have to.
        may_agree: whether the person here can.
        possible: whether so many are left.
        is_me: whether it is the person here who is silent.
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
        """How many persons have agreed."""
        return len(self.others) + self.agrees

    @property
    def lacking(self) -> int:
        """How many more have to."""
        return max(0, self.needed - self.agreed)


class Joined:
    """The persons who agreed in the present step, in the order in which that was heard here."""

    def __init__(self) -> None:
        """Nobody has."""
        self._step = -1
        self._signers: tuple[int, ...] = ()

    def hear(self, moved: BallotMoved) -> None:
        """Somebody has asked, or joined."""
        before = self._signers if moved.step == self._step else ()
        fresh = tuple(signer for signer in moved.persons if signer not in before)
        self._step, self._signers = moved.step, (*before, *fresh)

    def ordered(self, step: int, agreed: Collection[int]) -> tuple[int, ...]:
        """Who agreed in a step: who asked first, then who joined, then who was not heard of."""
        heard = self._signers if step == self._step else ()
        first = tuple(signer for signer in heard if signer in agreed)
        return (*first, *(signer for signer in sorted(agreed) if signer not in first))


def without_their_bots(charter: Charter, silent: Collection[int]) -> tuple[int, ...]:
    """Silent persons, and bots whose person is not silent."""
    hellos = charter.hellos
    gone = {hellos[signer].identity for signer in silent}
    return tuple(
        signer
        for signer in silent
        if not hellos[signer].is_bot or hellos[signer].operator not in gone
    )
