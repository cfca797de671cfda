"""Names and chat lines never fool a reader or a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcwidth

from protocol.wire.names import (
    MOST_MARKS,
    NameFault,
    cleaned,
    is_clean,
    is_mark,
    is_name,
    is_wide,
    name_fault,
    name_in,
    typed_name,
)

NAMES = (
    "Astrid",
    "Bo 2",
    "Łucja",
    "Ярослав",
    "Ömer",
    "Hati's bot 1",
    "Jean-Luc",
    "J. R. R.",
    "\u041c\u0430\u0440'\u044f\u043d\u0430",
    "Νίκος",
    "Nguyễn Thị",
    "Adébọ\u0301lá",
    "مهسا",
    "علی رضا ۲",
    "שרה",
    "\u05e6\u05f3\u05d0\u05e8\u05dc\u05d9",
    "प्रिया",
    "বাংলা",
    "தமிழ்",
    "สมชาย",
    "ကျွန်ုပ်",
    "ქეთევან",
    "Արմեն",
    "አበበ",
    "龍",
    "𠮷田",
    "山田 太郎",
    "さくら",
    "佐々木ジョン・ケン",
    "김철수",
    "金철수",
    "陳ㄅ",
)
SEEN_AS_NOTHING = (
    "\u2800",
    "\u3164",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u00ad",
    "\u034f",
    "\u0640",
    "\u17b4",
    "\u180b",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u200e",
    "\u2060",
    "\u2061",
    "\ufe0f",
    "\ufeff",
    "\U000e0041",
    "\U000e0100",
)
"""Characters that no screen shows, of every category."""


@given(st.text())
@example("a\u1160b")
@example("\U0001f1e6")
@example("\u2630\u268a\u4dc0")
@example("\u6f22\u5b57\U0001f409")
def test_cleaned_text_has_the_same_width_everywhere(text: str) -> None:
    line = cleaned(text, 40)
    for char in line:
        assert wcwidth(char) == (0 if is_mark(char) else 2 if is_wide(char) else 1)
    assert cleaned(line, 40) == line


@given(st.text(st.sampled_from("\u0915\u093f\u0902\u05e9\u05b8 a"), max_size=30))
def test_cleaned_text_has_few_marks_on_a_letter(text: str) -> None:
    marks = 0
    for char in cleaned(text, 40):
        marks = marks + 1 if is_mark(char) else 0
        assert marks <= MOST_MARKS


@pytest.mark.parametrize("name", NAMES)
def test_names_in_every_living_script_are_names(name: str) -> None:
    assert name_fault(name) is None
    assert typed_name(name) == name
    assert name_in(name, 24) == name
    assert cleaned(name, 24) == name.replace("\u0301", "")


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
        "a\u00a0b",
        "\uff41",
        "a\nb",
        "\u1160",
        "\U0001f409",
    ],
)
def test_names_that_could_fool_readers_are_refused(name: str) -> None:
    assert not is_clean(name)
    assert not is_name(name)


@pytest.mark.parametrize("name", [*NAMES[:8], "Bo (2)", "a_b", "B\u043e", "\u2603"])
def test_names_of_version_one_are_allowed_as_ever(name: str) -> None:
    assert is_clean(name)


@pytest.mark.parametrize("name", ["\u9f8d", "\u092a\u094d\u0930", "\u20dd", "A\u0301\u0301"])
def test_wide_letters_and_marks_are_refused_by_version_one_as_ever(name: str) -> None:
    assert not is_clean(name)


@pytest.mark.parametrize("sign", SEEN_AS_NOTHING)
@pytest.mark.parametrize("base", ["", "Bo", "\u05e9", "\u0628", "\uae40", "\u1780", "\u1820"])
def test_nothing_that_cannot_be_seen_is_part_of_a_name(base: str, sign: str) -> None:
    for name in (base + sign, sign + base, base + sign + base):
        assert not is_name(name)
        assert sign not in name_in(name, 24)


def test_every_character_of_a_name_can_be_seen() -> None:
    """Nothing of the categories of controls, formats, spaces and symbols is a name of its own."""
    for code in range(0x20000):
        sign = chr(code)
        if is_name(sign) or is_name("a" + sign) or is_name("\u4e00" + sign):
            kind = unicodedata.category(sign)
            assert kind[0] in "LM" or kind == "Nd" or sign in " '-.\u30fb", hex(code)
            assert sign not in SEEN_AS_NOTHING


@pytest.mark.parametrize(
    ("name", "fault", "sign"),
    [
        ("", NameFault.EMPTY, ""),
        ("-.-", NameFault.EMPTY, ""),
        ("Bo (2)", NameFault.SIGN, "("),
        ("Bo_2", NameFault.SIGN, "_"),
        ("Bo\u2603", NameFault.SIGN, "\u2603"),
        ("\ua4d0\ua4f3", NameFault.SIGN, "\ua4d0"),
        ("\u13f4\u13aa", NameFault.SIGN, "\u13f4"),
        ("Bo\u2160", NameFault.SIGN, "\u2160"),
        ("B\u043e", NameFault.SCRIPTS, "\u043e"),
        ("\u0391\u0410", NameFault.SCRIPTS, "\u0410"),
        ("\u53e3Bo", NameFault.SCRIPTS, "B"),
        ("\uae40\u30ab", NameFault.SCRIPTS, "\u30ab"),
        ("\u0915" + "\u093f" * 5, NameFault.MARKS, "\u093f"),
        ("x\u0302\u0302", NameFault.MARKS, "\u0302"),
        ("\u093f", NameFault.SIGN, "\u093f"),
        ("\u0301a", NameFault.SIGN, "\u0301"),
        ("\u05e9\u0301", NameFault.SIGN, "\u0301"),
        ("x\u0338", NameFault.SIGN, "\u0338"),
        ("Bo  Bo", NameFault.SPACES, ""),
    ],
)
def test_the_fault_of_a_name_is_named(name: str, fault: NameFault, sign: str) -> None:
    assert name_fault(name) == (fault, sign)


def test_a_typed_name_means_the_plain_one() -> None:
    assert typed_name("  Zoe\u0301  O\u2019Brien ") == "Zo\u00e9 O'Brien"
    assert typed_name("\u02bbIolani") == "'Iolani"
    assert typed_name("\uff21\uff42") == "Ab"


def test_the_name_of_an_account_becomes_a_name() -> None:
    assert name_in("j_doe (admin)", 24) == "j doe admin"
    assert name_in("B\u043eris\u200b", 24) == "B ris"
    assert name_in("\u2603\u2603", 24) == ""
    assert name_in("a" * 30, 24) == "a" * 24


@given(st.text())
def test_the_rest_of_a_text_as_a_name_is_a_name(text: str) -> None:
    found = name_in(text, 24)
    assert found == "" or (is_name(found) and len(found) <= 24)
