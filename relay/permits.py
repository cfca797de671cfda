"""Permits: what opens the rooms of a private relay.

A private relay has tokens, secrets that its operator gives to some people. The token itself is
never sent: a permit is made from it and the name of one room, and opens that room alone. So a
listener, or another relay that a permit is shown to, learns nothing that opens any other room. The
relay gives the permit of a room to everybody who enters it, so that each of them can open the room
again after the relay has lost it.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

SHORTEST_TOKEN: Final = 16
LONGEST_TOKEN: Final = 200
MOST_TOKENS: Final = 16
"""A wrong permit is compared with those of all tokens."""
_MOST_BYTES: Final = 64 * 1024
_PURPOSE: Final = b"bloodrage/relay/permit/v1"


class BadTokens(Exception):
    """The file of tokens cannot be used; the text says why, in one sentence, and tells none."""


def is_token(text: str) -> bool:
    """Whether a text can be a token: 16 to 200 printable ASCII characters without spaces."""
    is_plain = text.isascii() and text.isprintable() and " " not in text
    return is_plain and SHORTEST_TOKEN <= len(text) <= LONGEST_TOKEN


def permit_of(token: str, room_id: bytes) -> bytes:
    """Return the 32 bytes that open this room at a relay with this token."""
    return hmac.digest(token.encode("ascii"), _PURPOSE + room_id, sha256)


class Permits:
    """The judge of permits. Without tokens the relay is open to everybody."""

    def __init__(self, tokens: Iterable[str] = ()) -> None:
        self._tokens: Final = tuple(tokens)

    @property
    def is_private(self) -> bool:
        """Whether a room needs a permit to be opened."""
        return bool(self._tokens)

    def permits_of(self, room_id: bytes) -> tuple[bytes, ...]:
        """Return the permits for a room, one for each token."""
        return tuple(permit_of(token, room_id) for token in self._tokens)

    def allows(self, room_id: bytes, permit: bytes) -> bool:
        """Whether a JOIN with this permit may open the room."""
        found = not self._tokens
        for right in self.permits_of(room_id):
            found |= hmac.compare_digest(right, permit)
        return found


def read_tokens(file: Path) -> Permits:
    """Read a file with one token a line; empty lines and those that begin with # do not count.

    Raises:
        BadTokens: it cannot be read, holds none or too many, or a line is no token.
    """
    try:
        with file.open("rb") as opened:
            content = opened.read(_MOST_BYTES + 1)
        lines = content.decode("utf-8").splitlines()
    except OSError as error:
        raise BadTokens(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadTokens(f"{file} is no text in UTF-8.") from None
    if len(content) > _MOST_BYTES:
        raise BadTokens(f"{file} is longer than {_MOST_BYTES} bytes.")
    tokens = []
    for number, line in enumerate(map(str.strip, lines), start=1):
        if not line or line.startswith("#"):
            continue
        if not is_token(line):
            raise BadTokens(
                f"{file}: line {number} is no token: {SHORTEST_TOKEN} to {LONGEST_TOKEN} letters, "
                "digits and signs, without spaces."
            )
        tokens.append(line)
    if not 1 <= len(tokens) <= MOST_TOKENS:
        raise BadTokens(f"{file} has {len(tokens)} tokens; it needs 1 to {MOST_TOKENS}.")
    return Permits(tokens)
