from __future__ import annotations

import re

import pytest

from client.text.rulebook import topics
from tests.client.cli.calling import call


def test_without_a_topic_all_are_listed() -> None:
    text = call("rules").out
    assert all(topic.id in text and topic.title in text for topic in topics())


def test_a_topic_is_printed_whole_and_no_wider_than_a_page() -> None:
    answer = call("rules", "order", "of", "battle")
    assert answer.code == 0
    assert answer.out.startswith("The order of a battle\n=====")
    assert "Odin's Tide" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


def test_a_word_finds_the_topics_that_mention_it() -> None:
    text = call("rules", "witch").out
    assert "saving-figures" in text
    assert "monsters" in text
    assert "Witch" in text


def test_topics_are_available_as_data() -> None:
    every = call("rules", "--json").array()
    assert [row["id"] for row in every] == [topic.id for topic in topics()]
    (one,) = call("rules", "tie", "--json").array()
    assert list(one) == ["id", "title", "phase", "keywords", "text"]


def test_a_word_in_no_rule_is_reported() -> None:
    answer = call("rules", "drakkar")
    assert answer.code == 2
    assert "No rule mentions drakkar" in answer.err


def test_a_word_with_a_typing_error_is_answered_with_the_word_that_is_meant() -> None:
    answer = call("rules", "batle")
    assert answer.code == 2
    assert answer.err == "bloodrage: No rule mentions batle; did you mean battle?\n"


@pytest.mark.parametrize("asked", ["E24", "e24"])
def test_a_number_prints_its_rule_and_the_topics_that_cite_it(asked: str) -> None:
    text = call("rules", asked).out
    assert text.startswith("E24  Step 10 Pillage. If the pillager won: the token flips;")
    assert "\n\nTopics that cite it: monsters, pillage, order-of-battle, pillage-tokens\n" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_numbered_rule_is_available_as_data() -> None:
    (one,) = call("rules", "D30", "--json").array()
    assert list(one) == ["id", "text", "topics"]
    assert one["id"] == "D30"
    assert one["topics"] == ["monsters"]


def test_a_number_without_a_rule_is_reported() -> None:
    answer = call("rules", "E99")
    assert answer.code == 2
    assert "No rule mentions E99" in answer.err


def test_the_topic_of_absent_players_names_the_default_of_every_forced_choice() -> None:
    (topic,) = call("rules", "absent", "--json").array()
    text = str(topic["text"])
    for number in ("I20", "I21", "I23", "I25", "I33", "E10"):
        assert number in text
    assert "lowest stat" in text
    assert "highest bonus" in text


@pytest.mark.parametrize("language", ["en", "pl", "uk", "es"])
def test_every_example_of_the_help_finds_a_rule_in_its_language(language: str) -> None:
    told = call("rules", "--help", "--lang", language).out
    asked = re.findall(r"^  \S*bloodrage rules (\S+)", told, re.MULTILINE)
    assert len(asked) >= 3
    for word in asked:
        assert call("rules", word, "--lang", language).code == 0, word
