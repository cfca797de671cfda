"""Statements one person keeps (6.14), those it cannot judge yet (6.5), and proofs (6.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from tests.model.charter import may_return
from tests.model.contradictions import Rule
from tests.model.values import (
    Acceptance,
    Answer,
    Freeze,
    Head,
    Message,
    Proposal,
    Return,
    Statement,
    Vote,
)
from tests.model.votes import CONTENTS, Table

OTHERS: Final = 8
"""Statements kept of each signer beside those in use."""
SLACK: Final = 16
"""Statements of a signer, in use or not, after which those not in use are counted."""

Pair = tuple[Statement, Statement]
Received = Statement | Return


class Memory:
    """The statements kept by one person of a table.

    `base`, `accepted`, `head` and `view` are what the person stands on: they are kept for good.
    """

    def __init__(self, table: Table, me: int) -> None:
        self.table: Final = table
        self.own: Final = frozenset(table.signers(me))
        self.messages: Final[dict[int, set[Message]]] = {s: set() for s in table.person_of}
        self.votes: Final[dict[int, set[Vote]]] = {p: set() for p in table.persons}
        self.answers: Final[set[Answer]] = set()
        self.proofs: Final[dict[int, list[Pair]]] = {}
        self.returns: Final[dict[int, Return]] = {}
        self.waiting: Final[dict[tuple[int, str], Vote]] = {}
        self.base: Proposal | None = None
        self.accepted: Proposal | None = None
        self.head = table.root
        self.view = 0
        self._by_head: dict[tuple[Head, int], list[Answer]] = {}
        self._liars: tuple[int, Proposal | None, frozenset[int]] = (0, None, frozenset())

    # --- questions -------------------------------------------------------------------------------

    def __contains__(self, received: Received) -> bool:
        """Whether a statement is kept."""
        match received:
            case Return():
                return self.returns.get(received.signer) == received
            case Message():
                return received in self.messages[received.signer]
            case Freeze() | Proposal() | Acceptance():
                return received in self.votes[received.signer]

    def everything(self) -> Iterator[Received]:
        """Yield all that is kept and passed on: nothing that is not judged (6.5)."""
        yield from chain(*self.messages.values(), *self.votes.values(), self.returns.values())
        yield from (
            statement for pairs in self.proofs.values() for pair in pairs for statement in pair
        )

    def contents(self, head: Head, signer: int) -> list[Answer]:
        """Return the answers of a signer at a head: two, or more if others name them."""
        return self._by_head.get((head, signer), [])

    def freezes(self) -> dict[int, Freeze]:
        """Return the last freeze of each person."""
        last: dict[int, Freeze] = {}
        for person, said in self.votes.items():
            found = [vote for vote in said if isinstance(vote, Freeze)]
            if found:
                last[person] = max(found, key=lambda freeze: (freeze.view, freeze.number))
        return last

    def proposals(self) -> list[Proposal]:
        """Return the right proposals that are here, the highest view first."""
        found = (v for said in self.votes.values() for v in said if isinstance(v, Proposal))
        return sorted(found, key=lambda proposal: (-proposal.view, proposal.number))

    def is_decided(self, proposal: Proposal) -> bool:
        """Whether the acceptances that are here decide a proposal."""
        return self.table.is_decided(proposal, (a.signer for a in self._acceptances(proposal)))

    def liars(self) -> frozenset[int]:
        """Return the signers proven to lie by a pair that is not spent at the base (6.10)."""
        size = sum(map(len, self.proofs.values()))
        if self._liars[:2] != (size, self.base):
            found = {person for person in self.proofs if self.proof(person)}
            liars = frozenset(s for s, person in self.table.person_of.items() if person in found)
            self._liars = size, self.base, liars
        return self._liars[2]

    def proof(self, person: int) -> Pair | None:
        """Return a pair not spent that proves a person to lie, one of C1 or C6 if there is one."""
        table = self.table
        found = [
            pair for pair in self.proofs.get(person, ()) if not table.is_spent(*pair, self.base)
        ]
        heavy = {Rule.C1, Rule.C6}
        return min(
            found, key=lambda pair: (table.contradiction(*pair) not in heavy, pair), default=None
        )

    def permits(self, statement: Statement) -> bool:
        """6.8 e: Whether a statement contradicts none of its signer that is known here."""
        own = chain(
            *(self.messages[s] for s in self.own), *(self.votes.get(s, ()) for s in self.own)
        )
        return not any(self.table.contradiction(statement, said) for said in own)

    # --- learning --------------------------------------------------------------------------------

    def learn(self, received: Received) -> bool:
        """Keep something received; whether anything is new."""
        if received in self:
            return False
        match received:
            case Return():
                return self._keep_return(received)
            case Message():
                if not self._keep_message(received):
                    return False
                self._judge_all()
                return True
            case Freeze() | Proposal() | Acceptance():
                if not self._has_named(received):
                    self._wait_for(received)
                    return False
                self.keep(received)
                self._judge_all()
                return True

    def _keep_return(self, slip: Return) -> bool:
        """Keep the last slip of a signer, but none that is due for an old one sent again (6.4)."""
        old = self.returns.get(slip.signer)
        if old and may_return(old, self.head):
            return False
        self.returns[slip.signer] = slip
        return True

    def _wait_for(self, vote: Vote) -> None:
        """Keep a vote that cannot be judged yet: the highest of its kind and signer (6.5)."""
        key = vote.signer, type(vote).__name__
        if key not in self.waiting or self.waiting[key].view <= vote.view:
            self.waiting[key] = vote

    def _judge_all(self) -> bool:
        """Judge votes that waited as long as any can be judged; whether any was."""
        is_any = False
        while any(self._judge(key) for key in sorted(self.waiting)):
            is_any = True
        return is_any

    def _judge(self, key: tuple[int, str]) -> bool:
        """Keep a vote that waited if all it names is here; whether it was judged."""
        vote = self.waiting[key]
        if not self._has_named(vote):
            return False
        del self.waiting[key]
        self.keep(vote)
        return True

    def _has_named(self, vote: Vote) -> bool:
        match vote:
            case Freeze():
                accepted = vote.accepted is None or self._has(vote.accepted)
                faults = (
                    s.proposal if isinstance(s, Acceptance) else s for p in vote.faults for s in p
                )
                return (
                    self.is_base_here(vote.base)
                    and accepted
                    and self.are_answers_here(vote)
                    and all(self._has_named(p) for p in faults if isinstance(p, Proposal))
                )
            case Proposal():
                return all(map(self._has_named, vote.freezes))
            case Acceptance():
                return self._has(vote.proposal) or (
                    self.table.outcome(vote.proposal) is None and self._has_named(vote.proposal)
                )

    def is_base_here(self, base: Proposal | None) -> bool:
        """Whether a base is decided by acceptances that are here."""
        return base is None or (self._has(base) and self.is_decided(base))

    def are_answers_here(self, freeze: Freeze) -> bool:
        """Whether the messages a freeze names are here."""
        return freeze.answers <= self.answers

    def _has(self, proposal: Proposal) -> bool:
        return proposal in self.votes[proposal.signer]

    def keep(self, vote: Vote) -> None:
        """Keep a vote all of which is here, if it counts; the proof, if it is not right."""
        match vote:
            case Freeze():
                if not self.table.is_certified(vote):
                    return
                for one, two in vote.faults:
                    self._prove(one, two)
            case Proposal() | Acceptance():
                if self.table.contradiction(vote, vote):
                    self._prove(vote, vote)
                    return
        if isinstance(vote, Proposal):
            for freeze in vote.freezes:
                if freeze not in self.votes[freeze.signer]:
                    self.keep(freeze)
        said = self.votes[vote.signer]
        self._compare(vote, chain(said, *(self.messages[s] for s in (vote.signer,))))
        said.add(vote)
        if len(said) > SLACK and vote.signer not in self.own:
            self._trim(vote.signer)

    def _keep_message(self, message: Message) -> bool:
        known = self._by_head.setdefault((message.head, message.signer), [])
        views = sum(said.answer == message.answer for said in self.messages[message.signer])
        is_third = message.answer not in known and len(known) >= CONTENTS
        if views >= CONTENTS or (is_third and not self.is_waited_for(message.answer)):
            return False
        said = self.messages[message.signer]
        self._compare(message, (message, *said, *self.votes.get(message.signer, ())))
        said.add(message)
        if message.answer not in known:
            known.append(message.answer)
            self.answers.add(message.answer)
        if len(said) > SLACK + len(self.table.script) and message.signer not in self.own:
            self._trim_messages(message.signer)
        return True

    def is_waited_for(self, answer: Answer) -> bool:
        """Whether a vote of somebody not proven to lie waits for an answer."""
        waiting = (vote for vote in self.waiting.values() if vote.signer not in self.liars())
        named = (vote for vote in named_by(waiting) if isinstance(vote, Freeze))
        return any(answer in freeze.answers for freeze in named)

    def _compare(self, statement: Statement, others: Iterable[Statement]) -> None:
        # In a fixed order: only so many pairs are kept.
        for other in sorted(one for one in others if self.table.contradiction(statement, one)):
            self._prove(statement, other)

    def _prove(self, one: Statement, two: Statement) -> None:
        """Keep a pair that contradicts itself; of many, those not spent."""
        pairs = self.proofs.setdefault(self.table.person_of[one.signer], [])
        pair = (one, two) if one < two else (two, one)
        if pair in pairs:
            return
        if len(pairs) >= OTHERS:
            spent = [old for old in pairs if self.table.is_spent(*old, self.base)]
            if not spent:
                return
            pairs.remove(spent[0])
            self._liars = -1, None, frozenset()
        pairs.append(pair)

    # --- the bound -------------------------------------------------------------------------------

    def _trim(self, signer: int) -> None:
        """Drop votes of a signer that are neither in use nor among the latest others."""
        used = self.in_use()
        spare = sorted((v for v in self.votes[signer] if v not in used), key=lambda v: (-v.view, v))
        self.votes[signer].difference_update(spare[OTHERS:])

    def _trim_messages(self, signer: int) -> None:
        """Drop messages of a signer that are not in use, those furthest from here first."""
        heads = {*self.head.closings(), self.head}
        used = {a for head in heads for a in sorted(self.contents(head, signer))[:CONTENTS]}
        for vote in named_by((*self.in_use(), *self.waiting.values())):
            if isinstance(vote, Freeze):
                used |= vote.answers
        spare = [message for message in self.messages[signer] if message.answer not in used]
        spare.sort(key=lambda message: (abs(message.head.step - self.head.step), message))
        for message in spare[OTHERS:]:
            self.messages[signer].discard(message)
            if not any(message.answer == said.answer for said in self.messages[signer]):
                self.answers.discard(message.answer)
                self._by_head[message.head, signer].remove(message.answer)

    def in_use(self) -> set[Vote]:
        """Return the last freeze and acceptance of each, the present view, and what they name."""
        freezes = self.freezes()
        roots: list[Vote] = [*freezes.values(), *(p for p in (self.base, self.accepted) if p)]
        for said in self.votes.values():
            accepted = [vote for vote in said if isinstance(vote, Acceptance)]
            roots += [max(accepted, key=lambda vote: (vote.view, vote.number))] if accepted else []
            roots += [v for v in said if isinstance(v, Proposal) and v.view == self.view]
        named = named_by(roots)
        return named | {a for p in named if isinstance(p, Proposal) for a in self._acceptances(p)}

    def _acceptances(self, proposal: Proposal) -> Iterator[Acceptance]:
        for said in self.votes.values():
            for vote in said:
                if isinstance(vote, Acceptance) and vote.proposal == proposal:
                    yield vote


def named_by(votes: Iterable[Vote]) -> set[Vote]:
    """Return votes with all they name, directly or not, but for acceptances of what they name."""
    found: set[Vote] = set()
    todo = list(votes)
    while todo:
        vote = todo.pop()
        if vote in found:
            continue
        found.add(vote)
        match vote:
            case Freeze():
                todo += [named for named in (vote.base, vote.accepted) if named]
                faults = (statement for pair in vote.faults for statement in pair)
                todo += [fault for fault in faults if not isinstance(fault, Message)]
            case Proposal():
                todo += vote.freezes
            case Acceptance():
                todo.append(vote.proposal)
    return found
