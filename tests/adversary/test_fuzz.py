"""Bytes of every kind for every reader of foreign bytes: documented errors, and no others."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from protocol.agreement.vote_events import Faulty
from protocol.charter import Charter, Hello
from protocol.errors import RemoteProtocolError
from protocol.game.events import Dropped
from protocol.game.step_table import StepKind
from protocol.lobby.lobby_events import Broadcast, PacketRefused
from protocol.record.record import HEADER, BrokenRecord, verify_record, write_record
from protocol.wire.bodies import read_body
from protocol.wire.codec import Encodable, pack
from protocol.wire.envelope import Envelope
from protocol.wire.packets import GameMessage, Hail, pack_plain, read_packet
from tests.adversary.scenes import Scene, kind, scene
from tests.adversary.tables import Table
from tests.protocol.lobby.test_lobby import LobbyGroup

ATOMS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.integers(-(2**63), 2**64 - 1)
    | st.binary(max_size=40)
    | st.sampled_from([bytes(32), b"\xff" * 32, bytes(64), bytes(96)])
    | st.text(max_size=12)
)
VALUES = st.recursive(ATOMS, lambda inner: st.lists(inner, max_size=8).map(tuple), max_leaves=16)
"""Well-formed values of wrong shapes: they get past the codec."""
NOISE = st.binary(max_size=300) | VALUES.map(pack)


@cache
def waiting() -> Scene:
    return scene(kind(StepKind.PICK))


@cache
def group() -> LobbyGroup:
    return LobbyGroup("Astrid", "Bo")


@cache
def record() -> bytes:
    table = Table(2, seed=3)
    table.start()
    table.run(120)
    session = table.sessions[0]
    envelopes = (one for step in session.history for _, one in sorted(step.items()))
    return write_record(table.charter, envelopes)


@st.composite
def mutated(draw: st.DrawFn, raw: bytes) -> bytes:
    """Return true bytes with a part changed, left out, doubled or inserted."""
    at = draw(st.integers(0, len(raw) - 1))
    until = draw(st.integers(at, min(len(raw), at + 40)))
    return raw[:at] + draw(st.binary(max_size=8) | st.just(raw[at:until] * 2)) + raw[until:]


def mutated_envelope() -> st.SearchStrategy[bytes]:
    return mutated(waiting().true.to_bytes())


def mutated_packet() -> st.SearchStrategy[bytes]:
    said = [
        event.raw for at in (0, 1) for event in group().heard[at] if isinstance(event, Broadcast)
    ]
    said.append(pack_plain(GameMessage(b"x")))
    return st.sampled_from(said).flatmap(mutated)


@given(NOISE | st.deferred(mutated_envelope))
def test_a_session_accepts_any_bytes(raw: bytes) -> None:
    table = waiting()
    assume(raw != table.true.to_bytes())
    before = table.standings()
    for session in table.honest:
        for event in session.receive(raw):
            assert isinstance(event, Dropped)
    assert table.standings() == before


@given(VALUES, st.sampled_from([StepKind.PACK_SHARES, StepKind.PICK, StepKind.ACT]))
def test_a_session_accepts_any_signed_body(value: Encodable, which: StepKind) -> None:
    table = scene(kind(which))
    raw = table.forged(pack(value)).to_bytes()
    found = [event for events in table.say(raw) for event in events]
    assert all(isinstance(event, Faulty) for event in found)
    assert len(set(found)) == 1


@given(NOISE | st.deferred(mutated_packet))
def test_a_lobby_accepts_any_bytes(raw: bytes) -> None:
    assume(raw != pack_plain(Hail()))
    for one in group().members:
        one.repeat()
        for event in one.receive(raw):
            assert isinstance(event, PacketRefused)


READERS = [
    read_packet,
    read_body,
    Envelope.from_bytes,
    Hello.from_bytes,
    Charter.from_bytes,
]


@given(NOISE, st.sampled_from(READERS))
def test_readers_raise_only_documented_errors(raw: bytes, reader: type) -> None:
    try:
        reader(raw)
    except RemoteProtocolError:
        return
    assert reader in (read_packet, read_body)


@given(st.data())
def test_a_changed_charter_is_refused_or_a_different_one(data: st.DataObject) -> None:
    true = waiting().charter
    raw = data.draw(mutated(true.to_bytes()))
    try:
        found = Charter.from_bytes(raw)
    except RemoteProtocolError:
        return
    assert (raw == true.to_bytes()) == (found.table_id == true.table_id)


@given(st.binary(max_size=200).map(HEADER.__add__) | st.deferred(lambda: mutated(record())))
def test_any_bytes_are_a_valid_record_or_a_broken_one(raw: bytes) -> None:
    try:
        verified = verify_record(raw, waiting().cache)
    except BrokenRecord:
        return
    # A record cut off between two messages is a game that stopped earlier.
    assert record().startswith(raw)
    assert not verified.closed


@pytest.mark.soak
def test_records_cut_or_changed_anywhere_are_broken() -> None:
    chance = Random(1)
    raw = record()
    cache = waiting().cache
    for _ in range(3000):
        at = chance.randrange(len(raw))
        with pytest.raises(BrokenRecord):
            verify_record(
                raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :], cache
            )
