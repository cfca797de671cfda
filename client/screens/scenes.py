"""Scenes: quests, Ragnarök, Valhalla, the end of an Age, victory; framed, over part of the board.

Ragnarök and Valhalla leave the map visible, quests and the Glory of an Age leave the panes, unless
too few rows are left for the scene: then it covers both.
"""

from __future__ import annotations

from typing import Final

from client.screens.end import glory_table
from client.screens.event_card import covers_board
from client.screens.frame import Frame
from client.screens.rows import BLANK, Row, line_rows, put_rows
from client.style import theme
from client.text.catalogue import say
from client.text.glory import headings
from client.ui.canvas import Canvas, Line, Rect, Span, length
from client.ui.cells import fit, pad_name
from client.ui.layout import ScreenPart
from client.ui.moments import Happening, RowMark, Scene, SceneKind
from engine.terms import Seat
from engine.values import replace

_MARKS: Final = {
    RowMark.NONE: ("", " "),
    RowMark.OPEN: (theme.NOTE, "?"),
    RowMark.GOOD: (theme.GOOD, "√"),
    RowMark.BAD: (theme.DOOM, "x"),
}
_OVER_PANES: Final = (SceneKind.RAGNAROK, SceneKind.VALHALLA)
_NAME_MOST: Final = 16
_BAR_MOST: Final = 40
_LEAST: Final = 6
"""Rows of a scene with its frame; one with fewer covers the whole board."""


def scene_of(frame: Frame) -> Scene | None:
    """Return the scene that is shown now, if any."""
    event = frame.view.happening
    if event is None or frame.view.board or covers_board(frame):
        return None
    return event.scene


def scene_room(frame: Frame, parts: dict[ScreenPart, Rect]) -> Rect | None:
    """Return the rectangle of the scene now; None if there is none."""
    scene = scene_of(frame)
    if scene is None:
        return None
    bottom = parts[ScreenPart.PROMPT].y
    width = parts[ScreenPart.PROMPT].width
    below = next(
        (parts[part] for part in (ScreenPart.ACTIONS, ScreenPart.DRAWER) if part in parts), None
    )
    whole = Rect(0, 1, width, bottom - 1)
    if below is None:
        return whole
    is_below = scene.kind in _OVER_PANES
    room = (
        Rect(0, below.y, width, bottom - below.y)
        if is_below
        else replace(whole, height=below.y - 1)
    )
    return room if room.height >= _LEAST else whole


def draw_scene(canvas: Canvas, frame: Frame) -> None:
    """Draw the scene in a frame that fills the canvas."""
    event = frame.view.happening
    assert event is not None
    assert event.scene is not None
    canvas.frame(Rect(0, 0, canvas.width, canvas.height), theme.RULE)
    inner = canvas.width - 4
    title = fit(f" {event.scene.title} ", inner)
    style = theme.DOOM if event.scene.kind is SceneKind.RAGNAROK else theme.CALL
    canvas.put(2, 0, title, style)
    body = canvas.part(Rect(2, 1, inner, canvas.height - 2))
    rows = scene_rows(frame, event.scene, inner)
    first = _first(rows, body.height, frame.view.battle_scroll)
    put_rows(body, (one for one, _ in rows[first : first + body.height]))
    shown = (first, body.height, len(rows))
    foot = fit(_foot(event, *shown, scrolls=frame.view.is_playing), inner)
    canvas.put(canvas.width - len(foot) - 2, canvas.height - 1, foot, theme.NOTE)


def last_scene_line(frame: Frame, parts: dict[ScreenPart, Rect]) -> int:
    """Return how many rows the scene can be scrolled; 0 if all are visible."""
    scene, room = scene_of(frame), scene_room(frame, parts)
    if scene is None or room is None:
        return 0
    rows = scene_rows(frame, scene, room.width - 4)
    return max(0, len(rows) - (room.height - 2) - _first(rows, room.height - 2, 0))


def _first(rows: list[tuple[Row, bool]], height: int, scroll: int) -> int:
    """Return the first visible row: the news are visible, and scrolling goes on from there."""
    fresh = [y for y, (_, is_fresh) in enumerate(rows) if is_fresh]
    last = max(0, len(rows) - height)
    start = 0 if not fresh else max(0, min(fresh[0], fresh[-1] - height + 1, last))
    return min(last, start + scroll)


def _foot(event: Happening, first: int, shown: int, rows: int, *, scrolls: bool) -> str:
    """Return the way on, and the rows that are visible if not all are."""
    ways = []
    if rows > shown:
        last = min(rows, first + shown)
        part = (
            say("{first}-{last} of {rows}, ↑↓ moves", first=first + 1, last=last, rows=rows)
            if scrolls
            else say("{first}-{last} of {rows}", first=first + 1, last=last, rows=rows)
        )
        ways.append(part)
    if event.hold is not None:
        ways.append(say("Enter goes on ({seconds} s)", seconds=event.hold))
    return f" {', '.join(ways)} " if ways else ""


def scene_rows(frame: Frame, scene: Scene, width: int) -> list[tuple[Row, bool]]:
    """Return all rows of a scene, each with whether it is the news."""
    rows: list[tuple[Row, bool]] = []
    if scene.kind is SceneKind.VICTORY:
        rows += [((line, ""), False) for line in _ranking(frame, scene.totals, width)]
    if scene.glory:
        rows += [((line, ""), False) for line in _sources(frame, scene, width)]
    if rows and scene.rows:
        rows.append((BLANK, False))
    for one in scene.rows:
        mark: Span = _MARKS[one.mark]
        seat = (("", " "),) if one.seat is None else (frame.letter(one.seat),)
        start: Line = (mark, ("", " "), *seat, ("", " "))
        style = theme.TITLE if one.fresh else ""
        for part in line_rows((*start, (style, one.text)), width, length(start)):
            rows.append((part, one.fresh))
    return rows


def _sources(frame: Frame, scene: Scene, width: int) -> list[Line]:
    """Return the Glory by source, of the Age with the Glory of all so far below it."""
    rows = tuple((row.seat, row.parts) for row in scene.glory)
    table = glory_table(frame, rows, headings(), width)
    if scene.kind is SceneKind.VICTORY:
        return table
    now = tuple((seat, f" {glory}") for seat, glory in scene.totals)
    return [*table, ((theme.TITLE, say("Glory so far:") + " "), *frame.letters(now, "  "))]


def _ranking(frame: Frame, totals: tuple[tuple[Seat, int], ...], width: int) -> list[Line]:
    """Return a bar for each clan, the best first."""
    best = max(1, *(glory for _, glory in totals))
    name = min(_NAME_MOST, max(len(frame.names.title(seat)) for seat, _ in totals))
    room = min(_BAR_MOST, width - name - 10)
    lines: list[Line] = []
    for seat, glory in totals:
        style = theme.GOOD if glory == best else theme.RULE
        bar = "▓" * max(0, glory * room // best)
        mark = ("", "√ " if glory == best else "  ")
        label = f" {pad_name(frame.names.title(seat), name)} {glory:>4} "
        lines.append((mark, frame.letter(seat), (frame.weight(seat), label), (style, bar)))
    return [*lines, ()]
