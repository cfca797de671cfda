"""Votes that one person keeps of each other, in the orders in which they are looked for."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator
from typing import TypeVar

from protocol.agreement.statements import (
    AcceptanceVote,
    CastVote,
    FreezeVote,
    ProposalVote,
    SignedMessage,
)

_Vote = TypeVar("_Vote", FreezeVote, ProposalVote, AcceptanceVote)


class KeptVotes:
    """Votes by signer, kind and view, and acceptances by proposal."""

    def __init__(self) -> None:
        self._freezes: dict[int, list[FreezeVote]] = {}
        self._proposals: dict[int, list[ProposalVote]] = {}
        self._acceptances: dict[int, list[AcceptanceVote]] = {}
        self._accepted: dict[ProposalVote, dict[int, AcceptanceVote]] = {}

    def add(self, vote: CastVote) -> None:
        """Keep a vote."""
        match vote:
            case FreezeVote():
                insort(self._freezes.setdefault(vote.signer, []), vote, key=_order)
            case ProposalVote():
                insort(self._proposals.setdefault(vote.signer, []), vote, key=_order)
            case AcceptanceVote():
                insort(self._acceptances.setdefault(vote.signer, []), vote, key=_order)
                self._accepted.setdefault(vote.proposal, {})[vote.signer] = vote

    def discard(self, vote: CastVote) -> None:
        """Drop a vote."""
        match vote:
            case FreezeVote():
                self._freezes[vote.signer].remove(vote)
            case ProposalVote():
                self._proposals[vote.signer].remove(vote)
            case AcceptanceVote():
                self._acceptances[vote.signer].remove(vote)
                del self._accepted[vote.proposal][vote.signer]
                if not self._accepted[vote.proposal]:
                    del self._accepted[vote.proposal]

    def of(self, signer: int) -> list[CastVote]:
        """Return all votes of a signer."""
        return [
            *self._freezes.get(signer, ()),
            *self._proposals.get(signer, ()),
            *self._acceptances.get(signer, ()),
        ]

    def __iter__(self) -> Iterator[CastVote]:
        """Yield all votes."""
        for signer in {*self._freezes, *self._proposals, *self._acceptances}:
            yield from self.of(signer)

    def freezes(self) -> dict[int, FreezeVote]:
        """Return the last freeze of each person."""
        return {signer: said[-1] for signer, said in self._freezes.items() if said}

    def freezes_of(self, signer: int, above: int) -> list[FreezeVote]:
        """Return the freezes of a signer above a view."""
        return _between(self._freezes.get(signer, []), above, None)

    def proposals(self) -> list[ProposalVote]:
        """Return all proposals."""
        return [proposal for said in self._proposals.values() for proposal in said]

    def acceptances(self, proposal: ProposalVote) -> list[AcceptanceVote]:
        """Return the acceptances of a proposal, those of the smallest signers first."""
        found = self._accepted.get(proposal, {})
        return [found[signer] for signer in sorted(found)]

    def last_acceptances(self) -> list[AcceptanceVote]:
        """Return the last acceptance of each person."""
        return [said[-1] for said in self._acceptances.values() if said]

    def around(self, statement: CastVote | SignedMessage) -> Iterable[CastVote]:
        """Return the votes of its signer that a statement may contradict."""
        signer, view = statement.signer, statement.view
        freezes = self._freezes.get(signer, [])
        acceptances = self._acceptances.get(signer, [])
        match statement:
            case SignedMessage():
                return _between(freezes, view, None)
            case FreezeVote(base=base):
                forgotten = _between(acceptances, base.view if base else 0, view - 1)
                return [*_between(freezes, view - 1, view), *forgotten]
            case ProposalVote():
                return _between(self._proposals.get(signer, []), view - 1, view)
            case AcceptanceVote():
                same = _between(acceptances, view - 1, view)
                return [*same, *_between(freezes, view, None)]


def named_by(votes: Iterable[CastVote], known: frozenset[CastVote]) -> set[CastVote]:
    """Return votes with all they name, directly or not, but for acceptances of what they name.

    `known` are votes with all that they name; they are in the result.
    """
    found = set(known)
    todo = list(votes)
    while todo:
        vote = todo.pop()
        if vote in found:
            continue
        found.add(vote)
        match vote:
            case FreezeVote():
                todo += [named for named in (vote.base, vote.accepted) if named]
                faults = (statement for pair in vote.faults for statement in pair)
                todo += [fault for fault in faults if not isinstance(fault, SignedMessage)]
            case ProposalVote():
                todo += vote.freezes
            case AcceptanceVote():
                todo.append(vote.proposal)
    return found


def _order(vote: CastVote) -> tuple[int, bytes]:
    return vote.view, vote.digest


def _view(vote: CastVote) -> int:
    return vote.view


def _between(votes: list[_Vote], above: int, most: int | None) -> list[_Vote]:
    """Return votes of views above one and up to another, or up to the end."""
    end = len(votes) if most is None else bisect_right(votes, most, key=_view)
    return votes[bisect_right(votes, above, key=_view) : end]
