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
from client.ui.canvas import Canvas

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

_MICE: Final = {
    MouseEventType.MOUSE_UP: Mouse.CLICK,
    MouseEventType.SCROLL_UP: Mouse.WHEEL_UP,
    MouseEventType.SCROLL_DOWN: Mouse.WHEEL_DOWN,
}
_NEAR: Final = 4
"""Cells that are as they were are sent again where moving the cursor over them costs as much."""

Row = tuple[list[str], list[str]]
"""The characters of a row, and their styles."""
_Cells = defaultdict[int, Char]
"""A row as prompt_toolkit has it: what begins at a column, which may be many characters."""


class ScreenWindow(Window):
    """The whole screen as one window: a canvas goes onto the screen of prompt_toolkit.

    Theory of operation: prompt_toolkit makes a screen of cells anew for every painting and compares
    it with the last one, cell by cell. Here the rows are compared instead. Both screens get the
    same row where nothing has changed; elsewhere the new screen gets what changed, in runs of one
    style, and the last one nothing at their places. So hardly anything is left to be copied and
    compared. When prompt_toolkit has forgotten the last screen, for another size or other colours,
    or because the terminal was cleared, the rows are compared with blank ones.
    """

    def __init__(
        self,
        draw_canvas: Callable[[int, int], Canvas],
        point: Callable[[Mouse, int, int], None],
        app: Callable[[], Application[int]],
    ) -> None:
        """`draw_canvas` draws for a width and a height, `point` hears of the mouse.

        `app` is the application it is the window of, which is made after it.
        """
        super().__init__(_Keyboard(), always_hide_cursor=True)
        self._draw = draw_canvas
        self._point = point
        self._app = app
        self._painted: Screen | None = None
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
        """Put what is not as it was onto the screen."""
        width, height = write_position.width, write_position.height
        canvas = self._draw(width, height)
        rows = [canvas.cells(y) for y in range(height)]
        last = self._last_screen()
        if last is None:
            for y, row in enumerate(rows):
                screen.data_buffer[y] = whole(row)
        else:
            for y, (row, before) in enumerate(zip(rows, self._shown, strict=True)):
                same = (_AS_IT_WAS, _AS_IT_WAS)
                pair = same if row == before else changes(row, before)
                screen.data_buffer[y], last.data_buffer[y] = pair
        self._painted, self._shown = screen, rows
        screen.width, screen.height = width, height
        screen.visible_windows_to_write_positions[self] = write_position
        mouse_handlers.mouse_handlers = defaultdict(lambda: defaultdict(lambda: self._hear))

    def _last_screen(self) -> Screen | None:
        """What prompt_toolkit will compare with; None if that is a blank screen.

        At the end everything is painted once more, over what was cleared.
        """
        app = self._app()
        last = app.renderer.last_rendered_screen
        if app.is_done or last is None:
            return None
        assert last is self._painted, "nobody else paints here"
        return last

    def _hear(self, event: MouseEvent) -> NotImplementedOrNone:
        """A button that was let go, or the wheel; anything else would only wake the screen."""
        mouse = _MICE.get(event.event_type)
        if mouse is None:
            return NotImplemented
        self._point(mouse, event.position.x, event.position.y)
        return None


class _Keyboard(UIControl):
    """What has the focus of a window that paints by itself."""

    def is_focusable(self) -> bool:
        """The keys go here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Nothing of its own."""
        return UIContent()


def differences(after: Row, before: Row) -> list[tuple[int, int]]:
    """The columns in which rows differ, from and to; those near each other as one."""
    spans: list[tuple[int, int]] = []
    for x, (sign, style, sign_before, style_before) in enumerate(zip(*after, *before, strict=True)):
        if sign != sign_before or style != style_before:
            start = x
            if spans and x - spans[-1][1] < _NEAR:
                start, _ = spans.pop()
            spans.append((start, x + 1))
    return spans


def whole(row: Row) -> _Cells:
    """A row for a blank screen."""
    width = len(row[0])
    cells, _ = _runs(row, ([" "] * width, [""] * width))
    return cells


def changes(after: Row, before: Row) -> tuple[_Cells, _Cells]:
    """Two rows whose comparison leads to the writing of what changed, and of nothing else.

    prompt_toolkit goes through the first from column 0, on by the width of what it finds, writes
    what the second has not, and ends at the last thing there that is no single blank.
    """
    new, old = _runs(after, before)
    end = max(new) + max(1, new[max(new)].width)
    if end < len(after[0]):
        new[end] = old[end] = _ON
    elif new[max(new)].char == " ":
        # A blank in the last column; behind it the cursor is sent to the left in any case.
        new[end - 1] = Char(" \r", new[end - 1].style)
    return new, old


def _runs(after: Row, before: Row) -> tuple[_Cells, _Cells]:
    """What changed, in runs of one style, and what lies between, which both rows have."""
    new, old = defaultdict(_nothing), defaultdict(_nothing)
    signs, styles = after
    at = 0
    for start, end in differences(after, before):
        if start > at:
            new[at] = old[at] = Char(" " * (start - at))
        at = start
        while at < end:
            stop = at + 1
            while stop < end and styles[stop] == styles[at]:
                stop += 1
            new[at] = Char("".join(signs[at:stop]), style_class(styles[at]))
            at = stop
    return new, old


def _nothing() -> Char:
    return _NOTHING


_NOTHING: Final = Char("", "")
_ON: Final = Char("=", "")
"""Stands behind a run, in both rows, so that prompt_toolkit goes on to its end."""
_AS_IT_WAS: Final = defaultdict(_nothing, {0: _ON})
"""The row of both screens where nothing has changed."""
