"""Text for a terminal: of readable width, and not wider than the window."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from client.platform.own_command import own_command

_READABLE: Final = 80
_UNBROKEN: Final = "\u00a0"
_NARROWEST: Final = 20
_ROOMY: Final = 40
_AMOUNT: Final = re.compile(r"(?<=\d) (?=[^\W\d]|%)|(?<=[^\W\d]) (?=[+-]?\d+[),.;])")
"""The blank between a number and what it counts ("3 Glory", "48 %", "now 5)", "Smash +3,")."""


def width() -> int:
    """Return the largest length of a line."""
    return max(_NARROWEST, min(_READABLE, terminal_columns()))


def terminal_columns() -> int:
    """Return the columns of the terminal, as `shutil` does, which brings compressors along."""
    with suppress(ValueError):
        if (named := int(os.environ.get("COLUMNS", "0"))) > 0:
            return named
    with suppress(ValueError, OSError):
        if sys.__stdout__ is not None:
            return os.get_terminal_size(sys.__stdout__.fileno()).columns or _READABLE
    return _READABLE


def paragraph(text: str, indent: str = "") -> str:
    """Wrap a paragraph to lines."""
    return filled(text, width(), indent)


def filled(text: str, columns: int, indent: str = "") -> str:
    """Break a text between words into lines; a command of this program stays in one piece.

    What the terminal breaks can be copied, so neither it nor a word that is too long is broken. If
    there is room, a number stays with what it counts.
    """
    command = re.compile(rf"{re.escape(own_command())}(?: [a-z0-9-]+){{1,2}}")
    kept = command.sub(lambda found: found[0].replace(" ", _UNBROKEN), text)
    if columns >= _ROOMY:
        kept = _AMOUNT.sub(_UNBROKEN, kept)
    lines = textwrap.fill(
        kept,
        columns,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace(_UNBROKEN, " ")


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
