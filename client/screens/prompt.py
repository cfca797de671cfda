"""The last rows: the question with the effect of an answer, and the keys."""

from __future__ import annotations

from typing import Final

from client.presenter.people import lost_signs_sentence
from client.screens.battle import outcome_line
from client.screens.detail import place_summary
from client.screens.frame import Frame, connection_sentence, waiting_sentence
from client.style import theme
from client.text.catalogue import say
from client.text.log_line import LogTopic
from client.text.names import card_name
from client.ui.canvas import Canvas, Line, wrapped
from client.ui.cells import ELLIPSIS
from client.ui.layout import Size
from client.ui.view import Item, Overlay, OverlayKind, Pane, Question, Spot, Strip, TableView
from engine.cards import CARDS
from engine.terms import Face

_MOST_ROWS: Final = 3


def prompt_line(frame: Frame) -> Line:
    """Return the one sentence that matters now; it is never empty."""
    view = frame.view
    question = view.question
    if view.status.typing is not None:
        return ((theme.CALL, " " + say("Say:") + " "), ("", f"{view.status.typing}_"))
    if view.message:
        return ((theme.CALL, " " + view.message),)
    if frame.looks_behind:
        here = say("You look at the board; {key} or Esc goes back.", key=view.keys.shown("b"))
        return ((theme.CALL, f" {here}"), ("", "  "), *place_summary(frame, frame.cursor_place))
    if question is None:
        return _idle(frame)
    current = question.current
    if current is not None and not current.enabled and current.why:
        return (("", f" {current.label}: "), (theme.CALL, current.why))
    effect = _explanation(frame, question, current)
    title = question.title
    if frame.shows_battle and effect:
        return effect
    if effect and title[-1:].isalnum():
        title += "."
    return ((theme.CALL, f" {title}"), *effect)


def _explanation(frame: Frame, question: Question, current: Item | None) -> Line:
    if frame.shows_battle:
        if frame.size is Size.LIST:
            return outcome_line(frame, question)
        bare = frame.size is Size.COMPACT or frame.cursor_face is None
        return () if bare else (("", f" {_card_text(frame.cursor_face)}"),)
    if question.spot is Spot.CONFIRM:
        return (("", f"  {question.note}"),) if question.note else ()
    if question.spot is Spot.MAP and current is not None and current.place is not None:
        return (("", "  "), *place_summary(frame, current.place))
    if question.note:
        return (("", f"  {question.note}"),)
    first = question.spot is Spot.MENU and not question.path and not frame.view.hint
    if first and frame.size in (Size.LIST, Size.COMPACT, Size.SMALL):
        return (("", "  "), *place_summary(frame, frame.cursor_place))
    return ()


def _card_text(face: Face | None) -> str:
    """Return a card with its text, if the list has only its name."""
    if face is None:
        return ""
    return say("{card}: {text}", card=card_name(face.card), text=say(CARDS[face.card].text))


def _idle(frame: Frame) -> Line:
    """Return the prompt while others decide: their names, and the place under the cursor."""
    view = frame.view
    if view.end is not None:
        if view.end.board:
            here = say("The board as it was at the end; b goes back to the result.")
            return ((theme.CALL, f" {here}"), ("", "  "), *place_summary(frame, frame.cursor_place))
        return (("", " " + say("The game is over. ←→ walk through it, Home and End go far.")),)
    if view.battle is not None and view.battle.hold is not None:
        return (("", " " + say("The battle is over.")),)
    if frame.shows_battle and view.battle is not None and view.battle.strip is Strip.REVEAL:
        told = say("The cards lie open: their texts come first, then the totals are compared.")
        return ((theme.NOTE, " " + told),)
    down = connection_sentence(frame)
    if down:
        return ((theme.CALL, f" {down}"),)
    waiting = waiting_sentence(frame)
    if not waiting:
        return (("", " "), *_latest(frame))
    return (("", f" {waiting}  "), *place_summary(frame, frame.cursor_place))


def _latest(frame: Frame) -> Line:
    """Return the latest action, during playback."""
    told = [line for line in frame.view.log if line.topic is not LogTopic.CHAT and not line.void]
    deeds = [line for line in told if not line.level]
    if not deeds:
        return (("", say("The game begins.")),)
    seat = deeds[-1].seat
    letter = () if seat is None else (frame.letter(seat), ("", " "))
    return (*letter, ("", deeds[-1].full))


def prompt_rows(frame: Frame, width: int, most: int = _MOST_ROWS) -> list[Line]:
    """Wrap the prompt to at most `most` rows; with a hint, to one more.

    The hint follows the question. If the question changes with the cursor, the hint has its own
    rows, so that nothing moves. A message comes whole before the hint gets any room: it says what
    to do, or where a record is. A hint cut on a small screen is complete above the rules (r).
    """
    line = prompt_line(frame)
    hint = _hint(frame)
    if not hint:
        rows = wrapped(line, width, 1)
        # The end of a line being typed matters most: the next letter goes there.
        return rows[:most] if frame.view.status.typing is None else rows[-most:]
    more = 0 if frame.size is Size.COMPACT else 1
    if _moves(frame):
        rows = wrapped(((theme.NOTE, f" {hint}"),), width, 1)
        asked = wrapped(line, width, 1)[:most]
        if frame.view.message:
            left = most + more - len(asked)
            return [*asked, *(_at_most(rows, left) if left else [])]
        asked = asked if frame.shows_battle else [_one_row(line, width)]
        return [*asked, *_at_most(rows, most + more - 1)]
    return _at_most(wrapped((*line, (theme.NOTE, f"  {hint}")), width, 1), most + more)


def _hint(frame: Frame) -> str:
    """Return the hint for newcomers, if nothing covers it."""
    view = frame.view
    confirms = view.question is not None and view.question.spot is Spot.CONFIRM
    typing = view.status.typing is not None
    if not view.hint or frame.looks_behind or confirms or typing:
        return ""
    return say("Hint: {told}", told=view.hint)


def _moves(frame: Frame) -> bool:
    """Whether the prompt changes with every step of the cursor."""
    question = frame.view.question
    return question is None or question.spot not in (Spot.MENU, Spot.GROUP)


def _one_row(line: Line, width: int) -> Line:
    canvas = Canvas(width, 1)
    canvas.fitted(0, 0, line, width)
    return canvas.lines()[0]


def _at_most(rows: list[Line], most: int) -> list[Line]:
    """Cut rows to a number; the last one ends with "…" if some are missing."""
    if len(rows) <= most:
        return rows
    style, text = rows[most - 1][-1]
    return [*rows[: most - 1], (*rows[most - 1][:-1], (style, f"{text[:-1]}{ELLIPSIS}"))]


def draw_prompt(canvas: Canvas, frame: Frame) -> None:
    """Draw the prompt at the top of its window; below an overlay only its first row."""
    if _hint(frame) and frame.view.overlay is None:
        rows = prompt_rows(frame, canvas.width, _MOST_ROWS - 1)
        if len(rows) != canvas.height:
            rows = prompt_rows(frame, canvas.width)
        for y, row in enumerate(rows[: canvas.height]):
            canvas.line(0, y, row)
        return
    rows = wrapped(prompt_line(frame), canvas.width, 1)
    if frame.view.status.typing is not None:
        rows = rows[-canvas.height :]
    for y, row in enumerate(rows[: canvas.height]):
        if y == canvas.height - 1 and len(rows) > canvas.height:
            rest = tuple(span for line in rows[y:] for span in line)
            canvas.fitted(0, y, rest, canvas.width)
        else:
            canvas.line(0, y, row)


# ----------------------------------------------------------------------- key line


def key_hints(frame: Frame) -> tuple[str, ...]:
    """Return the hints of keys that do something now, the most useful first."""
    view = frame.view
    if view.status.typing is not None:
        ways = (say("Enter says it"), say("Esc keeps it for later"))
        return (lost_signs_sentence(), *ways) if view.status.has_lost_signs else ways
    if view.overlay is not None:  # the keys of overlays and of the end cannot be changed
        return (*_sheet_ways(view.overlay), say("Esc close"))
    if view.end is not None:
        return _end_keys(view)
    return tuple(map(view.keys.hint, _table_hints(frame)))


def _table_hints(frame: Frame) -> tuple[str, ...]:
    view = frame.view
    if frame.looks_behind:
        ways = (say("b Esc back to the cards"), say("arrows 1-9 place"), say("Tab pane"))
        return (*ways, say("v why"), say("c clans"), say("l log"), say("? help"))
    question = view.question
    reads = say("v card") if frame.cursor_face is not None else say("v why")
    talks = () if view.status.net is None else (say("t chat"),)
    looks = (reads, say("l log"), *talks, say("? help"), say("^Q quit"))
    if question is None:
        go_on = (say("Enter go on"),) if not view.waiting and view.end is None else ()
        if view.hint:
            go_on = (*go_on, say("H no hints"), say("r rule"))
        if frame.shows_battle:
            return (*go_on, say("Tab board"), *looks)
        return (*go_on, say("Tab pane"), say("1-9 place"), say("c clans"), *looks)
    hints = (say("H no hints"),) if view.hint else ()
    back = (say("Esc back"), say("z undo")) if view.can_undo else ()
    covered = frame.shows_draft or frame.shows_battle
    panes = say("Tab board") if covered else say("Tab pane")
    return (*_ways(question), *back, *hints, panes, say("r rule"), *looks)


def _end_keys(view: TableView) -> tuple[str, ...]:
    """Return the hints after the end of a game."""
    again = (say("Enter again"),) if view.can_repeat else ()
    if view.end is not None and view.end.board:
        ways = (say("b result"), say("arrows 1-9 place"), say("v why"), say("c clans"))
        return (*ways, *again, say("l log"), say("q leave"))
    looks = (say("c cards"), say("b board"), say("r replay"), say("s save"), say("y copy"))
    return (say("←→ time"), *again, *looks, say("l log"), say("q leave"))


_SCROLLING: Final = ("↑↓ PgUp PgDn move",)
_SHEET_WAYS: Final = {
    OverlayKind.CARD: ("←→ other cards",),
    OverlayKind.CARDS: ("type to search", "↑↓ choose", "Enter read"),
    OverlayKind.BATTLE: ("←→ steps", "↑↓ PgUp PgDn move"),
    OverlayKind.LEAVE: ("↑↓ choose", "Enter do it"),
    OverlayKind.STOPS: ("↑↓ choose", "Enter do it"),
    OverlayKind.AUTOPILOT: ("↑↓ choose", "Enter do it"),
    OverlayKind.MUTE: ("↑↓ choose", "Enter do it"),
    OverlayKind.PHRASES: ("↑↓ a-l choose", "Enter says it"),
    OverlayKind.CLANS: ("↑↓ PgUp PgDn move", "v explain the numbers"),
}
_WAYS: Final = {
    Spot.MAP: ("arrows 1-9 f8 place", "Enter choose"),
    Spot.GROUP: ("←→ count", "Space all/none", "Enter go on"),
    Spot.PACK: ("↑↓ a-h choose", "Enter pick"),
    Spot.BATTLE: ("↑↓ a-h choose", "Enter play"),
    Spot.CARDS: ("↑↓ a-h card", "Enter choose"),
    Spot.MENU: ("Enter choose",),
}


def _sheet_ways(overlay: Overlay) -> tuple[str, ...]:
    """Return the hints of an overlay."""
    match overlay.kind:
        case OverlayKind.HELP:
            first = (say("Enter does the first"),) if overlay.typed else ()
            return (say("type to filter"), *first, say("↑↓ PgUp PgDn move"))
        case OverlayKind.LOG if overlay.look is not None and overlay.look.typing:
            return (say("type to search"), say("Enter find"))
        case OverlayKind.LOG:
            find = (say("n N next"),) if overlay.look and overlay.look.words else ()
            ways = (say("↑↓ move"), say("Enter open"), say("/ search"), *find)
            return (*ways, say("f kind"), say("c clan"), say("v card"))
        case kind:
            return tuple(say(way) for way in _SHEET_WAYS.get(kind, _SCROLLING))


def _ways(question: Question) -> tuple[str, ...]:
    if question.spot is Spot.CONFIRM:
        forward = question.current is not None and question.current.key == "y"
        return (say("Enter do it") if forward else say("Enter go back"),)
    return tuple(say(way) for way in _WAYS[question.spot])


def draw_keys(canvas: Canvas, frame: Frame) -> None:
    """Draw as many hints as fit, in their order."""
    x = 0
    for hint in key_hints(frame):
        if x + len(hint) > canvas.width:
            continue
        canvas.put(x, 0, hint, theme.KEYS)
        x += len(hint) + 2


def uses_pane(frame: Frame) -> Pane:
    """Return the pane of a drawer: hand or log if chosen, else that of the question."""
    question = frame.view.question
    if frame.view.pane in (Pane.HAND, Pane.LOG):
        return frame.view.pane
    if question is not None and question.spot is Spot.CARDS:
        return Pane.HAND
    return Pane.ACTIONS
