"""Text as the cells of a screen.

A cell holds a character of one column with its marks. A wide character takes two cells, of which
the second is empty, and so does a letter with a mark beside it: "" continues the cell before.
Characters without a place of their own on every screen are dropped.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from client.style.writing import BOX, NON_JOINER, is_right_to_left, parted, turned
from client.text.catalogue import reads_from_right
from protocol.wire.names import MOST_MARKS, is_mark, is_wide
from protocol.wire.scripts import script_of

ELLIPSIS: Final = "…"
GLYPHS: Final = "►●○▲≈░▓√…·∞≤←→↑↓•◆"
"""Glyphs beside letters, ASCII and box drawing that all terminals have (docs: width 1)."""
_SIGNS: Final = frozenset(GLYPHS + BOX)
_WIDE: Final = ("W", "F")
_KEPT: Final = ("L", "N", "P")
_LAST: Final = "\uffff"
"""Characters beyond (emoji, old scripts) have a width that depends on the terminal."""
_JOINING: Final = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"))
"""Hangul vowels and finals: letters by category, but without a column of their own."""


@lru_cache(maxsize=8192)
def cells_of(text: str) -> tuple[str, ...]:
    """Return the cells that a text takes, one for each column."""
    if text.isascii() and text.isprintable():
        return tuple(text)
    cells: list[str] = []
    head = 0
    for sign in unicodedata.normalize("NFC", text):
        if is_narrow(sign):
            head = len(cells)
            cells.append(sign)
        elif is_wide(sign):
            head = len(cells)
            cells += [sign, ""]
        elif cells and sign == NON_JOINER:
            cells[head] = parted(cells[head][:1]) + cells[head][1:]
        elif cells and is_mark(sign):
            if script_of(cells[head][0]) != script_of(sign) or len(cells[head]) > MOST_MARKS:
                continue
            cells[head] += sign
            if unicodedata.category(sign) == "Mc":
                cells.append("")
    return tuple(cells)


@lru_cache(maxsize=8192)
def drawn_cells(text: str) -> tuple[str, ...]:
    """Return the cells of a text as they are drawn from the left; `cells_of` has them as read."""
    cells = cells_of(text)
    return tuple(cell for cell, _ in turned(cells)) if is_right_to_left(text) else cells


def as_read(drawn: str) -> str:
    """Return a text found on a screen as it is read: the other way round, without shapes."""
    if reads_from_right() or not is_right_to_left(drawn):
        return drawn
    plain = unicodedata.normalize("NFKC", drawn)
    return "".join(cell for cell, _ in turned(cells_of(plain), shaped=False))


def is_narrow(sign: str) -> bool:
    """Whether a character is one column wide in every terminal."""
    if sign in _SIGNS:
        return True
    if sign.isascii():
        return sign.isprintable()
    if sign > _LAST or any(first <= sign <= last for first, last in _JOINING):
        return False
    return (
        unicodedata.category(sign)[0] in _KEPT and unicodedata.east_asian_width(sign) not in _WIDE
    )


def narrow(text: str) -> str:
    """Remove characters that have no place on a screen."""
    return "".join(cells_of(text))


def columns_of(text: str) -> int:
    """Return the number of columns a text takes."""
    return len(cells_of(text))


def part_of(cells: Sequence[str], first: int, last: int) -> list[str]:
    """Return the cells of some columns; blanks replace a character of which a part is cut off."""
    found = list(cells[first:last])
    if last < len(cells):
        blank(found, len(found), is_cut=cells[last] == "")
    blank(found, 0)
    return found


def blank(cells: list[str], at: int, *, is_cut: bool = False) -> None:
    """Replace the character that has cells before and after a place, if there is one, by blanks.

    `is_cut` says that it had cells after the end.
    """
    if not is_cut and (at >= len(cells) or cells[at] != ""):
        return
    end = at
    while end < len(cells) and cells[end] == "":
        end += 1
    start = max(0, at - 1)
    while start and cells[start] == "":
        start -= 1
    cells[start:end] = [" "] * (end - start)


def fit(text: str, width: int) -> str:
    """Cut a text to a width, with "…" at its end if something is missing."""
    cells = cells_of(text)
    if len(cells) <= width:
        return "".join(cells)
    if width <= 0:
        return ""
    return "".join(part_of(cells, 0, width - 1)).rstrip() + ELLIPSIS


def ending(text: str, width: int) -> str:
    """Return the end of a text that fits into a width: what is being typed stays in sight."""
    cells = cells_of(text)
    return "".join(part_of(cells, max(0, len(cells) - max(0, width)), len(cells)))


def pad(text: str, width: int) -> str:
    """Cut or pad a text to exactly `width` columns."""
    shown = fit(text, width)
    return shown + " " * max(0, width - columns_of(shown))


def fit_name(name: str, width: int) -> str:
    """Cut a name to a width, without an ellipsis.

    The "(2)" at the end, which distinguishes names that look alike, stays.
    """
    cells = cells_of(name)
    if len(cells) <= width:
        return "".join(cells)
    head, bracket, number = name.rpartition(" (")
    tail = bracket[1:] + number if number.removesuffix(")").isdecimal() else ""
    kept = part_of(cells_of(head) if tail else cells, 0, max(1, width - len(tail)))
    return narrow("".join(kept).rstrip() + tail)[: max(0, width)]


def pad_name(name: str, width: int) -> str:
    """Cut a name as `fit_name`, or pad it to a width."""
    return pad(fit_name(name, width), width)
