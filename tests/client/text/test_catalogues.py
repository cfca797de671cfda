from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from gettext import c2py
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from wcwidth import wcwidth

from client.style.writing import NON_JOINER
from client.text.catalogue import say, say_many, speak
from tests import messages as tool
from tests.sentences import ROOT

SPOKEN = tool.TRANSLATED
PLURALS = {"pl": 3, "uk": 3, "es": 2, "fa": 2}
_PLACEHOLDER = re.compile(r"\{[^}]*\}|%\(\w+\)[a-z]|%[sr]")
"""Placeholders of `str.format` and argparse; a text with JSON in it has none."""


@cache
def catalogue(language: str) -> Catalog:
    """Return the committed translations, read once."""
    return tool.read_catalogue(language)


def strings(message: Message) -> tuple[str, ...]:
    """Return the translated forms, one without a plural."""
    if isinstance(message.string, str):
        return (message.string,)
    return tuple(message.string or ())


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Yield every translated form with its English."""
    for number, form in enumerate(strings(message)):
        if isinstance(message.id, str):
            yield message.id, form
        else:
            yield message.id[0 if number == 0 else 1], form


def translated(language: str) -> list[tuple[str, str]]:
    return [pair for one in catalogue(language) if one.id for pair in forms(one) if pair[1]]


def placeholders(text: str) -> list[str]:
    return sorted(set(_PLACEHOLDER.findall(text)))


@pytest.mark.parametrize("language", SPOKEN)
def test_every_message_of_the_template_is_translated(language: str) -> None:
    with tool.TEMPLATE.open("rb") as file:
        template = read_po(file)
    assert tool.missing(language, template) == [], "translate these, then run make messages"


def test_a_guess_is_not_a_translation() -> None:
    news, path = tool.template(), tool.po_path("pl")
    marked = path.read_bytes().replace(b'msgid "{what}."', b'#, fuzzy\nmsgid "{what}."')
    assert [one.id for one in tool.lacking(read_po(BytesIO(marked)), news)] == ["{what}."]


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="no msgfmt")
@pytest.mark.parametrize("language", SPOKEN)
def test_msgfmt_finds_no_fault(language: str) -> None:
    done = subprocess.run(  # noqa: S603
        ["msgfmt", "--check", "--output-file=-", str(tool.po_path(language))],  # noqa: S607
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""


@pytest.mark.parametrize("language", SPOKEN)
def test_a_translation_has_the_placeholders_of_its_original(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        for english, text in forms(message) if message.id else ():
            allowed = placeholders(message.id[1] if isinstance(message.id, tuple) else english)
            found = placeholders(text)
            if found != allowed and not (
                isinstance(message.id, tuple) and set(found) < set(allowed)
            ):
                wrong.append((english, text))
    assert wrong == []


@pytest.mark.parametrize("language", SPOKEN)
def test_a_plural_has_as_many_forms_as_the_language(language: str) -> None:
    found = catalogue(language)
    assert found.num_plurals == PLURALS[language]
    assert [
        message.id
        for message in found
        if isinstance(message.id, tuple) and len(strings(message)) != PLURALS[language]
    ] == []


@pytest.mark.parametrize("language", SPOKEN)
def test_a_form_for_several_numbers_shows_the_number(language: str) -> None:
    form_of = c2py(catalogue(language).plural_expr)
    uses = Counter(form_of(number) for number in range(1, 100))
    assert [
        text
        for message in catalogue(language)
        if isinstance(message.id, tuple) and "{count}" in message.id[1]
        for form, text in enumerate(strings(message))
        if uses[form] > 1 and "{count}" not in text
    ] == []


@pytest.mark.parametrize("language", SPOKEN)
def test_every_character_of_a_translation_is_one_column_wide(language: str) -> None:
    odd = {
        sign
        for _, text in translated(language)
        for sign in text
        if sign not in ("\n", NON_JOINER) and (wcwidth(sign) != 1 or not sign.isprintable())
    }
    assert odd == set()


@pytest.mark.parametrize("language", SPOKEN)
def test_a_translation_begins_and_ends_with_blanks_as_its_original(language: str) -> None:
    def around(text: str) -> tuple[str, str]:
        inner = text.strip()
        return text[: text.index(inner)], text[text.index(inner) + len(inner) :]

    assert [pair for pair in translated(language) if around(pair[0]) != around(pair[1])] == []


@pytest.mark.parametrize("language", SPOKEN)
def test_the_compiled_catalogue_is_that_of_the_translations(language: str) -> None:
    path = tool.po_path(language)
    assert path.with_suffix(".mo").read_bytes() == tool.compiled(catalogue(language))


@pytest.mark.parametrize(
    ("language", "one", "few", "many"),
    [
        ("pl", "1 Wojownik", "3 Wojownicy", "5 Wojowników"),
        ("uk", "1 Воїн", "3 Воїни", "5 Воїнів"),
        ("es", "1 Guerrero", "3 Guerreros", "5 Guerreros"),
    ],
)
def test_a_number_takes_the_plural_of_its_language(
    language: str, one: str, few: str, many: str
) -> None:
    speak(language)
    assert [say_many("{count} Warrior", "{count} Warriors", n) for n in (1, 3, 5)] == [
        one,
        few,
        many,
    ]


def test_a_language_can_be_changed_while_the_program_runs() -> None:
    speak("pl")
    assert say("Glory") == "Chwała"
    speak("en")
    assert say("Glory") == "Glory"


def test_a_text_that_is_not_translated_is_shown_in_english() -> None:
    speak("uk")
    assert say("Nobody has translated this.") == "Nobody has translated this."


def test_all_texts_given_to_argparse_go_through_the_catalogue() -> None:
    told = ("help", "description", "epilog", "title")
    raw = [
        f"{path.name}:{word.value.lineno}"
        for path in (ROOT / "client").rglob("*.py")
        if "parser" in (source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("parser.", "group."))
        for word in node.keywords
        if word.arg in told and isinstance(word.value, ast.Constant | ast.JoinedStr)
    ]
    assert raw == []
