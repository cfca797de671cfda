"""Overlays in a frame: help, cards, log, clans, quests and more.

An overlay with lines shows these lines, wrapped; one without lines is made from the view. It is
scrolled by rows, or follows the cursor if its lines can be chosen.
"""

from __future__ import annotations

from typing import Final

from client.screens.contents import made_rows
from client.screens.frame import Frame
from client.screens.rows import Row, put_rows
from client.style import theme
from client.text.catalogue import say
from client.text.log_filters import chosen
from client.ui.canvas import Canvas, Rect, wrap
from client.ui.cells import fit
from client.ui.layout import Size, message_rows
from client.ui.view import Overlay, OverlayKind

_WIDTH: Final = 78
_ROOMY: Final = 100
"""On narrower screens an overlay has all columns."""
_CHOSEN: Final = (
    OverlayKind.LEAVE,
    OverlayKind.CARDS,
    OverlayKind.CLANS,
    OverlayKind.STOPS,
    OverlayKind.LOG,
    OverlayKind.PHRASES,
    OverlayKind.MUTE,
    OverlayKind.AUTOPILOT,
    OverlayKind.LESSON,
)
"""Overlays with a cursor to choose a line."""
_TITLES: Final = {
    OverlayKind.HELP: "Keys and signs",
    OverlayKind.RULES: "Rules",
    OverlayKind.CARD: "Card",
    OverlayKind.CARDS: "Cards",
    OverlayKind.LOG: "Log",
    OverlayKind.CLANS: "Clans",
    OverlayKind.TABLE: "Provinces by clans",
    OverlayKind.GLORY: "Glory",
    OverlayKind.PASSED: "Cards you passed",
    OverlayKind.DRAFTED: "Cards by player",
    OverlayKind.QUESTS: "Quests",
    OverlayKind.EXPLAIN: "Sources",
    OverlayKind.LEAVE: "Leave the table?",
    OverlayKind.STOPS: "Go to",
    OverlayKind.BATTLE: "Battle",
    OverlayKind.PHRASES: "Quick phrase (everyone reads it in their own language)",
    OverlayKind.MUTE: "Mute players",
    OverlayKind.AUTOPILOT: "Are you away for a while?",
    OverlayKind.LESSON: "The lesson",
    OverlayKind.TASK: "The lesson",
}


def draw_sheet(screen: Canvas, frame: Frame, overlay: Overlay) -> None:
    """Draw the overlay over the middle of the screen, or all of a small screen."""
    box = _box(screen.width, screen.height, frame.size)
    inner = box.width - 4
    rows = sheet_rows(frame, overlay, inner)
    small = frame.size in (Size.LIST, Size.COMPACT)
    height = box.height if small else min(box.height, len(rows) + 2)
    top = box.y + (box.height - height) // 2
    if overlay.kind is OverlayKind.TASK:
        top = _freest(screen, box, height)
    box = Rect(box.x, top, box.width, height)
    screen.frame(box, theme.RULE)
    window = screen.part(box)
    title = overlay.title or say(_TITLES[overlay.kind])
    window.put(2, 0, fit(f" {title} ", inner), theme.CALL)
    body = window.part(Rect(2, 1, inner, height - 2))
    first = _first(overlay, rows, body.height)
    put_rows(body, rows[first : first + body.height])
    foot = _foot(first, body.height, len(rows))
    fresh = _fresh(frame, overlay)
    if fresh:
        foot = " " + say("{count} new below", count=fresh) + "," + foot
    foot = fit(foot, inner)
    window.put(box.width - len(foot) - 2, height - 1, foot, theme.NOTE)


def _freest(screen: Canvas, box: Rect, height: int) -> int:
    """Return the row from which a task covers least of the answers it is about, the lowest."""
    used = [len(row[box.x : box.right].replace(" ", "")) for row in screen.rows()]
    tops = range(box.bottom - height, box.y - 1, -1)
    return min(tops, key=lambda top: sum(used[top : top + height]))


def _box(width: int, height: int, size: Size) -> Rect:
    if size in (Size.LIST, Size.COMPACT):
        return Rect(0, 0, width, height)
    rows = height - 2 - message_rows(height)
    if width < _ROOMY:
        return Rect(0, 1, width, rows)
    wide = max(_WIDTH, width * 6 // 10)
    return Rect((width - wide) // 2, 1, wide, rows)


def sheet_rows(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    """Return all rows of an overlay at a width."""
    if not overlay.lines:
        return made_rows(frame, overlay, width)
    rows: list[Row] = []
    chosen = overlay.cursor if overlay.kind in _CHOSEN else None
    for number, text in enumerate(overlay.lines):
        style = theme.CURSOR if number == chosen else ""
        mark = "" if chosen is None else "►" if number == chosen else " "
        rows += [
            (((("", (mark if not index else " " * len(mark)) + part),)), style)
            for index, part in enumerate(wrap(text, width - len(mark)))
        ]
    return rows


def _first(overlay: Overlay, rows: list[Row], shown: int) -> int:
    """Return the first visible row."""
    last = max(0, len(rows) - shown)
    if overlay.kind not in _CHOSEN:
        return min(overlay.scroll, last)
    at = next((y for y, (_, style) in enumerate(rows) if style == theme.CURSOR), 0)
    return max(0, min(last, at - shown // 2))


def last_scroll(frame: Frame, overlay: Overlay, width: int, height: int) -> int:
    """Return how many rows an overlay can be scrolled on a screen of this size."""
    box = _box(width, height, frame.size)
    return max(0, len(sheet_rows(frame, overlay, box.width - 4)) - (box.height - 2))


def _fresh(frame: Frame, overlay: Overlay) -> int:
    """Count the lines added since the end of the log was last visible."""
    look = overlay.look
    if look is None or overlay.cursor >= len(frame.view.log):
        return 0
    return sum(number >= look.seen for number in chosen(frame.view.log, look))


def _foot(first: int, shown: int, rows: int) -> str:
    if rows <= shown:
        return " " + say("Esc closes") + " "
    last = min(rows, first + shown)
    text = say(
        "{first}-{last} of {rows}, ↑↓ moves, Esc closes", first=first + 1, last=last, rows=rows
    )
    return f" {text} "
