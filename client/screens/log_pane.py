"""The log pane: the newest lines at the bottom, a clan's letter before each deed."""

from __future__ import annotations

from typing import Final

from client.screens.frame import Frame
from client.screens.rows import pane_body
from client.style import theme
from client.text.catalogue import say
from client.text.log_line import LogLine, LogTopic
from client.ui.canvas import Canvas, Line, wrap
from client.ui.view import Pane

VOID: Final = "~"
"""The sign of a line that was undone, in place of the clan's letter."""


def draw_log(canvas: Canvas, frame: Frame) -> None:
    """Draw the pane with its heading."""
    scroll = frame.view.log_scroll
    title = say("Log") if not scroll else say("Log: {count} newer below", count=scroll)
    body = pane_body(canvas, frame, Pane.LOG, title, last=True)
    draw_lines(body, frame)


def draw_lines(body: Canvas, frame: Frame) -> None:
    """Draw the last lines that fit, without those scrolled away."""
    lines = frame.view.log[: max(0, len(frame.view.log) - frame.view.log_scroll)]
    rows: list[Line] = []
    for line in reversed(lines):
        wanted = log_rows(frame, line, body.width)
        if rows and len(rows) + len(wanted) > body.height:
            break
        rows[:0] = wanted
    for y, row in enumerate(rows[-body.height :] if body.height else ()):
        body.line(0, y, row)


def log_rows(frame: Frame, line: LogLine, width: int, *, full: bool = False) -> list[Line]:
    """Return the rows of one line of the log; a void line has a sign in place of its letter."""
    style = theme.NOTE if line.level or line.void else ""
    indent = 2 + min(line.level, 1)
    first, *others = wrap(line.told(full=full), max(8, width - indent - 1)) or ("",)
    letter = ("", " ") if line.seat is None or line.level else frame.letter(line.seat)
    if line.topic is LogTopic.CHAT:
        letter = (theme.YOU, "·")
    if line.void:
        letter = (theme.NOTE, VOID)
    pad = " " * (indent - 1)
    return [
        (letter, (style, pad + first)),
        *(((style, " " * (indent + 1) + row),) for row in others),
    ]
