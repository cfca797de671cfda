from __future__ import annotations

import pytest

from client.text.contractions import filled
from client.text.numerals import with_own_digits

FIELDS: dict[str, str | int] = {
    "amount": 12,
    "port": 7744,
    "now": "4/6",
    "who": "7",
    "what": "خشم 3, تبر 1",
}


def _own(text: str) -> str:
    """Return a text with Persian digits."""
    return "".join(chr(0x06F0 + int(sign)) if sign.isdigit() else sign for sign in text)


def test_numbers_in_sentences_have_the_digits_of_the_language() -> None:
    assert (
        filled("fa", "{amount:>4} {now} {what}", FIELDS)
        == f"  {_own('12 4/6')} خشم {_own('3')}, تبر {_own('1')}"
    )
    assert filled("fa", "{amount:+d}", FIELDS) == f"+{_own('12')}"


@pytest.mark.parametrize("name", ["Hati", "Bj\u00f8rn", "\u041e\u043b\u0435\u0433"])
def test_a_number_beside_a_name_has_the_digits_of_the_language(name: str) -> None:
    shown = filled("fa", "{found}", {"found": f"{name} 12, {name} 3; {name} 4 (B 5)"})
    assert shown == f"{name} {_own('12')}, {name} {_own('3')}; {name} 4 (B 5)"


def test_names_and_what_is_typed_keep_their_digits() -> None:
    assert filled("fa", "{port} {who}", FIELDS) == "7744 7"
    assert filled("fa", "bloodrage resume {amount}", FIELDS) == "bloodrage resume 12"
    assert filled("fa", "{found}", {"found": "play --bots 3"}) == "play --bots 3"


@pytest.mark.parametrize("language", ["en", "pl", "uk", "es"])
def test_other_languages_keep_the_digits_of_ascii(language: str) -> None:
    assert with_own_digits(language, "{amount}", FIELDS) is FIELDS
