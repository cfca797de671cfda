"""List mode: everything as rows of text, for screens too small for a map."""

from __future__ import annotations

from client.screens.actions import draw_answers
from client.screens.clans import chips
from client.screens.detail import place_summary
from client.screens.frame import Frame
from client.screens.hand_pane import draw_cards
from client.screens.items import flow_rows
from client.screens.log_pane import draw_lines
from client.screens.prompt import uses_pane
from client.style import theme
from client.text.catalogue import say
from client.ui.canvas import Canvas, Line, Rect
from client.ui.view import Pane

_NOTED = 9
"""Lists of at least this many rows say why there is no map."""
_CHIP_ROWS = 2


def draw_list(canvas: Canvas, frame: Frame) -> None:
    """The answers, the place under the cursor, the clans, and the end of the log."""
    pane = uses_pane(frame)
    lines: list[Line] = []
    if canvas.height >= _NOTED:
        note = say("No map below 60x16: this is the list.")
        lines.append(((theme.NOTE, f" {note}"),))
    clans = chips(frame, canvas.width, _CHIP_ROWS)
    below = [(("", " "), *place_summary(frame, frame.cursor_place)), *clans]
    if pane is Pane.ACTIONS and frame.view.question is None:
        below = below[: max(0, canvas.height - len(lines) - 1)]
    room = canvas.height - len(lines) - len(below)
    used = min(_wanted(frame, pane, canvas.width, room), max(1, room))
    y = len(lines)
    for number, line in enumerate(lines):
        canvas.fitted(0, number, line, canvas.width)
    _pane(canvas.part(Rect(0, y, canvas.width, used)), frame, pane)
    for number, line in enumerate(below):
        canvas.fitted(0, y + used + number, line, canvas.width)
    rest = y + used + len(below)
    if pane is not Pane.LOG:
        draw_lines(canvas.part(Rect(0, rest, canvas.width, canvas.height - rest)), frame)


def _wanted(frame: Frame, pane: Pane, width: int, room: int) -> int:
    """Rows the pane that is looked at would like to have."""
    question = frame.view.question
    if pane is not Pane.ACTIONS or question is None:
        return room - 1 if pane is not Pane.ACTIONS else 1
    most = max(1, room - 1)
    return min(len(flow_rows(question, width, most)[0]), most)


def _pane(window: Canvas, frame: Frame, pane: Pane) -> None:
    if pane is Pane.HAND:
        draw_cards(window, frame)
    elif pane is Pane.LOG:
        draw_lines(window, frame)
    else:
        draw_answers(window, frame, flow=True)
