"""The persons of a table, its voters, and the questions that the game answers about it (6.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Protocol

from protocol.agreement.pasts import AbsenceMark, Head, ReturnRequest, SignedAnswer
from protocol.agreement.slips import ReturnSlip
from protocol.quorum import Quorum


class Steps(Protocol):
    """The game as the agreement needs it: nothing here depends on votes."""

    def owers(self, head: Head) -> tuple[int, ...]:
        """Return the signers that owe an answer at a head, rising; none after RESULT."""

    def is_seed(self, head: Head) -> bool:
        """Whether the open step is SIGN, COMMIT or REVEAL: no view puts anybody away there."""

    def is_end(self, head: Head) -> bool:
        """Whether RESULT is closed (6.12)."""

    def is_wrong(self, answer: SignedAnswer) -> bool:
        """Whether an answer fails a check of the message alone at its head.

        Asked only of answers whose checks are done.
        """

    def head_of(self, step: int, digest: bytes) -> Head | None:
        """Return a head, or None unless all messages on the way to it are here and checked."""


class Electorate:
    """Persons, their bots, and the voters of an epoch.

    Attributes:
        person_of: for each signer its person: a bot's operator, else the signer itself.
        persons: the signers that are no bots, rising.
    """

    def __init__(self, person_of: Sequence[int], chosen: Quorum) -> None:
        self.person_of: Final = tuple(person_of)
        self.persons: Final = tuple(s for s, person in enumerate(person_of) if s == person)
        self.chosen: Final = chosen

    def signers(self, person: int) -> tuple[int, ...]:
        """Return N(s): a person and their bots."""
        return tuple(signer for signer, owner in enumerate(self.person_of) if owner == person)

    def due_returns(self, slips: Mapping[int, ReturnSlip], head: Head) -> tuple[ReturnSlip, ...]:
        """Return the slips that end an absence, by signer, of bots only with their operators."""
        requests = {signer: ReturnRequest(signer, s.since, s.head) for signer, s in slips.items()}
        due = {signer for signer, request in requests.items() if head.may_return(request)}
        gone = head.gone.keys() - due
        return tuple(slips[signer] for signer in sorted(due) if self.may_play(signer, gone))

    def may_play(self, signer: int, gone: Collection[int]) -> bool:
        """Whether nobody gone runs a signer (6.4)."""
        return self.person_of[signer] == signer or self.person_of[signer] not in gone

    def present(self, head: Head) -> tuple[int, ...]:
        """Return the persons that are not gone at a head."""
        return tuple(person for person in self.persons if person not in head.gone)

    def voters(self, start: Head) -> tuple[int, ...]:
        """Return the voters of an epoch: those present, and of an even number one more.

        That is the person put away last and not faulty, only if more than half decide.
        """
        here = self.present(start)
        gone = {p: a for p, a in start.gone.items() if p in self.persons}
        gone = {p: a for p, a in gone.items() if a.mark is not AbsenceMark.FAULTY}
        if len(here) % 2 == 0 and gone and self.chosen is Quorum.HALF:
            last = min(gone, key=lambda person: (-gone[person].since.step, person))
            here = tuple(sorted((*here, last)))
        return here

    def quorum(self, voters: int) -> int:
        """Return q: the number of so many voters that decides."""
        return self.chosen.needed(voters)

    def need(self, voters: tuple[int, ...], liars: frozenset[int]) -> int:
        """Return the number of voters that decides if some are proven liars."""
        return min(self.quorum(len(voters)), len(set(voters) - liars))

    def leader(self, view: int) -> int:
        """Return the leader of a view (6.3)."""
        return self.persons[view % len(self.persons)]
