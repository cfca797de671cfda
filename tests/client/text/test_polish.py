"""Polish sentences that survive a name: none inflects what is filled in, or the player."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.messages import read_catalogue

NAME: Final = (
    r"\{(?:who|names?|player|cards?|old|places?|figures?|origin|target|cause|owner|victim|clan|others"
    r"|falls|doomed|by|rival|fjord|conquered|troll|keepers)\}"
)
KINDS: Final = {
    "a preposition before a name": (
        r"\b(?:bez|dla|do|dzięki|na|nad|o|od|po|przeciw|przez|przy|u|w|wbrew|z|za|zamiast|ze) "
        + NAME
    ),
    "a name at the end that reads as an address": r", \{(?:who|place|name|player)\}[?.]$",
    "a player of one gender": r"\b\w+[łl](?:eś|aś)\b|\b\w+łbyś\b",
    "a noun that the name of a quest brings along": r"[Ww]ypraw[aę]:? \{cards?\}",
    "an English arrow": r"\} > \{",
}


def breaches(text: str) -> list[str]:
    return [kind for kind, wrong in KINDS.items() if re.search(wrong, text)]


@pytest.mark.parametrize(
    "text",
    [
        "{who} dokonuje najazdu dzięki {card}: {place}, {figure}.",
        "Kto maszeruje, {place}?",
        "Karta, którą zagrałeś",
        "{who} wypełnia wyprawę: {card}.",
        "{who}: {old} > {total}",
    ],
)
def test_a_sentence_of_an_old_kind_is_found(text: str) -> None:
    assert breaches(text)


def test_no_polish_sentence_needs_the_case_or_gender_of_a_name() -> None:
    found = [
        (kind, text)
        for message in read_catalogue("pl")
        if message.id
        for text in (message.string if isinstance(message.string, tuple) else [message.string])
        for kind in breaches(str(text))
    ]
    assert found == []
