"""Two ends of one table: one that all have signed, and one that a majority made of it later."""

from __future__ import annotations

from functools import cache

from engine.state import Options, Rulings
from protocol.game.step_table import StepKind
from protocol.record.record import write_record
from tests.adversary.splits import SplitTable

SEATS = 3
BEFORE_END = 3
"""Steps before the result at which the majority goes on without somebody."""


def record_of(table: SplitTable, signer: int, steps: int | None = None) -> bytes:
    """Return the record of one seat, or its first steps."""
    transcript = table.sessions[signer].transcript
    count = len(transcript.history) if steps is None else steps
    parts = (raw for step in range(count) for raw in transcript.recorded(step))
    return write_record(table.charter, parts)


def table_of_three() -> SplitTable:
    """Return a table that has started; each one plays the same game."""
    table = SplitTable(SEATS, seed=5, options=Options(Rulings(draft=False)))
    table.start()
    return table


@cache
def played() -> SplitTable:
    """Return a table whose game all have closed."""
    table = table_of_three()
    table.run()
    assert {one.referee.due.kind for one in table.sessions} == {StepKind.CLOSED}
    return table


@cache
def majority_without(absent: int) -> SplitTable:
    """Return the same table, ended by the others without one of them."""
    steps = len(played().sessions[0].transcript.history)
    table = table_of_three()
    table.run_until(lambda: table.sessions[0].point.step >= steps - BEFORE_END)
    others = tuple(signer for signer in range(SEATS) if signer != absent)
    table.split(others, (absent,))
    ends = {StepKind.CLOSED}
    both = [table.sessions[signer] for signer in others]
    table.agree_until(others, lambda: {one.referee.due.kind for one in both} == ends)
    return table


def signed_by_all() -> bytes:
    """Return the record of the end that all have signed."""
    return record_of(played(), 0)


def ended_without(absent: int) -> bytes:
    """Return the record of the end that the others made without somebody."""
    return record_of(majority_without(absent), 0 if absent else 1)
