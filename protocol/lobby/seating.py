"""The seats of a lobby: the number of persons they are for, to which everybody agrees."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from protocol.charter import Charter, Hello


def persons_at(seats: int, hellos: Iterable[Hello]) -> int:
    """Return the number of persons once all seats are taken: a bot's owner is counted already."""
    return seats - sum(hello.is_bot for hello in hellos)


def agreement(terms: Charter, seats: int, hellos: Iterable[Hello]) -> bytes:
    """Return the hash of all that a ready agrees to, 32 bytes: the terms, for so many persons."""
    persons = bytes((persons_at(seats, hellos),))
    return hashlib.sha256(b"bloodrage/ready/v2" + terms.terms + persons).digest()
