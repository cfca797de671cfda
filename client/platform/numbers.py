"""Numbers as people type them."""

from __future__ import annotations

from typing import Final

LARGEST: Final = 10**9
"""What every larger number counts as: nothing here has so many, and some texts are no number."""
_DIGITS: Final = 9


def typed_number(text: str) -> int | None:
    """The number a text stands for, at most `LARGEST`; None for what is none, or is below zero.

    Of so many digits that Python refuses them, a number is just a large one.
    """
    if not text.isdecimal():
        return None
    return int(text) if len(text) <= _DIGITS else LARGEST
