"""The rules for players: topics of ``rulebook.toml``, found by id, by phase or by words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client.text.box_words import GameBox
from client.text.catalogue import say, spoken
from client.text.folding import folded
from engine.values import Value

if TYPE_CHECKING:
    from engine.terms import Phase

_PHASES: Final = {
    "setup": "general",
    "gifts": "gifts",
    "action": "action",
    "discard": "discard",
    "quest": "quest",
    "ragnarok": "ragnarok",
    "release": "release",
    "end": "end",
}
"""The names of the engine's phases in the topics; the rules are read without the engine."""
_BATTLE: Final = "battle"
_OF_BOXES: Final = {GameBox.GODS: "gods", GameBox.MYSTICS: "mystics"}
"""Topics about boxes, which games without them do not need."""
_KEYWORDS: Final = ", "
"""The keywords of a topic are one message of the catalogue."""


class RuleTopic(Value):
    """A topic: its title, its phase, its keywords and paragraphs."""

    id: str
    title: str
    phase: str
    keywords: tuple[str, ...]
    paragraphs: tuple[str, ...]


class Hit(Value):
    """A topic that was found, and the paragraph with the words of the search."""

    topic: RuleTopic
    paragraph: str


def topics() -> tuple[RuleTopic, ...]:
    """Return all topics in the order of the file, in the language that is spoken."""
    return _translated(spoken())


@lru_cache
def _translated(_language: str) -> tuple[RuleTopic, ...]:
    return tuple(
        RuleTopic(
            id=topic.id,
            title=say(topic.title),
            phase=topic.phase,
            keywords=tuple(say(_KEYWORDS.join(topic.keywords)).split(_KEYWORDS)),
            paragraphs=tuple(map(say, topic.paragraphs)),
        )
        for topic in source_topics()
    )


@lru_cache
def source_topics() -> tuple[RuleTopic, ...]:
    """Return all topics in the language of the source, for translators and programs."""
    text = Path(__file__).with_name("rulebook.toml").read_text(encoding="utf-8")
    return tuple(
        RuleTopic(
            id=entry["id"],
            title=entry["title"],
            phase=entry["phase"],
            keywords=tuple(entry["keywords"]),
            paragraphs=tuple(part.strip() for part in entry["text"].strip().split("\n\n")),
        )
        for entry in tomllib.loads(text)["topic"]
    )


def find_topic(name: str) -> RuleTopic | None:
    """Return the topic with this id or title, in any spelling."""
    wanted = _plain(name)
    return next(
        (topic for topic in topics() if wanted in (_plain(topic.id), _plain(topic.title))), None
    )


def topics_for(
    phase: Phase, *, in_battle: bool = False, boxes: Iterable[GameBox] = tuple(GameBox)
) -> tuple[RuleTopic, ...]:
    """Return the topics that explain a phase, or a battle in it, in a game with some boxes."""
    wanted = _BATTLE if in_battle else _PHASES[phase.value]
    unused = {_OF_BOXES.get(box) for box in set(GameBox).difference(boxes)}
    return tuple(topic for topic in topics() if topic.phase == wanted and topic.id not in unused)


def search(words: str) -> tuple[Hit, ...]:
    """Find topics with every word: in the title first, then in keywords, then in the text."""
    wanted = tuple(folded(words).split())
    if not wanted:
        return tuple(Hit(topic, topic.paragraphs[0]) for topic in topics())
    ranked = [(_rank(topic, wanted), topic) for topic in topics()]
    found = sorted((pair for pair in ranked if pair[0] is not None), key=lambda pair: pair[0] or 0)
    return tuple(Hit(topic, _paragraph(topic, wanted)) for _, topic in found)


def _plain(text: str) -> str:
    return folded(text).replace("-", " ").strip()


def _rank(topic: RuleTopic, words: tuple[str, ...]) -> int | None:
    title = f"{_plain(topic.id)} {folded(topic.title)}"
    keywords = f"{title} {folded(' '.join(topic.keywords))}"
    text = f"{keywords} {folded(' '.join(topic.paragraphs))}"
    for rank, place in enumerate((title, keywords, text)):
        if all(word in place for word in words):
            return rank
    return None


def _paragraph(topic: RuleTopic, words: tuple[str, ...]) -> str:
    """Return the paragraph with most of the words, the first of equals."""
    return max(
        topic.paragraphs,
        key=lambda part: (
            sum(word in folded(part) for word in words),
            -topic.paragraphs.index(part),
        ),
    )
