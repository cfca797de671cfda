"""Sources and growth of Glory: the tables behind the end of a game."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from client.text.catalogue import say
from engine.cards import CARDS, TEXTS
from engine.changes import GainGlory, LoseGlory, Source, StartDealing
from engine.gods import GOD_TEXTS
from engine.story import Story
from engine.tasks import Moment
from engine.terms import Age, Deity, Kind, Reward, Seat
from engine.values import Value


class GlorySource(IntEnum):
    """The source of Glory; the number is the column of the table."""

    BATTLES = 0
    PILLAGE = 1
    QUESTS = 2
    VALHALLA = 3
    RAGNAROK = 4
    STATS = 5
    OTHER = 6


_HEADINGS: Final = {
    GlorySource.BATTLES: "battles",
    GlorySource.PILLAGE: "pillage",
    GlorySource.QUESTS: "quests",
    GlorySource.VALHALLA: "Valhalla",
    GlorySource.RAGNAROK: "Ragnarök",
    GlorySource.STATS: "stats",
    GlorySource.OTHER: "other",
}
_REWARDS: Final = {
    Reward.TOKEN: GlorySource.PILLAGE,
    Reward.BATTLE: GlorySource.BATTLES,
    Reward.QUEST: GlorySource.QUESTS,
    Reward.RAGNAROK: GlorySource.RAGNAROK,
    Reward.STATS: GlorySource.STATS,
    Reward.STOLEN: GlorySource.BATTLES,
}


def headings() -> tuple[str, ...]:
    """Return the headings of the columns."""
    return tuple(say(_HEADINGS[origin]) for origin in GlorySource)


def origin_of(source: Source) -> GlorySource:
    """Return the column of a source of Glory.

    Battle cards, and cards that count the dead of battles, belong to battles; cards that pay for
    ships and for released figures belong to Valhalla.
    """
    if isinstance(source, Reward):
        return _REWARDS[source]
    if isinstance(source, Deity):
        pays_again = (source, Moment.REWARD_AGAIN) in GOD_TEXTS
        return GlorySource.PILLAGE if pays_again else GlorySource.BATTLES
    card = CARDS[source]
    if card.kind is Kind.QUEST:
        return GlorySource.QUESTS
    if card.kind is Kind.BATTLE or (source, Moment.DEATH_COUNTS) in TEXTS:
        return GlorySource.BATTLES
    if (source, Moment.REWARD_AGAIN) in TEXTS:
        return GlorySource.PILLAGE
    if card.traits.ship_glory or card.traits.release_glory:
        return GlorySource.VALHALLA
    return GlorySource.OTHER


class GloryRow(Value):
    """One seat: all its Glory, and the part of each `GlorySource`."""

    seat: Seat
    total: int
    parts: tuple[int, ...]


def glory_rows(stories: Iterable[Story], players: int) -> tuple[GloryRow, ...]:
    """Return the table of a game, best first; losses count against the column of their source."""
    sums = [[0] * len(GlorySource) for _ in range(players)]
    for story in stories:
        for item in story:
            match item:
                case GainGlory():
                    sums[item.seat][origin_of(item.source)] += item.amount
                case LoseGlory():
                    sums[item.seat][origin_of(item.source)] -= item.amount
                case _:
                    pass
    rows = (GloryRow(Seat(seat), sum(parts), tuple(parts)) for seat, parts in enumerate(sums))
    return tuple(sorted(rows, key=lambda row: (-row.total, row.seat)))


class Curve(Value):
    """Glory of all seats after every action; `ages` are the points at which the Ages began."""

    points: tuple[tuple[int, ...], ...]
    ages: tuple[int, ...]


def glory_curve(stories: Iterable[Story], players: int) -> Curve:
    """Return the curve of a game, from the story of each of its actions in order."""
    now = (0,) * players
    points = [now]
    ages: dict[Age, int] = {}
    for story in stories:
        for item in story:
            match item:
                case GainGlory() | LoseGlory():
                    now = (*now[: item.seat], item.total, *now[item.seat + 1 :])
                case StartDealing():
                    ages.setdefault(item.age, len(points))
                case _:
                    pass
        points.append(now)
    return Curve(tuple(points), tuple(ages.values()))
