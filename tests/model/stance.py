"""The state of one person, and what follows from it: questions only (6.8, 6.11)."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from tests.model.contradictions import Outcome
from tests.model.memory import Memory, Received
from tests.model.values import (
    Answer,
    Freeze,
    Head,
    Proposal,
    Statement,
    view_of,
)
from tests.model.votes import CONTENTS, Table

PATIENCE: Final = 3
LONGEST: Final = 12
FARTHEST: Final = 64
HELP: Final = 3
HASTE: Final = 3


class Entry(NamedTuple):
    """A line of the journal: an own statement, and what its signer stood on (6.8 f)."""

    statement: Statement
    base: Proposal | None
    head: Head


class Stance:
    """The chain (`head`, `base`), the promise, the last acceptance, and the memory of a person."""

    farthest = FARTHEST
    help = HELP
    haste = HASTE

    def __init__(self, table: Table, me: int) -> None:
        self.table: Final = table
        self.me: Final = me
        self.memory: Final = Memory(table, me)
        self.journal: Final[list[Entry]] = []
        self.out: list[Received] = []
        self.head: Head = table.root
        self.base: Proposal | None = None
        self.promised = 0
        self.accepted: Proposal | None = None
        self.late: set[int] = set()
        self.named: set[int] = set()
        self.hurried = 0
        self.helped: Counter[tuple[Head, int]] = Counter()
        self.waited = 0
        self.since = 0
        self.resumes = 0
        self.is_closed = False

    @property
    def view(self) -> int:
        """The view of the decision that began this epoch (6.1)."""
        return view_of(self.base)

    @property
    def start(self) -> tuple[int, Head]:
        """The epoch and its start head."""
        return self.table.epoch_of(self.base), self.table.start_of(self.base)

    @property
    def voters(self) -> tuple[int, ...]:
        """The voters of this epoch."""
        return self.table.voters(self.table.start_of(self.base))

    @property
    def is_frozen(self) -> bool:
        """Whether a promise forbids to sign."""
        return self.promised > self.view

    @property
    def is_over(self) -> bool:
        """Whether RESULT is closed here (6.12)."""
        return self.table.is_end(self.head)

    @property
    def patience(self) -> int:
        """P: ticks to wait for a leader; it grows with each view that decides nothing."""
        return min(LONGEST, PATIENCE + (self.promised - self.view) // max(1, len(self.voters)))

    def held(self) -> tuple[Answer, ...]:
        """Return the answers to the open step that are here, two of a signer at most."""
        owers = self.table.owers(self.head)
        contents = (sorted(self.memory.contents(self.head, signer))[:CONTENTS] for signer in owers)
        return tuple(sorted(answer for answers in contents for answer in answers))

    def missing(self) -> list[int]:
        """Return the signers that owe an answer and are not proven to lie."""
        here = {answer.signer for answer in self.held()} | self.memory.liars()
        return [signer for signer in self.table.owers(self.head) if signer not in here]

    def unpunished(self) -> frozenset[int]:
        """Return the proven liars that are not gone."""
        return self.memory.liars() - self.head.absences.keys()

    def found_late(self, missing: list[int]) -> list[int]:
        """6.2: Return the signers missing that may be found late here: own bots are among them."""
        return [signer for signer in missing if signer != self.me]

    def may_find_late(self) -> bool:
        """6.11: Whether the time of those missing runs: all of them may sign, or had their help."""
        freezes = self.memory.freezes()
        return not any(self.needs_help(signer, freezes) for signer in self.missing())

    def needs_help(self, signer: int, freezes: dict[int, Freeze]) -> bool:
        """Whether somebody missing is frozen above this view and may still be helped (b iii)."""
        person = self.table.person_of[signer]
        return (
            person != self.me
            and person in freezes
            and self.view < freezes[person].view <= max(self.promised, self.view) + self.farthest
            and self.helped[self.head, person] < self.help
        )

    def may_sign(self) -> bool:
        """6.2: Whether no freeze forbids to sign: each leaves its tip free, in its base's view.

        Of several freezes each forbids: only a step that was the tip of all of them is free.
        """
        said = self.memory.votes[self.me]
        above = [v for v in said if isinstance(v, Freeze) and v.view > self.view]
        free = all(f.tip == self.head and view_of(f.base) == self.view for f in above)
        return not self.is_frozen or (bool(above) and free)

    def _is_present(self, signer: int) -> bool:
        return signer not in self.head.absences

    def next_view(self) -> int:
        """6.8 b i: Return the next view led by a voter that is not gone, late or lying."""
        idle = set(self.table.persons) - self.present_voters()
        idle |= self.late.intersection(self.missing()) | self.memory.liars()
        following = range(self.promised + 1, self.promised + 1 + len(self.table.persons))
        return next((v for v in following if self.table.leader(v) not in idle), following[0])

    def vouched_view(self) -> int:
        """6.8 b ii: Return the highest view so many have reached that one is honest; 0 if none."""
        freezes = self.memory.freezes()
        views = sorted(f.view for s, f in freezes.items() if s in self.voters and s != self.me)
        vouched = len(self.voters) - self.table.quorum(len(self.voters)) + 1
        return views[-vouched] if len(views) >= vouched else 0

    def nearer_view(self) -> int:
        """6.8 b v: Return the next view, or one nearer to others that are far above."""
        farthest = self.promised + self.farthest
        return farthest if self.vouched_view() > farthest else self.next_view()

    def present_voters(self) -> set[int]:
        """Return the voters that are not gone: only they can be hoped to propose."""
        return set(self.voters) - self.head.absences.keys()

    def is_found_anew(self) -> bool:
        """6.8 b i: Whether somebody is found late whom no freeze of this seat here has named."""
        return bool(self.late.intersection(self.missing()) - self.named)

    def is_agreed(self) -> bool:
        """6.8 b i: Whether enough voters have found late here all that are missing."""
        found = Counter(self.late)
        liars = self.memory.liars()
        others = set(self.voters) - liars - {self.me}
        for signer, freeze in self.memory.freezes().items():
            if freeze.tip == self.head and signer in others:
                found.update(freeze.late)
        needed = self.table.need(self.voters, liars)
        return all(found[signer] >= needed for signer in self.missing())

    def is_rested(self) -> bool:
        """Whether 2P ticks have passed since a resume here; each in a row adds one to P."""
        pause = 2 * min(LONGEST, self.patience + self.resumes) if self.resumes else 0
        return self.since >= pause

    def last_accepted(self) -> Proposal | None:
        """Return the proposal accepted last in this epoch (6.2)."""
        outcome = self.table.outcome(self.accepted) if self.accepted else None
        return self.accepted if outcome and (outcome.epoch, outcome.start) == self.start else None

    def waits_for_higher(self, best: Proposal) -> bool:
        """6.8 d: Whether something else was accepted here in a view above that of a decision."""
        accepted = self.table.outcome(self.accepted) if self.accepted else None
        is_above = view_of(self.accepted) > best.view
        ends = self.table.ends(best)
        return is_above and accepted is not None and (accepted.epoch, accepted.head) not in ends

    def _is_beyond(self, start: Head) -> bool:
        """Whether this chain is a past, and after it steps that closed by themselves."""
        later = [head for head in self.head.closings() if head.step > start.step]
        return self.head.extends(start) and all(map(self.table.is_whole, later))

    def is_closing_for_a_view(self, after: Head) -> bool:
        """Whether first a view is to put a liar away: unless others went on, or before the game."""
        is_seed = self.table.is_seed(self.head)
        return bool(self.unpunished()) and not is_seed and not self.is_common(after)

    def is_common(self, head: Head) -> bool:
        """Whether somebody not proven to lie has signed over a past."""
        signers = self.memory.messages.keys() - self.memory.liars()
        return any(m.head.extends(head) for s in signers for m in self.memory.messages[s])

    def is_elsewhere(self, person: int) -> bool:
        """Whether somebody has signed on another way than this head, in this view or later."""
        return any(
            message.view >= self.view
            and not (message.head.extends(self.head) or self.head.extends(message.head))
            for signer in self.table.signers(person)
            for message in self.memory.messages[signer]
        )

    def is_ready(self, outcome: Outcome) -> bool:
        """Whether to propose now: a closing at once, a resume after a tick or if all froze."""
        return bool(self.waited) or not outcome.is_resume or self.have_all_frozen()

    def have_all_frozen(self) -> bool:
        """6.8 c: Whether each voter present that is not waited for has frozen in the view.

        So a resume comes at once, but only one view a tick.
        """
        if not self.since:
            return False
        freezes = self.memory.freezes()
        asked = self.present_voters() - set(self.missing()) - self.memory.liars()
        return all(person in freezes and freezes[person].view >= self.promised for person in asked)

    def lowest(self) -> int:
        """Return the lowest view in which this person may accept."""
        return max(self.promised, self.view + 1, view_of(self.accepted) + 1)

    def is_of_epoch(self, outcome: Outcome) -> bool:
        """Whether a proposal is about the epoch this person is in."""
        return (outcome.epoch, outcome.start) == self.start
