"""The actions pane: what can be answered, or who is waited for."""

from __future__ import annotations

from client.screens.frame import Frame
from client.screens.items import flow_rows, is_listed, item_rows, item_width
from client.screens.panes import draw_rows, pane_body
from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Canvas, Line, wrap
from client.ui.layout import MENU_WIDTH
from client.ui.view import Pane, Question, Spot


def menu_width(frame: Frame) -> int:
    """The columns the actions pane would like to have for the present question."""
    question = frame.view.question
    if question is None or question.spot not in (Spot.MENU, Spot.GROUP, Spot.CONFIRM):
        return MENU_WIDTH
    return item_width(question)


def draw_actions(canvas: Canvas, frame: Frame) -> None:
    """The pane with its heading."""
    body = pane_body(canvas, frame, Pane.ACTIONS, _title(frame, canvas.width - 5), last=False)
    draw_answers(body, frame)


def _title(frame: Frame, width: int) -> str:
    """What was chosen so far, its end rather than its start; or the name of the pane."""
    question = frame.view.question
    if question is None or not question.path:
        return say("Actions")
    title = question.path[-1]
    for first in range(len(question.path)):
        title = ", ".join(question.path[first:])
        if len(title) <= width:
            break
    return title


def draw_answers(body: Canvas, frame: Frame, *, flow: bool = False) -> None:
    """The items, or a word about where they are."""
    question = frame.view.question
    if question is None:
        rows = _waiting_rows(frame, body.width)
        draw_rows(body, rows)
    elif frame.shows_battle:
        text = wrap(say("Answer in the battle."), body.width - 1)
        draw_rows(body, [((("", f" {row}"),), "") for row in text])
    elif is_listed(question):
        if flow:
            draw_rows(body, *flow_rows(question, body.width, body.height))
        else:
            rows, cursor = item_rows(question, body.width)
            if len(rows) > body.height:
                rows, cursor = item_rows(question, body.width - 1)
            draw_rows(body, rows + _undo_row(frame, question), cursor)
    else:
        text = wrap(_elsewhere(question), body.width - 1)
        draw_rows(body, [((("", f" {row}"),), "") for row in text])


def answer_rows(frame: Frame, width: int, height: int) -> int:
    """The rows that answers take where they stand one behind the other."""
    question = frame.view.question
    if question is None:
        return len(_waiting_rows(frame, width))
    return len(flow_rows(question, width, height)[0]) if is_listed(question) else 1


def _undo_row(frame: Frame, question: Question) -> list[tuple[Line, str]]:
    if not frame.view.can_undo or any(item.key == "z" for item in question.items):
        return []
    return [(((theme.NOTE, f" {frame.view.keys.shown('z')} " + say("Undo")),), "")]


def _elsewhere(question: Question) -> str:
    if question.spot is Spot.CARDS:
        return say("Choose a card in your hand ►")
    if question.spot is Spot.BATTLE:
        return say("Choose your battle card")
    return say("Choose a card of the pack")


def _waiting_rows(frame: Frame, width: int) -> list[tuple[Line, str]]:
    view = frame.view
    others = frame.others
    if view.end is not None:
        text = say("b goes back to the result.")
        return [((((theme.NOTE, f" {row}")),), "") for row in wrap(text, width - 1)]
    if not others:
        return []
    names = ", ".join(frame.names.full(seat) for seat in others)
    text = say("Waiting for {names}.", names=names)
    looks = say(
        "Look around: arrows, {v} card, {c} clans, {log} log, {s} quests",
        v=view.keys.shown("v"),
        c=view.keys.shown("c"),
        log=view.keys.shown("l"),
        s=view.keys.shown("s"),
    )
    return [
        *((((("", f" {row}"),)), "") for row in wrap(text, width - 1)),
        ((), ""),
        *(((((theme.NOTE, f" {row}"),)), "") for row in wrap(looks, width - 1)),
    ]
