"""Text for a terminal: as wide as can be read, and no wider than the window."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

_READABLE: Final = 80
_NARROWEST: Final = 20


def width() -> int:
    """Characters a line may have."""
    return max(_NARROWEST, min(_READABLE, shutil.get_terminal_size((_READABLE, 24)).columns))


def paragraph(text: str, indent: str = "") -> str:
    """A paragraph wrapped to lines."""
    return textwrap.fill(
        text, width(), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def packed(parts: Iterable[str], between: str = " | ") -> list[str]:
    """Parts in as few lines as they need; none is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(between) + len(part) <= width():
            lines[-1] += between + part
        else:
            lines.append(part)
    return lines


def columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """Rows in aligned columns; the numbers in `right` name those aligned to the right.

    The columns move closer together where they would not fit otherwise.
    """
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    gap = "  " if sum(wide) + 2 * (len(wide) - 1) <= width() else " "
    return [
        gap.join(
            cell.rjust(wide[column]) if column in right else cell.ljust(wide[column])
            for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]
