"""The choice of a battle card on the smallest screens: totals in a row, a card a row.

What the card under the cursor would lead to is said in the prompt, which wraps.
"""

from __future__ import annotations

from client.presenter.battle_table import outlook
from client.screens.frame import Frame
from client.screens.items import Row
from client.screens.panes import draw_rows
from client.style import theme
from client.text.catalogue import say
from client.text.names import card_name
from client.ui.canvas import Canvas, Line, Rect, fit, length, pad
from client.ui.view import BattleRow, BattleView, Item, Question, Spot
from engine.preview import CardOutcome
from engine.terms import Face

_TOTALS_MOST = 2
"""Rows of totals over the cards."""


def is_small_choice(frame: Frame, height: int) -> bool:
    """Whether a card is chosen where the table of strengths would leave the cards no room."""
    question, battle = frame.view.question, frame.view.battle
    if question is None or battle is None or question.spot is not Spot.BATTLE:
        return False
    return len(battle.rows) + len(question.items) + 2 > height


def draw_small_choice(window: Canvas, frame: Frame) -> None:
    """Totals so far, then as many cards as there is room for, the one at the cursor among them."""
    battle, question = frame.view.battle, frame.view.question
    assert battle is not None
    assert question is not None
    totals = total_rows(frame, battle, window.width)[:_TOTALS_MOST]
    for y, line in enumerate(totals):
        window.fitted(0, y, line, window.width)
    top = len(totals)
    rows = _card_rows(frame, battle, question, window.width - 1)
    body = window.part(Rect(0, top, window.width, window.height - top))
    draw_rows(body, rows, question.cursor)


def total_rows(frame: Frame, battle: BattleView, width: int) -> list[Line]:
    """Every participant with its total and whether its card lies: "►B 3 choosing  R 1+2 ...".

    Behind "+" is what ships add.
    """
    lines: list[Line] = []
    for row in battle.rows:
        spans = _total(frame, row)
        if lines and length(lines[-1]) + 2 + length(spans) <= width:
            lines[-1] = (*lines[-1], ("", "  "), *spans)
        else:
            lines.append(spans)
    return lines


def _total(frame: Frame, row: BattleRow) -> Line:
    weight = frame.weight(row.seat)
    mark = "►" if row.seat == frame.you else " "
    land = row.total - row.ship_strength
    number = f"{land}+{row.ship_strength}" if row.ship_strength else str(row.total)
    return ((weight, mark), frame.letter(row.seat), (weight, f" {number} {row.card}"))


def _card_rows(frame: Frame, battle: BattleView, question: Question, width: int) -> list[Row]:
    name = max(len(_name(item)) for item in question.items)
    rows: list[Row] = []
    for number, item in enumerate(question.items):
        current = number == question.cursor
        found = _outcome(battle, item.face)
        tail = item.detail if found is None else _tail(frame, found)
        text = f"{'►' if current else ' '}{item.key or ' '} {pad(_name(item), name)}  {tail}"
        style = "" if item.enabled else theme.OFF
        rows.append((((style, fit(text, width)),), theme.CURSOR if current else ""))
    return rows


def _tail(frame: Frame, found: CardOutcome) -> str:
    seat = frame.view.seat
    total = found.total_of(seat)
    others = (one.total for one in found.totals if one.seat != seat)
    margin = total - max(others, default=0)
    glory = found.glory[seat]
    gain = say(" {glory}Gl", glory=f"{glory:+d}") if glory else ""
    return f"={total:<2} ({margin:+d}){gain}"


def _name(item: Item) -> str:
    return item.label if item.face is None else card_name(item.face.card)


def _outcome(battle: BattleView, face: Face | None) -> CardOutcome | None:
    return next((one for one in battle.outcomes if one.face == face), None)


def outlook_told(frame: Frame, question: Question) -> Line:
    """What is asked, and what the card under the cursor leads to if nobody else plays one."""
    battle, current = frame.view.battle, question.current
    found = None if battle is None or current is None else _outcome(battle, current.face)
    title: Line = ((theme.CALL, f" {question.title}"),)
    if found is None or current is None:
        return title
    words = say("{card} alone: {words}", card=_name(current), words=outlook(found, frame.view.seat))
    return (*title, ("", f". {words}"))
