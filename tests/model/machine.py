"""One person: a machine for a whole table (6.8, 6.11, 6.12). No clock, no network, no cards."""

from __future__ import annotations

from collections.abc import Iterable

from tests.model.charter import may_return
from tests.model.memory import Received
from tests.model.stance import Entry, Stance
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
)
from tests.model.votes import LAST_VIEW


class Person(Stance):
    """A person at the table."""

    # --- inputs ----------------------------------------------------------------------------------

    def sign(self, signer: int, body: str) -> None:
        """Answer the open step, for this person or a bot of theirs, if it may be signed (6.2)."""
        owes = signer in self.table.owers(self.head) or (self.is_over and self._is_present(signer))
        if not owes or not self.may_sign() or self.is_closed:
            return
        if self.memory.contents(self.head, signer):
            return
        slips = self.table.due_returns(self.memory.returns.values(), self.head)
        message = Message(Answer(signer, self.head, body, slips), self.view)
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
        """6.8 b i: Find late who is missing, an own bot too, as the owner or the clock says."""
        missing = self.missing()
        if self.table.is_seed(self.head) or self.me in missing:
            return
        self.late.update(self.found_late(missing))
        self.freeze_for_the_late()

    def tick(self) -> None:
        """Let five seconds pass: speak again, leave an idle leader (6.8 b v)."""
        if self.is_closed:
            return
        self.since += 1
        self.freeze_for_the_late()
        if self.is_frozen:
            self.leave_idle_leader()
            said = [entry.statement for entry in self.journal]
            self.out += [s for s in said if s.view >= self.promised]
        self._move()

    def leave_idle_leader(self) -> None:
        """6.8 b v: Freeze again if enough have frozen, and P ticks brought nothing.

        Somebody far below the others would climb as fast as they do, and never meet them.
        """
        freezes = self.memory.freezes().values()
        there = {f.signer for f in freezes if f.view >= self.promised} & set(self.voters)
        self.waited += len(there) >= self.table.need(self.voters, self.memory.liars())
        if self.waited > self.patience:
            self._freeze(self.nearer_view())

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

    def _say(self, statement: Statement) -> None:
        """Sign: into the journal before it leaves (6.8 f)."""
        self.journal.append(Entry(statement, self.base, self.head))
        self.out.append(statement)
        if isinstance(statement, Message):
            self.memory.learn(statement)
        else:
            self.memory.keep(statement)
        self._move()

    def freeze_for_the_late(self) -> None:
        """Freeze for silence; the same silence again, after a resume, only if it may (6.8 b i)."""
        if self.is_frozen or not self.late.intersection(self.missing()):
            return
        if self.is_found_anew() or self.is_rested():
            self._freeze(self.next_view())
        elif self.hurried < self.haste and self.is_agreed():
            self.hurried += 1
            self._freeze(self.next_view())

    def _freeze(self, view: int) -> None:
        if self.me not in self.voters or not self.promised < view <= LAST_VIEW:
            return
        held = self.held()
        late = self.late.intersection(self.missing()) - {self.me}
        lying = {self.table.person_of[signer] for signer in self.unpunished()}
        faults = tuple(proof for person in sorted(lying) if (proof := self.memory.proof(person)))
        freeze = Freeze(
            view,
            self.me,
            self.base,
            self.last_accepted(),
            self.head,
            held,
            tuple(sorted(late)),
            faults,
        )
        if self.memory.permits(freeze):
            self.promised, self.waited = view, 0
            self.named |= late
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
            self.propose()
            self._accept()

    def _follow(self) -> bool:
        """6.8 d: Stand on a decision that is further than this one."""
        table = self.table
        decided = (p for p in self.memory.proposals() if self.memory.is_decided(p))
        best = table.furthest(p for p in decided if table.may_follow(p, self.base))
        if best is None:
            return False
        if self.waits_for_higher(best):
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

    def _go_to(self, head: Head) -> None:
        self.head, self.resumes, self.hurried = head, 0, 0
        self.late.clear()
        self.named.clear()

    def _close(self) -> bool:
        """6.1: Close a step with one right answer of each, unless a liar is at the table."""
        owers = self.table.owers(self.head)
        contents = [self.memory.contents(self.head, signer) for signer in owers]
        if self.is_over or any(len(answers) != 1 for answers in contents):
            return False
        after = Head(self.head, Closing(tuple(answers[0] for answers in contents)))
        if not self.table.is_whole(after):
            return False
        if self.is_closing_for_a_view(after):
            return False
        self._go_to(after)
        return True

    def _join(self) -> None:
        """Freeze with others, for somebody frozen, against a liar, or for silence."""
        if not self.freeze_with_others() and not self.is_over and not self.help_somebody():
            is_seed = self.table.is_seed(self.head)
            if not self.is_frozen and self.unpunished() and not is_seed:
                self.freeze_against_liars()
            self.freeze_for_the_late()

    def freeze_with_others(self) -> bool:
        """6.8 b ii: Freeze in a view so many are in that one is honest; whether there is."""
        view = self.vouched_view()
        if self.promised < view <= self.promised + self.farthest:
            self._freeze(view)
            return True
        return False

    def help_somebody(self) -> bool:
        """6.8 b iii: Freeze in the view of somebody missing who may not sign; whether there is."""
        freezes = self.memory.freezes()
        for signer in self.missing():
            person = self.table.person_of[signer]
            if self.needs_help(signer, freezes) and freezes[person].view > self.promised:
                self.helped[self.head, person] += 1
                self._freeze(freezes[person].view)
                return True
        return False

    def freeze_against_liars(self) -> None:
        """6.8 b iv: Freeze if all others have answered, or have signed on another way."""
        elsewhere = {self.table.person_of[signer] for signer in self.missing()}
        if all(self.helped[self.head, p] < self.help and self.is_elsewhere(p) for p in elsewhere):
            self.helped.update((self.head, person) for person in elsewhere)
            self._freeze(self.next_view())

    def propose(self) -> None:
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
        if outcome and self.is_ready(outcome) and self.memory.permits(proposal):
            self._say(proposal)

    def _accept(self) -> None:
        """6.8 a: Accept a right proposal of this epoch, or of one a decision leads to."""
        for proposal in self.memory.proposals():
            outcome = self.table.outcome(proposal)
            if proposal.view < self.lowest() or outcome is None or self.me not in outcome.voters:
                continue
            acceptance = Acceptance(proposal.view, self.me, proposal)
            if not self.memory.permits(acceptance):
                continue
            if outcome.base and self.table.beats(outcome.base, self.base):
                self._stand(outcome.base)
            if self.is_of_epoch(outcome):
                self.promised, self.accepted, self.waited = proposal.view, proposal, 0
                self._say(acceptance)
                return
