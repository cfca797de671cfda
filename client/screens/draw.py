"""The entry point of drawing: a view and a size give a canvas.

The first row, with the Age, the phase, the seats that decide, the clock and your Glory, is drawn
here; other modules draw the other parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.screens.battle import draw_battle, last_battle_scroll
from client.screens.detail import place_summary
from client.screens.draft import draw_draft
from client.screens.end import draw_end
from client.screens.event_card import card_room, draw_event_card
from client.screens.frame import (
    Frame,
    Wording,
    absence_line,
    connection_line,
    other_names,
    waiting_words,
)
from client.screens.hand_pane import card_count, draw_cards, draw_hand, hand_title
from client.screens.lesson import draw_lesson
from client.screens.map_pane import draw_board
from client.screens.matrix_pane import draw_matrix
from client.screens.panes import (
    answer_rows,
    draw_actions,
    draw_answers,
    draw_lines,
    draw_log,
)
from client.screens.prompt import draw_keys, draw_prompt, uses_pane
from client.screens.rows import flow_rows, headed, put_lines
from client.screens.scenes import draw_scene, last_scene_line, scene_room
from client.screens.sheets import draw_sheet
from client.screens.side import chips, draw_side
from client.style import theme
from client.text.catalogue import say, say_many
from client.text.consequences import FEW_LEFT
from client.text.names import age_name, clock, phase_name, place_title
from client.ui.canvas import Canvas, Line, Rect, length
from client.ui.layout import ScreenPart, battle_room, grid, layout, size_of
from client.ui.right_to_left_canvas import new_canvas
from client.ui.view import Pane, TableView
from engine.terms import Phase
from engine.values import replace

_LAST_SECONDS: Final = 15
_ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")


def draw(view: TableView, width: int, height: int) -> Canvas:
    """Draw the whole screen."""
    canvas = new_canvas(width, height)
    frame = Frame(view, size_of(width, height))
    parts = shown_parts(frame, width, height)
    middle = Rect(0, 1, width, parts[ScreenPart.PROMPT].y - 1)
    if view.end is not None and not view.end.board:
        draw_end(canvas.part(middle), frame, view.end)
    elif frame.shows_draft:
        draw_draft(canvas.part(middle), frame)
    else:
        _table(canvas, frame, parts)
        if frame.shows_battle:
            draw_battle(canvas, battle_room(parts), frame)
        else:
            _event(canvas, frame, parts)
    _header(canvas.part(parts[ScreenPart.HEADER]), frame)
    cut = draw_prompt(canvas.part(parts[ScreenPart.PROMPT]), frame)
    draw_keys(canvas.part(parts[ScreenPart.KEYS]), frame, cut=cut)
    if view.lesson is not None:
        draw_lesson(canvas, frame, parts, view.lesson)
    if view.overlay is not None:
        draw_sheet(canvas, frame, view.overlay)
    return canvas


def _event(canvas: Canvas, frame: Frame, parts: dict[ScreenPart, Rect]) -> None:
    """Draw the event that is shown, as a card or a scene, over the parts that are idle."""
    card, scene = card_room(frame, parts), scene_room(frame, parts)
    if scene is not None:
        draw_scene(canvas.part(scene), frame)
    elif card is not None:
        draw_event_card(canvas.part(card), frame)


def shown_parts(frame: Frame, width: int, height: int) -> dict[ScreenPart, Rect]:
    """Return the rectangles of a screen."""
    return layout(width, height, zoom=frame.view.zoom, table=frame.view.table)


def last_event_line(view: TableView, width: int, height: int) -> int:
    """Return how many rows the result of a battle, or a scene, can be scrolled on a screen."""
    frame = Frame(view, size_of(width, height))
    parts = shown_parts(frame, width, height)
    return last_battle_scroll(frame, battle_room(parts)) or last_scene_line(frame, parts)


_NOTED: Final = 9
"""Lists of at least this many rows explain why there is no map."""
_CHIP_ROWS: Final = 2
_MAP_KEPT: Final = 5
"""Rows at the top that an open drawer never covers."""
_LOG_PULLED: Final = 8
_LOG_LEAST: Final = 3
"""Spare rows that a drawer needs to show the log below the answers."""


def _pulled_out(window: Canvas, screen: Canvas, rows: int, title: str) -> Canvas:
    """Return the window of the drawer, extended over the map if its rows do not fit."""
    if rows <= window.height:
        return window
    bottom = window.top + window.height
    top = max(_MAP_KEPT, bottom - rows - 1)
    drawer = screen.part(Rect(0, top, window.width, bottom - top))
    drawer.fill(Rect(0, 0, drawer.width, drawer.height))
    drawer.line(0, 0, headed(drawer.width, title, theme.TITLE))
    return drawer.part(Rect(0, 1, drawer.width, drawer.height - 1))


def _map(window: Canvas, frame: Frame, screen: Canvas) -> None:
    if frame.view.table:
        draw_matrix(window, frame)
    else:
        draw_board(window, frame, grid(screen.width, screen.height, frame.view.zoom))


def _drawer(window: Canvas, frame: Frame, screen: Canvas) -> None:
    pane = uses_pane(frame)
    if pane is Pane.HAND:
        rows = card_count(frame)
        draw_cards(_pulled_out(window, screen, rows, hand_title(frame, window.width - 2)), frame)
    elif pane is Pane.LOG:
        draw_lines(_pulled_out(window, screen, _LOG_PULLED, say("Log")), frame)
    else:
        used = answer_rows(frame, window.width, window.height)
        draw_answers(window, frame, flow=True)
        if window.height - used >= _LOG_LEAST:
            window.line(0, used, headed(window.width, say("Log")))
            rest = Rect(0, used + 1, window.width, window.height - used - 1)
            draw_lines(window.part(rest), frame)


def _list(canvas: Canvas, frame: Frame, _screen: Canvas) -> None:
    """Draw a screen without a map: answers, place under the cursor, clans, end of the log."""
    pane = uses_pane(frame)
    lines: list[Line] = []
    if canvas.height >= _NOTED:
        note = say("No map below 60x16: this is the list.")
        lines.append(((theme.NOTE, f" {note}"),))
    clans = chips(frame, canvas.width, _CHIP_ROWS)
    below = [(("", " "), *place_summary(frame, frame.cursor_place)), *clans]
    if pane is Pane.ACTIONS and frame.view.question is None:
        below = below[: max(0, canvas.height - len(lines) - 1)]
    room = canvas.height - len(lines) - len(below)
    used = min(_wanted(frame, pane, canvas.width, room), max(1, room))
    y = len(lines)
    put_lines(canvas, lines)
    _pane(canvas.part(Rect(0, y, canvas.width, used)), frame, pane)
    put_lines(canvas, below, y + used)
    rest = y + used + len(below)
    if pane is not Pane.LOG:
        draw_lines(canvas.part(Rect(0, rest, canvas.width, canvas.height - rest)), frame)


def _wanted(frame: Frame, pane: Pane, width: int, room: int) -> int:
    """Return the rows that the visible pane needs."""
    question = frame.view.question
    if pane is not Pane.ACTIONS:
        return room - 1
    most = max(1, room - 1)
    return 1 if question is None else min(len(flow_rows(question, width, most)[0]), most)


def _pane(window: Canvas, frame: Frame, pane: Pane) -> None:
    if pane is Pane.HAND:
        draw_cards(window, frame)
    elif pane is Pane.LOG:
        draw_lines(window, frame)
    else:
        draw_answers(window, frame, flow=True)


_PARTS: Final[dict[ScreenPart, Callable[[Canvas, Frame, Canvas], None]]] = {
    ScreenPart.MAP: _map,
    ScreenPart.SIDE: lambda window, frame, _: draw_side(window, frame),
    ScreenPart.CHIPS: lambda window, frame, _: put_lines(
        window, chips(frame, window.width, window.height)
    ),
    ScreenPart.ACTIONS: lambda window, frame, _: draw_actions(window, frame),
    ScreenPart.HAND: lambda window, frame, _: draw_hand(window, frame),
    ScreenPart.LOG: lambda window, frame, _: draw_log(window, frame),
    ScreenPart.DRAWER: _drawer,
    ScreenPart.LIST: _list,
}


_UNDER_CARD: Final = (ScreenPart.ACTIONS, ScreenPart.HAND)
"""Parts that the card of an event covers whole, so that they need not be drawn."""


def _table(canvas: Canvas, frame: Frame, parts: dict[ScreenPart, Rect]) -> None:
    covered = _UNDER_CARD if card_room(frame, parts) is not None else ()
    for part, rect in parts.items():
        if part in _PARTS and part not in covered:
            _PARTS[part](canvas.part(rect), frame, canvas)


# ------------------------------------------------------------------------ the first row


def _header(canvas: Canvas, frame: Frame) -> None:
    """Draw as much as fits; the right end is dropped first, then the Age is shortened."""
    canvas.put(0, 0, " " * canvas.width, theme.BAR)
    left, right = _both_ends(frame, canvas.width)
    canvas.fitted(0, 0, left, canvas.width - length(right), theme.BAR)
    canvas.line(canvas.width - length(right), 0, right, theme.BAR)


def _both_ends(frame: Frame, width: int) -> tuple[Line, Line]:
    """Return both ends of the row at a width; your Glory is dropped before the connections.

    Many provinces left to pillage are dropped before your Glory; few are a warning and stay.
    """
    net, own = (*_time_left(frame), *connection_line(frame)), _right_end(frame)
    counts = len(frame.state.unpillaged()) <= FEW_LEFT
    least = _left_end(frame, Wording.LEAST, counts=counts)
    brief = _left_end(frame, Wording.SHORT, counts=counts)
    short = _left_end(frame, Wording.SHORT)
    away, names, count = (absence_line(frame, wording) for wording in Wording)
    tried = (
        (_left_end(frame, Wording.FULL), (*own, *away, *net)),
        (short, (*own, *away, *net)),
        (short, (*own, *names, *net)),
        (brief, (*own, *names, *net)),
        (brief, (*names, *net)),
        (brief, (*count, *net)),
        (least, (*count, *net)),
        *([(_called(frame), (*count, *net))] if _is_urgent(frame) else []),
        (least, count),
    )
    fits = (ends for ends in tried if length(ends[0]) + length(ends[1]) + 1 <= width)
    return next(fits, (least, ()))


def _is_urgent(frame: Frame) -> bool:
    """Whether a line is down or a clock runs: more important than the names waited for."""
    net = frame.view.status.net
    is_broken = net is not None and (net.down is not None or net.present < net.people)
    return is_broken or frame.view.seconds is not None


def _left_end(frame: Frame, wording: Wording, *, counts: bool = True) -> Line:
    state = frame.state
    if state.phase is Phase.END:
        return ((theme.TITLE, " " + say("GAME OVER") + "  "), *_winner(frame, wording))
    age = age_name(state.age)
    when = say("AGE {age}", age=age) if wording is Wording.LEAST else say("AGE {age}/III", age=age)
    if state.phase is Phase.SETUP:
        when = say("BLOOD RAGE")
    phase, left = _phase(frame), _left_to_pillage(frame, wording) if counts else ()
    return (
        (theme.TITLE, f" {when}"),
        ("", f"  {phase}"),
        *left,
        ("", "  "),
        *_waiting(frame, wording),
    )


def _left_to_pillage(frame: Frame, wording: Wording) -> Line:
    """Count the provinces left to pillage, after which the actions end (D8); few are a warning.

    During a battle the header names its province, and has room for more in its full wording only.
    """
    state = frame.state
    if state.phase is not Phase.ACTION or (frame.battle_place and wording is not Wording.FULL):
        return ()
    left = len(state.unpillaged())
    told = say_many("{count} to pillage", "{count} to pillage", left)
    return (("", ", "), (theme.DOOM, f"{told}!") if left <= FEW_LEFT else (theme.NOTE, told))


def _called(frame: Frame) -> Line:
    """Return the least left end without the others who are waited for."""
    own = tuple(seat for seat in frame.view.waiting if seat == frame.you)
    called = Frame(replace(frame.view, waiting=own), frame.size)
    return _left_end(called, Wording.LEAST, counts=False)


def _phase(frame: Frame) -> str:
    place = frame.battle_place
    if place is not None and place == frame.called_place:
        return say("Call to battle: {place}", place=place_title(place))
    if place is not None and frame.state.phase is Phase.ACTION:
        return say("Battle for {place}", place=place_title(place))
    return phase_name(frame.state.phase)


def _winner(frame: Frame, wording: Wording) -> Line:
    """Name the winners by clan and player, or if that does not fit by clan."""
    state = frame.state
    best = max(clan.glory for clan in state.clans)
    winners = tuple(seat for seat in frame.seats if state.clans[seat].glory == best)
    title = frame.names.title if wording is Wording.FULL else frame.names.clan
    names = " & ".join(map(title, winners))
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
        return ((theme.NOTE, say("continues in {seconds} s", seconds=view.battle.hold)),)
    return ((theme.NOTE, waiting_words(frame, wording)),)


def _hued(frame: Frame, name: str) -> Line:
    """Return a clan's name with its letter in its hue; Ram has its letter in front."""
    style, letter = frame.letter(frame.view.seat)
    if name.startswith(letter):
        return ((style, letter), (theme.YOU, name[1:]))
    return ((style, letter), (theme.YOU, f" {name}"))


def _right_end(frame: Frame) -> Line:
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
    sign = "≤" if frame.view.status.at_most else ""
    return ((style, say("{clock} left", clock=sign + clock(seconds)) + "  "),)


def _rank(frame: Frame) -> str:
    """Return the viewer's rank by Glory, blank while nobody has any."""
    glories = [clan.glory for clan in frame.state.clans]
    if not any(glories):
        return " "
    better = sum(glory > frame.own.glory for glory in glories)
    return f" ({say(_ORDINALS[better])}) "
