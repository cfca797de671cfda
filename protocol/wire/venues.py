"""Venues: where a signed packet counts. What is said in one never counts in another.

A venue is a lobby, a table, or the gallery of a table. Its kind is the first number of a packet,
and chooses the domain of the signature; its name is part of the signed content.
"""

from __future__ import annotations

import hashlib
from enum import IntEnum
from typing import Self

from engine.values import Value


class VenueKind(IntEnum):
    """The kind of a venue, by the first number of its packets."""

    LOBBY = 0
    TABLE = 17
    GALLERY = 18


class Venue(Value):
    """One venue; `name` is 32 bytes: that of the lobby, or the table's id."""

    kind: VenueKind
    name: bytes

    @classmethod
    def lobby(cls, name: bytes) -> Self:
        """Return the lobby of that name."""
        return cls(VenueKind.LOBBY, name)

    @classmethod
    def table(cls, table_id: bytes) -> Self:
        """Return the table with that id."""
        return cls(VenueKind.TABLE, table_id)

    @classmethod
    def gallery(cls, table_id: bytes) -> Self:
        """Return the gallery of the table with that id."""
        return cls(VenueKind.GALLERY, table_id)


def lobby_name(identity: bytes, fresh: bytes) -> bytes:
    """Return the name of the lobby that a host opens with these keys of a hello, 32 bytes.

    The fresh bytes alone would not do: another host can copy them, and what players sign in the
    lobby of one would count in that of the other.
    """
    return hashlib.sha256(b"bloodrage/lobby/v1" + identity + fresh).digest()
