"""The standing question: the position of a seat, and what it lacks."""

from __future__ import annotations

from typing import Final

import pytest

from protocol.errors import BadSignature, Reason, RemoteProtocolError
from protocol.wire.codec import Encodable, pack
from protocol.wire.identity import Domain, Identity
from protocol.wire.packets import MOST_NAMED, MOST_WANTED, Signed, Standing, read_packet
from protocol.wire.venues import Venue

NAMES: Final = tuple(bytes([number] * 32) for number in range(MOST_WANTED + 1))
VOTES: Final = tuple(bytes([number] * 8) for number in range(MOST_NAMED + 1))
KEY: Final = Identity(bytes([7] * 32))
TABLE: Final = Venue.table(bytes(32))


def raw(content: tuple[Encodable, ...]) -> bytes:
    """Sign the fields of a standing, whatever they are."""
    signed = pack((KEY.public, TABLE.name, 9, 2, *content))
    return pack((int(TABLE.kind), signed, KEY.sign(Domain.TABLE, signed)))


@pytest.mark.parametrize(
    "standing",
    [
        Standing(0, (), 0, ()),
        Standing(7, (0, 2), 3, NAMES[:1]),
        Standing(999_999, (0, 1, 2, 3, 4), 2**62, NAMES[:MOST_WANTED]),
        Standing(1, (), 0, NAMES[1::-1]),
        Standing(1, (), 0, (), VOTES[:MOST_NAMED]),
    ],
)
def test_a_standing_is_read_as_it_was_written(standing: Standing) -> None:
    packet = Signed(KEY.public, TABLE, 9, standing)
    assert read_packet(packet.pack(KEY)) == packet


@pytest.mark.parametrize(
    "content",
    [
        (7, (0, 2)),
        (7, (0, 2), 3, ()),
        (7, (0, 2), 3, (), (), 0),
        (1_000_000, (), 0, (), ()),
        (7, (5,), 0, (), ()),
        (7, (), -1, (), ()),
        (7, (), 2**62 + 1, (), ()),
        (7, (), None, (), ()),
        (7, (), 0, NAMES, ()),
        (7, (), 0, (bytes(31),), ()),
        (7, (), 0, (b"",), ()),
        (7, (), 0, NAMES[:1] * 2, ()),
        (7, (), 0, (1,), ()),
        (7, (), 0, None, ()),
        (7, (), 0, (), VOTES),
        (7, (), 0, (), NAMES[:1]),
        (7, (), 0, (), VOTES[:1] * 2),
        (7, (), 0, (), None),
    ],
)
def test_another_form_of_a_standing_is_refused(content: tuple[Encodable, ...]) -> None:
    with pytest.raises(RemoteProtocolError) as refused:
        read_packet(raw(content))
    assert refused.value.reason is Reason.WRONG_SHAPE


def test_a_standing_without_a_signature_is_refused() -> None:
    with pytest.raises(RemoteProtocolError) as refused:
        read_packet(pack((2, 7, (), 0, ())))
    assert refused.value.reason is Reason.UNKNOWN_MESSAGE


def test_a_standing_signed_with_another_key_is_refused() -> None:
    with pytest.raises(BadSignature):
        read_packet(Signed(KEY.public, TABLE, 9, Standing(7, (), 0, ())).pack(Identity(bytes(32))))


def test_an_unexpected_packet_is_refused_before_its_signature_is_verified() -> None:
    forged = Signed(KEY.public, TABLE, 9, Standing(7, (), 0, ())).pack(Identity(bytes(32)))
    with pytest.raises(RemoteProtocolError) as refused:
        read_packet(forged, lambda packet: packet.counter > 9)
    assert refused.value.reason is Reason.NOT_OWED
