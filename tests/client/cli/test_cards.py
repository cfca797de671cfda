from __future__ import annotations

from collections import Counter

import pytest

from tests.client.cli.calling import Json, call
from tests.decks import copies

KEYS = [
    "id",
    "name",
    "kind",
    "slot",
    "age",
    "min_players",
    "strength",
    "cost",
    "battle",
    "glory",
    "text",
]
KICKSTARTER = {"mountain-giant", "fenrir", "wolfman", "mystic-troll"}

DECKS = {
    2: (20, 2, 3, 3, 4, 8),
    3: (26, 3, 3, 5, 5, 10),
    4: (34, 3, 3, 6, 9, 13),
    5: (42, 3, 6, 6, 11, 16),
}
"""B3: the deck of every Age, and in it monsters, troops, clan upgrades, quests, battle cards."""


def cards(*words: str) -> list[Json]:
    answer = call("cards", *words, "--json")
    assert answer.code == 0
    assert answer.err == ""
    return answer.array()


def test_without_players_all_126_cards_are_listed() -> None:
    assert len(cards()) == 126


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("--players", "2"), 60),
        (("--players", "3"), 78),
        (("--players", "4"), 102),
        (("--players", "5"), 126),
        (("--kickstarter",), 130),
        (("--kickstarter", "--players", "2"), 64),
        (("--kickstarter", "--players", "4"), 106),
        (("--kickstarter", "--players", "5"), 133),
    ],
)
def test_a_table_uses_so_many_cards(words: tuple[str, ...], count: int) -> None:
    assert len(cards(*words)) == count


@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("players", DECKS)
def test_the_decks_of_every_age_are_those_of_the_rules(players: int, age: int) -> None:
    deck = cards("--players", str(players), "--age", str(age))
    slots = Counter(card["slot"] for card in deck)
    kinds = Counter(card["kind"] for card in deck)
    assert DECKS[players] == (
        len(deck),
        slots["monster"],
        slots["leader"] + slots["warrior"] + slots["ship"],
        slots["clan"],
        kinds["quest"],
        kinds["battle"],
    )


def test_the_kickstarter_adds_its_four_monsters() -> None:
    ids = Counter(card["id"] for card in cards("--kickstarter"))
    ids.subtract(card["id"] for card in cards())
    assert {card for card, number in ids.items() if number} == KICKSTARTER


def test_every_physical_card_has_the_facts_of_the_printed_list() -> None:
    printed = Counter(
        (copy.face.card, int(copy.face.age), copy.least, copy.glory or None)
        for copy in copies()
        if copy.box in ("base", "p5")
    )
    assert printed == Counter(
        (card["id"], card["age"], card["min_players"], card["glory"]) for card in cards()
    )


def test_an_object_has_these_keys_and_null_where_a_fact_does_not_apply() -> None:
    for card in cards():
        assert list(card) == KEYS
        assert card["text"]
        upgrade, battle = card["kind"] == "upgrade", card["kind"] == "battle"
        assert (card["slot"] is not None) is upgrade
        assert (card["strength"] is not None) is upgrade
        assert (card["cost"] is not None) is upgrade
        assert (card["battle"] is not None) is battle
        assert (card["glory"] is not None) is (card["kind"] == "quest")


def test_the_facts_are_the_printed_ones() -> None:
    by_id = {str(card["id"]): card for card in cards()}
    assert by_id["heimdalls-sight"]["battle"] == 0
    assert by_id["tyrs-smite"]["battle"] == 5
    assert (by_id["dwarf-chieftain"]["strength"], by_id["dwarf-chieftain"]["cost"]) == (2, 0)
    assert (by_id["odins-throne"]["strength"], by_id["odins-throne"]["cost"]) == (2, 2)
    assert by_id["quest-alfheim"]["name"] == "Alfheim"


def test_every_word_must_occur_in_name_kind_or_text() -> None:
    assert {card["id"] for card in cards("troll")} == {"troll"}
    assert {card["id"] for card in cards("reserve", "invasion")} == {"friggas-succor"}
    assert {card["kind"] for card in cards("quest", "alone")} == {"quest"}
    assert cards("no", "such", "card") == []


def test_cards_are_printed_for_people() -> None:
    text = call("cards", "troll").out
    assert "Troll (troll)" in text
    assert "monster, cost 2, STR 2; Age I: 1 (2+)" in text
    assert "1 card, 1 copy" in text


def test_a_search_without_a_result_is_no_error() -> None:
    answer = call("cards", "drakkar")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == "No card matches.\n"
