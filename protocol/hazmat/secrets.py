"""Every nonce, mask and permutation of a seat, derived from the one secret it drew for the table.

Derived with HKDF-SHA-512 (RFC 5869) over the *whole* statement they serve, as deterministic
signatures do: after a crash the same bytes come out again, and two different statements never share
a nonce. A nonce used twice would reveal the card key. The caller takes the secret itself from the
operating system: nothing here is random.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import Final

from protocol.errors import LocalProtocolError, Reason
from protocol.hazmat.group import Scalar, reduce_wide
from protocol.hazmat.hashing import DOMAIN, tlv

SECRET_SIZE: Final = 32

_SALT: Final = DOMAIN + b"secret"
_WORD: Final = 8
_WORD_LIMIT: Final = 1 << 8 * _WORD


@dataclass(frozen=True, slots=True)
class TableSecret:
    """32 bytes from the operating system, drawn once for a table and never shown.

    Raises:
        LocalProtocolError: not 32 bytes.
    """

    raw: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.raw) != SECRET_SIZE:
            raise LocalProtocolError(Reason.WRONG_ARGUMENT, "table secret")

    def serving(self, purpose: str, *statement: bytes | int) -> Draws:
        """Return the draws for one purpose and statement; other statements give unrelated ones."""
        extracted = hmac.digest(_SALT, self.raw, "sha512")
        return Draws(_expand(extracted, tlv(purpose.encode(), *statement)))


@dataclass(frozen=True, slots=True)
class Draws:
    """Uniform values for one statement, addressed by name; the same name gives the same value."""

    _key: bytes = field(repr=False)

    def scalar(self, name: str, index: int = 0) -> Scalar:
        """Draw a uniform scalar: 64 bytes mod the order."""
        return reduce_wide(_expand(self._key, tlv(name.encode(), index)))

    def scalars(self, name: str, count: int) -> tuple[Scalar, ...]:
        """Draw the scalars 0 to count - 1 of that name."""
        return tuple(self.scalar(name, index) for index in range(count))

    def below(self, limit: int, name: str, index: int = 0) -> int:
        """Draw a uniform integer from 0 to limit - 1, by rejection: no remainder is favoured."""
        usable = _WORD_LIMIT - _WORD_LIMIT % limit
        attempt = 0
        while (word := self._word(name, index, attempt)) >= usable:
            attempt += 1
        return word % limit

    def permutation(self, name: str, count: int) -> tuple[int, ...]:
        """Draw a uniform order of 0 to count - 1 (Fisher-Yates)."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1, name, last)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _word(self, name: str, index: int, attempt: int) -> int:
        drawn = _expand(self._key, tlv(name.encode(), index, attempt))
        return int.from_bytes(drawn[:_WORD], "big")


def _expand(key: bytes, info: bytes) -> bytes:
    # HKDF-Expand for exactly one block: T(1) = HMAC(key, info || 0x01).
    return hmac.digest(key, info + b"\x01", "sha512")
