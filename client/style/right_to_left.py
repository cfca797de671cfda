"""Lines of a language that is read from right to left, as cells in their order on a screen.

A line goes from the right; what is read from the left within it, such as Latin names, stands in its
own order by UAX #9 (client/style/bidi.py). The client isolates what no translator can: numbers with
their sign, codes ("W▲▲", "^Q"), commands. Lines of boxes, wide gaps and the marks of a list always
part what is on both sides, so that columns stay columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from client.style.bidi import RIGHT_TO_LEFT, kinds_of, levels_of, mirrored, visual_order
from client.style.writing import BOX, is_right_to_left, shape

_PAIRS: Final = "→←►◄┌┐└┘├┤╔╗╚╝"
_TURNED: Final = {sign: _PAIRS[at ^ 1] for at, sign in enumerate(_PAIRS)}
"""Signs that point or close to one side."""
_LIST: Final = ",;"
"""The marks of a list, as the program joins them; a language may have others."""
_STROKES: Final = {"/": "\\", "\\": "/"}
_LETTERS: Final = "\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_BREAKS: Final = re.compile(rf"[{BOX}]| {{2,}}|[,;] |(?<=[,;]) ")
"""Marks and gaps between parts that are no one text."""
_TOKEN: Final = re.compile(rf"[^\s,;{_LETTERS}{BOX}→←►◄…≈|]+")
_SHUT: Final = re.compile(r"(?:^|(?<= ))-(?=[A-Za-z]\d? )|^-(?=\d )")
"""The mark of an answer that is not open now, before its key."""
_PRINTED: Final = "[!-_a-~]"
"""A sign of ASCII that may stand between backticks."""
_COMMAND: Final = re.compile(
    rf"`(?: ?{_PRINTED})+`|bloodrage(?: {_PRINTED}+)+|(?<!\S)--[a-z]{_PRINTED}*(?: {_PRINTED}+)*"
)
_EDGES: Final = ".:!?()[]{}«»\"'·،؛؟"
_WORD: Final = re.compile(r"[^\W\d_]{2,}(?:['\u2019.-][^\W\d_]*)*")
_LIST_MARK: Final = re.compile(r"([,;])(?=\s)")


@lru_cache(maxsize=4096)
def arranged(cells: tuple[str, ...], marks: str = _LIST) -> tuple[tuple[str, int], ...]:
    """Return the cells of a line as they stand from the left, each with its place before.

    `marks` are the comma and the semicolon of the language.
    """
    text = _text(cells)
    kinds = kinds_of(text)
    for found in (*_BREAKS.finditer(text), *_SHUT.finditer(text)):
        kinds[found.start() : found.end()] = ["S"] * (found.end() - found.start())
    starts, ends = _isolates(text)
    for at in (*(start - 1 for start in starts), *ends):
        if 0 <= at < len(kinds) and kinds[at] == "WS":
            kinds[at] = "S"
    wide: list[tuple[str, str, int]] = []
    for at, kind in enumerate(kinds):
        if at in starts:
            wide.append(("LRI", "", -1))
        wide.append((kind, text[at], at))
        if at + 1 in ends:
            wide.append(("PDI", "", -1))
    all_kinds, signs = [one[0] for one in wide], [one[1] for one in wide]
    levels = levels_of(all_kinds, RIGHT_TO_LEFT, signs)
    shaped = shape(cells)
    turn = _turned_stroke if "\\" in text else turned_sign
    listed = dict(zip(_LIST, marks, strict=True))
    placed = []
    for rank in visual_order(levels):
        at = wide[rank][2]
        if at >= 0:
            sign = shaped[at]
            placed.append(((listed.get(sign) or turn(sign)) if levels[rank] % 2 else sign, at))
    return tuple(placed)


def turned_sign(sign: str) -> str:
    """Return the sign that a sign becomes in a line from the right."""
    return _TURNED.get(sign) or mirrored(sign)


def _turned_stroke(sign: str) -> str:
    """Return the same for a drawing made of strokes."""
    return _STROKES.get(sign) or turned_sign(sign)


def with_list_marks(text: str, marks: str) -> str:
    """Return a text with the comma and the semicolon of its language, if it has its letters."""
    if not is_right_to_left(text):
        return text
    return _LIST_MARK.sub(lambda found: marks[_LIST.index(found[0])], text)


def _text(cells: Sequence[str]) -> str:
    """Return one character for each cell; the second cell of a wide one repeats it."""
    signs: list[str] = []
    for cell in cells:
        signs.append(cell[:1] or (signs[-1] if signs else " "))
    return "".join(signs)


def _isolates(text: str) -> tuple[set[int], set[int]]:
    """Return the begins and ends of what is read from the left whatever is beside it."""
    starts: set[int] = set()
    ends: set[int] = set()
    for start, end in _spans(text):
        starts.add(start)
        ends.add(end)
    return starts, ends


def _spans(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for command in (*_COMMAND.finditer(text), None):
        for token in _TOKEN.finditer(text, at, len(text) if command is None else command.start()):
            shut = 1 if _SHUT.match(text, token.start()) else 0
            inner = token[0][shut:].lstrip(_EDGES)
            start = token.end() - len(inner)
            inner = inner.rstrip(f"{_EDGES}/")
            if any(sign.isalnum() for sign in inner) and not _WORD.fullmatch(inner):
                yield start, start + len(inner)
        if command is not None:
            at = command.start() + len(command[0].rstrip(_EDGES))
            yield command.start(), at
