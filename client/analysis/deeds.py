"""The result of a game as a player tells it: battles, pillages, quests, and Glory by source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.text.catalogue import say
from client.text.glory import GlorySource, glory_rows, headings, origin_of
from client.text.names import Names
from engine import actions as act
from engine.battle_changes import DecideBattle, StartBattle
from engine.changes import FlipToken, GainGlory, ShowQuests
from engine.terms import Seat
from engine.values import Value
from protocol.record.retelling import Retold

_MOST: Final = 3
_LEAST: Final = 5
"""So many sources at most, each with so much difference at least, are worth a word."""


class Deeds(Value):
    """Deeds of a seat in a game: its battles, pillages and quests, those that succeeded apart."""

    battles: int = 0
    battles_won: int = 0
    pillages: int = 0
    quests: int = 0
    quests_completed: int = 0


def deeds_of(retold: Retold, seat: Seat) -> Deeds:
    """Return the deeds of a seat in a recorded game."""
    fought = won = pillages = quests = completed = 0
    joined = pillages_now = False
    for moment in retold.moments:
        if moment.applied is None:
            continue
        action = moment.applied.action
        if isinstance(action, act.Pillage | act.Repillage | act.PillageAtOnce):
            pillages_now = action.seat == seat
        for item in moment.applied.story:
            match item:
                case StartBattle():
                    joined = seat in item.participants
                    pillages_now = item.pillager == seat
                    fought += joined
                case DecideBattle():
                    won += joined and item.winner == seat
                case FlipToken():
                    pillages += pillages_now
                case ShowQuests(seat=shown) if shown == seat:
                    quests += len(item.faces) + item.missing
                case GainGlory(seat=gains) if gains == seat:
                    completed += origin_of(item.source) is GlorySource.QUESTS
                case _:
                    pass
    return Deeds(fought, won, pillages, quests, completed)


def rival_of(retold: Retold, seat: Seat) -> Seat:
    """Return the seat with the most Glory beside one, the first of equals."""
    clans = retold.moments[-1].state.clans
    others = [Seat(at) for at in range(len(clans)) if at != seat]
    return max(others, key=lambda one: clans[one].glory)


def compared(retold: Retold, seat: Seat, names: Names) -> Iterator[str]:
    """Yield the deeds of a seat and of its best rival, and where their Glory differs most."""
    rival = rival_of(retold, seat)
    for one in (seat, rival):
        deeds = deeds_of(retold, one)
        yield say(
            "{name}: battles won {won} of {battles}, pillages {pillages}, quests completed "
            "{completed} of {quests}.",
            name=names.title(one),
            won=deeds.battles_won,
            battles=deeds.battles,
            pillages=deeds.pillages,
            completed=deeds.quests_completed,
            quests=deeds.quests,
        )
    stories = (one.applied.story for one in retold.moments if one.applied is not None)
    rows = {row.seat: row.parts for row in glory_rows(stories, len(retold.places))}
    pairs = list(zip(headings(), rows[seat], rows[rival], strict=True))
    pairs.sort(key=lambda pair: -abs(pair[1] - pair[2]))
    told = ", ".join(
        say("{source} {own} to {other}", source=source, own=own, other=other)
        for source, own, other in pairs[:_MOST]
        if abs(own - other) >= _LEAST
    )
    if told:
        yield say(
            "Glory of {name} to that of {rival}, the largest differences: {sources}.",
            name=names.title(seat),
            rival=names.title(rival),
            sources=told,
        )
