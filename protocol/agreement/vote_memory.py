"""Statements one person keeps (6.14), those it cannot judge yet (6.5), and proofs (6.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Final

from protocol.agreement.kept_votes import named_by
from protocol.agreement.known_statements import HeadName, KnownStatements, Pair
from protocol.agreement.offences import Offence
from protocol.agreement.outcomes import CONTENTS, Outcomes
from protocol.agreement.pasts import Head, ReturnRequest, SignedAnswer
from protocol.agreement.slips import (
    AcceptanceSlip,
    AnySlip,
    FreezeSlip,
    ProposalSlip,
    ReturnSlip,
    VoteOfView,
)
from protocol.agreement.statements import (
    AcceptanceVote,
    CastVote,
    FreezeVote,
    ProposalVote,
    SignedMessage,
    Statement,
)

OTHERS: Final = 8
"""Votes kept of each signer beside those in use, messages beside those of our past, and proofs."""
SLACK: Final = 16
"""Votes of a signer, in use or not, after which those not in use are counted."""
WANTED: Final = 16
"""Digests, and heads, asked for at a time."""
COMPUTED: Final = 1024
"""Results kept of statements that may not be kept themselves."""
Received = AnySlip | SignedMessage


class VoteMemory(KnownStatements):
    """The statements kept by one person of a table.

    `base`, `accepted`, `head` and `view` are the person's own: they are kept for good.
    """

    def __init__(self, court: Outcomes, me: int, *, keeps_all: bool = False) -> None:
        """Start with nothing; `keeps_all` if what is read is bounded already, as a file is."""
        super().__init__(court)
        self._keeps_all: Final = keeps_all
        self.own: Final = frozenset((*court.signers(me), me))
        self.returns: Final[dict[int, ReturnSlip]] = {}
        self.found: Final[list[Pair]] = []
        """Pairs that are new since somebody looked."""
        self.recalled: Final[list[CastVote]] = []
        """Own votes of before a restart that were judged since somebody looked."""
        self.base: ProposalVote | None = None
        self.accepted: ProposalVote | None = None
        self.head = court.root
        self.view = 0
        self._left: dict[int, int] = {}
        self._version = 0
        self._room = COMPUTED
        self._liars: tuple[int, ProposalVote | None, frozenset[int]] = (0, None, frozenset())
        self._chain: tuple[ProposalVote | None, frozenset[CastVote]] = (None, frozenset())
        self._proposals: tuple[int, ProposalVote | None, list[ProposalVote]] = (0, None, [])

    # --- questions -------------------------------------------------------------------------------

    def everything(self) -> Iterator[bytes]:
        """Yield all votes, proofs and returns that are kept and passed on, signed.

        Nothing is among them that is not judged (6.5); lower views come first, for higher ones rest
        on them.
        """
        yield from (
            vote.raw for vote in sorted(self.votes, key=lambda vote: (vote.view, vote.digest))
        )
        pairs = chain.from_iterable(self.proofs.values())
        yield from (statement.raw for pair in pairs for statement in pair)
        yield from (slip.raw for _, slip in sorted(self.returns.items()))

    def proposals(self) -> list[ProposalVote]:
        """Return the right proposals that are no decisions on our way, the highest view first."""
        if self._proposals[:2] != (self._version, self.base):
            settled = self.settled()
            found = [proposal for proposal in self.votes.proposals() if proposal not in settled]
            found.sort(key=lambda proposal: (-proposal.view, proposal.digest))
            self._proposals = self._version, self.base, found
        return self._proposals[2]

    def liars(self) -> frozenset[int]:
        """Return the signers proven to lie by a pair that is not spent at the base (6.10)."""
        size = sum(map(len, self.proofs.values()))
        if self._liars[:2] != (size, self.base):
            found = {person for person in self.proofs if self.proof(person)}
            people = enumerate(self.court.person_of)
            liars = frozenset(signer for signer, person in people if person in found)
            self._liars = size, self.base, liars
        return self._liars[2]

    def proof(self, person: int) -> Pair | None:
        """Return a pair not spent that proves a person to lie, one of C1 or C6 if there is one."""
        court = self.court
        found = [
            pair for pair in self.proofs.get(person, ()) if not court.is_spent(*pair, self.base)
        ]
        heavy = {Offence.C1, Offence.C6}
        return min(
            found, key=lambda pair: (court.contradiction(*pair) not in heavy, pair), default=None
        )

    def permits(self, statement: Statement) -> bool:
        """Whether a statement contradicts none of its signer that is known here (6.8 e)."""
        suspects = (said for said in self._suspects(statement) if said != statement)
        return not any(self.court.contradiction(statement, said) for said in suspects)

    def wants(self) -> tuple[bytes, ...]:
        """Return digests of statements and answers that waiting slips lack, 16 at most."""
        found = (lack for lack in self._wants() if isinstance(lack, bytes))
        return tuple(islice(found, WANTED))

    def wanted_heads(self, without: frozenset[int] = frozenset()) -> tuple[HeadName, ...]:
        """Return heads at which waiting slips end their tips and that are not here, 16 at most.

        Slips that wait `without` anybody else than these signers naming them are left out.
        """
        found = (lack for lack in self._wants(without) if not isinstance(lack, bytes))
        return tuple(islice(found, WANTED))

    def _wants(self, without: frozenset[int] = frozenset()) -> Iterator[bytes | HeadName]:
        """Yield all that is lacking, in turn for each signer, so that none can crowd others out."""
        if not self.waiting:
            return
        liars = self.liars()
        waiting = self.waiting.by_signer()
        lacks = [
            list(dict.fromkeys(lack for slip in waiting[signer] for lack in self.lacks(slip)))
            for signer in sorted(waiting, key=lambda one: (one in liars, one))
            if signer not in without
        ]
        in_turn = chain.from_iterable(zip_longest(*lacks))
        yield from dict.fromkeys(lack for lack in in_turn if lack is not None)

    # --- learning --------------------------------------------------------------------------------

    def learn(self, received: Received) -> bool:
        """Keep something received; whether anything is new."""
        match received:
            case ReturnSlip():
                return self._keep_return(received)
            case SignedMessage():
                if received in self or not self._keep_message(received):
                    return False
                self.judge_all()
                return True
            case FreezeSlip() | ProposalSlip() | AcceptanceSlip():
                if received.digest in self._said:
                    return False
                vote = self.resolved(received)
                if vote is None:
                    self.waiting.add(received)
                    return False
                self.keep(vote)
                self.judge_all()
                return True

    def _keep_return(self, slip: ReturnSlip) -> bool:
        """Keep the last request of a signer, but none that is due for an old one sent again."""
        old = self.returns.get(slip.signer)
        if old == slip or (old is not None and self.head.may_return(request_of(old))):
            return False
        self.returns[slip.signer] = slip
        return True

    def judge_all(self) -> bool:
        """Judge slips that waited as long as any can be judged; whether any was."""
        is_any = False
        while any(self._judge(slip) for slip in self.waiting):
            is_any = True
        return is_any

    def _judge(self, slip: VoteOfView) -> bool:
        """Keep a vote that waited if all it names is here; whether it was judged."""
        vote = self.resolved(slip)
        if vote is None:
            return False
        if slip in self.waiting.recalled:
            self.recalled.append(vote)
        self.waiting.remove(slip)
        self.keep(vote)
        return True

    # --- keeping ---------------------------------------------------------------------------------

    def keep(self, vote: CastVote) -> None:
        """Keep a vote all of which is here, if it counts; the proof, if it is not right."""
        if vote in self:
            return
        if self.court.size > self._room:
            self._forget()
        if not self._counts(vote):
            self._lend(vote)
            return
        if isinstance(vote, ProposalVote):
            for freeze in vote.freezes:
                if freeze not in self:
                    self.keep(freeze)
        self._compare(vote)
        self.votes.add(vote)
        self._said[vote.digest] = vote
        self._version += 1
        is_bounded = not self._keeps_all and vote.signer not in self.own
        if is_bounded and len(self.votes.of(vote.signer)) > SLACK:
            self._trim(vote.signer)

    def _counts(self, vote: CastVote) -> bool:
        """Whether a freeze is certified, and another vote right; what these prove is kept."""
        match vote:
            case FreezeVote():
                if self.court.is_certified(vote):
                    for one, two in vote.faults:
                        self._prove(one, two)
                    return True
                return False
            case ProposalVote() | AcceptanceVote():
                if self.court.contradiction(vote, vote):
                    self._prove(vote, vote)
                    return False
                return True

    def _keep_message(self, message: SignedMessage) -> bool:
        here = self.messages.at(message.head, message.signer)
        known = {said.answer for said in here}
        views = sum(said.answer == message.answer for said in here)
        is_third = message.answer not in known and len(known) >= CONTENTS
        is_spare = views >= CONTENTS or (is_third and not self.is_waited_for(message.answer))
        if is_spare and not self._keeps_all:
            if self._lend(message):
                self.judge_all()
            return False
        self._compare(message)
        self.messages.add(message)
        self._said[message.digest] = message
        is_bounded = not self._keeps_all and message.signer not in self.own
        if is_bounded and self.is_full(message.signer):
            self._trim_messages(message.signer)
        return True

    def is_waited_for(self, answer: SignedAnswer) -> bool:
        """Whether a slip of somebody not proven to lie waits for an answer.

        It holds it, or ends at a head that is not known and that the answer may lead to.
        """
        liars, head_of = self.liars(), self.court.steps.head_of
        return self.waiting.holds(answer.digest, liars) or any(
            freeze.tip_step > answer.head.step and not head_of(freeze.tip_step, freeze.tip_head)
            for freeze in self.waiting.freezes(liars)
        )

    def _suspects(self, statement: Statement) -> Iterator[Statement]:
        """Yield statements that one contradicts if it contradicts any of its signer."""
        yield from self.votes.around(statement)
        signer = statement.signer
        if isinstance(statement, SignedMessage):
            is_proven = self.court.person_of[signer] in self.proofs
            yield from self.messages.of(signer) if is_proven else self.messages.around(statement)
        elif isinstance(statement, FreezeVote):
            lowest = statement.base.view if statement.base else 0
            if self.court.person_of[signer] in self.proofs:
                yield from self.messages.of(signer)
            yield from self.messages.last(signer, lowest, statement.view - 1)

    def _compare(self, statement: Statement) -> None:
        """Keep the proofs that a new statement gives with those of its signer."""
        court = self.court
        others: Iterable[Statement] = self._suspects(statement)
        if isinstance(statement, SignedMessage):
            others = chain((statement,), others)
        if not any(court.contradiction(statement, other) for other in others):
            return
        said = chain((statement,), self.votes.of(statement.signer))
        for other in sorted({*said, *self.messages.of(statement.signer)}):
            if court.contradiction(statement, other):
                self._prove(statement, other)

    def _prove(self, one: Statement, two: Statement) -> None:
        """Keep a pair that contradicts itself; of many, those not spent."""
        pairs = self.proofs.setdefault(self.court.person_of[one.signer], [])
        pair = (one, two) if one < two else (two, one)
        if pair in pairs:
            return
        if len(pairs) >= OTHERS:
            spent = [old for old in pairs if self.court.is_spent(*old, self.base)]
            if not spent:
                return
            pairs.remove(spent[0])
            self._liars = -1, None, frozenset()
        pairs.append(pair)
        self.found.append(pair)

    # --- the bound -------------------------------------------------------------------------------

    def _trim(self, signer: int) -> None:
        """Drop votes of a signer that are neither in use nor among the latest others."""
        used = self.in_use()
        spare = [vote for vote in self.votes.of(signer) if vote not in used]
        spare.sort(key=lambda vote: (-vote.view, vote))
        for vote in spare[OTHERS:]:
            self._drop(vote)
            self.votes.discard(vote)
        if len(spare) > OTHERS:
            self._version += 1

    def is_full(self, signer: int) -> bool:
        """Whether so many messages of a signer are here that some cannot be of our past."""
        most = max(self.head.step + 1, self._left.get(signer, 0)) + SLACK
        return self.messages.number(signer) > most

    def _trim_messages(self, signer: int) -> None:
        """Drop messages of a signer that are not in use, those furthest from here first."""
        used = self._answers_in_use(signer)
        spare = [said for said in self.messages.of(signer) if said.answer not in used]
        spare.sort(key=lambda said: (abs(said.head.step - self.head.step), said))
        for message in spare[OTHERS:]:
            self._drop(message)
            self.messages.discard(message)
        self._left[signer] = self.messages.number(signer)

    def _answers_in_use(self, signer: int) -> set[SignedAnswer]:
        """Return the answers of a signer on our past, and those that votes in use name beside."""
        used: set[SignedAnswer] = set()
        for head in {said.head for said in self.messages.of(signer)}:
            here = sorted(self.messages.contents(head, signer))
            if self.head.extends(head):
                used.update(here[:CONTENTS])
            used.update(a for a in here if self.waiting.holds(a.digest, frozenset()))
        for vote in self.in_use():
            if isinstance(vote, FreezeVote):
                used.update(answers_beside(vote, self.head))
        return used

    def _drop(self, statement: Statement) -> None:
        del self._said[statement.digest]
        self._lend(statement)

    def _lend(self, statement: Statement) -> bool:
        """Keep a statement as long as a waiting slip names it; whether one does."""
        if not self.waiting.is_named(statement.digest):
            return False
        for digest in [digest for digest in self._named if not self.waiting.is_named(digest)]:
            del self._named[digest]
        self._named[statement.digest] = statement
        return True

    def in_use(self) -> set[CastVote]:
        """Return the last freeze and acceptance of each, the present view, and what they name."""
        roots: list[CastVote] = [*self.votes.freezes().values(), *self.votes.last_acceptances()]
        roots += [proposal for proposal in (self.base, self.accepted) if proposal]
        roots += [p for p in self.votes.proposals() if p.view == self.view]
        named = named_by(roots, self.settled())
        proposals = [vote for vote in named if isinstance(vote, ProposalVote)]
        return named.union(*map(self.votes.acceptances, proposals))

    def settled(self) -> frozenset[CastVote]:
        """Return the decisions on our way with all that they name."""
        last, known = self._chain
        if last != self.base:
            builds_on = any(one == last for one in self.court.chain(self.base))
            start = [self.base] if self.base else []
            self._chain = self.base, frozenset(named_by(start, known if builds_on else frozenset()))
        return self._chain[1]

    def _forget(self) -> None:
        """Drop results for votes that are not kept."""
        pairs = chain.from_iterable(self.proofs.values())
        proofs = (said for pair in pairs for said in pair if not isinstance(said, SignedMessage))
        self.court.forget_all_but(named_by((*self.votes, *proofs), self.settled()))
        self._room = self.court.size + COMPUTED


def request_of(slip: ReturnSlip) -> ReturnRequest:
    """Return the request of a slip, as answers carry it."""
    return ReturnRequest(slip.signer, slip.since, slip.head)


def answers_beside(freeze: FreezeVote, past: Head) -> Iterator[SignedAnswer]:
    """Yield the answers that a freeze names, by its tip or as held, and that a past has not."""
    closed = past.at(freeze.tip.step + 1).answers if past.step > freeze.tip.step else ()
    yield from (answer for answer in freeze.held if answer not in closed)
    for head in freeze.tip.beyond(past):
        yield from head.answers
