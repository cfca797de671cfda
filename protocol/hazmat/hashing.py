"""Hashing a statement without ambiguity: every part with its length, every use with its tag.

Notation of the papers: H is `digest`, Hs is `challenge` (the Fiat-Shamir transform over the *whole*
statement), P is `hash_to_point`. A list of points or scalars is one part, their concatenation.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final

from protocol.errors import LocalProtocolError, Reason
from protocol.hazmat.group import Point, Scalar, point_from, reduce_wide

DOMAIN: Final = b"bloodrage/deal/v1/"
DIGEST_SIZE: Final = 64

_INTEGER_SIZE: Final = 8
_INTEGER_LIMIT: Final = 1 << 8 * _INTEGER_SIZE
_LENGTH_SIZE: Final = 4


def tlv(*parts: bytes | int) -> bytes:
    """Join parts, each after its length (4 bytes, big-endian); an integer is 8 bytes, big-endian.

    Raises:
        LocalProtocolError: an integer below 0 or above 2^64 - 1.
    """
    out = bytearray()
    for part in parts:
        raw = _integer(part) if isinstance(part, int) else part
        out += len(raw).to_bytes(_LENGTH_SIZE, "big")
        out += raw
    return bytes(out)


def digest(tag: str, *parts: bytes | int) -> bytes:
    """Hash the tag and all parts to 64 bytes (H)."""
    return hashlib.sha512(_tagged(tag, parts)).digest()


def challenge(tag: str, *parts: bytes | int) -> Scalar:
    """Hash the tag and all parts to a scalar that nobody can choose (Hs)."""
    return reduce_wide(digest(tag, *parts))


def hash_to_point(tag: str, *parts: bytes | int) -> Point:
    """Hash the tag and all parts to a point of unknown discrete logarithm (P)."""
    return point_from(_tagged(tag, parts))


@cache
def generator(index: int) -> Point:
    """Return the generator h_index of the commitments; h_0 is the papers' h."""
    return hash_to_point("gen", index)


def _tagged(tag: str, parts: tuple[bytes | int, ...]) -> bytes:
    return tlv(DOMAIN + tag.encode(), *parts)


def _integer(value: int) -> bytes:
    if not 0 <= value < _INTEGER_LIMIT:
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "integer")
    return value.to_bytes(_INTEGER_SIZE, "big")
