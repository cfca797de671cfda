"""The rules for statements: what contradicts (6.9), and what follows from freezes (6.5 to 6.7).

Everything here is a function of the bytes of statements and of what they name by hash. It assumes
that what they name is here and that every `base` is decided; a person sees to that first
(`memory.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Final, TypeVar

from tests.model.charter import Charter, Step, Terms
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
    view_of,
)

LAST_VIEW: Final = 2**62
FEWEST: Final = 2
"""Persons that stay in a view: of one alone the others could not come back (6.6)."""
CONTENTS: Final = 2
"""Contents of each signer in a freeze."""
AnyValue = TypeVar("AnyValue", bound=Value)
Said = Statement | Answer


class Rule(Enum):
    """The kinds of contradictions (6.9)."""

    C1 = "two contents of one step, or a wrong one"
    C2 = "two pasts in one view"
    C3 = "two votes of one view"
    C4 = "an acceptance forgotten"
    C5 = "a message forgotten, or signed although frozen"
    C6 = "a proposal that is not right"


@dataclass(frozen=True)
class Outcome:
    """The consequence of a right proposal (6.6); `origin` is the one that found who is late."""

    base: Proposal | None
    epoch: int
    start: Head
    liars: frozenset[int]
    voters: tuple[int, ...]
    needed: int
    tip: Head
    head: Head
    origin: Proposal

    @property
    def is_resume(self) -> bool:
        """Whether nothing is closed: the table goes on at the tip, in a new view."""
        return self.head == self.tip


class Table(Charter):
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

    # --- contradictions (6.9) --------------------------------------------------------------------

    def contradiction(self, one: Said, two: Said) -> Rule | None:
        """Return the rule by which no honest program signs both (or one, if they are the same)."""
        if one.signer != two.signer:
            return None
        if one == two:
            return self._wrong_alone(one)
        match one, two:
            case (Answer() | Message(), Answer() | Message()):
                return self._two_answers(one, two)
            case (
                (Freeze(view=view), Freeze(view=other))
                | (Proposal(view=view), Proposal(view=other))
                | (Acceptance(view=view), Acceptance(view=other))
            ):
                return Rule.C3 if view == other else None
            case (Freeze(), Acceptance()):
                return Rule.C4 if self._forgot_acceptance(one, two) else None
            case (Acceptance(), Freeze()):
                return Rule.C4 if self._forgot_acceptance(two, one) else None
            case (Freeze(), Message()):
                return Rule.C5 if _forgot_message(one, two) else None
            case (Message(), Freeze()):
                return Rule.C5 if _forgot_message(two, one) else None
            case _:
                return None

    def _wrong_alone(self, statement: Said) -> Rule | None:
        match statement:
            case Answer():
                return Rule.C1 if self.is_wrong(statement) else None
            case Message():
                return Rule.C1 if self.is_wrong(statement.answer) else None
            case Proposal():
                return None if self.outcome(statement) else Rule.C6
            case Acceptance():
                return None if self.outcome(statement.proposal) else Rule.C6
            case Freeze():
                return None

    def _two_answers(self, one: Answer | Message, two: Answer | Message) -> Rule | None:
        if one.head == two.head:
            return Rule.C1 if content(one) != content(two) else None
        if isinstance(one, Message) and isinstance(two, Message) and one.view == two.view:
            follow = one.head.extends(two.head) or two.head.extends(one.head)
            return None if follow else Rule.C2
        return None

    def _forgot_acceptance(self, freeze: Freeze, acceptance: Acceptance) -> bool:
        accepted = self.outcome(acceptance.proposal)
        if acceptance.view >= freeze.view or accepted is None:
            return False
        epoch = self.epoch_of(freeze.base)
        if accepted.epoch == epoch:
            return acceptance.view > max(view_of(freeze.base), view_of(freeze.accepted))
        return accepted.epoch > epoch and acceptance.view > view_of(freeze.base)

    # --- certified and right (6.5) ---------------------------------------------------------------

    def is_certified(self, freeze: Freeze) -> bool:
        """Whether a freeze is proven by all that it names."""
        if freeze not in self._certified:
            self._certified[freeze] = self._is_form_kept(freeze) and self._is_past_proven(freeze)
        return self._certified[freeze]

    def _is_form_kept(self, freeze: Freeze) -> bool:
        """Whether the limits of 6.2 are kept."""
        owers, own = self.owers(freeze.tip), self.signers(self.person_of[freeze.signer])
        held = Counter(answer.signer for answer in freeze.held)
        proven = [self.person_of[one.signer] for one, _ in freeze.faults]
        return (
            1 <= freeze.view <= LAST_VIEW
            and freeze.held == tuple(sorted(set(freeze.held)))
            and all(answer.head == freeze.tip and answer.signer in owers for answer in freeze.held)
            and all(count <= CONTENTS for count in held.values())
            and freeze.late == tuple(sorted(set(freeze.late)))
            and set(freeze.late) <= set(owers) - set(own)
            and len(proven) == len(set(proven))
            and all(self.contradiction(one, two) for one, two in freeze.faults)
        )

    def _is_past_proven(self, freeze: Freeze) -> bool:
        """Whether base, acceptance and tip are what they are said to be."""
        base, accepted = freeze.base, freeze.accepted
        if base and not (base.view < freeze.view and self.outcome(base)):
            return False
        start = self.start_of(base)
        if accepted:
            outcome = self.outcome(accepted)
            if outcome is None or accepted.view >= freeze.view:
                return False
            if (outcome.epoch, outcome.start) != (self.epoch_of(base), start):
                return False
        return (
            freeze.signer in self.voters(start)
            and freeze.tip.extends(start)
            and all(self.is_whole(h) for h in freeze.tip.closings() if h.step > start.step)
        )

    def outcome(self, proposal: Proposal) -> Outcome | None:
        """Return what follows from a proposal, or None if it is not right."""
        if proposal not in self._outcomes:
            freezes = proposal.freezes
            signers = [freeze.signer for freeze in freezes]
            is_formed = (
                proposal.signer == self.leader(proposal.view)
                and all(freeze.view == proposal.view for freeze in freezes)
                and signers == sorted(set(signers))
                and all(self.is_certified(freeze) for freeze in freezes)
            )
            self._outcomes[proposal] = self._following(proposal) if is_formed else None
        return self._outcomes[proposal]

    # --- what follows (6.6) ----------------------------------------------------------------------

    def _following(self, proposal: Proposal) -> Outcome | None:
        everybody = self.furthest(freeze.base for freeze in proposal.freezes)
        marks = self._proven(proposal.freezes, everybody)
        liars = frozenset(marks)
        freezes = [freeze for freeze in proposal.freezes if freeze.signer not in liars]
        base = self.furthest(freeze.base for freeze in freezes)
        start, epoch = self.start_of(base), self.epoch_of(base)
        voters = self.voters(start)
        freezes = [freeze for freeze in freezes if freeze.signer in voters]
        voting = [freeze.signer for freeze in freezes]
        needed = self.need(voters, liars)
        if len(freezes) < max(needed, 1) or proposal.signer not in voters:
            return None
        freezes = [
            f for f in freezes if (self.epoch_of(f.base), self.start_of(f.base)) == (epoch, start)
        ]
        tip, head, origin = self._accepted(freezes) or (None, None, proposal)
        if tip is None or head is None:
            tip = _longest(start, [freeze.tip for freeze in freezes])
            there = [freeze for freeze in freezes if freeze.tip == tip]
            head = self._closed(tip, there, marks, needed)
            head = self._crowded(head, voting) if head != tip else tip
        return Outcome(base, epoch, start, liars, voters, needed, tip, head, origin)

    def _accepted(self, freezes: list[Freeze]) -> tuple[Head, Head, Proposal] | None:
        """6.6 i: Return the outcome that may be decided already: it is proposed again, exactly."""
        accepted = [freeze.accepted for freeze in freezes if freeze.accepted]
        if not accepted:
            return None
        view = max(proposal.view for proposal in accepted)
        again = self.outcome(_most(one for one in accepted if one.view == view))
        assert again
        return again.tip, again.head, again.origin

    def _closed(
        self, tip: Head, there: list[Freeze], marks: Mapping[int, Mark], needed: int
    ) -> Head:
        """6.6 ii: Return the past in which the open step is closed by a view; the tip: resume."""
        held = {a.signer: a for f in there for a in f.held if a.signer not in marks}
        late = Counter(signer for freeze in there for signer in freeze.late)
        missing = [s for s in self.owers(tip) if s not in held and s not in marks]
        if self.is_end(tip) or self.is_seed(tip) or any(late[s] < needed for s in missing):
            return tip
        away = {s for p in missing for s in (self.signers(p) if p in self.persons else (p,))}
        found = dict.fromkeys(away - set(tip.absences), Mark.AWAY)
        for signer, mark in marks.items():
            was = tip.absences.get(signer)
            if was is None or was.mark is not Mark.FAULTY:
                found[signer] = Mark.FAULTY if signer in tip.once_struck else mark
        answers = tuple(held[signer] for signer in self.owers(tip) if signer in held)
        return Head(tip, Closing(answers, tuple(sorted(found.items()))))

    def _crowded(self, head: Head, voting: list[int]) -> Head:
        """6.6: If fewer than two persons stay, bring back the voters that are gone but voting."""
        assert head.before
        assert head.closing
        gone = [p for p in voting if p in head.before.absences and p in head.absences]
        gone = [p for p in gone if head.absences[p].mark is not Mark.FAULTY]
        if len(self.present(head)) >= FEWEST or not gone:
            return head
        back = tuple(s for person in gone for s in self.signers(person) if s in head.absences)
        return Head(head.before, replace(head.closing, back=back))

    def _proven(self, freezes: tuple[Freeze, ...], base: Proposal | None) -> dict[int, Mark]:
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
        """6.8 d: Whether a decision is to be stood on rather than another."""
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

    def furthest(self, bases: Iterable[Proposal | None]) -> Proposal | None:
        """Return the decision that beats the others."""
        best: Proposal | None = None
        for base in sorted({base for base in bases if base}):
            if self.beats(base, best):
                best = base
        return best


def content(statement: Answer | Message) -> Answer:
    """Return the content of a message without its view."""
    return statement.answer if isinstance(statement, Message) else statement


def _forgot_message(freeze: Freeze, message: Message) -> bool:
    if message.view >= freeze.view or message.view < view_of(freeze.base):
        return False
    return message.view > view_of(freeze.base) or not freeze.tip.extends(message.head)


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


def _longest(head: Head, tips: list[Head]) -> Head:
    """Return the past along tips as far as they lead; at a fork, where most tips lead."""
    while further := [t.at(head.step + 1) for t in tips if t.step > head.step and t.extends(head)]:
        head = _most(further)
    return head
