"""Polish sentences that survive a name: none inflects what is filled in, or the player."""

from __future__ import annotations

import re
from typing import Final

import pytest

from client.text.catalogue import speak
from client.text.names import names_of
from client.text.story_lines import item_line, lines
from tests.builders import A, table
from tests.client.text.sagas import RARE, game
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
    "an adjective of one gender after a place": r"\{(?:place|doomed|falls)\}[:,] (?:już |jeszcze )?"
    r"(?:nie)?(?:splądrowan|zniszczon|ocalon)[ay]\b",
    "a verb of several before a list that may have one": r"(?:wracają|[Gg]iną|[Zz]ginęli|leżą)"
    r"(?: zakryte)?[:,] \{",
    "rules that take the blame": r"[Oo]dpowiadają (?:za \w+ )?zasady|zasady odpowiadają",
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
        "{place}: już splądrowana w tej Erze.",
        "Z Walhalli wracają: {figures} ({who}).",
        "Zginęli, {place} ({cause}): {all}.",
        "Poza stołem: {told}. Odpowiadają zasady.",
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


WRONG_NUMBER: Final = re.compile(
    r"\b1 Wojowni(?:cy|ków)\b|\b[2-4] Wojowni(?:k|ków)\b|\b(?:0|[5-9]) Wojowni(?:k|cy)\b"
)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 3), (5, 4)])
def test_the_lines_of_a_game_have_no_wrong_form_in_polish(players: int, seed: int) -> None:
    speak("pl")
    told = [
        line
        for applied in game(players, seed)
        for line in lines(applied.story, names_of(applied.state, you=A))
    ]
    told += [item_line(item, names_of(table().state, ("Astrid", "Bo"), A)) for item in RARE]
    for line in told:
        assert not WRONG_NUMBER.search(line.short + line.full), line
        assert line.full.endswith("."), line
        assert not re.search(r"  |\.\.|: \.|,\.|\(\)|Wyprawa Wyprawa", line.full), line
