"""What lies over the screen: help, cards, log, clans, quests and so on, in a frame.

A sheet that brings lines is those lines, wrapped; one that brings none is made from the view.
It is scrolled by rows, or follows the cursor where a line of it can be chosen.
"""

from __future__ import annotations

from typing import Final

from client.screens.contents import made_rows
from client.screens.frame import Frame
from client.screens.items import Row
from client.style import theme
from client.text.catalogue import say
from client.text.log_filters import chosen
from client.ui.canvas import Canvas, Rect, fit, wrap
from client.ui.layout import Size
from client.ui.view import Overlay, OverlayKind

_WIDTH: Final = 78
_ROOMY: Final = 100
"""Narrower screens give all their columns to a sheet."""
_CHOSEN: Final = (
    OverlayKind.LEAVE,
    OverlayKind.CARDS,
    OverlayKind.CLANS,
    OverlayKind.STOPS,
    OverlayKind.LOG,
    OverlayKind.PHRASES,
    OverlayKind.MUTE,
    OverlayKind.AUTOPILOT,
)
"""Sheets whose lines are chosen from with the cursor."""
_TITLES: Final = {
    OverlayKind.HELP: "Keys and signs",
    OverlayKind.RULES: "Rules",
    OverlayKind.CARD: "Card",
    OverlayKind.CARDS: "Cards",
    OverlayKind.LOG: "Log",
    OverlayKind.CLANS: "Clans",
    OverlayKind.TABLE: "Provinces by clans",
    OverlayKind.GLORY: "Glory",
    OverlayKind.PASSED: "Seen and passed on",
    OverlayKind.DRAFTED: "Cards drafted by whom",
    OverlayKind.QUESTS: "Quests",
    OverlayKind.EXPLAIN: "Where it comes from",
    OverlayKind.RECAP: "What happened",
    OverlayKind.LEAVE: "Leave the table?",
    OverlayKind.STOPS: "Go to",
    OverlayKind.BATTLE: "Battle",
    OverlayKind.PHRASES: "Say it in everybody's language",
    OverlayKind.MUTE: "Whom do you hear?",
    OverlayKind.AUTOPILOT: "Are you away for a while?",
}


def draw_sheet(screen: Canvas, frame: Frame, overlay: Overlay) -> None:
    """The sheet over the middle of the screen, all of it on small screens."""
    box = _box(screen.width, screen.height, frame.size)
    inner = box.width - 4
    rows = sheet_rows(frame, overlay, inner)
    small = frame.size in (Size.LIST, Size.COMPACT)
    height = box.height if small else min(box.height, len(rows) + 2)
    box = Rect(box.x, box.y + (box.height - height) // 2, box.width, height)
    screen.frame(box, theme.RULE)
    window = screen.part(box)
    title = overlay.title or say(_TITLES[overlay.kind])
    window.put(2, 0, fit(f" {title} ", inner), theme.CALL)
    body = window.part(Rect(2, 1, inner, height - 2))
    first = _first(overlay, rows, body.height)
    for y, (line, style) in enumerate(rows[first : first + body.height]):
        body.fitted(0, y, line, body.width, style)
    foot = _foot(first, body.height, len(rows))
    fresh = _fresh(frame, overlay)
    if fresh:
        foot = " " + say("{count} new below", count=fresh) + "," + foot
    foot = fit(foot, inner)
    window.put(box.width - len(foot) - 2, height - 1, foot, theme.NOTE)


def _box(width: int, height: int, size: Size) -> Rect:
    if size in (Size.LIST, Size.COMPACT):
        return Rect(0, 0, width, height)
    if width < _ROOMY:
        return Rect(0, 1, width, height - 3)
    wide = max(_WIDTH, width * 6 // 10)
    return Rect((width - wide) // 2, 1, wide, height - 3)


def sheet_rows(frame: Frame, overlay: Overlay, width: int) -> list[Row]:
    """All rows of a sheet at a width."""
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
    """The first row shown."""
    last = max(0, len(rows) - shown)
    if overlay.kind not in _CHOSEN:
        return min(overlay.scroll, last)
    at = next((y for y, (_, style) in enumerate(rows) if style == theme.CURSOR), 0)
    return max(0, min(last, at - shown // 2))


def last_scroll(frame: Frame, overlay: Overlay, width: int, height: int) -> int:
    """How far a sheet can be scrolled on a screen of this size, in rows."""
    box = _box(width, height, frame.size)
    return max(0, len(sheet_rows(frame, overlay, box.width - 4)) - (box.height - 2))


def _fresh(frame: Frame, overlay: Overlay) -> int:
    """How many lines came since the end of the log was last seen."""
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
