"""Seats of one process around a relay in memory, each with its own connection only.

It carries the same bytes as a network: packets locked for the room, in the frames of the relay.
It loses nothing and needs no clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from client.platform.system import random_bytes
from protocol.framing import NO_EPOCH, DeliverFrame, FrameReader, JoinFrame, SendFrame, encode
from protocol.lobby.rooms import NONCE_SIZE, Room
from relay.memory import MemoryRelay

_MOST_FRAME: Final = 1 << 20


class Wires:
    """A room of a relay in this process, and the connections of its members."""

    def __init__(self, signers: Iterable[int], room: Room) -> None:
        """Connect every signer and join the room."""
        relay = MemoryRelay()
        self._room = room
        self._links = {signer: relay.connect() for signer in signers}
        self._frames = {signer: FrameReader(_MOST_FRAME) for signer in self._links}
        self._is_quiet = True
        for link in self._links.values():
            link.send(encode(JoinFrame(room.room_id, NO_EPOCH, 0)))

    def send(self, signer: int, payload: bytes) -> None:
        """Send a payload of a signer to all others."""
        locked = self._room.lock(payload, random_bytes(NONCE_SIZE))
        self._links[signer].send(encode(SendFrame(locked)))
        self._is_quiet = False

    def receive(self) -> list[tuple[int, bytes]]:
        """Return the payloads since the last call, each with its receiver."""
        if self._is_quiet:
            return []
        self._is_quiet = True
        heard = []
        for signer, link in self._links.items():
            frames = self._frames[signer]
            frames.feed(link.receive())
            while (frame := frames.next_frame()) is not None:
                if isinstance(frame, DeliverFrame):
                    heard.append((signer, self._room.unlock(frame.payload)))
        return heard
