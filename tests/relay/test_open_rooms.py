"""A relay without a place for another room: which rooms are given up, and which never are."""

import pytest

from protocol.framing import JoinedFrame, RefusalCode, RefusedFrame, SendFrame
from relay.refusals import RETURN_MILLISECONDS
from tests.relay.sides import SMALL, Machine, Side, payloads, small

GRACE = SMALL.lonely_room_seconds


def room(number: int) -> bytes:
    return number.to_bytes(32, "big")


def full(machine: Machine) -> list[Side]:
    """Fill the relay with rooms of one member each, a second apart; each is another source."""
    squatters = []
    for number in range(machine.rooms.limits.rooms):
        squatters.append(machine.connect(f"squatter {number}").join(room(number)))
        machine.pass_time(1)
    for squatter in squatters:
        squatter.read()
    return squatters


def is_in(side: Side) -> bool:
    return any(isinstance(frame, JoinedFrame) for frame in side.read())


def refusal(side: Side) -> RefusedFrame:
    (refused,) = (frame for frame in side.read() if isinstance(frame, RefusedFrame))
    return refused


def test_a_new_room_takes_the_place_of_the_oldest_that_never_had_two_members() -> None:
    machine = Machine()
    squatters = full(machine)
    machine.pass_time(GRACE)
    assert is_in(machine.connect("host").join(room(99)))
    assert [squatter.connection.closing for squatter in squatters] == [True, False, False]
    refused = refusal(squatters[0])
    assert (refused.code, refused.retry_ms) == (RefusalCode.NO_ROOM_LEFT, RETURN_MILLISECONDS)
    assert machine.rooms.rooms == SMALL.rooms
    assert machine.rooms.counts.given_up == 1


def test_a_newcomer_hears_when_the_first_room_may_be_given_up() -> None:
    machine = Machine()
    full(machine)
    refused = refusal(machine.connect("host").join(room(99)))
    assert refused.code is RefusalCode.NO_ROOM_LEFT
    assert refused.retry_ms == (GRACE - SMALL.rooms) * 1_000
    machine.now += refused.retry_ms
    assert is_in(machine.connect("host").join(room(99)))


def test_rooms_with_two_members_are_never_given_up() -> None:
    machine = Machine()
    for number, squatter in enumerate(full(machine)):
        assert is_in(machine.connect(f"guest {number}").join(room(number)))
        if number:
            squatter.hang_up()  # a room that once had two may have one
    machine.pass_time(GRACE * 2)
    refused = refusal(machine.connect("host").join(room(99)))
    assert (refused.code, refused.retry_ms) == (RefusalCode.NO_ROOM_LEFT, 30_000)
    assert machine.rooms.counts.given_up == 0


def test_of_the_other_rooms_the_one_that_is_empty_longest_is_given_up() -> None:
    machine = Machine()
    squatters = full(machine)
    for number in (2, 0, 1):
        guest = machine.connect(f"guest {number}").join(room(number)).send(SendFrame(b"mine"))
        guest.hang_up()
        squatters[number].hang_up()
        machine.pass_time(1)
    refused = refusal(machine.connect("host").join(room(99)))
    assert refused.retry_ms == (GRACE - 3) * 1_000
    machine.pass_time(GRACE)
    assert is_in(machine.connect("host").join(room(99)))
    assert payloads(machine.connect("late").join(room(0)).read()) == [b"mine"]
    assert payloads(machine.connect("late").join(room(1)).read()) == [b"mine"]


def test_a_room_to_which_somebody_returned_is_not_given_up_for_having_been_empty() -> None:
    machine = Machine(small(rooms=1))
    (squatter,) = full(machine)
    guest = machine.connect("guest").join(room(0)).send(SendFrame(b"mine"))
    squatter.hang_up()
    guest.hang_up()
    machine.pass_time(GRACE)
    assert is_in(machine.connect("guest").join(room(0)))
    assert refusal(machine.connect("host").join(room(99))).code is RefusalCode.NO_ROOM_LEFT


def test_a_room_that_was_given_up_with_members_no_longer_counts_for_its_opener() -> None:
    machine = Machine(small(rooms=1, rooms_per_source=1))
    full(machine)
    machine.pass_time(GRACE)
    assert is_in(machine.connect("host").join(room(99)))
    machine.pass_time(GRACE)
    assert is_in(machine.connect("squatter 0").join(room(0)))


@pytest.mark.parametrize("sources", [1, 40, 1_000])
def test_squatters_from_everywhere_keep_a_new_table_out_for_a_minute_at_most(sources: int) -> None:
    """Every squatter opens a room as often as it may; host and guest come as our client does."""
    machine = Machine(
        small(rooms=40, connections=2_000, connections_per_source=100, rooms_per_source=40)
    )
    tries = 0

    def squat(count: int) -> None:
        nonlocal tries
        for _ in range(count):
            tries += 1
            connection = machine.rooms.connect(f"bad {tries % sources}", machine.now)
            if not isinstance(connection, RefusedFrame):
                Side(machine, connection).join(room(1_000 + tries)).send(SendFrame(b"mine"))

    squat(200)
    machine.pass_time(GRACE)
    squat(200)
    table = room(1)
    members: list[Side] = []
    waits = [0, 0]
    for _ in range(60):
        squat(15)
        members = [side for side in members if not side.connection.closing]
        for number in (0, 1):
            waits[number] -= 1
            if len(members) <= number and waits[number] <= 0:
                side = machine.connect(f"home {number}").join(table)
                told = [frame for frame in side.read() if isinstance(frame, RefusedFrame)]
                waits[number] = min(4, told[0].retry_ms // 1_000) if told else 0
                if told:
                    side.hang_up()
                else:
                    members.append(side)
        squat(15)
        machine.pass_time(1)
    assert len(members) == 2
    assert not any(side.connection.closing for side in members)
    assert len(machine.rooms.open_rooms) == 40
