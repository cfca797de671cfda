"""The one function that finds two statements no honest program can have signed (6.9)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum
from typing import Final

from engine.values import Value
from protocol.agreement.electorate import Electorate, Steps
from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.statements import (
    AcceptanceVote,
    FreezeVote,
    ProposalVote,
    SignedMessage,
    Statement,
    view_of,
)
from protocol.quorum import Quorum

Testimony = Statement | SignedAnswer
"""A statement, or an answer of which no view is known, since heads and freezes name none."""


class Offence(Enum):
    """The kinds of contradictions."""

    C1 = "two contents of one step, or a wrong one"
    C2 = "two pasts in one view"
    C3 = "two votes of one view"
    C4 = "an acceptance forgotten"
    C5 = "a message forgotten, or signed although frozen"
    C6 = "a proposal that is not right, or a false acceptance"


class ViewOutcome(Value):
    """The consequence of a right proposal (6.6).

    Attributes:
        base: the decision that began the epoch it ends, None for the charter.
        epoch: the number of that epoch.
        start: the head at which that epoch began.
        liars: Z, the signers proven to lie by the proposal and by all that it names.
        voters: the voters of that epoch.
        needed: the number of voters outside Z that decides.
        tip: the open step at which the epoch ends.
        head: the head at which the next epoch begins; the tip if nothing is closed.
        origin: the proposal that found who is late: an earlier one if this one repeats it.
    """

    base: ProposalVote | None
    epoch: int
    start: Head
    liars: frozenset[int]
    voters: tuple[int, ...]
    needed: int
    tip: Head
    head: Head
    origin: ProposalVote

    @property
    def is_resume(self) -> bool:
        """Whether nothing is closed: the table goes on at the tip, in a new view."""
        return self.head == self.tip


class Court(Electorate, ABC):
    """The electorate with its steps and contradictions; some need the outcome of a proposal."""

    def __init__(self, person_of: Sequence[int], chosen: Quorum, steps: Steps, root: Head) -> None:
        super().__init__(person_of, chosen)
        self.steps: Final = steps
        self.root: Final = root

    @abstractmethod
    def outcome(self, proposal: ProposalVote) -> ViewOutcome | None:
        """Return what follows from a proposal, or None if it is not right (6.6)."""

    @abstractmethod
    def epoch_of(self, base: ProposalVote | None) -> int:
        """Return the number of the epoch a base begins."""

    def contradiction(self, one: Testimony, two: Testimony) -> Offence | None:
        """Return the rule by which no honest program signs both (or one, if they are the same)."""
        if one.signer != two.signer:
            return None
        if one == two:
            return self._wrong_alone(one)
        match one, two:
            case (SignedAnswer() | SignedMessage(), SignedAnswer() | SignedMessage()):
                return _two_answers(one, two)
            case (
                (FreezeVote(view=view), FreezeVote(view=other))
                | (ProposalVote(view=view), ProposalVote(view=other))
                | (AcceptanceVote(view=view), AcceptanceVote(view=other))
            ):
                return Offence.C3 if view == other else None
            case (FreezeVote(), AcceptanceVote()):
                return Offence.C4 if self._forgot_acceptance(one, two) else None
            case (AcceptanceVote(), FreezeVote()):
                return Offence.C4 if self._forgot_acceptance(two, one) else None
            case (FreezeVote(), SignedMessage()):
                return Offence.C5 if _forgot_message(one, two) else None
            case (SignedMessage(), FreezeVote()):
                return Offence.C5 if _forgot_message(two, one) else None
            case _:
                return None

    def _wrong_alone(self, statement: Testimony) -> Offence | None:
        match statement:
            case SignedAnswer():
                return Offence.C1 if self.steps.is_wrong(statement) else None
            case SignedMessage():
                return Offence.C1 if self.steps.is_wrong(statement.answer) else None
            case ProposalVote():
                return None if self.outcome(statement) else Offence.C6
            case AcceptanceVote():
                is_of_its_view = statement.view == statement.proposal.view
                return None if is_of_its_view and self.outcome(statement.proposal) else Offence.C6
            case FreezeVote():
                return None

    def _forgot_acceptance(self, freeze: FreezeVote, acceptance: AcceptanceVote) -> bool:
        accepted = self.outcome(acceptance.proposal)
        if acceptance.view >= freeze.view or accepted is None:
            return False
        epoch = self.epoch_of(freeze.base)
        if accepted.epoch == epoch:
            return acceptance.view > max(view_of(freeze.base), view_of(freeze.accepted))
        return accepted.epoch > epoch and acceptance.view > view_of(freeze.base)


def _content(statement: SignedAnswer | SignedMessage) -> SignedAnswer:
    return statement.answer if isinstance(statement, SignedMessage) else statement


def _two_answers(
    one: SignedAnswer | SignedMessage, two: SignedAnswer | SignedMessage
) -> Offence | None:
    if one.head == two.head:
        return Offence.C1 if _content(one) != _content(two) else None
    if isinstance(one, SignedMessage) and isinstance(two, SignedMessage) and one.view == two.view:
        follow = one.head.extends(two.head) or two.head.extends(one.head)
        return None if follow else Offence.C2
    return None


def _forgot_message(freeze: FreezeVote, message: SignedMessage) -> bool:
    if message.view >= freeze.view or message.view < view_of(freeze.base):
        return False
    return message.view > view_of(freeze.base) or not freeze.tip.extends(message.head)
