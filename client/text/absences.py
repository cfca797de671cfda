"""Absent seats, and the sentences about them: in a word or two, and in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from client.text.catalogue import listed, say, say_many
from client.text.names import Names, clock
from engine.terms import Seat
from engine.values import Value

AWAY: Final = "z"
"""The sign of an absent seat: after its strength on the map, before its letter elsewhere."""


class AbsentSeat(Value):
    """A seat whose defaults are played because its player is absent.

    `seconds` says for how long, as far as this machine saw it, and is None otherwise. With
    `for_good` the seat is not let in again, because of a proven fault; with `has_contradicted`
    it is away for its first contradiction, which may be an accident, and may come back.
    `unopened` names the players whose sealed battle cards it did not open.
    """

    seat: Seat
    seconds: int | None = None
    for_good: bool = False
    has_contradicted: bool = False
    unopened: tuple[str, ...] = ()


def absent_word(absent: AbsentSeat) -> str:
    """Describe the absence of a seat and its duration: "away 4:10"."""
    if absent.seconds is None:
        return say("away")
    return say("away {clock}", clock=clock(absent.seconds))


def absent_names(names: Names, absent: Iterable[AbsentSeat]) -> str:
    """Name the absent seats and the longest duration: "Bo and Dag away 4:10"."""
    found = tuple(absent)
    told = listed(names.full(one.seat) for one in found)
    known = [one.seconds for one in found if one.seconds is not None]
    if not known:
        return say("{names} away", names=told)
    return say("{names} away {clock}", names=told, clock=clock(max(known)))


def absent_count(count: int) -> str:
    """Count the absent seats in words."""
    return say_many("{count} away", "{count} away", count)


def absent_sentences(absent: AbsentSeat, viewer: Seat | None) -> tuple[str, ...]:
    """Explain the absence of a seat: its duration, its answers, its return."""
    if absent.seat == viewer and absent.for_good:
        return (away_for_good(),)
    if absent.seat == viewer:
        return (
            say("You are away: the rules answer for you until the others let you in again."),
            say("Your program asks to rejoin automatically."),
        )
    if absent.seconds is None:
        first = say("Away: the rules answer for this clan.")
    else:
        time = clock(absent.seconds)
        first = say("Away for {time}: the rules answer for this clan.", time=time)
    told = [first]
    if absent.unopened:
        told.append(
            say("Cards still locked by this absence: {names}", names=listed(absent.unopened))
        )
    if absent.for_good:
        return (*told, say("Gone for good: their key signed a forbidden message. See the record."))
    back = say("They can come back at any moment and answer again.")
    if absent.has_contradicted:
        told.append(say("They contradicted themselves, perhaps by accident. See the record."))
    return (*told, back)


def away_for_good() -> str:
    """Say that the viewer's own seat is away for good."""
    return say("You are out for good: your key signed a forbidden message. See the record.")
