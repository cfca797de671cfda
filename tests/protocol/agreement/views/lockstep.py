"""Persons of the model, each with a voter of the program beside it that gets the same inputs.

After each input both must stand on the same, keep the same and have said the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from protocol.agreement.effects import VoteCast
from protocol.agreement.known_statements import KnownStatements
from protocol.agreement.offences import ViewOutcome
from protocol.agreement.outcomes import Outcomes
from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.statements import AcceptanceVote, FreezeVote, ProposalVote, Statement
from protocol.agreement.vote_memory import SLACK, VoteMemory
from protocol.agreement.voter import Voter
from protocol.agreement.waiting_slips import WaitingSlips
from protocol.quorum import Quorum
from tests.model import attacks, charter, machine, stance, values, votes, world
from tests.model.charter import Charter
from tests.model.contradictions import Outcome, Rule, Said
from tests.model.machine import Person
from tests.model.memory import Memory, Received
from tests.model.stance import Entry
from tests.model.votes import Table
from tests.protocol.agreement.views.counterparts import Counterparts, digest_of, number_of

TERMS = dict(zip(charter.Terms, Quorum, strict=True))


class Divergence(AssertionError):
    """The program did not do as the model does."""


class ScriptSteps:
    """The steps of a model's table, as one person knows them."""

    def __init__(self, table: Charter, twins: Counterparts, memory: Memory | None) -> None:
        self._table = table
        self._twins = twins
        self._memory = memory

    def owers(self, head: Head) -> tuple[int, ...]:
        if self.is_end(head):
            return ()
        return tuple(s for s in self._table.script[head.step].owers if s not in head.gone)

    def is_seed(self, head: Head) -> bool:
        return not self.is_end(head) and self._table.script[head.step].is_seed

    def is_end(self, head: Head) -> bool:
        return head.step >= len(self._table.script)

    def is_wrong(self, answer: SignedAnswer) -> bool:
        return self._table.is_wrong(self._twins.answer_again(answer))

    def head_of(self, step: int, digest: bytes) -> Head | None:
        found, twin = self._twins.heads.get(digest, (None, None))
        if found is None or found.step != step:
            return None
        answers = {a for head in found.closings() if head.closing for a in head.closing.answers}
        is_here = self._memory is None or answers <= self._memory.answers
        return twin if is_here else None


def court_of(table: Charter, twins: Counterparts, memory: Memory | None) -> Outcomes:
    """Return the program's rules for a table of the model."""
    person_of = tuple(table.person_of[signer] for signer in sorted(table.person_of))
    steps = ScriptSteps(table, twins, memory)
    return Outcomes(person_of, TERMS[table.terms], steps, twins.head(table.root))


class TwinScribe:
    """Signs by the number of the model's vote."""

    def __init__(self, twins: Counterparts, me: int) -> None:
        self._twins = twins
        self._me = me

    def freeze(  # noqa: PLR0913, PLR0917
        self,
        view: int,
        base: ProposalVote | None,
        accepted: ProposalVote | None,
        tip: Head,
        held: tuple[SignedAnswer, ...],
        late: tuple[int, ...],
        faults: tuple[tuple[Statement, Statement], ...],
    ) -> FreezeVote:
        twins = self._twins
        return twins.freeze(
            values.Freeze(
                view,
                self._me,
                twins.proposal_again(base),
                twins.proposal_again(accepted),
                twins.head_again(tip),
                tuple(sorted(map(twins.answer_again, held))),
                late,
                tuple((twins.said_again(one), twins.said_again(two)) for one, two in faults),
            )
        )

    def proposal(self, view: int, freezes: tuple[FreezeVote, ...]) -> ProposalVote:
        found = tuple(map(self._twins.said_again, freezes))
        named = tuple(freeze for freeze in found if isinstance(freeze, values.Freeze))
        return self._twins.proposal(values.Proposal(view, self._me, named))

    def acceptance(self, proposal: ProposalVote) -> AcceptanceVote:
        named = self._twins.proposal_again(proposal)
        assert named
        found = self._twins.statement(values.Acceptance(proposal.view, self._me, named))
        assert isinstance(found, AcceptanceVote)
        return found


class TwinMemory(Memory):
    """A memory of the model that tells a voter beside it all it learns."""

    voter: Voter
    twins: Counterparts
    is_news = False
    is_asked = False
    """Whether a vote waited for the answer that comes."""
    is_recalling = False
    """Whether own votes may be judged before they are heard."""

    def learn(self, received: Received) -> bool:
        answer = received.answer if isinstance(received, values.Message) else None
        self.is_asked = answer is not None and self.is_waited_for(answer)
        found = super().learn(received)
        is_new = self.voter.memory.learn(self.twins.received(received))
        self.is_news |= is_new
        if is_new is not found and not self.is_recalling:
            raise Divergence(f"news {received}: {is_new} instead of {found}")
        return found


class TwinPerson(Person):
    """A person of the model with a voter beside it."""

    def __init__(self, table: Table, me: int) -> None:
        super().__init__(table, me)
        twins = current()
        memory = self.memory
        assert isinstance(memory, TwinMemory)
        self.twin = memory
        memory.twins = twins
        memory.voter = Voter(court_of(table, twins, memory), me, TwinScribe(twins, me))
        self.voter = memory.voter
        PEOPLE[id(self.voter.memory)] = self
        self._cast: list[int] = []
        self._before = 0

    # --- inputs ----------------------------------------------------------------------------------

    def sign(self, signer: int, body: str) -> None:
        voter, twins = self.voter, self.twin.twins
        slips = self.table.due_returns(self.memory.returns.values(), self.head)
        answer = values.Answer(signer, self.head, body, slips)
        carried = {(slip.signer, slip.head.step) for slip in slips}
        due = {(slip.signer, slip.since) for slip in voter.due_returns()}
        self._same("due returns", due, carried)
        message = twins.message(values.Message(answer, self.view))
        may = voter.may_answer(signer) and voter.permits(message)
        before = len(self.journal)
        super().sign(signer, body)
        signed = any(isinstance(e.statement, values.Message) for e in self.journal[before:])
        self._same("may answer", may, signed)
        if signed:
            voter._move()
        self.compare()

    def come_back(self) -> None:
        asked = self.voter.request_return()
        before = len(self.out)
        super().come_back()
        slips = [slip for slip in self.out[before:] if isinstance(slip, values.Return)]
        found = {(slip.signer, slip.head.step, digest_of(slip.head)) for slip in slips}
        self._same("requests", {(r.signer, r.since, r.head) for r in asked}, found)
        self.compare()

    def hear(self, *received: Received) -> None:
        self.twin.is_news = False
        super().hear(*received)
        if self.twin.is_news:
            self.voter._move()
            self.compare()

    def find_late(self) -> None:
        super().find_late()
        self.voter.find_late()
        self.compare()

    def tick(self) -> None:
        super().tick()
        self.voter.tick()
        self.compare()

    def leave(self) -> None:
        super().leave()
        self.voter.leave()
        self.compare()

    def recall(self, journal: Iterable[Entry], known: Iterable[Received]) -> None:
        journal = list(journal)
        for entry in journal:
            if not isinstance(entry.statement, values.Message):
                self.voter._recall(self.twin.twins.slip(entry.statement))
        self.twin.is_recalling = True
        super().recall(journal, known)
        self.twin.is_recalling = False
        self._before = len(journal)
        self.voter.be_silent()
        self.voter._move()
        if journal:
            self.voter.stand_at(self.twin.twins.head(journal[-1].head))
        self.voter.speak()
        self.voter.resumes, self.voter.since = self.resumes, self.since
        self.compare()

    # --- comparing -------------------------------------------------------------------------------

    def compare(self) -> None:
        """Require that both stand on the same, keep the same and have said the same."""
        voter, memory = self.voter, self.memory
        for effect in voter.take_effects():
            if isinstance(effect, VoteCast):
                self._cast.append(number_of(effect.vote.digest))
        new = [entry.statement for entry in self.journal[self._before :]]
        said = [vote.number for vote in new if not isinstance(vote, values.Message)]
        self._same("said", self._cast, said)
        self._same("head", number_of(voter.head.digest), self.head.number)
        for words, this, that in (
            ("base", voter.base, self.base),
            ("accepted", voter.accepted, self.accepted),
        ):
            self._same(words, this and number_of(this.digest), that and that.number)
        for words in (
            "promised",
            "view",
            "is_frozen",
            "is_over",
            "is_closed",
            "late",
            "named",
            "hurried",
            "waited",
            "since",
            "resumes",
            "voters",
            "patience",
        ):
            self._same(words, getattr(voter, words), getattr(self, words))
        self._same("missing", voter.missing(), self.missing())
        self._same("may find late", voter.may_find_late(), self.may_find_late())
        self._same("may sign", voter.may_sign(), self.may_sign())
        self._same("liars", voter.memory.liars(), memory.liars())
        helped = {(number_of(h.digest), p): n for (h, p), n in voter.helped.items() if n}
        self._same("helped", helped, {(h.number, p): n for (h, p), n in self.helped.items() if n})
        votes_here = {number_of(vote.digest) for vote in voter.memory.votes}
        self._same("votes", votes_here, {v.number for s in memory.votes.values() for v in s})
        for signer, messages in memory.messages.items():
            here = {number_of(m.digest) for m in voter.memory.messages.of(signer)}
            self._same("messages", here, {m.number for m in messages})
        proofs = {
            person: {(number_of(one.digest), number_of(two.digest)) for one, two in pairs}
            for person, pairs in voter.memory.proofs.items()
        }
        found = {p: {(one.number, two.number) for one, two in s} for p, s in memory.proofs.items()}
        self._same("proofs", proofs, found)

    def _same(self, words: str, this: object, that: object) -> None:
        if this != that:
            raise Divergence(f"{words} of {self.me}: {this} instead of {that}")


PEOPLE: dict[int, TwinPerson] = {}
"""Persons of the present run, by the memory of the voter beside each."""
_CURRENT: list[Counterparts] = []


def current() -> Counterparts:
    """Return the values of the present run."""
    return _CURRENT[-1]


@contextmanager
def beside_the_model() -> Iterator[None]:
    """Put a voter beside each person of the model that is made meanwhile."""
    _CURRENT.append(Counterparts())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(values.Head, "__post_init__", lambda head: current().name(head))
        for module in (machine, world, attacks):
            patch.setattr(module, "Person", TwinPerson)
        patch.setattr(stance, "Memory", TwinMemory)
        _see_through_digests(patch)
        try:
            yield
        finally:
            PEOPLE.clear()
            _CURRENT.pop()


@contextmanager
def tables_beside_the_model() -> Iterator[None]:
    """Put the program's rules beside each table of the model too, and a voter beside each person.

    Whoever imports the model's names does so inside.
    """
    with beside_the_model(), pytest.MonkeyPatch.context() as patch:
        for module in (votes, world, attacks):
            patch.setattr(module, "Table", TwinTable)
        yield


def _see_through_digests(patch: pytest.MonkeyPatch) -> None:
    """Let the program know what the model's values have in them where slips have digests."""
    find = KnownStatements.find

    def found(memory: KnownStatements, digest: bytes) -> Statement | None:
        here = find(memory, digest)
        said, twin = current().statements.get(digest, (None, None))
        if here or said is None:
            return here
        named = not isinstance(said, values.Proposal) or PEOPLE[id(memory)].memory._has_named(said)
        return twin if named else None

    def is_waited_for(memory: VoteMemory, answer: SignedAnswer) -> bool:
        del answer
        return PEOPLE[id(memory)].twin.is_asked

    def is_full(memory: VoteMemory, signer: int) -> bool:
        script = PEOPLE[id(memory)].table.script
        return memory.messages.number(signer) > SLACK + len(script)

    patch.setattr(KnownStatements, "find", found)
    patch.setattr(VoteMemory, "is_waited_for", is_waited_for)
    patch.setattr(VoteMemory, "is_full", is_full)
    patch.setattr(WaitingSlips, "is_named", lambda *_: False)
    patch.setattr(WaitingSlips, "_names", lambda *_: [])


class TwinTable(Table):
    """A table of the model that asks the program the same."""

    def __init__(
        self,
        persons: int,
        script: tuple[charter.Step, ...],
        terms: charter.Terms = charter.Terms.HALF,
        operators: tuple[int, ...] = (),
    ) -> None:
        super().__init__(persons, script, terms, operators)
        self.court = court_of(self, current(), None)

    def is_certified(self, freeze: values.Freeze) -> bool:
        found = super().is_certified(freeze)
        return _same_of(self.court.is_certified(current().freeze(freeze)), found)

    def outcome(self, proposal: values.Proposal) -> Outcome | None:
        found = super().outcome(proposal)
        _same_of(_plain(self.court.outcome(current().proposal(proposal))), _plain_again(found))
        return found

    def contradiction(self, one: Said, two: Said) -> Rule | None:
        found = super().contradiction(one, two)
        twins = current()
        rule = self.court.contradiction(twins.testimony(one), twins.testimony(two))
        _same_of(rule and rule.name, found and found.name)
        return found

    def voters(self, start: values.Head) -> tuple[int, ...]:
        return _same_of(self.court.voters(current().head(start)), super().voters(start))

    def quorum(self, voters: int) -> int:
        return _same_of(self.court.quorum(voters), super().quorum(voters))


_Thing = TypeVar("_Thing")


def _same_of(this: object, that: _Thing) -> _Thing:
    if this != that:
        raise Divergence(f"{this} instead of {that}")
    return that


def _plain(outcome: ViewOutcome | None) -> object:
    """Return an outcome of the program by its digests."""
    if outcome is None:
        return None
    base = number_of(outcome.base.digest) if outcome.base else None
    heads = tuple(number_of(h.digest) for h in (outcome.start, outcome.tip, outcome.head))
    votes = (outcome.epoch, outcome.liars, outcome.voters, outcome.needed)
    return base, heads, votes, number_of(outcome.origin.digest)


def _plain_again(outcome: Outcome | None) -> object:
    """Return an outcome of the model by its numbers."""
    if outcome is None:
        return None
    base = outcome.base.number if outcome.base else None
    heads = tuple(head.number for head in (outcome.start, outcome.tip, outcome.head))
    votes = (outcome.epoch, outcome.liars, outcome.voters, outcome.needed)
    return base, heads, votes, outcome.origin.number
