"""edwards25519 in plain integers, slow and without any library: RFC 8032, section 5.1.

Unlike the library it keeps small-order parts and multiplies by any integer, so that a cheat can be
computed with it as well as detected.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, FIELD) % FIELD
_ROOT_OF_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)
_MONTGOMERY_A = 486662
_WINDOW = 4


@dataclass(frozen=True, slots=True)
class Curve:
    """A point in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z."""

    big_x: int
    big_y: int
    big_z: int
    big_t: int

    @classmethod
    def affine(cls, x: int, y: int) -> Self:
        return cls(x, y, 1, x * y % FIELD)

    @classmethod
    def decode(cls, raw: bytes) -> Self | None:
        """Return the point with that canonical encoding, of any order; None if there is none."""
        number = int.from_bytes(raw, "little")
        sign, y = number >> 255, number & (2**255 - 1)
        if len(raw) != 32 or y >= FIELD:
            return None
        x = _x_of(y, sign)
        return None if x is None else cls.affine(x, y)

    def encode(self) -> bytes:
        inverse = pow(self.big_z, -1, FIELD)
        x, y = self.big_x * inverse % FIELD, self.big_y * inverse % FIELD
        return (y | (x & 1) << 255).to_bytes(32, "little")

    def __add__(self, other: Curve) -> Curve:
        a = (self.big_y - self.big_x) * (other.big_y - other.big_x) % FIELD
        b = (self.big_y + self.big_x) * (other.big_y + other.big_x) % FIELD
        c = 2 * _D * self.big_t * other.big_t % FIELD
        d = 2 * self.big_z * other.big_z % FIELD
        e, f, g, h = b - a, d - c, d + c, b + a
        return Curve(e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD)

    def __neg__(self) -> Curve:
        return Curve(-self.big_x % FIELD, self.big_y, self.big_z, -self.big_t % FIELD)

    def __sub__(self, other: Curve) -> Curve:
        return self + -other

    def __rmul__(self, scalar: int) -> Curve:
        if scalar < 0:
            return -scalar * -self
        table = [NEUTRAL, self]
        while len(table) < 1 << _WINDOW:
            table.append(table[-1] + self)
        result = NEUTRAL
        for shift in range(scalar.bit_length() // _WINDOW * _WINDOW, -1, -_WINDOW):
            for _ in range(_WINDOW):
                result = result.doubled()
            result += table[scalar >> shift & (1 << _WINDOW) - 1]
        return result

    def doubled(self) -> Curve:
        a, b = self.big_x * self.big_x % FIELD, self.big_y * self.big_y % FIELD
        c = 2 * self.big_z * self.big_z % FIELD
        h = a + b
        e = h - (self.big_x + self.big_y) ** 2 % FIELD
        g = a - b
        f = c + g
        return Curve(e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD)

    def same(self, other: Curve) -> bool:
        return (self.big_x * other.big_z - other.big_x * self.big_z) % FIELD == 0 and (
            self.big_y * other.big_z - other.big_y * self.big_z
        ) % FIELD == 0

    def is_proper(self) -> bool:
        """Whether the point is in the group and not its neutral element."""
        return not self.same(NEUTRAL) and (ORDER * self).same(NEUTRAL)


def _x_of(y: int, sign: int) -> int | None:
    numerator, denominator = y * y - 1, _D * y * y + 1
    x = _square_root(numerator * pow(denominator, -1, FIELD) % FIELD)
    if x is None or (x == 0 and sign):
        return None
    return FIELD - x if x & 1 != sign else x


def _square_root(square: int) -> int | None:
    root = pow(square, (FIELD + 3) // 8, FIELD)
    if root * root % FIELD == square:
        return root
    root = root * _ROOT_OF_MINUS_ONE % FIELD
    return root if root * root % FIELD == square else None


def curve(raw: bytes) -> Curve:
    """Return the point with that encoding, which must exist."""
    point = Curve.decode(raw)
    assert point is not None
    return point


def total(points: Iterable[Curve]) -> Curve:
    return sum(points, start=NEUTRAL)


def mapped(raw: bytes) -> Curve:
    """Return libsodium's Elligator 2 map of the first half of SHA-512, times the cofactor."""
    number = int.from_bytes(hashlib.sha512(raw).digest()[:32], "little")
    sign, r = number >> 255, number & (2**255 - 1)
    x = -_MONTGOMERY_A * pow(2 * r * r + 1, -1, FIELD) % FIELD
    if _square_root((x**3 + _MONTGOMERY_A * x * x + x) % FIELD) is None:
        x = (-x - _MONTGOMERY_A) % FIELD
    y = (x - 1) * pow(x + 1, -1, FIELD) % FIELD
    edwards_x = _x_of(y, sign)
    assert edwards_x is not None
    return 8 * Curve.affine(edwards_x, y)


NEUTRAL = Curve.affine(0, 1)
BASE = curve(bytes([0x58]) + bytes([0x66]) * 31)
TORSION = {
    2: Curve.affine(0, FIELD - 1),
    4: Curve.affine(_ROOT_OF_MINUS_ONE, 0),
    8: curve(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")),
}
