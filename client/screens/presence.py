"""The other players: waiting times, connections, absences, seats played by a bot."""

from __future__ import annotations

from enum import Enum
from typing import Final

from client.platform.absence import AbsentSeat
from client.screens.frame import Frame
from client.style import theme
from client.text.absences import AWAY, absent_count, absent_names, absent_word
from client.text.catalogue import listed, say, say_many
from client.text.names import clock
from client.text.questions import doing
from client.ui.canvas import Line, Span
from engine.terms import Seat
from protocol.rules import rules_for

_TITLED: Final = 2
"""The most seats that are named by clan and player; more are named by player."""
_SHOWN_FROM: Final = 1
"""Seconds after which a wait is shown; answers of bots would make the clock flicker."""


class Wording(Enum):
    """The detail of a wait: names and reason, names, or a number."""

    FULL = "full"
    SHORT = "short"
    LEAST = "least"


def awaited(frame: Frame, told: Wording) -> str:
    """Name the others that the game waits for, by clan and player if there is room."""
    seats = frame.others
    if told is Wording.LEAST:
        return say_many("{count} other", "{count} others", len(seats))
    if told is Wording.FULL and len(seats) <= _TITLED:
        return ", ".join(frame.names.title(seat) for seat in seats)
    return ", ".join(frame.names.full(seat) for seat in seats)


def waiting_sentence(frame: Frame) -> str:
    """Name the others that the game waits for in a sentence, "" if there are none."""
    if not frame.others:
        return ""
    names = ", ".join(frame.names.full(seat) for seat in frame.others)
    return say("Waiting for {names}.", names=names)


def waited_for(frame: Frame, told: Wording) -> str:
    """Return the sentence of the header while others decide, "" if nobody does."""
    view = frame.view
    due = rules_for(frame.state).owed(frame.state)
    if not view.waiting or not due:
        return ""
    names = awaited(frame, told)
    counted = view.status.waited is not None and view.status.waited >= _SHOWN_FROM
    time = f" {clock(view.status.waited or 0)}" if counted else ""
    if view.status.answered and told is Wording.FULL:
        return say("you have answered, waiting for {names}", names=names) + time
    if view.status.answered and told is Wording.SHORT:
        return say("answered, waiting for {names}", names=names) + time
    if told is not Wording.FULL:
        return say("waiting for {names}", names=names) + time
    return say("waiting for {names} ({what})", names=names, what=doing(due[0])) + time


def net_line(frame: Frame) -> Line:
    """Count the connected people, or report that your connection is down."""
    net = frame.view.status.net
    if net is None:
        return ()
    if net.down is not None:
        return ((theme.DOOM, say("○net down {clock}", clock=clock(net.down)) + " "),)
    if frame.you is None:
        told = say_many("{count} watches", "{count} watch", net.people)
        return (("", f"● {told} "),)
    style = theme.DOOM if net.present < net.people else ""
    return ((style, say("●net {present}/{people}", present=net.present, people=net.people) + " "),)


def line_state(frame: Frame, seat: Seat) -> str:
    """Describe the connection of a seat in a word or two, "" if it is normal."""
    net = frame.view.status.net
    if net is None:
        return ""
    absent = absent_at(frame, seat)
    if absent is not None:
        return absent_word(absent)
    seconds = dict(net.away).get(seat)
    if seconds is not None:
        return say("down {clock}", clock=clock(seconds))
    return say("bot plays") if seat in net.by_bot else ""


def is_down(frame: Frame, seat: Seat) -> bool:
    """Whether the connection of a seat is down."""
    net = frame.view.status.net
    return net is not None and any(seat == one for one, _ in net.away)


def absent_at(frame: Frame, seat: Seat) -> AbsentSeat | None:
    """Return the absence of a seat, None if it plays."""
    net = frame.view.status.net
    found = () if net is None else net.absent
    return next((one for one in found if one.seat == seat), None)


def seat_mark(frame: Frame, seat: Seat) -> Span:
    """Return the sign before a seat: away, you, disconnected, or deciding."""
    if absent_at(frame, seat) is not None:
        return (theme.DOOM, AWAY)
    if seat == frame.you:
        return (theme.YOU, "►")
    if is_down(frame, seat):
        return (theme.DOOM, "○")
    if seat in frame.view.waiting:
        return (theme.CALL, "●")
    return ("", " ")


def absent_told(frame: Frame, told: Wording) -> Line:
    """Name the absent seats for the header; nothing if all play or the game is over."""
    net = frame.view.status.net
    if net is None or not net.absent:
        return ()
    if told is Wording.LEAST:
        text = absent_count(len(net.absent))
    elif told is Wording.SHORT:
        text = absent_names(frame.names, (AbsentSeat(one.seat) for one in net.absent))
    else:
        text = absent_names(frame.names, net.absent)
    return ((theme.DOOM, f"{AWAY} {text} "),)


def line_told(frame: Frame) -> str:
    """Report broken connections, first of seats that decide; "" while all hold."""
    net = frame.view.status.net
    if net is None or not net.away:
        return ""
    waiting = [(seat, seconds) for seat, seconds in net.away if seat in frame.view.waiting]
    gone = waiting or list(net.away)
    longest = clock(max(seconds for _, seconds in gone))
    if len(gone) == 1:
        name = frame.names.full(gone[0][0])
        return say("{name}'s line is down, {clock}. Nothing is lost.", name=name, clock=longest)
    names = listed(frame.names.full(seat) for seat, _ in gone)
    return say(
        "The lines of {names} are down, {clock}. Nothing is lost.", names=names, clock=longest
    )
