from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcwidth

from client.style.writing import BOX
from client.ui.canvas import Canvas, Rect, length, wrap, wrapped
from client.ui.cells import (
    GLYPHS,
    cells_of,
    columns_of,
    fit,
    fit_name,
    is_narrow,
    narrow,
    pad,
    pad_name,
)


@given(st.text())
@example("\u6f22\u5b57")
@example("\u0915\u093f")
def test_text_takes_the_columns_that_a_terminal_gives_it(text: str) -> None:
    cells = cells_of(text)
    beside = sum(category(sign) == "Mc" for sign in "".join(cells))
    assert len(cells) == sum(map(wcwidth, "".join(cells))) + beside


def test_a_letter_keeps_its_marks_in_its_cell() -> None:
    assert cells_of("\u05e9\u05b8\u05dc") == ("\u05e9\u05b8", "\u05dc")
    assert cells_of("\u0915\u093f\u092e") == ("\u0915\u093f", "", "\u092e")
    assert cells_of("\u05b8 \u05b8" + "\u05e9" + "\u05b8" * 9) == (" ", "\u05e9" + "\u05b8" * 4)


def test_a_wide_letter_of_which_a_half_is_covered_or_cut_off_is_blank() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "\u6f22\u5b57\u6f22")
    assert canvas.cells(0)[0] == ["\u6f22", "", "\u5b57", "", "\u6f22", ""]
    canvas.put(3, 0, "x")
    assert canvas.rows() == ["\u6f22 x\u6f22"]
    canvas.put(-1, 0, "\u6f22")
    assert canvas.rows() == ["  " + " x\u6f22"]
    canvas.put(5, 0, "\u6f22")
    assert canvas.rows() == ["   x  "]


def test_text_is_cut_between_wide_letters() -> None:
    assert fit("\u6f22\u5b57\u6f22", 6) == "\u6f22\u5b57\u6f22"
    assert fit("\u6f22\u5b57\u6f22", 5) == "\u6f22\u5b57\u2026"
    assert fit("\u6f22\u5b57\u6f22", 4) == "\u6f22\u2026"
    assert wrap("\u6f22\u5b57 \u6f22\u5b57\u6f22", 5) == ("\u6f22\u5b57", "\u6f22\u5b57", "\u6f22")


@pytest.mark.parametrize("width", range(5, 30))
@pytest.mark.parametrize("name", ["Bo the Longnamed (2)", "\u6f22\u5b57" * 6 + " (12)", "Bo (2)"])
def test_a_cut_name_keeps_its_number(name: str, width: int) -> None:
    shown = fit_name(name, width)
    assert columns_of(shown) <= width
    assert shown.endswith(name[name.index("(") :])
    assert columns_of(pad_name(name, width)) == width


def test_every_sign_of_the_set_is_one_column_wide() -> None:
    assert all(wcwidth(sign) == 1 for sign in GLYPHS + BOX)
    assert all(map(is_narrow, GLYPHS + BOX))


def test_emoji_are_left_out_and_accents_and_wide_letters_stay() -> None:
    assert narrow("Bjørn 🐻 漢 o\u0308 Ragnarök\x1b[31m") == "Bjørn  漢 ö Ragnarök[31m"


def test_cut_text_ends_with_an_ellipsis() -> None:
    assert fit("Muspelheim", 10) == "Muspelheim"
    assert fit("Muspelheim", 9) == "Muspelhe…"
    assert fit("Musp elheim", 6) == "Musp…"
    assert fit("Muspelheim", 0) == ""


@given(st.text(), st.integers(0, 40))
def test_padded_text_has_exactly_its_width(text: str, width: int) -> None:
    assert columns_of(pad(text, width)) == width


@given(st.text(st.characters(categories=("L", "Zs"))), st.integers(5, 40))
def test_wrapped_rows_are_never_too_wide(text: str, width: int) -> None:
    assert all(columns_of(row) <= width for row in wrap(text, width))


@given(
    st.lists(st.tuples(st.just("s"), st.text("abc ", max_size=30)), max_size=4),
    st.integers(6, 40),
)
def test_a_wrapped_line_keeps_its_words(line: list[tuple[str, str]], width: int) -> None:
    rows = wrapped(tuple(line), width)
    assert all(length(row) <= width for row in rows)
    words = "".join(text for _, text in line).split()
    told = "".join("".join(text for _, text in row) for row in rows).split()
    assert "".join(told) == "".join(words)


@given(st.integers(-5, 15), st.integers(-5, 8), st.text("xyz", max_size=20), st.integers(0, 12))
def test_drawing_outside_the_window_is_cut_off(x: int, y: int, text: str, width: int) -> None:
    canvas = Canvas(12, 4)
    canvas.part(Rect(2, 1, width, 2)).put(x, y, text, "style")
    rows = canvas.rows()
    assert {len(row) for row in rows} == {12}
    assert rows[0].strip() == ""
    assert rows[3].strip() == ""
    assert all(row[:2] == "  " for row in rows)
    assert all(set(row[2 + width :]) <= {" "} for row in rows)


def test_lines_are_fragments_of_one_style_each() -> None:
    canvas = Canvas(5, 1)
    canvas.put(1, 0, "ab", "wolf")
    canvas.put(2, 0, "c", "wolf you")
    assert canvas.lines() == [(("", " "), ("wolf", "a"), ("wolf you", "c"), ("", "  "))]


def test_a_cut_line_ends_with_an_ellipsis_in_its_last_style() -> None:
    canvas = Canvas(6, 1)
    canvas.fitted(0, 0, (("a", "one"), ("b", "twothree")), 6)
    assert canvas.rows() == ["onetw…"]
    assert canvas.style_at(5, 0) == "b"


def test_a_frame_clears_what_is_under_it() -> None:
    canvas = Canvas(6, 3)
    canvas.fill(Rect(0, 0, 6, 3), "x")
    canvas.frame(Rect(1, 0, 4, 3))
    assert canvas.rows() == ["x╔══╗x", "x║  ║x", "x╚══╝x"]


def test_a_column_is_cut_to_its_window_and_blanks_a_wide_letter_that_it_covers() -> None:
    canvas = Canvas(4, 4)
    canvas.put(1, 2, "\u6f22")
    window = canvas.part(Rect(0, 1, 4, 2))
    window.column(1, -1, 9, "\u2502", "rule")
    window.column(7, 0, 2, "\u2502")
    assert canvas.rows() == ["    ", " \u2502  ", " \u2502  ", "    "]
    assert canvas.style_at(1, 1) == "rule"
    assert canvas.style_at(1, 3) == ""
