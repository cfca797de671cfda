"""The persons of a table, who votes, and what an answer and a step must be (6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tests.model.values import WRONG, Answer, Head, Mark, Return


class Terms(StrEnum):
    """The number of votes needed, a choice of the charter."""

    HALF = "more than half"
    ALL_BUT_ONE = "all but one"
    NOBODY = "nobody is voted away"


@dataclass(frozen=True)
class Step:
    """A step of the script: who owes an answer, and whether it is SIGN, COMMIT or REVEAL."""

    owers: tuple[int, ...]
    is_seed: bool = False


class Charter:
    """A charter: persons 0 to n - 1, their bots from n on, a script, and the terms."""

    def __init__(
        self,
        persons: int,
        script: tuple[Step, ...],
        terms: Terms = Terms.HALF,
        operators: tuple[int, ...] = (),
    ) -> None:
        self.persons: Final = tuple(range(persons))
        self.script: Final = script
        self.terms: Final = terms
        bots = {persons + bot: operator for bot, operator in enumerate(operators)}
        self.person_of: Final = {person: person for person in self.persons} | bots
        self.root: Final = Head()

    def signers(self, person: int) -> tuple[int, ...]:
        """Return N(s): a person and their bots."""
        return tuple(signer for signer, owner in self.person_of.items() if owner == person)

    def is_end(self, head: Head) -> bool:
        """Whether RESULT is closed: OPEN_KEY stands here, and nobody waits for it (6.12)."""
        return head.step >= len(self.script)

    def is_seed(self, head: Head) -> bool:
        """Whether no view puts anybody away here (6.2)."""
        return not self.is_end(head) and self.script[head.step].is_seed

    def owers(self, head: Head) -> tuple[int, ...]:
        """Return the signers that owe an answer at a head."""
        if self.is_end(head):
            return ()
        return tuple(s for s in self.script[head.step].owers if s not in head.absences)

    def present(self, head: Head) -> tuple[int, ...]:
        """Return the persons that are not gone at a head."""
        return tuple(person for person in self.persons if person not in head.absences)

    def voters(self, start: Head) -> tuple[int, ...]:
        """Return the voters of an epoch: those present, and of an even number one more.

        That is the person put away last and not faulty, only if more than half decide.
        """
        here = self.present(start)
        gone = {p: a for p, a in start.absences.items() if p in self.persons}
        gone = {p: a for p, a in gone.items() if a.mark is not Mark.FAULTY}
        if len(here) % 2 == 0 and gone and self.terms is Terms.HALF:
            last = min(gone, key=lambda person: (-gone[person].since.step, person))
            here = tuple(sorted((*here, last)))
        return here

    def quorum(self, voters: int) -> int:
        """Return q: how many of so many voters decide."""
        match self.terms:
            case Terms.HALF:
                return voters // 2 + 1
            case Terms.ALL_BUT_ONE:
                return max(voters // 2 + 1, voters - 1)
            case Terms.NOBODY:
                return voters

    def need(self, voters: tuple[int, ...], liars: frozenset[int]) -> int:
        """Return how many voters decide if some are proven liars."""
        return min(self.quorum(len(voters)), len(set(voters) - liars))

    def leader(self, view: int) -> int:
        """Return the leader of a view (6.3)."""
        return self.persons[view % len(self.persons)]

    def is_wrong(self, answer: Answer) -> bool:
        """Whether an answer fails a check of the message alone at its head."""
        due = self.due_returns(answer.returns, answer.head)
        return answer.body == WRONG or due != answer.returns

    def due_returns(self, slips: Iterable[Return], head: Head) -> tuple[Return, ...]:
        """Return the slips that end an absence, those of bots only with their operators (6.4)."""
        due = {slip.signer: slip for slip in slips if may_return(slip, head)}
        gone = head.absences.keys() - due.keys()
        return tuple(sorted(s for s in due.values() if self.may_play(s.signer, gone)))

    def may_play(self, signer: int, gone: Set[int]) -> bool:
        """Whether nobody gone runs a signer."""
        return self.person_of[signer] == signer or self.person_of[signer] not in gone

    def is_whole(self, head: Head) -> bool:
        """Whether the last step of a past closed by itself."""
        if head.before is None or head.closing is None:
            return False
        if head.closing.marks or head.closing.back:
            return False
        answers = head.closing.answers
        return tuple(answer.signer for answer in answers) == self.owers(head.before) and all(
            answer.head == head.before and not self.is_wrong(answer) for answer in answers
        )


def may_return(slip: Return, head: Head) -> bool:
    """Whether a slip ends an absence of its signer at a head (6.4)."""
    absence = head.absences.get(slip.signer)
    return absence is not None and absence.mark is not Mark.FAULTY and absence.since == slip.head
