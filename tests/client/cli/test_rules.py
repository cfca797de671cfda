from __future__ import annotations

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
