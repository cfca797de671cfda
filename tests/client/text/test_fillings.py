"""Every sentence in every language, with names and numbers of every kind filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Final

import pytest
from babel.messages.catalog import Message

from client.text.catalogue import LANGUAGES, say, say_as, say_many, speak
from client.text.names import card_name, figures_named, one_figure, place_name, place_title
from engine.figures import Figures
from engine.terms import LEADER, WARRIOR, CardId, Place
from tests.messages import template

QUEST, TROLL = CardId("quest-alfheim"), CardId("troll")
PEOPLE: Final = ("who", "name", "names", "player", "victim", "owner", "by", "other", "others")
PLACES: Final = ("place", "places", "origin", "target", "falls", "doomed", "here", "there")
CARDS: Final = ("card", "cards", "old", "cause", "what", "primacy")
FIGURES: Final = ("figure", "figures", "troops", "one", "all", "victims", "saved")
AMOUNTS: Final = (0, 1, 2, 5)
NUMBERS: Final = len(AMOUNTS)
"""The kinds of each filling below."""


def filling(name: str, kind: int) -> str | int:
    """Return a filling for a placeholder: `kind` selects one of those that its name may have."""
    if name in PEOPLE:
        return (say("you"), "Astrid", "El Cid", f"Ingrid {name}")[kind]
    if name in PLACES:
        gimle, fjord = place_name(Place.GIMLE), place_name(Place.NORTH)
        return (gimle, fjord, place_title(Place.EAST), place_name(Place.YGGDRASIL))[kind]
    if name in CARDS:
        return (card_name(QUEST), card_name(TROLL), say("pillage"), say("battle won"))[kind]
    if name in FIGURES:
        crowd = figures_named(Figures(warriors=2, leader=1, monsters=(TROLL,)))
        return (one_figure(WARRIOR), one_figure(LEADER), crowd, say("nobody"))[kind]
    return AMOUNTS[kind]


def filled(message: Message, kind: int) -> Iterator[str]:
    """Yield a message of the spoken language, once for each number it depends on."""
    one, many = message.id if isinstance(message.id, tuple) else (str(message.id), "")
    fields: dict[str, str | int] = {}
    for _, name, form, _ in Formatter().parse(f"{one} {many}"):
        if name:
            fields[name] = 3 if form else filling(name, kind)
    if many:
        fields.pop("count", None)
        yield from (say_many(one, many, count, **fields) for count in AMOUNTS[1:])
    elif message.context:
        yield say_as(message.context, one, **fields)
    else:
        yield say(one, **fields)


def with_names() -> list[Message]:
    """Return the messages into which something is filled; JSON and help of argparse are none."""
    return [
        message
        for message in template()
        if re.search(r"\{[a-z]", str(message.id))
        and not re.search(r'\{"|\{sign\}', str(message.id))
    ]


DOUBLED: Final = re.compile(
    r"\b(quest|wypraw|наказ|misi[oó]n)\w*[:,]? \1|\b(fjord|fiord|фіорд)\w* (?:the |el )?\2",
    re.IGNORECASE,
)
"""A noun that the sentence and the filled-in name both bring."""
SPOILT: Final = re.compile(r"[{}]|\ba el\b|\bde el\b| [,.;:)]|\( |[,;:]\.|\(\)", re.IGNORECASE)
"""Signs of a filling that does not fit: placeholders, words to contract, stray punctuation."""


@pytest.mark.parametrize("kind", range(NUMBERS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_survives_what_is_filled_in(language: str, kind: int) -> None:
    speak(language)
    told = [text for message in with_names() for text in filled(message, kind)]
    assert len(told) > 900
    assert [text for text in told if DOUBLED.search(text)] == []
    assert [text for text in told if SPOILT.search(text)] == []


def ending(text: str) -> str:
    """Return the sign a sentence ends with; "" for a label."""
    found = re.search(r"[.?:…](?=[)»\"]?$)", text.rstrip().replace("\u061f", "?"))
    return found[0] if found else ""


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_sentence_ends_as_in_english_and_a_label_without_a_stop(language: str) -> None:
    odd = []
    for message in with_names():
        speak("en")
        english = next(filled(message, 1))
        speak(language)
        text = next(filled(message, 1))
        if ending(english) != ending(text):
            odd.append((english, text))
    assert odd == []
