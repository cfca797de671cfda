from client.presenter.beats import Beat
from client.presenter.playback import HOLD, Pace, Playback
from tests.builders import A, seat, table

GAME = table(A=seat(gimle="W"))


def _beat(wait: float, *, stays: bool = False, reveals: bool = False) -> Beat:
    return Beat(GAME.state, GAME.knowledge[A], (), (), None, wait, stays, reveals=reveals)


def test_moments_follow_each_other_at_their_pace() -> None:
    playback = Playback(Pace.READABLE)
    first, second = _beat(1.0), _beat(2.0)
    playback.add((first, second))
    assert playback.move(0.0) == (first,)
    assert playback.move(0.9) == ()
    assert playback.move(1.0) == (second,)
    assert playback.move(2.9) == ()
    assert playback.move(3.0) == ()
    assert playback.is_idle


def test_moments_last_longer_at_a_slow_pace_and_not_at_the_instant_pace() -> None:
    slow, instant = Playback(Pace.SLOW), Playback(Pace.INSTANT)
    for playback in (slow, instant):
        playback.add((_beat(1.8),))
        playback.move(0.0)
    assert instant.is_idle
    slow.move(1.8)
    assert not slow.is_idle


def test_a_result_stays_at_every_pace() -> None:
    playback = Playback(Pace.INSTANT)
    playback.add((_beat(0.0), _beat(0.0, stays=True), _beat(0.0)))
    assert len(playback.move(0.0)) == 2
    assert playback.stays
    assert playback.until == HOLD
    playback.skip(1.0)
    assert len(playback.move(1.0)) == 1
    assert playback.is_idle


def test_a_result_stays_longer_while_it_is_read() -> None:
    playback = Playback(Pace.INSTANT)
    playback.add((_beat(0.0, stays=True),))
    playback.move(0.0)
    playback.hold(HOLD - 1)
    playback.move(HOLD)
    assert playback.stays


def test_hurrying_ends_at_the_next_result() -> None:
    playback = Playback(Pace.READABLE)
    playback.add((_beat(5.0), _beat(5.0), _beat(5.0, stays=True), _beat(5.0)))
    playback.move(0.0)
    playback.skip(0.0)
    assert len(playback.move(0.0)) == 2
    assert playback.stays
    playback.skip(0.0)
    playback.move(0.0)
    assert playback.until == 5.0


def test_hurrying_lasts_until_the_viewer_is_asked() -> None:
    playback = Playback(Pace.READABLE)
    playback.add((_beat(5.0),))
    playback.move(0.0)
    playback.skip(0.0)
    playback.move(0.0)
    playback.add((_beat(5.0),))
    playback.move(0.0)
    assert playback.is_idle
    playback.slow_down()
    playback.add((_beat(5.0),))
    playback.move(0.0)
    assert playback.until == 5.0


def test_the_pace_can_change_while_moments_are_shown() -> None:
    playback = Playback(Pace.READABLE)
    playback.change_pace(Pace.INSTANT)
    playback.add((_beat(5.0),))
    playback.move(0.0)
    assert playback.is_idle


def test_a_key_goes_on_to_the_next_moment_which_has_its_time() -> None:
    playback = Playback(Pace.READABLE)
    playback.add((_beat(5.0), _beat(5.0)))
    playback.move(0.0)
    playback.next(1.0)
    assert len(playback.move(1.0)) == 1
    assert playback.until == 6.0


def test_the_fast_pace_takes_less_time_than_the_readable_one() -> None:
    fast = Playback(Pace.FAST)
    fast.add((_beat(5.0),))
    fast.move(0.0)
    assert fast.until is not None
    assert 0.0 < fast.until < 5.0


def test_a_moment_that_reveals_waits_at_every_pace_that_takes_time() -> None:
    for pace in Pace:
        playback = Playback(pace)
        playback.add((_beat(1.0, reveals=True),))
        playback.move(0.0)
        assert playback.stays == (pace is not Pace.INSTANT)


def test_hurrying_ends_at_a_moment_that_reveals() -> None:
    playback = Playback(Pace.FAST)
    playback.add((_beat(5.0), _beat(5.0), _beat(5.0, reveals=True), _beat(5.0)))
    playback.move(0.0)
    playback.skip(0.0)
    playback.move(0.0)
    assert playback.stays


def test_people_who_wait_are_not_kept_waiting_for_a_backlog() -> None:
    playback = Playback(Pace.READABLE)
    playback.add(tuple(_beat(6.0) for _ in range(10)))
    playback.hasten(20.0)
    playback.move(0.0)
    assert playback.until == 6.0
    for now in (6.0, 12.0, 17.9):
        playback.move(now)
        assert not playback.is_idle
    playback.move(18.0)
    assert playback.is_idle


def test_a_backlog_keeps_what_stays_at_every_pace() -> None:
    playback = Playback(Pace.READABLE)
    playback.add((_beat(6.0), _beat(6.0, reveals=True), _beat(6.0, stays=True), _beat(6.0)))
    playback.hasten(0.0)
    assert len(playback.move(0.0)) == 3
    assert playback.stays
