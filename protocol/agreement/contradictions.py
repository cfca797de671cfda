"""Double votes: two different votes of one kind, by one signer, in one ballot of one step.

No honest program signs that, so the two slips prove it to anybody (`protocol.record.evidence`). The
signer is reported without any other consequence: the vote that came first counts, as always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from protocol.agreement.signed_votes import Subject, VoteSlip
from protocol.agreement.vote_events import Faulty
from protocol.agreement.votes import Vote
from protocol.errors import Reason

MOST_ASIDE: Final = 32
"""Votes that did not count and are remembered all the same, for each signer, over all steps."""
_Turn = tuple[type[Vote], int, int]


def turn_of(slip: VoteSlip) -> _Turn:
    """Return the turn a signer has one vote for in a step: kind, ballot, signer."""
    return type(slip.vote), slip.vote.ballot, slip.vote.signer


class Contradictions:
    """The first vote of each turn, compared with later ones.

    Votes that count are remembered for as long as their step is. Of the others a few are remembered
    for each signer, so that nobody fills the memory, or pushes out the votes of others.
    """

    def __init__(self, signer: int) -> None:
        """Listen for the seat of `signer`, which accuses anybody but itself.

        Its key may speak from an earlier start of its own program.
        """
        self._signer = signer
        self._first: dict[Subject, dict[_Turn, VoteSlip]] = {}
        self._aside: dict[Subject, Counter[int]] = {}
        self._told: set[tuple[int, int]] = set()

    def hear(self, slip: VoteSlip, *, counts: bool) -> Iterator[Faulty]:
        """Take a verified vote and the freezes in it; `counts`: it moved a ballot.

        A contradiction is reported once for each signer and step.
        """
        first = self._first.setdefault(slip.subject, {})
        for part in (*slip.freezes, slip):
            signer, step = part.vote.signer, part.subject.step
            known = first.get(turn_of(part))
            if signer == self._signer:
                continue
            if known is None:
                if counts or self._has_room(part):
                    first[turn_of(part)] = part
            elif known.vote != part.vote and (signer, step) not in self._told:
                self._told.add((signer, step))
                yield Faulty(signer, step, Reason.TWO_VOTES, "ballot", (known.raw, part.raw))

    def forget(self, subject: Subject) -> None:
        """Forget the votes on a step that is closed for good."""
        self._first.pop(subject, None)
        self._aside.pop(subject, None)

    def _has_room(self, slip: VoteSlip) -> bool:
        signer = slip.vote.signer
        if sum(count[signer] for count in self._aside.values()) >= MOST_ASIDE:
            return False
        self._aside.setdefault(slip.subject, Counter())[signer] += 1
        return True
