"""Spanish and Ukrainian sentences, whole, with names of every kind filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Final

import pytest
from babel.messages.catalog import Message

from client.text.catalogue import say, say_as, say_many, speak
from client.text.names import one_figure, place_name, token_name
from engine.terms import LEADER, SHIP, FigureKind, Place, Token
from tests.messages import read_catalogue

NAMES: Final = (
    *("the north fjord", "the pillage", "the battle won", "a quest", "the Leader", "a Warrior"),
    *("Yggdrasil", "Gimle", "Ingrid", "Hilda", "Olaf", "Odin's Tide", "all three stats"),
)
"""A name of each kind that fills in a sentence: place, cause, figure, card, reward, person."""
WRONG: Final = re.compile(
    r"\b(?:a el|de el|y h?i(?![aeo])\w+|y Yggdrasil|o h?[oó]\w+)\b", re.IGNORECASE
)


def sentences(message: Message, name: str) -> Iterator[str]:
    """Yield a Spanish message with one name, or the number 3, in every placeholder."""
    one, many = message.id if isinstance(message.id, tuple) else (str(message.id), "")
    parts = [part for part in Formatter().parse(many or one) if part[1]]
    fields: dict[str, str | int] = {str(part[1]): 3 if part[2] else name for part in parts}
    if many:
        fields.pop("count", None)
        yield from (say_many(one, many, count, **fields) for count in (1, 3))
    elif message.context:
        yield say_as(message.context, one, **fields)
    else:
        yield say(one, **fields)


@pytest.mark.parametrize("english", NAMES)
def test_no_spanish_sentence_lets_words_meet_that_must_contract(english: str) -> None:
    speak("es")
    name = say(english)
    filled = [
        text
        for message in read_catalogue("es")
        if re.search(r"\{[a-z]", str(message.id)) and '{"' not in str(message.id)
        for text in sentences(message, name)
    ]
    assert len(filled) > 700
    assert [text for text in filled if WRONG.search(text)] == []


def test_spanish_contracts_an_article_and_keeps_names_as_they_are() -> None:
    speak("es")
    assert say("{place}: no figure of yours", place="El Cid").startswith("El Cid")
    assert say("in {place}", place=place_name(Place.NORTH)) == "en el fiordo norte"
    assert say("{first} and {last}", first="Bo", last="Ingrid") == "Bo e Ingrid"
    assert say("{first} and {last}", first="Bo", last="Hielo") == "Bo y Hielo"
    assert say("{some} or {last}", some="Bo", last="Olaf") == "Bo u Olaf"
    assert token_name(Token.YGGDRASIL) == "los tres atributos"


@pytest.mark.parametrize(
    ("first", "last", "joined"),
    [
        ("2 Воїни", "Ватажок", "2 Воїни й Ватажок"),
        ("Одіна", "Астрід", "Одіна й Астрід"),
        ("Воїни", "2 Тролі", "Воїни й 2 Тролі"),
        ("Ватажок", "дракар", "Ватажок і дракар"),
        ("Змій", "Вовк", "Змій і Вовк"),
        ("Воїни", "Йорд", "Воїни і Йорд"),
        ("Воїн 1 (Зрада Локі)", "Троль", "Воїн 1 (Зрада Локі) і Троль"),
        ("Hilda", "Бо", "Hilda і Бо"),
    ],
)
def test_ukrainian_joins_with_a_short_sound_after_a_vowel(
    first: str, last: str, joined: str
) -> None:
    speak("uk")
    assert say("{first} and {last}", first=first, last=last) == joined


def test_spanish_gives_a_figure_the_article_of_its_gender() -> None:
    speak("es")
    assert one_figure(LEADER) == "el Líder"
    assert one_figure(FigureKind("valkyrie")) == "la Valquiria"
    assert say("Invade {place} with {figure}", place="Gimle", figure=one_figure(SHIP)) == (
        "Invadir Gimle con el barco"
    )


def test_other_languages_are_left_as_they_are_written() -> None:
    speak("en")
    assert say("{first} and {last}", first="a", last="\0el") == "a and \0el"
