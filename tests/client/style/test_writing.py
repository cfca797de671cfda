from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.style.writing import is_right_to_left, marked, turned, with_marks
from client.ui.cells import as_read, cells_of, drawn_cells

LRM = "\u200e"
MAHSA = "\u0645\u0647\u0633\u0627"
ALI = "\u0639\u0644\u06cc"
SHALOM = "\u05e9\u05dc\u05d5\u05dd"
_WORDS = st.text(
    st.sampled_from(MAHSA + ALI + SHALOM + "\u067e\u06af\u0622"), min_size=1, max_size=8
)
_NAMES = st.lists(_WORDS, min_size=1, max_size=3).map(" ".join)
_BESIDE = st.text(st.sampled_from("abz 019:,│●"), max_size=12)


def _drawn(text: str) -> str:
    return "".join(drawn_cells(text))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", _drawn(text))


def test_arabic_letters_are_joined_and_drawn_from_the_right() -> None:
    assert _drawn(MAHSA) == "\ufe8e\ufeb4\ufeec\ufee3"
    assert _drawn("\u062f\u0648") == "\ufeed\ufea9"  # letters that join nothing after them
    assert _drawn("\u0628") == "\ufe8f"
    assert _drawn("\u0644\u0627") == "\ufe8e\ufedf"  # two cells, no ligature


def test_marks_stay_with_their_letter() -> None:
    assert drawn_cells("\u05e9\u05b8\u05dc") == ("\u05dc", "\u05e9\u05b8")
    assert drawn_cells("\u0645\u064e\u0647") == ("\ufeea", "\ufee3\u064e")


def test_hebrew_letters_are_turned_and_keep_their_shape() -> None:
    assert _drawn(SHALOM) == SHALOM[::-1]


def test_numbers_within_a_run_are_read_from_the_left() -> None:
    assert _drawn(f"{SHALOM}12") == "12" + SHALOM[::-1]
    assert _plain(f"{ALI}\u06f1\u06f2") == "\u06f1\u06f2" + ALI[::-1]


def test_words_of_one_name_go_from_right_to_left() -> None:
    assert _plain(f"{MAHSA} {ALI}") == f"{ALI[::-1]} {MAHSA[::-1]}"
    assert _plain(f"{MAHSA}-{ALI}") == f"{ALI[::-1]}-{MAHSA[::-1]}"


@pytest.mark.parametrize("between", ["  ", ", ", ": ", " 6 ", "│", " & "])
def test_names_beside_each_other_stay_in_their_columns(between: str) -> None:
    assert _plain(f"{MAHSA}{between}{ALI}") == f"{MAHSA[::-1]}{between}{ALI[::-1]}"


@given(_NAMES, _BESIDE, _BESIDE)
def test_a_name_moves_nothing_beside_it(name: str, before: str, after: str) -> None:
    text = f"{before} {name}  {after}"
    cells = drawn_cells(text)
    assert len(cells) == len(cells_of(text))
    for at, cell in enumerate(cells_of(text)):
        if not is_right_to_left(cell) and not len(before) < at < len(before) + 1 + len(name):
            assert cells[at] == cell


@given(st.text())
def test_turning_loses_and_makes_no_cell(text: str) -> None:
    cells = cells_of(text)
    assert sorted(place for _, place in turned(cells)) == list(range(len(cells)))
    assert [cell for cell, _ in turned(cells, shaped=False)] == [
        cells[place] for _, place in turned(cells)
    ]


@given(_NAMES)
def test_a_drawn_name_can_be_read_again(name: str) -> None:
    text = f"  a {unicodedata.normalize('NFC', name)}: 12"
    assert as_read(_drawn(text)) == text


def test_a_text_gets_marks_around_each_name() -> None:
    assert with_marks(f"{MAHSA} {ALI} 6 2") == f"{LRM}{MAHSA} {ALI}{LRM} 6 2"
    assert with_marks(f"a {MAHSA}, {ALI}.") == f"a {LRM}{MAHSA}{LRM}, {LRM}{ALI}{LRM}."
    assert with_marks("Rage 6 - \u017b\u00f3\u0142w") == "Rage 6 - \u017b\u00f3\u0142w"


@given(st.text(st.sampled_from("ab 12,.-'" + MAHSA + SHALOM), max_size=30))
def test_marks_part_every_name_from_what_is_beside_it(text: str) -> None:
    changed = with_marks(text)
    assert changed.replace(LRM, "") == text
    for at, sign in enumerate(changed[:-1]):
        if is_right_to_left(sign) and not is_right_to_left(changed[at + 1]):
            assert changed[at + 1] in f"{LRM} '.-0123456789"
    if is_right_to_left(changed[-1:]):
        raise AssertionError(changed)


def test_every_cell_from_right_to_left_gets_a_mark_behind_tmux() -> None:
    cells = [*drawn_cells(f"{SHALOM} 6")]
    assert marked(cells) == [f"{one}{LRM}" for one in SHALOM[::-1]] + [" ", "6"]
    plain = ["a", "ł"]
    assert marked(plain) is plain
