"""The lesson on the screen: a box in place of the log, one row above the keys, and pointers.

The box has the place of the log, which is free while the learner is asked: what to do, and how;
the row has the reason. Screens and moments without a log have the row alone, and the reason is in
the overlay of the lesson, which opens by itself there. The pointers are
put beside what was drawn before, so that they are where the eye finds it.
"""

from __future__ import annotations

from typing import Final

from client.screens.drawn_items import READ, item_columns, item_text
from client.screens.frame import Frame
from client.style import theme
from client.text.names import place_key, place_title
from client.ui.canvas import Canvas, Line, Rect, length, wrap
from client.ui.layout import ScreenPart, battle_room, layout, size_of
from client.ui.view import LessonView, Question, Spot, TableView

POINTER: Final = "←"
PLACE_POINTER: Final = "→"
_BEFORE: Final = (" ", "►")
"""Signs before the name of a place that the pointer covers: that of a target, and none."""
_ANSWERS: Final = (ScreenPart.ACTIONS, ScreenPart.HAND, ScreenPart.DRAWER, ScreenPart.LIST)
"""Parts that can show answers."""


def draw_lesson(
    canvas: Canvas, frame: Frame, parts: dict[ScreenPart, Rect], lesson: LessonView
) -> None:
    """Draw the lesson over a screen that is drawn otherwise."""
    covered = frame.shows_draft or frame.shows_battle
    box = _box(frame, parts, lesson)
    is_boxed = box is not None
    if box is not None:
        draw_box(canvas.part(box), lesson)
    prompt = parts[ScreenPart.PROMPT]
    bottom = prompt.bottom - 1
    question = frame.view.question
    confirms = question is not None and question.spot is Spot.CONFIRM
    if not (is_boxed and confirms and frame.view.consequence):
        canvas.fill(Rect(0, bottom, canvas.width, 1))
        canvas.line(0, bottom, lesson_row(lesson, canvas.width, is_boxed=is_boxed))
    whole = Rect(0, 1, canvas.width, prompt.y - 1)
    rooms = (whole,) if covered else tuple(parts[part] for part in _ANSWERS if part in parts)
    if question is not None:
        for room in rooms:
            point_at_item(canvas, room, question, lesson)
    if not covered and ScreenPart.MAP in parts:
        point_at_place(canvas, parts[ScreenPart.MAP], lesson)


def lesson_row(lesson: LessonView, width: int, *, is_boxed: bool = False) -> Line:
    """Return the row of the lesson: the reason if a box has the rest, else what to do and how."""
    if is_boxed:
        return (("", f" {lesson.why}"),)
    following: Line = ((theme.CALL, f" ► {lesson.following}"),)
    goal: Line = ((theme.YOU, f" {lesson.goal}"),)
    for line in ((*goal, ("", f" {lesson.why}"), *following), (*goal, *following)):
        if length(line) <= width:
            return line
    return following


def draw_box(canvas: Canvas, lesson: LessonView) -> None:
    """Draw the box in the window of the log."""
    canvas.fill(Rect(0, 0, canvas.width, canvas.height))
    canvas.put(0, 0, "─" * canvas.width, theme.RULE)
    canvas.fitted(1, 0, ((theme.CALL, f" {lesson.heading} "),), canvas.width - 1)
    y, spare = 1, _rows(lesson, canvas.width) < canvas.height
    for text, style in ((lesson.goal, theme.YOU), (lesson.following, theme.CALL)):
        for row in wrap(text, canvas.width - 1):
            canvas.put(1, y, row, style)
            y += 1
        y += 1 if spare else 0


def has_box(view: TableView, width: int, height: int) -> bool:
    """Whether a screen has room for the box of a lesson, so that nothing needs to open."""
    frame = Frame(view, size_of(width, height))
    parts = layout(width, height, zoom=view.zoom, table=view.table)
    return view.lesson is not None and _box(frame, parts, view.lesson) is not None


def _box(frame: Frame, parts: dict[ScreenPart, Rect], lesson: LessonView) -> Rect | None:
    """Return the rectangle of the box; None if it is covered, or too small for goal and key."""
    log = parts.get(ScreenPart.LOG)
    if log is None or frame.shows_draft:
        return None
    if frame.shows_battle and battle_room(parts).bottom > log.y:
        return None
    return log if _rows(lesson, log.width) <= log.height else None


def _rows(lesson: LessonView, width: int) -> int:
    """Return the rows of the box at a width."""
    return 1 + sum(len(wrap(text, width - 1)) for text in (lesson.goal, lesson.following))


def point_at_item(canvas: Canvas, rect: Rect, question: Question, lesson: LessonView) -> None:
    """Put the pointer behind the answer that leads on, where it is drawn in a rectangle."""
    if lesson.item is None:
        return
    item = question.items[lesson.item]
    for y, row in enumerate(canvas.rows()[rect.y : rect.bottom], rect.y):
        x = next(item_columns(row[: rect.right], item, rect.x), None)
        if x is not None:
            _put_behind(canvas, rect, y, x + len(item_text(item)))
            return


def point_at_place(canvas: Canvas, rect: Rect, lesson: LessonView) -> None:
    """Put the pointer before the name of the place that is meant, unless the cursor is there."""
    if lesson.place is None:
        return
    name = f"{place_key(lesson.place)} {place_title(lesson.place)[:READ]}"
    for y, row in enumerate(canvas.rows()[rect.y : rect.bottom], rect.y):
        x = row.find(name, rect.x, rect.right)
        if x >= 0:
            if canvas.sign_at(x - 1, y) in _BEFORE:
                canvas.put(x - 1, y, PLACE_POINTER, theme.CALL)
            return


def _put_behind(canvas: Canvas, rect: Rect, y: int, x: int) -> None:
    """Put the pointer at a column or on the one after it, as far as they are blank."""
    blank = [at for at in (x, x + 1) if at < rect.right and canvas.sign_at(at, y) == " "]
    if blank and blank[0] == x:
        canvas.put(blank[-1], y, POINTER, theme.CALL)
