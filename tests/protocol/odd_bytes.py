"""Bytes that look like points or scalars but are none, or not in canonical form."""

from __future__ import annotations

from collections.abc import Iterator

from tests.protocol.edwards import BASE, FIELD, NEUTRAL, ORDER, TORSION, Curve

_SIGN = 1 << 255


def _raw(number: int) -> bytes:
    return number.to_bytes(32, "little")


def _off_the_curve() -> bytes:
    return next(_raw(y) for y in range(2, 100) if Curve.decode(_raw(y)) is None)


def _small_order() -> Iterator[tuple[str, bytes]]:
    for step in range(8):
        yield f"multiple {step} of a point of order 8", (step * TORSION[8]).encode()


def _with_torsion() -> Iterator[tuple[str, bytes]]:
    for order, torsion in TORSION.items():
        for step in range(1, 9):
            yield f"{step}G + T{order}", (step * BASE + torsion).encode()


def _not_canonical() -> Iterator[tuple[str, bytes]]:
    for y in range(FIELD, 2**255):
        yield f"y = p + {y - FIELD}", _raw(y)
        yield f"y = p + {y - FIELD} with the sign bit", _raw(y | _SIGN)


ODD_POINTS: dict[str, bytes] = {
    "neutral with the sign bit": _raw(1 | _SIGN),
    "y = -1 with the sign bit": _raw(FIELD - 1 | _SIGN),
    "all bits": b"\xff" * 32,
    "not on the curve": _off_the_curve(),
    **dict(_small_order()),
    **dict(_with_torsion()),
    **dict(_not_canonical()),
}
assert NEUTRAL.encode() in ODD_POINTS.values()
assert len(ODD_POINTS) == len(set(ODD_POINTS)) >= 70


def shifted(scalar: bytes) -> dict[str, bytes]:
    """Return all 32-byte forms that a sloppy reader takes for the same residue."""
    value = int.from_bytes(scalar, "little")
    forms = {f"s + {times}L": value + times * ORDER for times in range(1, 17)}
    forms["s + 2^255"] = value + _SIGN
    return {name: _raw(form) for name, form in forms.items() if form < 2**256}


ODD_SCALARS: dict[str, bytes] = {
    "L": _raw(ORDER),
    "L + 1": _raw(ORDER + 1),
    "2^255": _raw(_SIGN),
    "2^255 + 7": _raw(_SIGN + 7),
    "2^256 - 1": b"\xff" * 32,
}
ODD_LENGTHS = (0, 1, 31, 33, 64)
