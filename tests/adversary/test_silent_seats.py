"""A seat that answers nothing is away within two rounds once the last person needed says so.

A round is a message and the answer to it: two deliveries.
"""

from __future__ import annotations

import pytest

from protocol.quorum import Quorum
from tests.adversary.lies import LiarTable, silent

ROUNDS = 2
SILENT = 0
QUORUMS = (Quorum.HALF, Quorum.ALL_BUT_ONE)


def deliver(table: LiarTable) -> bool:
    """Deliver what is in flight, and nothing that is said because of it; whether there was any."""
    batch, table.wire.queue = table.wire.queue, []
    for signer, raw in batch:
        table.handle(signer, table.sessions[signer].receive(raw))
    return bool(batch)


def speak_up(table: LiarTable, signer: int) -> None:
    """Let a person find the silent seat late."""
    table.handle(signer, table.sessions[signer].find_late())


def pass_ticks(table: LiarTable, ticks: int) -> None:
    """Let five seconds pass so many times, and deliver everything."""
    for _ in range(ticks):
        for session in table.honest:
            table.handle(session.signer, session.tick())
        while deliver(table):
            pass


def is_away(table: LiarTable) -> bool:
    """Whether the silent seat is away for all others."""
    return all(SILENT in session.away for session in table.honest)


def deliveries(table: LiarTable) -> int:
    """Return the number of deliveries until the silent seat is away for all others."""
    count = 0
    while not is_away(table):
        assert deliver(table), "nothing is said any more, and the seat is still there"
        count += 1
    return count


@pytest.mark.parametrize("quorum", QUORUMS)
@pytest.mark.parametrize("persons", [3, 4, 5])
@pytest.mark.parametrize("ticks", [0, 1, 4, 30])
def test_a_silent_seat_is_away_within_two_rounds_though_votes_come_seconds_apart(
    persons: int, quorum: Quorum, ticks: int
) -> None:
    table = silent(persons, quorum)
    pass_ticks(table, 1)
    *first, last = (session.signer for session in table.honest)
    for signer in first[: quorum.needed(persons) - 1]:
        speak_up(table, signer)
        while deliver(table):
            pass
        pass_ticks(table, ticks)
    assert not is_away(table)
    speak_up(table, last)
    assert deliveries(table) <= 2 * ROUNDS


@pytest.mark.parametrize("quorum", QUORUMS)
@pytest.mark.parametrize("persons", [3, 4, 5])
def test_a_silent_seat_is_away_within_two_rounds_if_all_vote_at_once(
    persons: int, quorum: Quorum
) -> None:
    table = silent(persons, quorum)
    for session in table.honest:
        speak_up(table, session.signer)
    assert deliveries(table) <= 2 * ROUNDS


@pytest.mark.parametrize("quorum", QUORUMS)
@pytest.mark.parametrize("persons", [3, 4, 5])
@pytest.mark.parametrize("between", [1, 2, 3])
def test_a_vote_that_comes_while_others_are_in_flight_waits_for_a_tick_at_most(
    persons: int, quorum: Quorum, between: int
) -> None:
    table = silent(persons, quorum)
    pass_ticks(table, 1)
    for session in table.honest:
        speak_up(table, session.signer)
        for _ in range(between):
            deliver(table)
    while deliver(table):
        pass
    pass_ticks(table, 0 if is_away(table) else 1)
    assert is_away(table)
