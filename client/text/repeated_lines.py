"""The same thing done by everybody, or over and over, told in one line."""

from __future__ import annotations

from itertools import takewhile
from typing import Final, TypeVar

from client.text.catalogue import listed, say
from client.text.figure_sentences import cause_name
from client.text.log_line import (
    LogLine,
    LogTopic,
    by_letter,
    by_name,
    source_cards,
    source_full,
    source_name,
)
from client.text.names import Names, face_name, figures_named, place_name, place_title, stat_name
from engine import battle_changes as fight
from engine import changes as deed
from engine.figures import NOBODY, Figures
from engine.story import Story
from engine.terms import Seat

_Item = TypeVar("_Item")
Told = tuple[int, LogLine | None]

SHORTEST: Final = 2
"""One alone is no run."""


def _run(story: Story, index: int, kind: type[_Item]) -> tuple[_Item, ...]:
    """The items of one kind from `index` on."""
    found = []
    for item in story[index:]:
        if not isinstance(item, kind):
            break
        found.append(item)
    return tuple(found)


def run_line(story: Story, index: int, names: Names) -> Told | None:
    """A run of like changes and how many they are; None where nothing runs."""
    match story[index]:
        case deed.FillPool():
            return _pools(_run(story, index, deed.FillPool), names)
        case deed.TakeHand():
            return _hands(_run(story, index, deed.TakeHand), names)
        case deed.KeepCard():
            return _kept(_run(story, index, deed.KeepCard), names)
        case deed.EmptyPool():
            return _lost(_run(story, index, deed.EmptyPool), names)
        case fight.LayCard():
            return _laid(_run(story, index, fight.LayCard), names)
        case deed.ToValhalla():
            return _dead(_run(story, index, deed.ToValhalla), names)
        case fight.ReturnCard():
            return _returned(_run(story, index, fight.ReturnCard), names)
        case fight.DiscardCard():
            return _discarded(_run(story, index, fight.DiscardCard), names)
        case deed.RaiseStat():
            return _stats(_run(story, index, deed.RaiseStat), names)
        case _:
            return None


def _pools(run: tuple[deed.FillPool, ...], names: Names) -> Told:
    amounts = tuple((one.seat, one.total) for one in run)
    return len(run), LogLine(
        say("Rage: {all}", all=by_letter(names, amounts)),
        say("Rage at the start: {all}.", all=by_name(names, amounts)),
        LogTopic.TURN,
    )


def _hands(run: tuple[deed.TakeHand, ...], names: Names) -> Told:
    amounts = tuple((one.seat, one.total) for one in run)
    return len(run), LogLine(
        say("Cards in hand: {all}", all=by_letter(names, amounts)),
        say("Cards in hand: {all}.", all=by_name(names, amounts)),
        LogTopic.CARDS,
    )


def _lost(run: tuple[deed.EmptyPool, ...], names: Names) -> Told:
    amounts = tuple((one.seat, one.lost) for one in run)
    return len(run), LogLine(
        say("Rage left is lost: {all}", all=by_letter(names, amounts)),
        say("The Rage that is left is lost: {all}.", all=by_name(names, amounts)),
        LogTopic.TURN,
    )


def _kept(run: tuple[deed.KeepCard, ...], names: Names) -> Told | None:
    if len(run) < SHORTEST:
        return None
    keepers = tuple(one.seat for one in run if one.kept)
    gone = tuple((one.seat, one.discarded) for one in run)
    if not keepers:
        return len(run), LogLine(
            say("Nobody keeps a card"),
            say("Nobody keeps a card; discarded: {all}.", all=by_name(names, gone)),
            LogTopic.CARDS,
        )
    return len(run), LogLine(
        say("A card kept: {all}", all=_letters(names, keepers)),
        say(
            "A card is kept by {keepers}; discarded: {all}.",
            keepers=listed(names.full(seat) for seat in keepers),
            all=by_name(names, gone),
        ),
        LogTopic.CARDS,
    )


def _laid(run: tuple[fight.LayCard, ...], names: Names) -> Told:
    seats = tuple(one.seat for one in run)
    return len(run), LogLine(
        say("Cards face down: {all}", all=_letters(names, seats)),
        say("Cards lie face down: {all}.", all=listed(names.full(seat) for seat in seats)),
        LogTopic.BATTLE,
    )


def _dead(run: tuple[deed.ToValhalla, ...], names: Names) -> Told:
    run = tuple(takewhile(lambda one: one.cause is run[0].cause, run))
    place = min(one.place for one in run)
    figures: dict[Seat, Figures] = {}
    for one in run:
        figures[one.seat] = figures.get(one.seat, NOBODY).plus(one.figures)
    short = "; ".join(
        say("{letter} {figures}", letter=names.letter(seat), figures=figures_named(dead))
        for seat, dead in figures.items()
    )
    full = "; ".join(
        say("{figures} of {who}", who=names.full(seat), figures=figures_named(dead))
        for seat, dead in figures.items()
    )
    return len(run), LogLine(
        say("Dead at {place}: {all}", place=place_title(place), all=short),
        say(
            "Dead at {place} ({cause}): {all}.",
            place=place_name(place),
            cause=cause_name(run[0].cause),
            all=full,
        ),
        LogTopic.BOARD,
        run[0].seat if len(figures) == 1 else None,
        place=place,
    )


def _returned(run: tuple[fight.ReturnCard, ...], names: Names) -> Told:
    cards = tuple(one.face.card for one in run)
    short = ", ".join(
        say("{letter} {card}", letter=names.letter(one.seat), card=face_name(one.face))
        for one in run
    )
    full = ", ".join(
        say("{card} of {who}", who=names.full(one.seat), card=face_name(one.face)) for one in run
    )
    return len(run), LogLine(
        say("Back in hand: {all}", all=short),
        say("Back in the hand: {all}.", all=full),
        LogTopic.BATTLE,
        cards=cards,
    )


def _discarded(run: tuple[fight.DiscardCard, ...], names: Names) -> Told:
    cards = listed(face_name(one.face) for one in run)
    who = run[0].seat
    return len(run), LogLine(
        say("{who}: {cards} discarded", who=names.who(who), cards=cards),
        say("{who} discards {cards}.", who=names.full(who), cards=cards),
        LogTopic.BATTLE,
        who,
        cards=tuple(one.face.card for one in run),
    )


def _stats(run: tuple[deed.RaiseStat, ...], names: Names) -> Told | None:
    first = run[0]
    run = tuple(takewhile(lambda one: one.seat == first.seat and one.source == first.source, run))
    if len(run) < SHORTEST:
        return None
    values = ", ".join(
        say("{stat} {total}", stat=stat_name(one.stat), total=one.total) for one in run
    )
    return len(run), LogLine(
        say(
            "{who}: now {values}, {what}",
            who=names.who(first.seat),
            values=values,
            what=source_name(first.source),
        ),
        say(
            "{who} raises stats to {values}, thanks to {cause}.",
            who=names.full(first.seat),
            values=values,
            cause=source_full(first.source),
        ),
        LogTopic.SCORE,
        first.seat,
        cards=source_cards(first.source),
    )


def _letters(names: Names, seats: tuple[Seat, ...]) -> str:
    return ", ".join(names.letter(seat) for seat in seats)
