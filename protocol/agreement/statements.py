"""Statements that persons sign about the past, with everything they name at hand (6.1 to 6.4).

A slip names by hash; a statement here has the named things themselves, so it exists only once all
of them are here (`protocol.agreement.slips` has the bytes). Statements of one digest are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from protocol.agreement.pasts import Head, SignedAnswer


@dataclass(frozen=True, eq=False)
class Said:
    """Something signed: `digest` names its content (32 bytes), `raw` is the signed form."""

    digest: bytes
    raw: bytes

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Said) and self.digest == other.digest)

    def __lt__(self, other: Said) -> bool:
        return self.digest < other.digest


@dataclass(frozen=True, eq=False)
class SignedMessage(Said):
    """An answer, signed in a view: it accepts everything in its head, in that view (6.1)."""

    answer: SignedAnswer
    view: int

    @property
    def signer(self) -> int:
        """The signer of the answer."""
        return self.answer.signer

    @property
    def head(self) -> Head:
        """The past that the answer stands on."""
        return self.answer.head


@dataclass(frozen=True, eq=False)
class FreezeVote(Said):
    """A promise to sign nothing any more in a view below this one, with all it stands on (6.2).

    Attributes:
        base: the decided proposal that began its signer's epoch, None for the charter.
        accepted: the proposal accepted last in that epoch, or None.
        tip: the end of its signer's chain.
        held: the answers to the open step that its signer has, rising by signer and digest.
        late: the signers that its signer found late, rising.
        faults: for each person at most one pair that contradicts itself; the same statement twice
            if it is wrong alone.
    """

    view: int
    signer: int
    base: ProposalVote | None
    accepted: ProposalVote | None
    tip: Head
    held: tuple[SignedAnswer, ...]
    late: tuple[int, ...]
    faults: tuple[tuple[Statement, Statement], ...]


@dataclass(frozen=True, eq=False)
class ProposalVote(Said):
    """Freezes of one view, put together by its leader, rising by signer (6.3)."""

    view: int
    signer: int
    freezes: tuple[FreezeVote, ...]


@dataclass(frozen=True, eq=False)
class AcceptanceVote(Said):
    """An acceptance of a proposal (6.4)."""

    view: int
    signer: int
    proposal: ProposalVote


CastVote = FreezeVote | ProposalVote | AcceptanceVote
Statement = SignedMessage | CastVote


class Scribe(Protocol):
    """The signer of a person's votes (`protocol.agreement.slips.VoteSigner`)."""

    def freeze(  # noqa: PLR0913, PLR0917 - one argument for each field of a freeze
        self,
        view: int,
        base: ProposalVote | None,
        accepted: ProposalVote | None,
        tip: Head,
        held: tuple[SignedAnswer, ...],
        late: tuple[int, ...],
        faults: tuple[tuple[Statement, Statement], ...],
    ) -> FreezeVote:
        """Sign a freeze."""

    def proposal(self, view: int, freezes: tuple[FreezeVote, ...]) -> ProposalVote:
        """Sign a proposal."""

    def acceptance(self, proposal: ProposalVote) -> AcceptanceVote:
        """Sign an acceptance."""


def step_named(statement: Statement) -> int:
    """Return the number of the latest open step that a statement names, 0 if it names none."""
    match statement:
        case SignedMessage():
            return statement.head.step
        case FreezeVote():
            return statement.tip.step
        case ProposalVote():
            return max((freeze.tip.step for freeze in statement.freezes), default=0)
        case AcceptanceVote():
            return step_named(statement.proposal)


def view_of(base: ProposalVote | None) -> int:
    """Return the view that a decision begins, 0 for none."""
    return base.view if base is not None else 0
