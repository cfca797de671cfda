from client.tables.waiting import Waits, until_tick, whole_seconds
from client.text.names import clock
from engine.terms import Seat
from tests.builders import A, B, C, table
from tests.client.seated import SeatedGame


class Waited(SeatedGame):
    """A table that waits for the seats of a test."""

    def __init__(self, *seats: Seat) -> None:
        super().__init__(table())
        self.seats = seats

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        return self.seats


def test_a_wait_is_counted_from_its_beginning_while_others_answer() -> None:
    here = Waited(B, C)
    waits = Waits(here)
    waits.look(10.2, is_idle=True)
    here.seats = (C,)
    waits.look(13.0, is_idle=True)
    assert waits.seats == (C,)
    assert waits.seconds(33.1, is_alone=True) == 23


def test_a_new_question_to_others_starts_the_clock_again() -> None:
    here = Waited(B)
    waits = Waits(here)
    waits.look(10.0, is_idle=True)
    here.seats = (B, C)
    waits.look(20.0, is_idle=True)
    assert waits.seconds(21.0, is_alone=True) == 1


def test_there_is_no_wait_while_the_screen_lags_behind() -> None:
    waits = Waits(Waited(B))
    waits.look(10.0, is_idle=False)
    assert len(waits.seats) == 0
    assert waits.seconds(20.0, is_alone=False) is None


def test_waits_for_the_viewer_count_only_if_people_wait() -> None:
    waits = Waits(Waited(A, B))
    waits.look(10.0, is_idle=True)
    assert waits.seats == (A, B)
    assert waits.seconds(15.0, is_alone=True) is None
    assert waits.seconds(15.0, is_alone=False) == 5


def test_viewers_who_answered_first_read_so_until_all_have() -> None:
    here = Waited(A, B)
    waits = Waits(here)
    waits.look(10.0, is_idle=True)
    waits.answer()
    assert waits.seats == (B,)
    assert waits.answered
    here.seats = ()
    waits.look(11.0, is_idle=True)
    assert len(waits.seats) == 0


def test_all_clocks_on_a_screen_tick_at_once() -> None:
    moments = [10.0, 10.4, 11.99, 12.0]
    assert [whole_seconds(9.7, now) for now in moments] == [1, 1, 2, 3]
    assert until_tick(10.25) == 0.75
    assert until_tick(11.0) == 1.0


def test_a_clock_shows_hours_from_one_on() -> None:
    assert [clock(seconds) for seconds in (0, 23, 605, 3723)] == [
        "0:00",
        "0:23",
        "10:05",
        "1:02:03",
    ]
