"""Unicode's conformance files, and properties of mirroring."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.style.bidi import (
    DROPPED,
    kinds_of,
    levels_of,
    mirrored,
    paragraph_level,
    visual_order,
)
from client.style.mirrors import MIRRORS, OPENING
from tests.mirrors import MODULE, lines_of, module

_BASES: Final = ((1, None), (2, 0), (4, 1))
"""Bits of BidiTest.txt and the level of the paragraph; the first is by the first strong letter."""
_MOST_UNKNOWN: Final = 0.02
"""The part of the rows that may have characters newer than those Python knows."""


def _levels(text: str) -> list[int]:
    return [DROPPED if level == "x" else int(level) for level in text.split()]


def _cases_of_kinds(every: int) -> Iterator[tuple[list[str], int | None, list[int], list[int]]]:
    levels: list[int] = []
    order: list[int] = []
    for number, line in enumerate(lines_of("BidiTest")):
        if line.startswith("@Levels:"):
            levels = _levels(line.removeprefix("@Levels:"))
        elif line.startswith("@Reorder:"):
            order = _levels(line.removeprefix("@Reorder:"))
        elif not line.startswith("@") and number % every == 0:
            kinds, bits = line.split(";")
            for bit, base in _BASES:
                if int(bits, 16) & bit:
                    yield kinds.split(), base, levels, order


def _check_kinds(every: int) -> int:
    count = 0
    for kinds, base, levels, order in _cases_of_kinds(every):
        level = paragraph_level(kinds) if base is None else base
        found = levels_of(kinds, level)
        assert found == levels, (kinds, level)
        assert visual_order(found) == order, (kinds, level)
        count += 1
    return count


def _check_characters(every: int) -> tuple[int, int]:
    """Compare the rows of BidiCharacterTest.txt; return how many, and how many are too new."""
    count = unknown = 0
    for number, line in enumerate(lines_of("BidiCharacterTest")):
        if number % every:
            continue
        codes, base, level, levels, order = line.split(";")
        text = [chr(int(code, 16)) for code in codes.split()]
        if any(unicodedata.category(sign) == "Cn" for sign in text):
            unknown += 1
            continue
        kinds = kinds_of(text)
        own = paragraph_level(kinds) if base == "2" else int(base)
        assert own == int(level), line
        found = levels_of(kinds, own, text)
        assert found == _levels(levels), line
        assert visual_order(found) == _levels(order), line
        count += 1
    return count, unknown


def test_some_rows_of_kinds_have_the_levels_and_the_order_that_unicode_gives_them() -> None:
    assert _check_kinds(199) > 3000


def test_some_rows_of_characters_have_the_levels_and_the_order_that_unicode_gives_them() -> None:
    count, unknown = _check_characters(61)
    assert count > 1500
    assert unknown <= _MOST_UNKNOWN * count


@pytest.mark.slow
def test_all_rows_of_kinds_have_the_levels_and_the_order_that_unicode_gives_them() -> None:
    assert _check_kinds(1) == 770_241


@pytest.mark.slow
def test_all_rows_of_characters_have_the_levels_and_the_order_that_unicode_gives_them() -> None:
    count, unknown = _check_characters(1)
    assert count + unknown == 91_707
    assert unknown <= _MOST_UNKNOWN * count


def test_the_table_of_mirrors_is_that_of_unicode() -> None:
    assert MODULE.read_text(encoding="utf-8") == module()


def test_every_mirror_partner_mirrors_back() -> None:
    for sign, other in MIRRORS.items():
        assert sign != other
        assert mirrored(other) == sign
        assert unicodedata.mirrored(sign)
    assert set(MIRRORS) > OPENING


@given(st.text())
def test_mirroring_twice_changes_nothing(text: str) -> None:
    assert [mirrored(mirrored(sign)) for sign in text] == [*text]


@given(st.text(), st.sampled_from((0, 1)))
def test_every_character_is_shown_once_or_dropped(text: str, base: int) -> None:
    levels = levels_of(kinds_of(text), base, text)
    shown = sorted(visual_order(levels))
    assert shown == [at for at, level in enumerate(levels) if level != DROPPED]
