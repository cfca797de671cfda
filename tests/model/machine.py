"""One person: a machine for a whole table (6.8, 6.11, 6.12). No clock, no network, no cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from tests.model.charter import may_return
from tests.model.memory import Memory, Received
from tests.model.values import (
    Acceptance,
    Answer,
    Closing,
    Freeze,
    Head,
    Message,
    Proposal,
    Return,
    Statement,
    view_of,
)
from tests.model.votes import CONTENTS, LAST_VIEW, Table

PATIENCE: Final = 3
LONGEST: Final = 12
FARTHEST: Final = 64
HELP: Final = 3


class Entry(NamedTuple):
    """A line of the journal: an own statement, and what its signer stood on (6.8 f)."""

    statement: Statement
    base: Proposal | None
    head: Head


class Person:
    """The chain (`head`, `base`), the promise, the last acceptance, and the memory of a person."""

    def __init__(self, table: Table, me: int) -> None:
        self.table: Final = table
        self.me: Final = me
        self.memory: Final = Memory(table, me)
        self.journal: Final[list[Entry]] = []
        self.out: list[Received] = []
        self.head, self.base = table.root, _no_proposal()
        self.promised, self.accepted, self.froze = 0, _no_proposal(), _no_freeze()
        self.late: set[int] = set()
        self.helped: Counter[tuple[Head, int]] = Counter()
        self.waited = 0
        self.since = 0
        self.resumes = 0
        self.is_closed = False

    # --- questions -------------------------------------------------------------------------------

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

    def may_find_late(self) -> bool:
        """6.11: Whether the time of those missing runs: all of them may sign, or had their help."""
        freezes = self.memory.freezes()
        return not any(self._needs_help(signer, freezes) for signer in self.missing())

    def _needs_help(self, signer: int, freezes: dict[int, Freeze]) -> bool:
        """Whether somebody missing is frozen above this view and may still be helped (b iii)."""
        person = self.table.person_of[signer]
        return (
            person in freezes
            and self.view < freezes[person].view <= max(self.promised, self.view) + FARTHEST
            and self.helped[self.head, person] < HELP
        )

    # --- inputs ----------------------------------------------------------------------------------

    def sign(self, signer: int, body: str) -> None:
        """Answer the open step, for this person or a bot of theirs, if it may be signed (6.2)."""
        told = self.froze and self.froze.tip == self.head and view_of(self.froze.base) == self.view
        owes = signer in self.table.owers(self.head) or (self.is_over and self._is_present(signer))
        if not owes or (self.is_frozen and not told) or self.is_closed:
            return
        if self.memory.contents(self.head, signer):
            return
        slips = sorted(s for s in self.memory.returns.values() if may_return(s, self.head))
        message = Message(Answer(signer, self.head, body, tuple(slips)), self.view)
        if self.memory.permits(message):
            self._say(message)

    def come_back(self) -> None:
        """Announce that this person and their bots are back after they were put away (6.4)."""
        for signer in self.table.signers(self.me):
            absence = self.head.absences.get(signer)
            if absence:
                slip = Return(signer, absence.since)
                if may_return(slip, self.head) and slip not in self.memory:
                    self.memory.learn(slip)
                    self.out.append(slip)

    def hear(self, *received: Received) -> None:
        """Take in what somebody sent; nothing any more at a closed table (6.12)."""
        if self.is_closed:
            return
        news = [self.memory.learn(one) for one in received]
        if any(news):
            self._move()

    def find_late(self) -> None:
        """6.8 b i: Find late who is missing, because the owner or the clock says so."""
        missing = self.missing()
        own = self.table.signers(self.me)
        if self.table.is_seed(self.head) or any(signer in own for signer in missing):
            return
        self.late.update(missing)
        self._freeze_for_the_late()

    def tick(self) -> None:
        """Let five seconds pass: speak again, leave an idle leader (6.8 b v)."""
        if self.is_closed:
            return
        self.since += 1
        self._freeze_for_the_late()
        if self.is_frozen:
            freezes = self.memory.freezes().values()
            there = {f.signer for f in freezes if f.view >= self.promised} & set(self.voters)
            liars = self.memory.liars()
            self.waited += len(there) >= self.table.need(self.voters, liars)
            if self.waited > self.patience:
                self._freeze(self._next_view())
            said = [entry.statement for entry in self.journal]
            self.out += [s for s in said if s.view >= self.promised]
        self._move()

    def leave(self) -> None:
        """Close the table, after the end was handed out (6.12)."""
        self.is_closed = self.is_closed or self.is_over

    def recall(self, journal: Iterable[Entry], known: Iterable[Received]) -> None:
        """6.8 f: Start again from a journal, in its order, then from what is known besides."""
        self.journal.extend(journal)
        for entry in self.journal:
            self.base, self.head = entry.base, entry.head
            match entry.statement:
                case Freeze() as freeze:
                    self.froze = freeze
                    self.promised = max(self.promised, freeze.view)
                case Acceptance() as acceptance:
                    self.accepted = acceptance.proposal
                    self.promised = max(self.promised, acceptance.view)
                case Message() | Proposal():
                    pass
        self.promised = max(self.promised, self.view)
        for one in (*known, *(entry.statement for entry in self.journal)):
            self.memory.learn(one)
        for entry in self.journal:
            if not isinstance(entry.statement, Message) and entry.statement not in self.memory:
                self.memory.keep(entry.statement)
        self._move()

    # --- signing ---------------------------------------------------------------------------------

    def _is_present(self, signer: int) -> bool:
        return signer not in self.head.absences

    def _say(self, statement: Statement) -> None:
        """Sign: into the journal before it leaves (6.8 f)."""
        self.journal.append(Entry(statement, self.base, self.head))
        self.out.append(statement)
        if isinstance(statement, Message):
            self.memory.learn(statement)
        else:
            self.memory.keep(statement)
        self._move()

    def _next_view(self) -> int:
        """6.8 b i: Return the next view not led by somebody gone without a vote, late or lying."""
        idle = self.head.absences.keys() - set(self.voters)
        idle |= self.late.intersection(self.missing()) | self.memory.liars()
        following = range(self.promised + 1, self.promised + 1 + len(self.table.persons))
        return next((v for v in following if self.table.leader(v) not in idle), following[0])

    def _freeze_for_the_late(self) -> None:
        """Freeze for silence, after a resume here not before 2P ticks (6.8 b i)."""
        pause = 2 * min(LONGEST, self.patience + self.resumes) if self.resumes else 0
        if self.late.intersection(self.missing()) and not self.is_frozen and self.since >= pause:
            self._freeze(self._next_view())

    def _freeze(self, view: int) -> None:
        if self.me not in self.voters or not self.promised < view <= LAST_VIEW:
            return
        held = self.held()
        own = self.table.signers(self.me)
        late = self.late.intersection(self.missing()).difference(own)
        outcome = self.table.outcome(self.accepted) if self.accepted else None
        last = self.accepted if outcome and (outcome.epoch, outcome.start) == self.start else None
        lying = {self.table.person_of[signer] for signer in self.unpunished()}
        faults = tuple(proof for person in sorted(lying) if (proof := self.memory.proof(person)))
        freeze = Freeze(
            view, self.me, self.base, last, self.head, held, tuple(sorted(late)), faults
        )
        if self.memory.permits(freeze):
            self.promised, self.waited, self.froze = view, 0, freeze
            self._say(freeze)

    # --- moving ----------------------------------------------------------------------------------

    def _move(self) -> None:
        """Do what can be done now."""
        if self.is_closed:
            return
        while self._follow() or self._close():
            pass
        self.memory.base, self.memory.accepted = self.base, self.accepted
        self.memory.head, self.memory.view = self.head, self.promised
        if self.me in self.voters:
            self._join()
            self._propose()
            self._accept()

    def _follow(self) -> bool:
        """6.8 d: Stand on a decision that is further than this one."""
        table = self.table
        best = table.furthest(p for p in self.memory.proposals() if self.memory.is_decided(p))
        if best is None or not table.beats(best, self.base):
            return False
        accepted = table.outcome(self.accepted) if self.accepted else None
        is_higher = view_of(self.accepted) > best.view
        if is_higher and accepted and (accepted.epoch, accepted.head) not in table.ends(best):
            return False
        self._stand(best)
        return True

    def _stand(self, decision: Proposal) -> None:
        outcome = self.table.outcome(decision)
        assert outcome
        is_again = (outcome.epoch + 1, outcome.head) == self.start
        self.base, self.since, self.waited = decision, 0, 0
        self.promised = max(self.promised, decision.view)
        if not self._is_beyond(outcome.head):
            self._go_to(outcome.head)
        elif self.head == outcome.head and outcome.is_resume and not is_again:
            self.resumes += 1

    def _is_beyond(self, start: Head) -> bool:
        """Whether this chain is a past, and after it steps that closed by themselves."""
        later = [head for head in self.head.closings() if head.step > start.step]
        return self.head.extends(start) and all(map(self.table.is_whole, later))

    def _go_to(self, head: Head) -> None:
        self.head, self.resumes = head, 0
        self.late.clear()

    def _close(self) -> bool:
        """6.1: Close a step with one right answer of each, unless a liar is at the table."""
        owers = self.table.owers(self.head)
        contents = [self.memory.contents(self.head, signer) for signer in owers]
        if self.is_over or any(len(answers) != 1 for answers in contents):
            return False
        after = Head(self.head, Closing(tuple(answers[0] for answers in contents)))
        if not self.table.is_whole(after):
            return False
        if self.unpunished() and not self.table.is_seed(self.head) and not self._is_common(after):
            return False
        self._go_to(after)
        return True

    def _is_common(self, head: Head) -> bool:
        """Whether somebody not proven to lie has signed over a past."""
        signers = self.memory.messages.keys() - self.memory.liars()
        return any(m.head.extends(head) for s in signers for m in self.memory.messages[s])

    def _join(self) -> None:
        """Freeze with others (6.8 b ii), for somebody frozen (iii), or against a liar (iv)."""
        freezes = self.memory.freezes()
        views = sorted((f.view for s, f in freezes.items() if s in self.voters and s != self.me))
        vouched = len(self.voters) - self.table.quorum(len(self.voters)) + 1
        if len(views) >= vouched and self.promised < views[-vouched] <= self.promised + FARTHEST:
            self._freeze(views[-vouched])
            return
        if self.is_over:
            return
        for signer in self.missing():
            person = self.table.person_of[signer]
            if self._needs_help(signer, freezes) and freezes[person].view > self.promised:
                self.helped[self.head, person] += 1
                self._freeze(freezes[person].view)
                return
        if not self.is_frozen and self.unpunished() and not self.table.is_seed(self.head):
            self._freeze_against_liars()

    def _freeze_against_liars(self) -> None:
        """6.8 b iv: Freeze if all others have answered, or have signed on another way."""
        elsewhere = {self.table.person_of[signer] for signer in self.missing()}
        if all(self.helped[self.head, p] < HELP and self._is_elsewhere(p) for p in elsewhere):
            self.helped.update((self.head, person) for person in elsewhere)
            self._freeze(self._next_view())

    def _is_elsewhere(self, person: int) -> bool:
        """Whether somebody has signed on another way than this head, in this view or later."""
        return any(
            message.view >= self.view
            and not (message.head.extends(self.head) or self.head.extends(message.head))
            for signer in self.table.signers(person)
            for message in self.memory.messages[signer]
        )

    def _propose(self) -> None:
        """6.8 c: Lead: propose a closing at once, a resume after a tick."""
        view = self.promised
        said = self.memory.votes[self.me]
        if not self.is_frozen or self.table.leader(view) != self.me:
            return
        if any(isinstance(vote, Proposal) and vote.view == view for vote in said):
            return
        freezes = [freeze for freeze in self.memory.freezes().values() if freeze.view == view]
        proposal = Proposal(view, self.me, tuple(sorted(freezes, key=lambda f: f.signer)))
        outcome = self.table.outcome(proposal)
        if outcome and (self.waited or not outcome.is_resume) and self.memory.permits(proposal):
            self._say(proposal)

    def _accept(self) -> None:
        """6.8 a: Accept a right proposal of this epoch, or of one a decision leads to."""
        for proposal in self.memory.proposals():
            outcome = self.table.outcome(proposal)
            lowest = max(self.promised, self.view + 1, view_of(self.accepted) + 1)
            if proposal.view < lowest or outcome is None or self.me not in outcome.voters:
                continue
            acceptance = Acceptance(proposal.view, self.me, proposal)
            if not self.memory.permits(acceptance):
                continue
            if outcome.base and self.table.beats(outcome.base, self.base):
                self._stand(outcome.base)
            if (outcome.epoch, outcome.start) == self.start:
                self.promised, self.accepted, self.waited = proposal.view, proposal, 0
                self._say(acceptance)
                return


def _no_proposal() -> Proposal | None:
    return None


def _no_freeze() -> Freeze | None:
    return None
