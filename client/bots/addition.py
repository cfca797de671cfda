"""Addition of floats, one after the other, from the left.

From Python 3.12 on `sum` corrects rounding errors of floats. A choice between two near answers must
not depend on the version of Python.
"""

from __future__ import annotations

from collections.abc import Iterable


def added(numbers: Iterable[float]) -> float:
    """Return the sum of floats as every version of Python has it."""
    total = 0.0
    for number in numbers:
        total += number
    return total
