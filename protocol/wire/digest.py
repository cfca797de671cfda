"""State digests, by which honest machines find out that they agree.

The canonical form of the engine in msgpack, hashed with SHA-256 under a domain of its own.
The encoding is one to one: the canonical form holds only None, numbers, words and tuples,
msgpack tells these apart, and the packer writes each in its shortest form.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgpack

from engine.canonical import canonical
from engine.state import GameState

DOMAIN: Final = b"bloodrage state 1\n"
"""Prefix of the hashed bytes, so that no other hash of ours equals a state digest."""


def encode(state: GameState) -> bytes:
    """Encode the canonical form of a state; two states are equal if these bytes are."""
    return bytes(msgpack.packb(canonical(state)))


def state_digest(state: GameState) -> str:
    """Hash a state with SHA-256 to 64 hexadecimal digits, the same on every machine."""
    return hashlib.sha256(DOMAIN + encode(state)).hexdigest()
