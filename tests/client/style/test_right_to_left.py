from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.style.right_to_left import arranged, turned_sign, with_list_marks
from client.style.writing import (
    BOX,
    NON_JOINER,
    with_joiners,
    without_joiners,
)
from client.ui.cells import cells_of, columns_of, narrow

RAGE = "\u062e\u0634\u0645"
MARKS = "\u060c\u061b"
GO = f"\u0645\u06cc{NON_JOINER}\u0631\u0648\u062f"
"""A word of two parts that are not joined."""


def _shown(text: str) -> str:
    return "".join(sign for sign, _ in arranged(cells_of(text), MARKS))


def _drawn(text: str) -> str:
    return "".join(sign for sign, _ in arranged(tuple(text)))


def _plain(shown: str) -> str:
    return unicodedata.normalize("NFKC", shown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{RAGE} +2", f"+2 {RAGE[::-1]}"),
        (f"{RAGE} 4/6", f"4/6 {RAGE[::-1]}"),
        (f"{RAGE} 6 → 5", f"5 ← 6 {RAGE[::-1]}"),
        (f"{RAGE} (2)", f"(2) {RAGE[::-1]}"),
        (f"[7 {RAGE}]", f"[{RAGE[::-1]} 7]"),
        (f"►{RAGE}", f"{RAGE[::-1]}◄"),
        (f"{RAGE}: W▲R▲", f"W▲R▲ :{RAGE[::-1]}"),
        (f"^Q {RAGE}", f"{RAGE[::-1]} ^Q"),
        (f"-u {RAGE}  -f7 {RAGE}", f"{RAGE[::-1]} f7-  {RAGE[::-1]} u-"),
        (f"-9 {RAGE}", f"{RAGE[::-1]} 9-"),
        (f"  -9 {RAGE}", f"{RAGE[::-1]} -9  "),
        (f"Enter/{RAGE}", f"{RAGE[::-1]}/Enter"),
        (f"{RAGE} Sea Serpent", f"Sea Serpent {RAGE[::-1]}"),
        (f"Ann 6 Bo 5 {RAGE}", f"{RAGE[::-1]} 5 Bo 6 Ann"),
        (f"Ann, Bo: {RAGE}", f"{RAGE[::-1]} :Bo ،Ann"),
        (f"Ann  Bo  {RAGE}", f"{RAGE[::-1]}  Bo  Ann"),
        (f"{RAGE}: bloodrage join --relay a:1", f"bloodrage join --relay a:1 :{RAGE[::-1]}"),
        (f"{RAGE} `bloodrage resume` {RAGE}", f"{RAGE[::-1]} `bloodrage resume` {RAGE[::-1]}"),
        (f"{RAGE} `lesson off` {RAGE}", f"{RAGE[::-1]} `lesson off` {RAGE[::-1]}"),
    ],
)
def test_a_line_stands_as_it_is_read(text: str, shown: str) -> None:
    assert _plain(_shown(text)) == shown


def test_a_drawing_is_turned_round() -> None:
    assert _shown("┌─┬┐") == "┌┬─┐"
    assert _shown(" /│\\ ") == " /│\\ "
    assert _shown("├──") == "──┤"


def test_a_non_joiner_parts_letters_and_takes_no_column() -> None:
    assert columns_of(GO) == len(GO) - 1
    assert _shown(GO) == "\ufea9\ufeed\ufead\ufbfd\ufee3"
    assert _shown(GO.replace(NON_JOINER, ""))[3] == "\ufbff"
    assert narrow(narrow(GO)) == narrow(GO)


@given(st.text(st.sampled_from(f"{RAGE}{GO}\u0647\u0627 ab1"), max_size=12))
def test_a_text_without_joiners_has_one_character_for_each_column(text: str) -> None:
    short = without_joiners(text)
    assert len(short) == columns_of(text)
    assert cells_of(short) == cells_of(text)
    assert without_joiners(with_joiners(short)) == short


@given(st.text())
def test_every_cell_of_a_line_is_shown_once(text: str) -> None:
    cells = cells_of(text)
    assert sorted(place for _, place in arranged(cells)) == list(range(len(cells)))


@given(st.text(st.sampled_from(f"{BOX}()[]«»→←►◄ ≈·")))
def test_turning_a_drawing_twice_changes_nothing(text: str) -> None:
    assert _drawn(_drawn(text)) == text
    assert [turned_sign(turned_sign(sign)) for sign in text] == [*text]


def test_marks_of_a_list_are_those_of_the_language() -> None:
    assert with_list_marks(f"{RAGE}, {RAGE}; a,b", MARKS) == f"{RAGE}، {RAGE}؛ a,b"
    assert with_list_marks(f"{RAGE}, {RAGE}; a,b", ",;") == f"{RAGE}, {RAGE}; a,b"
    assert with_list_marks("Ann, Bo", MARKS) == "Ann, Bo"
