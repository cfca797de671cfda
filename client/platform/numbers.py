"""Numbers typed by people."""

from __future__ import annotations

from typing import Final

LARGEST: Final = 10**9
"""The value of every larger number: nothing here has so many."""
_DIGITS: Final = 9


def typed_number(text: str) -> int | None:
    """Return the number in a text, at most `LARGEST`; None if it is not one, or is below zero.

    A number with so many digits that Python refuses it is just a large one.
    """
    if not text.isdecimal():
        return None
    return int(text) if len(text) <= _DIGITS else LARGEST
