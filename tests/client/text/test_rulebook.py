from __future__ import annotations

import re
from pathlib import Path

import pytest

from client.text.catalogue import ENGLISH, speak
from client.text.rulebook import find_topic, search, topics, topics_for
from engine.terms import Phase
from tests.messages import TRANSLATED

RULES = Path(__file__).parents[3] / "docs" / "rules.md"
NUMBER = re.compile(r"\b(?:[A-K]\d+[a-z]?|H-\d\d)\b")


def test_topics_have_ids_and_titles_of_their_own() -> None:
    assert len({topic.id for topic in topics()}) == len(topics())
    assert len({topic.title for topic in topics()}) == len(topics())


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_topics(phase: Phase) -> None:
    assert topics_for(phase)


def test_a_battle_has_topics_of_its_own() -> None:
    told = {topic.id for topic in topics_for(Phase.ACTION, in_battle=True)}
    assert {"order-of-battle", "battle-cards"} <= told
    assert "invade" not in told


def test_topics_are_found_by_id_and_by_title_in_any_spelling() -> None:
    topic = find_topic("ORDER OF BATTLE")
    assert topic is not None
    assert topic.id == "order-of-battle"
    assert find_topic("Ragnarok") == find_topic("ragnarök")
    assert find_topic("no such thing") is None


def test_searches_rank_titles_then_keywords_then_text() -> None:
    assert search("march")[0].topic.id == "march"
    assert search("drakkar") == ()
    found = [hit.topic.id for hit in search("witch")]
    assert "saving-figures" in found


def test_a_hit_shows_the_paragraph_with_the_word() -> None:
    (first, *_) = search("succor warrior")
    assert "Succor" in first.paragraph


def test_every_rule_a_topic_cites_exists() -> None:
    numbers = set(NUMBER.findall(RULES.read_text(encoding="utf-8")))
    for topic in topics():
        cited = set(NUMBER.findall(" ".join(topic.paragraphs)))
        assert cited <= numbers, (topic.id, cited - numbers)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translated_paragraph_cites_the_rules_of_the_english_one(language: str) -> None:
    def cited() -> list[list[str]]:
        return [NUMBER.findall(text) for topic in topics() for text in topic.paragraphs]

    speak(ENGLISH)
    wanted = cited()
    speak(language)
    assert cited() == wanted


def test_a_topic_is_found_by_words_of_its_language() -> None:
    speak("es")
    assert search("marchar")[0].topic.id == "march"
    assert "saving-figures" in [hit.topic.id for hit in search("bruja")]
