"""The one function that finds two statements no honest program can have signed (6.9)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum

from tests.model.charter import Charter
from tests.model.values import (
    Acceptance,
    Answer,
    Freeze,
    Head,
    Message,
    Proposal,
    Statement,
    view_of,
)

Said = Statement | Answer


class Rule(Enum):
    """The kinds of contradictions (6.9)."""

    C1 = "two contents of one step, or a wrong one"
    C2 = "two pasts in one view"
    C3 = "two votes of one view"
    C4 = "an acceptance forgotten"
    C5 = "a message forgotten, or signed although frozen"
    C6 = "a proposal that is not right, or a false acceptance"


@dataclass(frozen=True)
class Outcome:
    """The consequence of a right proposal (6.6); `origin` is the one that found who is late."""

    base: Proposal | None
    epoch: int
    start: Head
    liars: frozenset[int]
    voters: tuple[int, ...]
    needed: int
    tip: Head
    head: Head
    origin: Proposal

    @property
    def is_resume(self) -> bool:
        """Whether nothing is closed: the table goes on at the tip, in a new view."""
        return self.head == self.tip


class Court(Charter, ABC):
    """The charter with contradictions; some need what follows from a proposal."""

    @abstractmethod
    def outcome(self, proposal: Proposal) -> Outcome | None:
        """Return what follows from a proposal, or None if it is not right (6.6)."""

    @abstractmethod
    def epoch_of(self, base: Proposal | None) -> int:
        """Return the number of the epoch a base begins."""

    def contradiction(self, one: Said, two: Said) -> Rule | None:
        """Return the rule by which no honest program signs both (or one, if they are the same)."""
        if one.signer != two.signer:
            return None
        if one == two:
            return self._wrong_alone(one)
        match one, two:
            case (Answer() | Message(), Answer() | Message()):
                return self._two_answers(one, two)
            case (
                (Freeze(view=view), Freeze(view=other))
                | (Proposal(view=view), Proposal(view=other))
                | (Acceptance(view=view), Acceptance(view=other))
            ):
                return Rule.C3 if view == other else None
            case (Freeze(), Acceptance()):
                return Rule.C4 if self._forgot_acceptance(one, two) else None
            case (Acceptance(), Freeze()):
                return Rule.C4 if self._forgot_acceptance(two, one) else None
            case (Freeze(), Message()):
                return Rule.C5 if _forgot_message(one, two) else None
            case (Message(), Freeze()):
                return Rule.C5 if _forgot_message(two, one) else None
            case _:
                return None

    def _wrong_alone(self, statement: Said) -> Rule | None:
        match statement:
            case Answer():
                return Rule.C1 if self.is_wrong(statement) else None
            case Message():
                return Rule.C1 if self.is_wrong(statement.answer) else None
            case Proposal():
                return None if self.outcome(statement) else Rule.C6
            case Acceptance():
                is_of_its_view = statement.view == statement.proposal.view
                return None if is_of_its_view and self.outcome(statement.proposal) else Rule.C6
            case Freeze():
                return None

    def _two_answers(self, one: Answer | Message, two: Answer | Message) -> Rule | None:
        if one.head == two.head:
            return Rule.C1 if content(one) != content(two) else None
        if isinstance(one, Message) and isinstance(two, Message) and one.view == two.view:
            follow = one.head.extends(two.head) or two.head.extends(one.head)
            return None if follow else Rule.C2
        return None

    def _forgot_acceptance(self, freeze: Freeze, acceptance: Acceptance) -> bool:
        accepted = self.outcome(acceptance.proposal)
        if acceptance.view >= freeze.view or accepted is None:
            return False
        epoch = self.epoch_of(freeze.base)
        if accepted.epoch == epoch:
            return acceptance.view > max(view_of(freeze.base), view_of(freeze.accepted))
        return accepted.epoch > epoch and acceptance.view > view_of(freeze.base)


def content(statement: Answer | Message) -> Answer:
    """Return the content of a message without its view."""
    return statement.answer if isinstance(statement, Message) else statement


def _forgot_message(freeze: Freeze, message: Message) -> bool:
    if message.view >= freeze.view or message.view < view_of(freeze.base):
        return False
    return message.view > view_of(freeze.base) or not freeze.tip.extends(message.head)
