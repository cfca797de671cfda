"""Why a position cannot be, and what cannot be read, as sentences."""

from __future__ import annotations

from typing import Final

from client.text.catalogue import say
from engine.errors import BadNotation, BadPosition
from engine.invariants import Problem

_PROBLEMS: Final = {
    Problem.PLAYERS: "a table has two to five seats",
    Problem.SHAPE: "something on the board is missing",
    Problem.SEAT: "no such seat is at the table",
    Problem.RAGNAROK: "the three Ragnarök tokens must lie on three different outer provinces",
    Problem.TOKENS: "the pillage tokens are not those of the box",
    Problem.NEGATIVE: "a number is below zero",
    Problem.LEVELS: "a stat has steps 1 to 6",
    Problem.UNSORTED: "monsters are not in order",
    Problem.NOT_AN_UPGRADE: "a card on the clan sheet is no upgrade",
    Problem.SLOTS: "there are more upgrades than slots of their kind",
    Problem.FIGURES: "the clan does not have that many figures",
    Problem.MONSTERS: "a monster is there without its upgrade, or more than once",
    Problem.VILLAGES: "there are more figures than villages",
    Problem.HORNS: "there are more figures on the board than the Horns allow",
    Problem.SHIP_ASHORE: "a ship stands in a province",
    Problem.AFLOAT: "a figure that is no ship lies in a fjord",
    Problem.DESTROYED: "the place is destroyed, or their number is wrong",
    Problem.BATTLE: "the battle is not one that could be fought",
    Problem.OWED: "what is being waited for does not fit",
}


def position_sentence(error: BadPosition) -> str:
    """What somebody reads who set up a position that cannot be."""
    known = next((problem for problem in Problem if problem.value == error.problem), None)
    why = error.problem.replace("-", " ") if known is None else say(_PROBLEMS[known])
    if error.where:
        return say("No game can look like that ({where}): {why}.", where=error.where, why=why)
    return say("No game can look like that: {why}.", why=why)


def notation_sentence(error: BadNotation) -> str:
    """What somebody reads whose line could not be read."""
    return say(
        "{part} cannot be read: {expected} should stand there.",
        part=repr(error.part),
        expected=error.expected,
    )
