"""Letters written from right to left: their order and shape in cells, their marks within text.

A screen of cells is drawn from the left, so runs of such letters are turned round in it, and Arabic
letters get the shape that joins them (Unicode's presentation forms). Only runs are turned: names
and numbers in a table stay where they are. A run has letters of these scripts, digits that touch
them, and single signs that stand within names or between words.

Text that grows line by line is ordered by the terminal, or by a reader on another day. A mark
before and after each run keeps what is beside it in its place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Final

BOX: Final = "─│┌┐└┘├┤┬┴┼═║╔╗╚╝"
"""Box drawing that all terminals have."""
_SCRIPTS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""From Hebrew to the last Arabic letters, with their presentation forms."""
_FIRST: Final = _SCRIPTS[0]
_WITHIN: Final = " '.-"
_NUMBERS: Final = ("EN", "AN")
_MARK: Final = "\u200e"
"""LEFT-TO-RIGHT MARK: a letter without a place, which counts as one written from the left."""
_FORMS: Final = ("<isolated>", "<final>", "<initial>", "<medial>")
_TATWEEL: Final = "\u0640"
NON_JOINER: Final = "\u200c"
"""ZERO WIDTH NON-JOINER: parts letters that would be joined, and takes no place."""
_PARTED: Final = re.compile(f"(.){NON_JOINER}")


def parted(sign: str) -> str:
    """Return a letter that joins none after it, as a non-joiner stands there: its final form.

    So the non-joiner needs no cell; `shaped` takes the form for the letter, which it may join to
    the one before.
    """
    forms = _shapes().get(sign, {})
    return forms["<final>"] if "<initial>" in forms else sign


def without_joiners(text: str) -> str:
    """Return a text whose characters all take a cell: a letter that joins none has its form."""
    if NON_JOINER not in text:
        return text
    return _PARTED.sub(lambda found: parted(found[1]), text).replace(NON_JOINER, "")


def with_joiners(text: str) -> str:
    """Return a text as others read it, with non-joiners: the way back."""
    if text.isascii():
        return text
    return "".join(f"{_parted()[one]}{NON_JOINER}" if one in _parted() else one for one in text)


def is_right_to_left(text: str) -> bool:
    """Whether a text has a letter, or a digit, of a script that is written from right to left."""
    return not text.isascii() and max(text) >= _FIRST and _letters().search(text) is not None


def with_marks(text: str) -> str:
    """Return a text for a terminal that orders letters itself, so that only names are turned."""
    if not is_right_to_left(text):
        return text
    return _runs().sub(lambda run: f"{_MARK}{run[0]}{_MARK}", text)


@cache
def _letters() -> re.Pattern[str]:
    """Return the pattern of a letter; hardly any text needs it, and so many take their time."""
    return re.compile(f"[{_SCRIPTS}]")


@cache
def _runs() -> re.Pattern[str]:
    return re.compile(f"[{_SCRIPTS}](?:[0-9{_SCRIPTS}]|[ '.-](?=[{_SCRIPTS}]))*")


def marked(cells: list[str]) -> list[str]:
    """Return cells for a terminal that orders letters although it was asked not to.

    tmux asks the terminal outside for nothing, but sends it the marks.
    """
    if not is_right_to_left("".join(cells)):
        return cells
    return [cell + _MARK if is_right_to_left(cell) else cell for cell in cells]


def turned(cells: Sequence[str], *, shaped: bool = True) -> list[tuple[str, int]]:
    """Return cells in the order in which they are drawn, each with its place before, and shaped."""
    drawn = list(zip(shape(cells) if shaped else cells, range(len(cells)), strict=True))
    at = 0
    while at < len(cells):
        end = _run_end(cells, at)
        if end > at:
            drawn[at:end] = _reversed(drawn[at:end])
        at = max(end, at + 1)
    return drawn


def _is_letter(cell: str) -> bool:
    return bool(cell) and _letters().match(cell) is not None


def _is_digit(cell: str) -> bool:
    return bool(cell) and unicodedata.bidirectional(cell[0]) in _NUMBERS


def _run_end(cells: Sequence[str], start: int) -> int:
    """Return the end of the run that starts in a cell; `start` if none does."""
    if not _is_letter(cells[start]) or _is_digit(cells[start]):
        return start
    end = start + 1
    while end < len(cells) and _goes_on(cells[end], "".join(cells[end + 1 : end + 2])):
        end += 1
    return end


def _goes_on(cell: str, following: str) -> bool:
    """Whether a run goes on with a cell, by the one that follows it."""
    is_within = bool(cell) and cell in _WITHIN and _is_letter(following)
    return is_within or _is_letter(cell) or _is_digit(cell)


def _reversed(run: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Turn a run round; numbers in it are read from the left as everywhere."""
    turned_run: list[tuple[str, int]] = []
    number: list[tuple[str, int]] = []
    for one in reversed(run):
        if _is_digit(one[0]):
            number.insert(0, one)
        else:
            turned_run += [*number, one]
            number = []
    return turned_run + number


# ------------------------------------------------------------------ shapes


@cache
def _shapes() -> dict[str, dict[str, str]]:
    """Return the forms of each letter: <isolated>, <final>, <initial> and <medial>."""
    shapes: dict[str, dict[str, str]] = {}
    for first, last in ((0xFB50, 0xFDFF), (0xFE70, 0xFEFC)):
        for code in range(first, last + 1):
            form, *letters = unicodedata.decomposition(chr(code)).split() or [""]
            if form in _FORMS and len(letters) == 1:
                shapes.setdefault(chr(int(letters[0], 16)), {})[form] = chr(code)
    return shapes


@cache
def _parted() -> dict[str, str]:
    """Return the letter of each final form of a letter that could join another after it."""
    return {forms["<final>"]: letter for letter, forms in _shapes().items() if "<initial>" in forms}


def _joins_next(cell: str) -> bool:
    return cell[:1] == _TATWEEL or "<initial>" in _shapes().get(cell[:1], {})


def _joins_last(cell: str) -> bool:
    letter = _parted().get(cell[:1], cell[:1])
    return letter == _TATWEEL or "<final>" in _shapes().get(letter, {})


def shape(cells: Sequence[str]) -> list[str]:
    """Return cells, in the order of reading, with the form of each letter among its neighbours.

    Lam and alef stay two cells: a ligature would move everything beside it.
    """
    shaped = []
    for at, cell in enumerate(cells):
        letter = _parted().get(cell[:1])
        forms = _shapes().get(letter or cell[:1])
        if forms is None:
            shaped.append(cell)
            continue
        before = at > 0 and _joins_next(cells[at - 1]) and "<final>" in forms
        after = (
            letter is None
            and at + 1 < len(cells)
            and _joins_last(cells[at + 1])
            and "<initial>" in forms
        )
        form = _FORMS[before + 2 * after]
        shaped.append(forms.get(form, cell[:1]) + cell[1:])
    return shaped
