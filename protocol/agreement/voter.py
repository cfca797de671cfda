"""One person: the machine for a whole table (6.8, 6.11, 6.12). No clock, no network, no cards.

The game feeds it and looks at `head` after each input: whatever is new there has closed, and if
`head` no longer extends what it was, steps were undone. What else happened is in `take_effects`.

After a restart the order is: `be_silent`, `recall` the journal, replay the record and what votes
rest on, `stand_at` the end of the record, listen to others as long as one likes, `speak`.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.agreement.effects import (
    AgreementEffect,
    ContradictionFound,
    StoodOn,
    ViewMoved,
    VoteCast,
)
from protocol.agreement.grounds import grounds_of
from protocol.agreement.outcomes import LAST_VIEW, Outcomes
from protocol.agreement.pasts import Head, StepEnd
from protocol.agreement.slips import ProposalSlip, ReturnSlip, VoteOfView
from protocol.agreement.stance import Stance
from protocol.agreement.statements import (
    AcceptanceVote,
    CastVote,
    FreezeVote,
    ProposalVote,
    Scribe,
    SignedMessage,
    step_named,
    view_of,
)
from protocol.agreement.vote_memory import Received


class Voter(Stance):
    """A person at the table, or a bot, which never votes."""

    def __init__(self, court: Outcomes, me: int, scribe: Scribe) -> None:
        super().__init__(court, me)
        self._scribe = scribe
        self._told: frozenset[CastVote] = frozenset()
        self._moved = ViewMoved(0, 0, ())

    # --- inputs ----------------------------------------------------------------------------------

    def hear(self, *received: Received) -> None:
        """Take in slips and checked messages; nothing any more at a closed table (6.12)."""
        if self.is_closed:
            return
        news = [self._learn(one) for one in received]
        if any(news):
            self._move()

    def learn(self, message: SignedMessage) -> None:
        """Take in a checked message, right or wrong, whose head is known."""
        self.hear(message)

    def look_again(self) -> None:
        """Judge waiting slips again, since the game knows more heads now."""
        if not self.is_closed and self.memory.judge_all():
            self._move()

    def said(self, message: SignedMessage) -> None:
        """Take in a message of ours, just signed."""
        self.memory.learn(message)
        self._move()

    def find_late(self) -> None:
        """Find late everybody missing, own bots too: the owner or the clock says so (6.8 b i)."""
        missing = self.missing()
        if self.court.steps.is_seed(self.head) or self.me in missing:
            return
        self.late.update(self.found_late(missing))
        self.freeze_for_the_late()

    def tick(self) -> None:
        """Let five seconds pass; leave an idle leader (6.8 b v)."""
        if self.is_closed:
            return
        self.since += 1
        self.freeze_for_the_late()
        if self.is_frozen:
            self.leave_idle_leader()
        self._move()

    def leave_idle_leader(self) -> None:
        """Freeze again if enough have frozen, and P ticks brought nothing (6.8 b v).

        Somebody far below the others would climb as fast as they do, and never meet them.
        """
        freezes = self.memory.votes.freezes().values()
        voters = self.voters
        there = {f.signer for f in freezes if f.view >= self.promised} & set(voters)
        self.waited += len(there) >= self.court.need(voters, self.memory.liars())
        if self.waited > self.patience:
            self._freeze(self.nearer_view())

    def leave(self) -> None:
        """Close the table, after the end was handed out (6.12)."""
        self.is_closed = self.is_closed or self.is_over

    def be_silent(self) -> None:
        """Listen only, after a restart: own votes that others send back bind like the journal."""
        self.is_silent = True

    def speak(self) -> None:
        """Vote and answer again."""
        self.is_silent = False
        self._move()

    def recall(self, journal: Iterable[VoteOfView]) -> None:
        """Take back own votes of the journal, in its order (6.8 f).

        They bind at once as promises. The rest of what they say follows when all that they name is
        here; until then nothing is voted and answered. Be silent until the record is replayed too:
        own messages that are not back yet do not keep anybody from voting as if they were not said.
        """
        was_silent, self.is_silent = self.is_silent, True
        for slip in journal:
            self._recall(slip)
        self.memory.judge_all()
        self._move()
        self.is_silent = was_silent

    def stand_at(self, head: Head) -> None:
        """Stand at the end of our record, whose steps closed by themselves (6.8 f).

        A liar that is known now would else keep a step of it open that closed before. It is done in
        silence: only somebody who stands where they did knows how to vote.
        """
        steps = list(head.beyond(self.head))
        is_by_view = any(one.step - 1 in self.by_view for one in steps)
        if head.extends(self.head) and all(map(self.court.is_whole, steps)) and not is_by_view:
            self._go_to(head)
            self._move()

    def _learn(self, received: Received) -> bool:
        if not self.is_silent or isinstance(received, ReturnSlip | SignedMessage):
            return self.memory.learn(received)
        if received.signer == self.me:
            self._recall(received)
            return self.memory.judge_all()
        return self.memory.learn(received)

    def _recall(self, slip: VoteOfView) -> None:
        if not isinstance(slip, ProposalSlip):
            self.promised = max(self.promised, slip.view)
        known = self.memory.kept(slip.digest)
        if isinstance(known, FreezeVote | AcceptanceVote):
            self.memory.recalled.append(known)
        elif known is None and slip not in self.memory.waiting.recalled:
            self.memory.waiting.recalled.append(slip)

    # --- results ---------------------------------------------------------------------------------

    def take_effects(self) -> tuple[AgreementEffect, ...]:
        """Return what happened since this was last asked, and forget it."""
        self._report()
        found = tuple(self.effects)
        self.effects.clear()
        return found

    @property
    def has_effects(self) -> bool:
        """Whether anything happened since the effects were taken."""
        self._report()
        return bool(self.effects)

    def _report(self) -> None:
        """Report new proofs, and a view that moved."""
        self._report_proofs()
        if not self.is_frozen:
            return
        freezes = self.memory.votes.freezes()
        there = tuple(sorted(s for s, freeze in freezes.items() if freeze.view >= self.promised))
        moved = ViewMoved(self.promised, self.leader, there)
        if moved != self._moved:
            self._moved = moved
            self.effects.append(moved)

    def _report_proofs(self) -> None:
        for one, two in self.memory.found:
            offence = self.court.contradiction(one, two)
            if offence is not None:
                step = max(step_named(one), step_named(two))
                found = ContradictionFound(one.signer, offence, one.raw, two.raw, step)
                self.effects.append(found)
        self.memory.found.clear()

    # --- signing ---------------------------------------------------------------------------------

    def _say(self, vote: CastVote) -> None:
        """Cast a vote: what it rests on and the vote are on the disk before it leaves (6.8 f)."""
        self._report_proofs()
        statements, answers = grounds_of(self.memory, [vote], self._told, self.head)
        told = [said for said in statements if not isinstance(said, SignedMessage)]
        self._told = self._told.union((vote, *told))
        raws = tuple(statement.raw for statement in statements)
        self.effects.append(VoteCast(vote, raws, answers))
        self.memory.keep(vote)
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
        if not self.may_vote:
            return
        late = self.late.intersection(self.missing()) - {self.me}
        lying = {self.court.person_of[signer] for signer in self.unpunished()}
        faults = tuple(proof for person in sorted(lying) if (proof := self.memory.proof(person)))
        freeze = self._scribe.freeze(
            view,
            self.base,
            self.last_accepted(),
            self.head,
            self.held(),
            tuple(sorted(late)),
            faults,
        )
        if self.memory.permits(freeze):
            self.promised, self.waited = view, 0
            self.named.update(late)
            self._say(freeze)

    # --- moving ----------------------------------------------------------------------------------

    def _move(self) -> None:
        """Do what can be done now."""
        if self.is_closed:
            return
        self._bind()
        while self._follow() or self._close():
            pass
        self.memory.waiting.forget_recalled(self.view)
        self.memory.base, self.memory.accepted = self.base, self.accepted
        self.memory.head, self.memory.view = self.head, self.promised
        if self.me in self.voters and self.may_vote:
            self._join()
            self.propose()
            self._accept()

    def _bind(self) -> None:
        """Stand where own votes of before a restart were cast (6.8 f)."""
        votes = self.memory.recalled[:]
        self.memory.recalled.clear()
        for vote in votes:
            if isinstance(vote, FreezeVote):
                self._stand_again(vote.base)
                if self.court.start_of(vote.base) == self.start[1] and vote.tip.extends(self.head):
                    self._go_to(vote.tip)
            elif isinstance(vote, AcceptanceVote):
                self._accept_again(vote.proposal)

    def _accept_again(self, proposal: ProposalVote) -> None:
        """Stand where a proposal was accepted, on no decision below it that excludes it (6.8 d)."""
        outcome = self.court.outcome(proposal)
        if outcome is None or proposal.view <= view_of(self.accepted):
            return
        self._stand_again(outcome.base)
        self.accepted = proposal
        if self.base and not self.is_of_epoch(outcome) and self.waits_for_higher(self.base):
            self.base = outcome.base
            self._go_to(outcome.start)

    def _stand_again(self, base: ProposalVote | None) -> None:
        if base is not None and self.court.beats(base, self.base):
            self._stand(base)

    def _follow(self) -> bool:
        """Stand on a decision that is further than this one (6.8 d)."""
        court = self.court
        decided = (p for p in self.memory.proposals() if self.memory.is_decided(p))
        best = court.furthest(p for p in decided if court.may_follow(p, self.base))
        if best is None or self.waits_for_higher(best):
            return False
        self._stand(best)
        return True

    def _stand(self, decision: ProposalVote) -> None:
        outcome = self.court.outcome(decision)
        if outcome is None:
            return
        before = self.head
        is_again = (outcome.epoch + 1, outcome.head) == self.start
        self.base, self.since, self.waited = decision, 0, 0
        self.promised = max(self.promised, decision.view)
        if not self.is_beyond(outcome.head):
            self._go_to(outcome.head)
        elif self.head == outcome.head and outcome.is_resume and not is_again:
            self.resumes += 1
        self.effects.append(StoodOn(decision, rewinds=not self.head.extends(before)))

    def _go_to(self, head: Head) -> None:
        if not head.extends(self.head):
            self.by_view = frozenset()  # Another past closes its steps in its own way.
        self.head, self.resumes, self.hurried = head, 0, 0
        self.late.clear()
        self.named.clear()

    def _close(self) -> bool:
        """Close a step with one right answer of each, unless a liar is at the table (6.1)."""
        if self.is_over or self.head.step in self.by_view:
            return False
        contents = [
            self.memory.messages.contents(self.head, signer)
            for signer in self.court.steps.owers(self.head)
        ]
        if any(len(answers) != 1 for answers in contents):
            return False
        after = self.head.after(StepEnd(tuple(answers[0] for answers in contents)))
        if not self.court.is_whole(after) or self.is_closing_for_a_view(after):
            return False
        self._go_to(after)
        return True

    def _join(self) -> None:
        """Freeze with others, for somebody frozen, against a liar, or for silence."""
        if not self.freeze_with_others() and not self.is_over and not self.help_somebody():
            is_seed = self.court.steps.is_seed(self.head)
            if not self.is_frozen and self.unpunished() and not is_seed:
                self.freeze_against_liars()
            self.freeze_for_the_late()

    def freeze_with_others(self) -> bool:
        """Freeze in a view so many are in that one is honest; whether there is (6.8 b ii)."""
        view = self.vouched_view()
        if self.promised < view <= self.promised + self.farthest:
            self._freeze(view)
            return True
        return False

    def help_somebody(self) -> bool:
        """Freeze in the view of somebody missing who may not sign; whether there is (6.8 b iii)."""
        freezes = self.memory.votes.freezes()
        for signer in self.missing() if freezes else ():
            person = self.court.person_of[signer]
            if self.needs_help(signer, freezes) and freezes[person].view > self.promised:
                self.helped[self.head, person] += 1
                self._freeze(freezes[person].view)
                return True
        return False

    def freeze_against_liars(self) -> None:
        """Freeze if all others have answered, or have signed on another way (6.8 b iv)."""
        elsewhere = {self.court.person_of[signer] for signer in self.missing()}
        if all(self.helped[self.head, p] < self.help and self.is_elsewhere(p) for p in elsewhere):
            self.helped.update((self.head, person) for person in elsewhere)
            self._freeze(self.next_view())

    def propose(self) -> None:
        """Lead: propose a closing at once, a resume after a tick (6.8 c)."""
        view = self.promised
        if not self.is_frozen or self.court.leader(view) != self.me:
            return
        own = self.memory.votes.of(self.me)
        if any(isinstance(vote, ProposalVote) and vote.view == view for vote in own):
            return
        freezes = [f for f in self.memory.votes.freezes().values() if f.view == view]
        proposal = self._scribe.proposal(view, tuple(sorted(freezes, key=lambda f: f.signer)))
        outcome = self.court.outcome(proposal)
        if outcome and self.is_ready(outcome) and self.memory.permits(proposal):
            self._say(proposal)

    def _accept(self) -> None:
        """Accept a right proposal of this epoch, or of one a decision leads to (6.8 a)."""
        for proposal in self.memory.proposals():
            if proposal.view < self.lowest():
                return
            outcome = self.court.outcome(proposal)
            if outcome is None or self.me not in outcome.voters:
                continue
            acceptance = self._scribe.acceptance(proposal)
            if not self.memory.permits(acceptance):
                continue
            self._stand_again(outcome.base)
            if self.is_of_epoch(outcome):
                self.promised, self.accepted, self.waited = proposal.view, proposal, 0
                self._say(acceptance)
                return
