"""The digest of a state, by which honest machines find out that they agree.

The canonical form of the engine in msgpack, hashed with SHA-256 under a domain of its own.
The encoding is one to one: the canonical form holds nothing but None, numbers, words and
tuples, msgpack tells these apart, and the packer writes each in its shortest way.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgpack

from engine.canonical import canonical
from engine.state import GameState

DOMAIN: Final = b"bloodrage state 1\n"
"""What is hashed in front, so that no other hash of ours can be taken for this one."""


def encode(state: GameState) -> bytes:
    """The canonical form of a state as bytes; two states are equal if these are."""
    return bytes(msgpack.packb(canonical(state)))


def state_digest(state: GameState) -> str:
    """SHA-256 of a state as 64 hexadecimal digits, the same on every machine."""
    return hashlib.sha256(DOMAIN + encode(state)).hexdigest()
