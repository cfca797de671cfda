"""The whole screen as one window of prompt_toolkit, painted where it changed only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application import Application
from prompt_toolkit.layout import UIContent, UIControl, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from client.controller.requests import Mouse
from client.style.theme import style_class
from client.style.writing import marked
from client.ui.canvas import Canvas

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

_MICE: Final = {
    MouseEventType.MOUSE_UP: Mouse.CLICK,
    MouseEventType.SCROLL_UP: Mouse.WHEEL_UP,
    MouseEventType.SCROLL_DOWN: Mouse.WHEEL_DOWN,
}
_NEAR: Final = 4
"""Unchanged cells that are sent again, because moving the cursor over them costs as much."""

Row = tuple[list[str], list[str]]
"""Characters and styles of a row."""
_Cells = defaultdict[int, Char]
"""A row of prompt_toolkit: text by its first column, which may have many characters."""


class ScreenWindow(Window):
    """Puts a canvas onto the screen of prompt_toolkit, as one window.

    Theory of operation: prompt_toolkit makes a new screen of cells for every painting and compares
    it with the last one, cell by cell. Here the rows are compared instead. Both screens get the
    same row if nothing has changed; otherwise the new screen gets the changes, in runs of one
    style, and the last one nothing at their places. So hardly anything is left to copy and compare.
    When prompt_toolkit has forgotten the last screen, after another size or other colours, or
    because the terminal was cleared, the rows are compared with blank ones.
    """

    def __init__(
        self,
        draw_canvas: Callable[[int, int], Canvas],
        point: Callable[[Mouse, int, int], None],
        app: Callable[[], Application[int]],
        *,
        marks: bool = False,
    ) -> None:
        """Draw with `draw_canvas` by width and height, and report the mouse to `point`.

        `app` returns the application of the window, which is made after it. `marks` puts marks
        beside letters written from right to left, for terminals behind tmux.
        """
        super().__init__(_Keyboard(), always_hide_cursor=True)
        self._draw = draw_canvas
        self._point = point
        self._app = app
        self.marks = marks
        self._painted: Screen | None = None
        self._is_wide = False
        self._shown: list[Row] = []

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,  # noqa: FBT001 - as Window has it
        z_index: int | None,
    ) -> None:
        """Put the changes onto the screen."""
        width, height = write_position.width, write_position.height
        canvas = self._draw(width, height)
        rows = [canvas.cells(y) for y in range(height)]
        if self.marks:
            rows = [(marked(signs), styles) for signs, styles in rows]
        last = self._last_screen()
        if last is None:
            for y, row in enumerate(rows):
                screen.data_buffer[y] = whole(row)
        else:
            for y, (row, before) in enumerate(zip(rows, self._shown, strict=True)):
                same = (_AS_IT_WAS, _AS_IT_WAS)
                pair = same if row == before else changes(row, before)
                screen.data_buffer[y], last.data_buffer[y] = pair
        self._place_runs(screen, rows)
        self._painted, self._shown = screen, rows
        screen.width, screen.height = width, height
        screen.visible_windows_to_write_positions[self] = write_position
        mouse_handlers.mouse_handlers = defaultdict(lambda: defaultdict(lambda: self._hear))

    def _place_runs(self, screen: Screen, rows: list[Row]) -> None:
        """Begin every run at its own column, once a cell was shown that is no single character.

        Terminals disagree about the columns of letters with marks; prompt_toolkit moves the cursor
        by its own count.
        """
        shown = self._shown if len(self._shown) == len(rows) else [None] * len(rows)
        for row, before in zip(rows, shown, strict=True):
            self._is_wide = self._is_wide or (row != before and _is_odd(row[0]))
        if self._is_wide:
            for y in range(len(rows)):
                for x in screen.data_buffer[y]:
                    screen.zero_width_escapes[y][x] = f"\x1b[{x + 1}G"

    def _last_screen(self) -> Screen | None:
        """Return the screen prompt_toolkit compares with; None if that is a blank one.

        At the end everything is painted once more, because the screen was cleared.
        """
        app = self._app()
        last = app.renderer.last_rendered_screen
        if app.is_done or last is None:
            return None
        assert last is self._painted, "nobody else paints here"
        return last

    def _hear(self, event: MouseEvent) -> NotImplementedOrNone:
        """Report a released button or the wheel; anything else would only wake the screen."""
        mouse = _MICE.get(event.event_type)
        if mouse is None:
            return NotImplemented
        self._point(mouse, event.position.x, event.position.y)
        return None


class _Keyboard(UIControl):
    """Holds the focus of a window that paints by itself."""

    def is_focusable(self) -> bool:
        """Take the keys."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Return no content."""
        return UIContent()


def differences(after: Row, before: Row) -> list[tuple[int, int]]:
    """Return the spans of columns in which rows differ; spans near each other become one."""
    spans: list[tuple[int, int]] = []
    for x, (sign, style, sign_before, style_before) in enumerate(zip(*after, *before, strict=True)):
        if sign != sign_before or style != style_before:
            start = x
            while sign == "" and start and after[0][start] == "":
                start -= 1
            if spans and x - spans[-1][1] < _NEAR:
                start, _ = spans.pop()
            spans.append((start, x + 1))
    return spans


def whole(row: Row) -> _Cells:
    """Return a row for a blank screen."""
    width = len(row[0])
    cells, _ = _runs(row, ([" "] * width, [""] * width))
    return cells


def changes(after: Row, before: Row) -> tuple[_Cells, _Cells]:
    """Return two rows whose comparison makes prompt_toolkit write the changes, and nothing else.

    prompt_toolkit walks through the first from column 0, advances by the width of each text, writes
    the texts that the second lacks, and ends at the last one that is no single blank.
    """
    new, old = _runs(after, before)
    end = max(new) + max(1, new[max(new)].width)
    if end < len(after[0]):
        new[end] = old[end] = _ON
    elif new[max(new)].char == " ":
        # A blank in the last column: the cursor goes back to the left after it in any case.
        new[end - 1] = Char(" \r", new[end - 1].style)
    return new, old


def _runs(after: Row, before: Row) -> tuple[_Cells, _Cells]:
    """Return the changes in runs of one style, and the gaps between them, which both rows have."""
    new, old = defaultdict(_nothing), defaultdict(_nothing)
    signs, styles = after
    at = 0
    for start, end in differences(after, before):
        if start > at:
            new[at] = old[at] = Char(" " * (start - at))
        at = start
        while at < end:
            stop = _stop(signs, styles, at, end)
            new[at] = Char("".join(signs[at:stop]), style_class(styles[at]))
            at = stop
    return new, old


def _is_odd(signs: list[str]) -> bool:
    """Whether a row has a cell that is no single character."""
    return any(len(sign) != 1 for sign in signs)


def _stop(signs: list[str], styles: list[str], at: int, end: int) -> int:
    """Return the end of a run of one style; a character of several cells is a run of its own."""
    stop = at + 1
    while stop < len(signs) and signs[stop] == "":
        stop += 1
    if stop > at + 1 or len(signs[at]) > 1:
        return stop
    while stop < end and styles[stop] == styles[at] and len(signs[stop]) == 1:
        if stop + 1 < len(signs) and signs[stop + 1] == "":
            break
        stop += 1
    return stop


def _nothing() -> Char:
    return _NOTHING


_NOTHING: Final = Char("", "")
_ON: Final = Char("=", "")
"""Follows a run, in both rows, so that prompt_toolkit continues to its end."""
_AS_IT_WAS: Final = defaultdict(_nothing, {0: _ON})
"""An unchanged row of both screens."""
