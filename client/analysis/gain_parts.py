"""Why an answer is better: the parts of its gain in words.

Two answers are played out to the end of the Age (`client.analysis.contest`). What they bring
splits into Glory by source, what lies on the clan sheet and the board after it, by learned values
(`client.bots.leaf`), and what the others have.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from client.bots.leaf import ROSTER, Facts
from client.text.catalogue import listed, say
from client.text.glory import GlorySource
from client.text.names import stat_name
from engine.cards import CARDS
from engine.terms import CardId, Stat
from engine.values import Value


class Topic(StrEnum):
    """Kinds of facts."""

    BATTLES = "battles"
    PILLAGES = "pillages"
    QUESTS = "quests"
    VALHALLA = "Valhalla"
    RAGNAROK = "Ragnarok"
    FIGURES = "figures"
    STATS = "stats"
    UPGRADES = "upgrades"
    OTHERS = "others"
    REST = "rest"


_TOLD: Final = {
    Topic.BATTLES: "battles ({gain})",
    Topic.PILLAGES: "pillages ({gain})",
    Topic.QUESTS: "quests ({gain})",
    Topic.VALHALLA: "figures back from Valhalla ({gain})",
    Topic.RAGNAROK: "Ragnarök ({gain})",
    Topic.FIGURES: "figures left on the board ({gain})",
    Topic.UPGRADES: "upgrades ({gain})",
    Topic.REST: "other things ({gain})",
}
_SOURCES: Final = {
    GlorySource.BATTLES: Topic.BATTLES,
    GlorySource.PILLAGE: Topic.PILLAGES,
    GlorySource.QUESTS: Topic.QUESTS,
    GlorySource.VALHALLA: Topic.VALHALLA,
    GlorySource.RAGNAROK: Topic.RAGNAROK,
    GlorySource.STATS: Topic.STATS,
    GlorySource.OTHER: Topic.REST,
}
TOPICS: Final[Mapping[str, Topic]] = {
    **{source.name: topic for source, topic in _SOURCES.items()},
    "rivals' Glory": Topic.OTHERS,
    "any position": Topic.REST,
    "Glory": Topic.REST,
    "warriors": Topic.FIGURES,
    "leader": Topic.FIGURES,
    "ship": Topic.FIGURES,
    "monsters": Topic.FIGURES,
    "kept cards": Topic.REST,
}
"""The kind of each fact at the end of an Age; stats and upgrades are named after themselves."""
assert {*ROSTER} <= {*TOPICS}
_STATS: Final = {stat.name.lower(): stat for stat in Stat}
_MOST: Final = 2
_LEAST: Final = 1.0
"""So many reasons at most, each of so much Glory at least."""


class GainPart(Value):
    """A part of a gain, in Glory; `subject` is the stat it is about."""

    topic: Topic
    gain: float
    subject: Stat | None = None

    @property
    def told(self) -> str:
        """The reason in words."""
        gain = glory_told(self.gain)
        if self.subject is not None:
            return say("the stat {stat} ({gain})", stat=stat_name(self.subject), gain=gain)
        match self.topic:
            case Topic.OTHERS if self.gain > 0:
                return say("less for the others ({gain})", gain=gain)
            case Topic.OTHERS:
                return say("more for the others ({gain})", gain=gain)
            case Topic.STATS:
                return say("the bonus for stats ({gain})", gain=gain)
            case topic:
                return say(_TOLD[topic], gain=gain)


def glory_told(gain: float) -> str:
    """Return a gain as a whole number with its sign: there is no half a Glory."""
    return f"{round(gain):+d}"


def split(facts: Facts) -> tuple[GainPart, ...]:
    """Return all parts of a gain by kind and stat; their sum is the gain."""
    sums: dict[tuple[Topic, Stat | None], float] = {}
    for name, gain in facts.items():
        key = _key(name)
        sums[key] = sums.get(key, 0.0) + gain
    return tuple(GainPart(topic, gain, subject) for (topic, subject), gain in sums.items())


def _key(name: str) -> tuple[Topic, Stat | None]:
    if name in TOPICS:
        return TOPICS[name], None
    if name in _STATS:
        return Topic.STATS, _STATS[name]
    assert CardId(name) in CARDS
    return Topic.UPGRADES, None


def reasons(facts: Facts) -> tuple[tuple[GainPart, ...], tuple[GainPart, ...]]:
    """Return the parts worth a word, the largest first: those for an answer, those against it."""
    parts = split(facts)
    found = sorted((one for one in parts if one.gain >= _LEAST), key=lambda one: -one.gain)
    against = sorted((one for one in parts if one.gain <= -_LEAST), key=lambda one: one.gain)
    return tuple(found[:_MOST]), tuple(against[:_MOST])


def reasons_told(facts: Facts) -> str:
    """Return the reasons as a sentence, "" if none is worth a word."""
    found, against = reasons(facts)
    if not found:
        return ""
    told = listed(one.told for one in found)
    if not against:
        return say("For it: {reasons}.", reasons=told)
    return say(
        "For it: {reasons}; against it: {others}.",
        reasons=told,
        others=listed(one.told for one in against),
    )
