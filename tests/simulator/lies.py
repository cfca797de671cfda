"""Lies about votes, and the forger that turns them into slips: the seam between plans and the wire.

A plan (`plots.py`) says which lie is told, when, and to whom. It knows steps, signers and views,
and no slip. A `Forger` knows the slips of one version of the agreement, and no plan. Another
agreement needs another forger, given to `World` as `Plan.forger`, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tests.simulator.machine import Machine


class VoteKind(StrEnum):
    """The three kinds of vote; every agreement so far has them."""

    FREEZE = "freeze"
    PROPOSAL = "proposal"
    ACCEPTANCE = "acceptance"


@dataclass(frozen=True)
class HeardVote:
    """A slip that somebody signed, as far as plans look at it.

    Attributes:
        step: the step it is about; the reader's present step if the slip names none.
        view: its view; a view is a ballot in the agreement that counts ballots for each step.
    """

    kind: VoteKind
    step: int
    view: int
    signer: int


@dataclass(frozen=True)
class Lie:
    """A vote that no honest program would sign, whatever its bytes look like.

    Attributes:
        step: the step it is about, at most the liar's own.
        view: its view, from 1.
        without: signers the liar says it has no message of, and finds late.
        accepted: the view in which it says it accepted a closing of the step without them; 0 for
            none.
        ghost: a number above 0 names messages of the step that nobody has, others for each number.
        forgets: whether it says that it holds nothing of the step and has accepted nothing, and
            never went on from it.
    """

    step: int
    view: int
    without: frozenset[int] = frozenset()
    accepted: int = 0
    ghost: int = 0
    forgets: bool = False


class Forger(Protocol):
    """The slips of one agreement, signed with the keys of one liar's machine.

    It is made once for each liar (`ForgerOf`) and reads everything else from the liar's program,
    which runs along honestly: heads, messages, votes of others. While that program is down, no
    method is called. Methods that return slips return them in the order in which they are sent,
    each signed by the liar and with a valid form, together with what they name if the receivers
    may lack it; they return none for a lie that the slips of this agreement cannot say. The same
    lie gives the same bytes, a lie that differs gives others. A forger sends nothing, and remembers
    only what it needs to name its own earlier slips.
    """

    def read(self, raw: bytes) -> HeardVote | None:
        """Return the vote that these bytes are, None for bytes that are no vote of this table."""

    def highest(self, step: int) -> int:
        """Return the highest view of a vote on a step that the liar knows of; 0 if there is none.

        An agreement with one machine for the table ignores the step.
        """

    def leader(self, step: int, view: int) -> int:
        """Return the person who leads a view."""

    def may_lie_about(self, step: int) -> bool:
        """Whether votes on a closed step, or the present one, are taken at all."""

    def freeze(self, lie: Lie) -> tuple[bytes, ...]:
        """Sign a freeze that says what the lie says."""

    def propose(self, lie: Lie) -> tuple[bytes, ...]:
        """Sign a proposal in the lie's view.

        With `forgets` or `ghost` it rests on a freeze of the liar alone, which says so; otherwise
        on the freezes of that view that are known, but for those of the signers in `without`.
        """

    def accept(self, lie: Lie) -> tuple[bytes, ...]:
        """Sign an acceptance, in the lie's view, of a closing of the step without `without`.

        With a proposal of that view at hand and no signers in `without`, accept what it proposes.
        """

    def kept(self, machine: Machine) -> Counter[int]:
        """Count the votes of each signer that an honest machine keeps in memory."""


ForgerOf = Callable[["Machine"], Forger]
