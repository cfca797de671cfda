from __future__ import annotations

from client.text.card_words import card_sheet, copies_text, facts, is_about
from engine.cards import CARDS
from engine.terms import Age, CardId


def test_the_facts_of_a_card_are_one_line() -> None:
    assert facts(CARDS[CardId("troll")]) == "monster, cost 2, STR 2"
    assert facts(CARDS[CardId("tyrs-smite")]) == "battle card +5"
    assert facts(CARDS[CardId("heimdalls-sight")]) == "battle card +X"
    assert facts(CARDS[CardId("heimdalls-eye")]) == "battle card +2, reinforcement"
    assert facts(CARDS[CardId("odins-throne")]) == "clan upgrade, cost 2"
    assert facts(CARDS[CardId("lord-of-axes")]) == "Leader upgrade, cost 3, STR 3"


def test_the_glory_of_a_quest_is_that_of_its_age_or_of_all() -> None:
    assert facts(CARDS[CardId("quest-alfheim")]) == "quest, 5/7/9 Glory"
    assert facts(CARDS[CardId("quest-alfheim")], Age.TWO) == "quest, 7 Glory"


def test_copies_have_their_age_and_least_number_of_players() -> None:
    assert copies_text(CARDS[CardId("odins-smite")].copies) == "Age I: 2 (2+, 3+)"
    assert copies_text(CARDS[CardId("fenrir")].copies) == "Age I: 1 (2+ Kickstarter)"


def test_every_card_has_a_whole_sheet() -> None:
    for card in CARDS:
        assert len(card_sheet(card)) == 4
        assert all(card_sheet(card))


def test_a_card_is_found_by_words_of_its_name_text_and_kind() -> None:
    troll = CARDS[CardId("troll")]
    assert is_about(troll, ("TROLL",))
    assert is_about(troll, ("invades", "warriors"))
    assert is_about(troll, ("monster",))
    assert not is_about(troll, ("troll", "ship"))


def test_searches_ignore_accents_and_case() -> None:
    inspiration = CARDS[CardId("odins-inspiration")]
    assert is_about(inspiration, ("ragnarok",))
    assert is_about(inspiration, ("RAGNARÖK",))
