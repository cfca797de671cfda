"""Runs of one kind of change, such as the same change at every seat, as one line of the log."""

from __future__ import annotations

from itertools import takewhile
from typing import Final, TypeVar

from client.text.catalogue import listed, say, say_many
from client.text.figure_sentences import cause_name
from client.text.log_line import (
    About,
    LogLine,
    LogTopic,
    by_letter,
    by_name,
    counted,
    log_line,
    source_cards,
    source_fields,
)
from client.text.names import Names, face_name, figures_named, place_name, place_title, stat_step
from engine import battle_changes as fight
from engine import changes as deed
from engine.board import FJORD_OF
from engine.figures import NOBODY, Figures
from engine.story import Story, StoryItem
from engine.terms import Place, Seat

Covered = tuple[int, LogLine | None]
"""The number of items that a line covers, and the line."""
_Item = TypeVar("_Item")


def _run(story: Story, index: int, kind: type[_Item]) -> tuple[_Item, ...]:
    """Return the items of one kind from `index` on."""
    found = []
    for item in story[index:]:
        if not isinstance(item, kind):
            break
        found.append(item)
    return tuple(found)


def run_line(story: Story, index: int, names: Names) -> Covered | None:
    """Cover a run of changes of one kind; None if the item begins no run."""
    match story[index]:
        case deed.FillPool() | deed.TakeHand() | deed.EmptyPool() as first:
            return _amounts(names, _run(story, index, type(first)))
        case deed.KeepCard():
            return _kept(_run(story, index, deed.KeepCard), names)
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


_MOST_CARDS: Final = 66
"""Characters that the names of returned cards may take in a short line of 80."""
_AMOUNTS: Final[dict[type[StoryItem], tuple[str, str]]] = {
    deed.FillPool: ("Rage: {all}", "Rage at the start: {all}."),
    deed.TakeHand: ("Cards in hand: {all}", "Cards in hand: {all}."),
    deed.EmptyPool: ("Rage left is lost: {all}", "The Rage left is lost: {all}."),
}


def _amounts(
    names: Names, run: tuple[deed.FillPool | deed.TakeHand | deed.EmptyPool, ...]
) -> Covered:
    amounts = tuple(
        (one.seat, one.lost if isinstance(one, deed.EmptyPool) else one.total) for one in run
    )
    short, full = _AMOUNTS[type(run[0])]
    topic = LogTopic.CARDS if isinstance(run[0], deed.TakeHand) else LogTopic.TURN
    return len(run), LogLine(
        say(short, all=by_letter(names, amounts)), say(full, all=by_name(names, amounts)), topic
    )


def _kept(run: tuple[deed.KeepCard, ...], names: Names) -> Covered | None:
    if len(run) == 1:
        return None
    keepers = tuple(one.seat for one in run if one.kept)
    gone = by_name(names, tuple((one.seat, one.discarded) for one in run))
    if not keepers:
        short = say("Nobody keeps a card")
        full = say("Nobody keeps a card. Discarded: {all}.", all=gone)
    else:
        short = say("One card kept: {all}", all=_letters(names, keepers))
        full = say(
            "One card kept: {keepers}. Discarded: {all}.",
            keepers=listed(map(names.full, keepers)),
            all=gone,
        )
    return len(run), LogLine(short, full, LogTopic.CARDS)


def _laid(run: tuple[fight.LayCard, ...], names: Names) -> Covered:
    seats = tuple(one.seat for one in run)
    letters, players = _letters(names, seats), listed(map(names.full, seats))
    count = len(seats)
    return len(run), LogLine(
        say_many("Card face down: {all}", "Cards face down: {all}", count, all=letters),
        say_many(
            "A card lies face down: {all}.", "Cards lie face down: {all}.", count, all=players
        ),
        LogTopic.BATTLE,
    )


_DEAD: Final = (
    "Dead in {place} ({cause}): {all}.",
    "Dead in {place} and its fjord ({cause}): {all}.",
)
"""Deaths in one place, and in a province and its fjord together."""


def _in_one_area(run: tuple[deed.ToValhalla, ...]) -> tuple[deed.ToValhalla, ...]:
    """Return the deaths of one cause, in one place or in a province and its fjord."""
    places: set[Place] = set()
    found = []
    for one in takewhile(lambda one: one.cause is run[0].cause, run):
        places.add(one.place)
        if len(places) > 1 and not any({land, FJORD_OF.get(land)} == places for land in places):
            break
        found.append(one)
    return tuple(found)


def _dead(run: tuple[deed.ToValhalla, ...], names: Names) -> Covered:
    run = _in_one_area(run)
    places = {one.place for one in run}
    place = min(places, key=lambda one: one.is_fjord)
    figures: dict[Seat, Figures] = {}
    for one in run:
        figures[one.seat] = figures.get(one.seat, NOBODY).plus(one.figures)
    short = "; ".join(
        say("{letter} {figures}", letter=names.letter(seat), figures=figures_named(dead))
        for seat, dead in figures.items()
    )
    full = "; ".join(
        say("{figures} ({who})", who=names.full(seat), figures=figures_named(dead))
        for seat, dead in figures.items()
    )
    return len(run), LogLine(
        say("Dead in {place}: {all}", place=place_title(place), all=short),
        say(
            _DEAD[len(places) > 1],
            place=place_name(place),
            cause=cause_name(run[0].cause),
            all=full,
        ),
        LogTopic.BOARD,
        run[0].seat if len(figures) == 1 else None,
        place=place,
    )


def _returned(run: tuple[fight.ReturnCard, ...], names: Names) -> Covered:
    short = ", ".join(
        say("{letter} {card}", letter=names.letter(one.seat), card=face_name(one.face))
        for one in run
    )
    full = ", ".join(
        say("{card} ({who})", who=names.full(one.seat), card=face_name(one.face)) for one in run
    )
    if len(short) > _MOST_CARDS:
        short = say_many("{count} card", "{count} cards", len(run))
    return len(run), LogLine(
        say("Back in hand: {all}", all=short),
        say("Back in hand: {all}.", all=full),
        LogTopic.BATTLE,
        cards=tuple(one.face.card for one in run),
    )


def _discarded(run: tuple[fight.DiscardCard, ...], names: Names) -> Covered:
    return len(run), log_line(
        names,
        About(run[0].seat, cards=tuple(one.face.card for one in run)),
        LogTopic.BATTLE,
        "{who}: {cards} discarded",
        "{who} discards {cards}.",
        "You discard {cards}.",
        cards=listed(counted(face_name(one.face) for one in run)),
    )


def _stats(run: tuple[deed.RaiseStat, ...], names: Names) -> Covered | None:
    first = run[0]
    run = tuple(takewhile(lambda one: one.seat == first.seat and one.source == first.source, run))
    if len(run) == 1:
        return None
    values = (stat_step(one.stat, one.level) for one in run)
    return len(run), log_line(
        names,
        About(first.seat, cards=source_cards(first.source)),
        LogTopic.SCORE,
        "{who}: stats {values}, {what}",
        "{cause}: {who} raises {count} stats ({values}).",
        "{cause}: you raise {count} stats ({values}).",
        count=len(run),
        values=", ".join(values),
        **source_fields(first.source),
    )


def _letters(names: Names, seats: tuple[Seat, ...]) -> str:
    return ", ".join(names.letter(seat) for seat in seats)
