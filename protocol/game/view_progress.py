"""The view that a table takes, as people see it: the silent, the persons that found them late."""

from __future__ import annotations

from engine.values import Value
from protocol.agreement.voter import Voter
from protocol.game.referee import Referee
from protocol.game.step_table import BALLOTED


class ViewProgress(Value):
    """The progress of a table towards closing the present step without the silent signers.

    Attributes:
        missing: signers whose message is not in, and that are no proven liars.
        agreed: persons, none of them a proven liar, that found all of the missing late, ours too
            if it did. If a view has decided to resume, the others that did so before still count:
            each freezes again after a pause.
        needed: the number of persons that have to.
        voters: the persons that can.
        may_agree: whether our person may find them late now.
        possible: whether the persons that are not missing are enough.
        leader: the person that leads the view the table waits for, None while it waits for none.
    """

    missing: tuple[int, ...]
    agreed: tuple[int, ...]
    needed: int
    voters: tuple[int, ...]
    may_agree: bool
    possible: bool
    leader: int | None


def view_progress(voter: Voter, referee: Referee) -> ViewProgress:
    """Return the progress of the present step at one seat."""
    missing = tuple(voter.missing())
    voters = voter.voters
    believed = [one for one in voter.court.persons if one not in voter.memory.liars()]
    agreed = tuple(one for one in believed if missing and _found_late(voter, one, missing))
    needed = voter.needed
    here = sum(person not in missing for person in voters)
    is_asked = voter.me in voters and bool(missing) and voter.me not in missing
    may_agree = (
        is_asked
        and voter.me not in agreed
        and referee.due.kind in BALLOTED
        and here >= needed
        and voter.may_find_late()
    )
    leader = voter.leader if voter.is_frozen else None
    return ViewProgress(missing, agreed, needed, voters, may_agree, here >= needed, leader)


def _found_late(voter: Voter, person: int, missing: tuple[int, ...]) -> bool:
    """Whether a person found all these late at the present head."""
    if person == voter.me and voter.late.issuperset(missing):
        return True
    above = voter.view if person == voter.me else -1
    freezes = voter.memory.votes.freezes_of(person, above)
    return any(one.tip == voter.head and set(one.late).issuperset(missing) for one in freezes)
