"""Rows of a screen: wrapped text, headings, panes, answers with the cursor, scrolling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from client.screens.frame import Frame
from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Canvas, Line, Rect, joined, wrap, wrapped
from client.ui.cells import columns_of, fit, pad
from client.ui.view import Item, Pane, Question, Spot

Row = tuple[Line, str]
"""A line and the style of the whole row."""

BLANK: Final[Row] = ((), "")
SHUT: Final = "-"
"""The sign of an answer that cannot be chosen now, which is dimmed as well."""
_SHORT_DETAIL: Final = 10
"""Details up to this length are costs, and worth a wider pane."""


# ------------------------------------------------------------------------ text


def row(text: str, style: str = "") -> Row:
    """Return a row of one text; the style is that of the text, not of the whole row."""
    return ((style, text),), ""


def text_rows(text: str, width: int, style: str = "", indent: str = " ") -> list[Row]:
    """Wrap a text to rows of `width` columns, each behind an indent that is not counted."""
    return [row(f"{indent}{part}", style) for part in wrap(text, width)]


def line_rows(line: Line, width: int, indent: int = 2) -> list[Row]:
    """Wrap a line of several styles; rows after the first are indented."""
    return [(part, "") for part in wrapped(line, width, indent)]


def headed(width: int, title: str, style: str = theme.NOTE) -> Line:
    """Return a horizontal line with a title in it."""
    text = f" {title} "
    return (
        (theme.RULE, "─"),
        (style, text),
        (theme.RULE, "─" * max(0, width - len(text) - 1)),
    )


def heading_rows(start: str, titles: Sequence[str], ends: Sequence[int], width: int) -> list[str]:
    """Return titles in full, each ending at its column: on one row, or on several in turn.

    `start` is the heading at the left, on the last row. No title is cut or abbreviated.
    """
    found: list[str] = []
    for count in range(1, len(titles) + 1):
        found = [start if number == count - 1 else "" for number in range(count)]
        fits = True
        for number, (title, end) in enumerate(zip(titles, ends, strict=True)):
            text = found[number % count]
            begin = max(end - columns_of(title), columns_of(text) + bool(text))
            fits = fits and begin + columns_of(title) <= min(end + 1, width)
            found[number % count] = text.ljust(begin) + title
        if fits:
            break
    return found


# ------------------------------------------------------------------------ drawing


def put_lines(canvas: Canvas, lines: Iterable[Line], top: int = 0) -> None:
    """Write lines one below the other, each cut to the canvas."""
    put_rows(canvas, ((line, "") for line in lines), top)


def put_rows(canvas: Canvas, rows: Iterable[Row], top: int = 0) -> None:
    """Write rows one below the other, each cut to the canvas."""
    for y, (line, style) in enumerate(rows, top):
        canvas.fitted(0, y, line, canvas.width, style)


def pane_body(canvas: Canvas, frame: Frame, pane: Pane, title: str, *, last: bool) -> Canvas:
    """Draw the heading and right border of a pane; return the window for its text.

    The heading of the pane with the focus is in brackets, like the place under the cursor.
    """
    focused = frame.view.pane is pane
    width = canvas.width if last else canvas.width - 1
    canvas.put(0, 0, "─" * canvas.width, theme.RULE)
    style = theme.FOCUS if focused else theme.TITLE
    text = fit(title, width - 4)
    canvas.put(1, 0, f"[{text}]" if focused else f" {text} ", style)
    if not last:
        canvas.put(width, 0, "┬", theme.RULE)
        canvas.column(width, 1, canvas.height - 1, "│", theme.RULE)
    return canvas.part(Rect(0, 1, width, canvas.height - 1))


def first_shown(cursor: int, count: int, rows: int) -> int:
    """Return the first of `count` rows to show in `rows`, so that the cursor is visible."""
    if count <= rows:
        return 0
    return max(0, min(cursor - rows + 2, count - rows, cursor))


def draw_rows(canvas: Canvas, rows: Sequence[Row], cursor: int = 0) -> None:
    """Draw rows scrolled to the cursor; arrows show that more follow."""
    height = canvas.height
    first = first_shown(cursor, len(rows), height)
    put_rows(canvas, rows[first : first + height])
    if first > 0:
        canvas.put(canvas.width - 1, 0, "↑", theme.NOTE)
    if first + height < len(rows):
        canvas.put(canvas.width - 1, height - 1, "↓", theme.NOTE)


def squeezed(rows: Sequence[Row], height: int) -> list[Row]:
    """Fit rows into `height`: drop blank ones first, then show the part around the cursor."""
    found = list(rows)
    for y in reversed(range(len(found))):
        if len(found) > height and not found[y][0]:
            del found[y]
    if len(found) <= height:
        return found
    cursor = next((y for y, (_, style) in enumerate(found) if theme.CURSOR in style), 0)
    first = first_shown(cursor, len(found), height)
    hidden = len(found) - first - height
    shown = found[first : first + height]
    if hidden and shown:
        shown[-1] = row(say("↓ {count} more rows", count=hidden + 1), theme.NOTE)
    return shown


# ------------------------------------------------------------------------ answers


def _cost_width(item: Item) -> int:
    detail = _detail(item)
    return len(detail) + 1 if 0 < len(detail) <= _SHORT_DETAIL else 0


def _label(item: Item) -> str:
    return f"{item.count}/{item.most} {item.label}" if item.most else item.label


def _detail(item: Item) -> str:
    """Return the price or the note beside a label; a note is in brackets, or it would run on."""
    if not item.enabled or len(item.detail) <= _SHORT_DETAIL:
        return item.detail if item.enabled else ""
    return f"({item.detail})"


def item_row(item: Item, width: int, *, current: bool, bare: bool = False) -> Row:
    """Return one item in `width` columns, with its detail if all of it fits.

    The cursor, the key and the label come first, the detail is at the right. A greyed item has a
    "-" before its key; the message area has the reason once the cursor is there.
    """
    key = item.key[:2] if item.key else " "
    room = width - 2 - len(key)
    label = _label(item)
    detail = "" if bare else _detail(item)
    if len(label) + 1 + len(detail) > room:
        detail = ""
    gap = len(detail) + 1 if detail else 0
    mark = "►" if current else " " if item.enabled else SHUT
    text = f"{mark}{key} {pad(label, room - gap)}" + (f" {detail}" if detail else "")
    own = "" if item.enabled else theme.OFF
    return ((own, text),), theme.CURSOR if current else ""


def item_rows(question: Question, width: int, height: int | None = None) -> tuple[list[Row], int]:
    """Return all items, and the row of the cursor; labels and details wrap, nothing is cut.

    Details that do not fit beside their labels are shown for every item, or, if `height` rows do
    not suffice for that, for the item under the cursor.
    """
    rows, cursor = _listed(question, width, told=True)
    if height is not None and len(rows) > height:
        rows, cursor = _listed(question, width, told=False)
    return rows, cursor


def _listed(question: Question, width: int, *, told: bool) -> tuple[list[Row], int]:
    rows: list[Row] = []
    cursor = 0
    for number, item in enumerate(question.items):
        current = number == question.cursor
        if current:
            cursor = len(rows)
        rows += _wrapped_item(item, width, current=current, told=told or current)
    return rows, cursor


def _wrapped_item(item: Item, width: int, *, current: bool, told: bool) -> list[Row]:
    """Return one item on as many rows as its label and, if `told`, its detail need."""
    detail = _detail(item)
    start = 3 + max(1, len(item.key[:2]))
    label = columns_of(_label(item))
    told = told and item.enabled
    gap = columns_of(detail) + 1 if detail else 0
    if start - 1 + label + gap <= width or (label < width - start and not (told and detail)):
        return [item_row(item, width, current=current)]
    key = item.key[:2] or " "
    mark = "►" if current else " " if item.enabled else "-"
    text = _label(item) + (f" {detail}" if told and detail else "")
    own = "" if item.enabled else theme.OFF
    first, *others = wrap(text, width - start) or ("",)
    line = f"{mark}{key} {pad(first, width - start + 1)}"
    rows: list[Row] = [(((own, line),), theme.CURSOR if current else "")]
    return rows + [row(" " * start + one, own) for one in others]


def flow_rows(question: Question, width: int, height: int) -> tuple[list[Row], int]:
    """Return items side by side, for panes with few rows, and the row of the cursor."""
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
    """Whether the items are in the actions pane and nowhere else."""
    return question.spot in (Spot.MENU, Spot.GROUP, Spot.CONFIRM, Spot.MAP)
