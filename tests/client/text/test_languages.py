from __future__ import annotations

import pytest

from client.style.letters import ascii_sign, register_handler
from client.text.languages import choose_language, language_of, locale_language, speak_on
from tests.client.cli.calling import call


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "es_ES.UTF-8"}, "es"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "uk_UA.UTF-8"}, "uk"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:es:pl"}, "es"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANGUAGE": "pl"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "es_MX@euro"}, "es"),
    ],
)
def test_the_locale_chooses_a_language_by_the_rules_of_gettext(
    environ: dict[str, str], language: str
) -> None:
    assert locale_language(environ) == language


def test_the_option_precedes_the_variable_the_settings_and_the_locale() -> None:
    environ = {"BLOODRAGE_LANG": "es", "LANG": "uk_UA.UTF-8"}
    assert choose_language(environ, asked="pl", kept="en") == "pl"
    assert choose_language(environ, kept="en") == "es"
    assert choose_language({"LANG": "uk_UA.UTF-8"}, kept="en") == "en"
    assert choose_language({"LANG": "uk_UA.UTF-8"}, kept="klingon") == "uk"


def test_languages_are_recognised_in_any_spelling() -> None:
    assert [language_of(name) for name in ("pl", "PL-pl", "uk_UA.UTF-8", "xx", "")] == [
        "pl",
        "pl",
        "uk",
        None,
        None,
    ]


def test_ukrainian_without_unicode_falls_back_to_english_with_a_reason() -> None:
    assert speak_on("uk", "utf-8") == ""
    assert speak_on("pl", "ascii") == ""
    assert speak_on("uk", "iso8859-2").endswith("English is shown instead.")


def test_letters_have_an_ascii_form_of_one_character() -> None:
    text = "Zażółć gęślą jaźń, ¿señor? \u201eŁódź\u201d Їжак"
    assert "".join(map(ascii_sign, text)) == 'Zazolc gesla jazn, ?senor? "Lodz" Izak'


def test_a_stream_without_a_letter_gets_its_ascii_form() -> None:
    assert "Łódź ►≈".encode("ascii", errors=register_handler()) == b"Lodz >~"
    assert "Łódź".encode("iso8859-2", errors=register_handler()).decode("iso8859-2") == "Łódź"


@pytest.mark.parametrize("words", [("--lang", "pl", "help"), ("help", "--lang=pl")])
def test_every_command_takes_the_language(words: tuple[str, ...]) -> None:
    assert call(*words).out == call("help", "--lang", "pl").out


def test_an_unknown_language_is_an_error() -> None:
    answer = call("--lang", "xx", "help")
    assert answer.code == 2
    assert answer.err == 'bloodrage: --lang must be one of en, pl, uk, es, fa, not "xx".\n'
