"""How long a machine has waited for whom."""

from __future__ import annotations

from client.tables.patience import ASKS_AFTER, LONGEST_LOOK, Patience
from protocol.clocks import NO_CLOCK, Clock, ClockKind

HARD = Clock(ClockKind.HARD, 60, 100)


def waited(patience: Patience, seconds: int, step: int, *signers: int, begun: int = 0) -> int:
    """Look every ten seconds; gives the time then."""
    now = begun
    patience.look(now, step, signers)
    while now < begun + seconds:
        now += 10
        patience.look(now, step, signers)
    return now


def test_without_a_clock_people_are_asked_after_two_minutes() -> None:
    patience = Patience(NO_CLOCK)
    now = waited(patience, int(ASKS_AFTER) - 10, 1, 2)
    assert not patience.is_time()
    patience.look(now + 10, 1, (2,))
    assert patience.is_time()
    (wait,) = patience.waits()
    assert (wait.signer, wait.seconds, wait.left) == (2, ASKS_AFTER, None)


def test_a_soft_clock_is_over_at_its_limit() -> None:
    patience = Patience(Clock(ClockKind.SOFT, 60))
    waited(patience, 50, 1, 2)
    assert [wait.left for wait in patience.waits()] == [10]
    waited(patience, 10, 1, 2, begun=50)
    assert patience.is_time()


def test_with_a_hard_clock_what_is_beyond_the_limit_comes_out_of_the_bank() -> None:
    patience = Patience(HARD)
    now = waited(patience, 100, 1, 2)
    assert [wait.left for wait in patience.waits()] == [60]
    assert not patience.is_time()
    now = waited(patience, 60, 2, 2, begun=now)
    assert [(wait.left, wait.bank) for wait in patience.waits()] == [(60, 60)]
    waited(patience, 60, 2, 2, begun=now)
    assert patience.is_time()


def test_who_has_answered_uses_up_no_more_time() -> None:
    patience = Patience(HARD)
    now = waited(patience, 60, 1, 0, 1)
    now = waited(patience, 80, 1, 0, begun=now)
    patience.look(now, 2, (0, 1))
    assert [wait.bank for wait in patience.waits()] == [20, 100]


def test_it_is_time_only_when_it_is_for_all_who_are_waited_for() -> None:
    patience = Patience(HARD)
    now = waited(patience, 160, 1, 0)
    patience.look(now, 2, (0, 1))
    waited(patience, 70, 2, 0, 1, begun=now)
    assert [wait.left is not None and wait.left <= 0 for wait in patience.waits()] == [True, False]
    assert not patience.is_time()


def test_a_machine_that_slept_or_whose_clock_jumped_has_not_waited() -> None:
    patience = Patience(HARD)
    patience.look(0, 1, (2,))
    patience.look(100_000, 1, (2,))
    assert [wait.seconds for wait in patience.waits()] == [LONGEST_LOOK]
    patience.look(5, 1, (2,))
    assert [wait.seconds for wait in patience.waits()] == [LONGEST_LOOK]


def test_while_the_own_line_is_down_nobody_is_waited_for() -> None:
    patience = Patience(HARD)
    now = waited(patience, 30, 1, 2)
    for _ in range(20):
        now += 10
        patience.look(now, 1, (2,), is_cut=True)
    waited(patience, 10, 1, 2, begun=now)
    assert [wait.seconds for wait in patience.waits()] == [40]
