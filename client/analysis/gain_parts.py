"""Why an answer is better: the parts of its gain in words.

The learned value of a position is a sum (`client.bots.leaf`), so the difference of two answers
splits by facts. Facts of one kind belong together: a quest that is committed is in the hand no
more, and only both numbers together say what that brings.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from client.bots.leaf import HEADS, ROSTER, Facts
from client.text.catalogue import listed, say
from client.text.names import card_name, stat_name
from engine.cards import CARDS
from engine.terms import CardId, Stat
from engine.values import Value


class Topic(StrEnum):
    """Kinds of facts."""

    GLORY = "Glory"
    OTHERS = "others"
    QUESTS = "quests"
    PILLAGES = "pillages"
    FIGURES = "figures"
    VALHALLA = "Valhalla"
    BATTLE_CARDS = "battle cards"
    RAGE_LEFT = "Rage left"
    STATS = "stats"
    UPGRADES = "upgrades"
    COURSE = "course"


_TOLD: Final = {
    Topic.GLORY: "Glory at once ({gain})",
    Topic.OTHERS: "less for the others ({gain})",
    Topic.QUESTS: "your quests ({gain})",
    Topic.PILLAGES: "pillages to come ({gain})",
    Topic.FIGURES: "figures on the board ({gain})",
    Topic.VALHALLA: "figures in Valhalla ({gain})",
    Topic.BATTLE_CARDS: "battle cards in hand ({gain})",
    Topic.RAGE_LEFT: "Rage left for later ({gain})",
    Topic.STATS: "a higher stat, {stat} ({gain})",
    Topic.UPGRADES: "upgrades in hand ({gain})",
}

TOPICS: Final[Mapping[str, Topic]] = {
    "any position": Topic.COURSE,
    "Glory": Topic.GLORY,
    "rivals' Glory": Topic.OTHERS,
    "best rival's Glory": Topic.OTHERS,
    "figures that stay": Topic.FIGURES,
    "best pillage": Topic.PILLAGES,
    "second pillage": Topic.PILLAGES,
    "other pillages": Topic.PILLAGES,
    "committed quests": Topic.QUESTS,
    "quests in hand": Topic.QUESTS,
    "Rage left": Topic.RAGE_LEFT,
    "any Rage left": Topic.RAGE_LEFT,
    "rivals' Rage": Topic.OTHERS,
    "rivals who act": Topic.OTHERS,
    "battle cards": Topic.BATTLE_CARDS,
    "best battle card": Topic.BATTLE_CARDS,
    "number of battle cards": Topic.BATTLE_CARDS,
    "upgrades in hand": Topic.UPGRADES,
    "Glory for the release": Topic.VALHALLA,
    "figures on the board": Topic.FIGURES,
    "rivals' figures": Topic.OTHERS,
    "rivals' stats": Topic.OTHERS,
    "best rival's stats": Topic.OTHERS,
    "rivals' hands": Topic.OTHERS,
    "rivals' quests": Topic.OTHERS,
    "unpillaged provinces": Topic.PILLAGES,
    "figures in Valhalla": Topic.VALHALLA,
    "rivals' figures in Valhalla": Topic.OTHERS,
    "warriors": Topic.FIGURES,
    "leader": Topic.FIGURES,
    "ship": Topic.FIGURES,
    "monsters": Topic.FIGURES,
    "kept cards": Topic.UPGRADES,
}
"""The kind of each fact of a position; stats and upgrades are kinds of their own."""
assert set(TOPICS) == {*HEADS, *ROSTER}
_STATS: Final = {stat.name.lower(): stat for stat in Stat}
_MOST: Final = 2
_LEAST: Final = 1.0
"""So many reasons at most, each of so much Glory at least."""


class GainPart(Value):
    """A part of a gain, in Glory; `subject` is the stat or the upgrade it is about."""

    topic: Topic
    gain: float
    subject: Stat | CardId | None = None

    @property
    def told(self) -> str:
        """The reason in words."""
        gain = f"{self.gain:+.1f}"
        if isinstance(self.subject, Stat):
            return say(_TOLD[self.topic], stat=stat_name(self.subject), gain=gain)
        if self.subject is not None:
            return say("the upgrade {card} ({gain})", card=card_name(self.subject), gain=gain)
        return say(_TOLD[self.topic], gain=gain)


def reasons(facts: Facts) -> tuple[GainPart, ...]:
    """Return the parts of a gain that are worth a word, the largest first.

    There are none if one answer ends the Age or the game more often than the other: such positions
    have other facts, and the parts only say so.
    """
    parts = split(facts)
    if any(one.topic is Topic.COURSE and abs(one.gain) >= _LEAST for one in parts):
        return ()
    found = [one for one in parts if one.gain >= _LEAST and one.topic is not Topic.COURSE]
    return tuple(sorted(found, key=lambda one: -one.gain)[:_MOST])


def split(facts: Facts) -> tuple[GainPart, ...]:
    """Return all parts of a gain by kind, stat and upgrade; their sum is the gain."""
    sums: dict[tuple[Topic, Stat | CardId | None], float] = {}
    for name, gain in facts.items():
        key = _key(name)
        sums[key] = sums.get(key, 0.0) + gain
    return tuple(GainPart(topic, gain, subject) for (topic, subject), gain in sums.items())


def _key(name: str) -> tuple[Topic, Stat | CardId | None]:
    if name in TOPICS:
        return TOPICS[name], None
    if name in _STATS:
        return Topic.STATS, _STATS[name]
    card = CardId(name)
    assert card in CARDS
    return Topic.UPGRADES, card


def reasons_told(facts: Facts) -> str:
    """Return the reasons as a sentence, "" if none is worth a word."""
    found = reasons(facts)
    return say("Most of it: {reasons}.", reasons=listed(one.told for one in found)) if found else ""
