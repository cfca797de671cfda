"""The state of one person, and what follows from it: questions only (6.8, 6.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from protocol.agreement.effects import AgreementEffect
from protocol.agreement.grounds import decision_of
from protocol.agreement.known_statements import HeadName
from protocol.agreement.offences import ViewOutcome
from protocol.agreement.outcomes import CONTENTS, LAST_VIEW, Outcomes
from protocol.agreement.pasts import Head, ReturnRequest, SignedAnswer
from protocol.agreement.slips import ReturnSlip
from protocol.agreement.statements import FreezeVote, ProposalVote, Statement, view_of
from protocol.agreement.vote_memory import VoteMemory, request_of

PATIENCE: Final = 3
"""Ticks of five seconds to wait for a leader at first."""
LONGEST: Final = 12
"""Ticks to wait at most."""
FARTHEST: Final = 64
"""Views above one's own up to which freezes count."""
HELP: Final = 3
"""Views taken for somebody at one head."""
HASTE: Final = 3
"""Views opened at one head without a rest because enough voters have found the same seats late."""


class Stance:
    """The chain (`head`, `base`), the promise, the last acceptance, and the memory of a person.

    A bot has one too; it follows and never votes, since it is no voter.

    Attributes:
        head: the past it stands on; its open step is the one to answer.
        base: the decision that began its epoch, None for the charter.
        promised: the highest view it has frozen or accepted in.
        accepted: the proposal it accepted last.
        late: the signers it has found late at this head.
        named: those of them that a freeze of this seat has named.
        hurried: how many times it has not rested at this head, since enough have found them late.
        is_closed: whether the table is left (6.12).
        is_silent: whether it listens only, after a restart.
        by_view: the steps that views closed in our record; they never close by themselves again.
    """

    farthest = FARTHEST
    help = HELP
    haste = HASTE

    def __init__(self, court: Outcomes, me: int) -> None:
        self.court: Final = court
        self.me: Final = me
        self.memory: Final = VoteMemory(court, me)
        self.head: Head = court.root
        self.base: ProposalVote | None = None
        self.promised = 0
        self.accepted: ProposalVote | None = None
        self.late: Final[set[int]] = set()
        self.named: Final[set[int]] = set()
        self.hurried = 0
        self.helped: Final[Counter[tuple[Head, int]]] = Counter()
        self.waited = 0
        self.since = 0
        self.resumes = 0
        self.is_closed = False
        self.is_silent = False
        self.by_view: frozenset[int] = frozenset()
        self.effects: Final[list[AgreementEffect]] = []

    @property
    def view(self) -> int:
        """The view of the decision that began this epoch (6.1)."""
        return view_of(self.base)

    @property
    def start(self) -> tuple[int, Head]:
        """The epoch and its start head."""
        return self.court.epoch_of(self.base), self.court.start_of(self.base)

    @property
    def has_late_or_frozen(self) -> bool:
        """Whether this seat has found anybody late, or anybody has frozen."""
        return bool(self.late or self.memory.votes.freezes())

    @property
    def voters(self) -> tuple[int, ...]:
        """The voters of this epoch."""
        return self.court.voters(self.court.start_of(self.base))

    @property
    def needed(self) -> int:
        """The number of voters that decides now."""
        return self.court.need(self.voters, self.memory.liars())

    @property
    def is_frozen(self) -> bool:
        """Whether a promise forbids to sign."""
        return self.promised > self.view

    @property
    def is_over(self) -> bool:
        """Whether RESULT is closed here (6.12)."""
        return self.court.steps.is_end(self.head)

    @property
    def leader(self) -> int:
        """The leader of the view promised."""
        return self.court.leader(self.promised)

    @property
    def patience(self) -> int:
        """P: ticks to wait for a leader; it grows with each view that decides nothing."""
        return min(LONGEST, PATIENCE + (self.promised - self.view) // max(1, len(self.voters)))

    @property
    def is_recalling(self) -> bool:
        """Whether own votes of before a restart cannot be judged yet, so all that binds is unknown.

        Those up to the view of this epoch bind to nothing any more.
        """
        return any(slip.view > self.view for slip in self.memory.waiting.recalled)

    @property
    def may_vote(self) -> bool:
        """Whether to cast votes."""
        return not (self.is_silent or self.is_closed or self.is_recalling)

    def held(self) -> tuple[SignedAnswer, ...]:
        """Return the answers to the open step that are here, two of a signer at most."""
        owers = self.court.steps.owers(self.head)
        contents = (sorted(self.memory.messages.contents(self.head, s))[:CONTENTS] for s in owers)
        return tuple(answer for answers in contents for answer in answers)

    def missing(self) -> list[int]:
        """Return the signers that owe an answer and are not proven to lie."""
        here = {answer.signer for answer in self.held()} | self.memory.liars()
        return [signer for signer in self.court.steps.owers(self.head) if signer not in here]

    def unpunished(self) -> frozenset[int]:
        """Return the proven liars that are not gone."""
        return self.memory.liars() - self.head.gone.keys()

    def found_late(self, missing: list[int]) -> list[int]:
        """Return the signers missing that may be found late here: own bots are among them (6.2)."""
        return [signer for signer in missing if signer != self.me]

    def may_find_late(self) -> bool:
        """Whether the time of those missing runs: all may sign, or had their help (6.11)."""
        freezes = self.memory.votes.freezes()
        return not any(self.needs_help(signer, freezes) for signer in self.missing())

    def needs_help(self, signer: int, freezes: dict[int, FreezeVote]) -> bool:
        """Whether somebody missing is frozen above this view and may still be helped (b iii)."""
        person = self.court.person_of[signer]
        return (
            person != self.me
            and person in freezes
            and self.view < freezes[person].view <= max(self.promised, self.view) + self.farthest
            and self.helped[self.head, person] < self.help
        )

    def may_answer(self, signer: int) -> bool:
        """Whether this person, or a bot of theirs, may answer the open step now (6.2).

        `permits` remains to be asked about the message itself (6.8 e).
        """
        is_present = signer not in self.head.gone
        owes = signer in self.court.steps.owers(self.head) or (self.is_over and is_present)
        if not owes or self.is_closed or self.is_silent or self.is_recalling:
            return False
        return self.may_sign() and not self.memory.messages.at(self.head, signer)

    def may_sign(self) -> bool:
        """Whether no freeze forbids to sign: each leaves its tip free, in its base's view (6.2).

        Of several freezes each forbids: only a step that was the tip of all of them is free.
        """
        above = self.memory.votes.freezes_of(self.me, above=self.view)
        free = all(f.tip == self.head and view_of(f.base) == self.view for f in above)
        return not self.is_frozen or (bool(above) and free)

    def wants(self) -> tuple[bytes, ...]:
        """Return digests of statements and answers that waiting slips lack, 16 at most (6.5)."""
        return self.memory.wants()

    def wanted_heads(self, without: frozenset[int] = frozenset()) -> tuple[HeadName, ...]:
        """Return steps and heads that slips lack that wait for others, 16 at most."""
        return self.memory.wanted_heads(without)

    def asks_for(self, signer: int, digest: bytes) -> bool:
        """Whether a waiting slip needs a message, even if two contents of its signer are here.

        Nothing is needed that only liars or its own person name: they could name others without
        end.

        Args:
            signer: its signer.
            digest: that of its content without the view, by which freezes hold it, or that of its
                content, by which faults name it.
        """
        waiting, court = self.memory.waiting, self.court
        ignored = self.memory.liars().union(court.signers(court.person_of[signer]))
        return waiting.holds(digest, ignored) or waiting.is_named(digest, ignored)

    def permits(self, statement: Statement) -> bool:
        """Whether a statement contradicts nothing that its signer is known to have said (6.8 e)."""
        return self.memory.permits(statement)

    def due_returns(self) -> tuple[ReturnSlip, ...]:
        """Return the requests that the next answer carries, rising by signer (6.4)."""
        return self.court.due_returns(self.memory.returns, self.head)

    def request_return(self) -> tuple[ReturnRequest, ...]:
        """Return the requests that this person and their bots have to sign and announce (6.4)."""
        found = []
        for signer in sorted(self.memory.own & self.head.gone.keys()):
            since = self.head.gone[signer].since
            request = ReturnRequest(signer, since.step, since.digest)
            slip = self.memory.returns.get(signer)
            is_new = slip is None or request_of(slip) != request
            if self.head.may_return(request) and is_new:
                found.append(request)
        return tuple(found)

    def next_view(self) -> int:
        """Return the next view led by a voter that is not gone, late or lying (6.8 b i)."""
        idle = set(self.court.persons) - self.present_voters()
        idle |= self.late.intersection(self.missing()) | self.memory.liars()
        following = range(self.promised + 1, self.promised + 1 + len(self.court.persons))
        return next((v for v in following if self.court.leader(v) not in idle), following[0])

    def vouched_view(self) -> int:
        """Return the highest view so many others have reached that one is honest; 0 if none."""
        freezes, voters = self.memory.votes.freezes(), self.voters
        views = sorted(f.view for s, f in freezes.items() if s in voters and s != self.me)
        vouched = len(voters) - self.court.quorum(len(voters)) + 1
        return views[-vouched] if len(views) >= vouched else 0

    def nearer_view(self) -> int:
        """Return the next view, or one nearer to others that are far above (6.8 b v)."""
        farthest = self.promised + self.farthest
        return farthest if self.vouched_view() > farthest else self.next_view()

    def present_voters(self) -> set[int]:
        """Return the voters that are not gone: only they can be hoped to propose."""
        return set(self.voters) - self.head.gone.keys()

    def is_found_anew(self) -> bool:
        """Whether somebody is found late whom no freeze of this seat here has named (6.8 b i)."""
        return bool(self.late.intersection(self.missing()) - self.named)

    def is_agreed(self) -> bool:
        """Whether enough voters have found late here all that are missing (6.8 b i)."""
        found = Counter(self.late)
        others = set(self.voters) - self.memory.liars() - {self.me}
        for signer, freeze in self.memory.votes.freezes().items():
            if freeze.tip == self.head and signer in others:
                found.update(freeze.late)
        return all(found[signer] >= self.needed for signer in self.missing())

    def is_rested(self) -> bool:
        """Whether 2P ticks have passed since a resume here; each in a row adds one to P."""
        pause = 2 * min(LONGEST, self.patience + self.resumes) if self.resumes else 0
        return self.since >= pause

    def last_accepted(self) -> ProposalVote | None:
        """Return the proposal accepted last in this epoch (6.2)."""
        outcome = self.court.outcome(self.accepted) if self.accepted else None
        return self.accepted if outcome and (outcome.epoch, outcome.start) == self.start else None

    def waits_for_higher(self, best: ProposalVote) -> bool:
        """Whether something else was accepted here in a view above that of a decision (6.8 d)."""
        accepted = self.court.outcome(self.accepted) if self.accepted else None
        if accepted is None or view_of(self.accepted) <= best.view:
            return False
        return not self.court.has_end(best, accepted.epoch, accepted.head)

    def is_beyond(self, start: Head) -> bool:
        """Whether this chain is a past, and after it steps that closed by themselves."""
        return self.head.extends(start) and all(map(self.court.is_whole, self.head.beyond(start)))

    def is_closing_for_a_view(self, after: Head) -> bool:
        """Whether first a view is to put a liar away: unless others went on, or before the game."""
        is_seed = self.court.steps.is_seed(self.head)
        return bool(self.unpunished()) and not is_seed and not self.is_common(after)

    def is_common(self, head: Head) -> bool:
        """Whether somebody not proven to lie has signed over a past."""
        signers = set(range(len(self.court.person_of))) - self.memory.liars()
        return any(self.memory.messages.is_over(head, signer) for signer in signers)

    def is_elsewhere(self, person: int) -> bool:
        """Whether somebody has signed on another way than this head, in this view or later."""
        memory = self.memory
        return any(
            message.view >= self.view
            and not (message.head.extends(self.head) or self.head.extends(message.head))
            for signer in self.court.signers(person)
            for message in (
                memory.messages.of(signer)
                if person in memory.proofs
                else memory.messages.last(signer, self.view, LAST_VIEW)
            )
        )

    def is_ready(self, outcome: ViewOutcome) -> bool:
        """Whether to propose now: a closing at once, a resume after a tick or if all froze."""
        return bool(self.waited) or not outcome.is_resume or self.have_all_frozen()

    def have_all_frozen(self) -> bool:
        """Whether each voter present that is not waited for has frozen in the view (6.8 c).

        So a resume comes at once, but only one view a tick.
        """
        if not self.since:
            return False
        freezes = self.memory.votes.freezes()
        asked = self.present_voters() - set(self.missing()) - self.memory.liars()
        return all(person in freezes and freezes[person].view >= self.promised for person in asked)

    def lowest(self) -> int:
        """Return the lowest view in which this person may accept."""
        return max(self.promised, self.view + 1, view_of(self.accepted) + 1)

    def is_of_epoch(self, outcome: ViewOutcome) -> bool:
        """Whether a proposal is about the epoch this person is in."""
        return (outcome.epoch, outcome.start) == self.start

    # --- for others ------------------------------------------------------------------------------

    def decisions(self) -> tuple[ProposalVote, ...]:
        """Return the decisions on our way, the first first (6.13)."""
        return tuple(self.court.chain(self.base))[::-1]

    def decision(self, proposal: ProposalVote) -> tuple[bytes, ...]:
        """Return a decision as records and sleepers have it, without those before it."""
        return decision_of(self.memory, proposal)

    def decisions_beyond(self, view: int) -> Iterator[bytes]:
        """Yield our decisions of views above one, the first first, for somebody behind."""
        for proposal in self.decisions():
            if proposal.view > view:
                yield from self.decision(proposal)

    def votes(self) -> Iterator[bytes]:
        """Yield all votes, proofs and returns that are kept and judged, lower views first."""
        return self.memory.everything()

    def raw_of(self, wanted: Iterable[bytes]) -> Iterator[bytes]:
        """Yield statements that somebody lacks by their digests, with what decides a proposal."""
        for digest in wanted:
            found = self.memory.find(digest)
            if isinstance(found, ProposalVote):
                yield from self.decision(found)
            elif found is not None:
                yield found.raw
