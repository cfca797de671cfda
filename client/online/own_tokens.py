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
