"""Names and chat lines never fool a reader or a terminal."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcwidth

from protocol.wire.names import cleaned, is_clean


@given(st.text())
@example("a\u1160b")
@example("\U0001f1e6")
@example("\u2630\u268a\u4dc0")
def test_cleaned_text_takes_one_column_per_character(text: str) -> None:
    line = cleaned(text, 40)
    assert all(wcwidth(char) == 1 for char in line)
    assert line == "" or is_clean(line) or "  " not in line


@pytest.mark.parametrize("name", ["Astrid", "Bo 2", "Łucja", "Ярослав", "Ömer", "Hati's bot 1"])
def test_ordinary_names_are_clean(name: str) -> None:
    assert is_clean(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " a",
        "a ",
        "a  b",
        "a\tb",
        "a\x1b[31mb",
        "a\u202eb",
        "a\u200bb",
        "a\u0301\u0301",
        "龍",
        "a\u00a0b",
        "\uff41",
        "a\nb",
        "\u1160",
        "\U0001f409",
    ],
)
def test_names_that_could_fool_readers_are_refused(name: str) -> None:
    assert not is_clean(name)
