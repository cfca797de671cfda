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
    "box",
    "strength",
    "strength_yggdrasil",
    "cost",
    "battle",
    "battle_x",
    "late",
    "glory",
    "text",
    "rules",
    "rulings",
]
KICKSTARTER = {"mountain-giant", "fenrir", "wolfman", "mystic-troll"}
SECOND_COPIES = {"dwarf-chieftain", "dark-elf", "soldier-of-hel"}

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
        (("--kickstarter",), 133),
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


def test_the_kickstarter_adds_its_four_monsters_and_second_copies_for_five() -> None:
    for players, added in ((), KICKSTARTER | SECOND_COPIES), (("--players", "4"), KICKSTARTER):
        ids = Counter(card["id"] for card in cards("--kickstarter", *players))
        ids.subtract(card["id"] for card in cards(*players))
        assert {card for card, number in ids.items() if number} == added


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
        assert (card["battle_x"] is not None) is battle
        assert (card["late"] is not None) is battle
        assert (card["glory"] is not None) is (card["kind"] == "quest")


def test_the_facts_are_the_printed_ones() -> None:
    by_id = {str(card["id"]): card for card in cards()}
    assert by_id["heimdalls-sight"]["battle"] == 0
    assert [card for card in by_id if by_id[card]["battle_x"]] == ["heimdalls-sight"]
    assert {card for card in by_id if by_id[card]["late"]} == {"heimdalls-eye", "heimdalls-gaze"}
    assert by_id["dark-elf"]["strength_yggdrasil"] == 3
    assert by_id["troll"]["strength_yggdrasil"] is None
    assert by_id["volur-witch"]["rulings"] == ["D37", "D43", "F9", "F10", "H-16"]
    assert by_id["tyrs-smite"]["battle"] == 5
    assert (by_id["dwarf-chieftain"]["strength"], by_id["dwarf-chieftain"]["cost"]) == (2, 0)
    assert (by_id["odins-throne"]["strength"], by_id["odins-throne"]["cost"]) == (2, 2)
    assert by_id["quest-alfheim"]["name"] == "Alfheim"


def test_every_word_must_occur_in_name_kind_or_text() -> None:
    assert {card["id"] for card in cards("troll")} == {"troll"}
    assert {card["id"] for card in cards("reserve", "fjord")} == {"friggas-succor"}
    assert {card["kind"] for card in cards("quest", "shown")} == {"quest"}


def test_cards_are_printed_for_people() -> None:
    text = call("cards", "troll").out
    assert "Troll (troll)" in text
    assert "monster, cost 2, STR 2; Age I: 1 (2+)" in text
    assert "1 card, 1 copy" in text


def test_facts_are_found_like_words() -> None:
    assert {card["id"] for card in cards("+5")} == {"tyrs-smite", "tyrs-wrath"}
    assert {card["id"] for card in cards("+x")} == {"heimdalls-sight"}
    assert {card["id"] for card in cards("battle", "reinforcement")} == {
        "heimdalls-eye",
        "heimdalls-gaze",
        "heimdalls-sight",
    }


@pytest.mark.parametrize(
    ("words", "copies", "count"),
    [
        (("eye",), "Age II: 4 (2+, 2+, 3+, 5+)", "1 card, 4 copies"),
        (("eye", "--players", "2"), "Age II: 2 (2+, 2+)", "1 card, 2 copies"),
        (("smite", "tyr", "--age", "3"), "Age III: 1 (4+)", "1 card, 1 copy"),
        (("chieftain",), "Age I: 1 (2+)\n", "1 card, 1 copy"),
        (("chieftain", "--kickstarter"), "Age I: 2 (2+, 5+ Kickstarter)", "1 card, 2 copies"),
        (("chieftain", "--kickstarter", "--players", "4"), "Age I: 1 (2+)\n", "1 card, 1 copy"),
    ],
)
def test_the_copies_that_are_counted_are_those_that_are_printed(
    words: tuple[str, ...], copies: str, count: str
) -> None:
    text = call("cards", *words).out
    assert copies in text
    assert text.endswith(f"{count}\n")


def test_a_single_card_is_printed_with_its_rulings() -> None:
    text = call("cards", "witch").out
    assert "    Rules: D16, D37, D43, F9, F10, H-16, I23\n" in text
    assert "\nH-16  Volur Witch\n" in text
    assert "(our ruling)" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_list_of_cards_has_the_numbers_of_their_rules_only() -> None:
    text = call("cards", "giant").out
    assert "    Rules: E7, E24, E26, H-46\n" in text
    assert "\nH-" not in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("drakkar",), "No card matches.\n"),
        (("trool",), "No card matches; did you mean troll?\n"),
        (("no", "such", "card", "--json"), "No card matches.\n"),
    ],
)
def test_a_search_without_a_result_is_a_mistake(words: tuple[str, ...], told: str) -> None:
    answer = call("cards", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"bloodrage: {told}"


def test_cards_of_mystics_are_listed_with_their_box_only() -> None:
    chosen = {"friggas-chosen", "odins-chosen", "thors-chosen"}
    assert chosen.isdisjoint(row["id"] for row in call("cards", "--json").array())
    rows = [row for row in call("cards", "--mystics", "--json").array() if row["id"] in chosen]
    assert [row["box"] for row in rows] == ["mom"] * 6
    assert "Age I: 2 (2+ Mystics, 4+ Mystics)" in call("cards", "--mystics", "chosen").out


def test_gods_are_listed_behind_the_cards_that_match() -> None:
    text = call("cards", "--gods", "heimdall").out
    assert text.index("Heimdall's Watch") < text.index("Heimdall (heimdall)\n")
    assert "    a god of the box Gods of Asgard\n" in text
    gods = [row for row in call("cards", "--gods", "--json").array() if row["kind"] == "god"]
    assert [row["id"] for row in gods] == ["odin", "thor", "tyr", "heimdall", "frigga", "loki"]
    assert all(row["kind"] != "god" for row in call("cards", "--json").array())


@pytest.mark.parametrize(
    ("words", "option"), [("thors-chosen", "--mystics"), ("fenrir", "--kickstarter")]
)
def test_a_card_of_another_box_is_found_with_the_option_that_is_missing(
    words: str, option: str
) -> None:
    answer = call("cards", words)
    assert answer.code == 2
    assert answer.err.endswith(f"is in another box: add {option}.\n")
    assert call("cards", words, option).code == 0
