"""The prime-order group of edwards25519: the one file that touches libsodium's group arithmetic.

Points are 32-byte canonical encodings, scalars 32 bytes little-endian below `ORDER`, both as plain
bytes with a type of their own. A `Point` or `Scalar` from a peer comes only out of `decode_point`
or `decode_scalar`; every other function here takes and returns values that have passed them, and
only arithmetic can produce the identity.

This file adds what libsodium leaves out: it refuses scalars that are not reduced (libsodium ignores
bit 255 and reduces the rest silently), refuses points in `add` (libsodium only checks that they lie
on the curve), and returns the identity for a zero scalar (libsodium raises).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache, reduce
from typing import Final, NewType

from nacl import bindings, exceptions

from protocol.errors import BadEncoding, LocalProtocolError, Reason, UnsafeLibrary

Point = NewType("Point", bytes)
Scalar = NewType("Scalar", bytes)

SIZE: Final = 32
WIDE: Final = 64
ORDER: Final = 2**252 + 27742317777372353535851937790883648493

ZERO: Final = Scalar(bytes(SIZE))
ONE: Final = Scalar((1).to_bytes(SIZE, "little"))
IDENTITY: Final = Point((1).to_bytes(SIZE, "little"))
BASE: Final = Point(bytes([0x58]) + bytes([0x66]) * 31)

# Points of order 2, 4, 4, 8, 8, 8, 8: adding one to a point of the group leaves the group.
TORSION: Final = tuple(
    bytes.fromhex(text)
    for text in (
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    )
)

# P + T2 slipped through libsodium's old check for about half of all P, so one probe proves nothing.
_PROBES: Final = 24


def decode_point(raw: bytes, place: str) -> Point:
    """Decode a peer's point: canonical, in the prime-order group, not the identity.

    Raises:
        BadEncoding: anything else.
        UnsafeLibrary: the installed library cannot tell.
    """
    require_sound_library()
    if len(raw) != SIZE:
        raise BadEncoding(Reason.WRONG_LENGTH, place)
    if not bindings.crypto_core_ed25519_is_valid_point(raw):
        raise BadEncoding(Reason.NOT_A_POINT, place)
    return Point(raw)


def decode_scalar(raw: bytes, place: str) -> Scalar:
    """Decode a peer's scalar: reduced; zero is allowed, for all clients alike.

    Raises:
        BadEncoding: anything else.
    """
    if len(raw) != SIZE:
        raise BadEncoding(Reason.WRONG_LENGTH, place)
    if int.from_bytes(raw, "little") >= ORDER:
        raise BadEncoding(Reason.NOT_A_SCALAR, place)
    return Scalar(raw)


def multiply(scalar: Scalar, point: Point) -> Point:
    """Return `scalar * point`, in constant time except for the zero scalar.

    Raises:
        BadEncoding: `point` is outside the group (it never went through `decode_point`).
    """
    if scalar == ZERO or point == IDENTITY:
        return IDENTITY
    try:
        return Point(bindings.crypto_scalarmult_ed25519_noclamp(scalar, point))
    except (exceptions.RuntimeError, exceptions.TypeError):
        raise BadEncoding(Reason.NOT_A_POINT, "factor") from None


def multiply_base(scalar: Scalar) -> Point:
    """Return `scalar * G`, in constant time except for the zero scalar."""
    if scalar == ZERO:
        return IDENTITY
    return Point(bindings.crypto_scalarmult_ed25519_base_noclamp(scalar))


def add(left: Point, right: Point) -> Point:
    """Add two validated points: libsodium checks nothing here."""
    return Point(bindings.crypto_core_ed25519_add(left, right))


def subtract(left: Point, right: Point) -> Point:
    """Subtract two validated points: libsodium checks nothing here."""
    return Point(bindings.crypto_core_ed25519_sub(left, right))


def total(points: Iterable[Point]) -> Point:
    """Sum any number of points; none give the identity."""
    return reduce(add, points, IDENTITY)


def combine(scalars: Iterable[Scalar], points: Iterable[Point]) -> Point:
    """Sum `scalar * point` over two sequences of the same length."""
    return total(multiply(s, p) for s, p in zip(scalars, points, strict=True))


def scalar_add(left: Scalar, right: Scalar) -> Scalar:
    """Add mod the order, in constant time. Wrong for unreduced inputs, hence the type."""
    return Scalar(bindings.crypto_core_ed25519_scalar_add(left, right))


def scalar_multiply(left: Scalar, right: Scalar) -> Scalar:
    """Multiply mod the order, in constant time."""
    return Scalar(bindings.crypto_core_ed25519_scalar_mul(left, right))


def scalar_negate(scalar: Scalar) -> Scalar:
    """Negate mod the order, in constant time."""
    return Scalar(bindings.crypto_core_ed25519_scalar_negate(scalar))


def scalar_sum(scalars: Iterable[Scalar]) -> Scalar:
    """Sum any number of scalars mod the order; none give zero."""
    return reduce(scalar_add, scalars, ZERO)


def scalar_product(scalars: Iterable[Scalar]) -> Scalar:
    """Multiply any number of scalars mod the order; none give one."""
    return reduce(scalar_multiply, scalars, ONE)


def scalar_dot(left: Iterable[Scalar], right: Iterable[Scalar]) -> Scalar:
    """Sum pairwise products over two sequences of the same length."""
    return scalar_sum(scalar_multiply(a, b) for a, b in zip(left, right, strict=True))


def reduce_wide(raw: bytes) -> Scalar:
    """Reduce 64 uniform bytes to a scalar with negligible bias.

    Raises:
        LocalProtocolError: not 64 bytes.
    """
    if len(raw) != WIDE:
        raise LocalProtocolError(Reason.WRONG_ARGUMENT, "wide scalar")
    return Scalar(bindings.crypto_core_ed25519_scalar_reduce(raw))


def point_from(raw: bytes) -> Point:
    """Map any bytes to a point of unknown discrete logarithm.

    libsodium's own Elligator map over SHA-512, not RFC 9380; pinned by the test vectors. Only about
    one input in 2^252 gives the identity.
    """
    uniform = hashlib.sha512(raw).digest()[:SIZE]
    return Point(bindings.crypto_core_ed25519_from_uniform(uniform))


@cache
def require_sound_library() -> None:
    """Refuse a libsodium that accepts points outside the prime-order group (CVE-2025-69277).

    With such a library the first shuffler could add a small-order point to any card and follow it
    through the shuffles of all the others. Costs a few milliseconds, once.

    Raises:
        UnsafeLibrary: it does.
    """
    for step in range(1, _PROBES + 1):
        honest = multiply_base(Scalar(step.to_bytes(SIZE, "little")))
        if not bindings.crypto_core_ed25519_is_valid_point(honest):
            raise UnsafeLibrary(Reason.UNSAFE_LIBRARY, "point of the group")
        for torsion in TORSION:
            _refuse_if_taken(bindings.crypto_core_ed25519_add(honest, torsion))
    for outside in (IDENTITY, *TORSION):
        _refuse_if_taken(outside)


def _refuse_if_taken(point: bytes) -> None:
    if bindings.crypto_core_ed25519_is_valid_point(point):
        raise UnsafeLibrary(Reason.UNSAFE_LIBRARY, "point check")
    try:
        bindings.crypto_scalarmult_ed25519_noclamp(ONE, point)
    except exceptions.RuntimeError:
        return
    raise UnsafeLibrary(Reason.UNSAFE_LIBRARY, "multiplication")
