"""The clocks of a table: time waited, limits and banks."""

from __future__ import annotations

from client.tables.waiting import ASKS_AFTER, LONGEST_LOOK, Patience
from protocol.charter import NO_CLOCK, Clock, ClockKind

HARD = Clock(ClockKind.HARD, 60, 100)


def waited(patience: Patience, seconds: int, step: int, *signers: int, begun: int = 0) -> int:
    """Look every ten seconds; return the time afterwards."""
    now = begun
    patience.look(now, step, signers)
    while now < begun + seconds:
        now += 10
        patience.look(now, step, signers)
    return now


def test_without_a_clock_people_may_vote_after_two_minutes() -> None:
    patience = Patience(NO_CLOCK)
    now = waited(patience, int(ASKS_AFTER) - 10, 1, 2)
    assert not patience.is_time()
    patience.look(now + 10, 1, (2,))
    assert patience.is_time()
    (wait,) = patience.waits()
    assert (wait.signer, wait.seconds, wait.left) == (2, ASKS_AFTER, None)


def test_a_soft_clock_times_out_at_its_limit() -> None:
    patience = Patience(Clock(ClockKind.SOFT, 60))
    waited(patience, 50, 1, 2)
    assert [wait.left for wait in patience.waits()] == [10]
    waited(patience, 10, 1, 2, begun=50)
    assert patience.is_time()


def test_a_hard_clock_takes_time_beyond_the_limit_from_the_bank() -> None:
    patience = Patience(HARD)
    now = waited(patience, 100, 1, 2)
    assert [wait.left for wait in patience.waits()] == [60]
    assert not patience.is_time()
    now = waited(patience, 60, 2, 2, begun=now)
    assert [(wait.left, wait.bank) for wait in patience.waits()] == [(60, 60)]
    waited(patience, 60, 2, 2, begun=now)
    assert patience.is_time()


def test_a_signer_who_has_answered_uses_no_more_time() -> None:
    patience = Patience(HARD)
    now = waited(patience, 60, 1, 0, 1)
    now = waited(patience, 80, 1, 0, begun=now)
    patience.look(now, 2, (0, 1))
    assert [wait.bank for wait in patience.waits()] == [20, 100]


def test_the_table_times_out_once_everybody_awaited_has() -> None:
    patience = Patience(HARD)
    now = waited(patience, 160, 1, 0)
    patience.look(now, 2, (0, 1))
    waited(patience, 70, 2, 0, 1, begun=now)
    assert [wait.left is not None and wait.left <= 0 for wait in patience.waits()] == [True, False]
    assert not patience.is_time()


def test_sleep_and_jumps_of_the_clock_do_not_count_as_waiting() -> None:
    patience = Patience(HARD)
    patience.look(0, 1, (2,))
    patience.look(100_000, 1, (2,))
    assert [wait.seconds for wait in patience.waits()] == [LONGEST_LOOK]
    patience.look(5, 1, (2,))
    assert [wait.seconds for wait in patience.waits()] == [LONGEST_LOOK]


def test_nobody_is_waited_for_while_the_link_is_down() -> None:
    patience = Patience(HARD)
    now = waited(patience, 30, 1, 2)
    for _ in range(20):
        now += 10
        patience.look(now, 1, (2,), is_cut=True)
    waited(patience, 10, 1, 2, begun=now)
    assert [wait.seconds for wait in patience.waits()] == [40]


def test_a_clock_that_counted_all_is_exact() -> None:
    for clock in (Clock(ClockKind.SOFT, 60), HARD):
        patience = Patience(clock)
        now = waited(patience, 100, 1, 0, 1)
        waited(patience, 10, 2, 0, begun=now)
        assert not patience.is_short


def test_a_clock_is_short_while_others_may_have_counted_on() -> None:
    patience = Patience(Clock(ClockKind.SOFT, 60))
    now = waited(patience, 10, 1, 0)
    for eighth in range(9):
        assert not patience.is_short
        patience.look(now + eighth / 8, 1, (0,), is_cut=True)
    assert patience.is_short
    now = waited(patience, 10, 1, 0, begun=now + 20)
    assert patience.is_short
    waited(patience, 10, 2, 0, begun=now)
    assert not patience.is_short


def test_a_machine_that_slept_counts_too_little() -> None:
    patience = Patience(Clock(ClockKind.SOFT, 60))
    now = waited(patience, 10, 1, 0)
    patience.look(now + LONGEST_LOOK + 2, 1, (0,))
    assert patience.is_short


def test_a_bank_stays_uncertain_after_a_restart_and_a_limit_until_the_next_step() -> None:
    for clock, later in ((Clock(ClockKind.SOFT, 60), False), (HARD, True)):
        patience = Patience(clock)
        patience.miss()
        for step in range(5):
            patience.look(0.0, step, (), is_cut=True)
        patience.look(1.0, 5, (0,), is_cut=True)
        now = waited(patience, 10, 5, 0, begun=1)
        assert patience.is_short
        waited(patience, 10, 6, 0, begun=now)
        assert patience.is_short is later
