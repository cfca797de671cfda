"""A terminal that orders letters itself, as VTE does by default: Unicode's UAX #9 in short.

The paragraph goes from the left; there are no embeddings, and separators of numbers are neutral.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Final

_STRONG: Final = {"L": "L", "R": "R", "AL": "R"}
_NUMBERS: Final = ("EN", "AN")
_SKIPPED: Final = ("NSM", "BN")


def ordered(row: str) -> str:
    """Return the characters of a row as such a terminal shows them, from the left."""
    levels = _levels(_kinds(row))
    signs = list(zip(row, levels, strict=True))
    for least in (2, 1):
        shown = []
        for is_turned, run in groupby(signs, key=lambda one: one[1] >= least):
            part = list(run)
            shown += part[::-1] if is_turned else part
        signs = shown
    return "".join(sign for sign, _ in signs)


def _kinds(row: str) -> list[str]:
    """Return L, R, EN (a number) or N for each character: rules W1, W2 and W7."""
    kinds: list[str] = []
    strong, last = "L", "L"
    for sign in row:
        bidi = unicodedata.bidirectional(sign)
        if bidi in _STRONG:
            kind = strong = _STRONG[bidi]
        elif bidi in _NUMBERS:
            kind = "L" if strong == "L" else "EN"
        else:
            kind = last if bidi in _SKIPPED else "N"
        kinds.append(kind)
        last = kind
    return kinds


def _levels(kinds: list[str]) -> list[int]:
    """Return the level of each character: rules N1, N2 and I1."""
    levels: list[int] = []
    before = "L"
    for kind, run in groupby(enumerate(kinds), key=lambda one: one[1]):
        places = [place for place, _ in run]
        after = next((one for one in kinds[places[-1] + 1 :] if one != "N"), "L")
        if kind == "N":
            level = int(before != "L" and after != "L")
        else:
            level = {"L": 0, "R": 1, "EN": 2}[kind]
            before = kind
        levels += [level] * len(places)
    return levels
