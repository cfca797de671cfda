"""The index of cards against the printed list, fact by fact: B1 to B7."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import TypedDict

import pytest

from engine.cards import CARDS, TEXTS
from engine.cards.model import Card, faces_of
from engine.terms import Age, Box, CardId, Face, Kind, Slot
from tests.decks import PRINTED, copies, deck


class PrintedCard(TypedDict, total=False):
    """One entry of the printed list."""

    id: str
    en: str
    kind: str
    slot: str
    strength: int
    cost: int
    battle: int
    battle_x: bool
    late: bool
    god: str
    strength_yggdrasil: int


def printed() -> dict[str, PrintedCard]:
    """Return the printed list by id."""
    listed: list[PrintedCard] = tomllib.loads(PRINTED.read_text(encoding="utf-8"))["card"]
    return {card["id"]: card for card in listed}


LIST = printed()


def test_the_index_holds_exactly_the_printed_cards() -> None:
    assert set(CARDS) == set(LIST)
    assert len(CARDS) == 63 + 4 + 3


@pytest.mark.parametrize("card_id", sorted(LIST))
def test_every_fact_of_a_card_is_as_printed(card_id: str) -> None:
    fact, card = LIST[card_id], CARDS[CardId(card_id)]
    assert card.name == fact["en"]
    assert card.kind.value == fact["kind"]
    assert card.god.value == fact["god"]
    assert (card.slot.value if card.slot else None) == fact.get("slot")
    assert card.strength == fact.get("strength", 0)
    assert card.cost == fact.get("cost", 0)
    assert card.bonus == fact.get("battle", 0)
    assert card.late is fact.get("late", False)
    assert card.bonus_is_best is fact.get("battle_x", False)
    assert card.traits.strength_yggdrasil == fact.get("strength_yggdrasil")


@pytest.mark.parametrize("card_id", sorted(LIST))
def test_every_copy_of_a_card_is_as_printed(card_id: str) -> None:
    mine = Counter(
        (copy.age, copy.min_players, copy.box, copy.glory) for copy in CARDS[CardId(card_id)].copies
    )
    theirs = Counter(
        (copy.face.age, copy.least, copy.box, copy.glory)
        for copy in copies()
        if copy.face.card == card_id
    )
    assert mine == theirs


def test_b1_there_are_102_base_cards_and_24_of_the_fifth_player_box() -> None:
    boxes = Counter(copy.box for card in CARDS.values() for copy in card.copies)
    assert boxes == {
        Box.BASE: 102,
        Box.FIFTH_PLAYER: 24,
        Box.KICKSTARTER: 4,
        Box.KICKSTARTER_FIFTH: 3,
        Box.MYSTICS: 6,
    }


@pytest.mark.parametrize("age", list(Age))
def test_b1_each_age_has_twenty_six_eight_and_eight(age: Age) -> None:
    base = Counter(
        copy.min_players
        for card in CARDS.values()
        for copy in card.copies
        if copy.age is age and copy.box in (Box.BASE, Box.FIFTH_PLAYER)
    )
    assert base == {2: 20, 3: 6, 4: 8, 5: 8}


def kinds(players: int, age: Age) -> tuple[int, int, int, int, int]:
    """Count monsters, leader/warrior/ship, clan upgrades, quests and battle cards of a deck."""
    found = [
        card
        for card in CARDS.values()
        for copy in card.copies
        if copy.age is age
        and copy.min_players <= players
        and copy.box in (Box.BASE, Box.FIFTH_PLAYER)
    ]
    troops = (Slot.LEADER, Slot.WARRIOR, Slot.SHIP)
    return (
        sum(card.slot is Slot.MONSTER for card in found),
        sum(card.slot in troops for card in found),
        sum(card.slot is Slot.CLAN for card in found),
        sum(card.kind is Kind.QUEST for card in found),
        sum(card.kind is Kind.BATTLE for card in found),
    )


@pytest.mark.parametrize("age", list(Age))
@pytest.mark.parametrize(
    ("players", "table"),
    [(2, (2, 3, 3, 4, 8)), (3, (3, 3, 5, 5, 10)), (4, (3, 3, 6, 9, 13)), (5, (3, 6, 6, 11, 16))],
)
def test_b3_composition_of_the_decks(
    players: int, table: tuple[int, int, int, int, int], age: Age
) -> None:
    assert kinds(players, age) == table
    assert sum(table) == {2: 20, 3: 26, 4: 34, 5: 42}[players]


B4_TO_B6 = {
    (Age.ONE, 2): "troll dwarf-chieftain lord-of-hammers brothers-in-arms lokis-dragons "
    "lokis-domain friggas-charm thors-glory quest-alfheim:5 quest-jotunheim:5 quest-manheim:5 "
    "quest-glorious-death:6 odins-smite tyrs-bash heimdalls-sight friggas-grace lokis-trickery "
    "tyrs-smash tyrs-smite thors-hammer",
    (Age.ONE, 3): "sea-serpent friggas-succor tyrs-domain quest-yggdrasil:6 odins-smite tyrs-smash",
    (Age.ONE, 4): "lokis-blessing quest-alfheim:5 quest-jotunheim:5 quest-manheim:5 "
    "quest-glorious-death:6 tyrs-crush friggas-grace lokis-trickery",
    (Age.ONE, 5): "lord-of-hammers brothers-in-arms lokis-dragons quest-widespread:7 "
    "quest-glorious-death:6 tyrs-smash tyrs-smite thors-hammer",
    (Age.TWO, 2): "valkyrie dark-elf lord-of-axes experts-in-arms fire-dragons odins-inspiration "
    "tyrs-challenge friggas-protection quest-alfheim:7 quest-jotunheim:7 quest-manheim:7 "
    "quest-glorious-death:8 tyrs-crush heimdalls-eye heimdalls-eye odins-tide lokis-backstab "
    "tyrs-rage heimdalls-watch thors-oath",
    (Age.TWO, 3): "fire-giant lokis-eminence tyrs-prowess quest-yggdrasil:8 tyrs-smite "
    "heimdalls-eye",
    (Age.TWO, 4): "thors-domain quest-alfheim:7 quest-jotunheim:7 quest-manheim:7 "
    "quest-glorious-death:8 odins-tide lokis-backstab tyrs-smash",
    (Age.TWO, 5): "lord-of-axes experts-in-arms fire-dragons quest-widespread:10 "
    "quest-glorious-death:8 tyrs-smash heimdalls-eye thors-oath",
    (Age.THREE, 2): "frost-giant soldier-of-hel lord-of-spears masters-in-arms eternal-dragons "
    "friggas-domain odins-throne thors-conquest quest-alfheim:9 quest-jotunheim:9 "
    "quest-manheim:9 quest-glorious-death:11 heimdalls-gaze thors-primacy thors-ascension "
    "odins-judgement tyrs-rage heimdalls-watch tyrs-crush lokis-poison",
    (Age.THREE, 3): "volur-witch friggas-sacrifice tyrs-wrath quest-yggdrasil:11 heimdalls-gaze "
    "thors-primacy",
    (Age.THREE, 4): "lokis-wrath quest-alfheim:9 quest-jotunheim:9 quest-manheim:9 "
    "quest-glorious-death:11 thors-ascension odins-judgement tyrs-smite",
    (Age.THREE, 5): "lord-of-spears masters-in-arms eternal-dragons quest-widespread:15 "
    "quest-glorious-death:11 tyrs-judgement tyrs-crush lokis-poison",
}


@pytest.mark.parametrize(("age", "least"), sorted(B4_TO_B6))
def test_b4_to_b6_the_cards_of_each_age_by_number_of_players(age: Age, least: int) -> None:
    listed = Counter(
        card.id + (f":{copy.glory}" if copy.glory else "")
        for card in CARDS.values()
        for copy in card.copies
        if (copy.age, copy.min_players) == (age, least) and copy.box in (Box.BASE, Box.FIFTH_PLAYER)
    )
    assert listed == Counter(B4_TO_B6[age, least].split())


@pytest.mark.parametrize(
    ("age", "sizes"),
    [(Age.ONE, (22, 28, 36, 44)), (Age.TWO, (21, 27, 35, 43)), (Age.THREE, (21, 27, 35, 43))],
)
def test_b7_decks_with_the_kickstarter_monsters(age: Age, sizes: tuple[int, ...]) -> None:
    """B7 counts the four monsters; the second copies of the fifth-player set (K1) come on top."""
    second = {copy.face for copy in copies() if copy.box is Box.KICKSTARTER_FIFTH}
    assert {face.card for face in second} == {"dwarf-chieftain", "dark-elf", "soldier-of-hel"}
    for players, size in zip((2, 3, 4, 5), sizes, strict=True):
        whole = len(deck(age, players, kickstarter=True))
        extra = sum(face.age is age for face in second) if players == 5 else 0
        assert whole - extra == size


# ---------------------------------------------------------------- guards


def test_ids_names_and_texts_are_unique() -> None:
    cards = list(CARDS.values())
    assert all(card.id == key for key, card in CARDS.items())
    assert len({card.name for card in cards}) == len(cards)
    with_text = [card.text for card in cards if card.text != "No special effect."]
    alike = [text for text, number in Counter(with_text).items() if number > 1]
    shared = [{card.id for card in cards if card.text == text} for text in alike]
    assert sorted(map(sorted, shared)) == [
        ["dwarf-chieftain", "soldier-of-hel"],
        ["heimdalls-eye", "heimdalls-gaze"],
    ]


def test_ids_are_the_names_in_lower_case() -> None:
    for card in CARDS.values():
        plain = card.name.lower().replace("'", "").replace(" ", "-")
        assert card.id in (plain, f"quest-{plain}")


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_every_text_ends_as_a_sentence(card: Card) -> None:
    assert card.text.endswith(".")
    assert "  " not in card.text


RULINGS = {
    "odins-tide": "ships in the fjord too",
    "odins-judgement": "your own included",
    "heimdalls-sight": "single bonus",
    "heimdalls-eye": "after the reveal, before totals are compared",
    "heimdalls-watch": "Thor's Primacy",
    "friggas-grace": "your own pillage",
    "thors-primacy": "Printed bonuses stay",
    "lokis-trickery": "If an opponent wins",
    "lokis-backstab": "up to 2 Glory",
    "lokis-poison": "before Tyr's Prowess",
    "friggas-succor": "Needs room and Horns",
    "friggas-protection": "In the Action phase",
    "friggas-domain": "This is an invade",
    "friggas-sacrifice": "ships included",
    "lokis-blessing": "Needs room and Horns",
    "odins-inspiration": "Ship upgrades are not doubled",
    "odins-throne": "stat step is not doubled",
    "thors-conquest": "ships included",
    "thors-domain": "Not when a ship enters a fjord",
    "thors-glory": "win or lose",
    "tyrs-challenge": "Its token stays flipped",
    "tyrs-domain": "choose one of the two",
    "tyrs-prowess": "Loki's Poison comes first",
    "tyrs-wrath": "choose one of the two",
    "troll": "Not when it marches or joins",
    "dwarf-chieftain": "cannot act without Rage",
    "soldier-of-hel": "cannot act without Rage",
    "sea-serpent": "a ship and a monster",
    "valkyrie": "even if she is destroyed",
    "dark-elf": "1 Rage to invade with, there too",
    "fire-giant": "except monsters",
    "frost-giant": "are not repeated",
    "volur-witch": "in an outer province",
    "friggas-chosen": "Not from your own sacrifice or capture",
    "odins-chosen": "of any clan",
    "thors-chosen": "A second copy adds nothing",
    "fenrir": "the doomed one is spared",
    "wolfman": "Cards count as usual",
    "mystic-troll": "does not let them invade Yggdrasil",
    "brothers-in-arms": "still costs 1 Rage to invade",
    "experts-in-arms": "costs 2 Rage to invade",
    "masters-in-arms": "costs 2 Rage to invade",
    "lokis-dragons": "never doubled",
    "quest-yggdrasil": "a tie fails",
    "quest-glorious-death": "before Ragnarök",
}
"""Rulings that players get wrong without the words on the card."""


@pytest.mark.parametrize(("card_id", "words"), RULINGS.items())
def test_a_text_has_the_ruling_that_matters(card_id: str, words: str) -> None:
    assert words in CARDS[CardId(card_id)].text


def test_a_text_fits_on_a_card() -> None:
    assert {card.id for card in CARDS.values() if len(card.text) > 210} == set()


def numbers_of(card: Card) -> set[int]:
    """Return every number among the printed facts and lasting traits of a card."""
    traits = card.traits
    return {
        card.strength,
        card.cost,
        card.bonus,
        traits.warrior_pair,
        traits.ship_glory,
        traits.upgrade_discount,
        traits.ragnarok_factor,
        traits.quest_factor,
        traits.release_glory,
        traits.final_glory,
        traits.quest_bonus,
        traits.strength_yggdrasil or 0,
        card.aim.need if card.aim else 0,
    }


PLAYED = {
    "friggas-protection": {1},
    "friggas-domain": {1},
    "thors-domain": {2},
    "tyrs-challenge": {2},
    "tyrs-prowess": {1},
    "thors-chosen": {3},
    "valkyrie": {2},
    "thors-glory": {2},
    "odins-judgement": {2},
    "thors-hammer": {3},
    "thors-ascension": {3},
    "lokis-trickery": {1},
    "lokis-backstab": {2},
}
"""Numbers in texts that are not printed facts: each is asserted by some test's play."""


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_every_numeral_in_a_text_is_a_fact_or_proven_in_play(card: Card) -> None:
    numerals = {int(numeral) for numeral in re.findall(r"\d+", card.text)}
    assert numerals <= numbers_of(card) | PLAYED.get(card.id, set())


def test_every_quest_has_an_aim_and_glory_and_nothing_else_has() -> None:
    for card in CARDS.values():
        assert (card.aim is not None) is (card.kind is Kind.QUEST)
        assert all((copy.glory > 0) is (card.kind is Kind.QUEST) for copy in card.copies)


def test_the_faces_of_a_card_are_its_ages() -> None:
    for card in CARDS.values():
        ages = sorted({copy.age for copy in card.copies})
        assert faces_of(card) == tuple(Face(card.id, age) for age in ages)


def test_only_cards_that_are_played_have_texts_that_act() -> None:
    assert {card for card, _ in TEXTS} <= set(CARDS)
    assert all(CARDS[card].kind is not Kind.QUEST for card, _ in TEXTS)
