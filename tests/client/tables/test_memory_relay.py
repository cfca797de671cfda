from __future__ import annotations

from client.tables.own_table import MemoryRoom
from protocol.lobby.rooms import Room


def room() -> MemoryRoom:
    return MemoryRoom((0, 1, 2), Room(bytes(32)))


def test_a_payload_reaches_all_others_once() -> None:
    line = room()
    line.send(1, b"skal")
    assert line.receive() == [(0, b"skal"), (2, b"skal")]
    assert line.receive() == []


def test_everybody_receives_in_the_same_order() -> None:
    line = room()
    line.send(0, b"one")
    line.send(2, b"two")
    line.send(0, b"three")
    heard = line.receive()
    assert [said for signer, said in heard if signer == 1] == [b"one", b"two", b"three"]


def test_a_whole_age_is_relayed_without_loss() -> None:
    line = room()
    for number in range(500):
        line.send(number % 3, bytes([number % 256]) * 3000)
        assert len(line.receive()) == 2
