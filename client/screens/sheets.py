"""What lies over the screen: help, cards, log, clans, quests and so on, in a frame.

A sheet is its lines, wrapped, and scrolled by rows; those to choose from follow their cursor.
"""

from __future__ import annotations

from typing import Final

from client import theme
from client.canvas import Canvas, Rect, fit, wrap
from client.layout import Size
from client.screens.frame import Frame
from client.screens.items import Row
from client.screens.signs import sign_rows
from client.text.catalogue import say
from client.view import Overlay, Sheet

_WIDTH: Final = 78
_CHOSEN: Final = (Sheet.HELP, Sheet.LEAVE, Sheet.CARDS)
"""Sheets whose lines are chosen from with the cursor."""
_SEARCHED: Final = (Sheet.HELP, Sheet.CARDS)


def draw_sheet(screen: Canvas, frame: Frame, overlay: Overlay) -> None:
    """The sheet over the middle of the screen, all of it on small screens."""
    box = _box(screen.width, screen.height, frame.size)
    inner = box.width - 4
    rows, at = _rows(overlay, inner)
    small = frame.size in (Size.LIST, Size.COMPACT)
    height = box.height if small else min(box.height, len(rows) + 2)
    box = Rect(box.x, box.y + (box.height - height) // 2, box.width, height)
    screen.frame(box, theme.RULE)
    window = screen.part(box)
    window.put(2, 0, fit(f" {_title(overlay)} ", inner), theme.CALL)
    body = window.part(Rect(2, 1, inner, height - 2))
    first = _first(overlay, len(rows), body.height, at)
    for y, (line, style) in enumerate(rows[first : first + body.height]):
        body.fitted(0, y, line, body.width, style)
    foot = _foot(first, body.height, len(rows))
    window.put(box.width - len(foot) - 2, height - 1, foot, theme.NOTE)


def _box(width: int, height: int, size: Size) -> Rect:
    if size in (Size.LIST, Size.COMPACT):
        return Rect(0, 0, width, height)
    wide = min(width - 2, max(_WIDTH, width * 6 // 10))
    return Rect((width - wide) // 2, 1, wide, height - 3)


def _title(overlay: Overlay) -> str:
    if overlay.sheet not in _SEARCHED:
        return overlay.title
    if overlay.typed:
        return say("{title}, searched for: {typed}_", title=overlay.title, typed=overlay.typed)
    return say("{title} (type to search)", title=overlay.title)


def _rows(overlay: Overlay, width: int) -> tuple[list[Row], int]:
    """The lines wrapped, and the row of the chosen one."""
    rows: list[Row] = []
    at = 0
    for number, text in enumerate(overlay.lines):
        chosen = overlay.sheet in _CHOSEN and number == overlay.cursor
        if chosen:
            at = len(rows)
        style = theme.CURSOR if chosen else ""
        mark = ""
        if overlay.sheet in _CHOSEN:
            mark = "►" if style else " "
        rows += [
            (((("", (mark if not index else " " * len(mark)) + part),)), style)
            for index, part in enumerate(wrap(text, width - len(mark)))
        ]
    if overlay.sheet is Sheet.HELP and not overlay.typed:
        rows += sign_rows()
    return rows, at


def _first(overlay: Overlay, rows: int, shown: int, at: int) -> int:
    """The first row shown."""
    last = max(0, rows - shown)
    if overlay.sheet not in _CHOSEN:
        return min(overlay.scroll, last)
    if overlay.sheet is Sheet.HELP and overlay.cursor >= len(overlay.lines) - 1:
        return last
    return max(0, min(last, at - shown // 2))


def last_scroll(frame: Frame, overlay: Overlay, width: int, height: int) -> int:
    """How far a sheet can be scrolled on a screen of this size, in rows."""
    box = _box(width, height, frame.size)
    return max(0, len(_rows(overlay, box.width - 4)[0]) - (box.height - 2))


def _foot(first: int, shown: int, rows: int) -> str:
    if rows <= shown:
        return " " + say("Esc closes") + " "
    last = min(rows, first + shown)
    text = say(
        "{first}-{last} of {rows}, ↑↓ scroll, Esc closes", first=first + 1, last=last, rows=rows
    )
    return f" {text} "
