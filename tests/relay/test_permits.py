"""A private relay: rooms are opened with permits made from its tokens."""

from pathlib import Path

import pytest

from protocol.framing import NO_EPOCH, JoinedFrame, JoinFrame, RefusalCode, RefusedFrame
from relay.permits import (
    LONGEST_TOKEN,
    MOST_TOKENS,
    SHORTEST_TOKEN,
    BadTokens,
    Permits,
    permit_of,
    read_tokens,
)
from relay.rooms import Rooms
from tests.relay.sides import OTHER_ROOM, ROOM, SMALL, Machine, Side

CLUB = "correct-horse-battery"
PERMIT = permit_of(CLUB, ROOM)


def private(*tokens: str) -> Machine:
    machine = Machine()
    machine.rooms = Rooms(SMALL, b"salt", Permits(tokens or (CLUB,)))
    return machine


def join(machine: Machine, permit: bytes = b"", room: bytes = ROOM) -> Side:
    return machine.connect().send(JoinFrame(room, NO_EPOCH, 0, permit))


def test_a_room_is_opened_with_a_permit_and_entered_without() -> None:
    machine = private()
    assert join(machine, PERMIT).joined().permit == PERMIT
    assert join(machine).joined().member == 2


@pytest.mark.parametrize(
    "permit", [b"", bytes(32), permit_of(CLUB, OTHER_ROOM), permit_of(CLUB + "!", ROOM)]
)
def test_nothing_else_opens_it_and_the_guest_hears_to_try_again_soon(permit: bytes) -> None:
    machine = private()
    (refused,) = join(machine, permit).read()
    assert isinstance(refused, RefusedFrame)
    assert refused.code is RefusalCode.PRIVATE
    assert 0 < refused.retry_ms <= 2_000
    assert machine.rooms.rooms == 0


def test_every_guest_opens_the_room_again_with_the_permit_it_was_told() -> None:
    machine = private()
    join(machine, PERMIT)
    told = join(machine).joined().permit
    restarted = private()
    assert join(restarted, told).joined().member == 1
    assert join(restarted, told, OTHER_ROOM).refusals() == [RefusalCode.PRIVATE]


def test_each_of_several_tokens_opens_rooms_until_it_is_taken_away() -> None:
    machine = private("a" * SHORTEST_TOKEN, CLUB)
    assert join(machine, PERMIT).joined().permit == PERMIT
    machine.rooms.reload(SMALL, Permits(("a" * SHORTEST_TOKEN,)), 0)
    assert join(machine, permit_of(CLUB, OTHER_ROOM), OTHER_ROOM).refusals() == [
        RefusalCode.PRIVATE
    ]
    assert join(machine).joined().member == 2  # the room that is open stays


def test_a_public_relay_looks_at_no_permit_and_tells_none() -> None:
    machine = Machine()
    (joined,) = join(machine, bytes(32)).read()
    assert isinstance(joined, JoinedFrame)
    assert joined.permit == b""


# --- the file ---------------------------------------------------------------------------------


def test_the_file_has_a_token_a_line(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text(f"# club\n\n  {CLUB}\n{'b' * LONGEST_TOKEN}\n", encoding="utf-8")
    permits = read_tokens(file)
    assert permits.is_private
    assert permits.allows(ROOM, PERMIT)
    assert permits.allows(ROOM, permit_of("b" * LONGEST_TOKEN, ROOM))
    assert not permits.allows(ROOM, permit_of("# club", ROOM))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "has 0 tokens"),
        (b"# nothing\n", "has 0 tokens"),
        (b"secret\n", "line 1 is no token"),
        (b"\n" + b"secret " * 4, "line 2 is no token"),
        ("geheimes-wörtchen!".encode(), "line 1 is no token"),
        (b"x" * (LONGEST_TOKEN + 1), "line 1 is no token"),
        (b"\xff" * 20, "no text in UTF-8"),
        (b"\n".join(b"x" * 16 + b"%d" % number for number in range(MOST_TOKENS + 1)), "needs 1 to"),
        (b"x" * 70_000, "longer than"),
    ],
)
def test_another_file_is_refused_in_a_sentence_that_tells_no_token(
    content: bytes, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "tokens"
    file.write_bytes(content)
    with pytest.raises(BadTokens, match=why) as caught:
        read_tokens(file)
    assert "secret" not in str(caught.value)
    assert "xxxx" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadTokens, match="cannot be read"):
        read_tokens(tmp_path / "tokens")
