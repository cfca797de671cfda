"""The rules for statements: what contradicts (6.9), and what follows from freezes (6.5 to 6.7).

Everything here is a function of the bytes of statements and of what they name by hash. It assumes
that what they name is here and that every `base` is decided; a person sees to that first
(`memory.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeVar

from tests.model.charter import Step, Terms
from tests.model.contradictions import Court, Outcome, Rule, Said
from tests.model.values import (
    Acceptance,
    Answer,
    Closing,
    Freeze,
    Head,
    Mark,
    Message,
    Proposal,
    Statement,
    Value,
)

LAST_VIEW: Final = 2**62
FEWEST: Final = 2
"""Persons that stay in a view: of one alone the others could not come back (6.6)."""
CONTENTS: Final = 2
"""Contents of each signer in a freeze."""
AnyValue = TypeVar("AnyValue", bound=Value)


class Table(Court):
    """The charter with the rules for statements; it keeps what it computed of each."""

    def __init__(
        self,
        persons: int,
        script: tuple[Step, ...],
        terms: Terms = Terms.HALF,
        operators: tuple[int, ...] = (),
    ) -> None:
        super().__init__(persons, script, terms, operators)
        self._outcomes: dict[Proposal, Outcome | None] = {}
        self._certified: dict[Freeze, bool] = {}

    # --- certified and right (6.5) ---------------------------------------------------------------

    def is_certified(self, freeze: Freeze) -> bool:
        """Whether a freeze is proven by all that it names."""
        if freeze not in self._certified:
            self._certified[freeze] = (
                self.is_form_kept(freeze)
                and self.are_faults_proven(freeze)
                and self.is_accepted_proven(freeze)
                and self.is_tip_proven(freeze)
            )
        return self._certified[freeze]

    def is_form_kept(self, freeze: Freeze) -> bool:
        """Whether the limits of 6.2 are kept."""
        owers = self.owers(freeze.tip)
        held = Counter(answer.signer for answer in freeze.held)
        return (
            1 <= freeze.view <= LAST_VIEW
            and freeze.held == tuple(sorted(set(freeze.held)))
            and all(answer.head == freeze.tip and answer.signer in owers for answer in freeze.held)
            and all(count <= CONTENTS for count in held.values())
            and freeze.late == tuple(sorted(set(freeze.late)))
            and set(freeze.late) <= set(owers) - {freeze.signer}
        )

    def are_faults_proven(self, freeze: Freeze) -> bool:
        """Whether each pair in faults is a contradiction, one for each person at most."""
        proven = [self.person_of[one.signer] for one, _ in freeze.faults]
        pairs = all(self.contradiction(one, two) for one, two in freeze.faults)
        return pairs and len(proven) == len(set(proven))

    def is_accepted_proven(self, freeze: Freeze) -> bool:
        """Whether `accepted` is a right proposal of the freeze's epoch, of a view below."""
        if freeze.accepted is None:
            return True
        outcome, epoch = self.outcome(freeze.accepted), self.epoch_of(freeze.base)
        return (
            outcome is not None
            and freeze.accepted.view < freeze.view
            and (outcome.epoch, outcome.start) == (epoch, self.start_of(freeze.base))
        )

    def is_tip_proven(self, freeze: Freeze) -> bool:
        """Whether the base is right, and whole steps lead from it to the tip."""
        base, start = freeze.base, self.start_of(freeze.base)
        if base and not (base.view < freeze.view and self.outcome(base)):
            return False
        return (
            freeze.signer in self.voters(start)
            and freeze.tip.extends(start)
            and all(self.is_whole(h) for h in freeze.tip.closings() if h.step > start.step)
        )

    def outcome(self, proposal: Proposal) -> Outcome | None:
        """Return what follows from a proposal, or None if it is not right."""
        if proposal not in self._outcomes:
            following = self._following(proposal) if self.is_formed(proposal) else None
            self._outcomes[proposal] = following
        return self._outcomes[proposal]

    def is_formed(self, proposal: Proposal) -> bool:
        """Whether a proposal is by the leader of its view, of certified freezes of that view."""
        signers = [freeze.signer for freeze in proposal.freezes]
        return (
            proposal.signer == self.leader(proposal.view)
            and all(freeze.view == proposal.view for freeze in proposal.freezes)
            and signers == sorted(set(signers))
            and all(self.is_certified(freeze) for freeze in proposal.freezes)
        )

    # --- what follows (6.6) ----------------------------------------------------------------------

    def _following(self, proposal: Proposal) -> Outcome | None:
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
        tip, head, origin = self.accepted(freezes) or (None, None, proposal)
        if tip is None or head is None:
            tip = self.longest(start, [freeze.tip for freeze in freezes])
            there = [freeze for freeze in freezes if freeze.tip == tip]
            head = self.closed(tip, there, marks, needed)
            head = self.crowded(head, voting) if head != tip else tip
        return Outcome(base, epoch, start, liars, voters, needed, tip, head, origin)

    def are_enough(self, freezes: list[Freeze], needed: int) -> bool:
        """Whether freezes of voters are as many as needed, and one at least."""
        return len(freezes) >= max(needed, 1)

    def with_content(self, freezes: list[Freeze], epoch: int, start: Head) -> list[Freeze]:
        """Return the freezes of an epoch: others only promise."""
        return [
            f for f in freezes if (self.epoch_of(f.base), self.start_of(f.base)) == (epoch, start)
        ]

    def accepted(self, freezes: list[Freeze]) -> tuple[Head, Head, Proposal] | None:
        """6.6 i: Return the outcome that may be decided already: it is proposed again, exactly."""
        accepted = [freeze.accepted for freeze in freezes if freeze.accepted]
        if not accepted:
            return None
        view = max(proposal.view for proposal in accepted)
        again = self.outcome(_most(one for one in accepted if one.view == view))
        assert again
        return again.tip, again.head, again.origin

    def closed(
        self, tip: Head, there: list[Freeze], marks: Mapping[int, Mark], needed: int
    ) -> Head:
        """6.6 ii: Return the past in which the open step is closed by a view; the tip: resume."""
        held = {a.signer: a for a in self.held(there) if a.signer not in marks}
        late = Counter(signer for freeze in there for signer in freeze.late)
        missing = [s for s in self.owers(tip) if s not in held and s not in marks]
        if (
            self.is_end(tip)
            or self.is_seed(tip)
            or any(not self.is_late(late[s], needed) for s in missing)
        ):
            return tip
        away = {s for p in missing for s in (self.signers(p) if p in self.persons else (p,))}
        found = dict.fromkeys(away - set(tip.absences), Mark.AWAY)
        found |= self.struck(tip, marks)
        answers = tuple(held[signer] for signer in self.owers(tip) if signer in held)
        return Head(tip, Closing(answers, tuple(sorted(found.items()))))

    def held(self, freezes: list[Freeze]) -> set[Answer]:
        """Return all right answers that anybody holds at the tip."""
        held = (answer for freeze in freezes for answer in freeze.held)
        return {answer for answer in held if not self.is_wrong(answer)}

    def is_late(self, freezes: int, needed: int) -> bool:
        """Whether somebody missing is late in so many freezes that it counts."""
        return freezes >= needed

    def struck(self, tip: Head, marks: Mapping[int, Mark]) -> dict[int, Mark]:
        """Return the marks of proven liars; the second contradiction is faulty (6.10)."""
        gone = tip.absences
        return {
            signer: Mark.FAULTY if signer in tip.once_struck else mark
            for signer, mark in marks.items()
            if signer not in gone or gone[signer].mark is not Mark.FAULTY
        }

    def longest(self, head: Head, tips: list[Head]) -> Head:
        """Return the past along tips as far as they lead; at a fork, where most tips lead."""
        while further := [
            t.at(head.step + 1) for t in tips if t.step > head.step and t.extends(head)
        ]:
            head = _most(further)
        return head

    def crowded(self, head: Head, voting: list[int]) -> Head:
        """6.6: If fewer than two persons stay, bring back the voters that are gone but voting."""
        assert head.before
        assert head.closing
        gone = [p for p in voting if p in head.before.absences and p in head.absences]
        gone = [p for p in gone if head.absences[p].mark is not Mark.FAULTY]
        if len(self.present(head)) >= FEWEST or not gone:
            return head
        back = tuple(s for person in gone for s in self.signers(person) if s in head.absences)
        return Head(head.before, replace(head.closing, back=back))

    def proven(self, freezes: tuple[Freeze, ...], base: Proposal | None) -> dict[int, Mark]:
        """Return Z: signers proven to lie by what freezes are and name, each with a mark (6.10)."""
        found: dict[int, Mark] = {}
        for one, two in self._pairs_in(freezes):
            rule = self.contradiction(one, two)
            if rule and not self.is_spent(one, two, base):
                mark = Mark.FAULTY if rule in {Rule.C1, Rule.C6} else Mark.CONTRADICTION
                for signer in self.signers(self.person_of[one.signer]):
                    found[signer] = mark if found.get(signer) is not Mark.FAULTY else Mark.FAULTY
        return found

    def _pairs_in(self, freezes: tuple[Freeze, ...]) -> Iterator[tuple[Said, Said]]:
        """Yield pairs of one signer in freezes, in what they name, and in their faults."""
        votes: dict[int, set[Statement]] = {}
        answers: dict[tuple[int, Head], set[Answer]] = {}
        for freeze in freezes:
            for vote in _votes_in(freeze):
                votes.setdefault(vote.signer, set()).add(vote)
            for answer in freeze.answers:
                answers.setdefault((answer.signer, answer.head), set()).add(answer)
            yield from freeze.faults
            for statement in (statement for pair in freeze.faults for statement in pair):
                votes.setdefault(statement.signer, set()).add(statement)
        for said in votes.values():
            yield from combinations(sorted(said), 2)
        for several in answers.values():
            yield from combinations(sorted(several), 2)
            yield from ((answer, answer) for answer in several)

    def is_spent(self, one: Said, two: Said, base: Proposal | None) -> bool:
        """6.10: Whether a pair has counted already, in the decision that struck its signer last."""
        person = self.person_of[one.signer]
        for decision in self.chain(base):
            outcome = self.outcome(decision)
            assert outcome
            closing = outcome.head.closing
            if not outcome.is_resume and closing and (person, Mark.CONTRADICTION) in closing.marks:
                return _is_before(one, decision, outcome.head) or _is_before(
                    two, decision, outcome.head
                )
        return False

    # --- decisions (6.7) -------------------------------------------------------------------------

    def is_decided(self, proposal: Proposal, accepters: Iterable[int]) -> bool:
        """Whether enough voters that are not proven to lie in it accepted a proposal."""
        outcome = self.outcome(proposal)
        if outcome is None:
            return False
        return len(set(accepters) & set(outcome.voters) - outcome.liars) >= outcome.needed

    def start_of(self, base: Proposal | None) -> Head:
        """Return the head at which the epoch of a base begins."""
        outcome = self.outcome(base) if base else None
        return outcome.head if outcome else self.root

    def epoch_of(self, base: Proposal | None) -> int:
        """Return the number of the epoch a base begins."""
        outcome = self.outcome(base) if base else None
        return outcome.epoch + 1 if outcome else 0

    def chain(self, base: Proposal | None) -> Iterator[Proposal]:
        """Yield the decisions that began the epochs up to a base, the last first."""
        while base:
            yield base
            outcome = self.outcome(base)
            base = outcome.base if outcome else None

    def ends(self, base: Proposal | None) -> set[tuple[int, Head]]:
        """Return the ends of epochs, by number and head, on the way to a base."""
        return {(self.epoch_of(one) - 1, self.start_of(one)) for one in self.chain(base)}

    def beats(self, one: Proposal, other: Proposal | None) -> bool:
        """6.6: Whether a decision is further than another; of one view, the smaller."""
        if other is None:
            return True
        this, that = (self.epoch_of(one) - 1, self.start_of(one)), self.epoch_of(other) - 1
        old = that, self.start_of(other)
        if old in self.ends(one):
            return this[0] > that or (this == old and one.view > other.view)
        return this not in self.ends(other) and (one.view, -one.number) > (
            other.view,
            -other.number,
        )

    def may_follow(self, one: Proposal, base: Proposal | None) -> bool:
        """6.8 d: Whether to leave a base for a decision: one that builds on it, or is higher.

        Of two decisions of one view neither is left for the other: a message signed in it on the
        one would contradict every later freeze on the other.
        """
        end = self.epoch_of(base) - 1, self.start_of(base)
        is_further = base is None or end in self.ends(one) or one.view > base.view
        return is_further and self.beats(one, base)

    def furthest(self, bases: Iterable[Proposal | None]) -> Proposal | None:
        """Return the decision that beats the others."""
        best: Proposal | None = None
        for base in sorted({base for base in bases if base}):
            if self.beats(base, best):
                best = base
        return best


def _is_before(statement: Said, decision: Proposal, head: Head) -> bool:
    """Whether a statement was made before a decision that ends at a head."""
    match statement:
        case Answer():
            return not statement.head.extends(head)
        case Message():
            return statement.view <= decision.view and not statement.head.extends(head)
        case Freeze() | Proposal() | Acceptance():
            return statement.view <= decision.view


def _votes_in(freeze: Freeze) -> Iterator[Freeze | Proposal]:
    """Yield a freeze, and the proposals it names, with their freezes."""
    yield freeze
    for proposal in (freeze.base, freeze.accepted):
        if proposal:
            yield proposal
            yield from proposal.freezes


def _most(values: Iterable[AnyValue]) -> AnyValue:
    """Return the value that occurs most often, of several the smallest."""
    count = Counter(values)
    return min(count, key=lambda value: (-count[value], value.number))
