"""The order of letters from left and right in one paragraph: Unicode's UAX #9, all of its rules.

Kinds are Bidi_Class values ("L", "AL", "EN", "ON"), one for each character. A level says how a
character is read: from the left if even, from the right if odd. Characters that only direct others
(embeddings, BN) have none; rule X9 drops them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from client.style.mirrors import MIRRORS, OPENING

DROPPED: Final = -1
"""The level of a character that rule X9 drops."""
LEFT_TO_RIGHT: Final = 0
RIGHT_TO_LEFT: Final = 1
_DEEPEST: Final = 125
_MOST_BRACKETS: Final = 63
_EMBEDDINGS: Final = {"LRE": 0, "RLE": 1, "LRO": 0, "RLO": 1}
_INITIATORS: Final = ("LRI", "RLI", "FSI")
_ISOLATING: Final = (*_INITIATORS, "PDI")
_GONE: Final = (*_EMBEDDINGS, "PDF", "BN")
_STRONG: Final = {"L": "L", "R": "R", "AL": "R"}
_AS_STRONG: Final = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
_NEUTRAL: Final = ("B", "S", "WS", "ON", *_ISOLATING)
_TRAILING: Final = ("WS", *_ISOLATING)
_SAME: Final = {"\u2329": "\u3008", "\u232a": "\u3009"}
"""Brackets that are canonically equivalent to others."""


def kinds_of(text: Iterable[str]) -> list[str]:
    """Return the Bidi_Class of each character; a character that Python does not know is an L."""
    return [unicodedata.bidirectional(sign) or "L" for sign in text]


def paragraph_level(kinds: Sequence[str], default: int = LEFT_TO_RIGHT) -> int:
    """Return the level that the first strong character gives to a paragraph: rules P2 and P3."""
    matching = _matching(kinds)
    at = 0
    while at < len(kinds):
        if kinds[at] in _STRONG:
            return LEFT_TO_RIGHT if kinds[at] == "L" else RIGHT_TO_LEFT
        at = matching.get(at, len(kinds)) if kinds[at] in _INITIATORS else at + 1
    return default


def levels_of(kinds: Sequence[str], level: int, signs: Sequence[str] = ()) -> list[int]:
    """Return the level of each character in a paragraph of a level.

    `signs` are the characters themselves, which are asked for brackets only.
    """
    levels, resolved = _explicit(kinds, level)
    for places, first, last in _sequences(kinds, levels, level):
        _resolve_weak(resolved, places, first)
        if signs:
            _resolve_brackets(kinds, resolved, places, signs, first, levels[places[0]])
        _resolve_neutral(resolved, places, (first, last), levels[places[0]])
        for at in places:
            levels[at] += _raise(resolved[at], levels[at])
    _lower_ends(kinds, levels, level)
    return levels


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the places of the characters as they stand, from the left: rule L2."""
    order = [at for at, level in enumerate(levels) if level != DROPPED]
    if not order:
        return order
    for least in range(max(levels), 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and levels[order[end]] >= least:
                end += 1
            order[at:end] = reversed(order[at:end])
            at = end + 1
    return order


def mirrored(sign: str) -> str:
    """Return the mirror partner of a character, or the character itself: rule L4."""
    return MIRRORS.get(sign, sign)


# ---------------------------------------------------------------------------- X: explicit levels


def _matching(kinds: Sequence[str]) -> dict[int, int]:
    """Return the end of each isolate by its beginning, and the beginning by the end: BD9."""
    found: dict[int, int] = {}
    begun: list[int] = []
    for at, kind in enumerate(kinds):
        if kind in _INITIATORS:
            begun.append(at)
        elif kind == "PDI" and begun:
            start = begun.pop()
            found[start], found[at] = at, start
        elif kind == "B":
            begun.clear()
    return found


class _Directions:
    """The stack of embeddings, overrides and isolates: rules X1 to X8."""

    def __init__(self, level: int) -> None:
        """Begin a paragraph of a level."""
        self._paragraph = (level, "", False)
        self._stack = [self._paragraph]
        self._lost_isolates = 0
        self._lost_embeddings = 0
        self._isolates = 0

    @property
    def level(self) -> int:
        """The level of the text that follows."""
        return self._stack[-1][0]

    def forced(self, kind: str) -> str:
        """Return the kind that an override forces upon a character."""
        return self._stack[-1][1] or kind

    def embed(self, direction: int, override: str) -> None:
        """Begin an embedding: rules X2 to X5."""
        level = _next_level(self.level, direction)
        if level <= _DEEPEST and not self._lost_isolates and not self._lost_embeddings:
            self._stack.append((level, override, False))
        elif not self._lost_isolates:
            self._lost_embeddings += 1

    def isolate(self, direction: int) -> None:
        """Begin an isolate: rules X5a to X5c."""
        level = _next_level(self.level, direction)
        if level <= _DEEPEST and not self._lost_isolates and not self._lost_embeddings:
            self._isolates += 1
            self._stack.append((level, "", True))
        else:
            self._lost_isolates += 1

    def end_isolate(self) -> None:
        """End an isolate: rule X6a."""
        if self._lost_isolates:
            self._lost_isolates -= 1
        elif self._isolates:
            self._lost_embeddings = 0
            while not self._stack[-1][2]:
                self._stack.pop()
            self._stack.pop()
            self._isolates -= 1

    def end_embedding(self) -> None:
        """End an embedding: rule X7."""
        if self._lost_isolates:
            return
        if self._lost_embeddings:
            self._lost_embeddings -= 1
        elif not self._stack[-1][2] and len(self._stack) > 1:
            self._stack.pop()


def _next_level(level: int, direction: int) -> int:
    return level + 1 if (level + 1) % 2 == direction else level + 2


def _explicit(kinds: Sequence[str], level: int) -> tuple[list[int], list[str]]:
    """Return the levels that directing characters give, and the kinds after overrides."""
    levels, resolved = [DROPPED] * len(kinds), list(kinds)
    matching = _matching(kinds)
    directions = _Directions(level)
    for at, kind in enumerate(kinds):
        if kind in _EMBEDDINGS:
            override = {"LRO": "L", "RLO": "R"}.get(kind, "")
            directions.embed(_EMBEDDINGS[kind], override)
        elif kind == "PDF":
            directions.end_embedding()
        elif kind == "B":
            levels[at] = level
        elif kind == "PDI":
            directions.end_isolate()
            levels[at], resolved[at] = directions.level, directions.forced(kind)
        elif kind != "BN":
            levels[at], resolved[at] = directions.level, directions.forced(kind)
            if kind in _INITIATORS:
                inside = kinds[at + 1 : matching.get(at, len(kinds))]
                is_right = kind == "RLI" or (kind == "FSI" and paragraph_level(inside) == 1)
                directions.isolate(RIGHT_TO_LEFT if is_right else LEFT_TO_RIGHT)
    return levels, resolved


def _sequences(
    kinds: Sequence[str], levels: Sequence[int], level: int
) -> list[tuple[list[int], str, str]]:
    """Return the isolating run sequences with the kinds before and after them: X10, BD13."""
    kept = [at for at, one in enumerate(levels) if one != DROPPED]
    runs: list[list[int]] = []
    for before, at in zip([-1, *kept], kept, strict=False):
        if before < 0 or levels[before] != levels[at]:
            runs.append([])
        runs[-1].append(at)
    matching = _matching(kinds)
    run_of = {run[0]: run for run in runs}
    rank = {at: number for number, at in enumerate(kept)}
    found = []
    for run in runs:
        if kinds[run[0]] == "PDI" and run[0] in matching:
            continue  # goes on with the sequence that its isolate stands in
        places = list(run)
        while kinds[places[-1]] in _INITIATORS and places[-1] in matching:
            places += run_of[matching[places[-1]]]
        own = levels[places[0]]
        first, last = rank[places[0]], rank[places[-1]]
        before = levels[kept[first - 1]] if first else level
        ends_open = kinds[places[-1]] in _INITIATORS or last + 1 == len(kept)
        after = level if ends_open else levels[kept[last + 1]]
        found.append((places, _direction(max(own, before)), _direction(max(own, after))))
    return found


def _direction(level: int) -> str:
    return "R" if level % 2 else "L"


# ---------------------------------------------------------------------------- W: numbers


def _resolve_weak(resolved: list[str], places: Sequence[int], first: str) -> None:
    """Resolve numbers and what belongs to them: rules W1 to W7."""
    _resolve_marks(resolved, places, first)
    for before, at, after in zip(places, places[1:], places[2:], strict=False):  # W4
        number = resolved[before]
        if number == resolved[after] and number in ("EN", "AN"):
            between = resolved[at]
            if between == "CS" or (between == "ES" and number == "EN"):
                resolved[at] = number
    _resolve_terminators(resolved, places)
    strong = first
    for at in places:
        kind = resolved[at]
        if kind in ("ES", "ET", "CS"):  # W6
            resolved[at] = "ON"
        elif kind in _STRONG:
            strong = resolved[at] = _STRONG[kind]  # W3
        elif kind == "EN" and strong == "L":  # W7
            resolved[at] = "L"


def _resolve_marks(resolved: list[str], places: Sequence[int], first: str) -> None:
    """Give marks the kind of their letter, and numbers after Arabic letters theirs: W1, W2."""
    last = strong = first
    for at in places:
        kind = resolved[at]
        if kind == "NSM":
            kind = "ON" if last in _ISOLATING else last
        elif kind in _STRONG:
            strong = kind
        last = kind
        resolved[at] = "AN" if kind == "EN" and strong == "AL" else kind


def _resolve_terminators(resolved: list[str], places: Sequence[int]) -> None:
    """Make signs such as % and + part of the number beside them: rule W5."""
    for way in (places, places[::-1]):
        is_number = False
        for at in way:
            if is_number and resolved[at] == "ET":
                resolved[at] = "EN"
            is_number = resolved[at] == "EN"


# ---------------------------------------------------------------------------- N: brackets, the rest


def _bracket_pairs(
    resolved: Sequence[str], places: Sequence[int], signs: Sequence[str]
) -> list[tuple[int, int]]:
    """Return pairs of brackets as ranks in `places`, by the first of each: BD16."""
    begun: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for rank, at in enumerate(places):
        if resolved[at] != "ON":
            continue
        sign = _SAME.get(signs[at], signs[at])
        if sign in OPENING:
            if len(begun) == _MOST_BRACKETS:
                return []
            begun.append((MIRRORS[sign], rank))
            continue
        for depth in range(len(begun) - 1, -1, -1):
            if begun[depth][0] == sign:
                pairs.append((begun[depth][1], rank))
                del begun[depth:]
                break
    return sorted(pairs)


def _resolve_brackets(
    kinds: Sequence[str],
    resolved: list[str],
    places: Sequence[int],
    signs: Sequence[str],
    first: str,
    level: int,
) -> None:
    """Give a pair of brackets the direction of what it holds, or of what is before it: rule N0."""
    own = _direction(level)
    for start, end in _bracket_pairs(resolved, places, signs):
        inside = {_AS_STRONG.get(resolved[at]) for at in places[start + 1 : end]} - {None}
        if not inside:
            continue
        kind = own
        if own not in inside:
            before = (_AS_STRONG.get(resolved[at]) for at in reversed(places[:start]))
            kind = next((one for one in before if one), first)
        for rank in (start, end):
            resolved[places[rank]] = kind
            for at in places[rank + 1 :]:
                if kinds[at] != "NSM":
                    break
                resolved[at] = kind


def _resolve_neutral(
    resolved: list[str], places: Sequence[int], ends: tuple[str, str], level: int
) -> None:
    """Give neutral characters the direction on both sides, else that of the text: N1, N2."""
    first, last = ends
    own = _direction(level)
    before, start = first, 0
    while start < len(places):
        kind = resolved[places[start]]
        if kind not in _NEUTRAL:
            before = _AS_STRONG[kind]
            start += 1
            continue
        end = start
        while end < len(places) and resolved[places[end]] in _NEUTRAL:
            end += 1
        after = _AS_STRONG[resolved[places[end]]] if end < len(places) else last
        for at in places[start:end]:
            resolved[at] = before if before == after else own
        start = end


def _raise(kind: str, level: int) -> int:
    """Return by how much a level rises for a kind: rules I1 and I2."""
    if level % 2:
        return 0 if kind == "R" else 1
    return {"L": 0, "R": 1}.get(kind, 2)


def _lower_ends(kinds: Sequence[str], levels: list[int], level: int) -> None:
    """Give blanks at the end, and separators with blanks before, the level of the text: L1."""
    is_end = True
    for at in range(len(kinds) - 1, -1, -1):
        kind = kinds[at]
        if kind in ("B", "S"):
            is_end = True
        elif kind not in _TRAILING and kind not in _GONE:
            is_end = False
        if is_end and levels[at] != DROPPED:
            levels[at] = level
