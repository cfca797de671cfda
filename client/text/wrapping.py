"""Text for a terminal: of readable width, and not wider than the window."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

_READABLE: Final = 80
_NARROWEST: Final = 20


def width() -> int:
    """Return the largest length of a line."""
    return max(_NARROWEST, min(_READABLE, shutil.get_terminal_size((_READABLE, 24)).columns))


def paragraph(text: str, indent: str = "") -> str:
    """Wrap a paragraph to lines."""
    return textwrap.fill(
        text, width(), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def packed(parts: Iterable[str], between: str = " | ") -> list[str]:
    """Join parts to as few lines as possible; no part is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(between) + len(part) <= width():
            lines[-1] += between + part
        else:
            lines.append(part)
    return lines


def columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """Align rows in columns; those in `right` are aligned to the right.

    The gaps between columns shrink if the row would not fit otherwise.
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
