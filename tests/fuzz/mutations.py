"""Valid bytes with parts changed, dropped, doubled, inserted or taken from others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

LONGEST: Final = 70_000
_MOST: Final = 5
_ODD: Final = (
    b"",
    b"\0",
    b"\xff",
    b"\x7f\xff\xff\xff",
    b"\x80\0\0\0",
    b"\xc0",
    b"\xc2",
    b"\xc1",
    b"\xcb\x7f\xf8\0\0\0\0\0\0",
    b"\xcf" + b"\xff" * 8,
    b"\xdd\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\x91" * 12,
    b"[" * 600,
    b"9" * 5_000,
    b"-1",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b'""',
    b"{}",
    b"[]",
    b'"\\ud800"',
    b"\xf0\x9f\x98\x80",
    b"\xe2\x80\xae",
    b"\x1b[2J",
    b"\n",
    b"/../",
    b"0x" + b"f" * 5_000,
    b"0001-01-01T00:00:00+14:00",
)


def mutated(chance: Random, raws: Sequence[bytes]) -> bytes:
    """Return one of them with some changes, whole or in pieces."""
    found = bytearray(chance.choice(raws))
    for _ in range(chance.randint(1, _MOST)):
        _change(chance, found, raws)
    return bytes(found[:LONGEST])


def _change(chance: Random, found: bytearray, raws: Sequence[bytes]) -> None:
    at = chance.randint(0, len(found))
    size = chance.choice((1, 1, 1, 2, 4, 8, 32, 64, 200))
    match chance.randrange(7):
        case 0 if at < len(found):
            found[at] ^= 1 << chance.randrange(8)
        case 1 if at < len(found):
            found[at] = chance.randrange(256)
        case 2:
            del found[at : at + size]
        case 3:
            found[at:at] = found[at : at + size]
        case 4:
            found[at : at + chance.choice((0, size))] = chance.choice(_ODD)
        case 5:
            other = chance.choice(raws)
            start = chance.randint(0, len(other))
            found[at : at + chance.choice((0, size))] = other[start : start + size]
        case _:
            found[at:at] = chance.randbytes(chance.randint(1, 4))
