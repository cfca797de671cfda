"""The whole screen as one control of prompt_toolkit, and every key in one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from client.canvas import Canvas
from client.keys import key_name
from client.theme import style_class
from client.wishes import Mouse

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone


_MICE: Final = {
    MouseEventType.MOUSE_UP: Mouse.CLICK,
    MouseEventType.SCROLL_UP: Mouse.WHEEL_UP,
    MouseEventType.SCROLL_DOWN: Mouse.WHEEL_DOWN,
}


class ScreenControl(UIControl):
    """The whole screen as one control: a canvas becomes fragments."""

    def __init__(
        self,
        draw_canvas: Callable[[int, int], Canvas],
        point: Callable[[Mouse, int, int], None],
    ) -> None:
        """`draw_canvas` draws for a width and a height; `point` hears of the mouse."""
        self._draw = draw_canvas
        self._point = point

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        """A button that was let go, or the wheel; anything else would only wake the screen."""
        mouse = _MICE.get(mouse_event.event_type)
        if mouse is None:
            return NotImplemented
        self._point(mouse, mouse_event.position.x, mouse_event.position.y)
        return None

    def is_focusable(self) -> bool:
        """The keys go here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Draw."""
        lines = self._draw(width, height).lines()
        rows = [[(style_class(style), text) for style, text in line] for line in lines]
        return UIContent(get_line=lambda y: list(rows[y]), line_count=len(rows), show_cursor=False)


def bindings(press: Callable[[str], None], paste: Callable[[str], None]) -> KeyBindings:
    """Every key goes to `press` by name, pasted text to `paste` in one piece."""
    made = KeyBindings()

    @made.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        paste(event.data)

    @made.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        name = key_name(event.key_sequence[0].key)
        if name:
            press(name)

    return made
