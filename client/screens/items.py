"""Answers as rows: cursor, key, label, cost at the right; "no" where one is greyed.

A detail too long for its row stands below the answer the cursor is on; nothing is cut short.
"""

from __future__ import annotations

from typing import Final

from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Line, joined, pad, wrap
from client.ui.view import Item, Question, Spot

Row = tuple[Line, str]
"""A line and the style of the whole row."""

_SHORT_DETAIL: Final = 10
"""Details up to this length are costs, and worth a wider pane."""


def item_width(question: Question) -> int:
    """Columns for the longest item with its cost."""
    return max((len(_label(item)) + 4 + _cost_width(item) for item in question.items), default=0)


def _cost_width(item: Item) -> int:
    detail = _detail(item)
    return len(detail) + 1 if 0 < len(detail) <= _SHORT_DETAIL else 0


def _label(item: Item) -> str:
    if item.most:
        return f"{item.count}/{item.most} {item.label}"
    return item.label


def _detail(item: Item) -> str:
    if item.enabled:
        return item.detail
    return item.detail if item.detail == "-" else say("no")


def item_row(item: Item, width: int, *, current: bool, bare: bool = False) -> Row:
    """One item in `width` columns; its detail only where there is room for all of it.

    A greyed answer that cannot show "no" has "-" before its key.
    """
    key = item.key[:2] if item.key else " "
    room = width - 2 - len(key)
    label = _label(item)
    detail = "" if bare else _detail(item)
    if len(label) + 1 + len(detail) > room:
        detail = ""
    gap = len(detail) + 1 if detail else 0
    shut = not item.enabled and not detail
    mark = "►" if current else "-" if shut else " "
    text = f"{mark}{key} {pad(label, room - gap)}" + (f" {detail}" if detail else "")
    own = "" if item.enabled else theme.OFF
    return ((own, text),), theme.CURSOR if current else ""


def item_rows(question: Question, width: int) -> tuple[list[Row], int]:
    """Every item on a row of its own, and the row of the cursor."""
    rows: list[Row] = []
    cursor = 0
    for number, item in enumerate(question.items):
        current = number == question.cursor
        if current:
            cursor = len(rows)
        row = item_row(item, width, current=current)
        rows.append(row)
        if current and item.detail and item.enabled and not _is_shown(item, row):
            rows += [
                ((("", "   "), (theme.NOTE, text)), "") for text in wrap(item.detail, width - 4)
            ]
    return rows, cursor


def _is_shown(item: Item, row: Row) -> bool:
    return row[0][0][1].endswith(f" {item.detail}")


def flow_rows(question: Question, width: int, height: int) -> tuple[list[Row], int]:
    """Items one behind the other, for panes of few rows, and the row of the cursor."""
    rows, cursor = _flow(question, width, bare=False)
    return (rows, cursor) if len(rows) <= height else _flow(question, width, bare=True)


def _flow(question: Question, width: int, *, bare: bool) -> tuple[list[Row], int]:
    lines: list[Line] = [()]
    cursor = used = 0
    for number, item in enumerate(question.items):
        current = number == question.cursor
        cell = len(_label(item)) + 2 + max(1, len(item.key)) + (0 if bare else _cost_width(item))
        if used and used + cell > width:
            lines.append(())
            used = 0
        used += cell + 1
        if current:
            cursor = len(lines) - 1
        part, style = item_row(item, min(cell, width), current=current, bare=bare)
        styled = tuple((joined(own, style), text) for own, text in part)
        gap: Line = (("", " "),) if lines[-1] else ()
        lines[-1] = (*lines[-1], *gap, *styled)
    return [(line, "") for line in lines], cursor


def is_listed(question: Question) -> bool:
    """Whether the items stand in the actions pane and nowhere else."""
    return question.spot in (Spot.MENU, Spot.GROUP, Spot.CONFIRM, Spot.MAP)
