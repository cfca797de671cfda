"""Certified freezes, right proposals, their outcome, and decisions (6.5 to 6.7).

Everything here is a function of the bytes of statements and of what they name by hash. It assumes
that what they name is here and that every `base` is decided; the memory sees to that first
(`vote_memory.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

from engine.values import replace
from protocol.agreement.electorate import Steps
from protocol.agreement.offences import Court, Offence, Testimony, ViewOutcome
from protocol.agreement.pasts import AbsenceMark, Head, SignedAnswer, StepEnd
from protocol.agreement.statements import (
    AcceptanceVote,
    FreezeVote,
    ProposalVote,
    Said,
    SignedMessage,
    Statement,
)
from protocol.quorum import Quorum

LAST_VIEW: Final = 1 << 62
FEWEST: Final = 2
"""Persons that stay in a view: of one alone the others could not come back (6.6)."""
CONTENTS: Final = 2
"""Contents of each signer in a freeze."""
_HEADS: Final = 8192
"""Heads after which those judged whole are forgotten."""
_Named = TypeVar("_Named", Head, ProposalVote)


class Outcomes(Court):
    """The rules for statements of one table; what was computed of a statement is kept."""

    def __init__(self, person_of: Sequence[int], chosen: Quorum, steps: Steps, root: Head) -> None:
        super().__init__(person_of, chosen, steps, root)
        self._outcomes: dict[ProposalVote, ViewOutcome | None] = {}
        self._certified: dict[FreezeVote, bool] = {}
        self._whole: dict[Head, bool] = {}

    @property
    def size(self) -> int:
        """The number of results kept."""
        return len(self._outcomes) + len(self._certified)

    def forget_all_but(self, used: Collection[Said]) -> None:
        """Forget what was computed of other statements; it would be computed again."""
        self._outcomes = {vote: found for vote, found in self._outcomes.items() if vote in used}
        self._certified = {vote: found for vote, found in self._certified.items() if vote in used}
        if len(self._whole) > _HEADS:
            self._whole.clear()

    # --- certified and right (6.5) ---------------------------------------------------------------

    def is_certified(self, freeze: FreezeVote) -> bool:
        """Whether a freeze is proven by all that it names."""
        if freeze not in self._certified:
            self._certified[freeze] = (
                self.is_form_kept(freeze)
                and self.are_faults_proven(freeze)
                and self.is_accepted_proven(freeze)
                and self.is_tip_proven(freeze)
            )
        return self._certified[freeze]

    def is_form_kept(self, freeze: FreezeVote) -> bool:
        """Whether the limits of 6.2 are kept."""
        owers = self.steps.owers(freeze.tip)
        held = Counter(answer.signer for answer in freeze.held)
        rising = sorted(set(freeze.held), key=lambda answer: (answer.signer, answer.digest))
        return (
            1 <= freeze.view <= LAST_VIEW
            and freeze.held == tuple(rising)
            and all(answer.head == freeze.tip and answer.signer in owers for answer in freeze.held)
            and all(count <= CONTENTS for count in held.values())
            and freeze.late == tuple(sorted(set(freeze.late)))
            and set(freeze.late) <= set(owers) - {freeze.signer}
        )

    def are_faults_proven(self, freeze: FreezeVote) -> bool:
        """Whether each pair in faults is a contradiction, one for each person at most."""
        proven = [self.person_of[one.signer] for one, _ in freeze.faults]
        pairs = all(self.contradiction(one, two) for one, two in freeze.faults)
        return pairs and len(proven) == len(set(proven))

    def is_accepted_proven(self, freeze: FreezeVote) -> bool:
        """Whether `accepted` is a right proposal of the freeze's epoch, of a view below."""
        if freeze.accepted is None:
            return True
        outcome, epoch = self.outcome(freeze.accepted), self.epoch_of(freeze.base)
        return (
            outcome is not None
            and freeze.accepted.view < freeze.view
            and (outcome.epoch, outcome.start) == (epoch, self.start_of(freeze.base))
        )

    def is_tip_proven(self, freeze: FreezeVote) -> bool:
        """Whether the base is right, and whole steps lead from it to the tip."""
        base, start = freeze.base, self.start_of(freeze.base)
        if base and not (base.view < freeze.view and self.outcome(base)):
            return False
        return (
            freeze.signer in self.voters(start)
            and freeze.tip.extends(start)
            and all(self.is_whole(head) for head in freeze.tip.beyond(start))
        )

    def is_whole(self, head: Head) -> bool:
        """Whether the last step of a past closed by itself (6.1)."""
        if head not in self._whole:
            self._whole[head] = self._is_whole(head)
        return self._whole[head]

    def _is_whole(self, head: Head) -> bool:
        if head.before is None or head.closing is None or not head.closing.is_by_itself:
            return False
        answers = head.closing.answers
        return tuple(answer.signer for answer in answers) == self.steps.owers(head.before) and all(
            answer.head == head.before and not self.steps.is_wrong(answer) for answer in answers
        )

    def outcome(self, proposal: ProposalVote) -> ViewOutcome | None:
        """Return what follows from a proposal, or None if it is not right."""
        if proposal not in self._outcomes:
            following = self._following(proposal) if self.is_formed(proposal) else None
            self._outcomes[proposal] = following
        return self._outcomes[proposal]

    def is_formed(self, proposal: ProposalVote) -> bool:
        """Whether a proposal is by the leader of its view, of certified freezes of that view."""
        signers = [freeze.signer for freeze in proposal.freezes]
        return (
            proposal.signer == self.leader(proposal.view)
            and all(freeze.view == proposal.view for freeze in proposal.freezes)
            and signers == sorted(set(signers))
            and all(self.is_certified(freeze) for freeze in proposal.freezes)
        )

    # --- what follows (6.6) ----------------------------------------------------------------------

    def _following(self, proposal: ProposalVote) -> ViewOutcome | None:
        if not proposal.freezes:
            return None
        everybody = self.furthest(freeze.base for freeze in proposal.freezes)
        marks = self.proven(proposal.freezes, everybody)
        liars = frozenset(marks)
        freezes = [freeze for freeze in proposal.freezes if freeze.signer not in liars]
        base = self.furthest(freeze.base for freeze in freezes)
        start, epoch = self.start_of(base), self.epoch_of(base)
        voters = self.voters(start)
        freezes = [freeze for freeze in freezes if freeze.signer in voters]
        voting = [freeze.signer for freeze in freezes]
        needed = self.need(voters, liars)
        if not self.are_enough(freezes, needed) or proposal.signer not in voters:
            return None
        freezes = self.with_content(freezes, epoch, start)
        again = self.accepted(freezes)
        if again is not None:
            tip, head, origin = again
        else:
            tip = self.longest(start, [freeze.tip for freeze in freezes])
            there = [freeze for freeze in freezes if freeze.tip == tip]
            head, origin = self.closed(tip, there, marks, needed), proposal
            head = self.crowded(head, voting) if head != tip else tip
        return ViewOutcome(base, epoch, start, liars, voters, needed, tip, head, origin)

    def are_enough(self, freezes: list[FreezeVote], needed: int) -> bool:
        """Whether freezes of voters are as many as needed, and one at least."""
        return len(freezes) >= max(needed, 1)

    def with_content(self, freezes: list[FreezeVote], epoch: int, start: Head) -> list[FreezeVote]:
        """Return the freezes of an epoch: others only promise."""
        return [
            f for f in freezes if (self.epoch_of(f.base), self.start_of(f.base)) == (epoch, start)
        ]

    def accepted(self, freezes: list[FreezeVote]) -> tuple[Head, Head, ProposalVote] | None:
        """Return the outcome that may be decided already: it is proposed again, exactly (6.6 i)."""
        accepted = [freeze.accepted for freeze in freezes if freeze.accepted]
        if not accepted:
            return None
        view = max(proposal.view for proposal in accepted)
        again = self.outcome(_most(one for one in accepted if one.view == view))
        return (again.tip, again.head, again.origin) if again else None

    def closed(
        self, tip: Head, there: list[FreezeVote], marks: Mapping[int, AbsenceMark], needed: int
    ) -> Head:
        """Return the past in which the open step is closed by a view; the tip: resume (6.6 ii)."""
        held = {a.signer: a for a in sorted(self.held(there)) if a.signer not in marks}
        late = Counter(signer for freeze in there for signer in freeze.late)
        owers = self.steps.owers(tip)
        missing = [s for s in owers if s not in held and s not in marks]
        if (
            self.steps.is_end(tip)
            or self.steps.is_seed(tip)
            or any(not self.is_late(late[s], needed) for s in missing)
        ):
            return tip
        away = {s for p in missing for s in (self.signers(p) if p in self.persons else (p,))}
        found = dict.fromkeys(away - set(tip.gone), AbsenceMark.AWAY)
        found |= self.struck(tip, marks)
        answers = tuple(held[signer] for signer in owers if signer in held)
        return tip.after(StepEnd(answers, tuple(sorted(found.items()))))

    def held(self, freezes: list[FreezeVote]) -> set[SignedAnswer]:
        """Return all right answers that anybody holds at the tip."""
        held = (answer for freeze in freezes for answer in freeze.held)
        return {answer for answer in held if not self.steps.is_wrong(answer)}

    def is_late(self, freezes: int, needed: int) -> bool:
        """Whether somebody missing is late in so many freezes that it counts."""
        return freezes >= needed

    def struck(self, tip: Head, marks: Mapping[int, AbsenceMark]) -> dict[int, AbsenceMark]:
        """Return the marks of proven liars; the second contradiction is faulty (6.10)."""
        gone = tip.gone
        return {
            signer: AbsenceMark.FAULTY if signer in tip.once_struck else mark
            for signer, mark in marks.items()
            if signer not in gone or gone[signer].mark is not AbsenceMark.FAULTY
        }

    def longest(self, head: Head, tips: list[Head]) -> Head:
        """Return the past along tips as far as they lead; at a fork, where most tips lead."""
        while further := [
            t.at(head.step + 1) for t in tips if t.step > head.step and t.extends(head)
        ]:
            head = _most(further)
        return head

    def crowded(self, head: Head, voting: list[int]) -> Head:
        """Bring back voters that are gone but voting, if fewer than two persons stay (6.6)."""
        if head.before is None or head.closing is None:
            return head
        gone = [p for p in voting if p in head.before.gone and p in head.gone]
        gone = [p for p in gone if head.gone[p].mark is not AbsenceMark.FAULTY]
        if len(self.present(head)) >= FEWEST or not gone:
            return head
        back = {signer for person in gone for signer in self.signers(person) if signer in head.gone}
        return head.before.after(replace(head.closing, back=tuple(sorted(back))))

    def proven(
        self, freezes: tuple[FreezeVote, ...], base: ProposalVote | None
    ) -> dict[int, AbsenceMark]:
        """Return Z: signers proven to lie by what freezes are and name, each with a mark (6.10)."""
        found: dict[int, AbsenceMark] = {}
        for one, two in _pairs_in(freezes):
            rule = self.contradiction(one, two)
            if rule and not self.is_spent(one, two, base):
                is_heavy = rule in {Offence.C1, Offence.C6}
                mark = AbsenceMark.FAULTY if is_heavy else AbsenceMark.CONTRADICTION
                for signer in self.signers(self.person_of[one.signer]):
                    found[signer] = max(mark, found.get(signer, mark))
        return found

    def is_spent(self, one: Testimony, two: Testimony, base: ProposalVote | None) -> bool:
        """Whether a pair has counted in the decision that struck its signer last (6.10)."""
        person = self.person_of[one.signer]
        for decision in self.chain(base):
            outcome = self.outcome(decision)
            if outcome is None or outcome.is_resume or outcome.head.closing is None:
                continue
            if (person, AbsenceMark.CONTRADICTION) in outcome.head.closing.marks:
                return any(_is_before(said, decision, outcome.head) for said in (one, two))
        return False

    # --- decisions (6.7) -------------------------------------------------------------------------

    def is_decided(self, proposal: ProposalVote, accepters: Iterable[int]) -> bool:
        """Whether enough voters that are not proven to lie in it accepted a proposal."""
        outcome = self.outcome(proposal)
        if outcome is None:
            return False
        return len(set(accepters) & set(outcome.voters) - outcome.liars) >= outcome.needed

    def start_of(self, base: ProposalVote | None) -> Head:
        """Return the head at which the epoch of a base begins."""
        outcome = self.outcome(base) if base else None
        return outcome.head if outcome else self.root

    def epoch_of(self, base: ProposalVote | None) -> int:
        """Return the number of the epoch a base begins."""
        outcome = self.outcome(base) if base else None
        return outcome.epoch + 1 if outcome else 0

    def chain(self, base: ProposalVote | None) -> Iterator[ProposalVote]:
        """Yield the decisions that began the epochs up to a base, the last first."""
        while base:
            yield base
            outcome = self.outcome(base)
            base = outcome.base if outcome else None

    def has_end(self, base: ProposalVote | None, epoch: int, head: Head) -> bool:
        """Whether the epoch of that number ended at that head on the way to a base."""
        # Epochs fall by one along the chain, so the walk is as long as the distance.
        for decision in self.chain(base):
            found = self.epoch_of(decision) - 1
            if found <= epoch:
                return (found, self.start_of(decision)) == (epoch, head)
        return False

    def beats(self, one: ProposalVote, other: ProposalVote | None) -> bool:
        """Whether a decision is further than another; of one view, the smaller (6.6)."""
        if other is None:
            return True
        this, that = self._end(one), self._end(other)
        if self.has_end(one, *that):
            return this[0] > that[0] or (this == that and one.view > other.view)
        if self.has_end(other, *this):
            return False
        return one.view > other.view or (one.view == other.view and one < other)

    def may_follow(self, one: ProposalVote, base: ProposalVote | None) -> bool:
        """Whether to leave a base for a decision: one that builds on it, or is higher (6.8 d).

        Of two decisions of one view neither is left for the other: a message signed in it on the
        one would contradict every later freeze on the other.
        """
        is_further = base is None or self.has_end(one, *self._end(base)) or one.view > base.view
        return is_further and self.beats(one, base)

    def _end(self, base: ProposalVote) -> tuple[int, Head]:
        """Return the epoch that a decision ends, and the head at which it ends."""
        return self.epoch_of(base) - 1, self.start_of(base)

    def furthest(self, bases: Iterable[ProposalVote | None]) -> ProposalVote | None:
        """Return the decision that beats the others."""
        best: ProposalVote | None = None
        for base in sorted({base for base in bases if base}):
            if self.beats(base, best):
                best = base
        return best


def _is_before(statement: Testimony, decision: ProposalVote, head: Head) -> bool:
    """Whether a statement was made before a decision that ends at a head."""
    match statement:
        case SignedAnswer():
            return not statement.head.extends(head)
        case SignedMessage():
            return statement.view <= decision.view and not statement.head.extends(head)
        case FreezeVote() | ProposalVote() | AcceptanceVote():
            return statement.view <= decision.view


def _pairs_in(freezes: tuple[FreezeVote, ...]) -> Iterator[tuple[Testimony, Testimony]]:
    """Yield pairs of one signer in freezes, in what they name, and in their faults.

    Answers that all tips name were right when their steps closed, and are the only ones of their
    signers there: they are left out.
    """
    votes: dict[int, set[Statement]] = {}
    answers: dict[tuple[int, Head], set[SignedAnswer]] = {}
    shared = _shared([freeze.tip for freeze in freezes])
    for freeze in freezes:
        for vote in _votes_in(freeze):
            votes.setdefault(vote.signer, set()).add(vote)
        parted = (h.closing.answers for h in freeze.tip.beyond(shared) if h.closing)
        for several in (*parted, freeze.held):
            for answer in several:
                answers.setdefault((answer.signer, answer.head), set()).add(answer)
        yield from freeze.faults
        for statement in (statement for pair in freeze.faults for statement in pair):
            votes.setdefault(statement.signer, set()).add(statement)
    for said in votes.values():
        yield from combinations(sorted(said), 2)
    for contents in answers.values():
        yield from combinations(sorted(contents), 2)
        yield from ((answer, answer) for answer in contents)


def _shared(tips: list[Head]) -> Head:
    """Return the longest past that is the beginning of all tips; there is one at least."""
    shared = min(tips, key=lambda tip: tip.step)
    while shared.before and not all(tip.extends(shared) for tip in tips):
        shared = shared.before
    return shared


def _votes_in(freeze: FreezeVote) -> Iterator[FreezeVote | ProposalVote]:
    """Yield a freeze, and the proposals it names, with their freezes."""
    yield freeze
    for proposal in (freeze.base, freeze.accepted):
        if proposal:
            yield proposal
            yield from proposal.freezes


def _most(values: Iterable[_Named]) -> _Named:
    """Return the value that occurs most often, of several the smallest."""
    count = Counter(values)
    return min(count, key=lambda value: (-count[value], value.digest))
