"""The tokens of private relays that this person has: in a file that the settings name.

The settings hold the path only, for they are shown on the screen and copied into reports; and there
is no argument for a token, as everybody on a machine can read those.
"""

from __future__ import annotations

import os
from pathlib import Path

from client.settings.resolve import choose
from client.text.catalogue import say
from relay.permits import BadTokens, read_tokens


def own_permits(room_id: bytes) -> tuple[bytes, ...]:
    """Return the permits for a room that this person's tokens make, the first token's first.

    Raises:
        BadTokens: the settings name a file, and it cannot be used.
    """
    path = choose({}, os.environ).settings.token_file
    if not path:
        return ()
    return read_tokens(Path(path).expanduser()).permits_of(room_id)


class RoomPermit:
    """The permit that a member of a room shows to its relay: the relay's own, or one made here.

    Attributes:
        shown: the permit for the next JOIN, b"" for none.
    """

    def __init__(self, room_id: bytes) -> None:
        self.shown = b""
        self._room_id = room_id
        self._offers: list[bytes] | None = None

    def keep(self, permit: bytes) -> None:
        """Keep the permit of a relay that let us in, b"" for none.

        A private relay that comes back empty opens the room for any of its members.
        """
        self.shown = permit or self.shown
        self._offers = None

    def next_offer(self) -> bool:
        """Show the next permit of our tokens; return whether there is one more."""
        if self._offers is None:
            self._offers = permits_to_try(self._room_id)
        if self._offers:
            self.shown = self._offers.pop(0)
            return True
        self._offers = None  # the file may be another one the next time
        return False


def permits_to_try(room_id: bytes) -> list[bytes]:
    """Return `own_permits`, or none if the file cannot be used."""
    try:
        return list(own_permits(room_id))
    except BadTokens:
        return []


def private_sentence() -> str:
    """Say that a room is not open yet, and who can open it."""
    return say(
        "This relay is private: a host needs its token (token_file in the settings) to open a "
        "table; guests wait until the host is there."
    )
