"""Names that look alike are told apart, and their numbers cannot be imitated."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.wire.lookalikes import looks, numbered, told_apart
from protocol.wire.names import is_name

_CONFUSING = "BobO0lI1rnmvwVNn 2\u0412\u043e\u041e\u0422\u0397\u039d\u03bd\u03bf\u00f8\u0142().-'"


def alike(one: str, other: str) -> bool:
    return not looks(one).isdisjoint(looks(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bo", "bo"),
        ("Bo", "B0"),
        ("Bo", "\u0412\u043e"),
        ("Bo", "\u0392\u03bf"),
        ("Bo", "B\u00f8"),
        ("Bo", "B.o"),
        ("Bo", "B'o"),
        ("Bo", "B o"),
        ("Ill", "lI1"),
        ("Arne", "Ame"),
        ("Wolf", "VVolf"),
        ("Wolf", "vvo1f"),
        ("NINA", "\u039d\u0399\u039d\u0391"),
        ("\u039d\u03af\u03ba\u03bf\u03c2", "\u03bd\u03af\u03ba\u03bf\u03c2"),
        ("HATO", "\u041d\u0410\u0422\u041e"),
        ("HATO", "\u0397\u0391\u03a4\u039f"),
        ("\u0391\u0398\u0397\u039d\u0391", "\u03b1\u03b8\u03b7\u03bd\u03b1"),
        ("\u0413\u043e\u0440", "\u0393\u03bf\u03c1"),
        ("Ana", "An\u0251"),
        ("Bob", "\u0299o\u0299"),
        ("O'Brien", "O\ua78cBrien"),
        ("Lara", "\u0141\u00e1r\u00e4"),
        ("Bo 2", "Bo (2)"),
        ("\u0645\u0647\u0633\u0627", "\u0645\u064e\u0647\u0633\u0627"),
        ("\u0639\u0644\u06cc", "\u0639\u0644\u064a"),
        ("\u06a9\u0627\u0648\u0647", "\u0643\u0627\u0648\u0647"),
        ("\u30ed", "\u53e3"),
        ("\u30d8", "\u3078"),
        ("\u0915\u0941", "\u0915\u0941\u0941"),
    ],
)
def test_names_that_a_hasty_reader_confuses_look_alike(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bo", "Ba"),
        ("Ned", "Ved"),
        ("Anna", "Ann"),
        ("\u0930\u093e\u092e", "\u0930\u092e\u093e"),
        ("\u6797", "\u68ee"),
        ("\u304b\u304a\u308a", "\u304b\u304a\u308b"),
        ("\uae40", "\uae40\uae40"),
        ("\u05e9\u05e8\u05d4", "\u05d3\u05e0\u05d4"),
        ("\u041e\u043b\u044f", "\u041e\u043b\u0435\u0433"),
    ],
)
def test_other_names_do_not_look_alike(one: str, other: str) -> None:
    assert not alike(one, other)


@given(st.text())
def test_a_look_looks_like_itself(name: str) -> None:
    """Known people are kept by their looks, and read again."""
    for look in looks(name):
        assert look in looks(look)


def test_a_number_is_not_taken_by_a_name_like_it() -> None:
    assert told_apart(("Bo 2", "Bo", "Bo", "B0")) == ("Bo 2", "Bo", "Bo (3)", "B0 (4)")
    assert told_apart(("Bo", "Bo", "Bo 2")) == ("Bo", "Bo (2)", "Bo 2 (2)")
    assert told_apart(("Bo", "Bo", "Boz", "Bo (2)")) == ("Bo", "Bo (2)", "Boz (2)", "Bo (2) (3)")


@given(st.lists(st.text(_CONFUSING, min_size=1, max_size=6), max_size=5))
def test_shown_names_never_look_alike(names: list[str]) -> None:
    shown = told_apart(tuple(names))
    for at, one in enumerate(shown):
        assert all(not alike(one, other) for other in shown[:at])
        assert one.startswith(names[at])
        assert one == names[at] or not is_name(one)


@given(st.lists(st.sampled_from(("Bo", "B0", "Anna", "Wolf")), max_size=6))
def test_names_before_a_newcomer_stay_as_they_are(names: list[str]) -> None:
    shown = told_apart(tuple(names))
    assert told_apart((*names, "Bo"))[:-1] == shown
    assert told_apart((*names, "Bo"))[-1] == numbered("Bo", shown)


def test_every_letter_that_is_a_latin_one_with_a_sign_looks_like_it() -> None:
    for code in range(0x80, 0x2000):
        name = unicodedata.name(chr(code), "")
        found = re.match(r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]) WITH (?!SMALL LETTER)", name)
        if found and unicodedata.normalize("NFKC", chr(code)) == chr(code):
            assert alike(chr(code), found[1]), name
