"""The last rows: the question with the effect of an answer, and the keys.

The file is longer than others: question, effect, hint and keys share the same few rows.
"""

from __future__ import annotations

from typing import Final

from client.presenter.people import lost_signs_sentence
from client.screens.battle import outcome_line
from client.screens.detail import legend, place_summary
from client.screens.event_card import readable_event
from client.screens.frame import Frame, connection_sentence, waiting_sentence
from client.screens.scenes import scene_of
from client.settings.keys import help_lines
from client.style import theme
from client.text.catalogue import say
from client.text.log_line import LogTopic
from client.text.names import card_name
from client.ui.canvas import Canvas, Line, length, wrapped
from client.ui.cells import ELLIPSIS, columns_of
from client.ui.layout import Size
from client.ui.moments import Happening
from client.ui.right_to_left_canvas import new_canvas
from client.ui.view import Item, Overlay, OverlayKind, Pane, Question, Spot, TableView
from engine.cards import CARDS
from engine.terms import Face, Seat


def prompt_line(frame: Frame, *, brief: bool = False) -> Line:
    """Return the one sentence that matters now; it is never empty.

    A `brief` question leaves more room for the facts beside it.
    """
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
    if current is not None and _refusal(frame):
        label = "" if current.why.startswith(current.label) else f" {current.label}:"
        return (("", f"{label} "), (theme.CALL, current.why))
    effect = _explanation(frame, question, current, brief=brief)
    title = question.brief if brief and question.brief else question.title
    if frame.shows_battle and effect:
        return effect
    if effect and title[-1:].isalnum():
        title += "."
    return ((theme.CALL, f" {title}"), *effect)


def _explanation(frame: Frame, question: Question, current: Item | None, *, brief: bool) -> Line:
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
    if first and not brief and frame.size in (Size.LIST, Size.COMPACT, Size.SMALL):
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
        return (("", " " + say("The game is over. ←→ step through it, Home/End: start and end.")),)
    if view.happening is not None:
        return _told(frame, view.happening)
    down = connection_sentence(frame)
    if down:
        return ((theme.CALL, f" {down}"),)
    waiting = waiting_sentence(frame)
    if not waiting:
        return (("", " "), *_latest(frame))
    return (("", f" {waiting}  "), *place_summary(frame, frame.cursor_place))


def _latest(frame: Frame) -> Line:
    """Return the last line of the log, if nothing is shown and nobody is waited for."""
    told = [line for line in frame.view.log if line.topic is not LogTopic.CHAT and not line.void]
    if not told:
        return (("", say("The game begins.")),)
    return _by(frame, told[-1].seat, told[-1].full)


def _told(frame: Frame, event: Happening) -> Line:
    """Return the sentence of the event that is shown."""
    return (("", " "), *_by(frame, event.seat, event.told))


def _by(frame: Frame, seat: Seat | None, told: str) -> Line:
    letter = () if seat is None else (frame.letter(seat), ("", " "))
    return (*letter, ("", told))


def cut_message(frame: Frame, width: int, most: int) -> str:
    """Return the whole text of a message area in which something is cut; else ""."""
    if not _placed(frame, width, most)[1]:
        return ""
    texts = ["".join(text for _, text in prompt_line(frame)), frame.view.consequence]
    return "  ".join(text.strip() for text in texts if text)


def _placed(frame: Frame, width: int, most: int) -> tuple[list[Line], bool]:
    """Return the rows of the message area, `most` at the utmost, and whether a text is cut.

    The last row is the consequence of the answer if there is one, else the legend of the cursor,
    else it continues the message. A hint, which is read once, comes before both; it takes the rows
    of a question whose title the screen shows elsewhere too; a message comes whole before it: it
    says what to do, or where a record is. A text that needs more rows ends with "…", and is
    complete above the rules (r).
    """
    view = frame.view
    asked = _asked(frame, width, most - bool(most > 1 and view.consequence))
    if view.status.typing is not None:
        # The end of a line being typed matters most: the next letter goes there.
        return asked[-most:], False
    hint = _hint(frame)
    if view.lesson is not None and not view.consequence:
        # The row of the lesson is drawn with its box and its pointers.
        return _with_second(asked, (), width, most)
    if hint:
        rows, cut = _hinted(frame, ((theme.NOTE, f" {hint}"),), width, most)
        return _with_last(rows, _second(frame, width), width, most), cut
    if view.consequence and (most == 1 or (frame.shows_battle and frame.size is Size.LIST)):
        return _at_most(asked, most), True
    if view.consequence:
        second = _second(frame, width)
        rows, cut = _with_second(asked, second, width, most)
        return rows, cut or second[0][1] != f" {view.consequence}"
    if view.legend and len(asked) < most and (told := legend(frame, width - 1)):
        return _with_second(asked, ((theme.NOTE, f" {told}"),), width, most)
    return _at_most(asked, most), len(asked) > most


def _asked(frame: Frame, width: int, most: int) -> list[Line]:
    """Return the rows of the message, briefly if it needs more than `most` otherwise."""
    rows = wrapped(prompt_line(frame), width, 1)
    return rows if len(rows) <= most else wrapped(prompt_line(frame, brief=True), width, 1)


def _second(frame: Frame, width: int) -> Line:
    """Return the consequence of the answer under the cursor, as many of its facts as fit."""
    told = frame.view.consequence
    return (("", f" {facts_that_fit(told, width - 1)}"),) if told else ()


def facts_that_fit(told: str, width: int) -> str:
    """Leave out the last facts of a consequence that is too wide, and no part of a fact."""
    facts = told.split(say("; "))
    for count in range(len(facts) - 1, 0, -1):
        if columns_of(told) <= width:
            break
        told = say("; ").join((*facts[:count], ELLIPSIS))
    return told


def _with_last(rows: list[Line], last: Line, width: int, most: int) -> list[Line]:
    """Return rows with another text in the last one if that is free."""
    if not last or len(rows) >= most:
        return rows
    blank: list[Line] = [()] * (most - 1 - len(rows))
    return [*rows, *blank, _one_row(last, width)]


def _with_second(asked: list[Line], second: Line, width: int, most: int) -> tuple[list[Line], bool]:
    """Return the message with another text in the last row."""
    above = _at_most(asked, most - 1)
    blank: list[Line] = [()] * (most - 1 - len(above))
    cut = len(asked) > len(above) or length(second) > width
    return [*above, *blank, _one_row(second, width)], cut


def _hinted(frame: Frame, hint: Line, width: int, most: int) -> tuple[list[Line], bool]:
    """Return a hint with as much of the message as leaves it whole; a reason comes before it."""
    line = prompt_line(frame)
    alone = wrapped(hint, width, 1)
    question = frame.view.question
    if frame.view.message or _refusal(frame) or (question is not None and question.note):
        asked = wrapped(line, width, 1)
        left = most - len(asked)
        rows = [*_at_most(asked, most), *(_at_most(alone, left) if left > 0 else [])]
        return rows, len(asked) + len(alone) > most
    together = wrapped((*line, ("", " "), *hint), width, 1)
    if len(together) <= most and not _moves(frame):
        return together, False
    if len(alone) != most:
        rows = [_one_row(line, width), *_at_most(alone, most - 1)]
        return rows, length(line) > width or len(alone) > most
    return _at_most(alone, most), len(alone) > most


def _refusal(frame: Frame) -> str:
    """Return the reason why the answer under the cursor cannot be chosen."""
    question = frame.view.question
    current = None if question is None else question.current
    return "" if current is None or current.enabled else current.why


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
    canvas = new_canvas(width, 1)
    canvas.fitted(0, 0, line, width)
    return canvas.lines()[0]


def _at_most(rows: list[Line], most: int) -> list[Line]:
    """Cut rows to a number; the last one ends with "…" if some are missing."""
    if len(rows) <= most:
        return rows
    style, text = rows[most - 1][-1]
    return [*rows[: most - 1], (*rows[most - 1][:-1], (style, f"{text[:-1]}{ELLIPSIS}"))]


def draw_prompt(canvas: Canvas, frame: Frame) -> bool:
    """Draw the message area in its window; return whether a text is cut."""
    rows, cut = _placed(frame, canvas.width, canvas.height)
    for y, row in enumerate(rows):
        canvas.line(0, y, row)
    return cut


# ----------------------------------------------------------------------- key line


def key_hints(frame: Frame, *, cut: bool = False) -> tuple[str, ...]:
    """Return the hints of keys that do something now, the most useful first.

    `cut` means that the message area does not show all of its text.
    """
    view = frame.view
    if view.status.typing is not None:
        ways = (say("Enter send"), say("Esc keep"))
        return (lost_signs_sentence(), *ways) if view.status.has_lost_signs else ways
    if view.overlay is not None:  # the keys of overlays and of the end cannot be changed
        return (*_sheet_ways(view.overlay), say("Esc close"))
    if view.end is not None:
        return _end_keys(view)
    whole = (say("r whole text"),) if cut else ()
    return tuple(map(view.keys.hint, (*whole, *_table_hints(frame))))


def _table_hints(frame: Frame) -> tuple[str, ...]:
    view = frame.view
    question = view.question
    if frame.looks_behind:
        cards = say("b Esc back to the cards")
        return (cards, *_pane_ways(view.pane), say("c clans"), say("l log"), say("? help"))
    elsewhere = view.pane is not Pane.ACTIONS and not frame.has_answers(view.pane)
    if elsewhere and not (frame.shows_draft or frame.shows_battle):
        ways = (*_pane_ways(view.pane), say("Esc back"), say("r rule"), say("c clans"))
        return (*ways, say("l log"), say("? help"), say("^Q quit"))
    has_card = frame.cursor_face is not None or readable_event(frame) is not None
    reads = say("v card") if has_card else say("v why")
    talks = () if view.status.net is None else (say("t chat"),)
    news = (say("E {event}", event=view.news),) if view.news else ()
    looks = (reads, say("l log"), *talks, say("? help"), say("^Q quit"))
    if question is None:
        goes_on = view.is_playing and view.end is None
        go_on = (say("Enter next"), say("Esc skip")) if goes_on else ()
        go_on = (*go_on, *news)
        if view.hint:
            go_on = (*go_on, say("H no hints"), say("r rule"))
        if frame.shows_battle:
            return (*go_on, say("Tab board"), *looks)
        places = () if scene_of(frame) is not None else (say("1-9 place"),)
        return (*go_on, say("Tab pane"), *places, say("c clans"), *looks)
    hints = (say("H no hints"),) if view.hint else ()
    hints = (say("L lesson"),) if view.lesson is not None else hints
    back = (say("Esc back"), say("z undo")) if view.can_undo else ()
    covered = frame.shows_draft or frame.shows_battle
    panes = say("Tab board") if covered else say("Tab pane")
    rule = say("r rule")
    if news:  # the way to the help matters more where room is short, and leads to the rules too
        return (*_ways(question), *back, *news, *hints, panes, *looks, rule)
    return (*_ways(question), *back, *hints, panes, rule, *looks)


def _pane_ways(pane: Pane) -> tuple[str, ...]:
    """Return the hints of a pane that has the keys, but not the answers."""
    match pane:
        case Pane.HAND:
            return (say("↑↓ card"), say("Enter read"), say("Tab pane"))
        case Pane.LOG:
            return (say("↑↓ line"), say("Enter open"), say("v explain"), say("Tab pane"))
        case _:
            return (say("arrows 1-9 place"), say("v why"), say("Tab pane"))


def _end_keys(view: TableView) -> tuple[str, ...]:
    """Return the hints after the end of a game."""
    again = (say("Enter again"),) if view.can_repeat else ()
    if view.end is not None and view.end.board:
        ways = (say("b result"), say("arrows 1-9 place"), say("v why"), say("c clans"))
        return (*ways, *again, say("l log"), say("q leave"))
    looks = (say("c cards"), say("b board"), say("r replay"), say("J jarl"))
    keeps = (say("s save"), say("y copy"))
    return (say("←→ time"), *again, *looks, say("l log"), say("q leave"), *keeps)


_SCROLLING: Final = ("↑↓ PgUp PgDn move",)
_CHOOSING: Final = (
    *(OverlayKind.LEAVE, OverlayKind.STOPS, OverlayKind.MUTE),
    *(OverlayKind.AUTOPILOT, OverlayKind.LESSON),
)
_SHEET_WAYS: Final = {
    OverlayKind.CARD: ("←→ other cards",),
    OverlayKind.CARDS: ("type to search", "↑↓ choose", "Enter read"),
    OverlayKind.BATTLE: ("←→ steps", "↑↓ PgUp PgDn move"),
    **dict.fromkeys(_CHOOSING, ("↑↓ choose", "Enter do it")),
    OverlayKind.TASK: ("L more",),
    OverlayKind.PHRASES: ("↑↓ a-l choose", "Enter send"),
    OverlayKind.CLANS: ("↑↓ PgUp PgDn move", "v explain the numbers"),
}
_CHOOSE: Final = {Spot.PACK: "Enter pick", Spot.BATTLE: "Enter play"}
_RUN_LEAST: Final = 3
"""From so many on, neighbouring letters are named by the first and the last."""


def _sheet_ways(overlay: Overlay) -> tuple[str, ...]:
    """Return the hints of an overlay."""
    match overlay.kind:
        case OverlayKind.HELP:
            found = help_lines(overlay.typed)[:1] if overlay.typed else ()
            first = (say("Enter first match"),) if any(one.pressed for one in found) else ()
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
    """Return the hints of a question: the keys that move the cursor, and those that choose."""
    match question.spot:
        case Spot.CONFIRM:
            forward = question.current is not None and question.current.key == "y"
            return (say("Enter do it") if forward else say("Enter go back"),)
        case Spot.MAP:
            fjord = any(item.key.startswith("f") for item in question.items)
            moves = say("arrows 1-9 f8 move") if fjord else say("arrows 1-9 move")
            return (moves, say("Enter choose"))
        case Spot.GROUP:
            return (say("←→ count"), say("Space all/none"), say("Enter go on"))
        case _ if any(item.is_chosen_by_key for item in question.items):
            return (say("↑↓ move"), say("Enter/letter choose"))
        case spot:
            moves = say("↑↓ {letters} move", letters=letters_of(question))
            return (moves, say(_CHOOSE.get(spot, "Enter choose")))


def letters_of(question: Question) -> str:
    """Return the letters of the items: "a-h", "n N a b"."""
    runs: list[str] = []
    for key in filter(None, (item.key for item in question.items)):
        if runs and ord(key) == ord(runs[-1][-1]) + 1:
            runs[-1] += key
        else:
            runs.append(key)
    return " ".join(
        f"{run[0]}-{run[-1]}" if len(run) >= _RUN_LEAST else " ".join(run) for run in runs
    )


def draw_keys(canvas: Canvas, frame: Frame, *, cut: bool = False) -> None:
    """Draw as many hints as fit, in their order; `cut` as for `key_hints`."""
    x = 0
    for hint in key_hints(frame, cut=cut):
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
