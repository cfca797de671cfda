"""The one entry: a view, a size and a look give a canvas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.screens.actions import answer_rows, draw_actions, draw_answers, menu_width
from client.screens.battle import draw_battle, last_battle_scroll
from client.screens.clans import chips
from client.screens.draft import draw_draft
from client.screens.end import draw_end
from client.screens.frame import Frame
from client.screens.hand_pane import card_count, draw_cards, draw_hand, hand_title
from client.screens.header import draw_header
from client.screens.lists import draw_list
from client.screens.log_pane import draw_lines, draw_log
from client.screens.map_pane import draw_board
from client.screens.matrix_pane import draw_matrix
from client.screens.prompt import draw_keys, draw_prompt, prompt_rows, uses_pane
from client.screens.sheets import draw_sheet
from client.screens.side import draw_side, headed
from client.style import theme
from client.style.theme import ASCII_GLYPHS, Glyphs, Look
from client.text.catalogue import say
from client.ui.canvas import Canvas, Rect
from client.ui.layout import ScreenPart, grid, layout, size_of
from client.ui.view import Pane, TableView


def draw(view: TableView, width: int, height: int, look: Look) -> Canvas:
    """The whole screen."""
    canvas = Canvas(width, height)
    frame = Frame(view, size_of(width, height))
    parts = shown_parts(frame, width, height)
    middle = Rect(0, 1, width, parts[ScreenPart.PROMPT].y - 1)
    if view.end is not None and not view.end.board:
        draw_end(canvas.part(middle), frame, view.end)
    elif frame.shows_draft:
        draw_draft(canvas.part(middle), frame)
    else:
        _table(canvas, frame, parts)
        if frame.shows_battle:
            draw_battle(canvas, middle, frame)
    draw_header(canvas.part(parts[ScreenPart.HEADER]), frame)
    draw_prompt(canvas.part(parts[ScreenPart.PROMPT]), frame)
    draw_keys(canvas.part(parts[ScreenPart.KEYS]), frame)
    if view.overlay is not None:
        draw_sheet(canvas, frame, view.overlay)
    if look.glyphs is Glyphs.ASCII:
        canvas.translate(ASCII_GLYPHS)
    return canvas


def shown_parts(frame: Frame, width: int, height: int) -> dict[ScreenPart, Rect]:
    """The rectangles of a screen."""
    return layout(
        width,
        height,
        menu=menu_width(frame),
        prompt=len(prompt_rows(frame, width, 3 if height >= _ROOMY else 2)),
        zoom=frame.view.zoom,
        table=frame.view.table,
    )


def last_battle_line(view: TableView, width: int, height: int) -> int:
    """How far the result of a battle can be scrolled on a screen of this size."""
    frame = Frame(view, size_of(width, height))
    rows = len(prompt_rows(frame, width, 3 if height >= _ROOMY else 2))
    bottom = layout(width, height, prompt=rows)[ScreenPart.PROMPT].y
    return last_battle_scroll(frame, Rect(0, 1, width, bottom - 1))


_ROOMY: Final = 30
"""Screens of at least this many rows may have three for the prompt."""
_MAP_KEPT: Final = 5
"""Rows at the top that a drawer pulled out never covers."""
_LOG_PULLED: Final = 8
_LOG_LEAST: Final = 3
"""Rows a drawer must have to spare before it shows the log below the answers."""


def _pulled_out(window: Canvas, screen: Canvas, rows: int, title: str) -> Canvas:
    """The drawer, over the lower part of the map where it would not hold what is in it."""
    if rows <= window.height:
        return window
    bottom = window.top + window.height
    top = max(_MAP_KEPT, bottom - rows - 1)
    drawer = screen.part(Rect(0, top, window.width, bottom - top))
    drawer.fill(Rect(0, 0, drawer.width, drawer.height))
    drawer.line(0, 0, headed(drawer.width, title, theme.TITLE))
    return drawer.part(Rect(0, 1, drawer.width, drawer.height - 1))


def _map(window: Canvas, frame: Frame, screen: Canvas) -> None:
    if frame.view.table:
        draw_matrix(window, frame)
    else:
        draw_board(window, frame, grid(screen.width, screen.height, frame.view.zoom))


def _chips(window: Canvas, frame: Frame, _screen: Canvas) -> None:
    for y, line in enumerate(chips(frame, window.width, window.height)):
        window.line(0, y, line)


def _drawer(window: Canvas, frame: Frame, screen: Canvas) -> None:
    pane = uses_pane(frame)
    if pane is Pane.HAND:
        rows = card_count(frame)
        draw_cards(_pulled_out(window, screen, rows, hand_title(frame)), frame)
    elif pane is Pane.LOG:
        draw_lines(_pulled_out(window, screen, _LOG_PULLED, say("Log")), frame)
    else:
        used = answer_rows(frame, window.width, window.height)
        draw_answers(window, frame, flow=True)
        if window.height - used >= _LOG_LEAST:
            window.line(0, used, headed(window.width, say("Log")))
            rest = Rect(0, used + 1, window.width, window.height - used - 1)
            draw_lines(window.part(rest), frame)


_PARTS: Final[dict[ScreenPart, Callable[[Canvas, Frame, Canvas], None]]] = {
    ScreenPart.MAP: _map,
    ScreenPart.SIDE: lambda window, frame, _: draw_side(window, frame),
    ScreenPart.CHIPS: _chips,
    ScreenPart.ACTIONS: lambda window, frame, _: draw_actions(window, frame),
    ScreenPart.HAND: lambda window, frame, _: draw_hand(window, frame),
    ScreenPart.LOG: lambda window, frame, _: draw_log(window, frame),
    ScreenPart.DRAWER: _drawer,
    ScreenPart.LIST: lambda window, frame, _: draw_list(window, frame),
}


def _table(canvas: Canvas, frame: Frame, parts: dict[ScreenPart, Rect]) -> None:
    for part, rect in parts.items():
        if part in _PARTS:
            _PARTS[part](canvas.part(rect), frame, canvas)
