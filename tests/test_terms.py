from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog

from client.text.catalogue import ENGLISH
from tests.messages import TRANSLATED, read_catalogue, template
from tests.terms import Term, refused, terms

LANGUAGES = (ENGLISH, *TRANSLATED)


def judged(language: str, english: str, text: str) -> list[str]:
    catalogue = Catalog(language)
    catalogue.add(english, text)
    return list(refused(language, catalogue))


@pytest.mark.parametrize("term", terms(), ids=lambda term: term.names[ENGLISH])
def test_a_term_passes_its_own_judgement(term: Term) -> None:
    for language in LANGUAGES:
        name = term.names[language]
        assert name
        assert [word for word in term.never.get(language, ()) if re.search(word, name)] == []
        assert re.search(term.has.get(language, ""), name)
    assert bool(term.find) == bool(term.has)
    assert re.search(term.find, term.names[ENGLISH])


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_keeps_to_the_glossary(language: str) -> None:
    assert list(refused(language, read_catalogue(language))) == []


def test_every_english_sentence_keeps_to_the_glossary() -> None:
    assert list(refused(ENGLISH, template())) == []


@pytest.mark.parametrize(
    ("language", "english", "text"),
    [
        ("pl", "Rage {amount}", "Gniew {amount}"),
        ("pl", "a free upgrade", "darmowe ulepszenie"),
        ("uk", "Ragnarök", "Рагнарок"),
        ("es", "reward: {reward}", "premio: {reward}"),
        ("en", "Add a late card?", ""),
    ],
)
def test_a_term_against_the_glossary_is_refused(language: str, english: str, text: str) -> None:
    assert judged(language, english, text)


@pytest.mark.parametrize(
    ("language", "english", "text"),
    [
        ("pl", "Rage {amount}", "Szał {amount}"),
        ("es", "supported by {fjord}", "la apoya {fjord}"),
        ("uk", "type quests", "введіть quests"),
        ("pl", "Blood Rage, {seats} seats", "Blood Rage, miejsc: {seats}"),
        ("es", "Rage", ""),
    ],
)
def test_placeholders_and_words_to_be_typed_are_not_judged(
    language: str, english: str, text: str
) -> None:
    assert judged(language, english, text) == []
