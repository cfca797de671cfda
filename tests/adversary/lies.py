"""A table at which one person lies: real sessions, real keys, and a clock at each honest seat.

The liar has an honest program of their own, which hears everything; nothing that it signs leaves
before the test lets it. Whatever else leaves is signed with the liar's key.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final

from engine.state import Options, Rulings
from protocol.agreement.pasts import Head, SignedAnswer
from protocol.agreement.slips import VoteSigner, is_slip
from protocol.agreement.statements import (
    AcceptanceVote,
    FreezeVote,
    ProposalVote,
    Statement,
)
from protocol.agreement.vote_events import Faulty
from protocol.agreement.voter import Voter
from protocol.game.session import Session
from protocol.game.step_table import StepKind
from protocol.quorum import Quorum
from protocol.record.evidence import FaultReport
from protocol.record.record import write_record
from protocol.wire.bodies import SignCharter, pack_body
from protocol.wire.envelope import Envelope, StepPoint
from tests.adversary.splits import Cut, SplitTable
from tests.adversary.tables import copied

CLOCK: Final = 10
"""Ticks after which an honest person finds late whoever is missing."""


class Muted(Cut):
    """A wire that keeps what one signer says."""

    def __init__(self, chance: Random, players: int) -> None:
        super().__init__(chance, players)
        self.liar: int | None = None
        self.kept: list[bytes] = []

    def broadcast(self, sender: int, players: int, raw: bytes) -> None:
        if sender == self.liar:
            self.kept.append(raw)
        else:
            super().broadcast(sender, players, raw)


class LiarTable(SplitTable):
    """A table of which one person lies from some moment on.

    Attributes:
        liar: the signer of the liar.
        ticks: the number of ticks since then.
        goal: the step at which the test has seen enough.
        clocks: the patience of persons, in ticks, if it is not `CLOCK`.
    """

    def __init__(
        self,
        players: int,
        seed: int,
        options: Options | None = None,
        quorum: Quorum = Quorum.HALF,
    ) -> None:
        super().__init__(players, seed, options, quorum)
        self.muted = Muted(Random(seed), players)
        self.cut = self.wire = self.muted
        self.liar = -1
        self.ticks = 0
        self.goal = 1_000_000
        self.clocks: dict[int, int] = {}
        self._waits: dict[int, tuple[bytes, int]] = {}

    def run(self, most: int = 200_000) -> None:
        """Deliver and answer until nothing moves, or everybody honest is at the goal."""
        self.run_until(self.is_there, most)

    def is_there(self) -> bool:
        """Whether every honest seat has come to the goal, a step, or to the end."""
        ended = (StepKind.CLOSED, StepKind.OPEN_KEY)
        return all(
            one.point.step >= self.goal or one.referee.due.kind in ended for one in self.honest
        )

    def lie(self, liar: int) -> None:
        """Let a person lie from now on."""
        self.liar = self.muted.liar = liar
        self.muted.kept.clear()

    @property
    def honest(self) -> list[Session]:
        """All sessions except the liar's."""
        return [one for one in self.sessions if one.signer != self.liar]

    @property
    def program(self) -> Session:
        """The honest program of the liar."""
        return self.sessions[self.liar]

    @property
    def voter(self) -> Voter:
        """The liar's knowledge of the agreement."""
        return self.program.voter

    @property
    def pen(self) -> VoteSigner:
        """The liar's key for votes."""
        return VoteSigner(self.program.identity, self.charter.table_id, self.liar)

    def sources(self) -> list[Session]:
        return self.honest

    def said(self) -> list[bytes]:
        """Take what the honest program of the liar would have said."""
        kept, self.muted.kept = self.muted.kept, []
        return kept

    def answers(self) -> list[bytes]:
        """Take the answers that the honest program of the liar would have said."""
        return [raw for raw in self.said() if not is_slip(raw)]

    # ------------------------------------------------------------------- lies

    def freeze(  # noqa: PLR0913 - one argument for each part that can be a lie
        self,
        view: int,
        *,
        tip: Head | None = None,
        held: tuple[SignedAnswer, ...] | None = None,
        late: tuple[int, ...] = (),
        faults: tuple[tuple[Statement, Statement], ...] = (),
        base: ProposalVote | None = None,
        accepted: ProposalVote | None = None,
    ) -> FreezeVote:
        """Sign a freeze of the liar, true but for the parts that are given."""
        there = self.voter.head if tip is None else tip
        if held is None:
            held = self.voter.held() if tip is None else ()
        return self.pen.freeze(view, base or self.voter.base, accepted, there, held, late, faults)

    def proposal(self, view: int, *freezes: FreezeVote) -> ProposalVote:
        """Sign a proposal of the liar."""
        return self.pen.proposal(view, freezes)

    def acceptance(self, proposal: ProposalVote) -> AcceptanceVote:
        """Sign an acceptance of the liar."""
        return self.pen.acceptance(proposal)

    def message(
        self, *, view: int | None = None, body: bytes | None = None, at: Session | None = None
    ) -> Envelope:
        """Sign a message of the liar for the step at which a session is."""
        point = (at or self.program).point
        raw = pack_body(SignCharter()) if body is None else body
        seen = self.voter.view if view is None else view
        return Envelope.seal(self.program.identity, point, self.liar, raw, (), seen)

    def signed_again(self, raw: bytes, view: int) -> Envelope:
        """Sign an answer again in another view."""
        said = Envelope.from_bytes(raw)
        point = StepPoint(said.table_id, said.step, said.head, said.state)
        return Envelope.seal(
            self.program.identity, point, said.signer, said.body, said.returns, view
        )

    def led_by(self, signer: int, above: int) -> int:
        """Return the first view above another one that a person leads."""
        court = self.voter.court
        view = above + 1
        while court.leader(view) != signer:
            view += 1
        return view

    @property
    def above(self) -> int:
        """The view above all that anybody has frozen for."""
        freezes = self.voter.memory.votes.freezes().values()
        return max((freeze.view for freeze in freezes), default=0) + 1

    # ------------------------------------------------------------------- time

    def spread(self, *raws: bytes) -> None:
        """Give signed bytes to every honest seat, and let all that follows happen."""
        for raw in raws:
            for session in self.honest:
                self.handle(session.signer, session.receive(raw))
        self.run()

    def pass_tick(self) -> None:
        """Let five seconds pass: honest persons answer at once, and their clocks run."""
        self.ticks += 1
        for session in self.honest:
            where, waited = self._waits.get(session.signer, (b"", 0))
            head = session.point.head
            is_owing = session.signer in session.waiting_for
            is_running = session.voter.may_find_late() and not is_owing and session.waiting_for
            waited = (waited if head == where else 0) + bool(is_running)
            self._waits[session.signer] = head, waited
            if waited >= self.clocks.get(session.signer, CLOCK):
                self.handle(session.signer, session.find_late())
            self.handle(session.signer, session.tick())
        self._standings = []
        self.run()

    def let_the_liar_catch_up(self) -> None:
        """Let nobody answer until the liar's program has all that the others have."""
        silent, self.silent = self.silent, set(range(len(self.sessions)))
        self._standings = []
        self.run_until(lambda: False)
        self.silent = silent

    def play(self, strategy: Strategy, steps: int, most: int = 200) -> None:
        """Tick until every honest seat has closed so many more steps."""
        self.goal = max(one.point.step for one in self.honest) + steps
        for tick in range(most):
            self.spread(*strategy(self, tick))
            self.pass_tick()
            if self.is_there():
                self.goal = 1_000_000
                return
        raise AssertionError([(one.point.step, one.referee.due) for one in self.honest])

    @property
    def gone(self) -> set[int]:
        """Signers that are away, for anybody honest."""
        return {signer for one in self.honest for signer in one.away}

    def assert_one_past(self) -> None:
        """Assert that the honest seats are on one past, as soon as none is ahead of another."""
        last = min((one.course.head for one in self.honest), key=lambda head: head.step)
        assert all(one.course.head.extends(last) for one in self.honest)


Strategy = Callable[[LiarTable, int], list[bytes]]
"""Signed lies for a tick."""


def all_wait_for(table: SplitTable, owes: int) -> bool:
    """Whether everybody has come to an action of one seat."""
    is_one_point = len({one.point for one in table.sessions}) == 1
    kinds = {one.referee.due.kind for one in table.sessions}
    waits = all(one.waiting_for == (owes,) for one in table.sessions)
    return is_one_point and waits and kinds == {StepKind.ACT}


@cache
def _liars_at(
    players: int, owes: int, kind: StepKind, seed: int, quorum: Quorum = Quorum.HALF
) -> LiarTable:
    table = LiarTable(players, seed, Options(Rulings(draft=False)), quorum)
    table.start()
    table.run_until(lambda: table.sessions[0].referee.due.kind is kind)
    if kind is StepKind.ACT:
        table.run_until(lambda: all_wait_for(table, owes))
    for events in table.events:
        events.clear()
    return table


def lying(
    players: int,
    liar: int = 0,
    kind: StepKind = StepKind.ACT,
    *,
    owes: int | None = None,
    seed: int = 28,
) -> LiarTable:
    """Return a private table that has come to a step of this kind, at which somebody lies.

    If it is an action, `owes` owes it, by default the liar.
    """
    table = copied(_liars_at(players, liar if owes is None else owes, kind, seed))
    table.lie(liar)
    return table


def silent(players: int, quorum: Quorum) -> LiarTable:
    """Return a private table that waits for the first seat, which says nothing from now on."""
    table = copied(_liars_at(players, 0, StepKind.ACT, 8, quorum))
    table.lie(0)
    return table


def faults_of(session: Session, table: LiarTable) -> list[Faulty]:
    """Return the faults that a seat has reported."""
    return [event for event in table.events[session.signer] if isinstance(event, Faulty)]


def report_of(session: Session, fault: Faulty) -> FaultReport:
    """Write the report of a fault as the client of a seat does."""
    steps = min(fault.step, len(session.history))
    parts = [raw for step in range(steps) for raw in session.transcript.recorded(step)]
    record = write_record(session.charter, parts)
    beside = session.proof_parts(fault.evidence, steps)
    grounds = tuple(raw for raw in beside if raw not in set(parts))
    return FaultReport(fault.signer, fault.step, fault.reason, fault.evidence, record, grounds)
