"""Sentences about impossible positions."""

from __future__ import annotations

from typing import assert_never

from client.text.catalogue import say, say_many
from client.text.names import card_name, place_name, slot_name, some_of
from engine.board import VILLAGES
from engine.errors import BadPosition
from engine.invariants import Problem
from engine.position import Position
from engine.stats import SLOTS, TRACKS, WARRIORS_PER_CLAN
from engine.terms import LEADER, SEAT_LETTERS, SHIP, WARRIOR, CardId, FigureKind, Place, Slot, Stat

_OWNED = {WARRIOR: WARRIORS_PER_CLAN, LEADER: 1, SHIP: 1}
_MISPLACED = {
    Problem.SHIP_ASHORE: "There is a ship in {place}; ships can be only in fjords.",
    Problem.AFLOAT: "There are figures other than ships in {place}.",
    Problem.DESTROYED: "There are figures in {place}, but it is destroyed.",
}


def problem_sentence(position: Position, error: BadPosition) -> str:
    """Say what is wrong with a position that can be read but not set up."""
    seat, _, what = error.where.partition(" ")
    match Problem(error.problem):
        case Problem.FIGURES:
            return _figures(seat, what)
        case Problem.MONSTERS:
            return _monsters(position, seat, CardId(what))
        case Problem.HORNS:
            return _horns(position, seat)
        case Problem.SLOTS | Problem.NOT_AN_UPGRADE as problem:
            return _sheet(seat, problem, what)
        case Problem.TOKENS:
            return say('There are not that many "{token}" tokens.', token=error.where)
        case Problem.VILLAGES:
            place = Place[error.where.upper()]
            return say(
                "There are more figures in {place} than its {count} villages.",
                place=place_name(place),
                count=VILLAGES[place],
            )
        case Problem.SHIP_ASHORE | Problem.AFLOAT | Problem.DESTROYED as problem:
            return say(_MISPLACED[problem], place=place_name(Place[error.where.upper()]))
        case (
            Problem.PLAYERS
            | Problem.SHAPE
            | Problem.SEAT
            | Problem.RAGNAROK
            | Problem.NEGATIVE
            | Problem.LEVELS
            | Problem.UNSORTED
            | Problem.BOXES
            | Problem.MYSTICS
            | Problem.GODS
            | Problem.BATTLE
            | Problem.OWED
        ) as problem:
            return say(
                "This position is impossible: {problem} ({where}).",
                problem=problem.value,
                where=error.where,
            )
        case problem:
            assert_never(problem)


def _monsters(position: Position, seat: str, monster: CardId) -> str:
    cards = position.seats[SEAT_LETTERS.index(seat)].upgrades.count(monster)
    if not cards:
        return say(
            "{seat} has the figure {monster} without a card for it among its upgrades.",
            seat=seat,
            monster=card_name(monster),
        )
    return say_many(
        "{seat} has the figure {monster} more than once, and {count} card for it.",
        "{seat} has the figure {monster} more than twice, and {count} cards for it.",
        cards,
        seat=seat,
        monster=card_name(monster),
    )


def _figures(seat: str, what: str) -> str:
    owned = some_of(FigureKind(what), _OWNED[FigureKind(what)])
    return say("{seat} has more figures than a clan owns: {owned}.", seat=seat, owned=owned)


def _horns(position: Position, seat: str) -> str:
    clan = position.seats[SEAT_LETTERS.index(seat)]
    return say(
        "{seat} has {have} figures on the board, but Horns allow {most}.",
        seat=seat,
        have=sum(figures.count for _, figures in clan.board),
        most=TRACKS[Stat.HORNS][clan.levels[Stat.HORNS]],
    )


def _sheet(seat: str, problem: Problem, what: str) -> str:
    if problem is Problem.NOT_AN_UPGRADE:
        card = card_name(CardId(what))
        return say(
            "{card} is not an upgrade and cannot be on the clan sheet of {seat}.",
            card=card,
            seat=seat,
        )
    slot = Slot(what)
    return say(
        "{seat} has more {slot} upgrades than slots for them: {most}.",
        seat=seat,
        slot=slot_name(slot),
        most=SLOTS[slot],
    )
