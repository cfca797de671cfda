"""Rooms: the name a relay knows, the lock of the payloads, and the line that invites.

A room is a secret. The relay learns only a name derived from it; everything in the room is locked
with another key derived from it. An invitation is the routes to the relay and the secret in
Crockford's base32 with a check symbol, to be pasted: case and hyphens do not matter, look-alikes
are mapped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from engine.values import Value
from protocol.errors import BadEncoding, BadInvitation, LocalProtocolError, Reason
from protocol.lobby.routes import LONGEST_ROUTES, Routes, read_routes, write_routes

LOBBY_SECRET: Final = 10
"""Bytes of a lobby's secret: 80 bits, 16 symbols."""
TABLE_SECRET: Final = 32
ROOM_ID_SIZE: Final = 32
NONCE_SIZE: Final = 12
TAG_SIZE: Final = 16

_SYMBOLS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CHECKS: Final = _SYMBOLS + "*~$=U"
_ALIKE: Final = str.maketrans("OIL", "011")
_DIGITS: Final = 16
_GROUP: Final = 4
_BITS: Final = 5
_LONGEST_CODE: Final = 64
LONGEST_LINE: Final = LONGEST_ROUTES + _LONGEST_CODE
"""Characters of the longest line that is read as an invitation."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room by its secret: of a lobby (10 bytes) or of a table (32).

    Raises:
        LocalProtocolError: a secret of another length.
    """

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) not in (LOBBY_SECRET, TABLE_SECRET):
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "room secret")

    @property
    def room_id(self) -> bytes:
        """The room's name at the relay, 32 bytes."""
        return self._derived(b"room")

    def _derived(self, purpose: bytes) -> bytes:
        info = b"bloodrage/room/v1/" + purpose
        return HKDF(hashes.SHA256(), ROOM_ID_SIZE, salt=None, info=info).derive(self.secret)

    def lock(self, payload: bytes, nonce: bytes) -> bytes:
        """Lock a payload for the members of the room; `nonce` is 12 fresh random bytes."""
        if len(nonce) != NONCE_SIZE:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "nonce")
        locked = ChaCha20Poly1305(self._derived(b"lock")).encrypt(nonce, payload, self.room_id)
        return nonce + locked

    def unlock(self, locked: bytes) -> bytes:
        """Unlock a payload.

        Raises:
            BadEncoding: it was not locked in this room.
        """
        if len(locked) < NONCE_SIZE + TAG_SIZE:
            raise BadEncoding(Reason.NOT_LOCKED_HERE, "payload")
        nonce, rest = locked[:NONCE_SIZE], locked[NONCE_SIZE:]
        try:
            return ChaCha20Poly1305(self._derived(b"lock")).decrypt(nonce, rest, self.room_id)
        except InvalidTag as error:
            raise BadEncoding(Reason.NOT_LOCKED_HERE, "payload") from error


class Invitation(Value):
    """The way to a lobby: the routes to its relay, and the room."""

    routes: Routes
    room: Room

    def line(self) -> str:
        """Return the line to paste: ``192.168.1.11:7744,wss://example.org/K7QF-2M9X-TT3B-H8ZD-R``."""
        return f"{write_routes(self.routes)}/{symbols_of(self.room.secret)}"

    @classmethod
    def read(cls, line: str) -> Self:
        """Read an invitation as people paste it.

        Raises:
            BadInvitation: no routes and secret in it, or a typing error in the secret.
        """
        if len(line) > LONGEST_LINE:
            raise BadInvitation(Reason.BAD_INVITATION, "address")
        routes, slash, symbols = line.strip().rpartition("/")
        if not slash:
            raise BadInvitation(Reason.BAD_INVITATION, "address")
        return cls(read_routes(routes), Room(secret_of(symbols)))


def new_lobby_secret(random: Callable[[int], bytes]) -> bytes:
    """Draw a secret whose check symbol is a letter or digit.

    The others of Crockford's check symbols mean something to a shell, and the line is pasted into
    one; leaving their secrets out costs a fifth of a bit.
    """
    while True:
        secret = random(LOBBY_SECRET)
        if int.from_bytes(secret, "big") % len(_CHECKS) < len(_SYMBOLS):
            return secret


def symbols_of(secret: bytes) -> str:
    """Write a lobby secret in base32 with its check symbol, in groups of four."""
    number = int.from_bytes(secret, "big")
    digits = "".join(_SYMBOLS[number >> _BITS * at & 31] for at in reversed(range(_DIGITS)))
    text = digits + _CHECKS[number % len(_CHECKS)]
    return "-".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))


def secret_of(symbols: str) -> bytes:
    """Read a secret from its symbols, however they were typed.

    Raises:
        BadInvitation: wrong number of symbols, an unknown one, or a check that fails.
    """
    text = "".join(symbols.split()).replace("-", "").upper().translate(_ALIKE)
    if len(text) != _DIGITS + 1:
        raise BadInvitation(Reason.BAD_INVITATION, "length")
    digits, check = text[:_DIGITS], text[_DIGITS]
    if any(digit not in _SYMBOLS for digit in digits) or check not in _CHECKS:
        raise BadInvitation(Reason.BAD_INVITATION, "symbol")
    number = 0
    for digit in digits:
        number = number << _BITS | _SYMBOLS.index(digit)
    if _CHECKS[number % len(_CHECKS)] != check:
        raise BadInvitation(Reason.BAD_INVITATION, "check")
    return number.to_bytes(LOBBY_SECRET, "big")
