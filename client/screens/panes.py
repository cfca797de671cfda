"""The actions pane, with the answers or the waits, and the log pane, with the newest lines last."""

from __future__ import annotations

from typing import Final

from client.screens.frame import Frame, waiting_sentence
from client.screens.rows import (
    BLANK,
    Row,
    draw_rows,
    flow_rows,
    is_listed,
    item_rows,
    pane_body,
    put_lines,
    row,
    text_rows,
)
from client.screens.side import place_rows
from client.style import theme
from client.text.catalogue import say
from client.text.log_line import LogLine, LogTopic
from client.ui.canvas import Canvas, Line, Rect, wrap
from client.ui.cells import ELLIPSIS, columns_of
from client.ui.layout import Size
from client.ui.view import Pane, Question, Spot

_PLACE_ROWS: Final = 11
"""Rows at the bottom of the pane for the place under the cursor, on large screens."""
VOID: Final = "~"
"""The sign of a line that was undone, in place of the clan's letter."""
_ELSEWHERE: Final = {
    Spot.CARDS: "Choose a card in your hand ►",
    Spot.BATTLE: "Choose your battle card",
}


# ------------------------------------------------------------------------ actions


def draw_actions(canvas: Canvas, frame: Frame) -> None:
    """Draw the pane with its heading."""
    body = pane_body(canvas, frame, Pane.ACTIONS, _title(frame, canvas.width - 5), last=False)
    above = body
    if frame.size is Size.LARGE:
        least = max(_PLACE_ROWS, body.height // 2)
        rows = max(_used_rows(frame, body), body.height - least)
        above = body.part(Rect(0, 0, body.width, rows))
        below = body.part(Rect(0, rows, body.width, body.height - rows))
        put_lines(below, place_rows(frame, body.width))
    draw_answers(above, frame)


def _used_rows(frame: Frame, body: Canvas) -> int:
    """Return the rows that the answers need."""
    question = frame.view.question
    if question is None or not is_listed(question):
        return 0
    return len(item_rows(question, body.width, body.height)[0]) + 1


def _title(frame: Frame, width: int) -> str:
    """Return the choices made so far: all, or the first and the last; else the pane's name."""
    question = frame.view.question
    if question is None or not question.path:
        return say("Actions") if question is None or frame.asks_turn else say("Answers")
    first, last = question.path[0], question.path[-1]
    titles = (", ".join(question.path), say("{first}: {last}", first=first, last=last), first)
    return next((title for title in titles if columns_of(title) <= width), last)


def draw_answers(body: Canvas, frame: Frame, *, flow: bool = False) -> None:
    """Draw the items, or a hint at the pane that has them."""
    question = frame.view.question
    if question is None:
        draw_rows(body, _waiting_rows(frame, body.width))
    elif frame.shows_battle:
        draw_rows(body, text_rows(say("Answer in the battle."), body.width - 1))
    elif not is_listed(question):
        pane = say(_ELSEWHERE.get(question.spot, "Choose a card of the pack"))
        draw_rows(body, text_rows(pane, body.width - 1))
    elif flow:
        draw_rows(body, *flow_rows(question, body.width, body.height))
    else:
        rows, cursor = item_rows(question, body.width, body.height)
        undo = _undo_row(frame, question)
        if len(rows) + len(undo) > body.height:
            rows, cursor = item_rows(question, body.width - 1, body.height)
        draw_rows(body, rows + undo, cursor)


def answer_rows(frame: Frame, width: int, height: int) -> int:
    """Return the rows that answers take side by side."""
    question = frame.view.question
    if question is None:
        return len(_waiting_rows(frame, width))
    return len(flow_rows(question, width, height)[0]) if is_listed(question) else 1


def _undo_row(frame: Frame, question: Question) -> list[Row]:
    if not frame.view.can_undo or any(item.key == "z" for item in question.items):
        return []
    return [row(f" {frame.view.keys.shown('z')} " + say("Undo"), theme.NOTE)]


def _waiting_rows(frame: Frame, width: int) -> list[Row]:
    if frame.view.end is not None:
        return text_rows(say("b goes back to the result."), width - 1, theme.NOTE)
    if not frame.others:
        return []
    keys = frame.view.keys
    looks = say(
        "Look around: arrows, {v} card, {c} clans, {log} log, {s} quests",
        v=keys.shown("v"),
        c=keys.shown("c"),
        log=keys.shown("l"),
        s=keys.shown("s"),
    )
    return [
        *text_rows(waiting_sentence(frame), width - 1),
        BLANK,
        *text_rows(looks, width - 1, theme.NOTE),
    ]


# ------------------------------------------------------------------------ log


def draw_log(canvas: Canvas, frame: Frame) -> None:
    """Draw the pane with its heading."""
    scroll = frame.view.log_scroll
    title = say("Log") if not scroll else say("Log: {count} newer below", count=scroll)
    if columns_of(title) > canvas.width - 4:
        title = f"{say('Log')} ↓{scroll}"
    body = pane_body(canvas, frame, Pane.LOG, title, last=True)
    draw_lines(body, frame)


def draw_lines(body: Canvas, frame: Frame) -> None:
    """Draw the last lines that fit, without those scrolled away."""
    for y, (_, spans) in enumerate(shown_lines(frame, body.width, body.height)):
        body.line(0, y, spans)


def shown_lines(frame: Frame, width: int, height: int) -> list[tuple[int, Line]]:
    """Return the rows of the last lines that fit, each with the number of its line in the log.

    Of a last line that alone has too many rows, the beginning is shown.
    """
    last = max(0, len(frame.view.log) - frame.view.log_scroll) - 1
    rows: list[tuple[int, Line]] = []
    for number in range(last, -1, -1):
        wanted = log_rows(frame, frame.view.log[number], width)
        if rows and len(rows) + len(wanted) > height:
            break
        rows[:0] = [(number, line) for line in wanted]
    if len(rows) > height > 0:
        number, line = rows[height - 1]
        rows[height - 1] = number, (*line, ("", ELLIPSIS))
    return rows[: max(0, height)]


def log_rows(frame: Frame, line: LogLine, width: int, *, full: bool = False) -> list[Line]:
    """Return the rows of one line of the log; a void line has a sign in place of its letter."""
    style = theme.NOTE if line.level or line.void else ""
    indent = 2 + min(line.level, 1)
    first, *others = wrap(line.sentence(full=full), max(8, width - indent - 1)) or ("",)
    letter = ("", " ") if line.seat is None or line.level else frame.letter(line.seat)
    if line.topic is LogTopic.CHAT:
        letter = (theme.YOU, "·")
    if line.void:
        letter = (theme.NOTE, VOID)
    pad = " " * (indent - 1)
    return [
        (letter, (style, pad + first)),
        *(((style, " " * (indent + 1) + part),) for part in others),
    ]
