"""Distances of colours: contrast (WCAG 2.2), difference (CIE 1976), and colour-blind sight.

Colour-blindness is simulated with the matrices for full severity of G. M. Machado, M. M. Oliveira
and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
IEEE Transactions on Visualization and Computer Graphics 15(6), 2009, applied to linear RGB.
"""

from __future__ import annotations

from typing import Final

Channels = tuple[float, float, float]
Matrix = tuple[Channels, Channels, Channels]

EYES: Final[dict[str, Matrix]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Channels:
    """The channels of "#rrggbb" as light."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    )
    return red, green, blue


def _times(matrix: Matrix, channels: Channels) -> Channels:
    one, two, three = (
        sum(factor * value for factor, value in zip(row, channels, strict=True)) for row in matrix
    )
    return one, two, three


def brightness(colour: str) -> float:
    """Relative luminance."""
    return _times(_TO_XYZ, linear(colour))[1]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def _lab(channels: Channels) -> Channels:
    x, y, z = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
        for value in (
            part / white for part, white in zip(_times(_TO_XYZ, channels), _WHITE, strict=True)
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _seen(colour: str, eyes: str) -> Channels:
    red, green, blue = (min(1.0, max(0.0, value)) for value in _times(EYES[eyes], linear(colour)))
    return red, green, blue


def difference(one: str, other: str, eyes: str = "normal") -> float:
    """The distance of two colours in CIELAB as somebody sees them; 2 or 3 is just noticed."""
    first, second = _lab(_seen(one, eyes)), _lab(_seen(other, eyes))
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)
