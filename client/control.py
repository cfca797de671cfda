"""The whole screen as one control of prompt_toolkit: a canvas becomes fragments."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.layout import UIContent, UIControl

from client.canvas import Canvas
from client.theme import style_class


class ScreenControl(UIControl):
    """The whole screen as one control: a canvas becomes fragments."""

    def __init__(self, draw_canvas: Callable[[int, int], Canvas]) -> None:
        """`draw_canvas` draws for a width and a height."""
        self._draw = draw_canvas

    def is_focusable(self) -> bool:
        """The keys go here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Draw."""
        lines = self._draw(width, height).lines()
        rows = [[(style_class(style), text) for style, text in line] for line in lines]
        return UIContent(get_line=lambda y: list(rows[y]), line_count=len(rows), show_cursor=False)
