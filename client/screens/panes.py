"""The three panes below the map share a heading on their first row and a line between them."""

from __future__ import annotations

from collections.abc import Sequence

from client.screens.frame import Frame
from client.screens.items import Row
from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Canvas, Rect, fit
from client.ui.view import Pane


def pane_body(canvas: Canvas, frame: Frame, pane: Pane, title: str, *, last: bool) -> Canvas:
    """Draw heading and right border of a pane; gives the window that is left for its text.

    The heading of the pane that keys go to stands in brackets, like the place under the cursor.
    """
    focused = frame.view.pane is pane
    width = canvas.width if last else canvas.width - 1
    canvas.put(0, 0, "─" * canvas.width, theme.RULE)
    style = theme.FOCUS if focused else theme.TITLE
    text = fit(title, width - 4)
    canvas.put(1, 0, f"[{text}]" if focused else f" {text} ", style)
    if not last:
        canvas.put(width, 0, "┬", theme.RULE)
        for y in range(1, canvas.height):
            canvas.put(width, y, "│", theme.RULE)
    return canvas.part(Rect(0, 1, width, canvas.height - 1))


def first_shown(cursor: int, count: int, rows: int, at: int = 0) -> int:
    """The first of `count` rows shown in `rows`, so that the cursor is among them.

    `at` is where the list stood before; without it the list stays at its top while it can.
    """
    if count <= rows:
        return 0
    first = min(max(at, cursor - rows + 2), count - rows)
    return max(0, min(first, cursor))


def draw_rows(canvas: Canvas, lines: Sequence[Row], cursor: int | None = None) -> None:
    """Rows with a style of their own each, scrolled to the cursor; "↓" says that more follow."""
    rows = canvas.height
    first = first_shown(cursor or 0, len(lines), rows)
    for y, (line, style) in enumerate(lines[first : first + rows]):
        canvas.fitted(0, y, line, canvas.width, style)
    if first > 0:
        canvas.put(canvas.width - 1, 0, "↑", theme.NOTE)
    if first + rows < len(lines):
        canvas.put(canvas.width - 1, rows - 1, "↓", theme.NOTE)


def squeezed(rows: Sequence[Row], height: int) -> list[Row]:
    """Rows in `height`: without some blank ones where they are too many, else around the cursor."""
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
        shown[-1] = (((theme.NOTE, say("↓ {count} more rows", count=hidden + 1)),), "")
    return shown
