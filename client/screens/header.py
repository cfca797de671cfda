"""The first row: Age, phase, the seats that decide, the clock, your Glory."""

from __future__ import annotations

from typing import Final

from client.screens.frame import (
    Frame,
    Wording,
    absence_line,
    connection_line,
    other_names,
    waiting_words,
)
from client.style import theme
from client.text.catalogue import say
from client.text.names import age_name, clock, phase_name, place_title
from client.ui.canvas import Canvas, Line, length
from engine.terms import Phase

_LAST_SECONDS: Final = 15
_ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")


def draw_header(canvas: Canvas, frame: Frame) -> None:
    """Draw as much as fits; the right end is dropped first, then the Age is shortened."""
    canvas.put(0, 0, " " * canvas.width, theme.BAR)
    left, right = _fitting(frame, canvas.width)
    canvas.fitted(0, 0, left, canvas.width - length(right), theme.BAR)
    canvas.line(canvas.width - length(right), 0, right, theme.BAR)


def _fitting(frame: Frame, width: int) -> tuple[Line, Line]:
    """Return both ends of the row at a width; your Glory is dropped before the connections."""
    net, own = (*_time_left(frame), *connection_line(frame)), _right(frame)
    least = _left(frame, Wording.LEAST)
    short = _left(frame, Wording.SHORT)
    away, names, count = (absence_line(frame, wording) for wording in Wording)
    tried = (
        (_left(frame, Wording.FULL), (*own, *away, *net)),
        (short, (*own, *away, *net)),
        (short, (*own, *names, *net)),
        (short, (*names, *net)),
        (short, (*count, *net)),
        (least, (*count, *net)),
        (least, count),
    )
    fits = (ends for ends in tried if length(ends[0]) + length(ends[1]) + 1 <= width)
    return next(fits, (least, ()))


def _left(frame: Frame, wording: Wording) -> Line:
    state = frame.state
    if state.phase is Phase.END:
        return ((theme.TITLE, " " + say("GAME OVER") + "  "), *_winner(frame))
    age = age_name(state.age)
    when = say("AGE {age}/III", age=age) if wording is Wording.FULL else say("AGE {age}", age=age)
    if state.phase is Phase.SETUP:
        when = say("BLOOD RAGE")
    phase = _phase(frame)
    return ((theme.TITLE, f" {when}"), ("", f"  {phase}  "), *_waiting(frame, wording))


def _phase(frame: Frame) -> str:
    place = frame.battle_place
    if place is not None and place == frame.called_place:
        return say("Call to battle: {place}", place=place_title(place))
    if place is not None and frame.state.phase is Phase.ACTION:
        return say("Battle for {place}", place=place_title(place))
    return phase_name(frame.state.phase)


def _winner(frame: Frame) -> Line:
    state = frame.state
    best = max(clan.glory for clan in state.clans)
    winners = tuple(seat for seat in frame.seats if state.clans[seat].glory == best)
    names = " & ".join(frame.names.title(seat) for seat in winners)
    if len(winners) > 1:
        return (("", say("{names} share the victory with {glory} Glory", names=names, glory=best)),)
    return (("", say("{name} wins with {glory} Glory", name=names, glory=best)),)


def _waiting(frame: Frame, wording: Wording) -> Line:
    """Name the seats that decide, with a call for the viewer first."""
    view = frame.view
    question = view.question
    if view.status.autopilot:
        others = bool(frame.others)
        rest = ((theme.NOTE, waiting_words(frame, wording)),) if others else ()
        return ((theme.CALL, "► " + say("AUTOPILOT") + " "), *rest)
    if question is not None or frame.you in view.waiting:
        if frame.shows_draft:
            word = say("YOU PICK")
        else:
            word = say("YOUR TURN") if frame.asks_turn else say("YOU DECIDE")
        others = wording is Wording.FULL and bool(frame.others)
        tail = "  " + say("also {names}", names=other_names(frame, Wording.SHORT)) if others else ""
        name = frame.names.clan(view.seat)
        own: Line = () if frame.own.clan is None else _hued(frame, name)
        time = "" if view.status.waited is None else f" {clock(view.status.waited)}"
        return ((theme.CALL, f"► {word} "), *own, ("", time + tail))
    if view.battle is not None and view.battle.hold is not None:
        return ((theme.NOTE, say("goes on in {seconds} s", seconds=view.battle.hold)),)
    return ((theme.NOTE, waiting_words(frame, wording)),)


def _hued(frame: Frame, name: str) -> Line:
    """Return a clan's name with its letter in its hue; Ram has its letter in front."""
    style, letter = frame.letter(frame.view.seat)
    if name.startswith(letter):
        return ((style, letter), (theme.YOU, name[1:]))
    return ((style, letter), (theme.YOU, f" {name}"))


def _right(frame: Frame) -> Line:
    if frame.you is None:
        return ((theme.YOU, say("you watch") + " "),)
    if frame.state.phase is Phase.SETUP:
        return ()
    return ((theme.YOU, say("Glory {glory}", glory=frame.own.glory)), ("", _rank(frame)))


def _time_left(frame: Frame) -> Line:
    """Return the time left on the clock of the table for the seats that decide."""
    seconds = frame.view.seconds
    if seconds is None:
        return ()
    style = theme.DOOM if seconds <= _LAST_SECONDS else ""
    return ((style, say("{clock} left", clock=clock(seconds)) + "  "),)


def _rank(frame: Frame) -> str:
    """Return the viewer's rank by Glory, blank while nobody has any."""
    glories = [clan.glory for clan in frame.state.clans]
    if not any(glories):
        return " "
    better = sum(glory > frame.own.glory for glory in glories)
    return f" ({say(_ORDINALS[better])}) "
