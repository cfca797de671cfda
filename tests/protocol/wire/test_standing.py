"""The standing question: the position of a seat, and what it lacks."""

from __future__ import annotations

from typing import Final

import pytest

from protocol.errors import Reason, RemoteProtocolError
from protocol.wire.codec import Value, pack
from protocol.wire.packets import MOST_WANTED, Standing, pack_plain, read_packet

NAMES: Final = tuple(bytes([number] * 32) for number in range(MOST_WANTED + 1))


@pytest.mark.parametrize(
    "standing",
    [
        Standing(0, (), 0, ()),
        Standing(7, (0, 2), 3, NAMES[:1]),
        Standing(999_999, (0, 1, 2, 3, 4), 2**62, NAMES[:MOST_WANTED]),
        Standing(1, (), 0, NAMES[1::-1]),
    ],
)
def test_a_standing_is_read_as_it_was_written(standing: Standing) -> None:
    assert read_packet(pack_plain(standing)) == standing


@pytest.mark.parametrize(
    "content",
    [
        (7, (0, 2)),
        (7, (0, 2), 3),
        (7, (0, 2), 3, (), 0),
        (1_000_000, (), 0, ()),
        (7, (5,), 0, ()),
        (7, (), -1, ()),
        (7, (), 2**62 + 1, ()),
        (7, (), None, ()),
        (7, (), 0, NAMES),
        (7, (), 0, (bytes(31),)),
        (7, (), 0, (b"",)),
        (7, (), 0, NAMES[:1] * 2),
        (7, (), 0, (1,)),
        (7, (), 0, None),
    ],
)
def test_another_form_of_a_standing_is_refused(content: tuple[Value, ...]) -> None:
    with pytest.raises(RemoteProtocolError) as refused:
        read_packet(pack((2, *content)))
    assert refused.value.reason is Reason.WRONG_SHAPE
