"""Runs that liars broke in the agreement of protocol version 1, which votes on each step alone.

A later agreement has to stand all of them; `python -m tests.simulator --found NAME` plays one
again. The comments say what happened in version 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.simulator.jury import Charge
from tests.simulator.plan import (
    Plan,
    cheating_plan_of,
    lying_plan_of,
    plan_of,
    with_boxes,
    withholding_plan_of,
)


@dataclass(frozen=True)
class Kind:
    """The kind of game to play, so that a process of its own can make the plan of a seed."""

    liars: int = 0
    plot: str = ""
    charges: frozenset[Charge] = frozenset(Charge)
    cut: int = 0
    is_cheating: bool = False
    is_withholding: bool = False
    has_boxes: bool = False

    def plan(self, seed: int) -> Plan:
        """Return the plan of a seed."""
        if self.is_withholding:
            plan = withholding_plan_of(seed)
        elif self.liars:
            plan = lying_plan_of(seed, self.liars, self.plot)
        else:
            plan = cheating_plan_of(seed) if self.is_cheating else plan_of(seed)
        if self.has_boxes:
            plan = with_boxes(plan)
        return replace(plan, charges=self.charges, cut=self.cut)


@dataclass(frozen=True)
class Found:
    """A run of `plan.lying_plan_of` that ended with a charge; others were only counted."""

    seed: int
    liars: int
    plot: str
    charge: Charge

    @property
    def kind(self) -> Kind:
        """The kind of game it is."""
        return Kind(self.liars, self.plot, frozenset({self.charge}))


FOUND_BY_LIARS: dict[str, Found] = {
    # Seat 1 claims once to have accepted, in ballot 1 of a closed step, a closing without seat 0.
    # Both others join, the leader has to propose the claim, and seat 0 is away though it answered.
    "answered-seat-put-away": Found(3, 1, "claim", Charge.PUT_AWAY),
    # Seat 1 hears an answer before the others do and freezes without it; two honest freezes follow
    # before the answer arrives, and nobody's clock has found seat 2 late.
    "answer-pre-empted": Found(3, 1, "pre-empt", Charge.PUT_AWAY),
    # As the first, five steps back: steps are undone that everybody had signed on from.
    "steps-undone": Found(3, 1, "claim", Charge.UNDONE),
    # The game is over for everybody at step 191; the same claim takes seat 2 back to step 189.
    "finished-game-reopened": Found(3, 1, "after-the-end", Charge.REOPENED),
    # A freeze every few seconds in a ballot that seat 1 leads, on the step before the open one: all
    # three stand frozen at step 20, without a clock for good.
    "table-stopped": Found(4, 1, "slip-flood", Charge.STOPPED),
    # The same with a clock: it runs for seat 0, which never was able to sign, and runs out.
    "clock-used-up": Found(7, 1, "slip-flood", Charge.CLOCK),
    # The same by proposals of which nothing follows, in each ballot that seat 1 leads.
    "clock-used-up-by-a-leader": Found(3, 1, "wrong-proposal", Charge.CLOCK),
    # Twenty freezes a second, each higher: an honest seat signs and writes a vote for most of them.
    "disk-worked": Found(3, 1, "flood", Charge.DISK),
    # Votes on all steps are kept for the whole game.
    "memory-filled": Found(3, 1, "slip-flood", Charge.MEMORY),
    # A step goes back while its message is accepted and no longer present: a KeyError in
    # `StepClosing.possible`, which no program handles.
    "program-crashed": Found(4, 1, "flood", Charge.CRASHED),
    # Two of five freeze in concert before seat 3 is heard.
    "pair-puts-away": Found(2, 2, "pre-empt", Charge.PUT_AWAY),
}
