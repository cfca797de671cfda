"""A terminal shows the canvas after every painting, and gets the changes only."""

import re
from typing import TextIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.data_structures import Point
from prompt_toolkit.input import DummyInput
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output.vt100 import Vt100_Output

from client.app.terminal_app import FullScreen, ScreenOptions
from client.controller.requests import Mouse
from client.style.theme import CURSOR, TITLE, Look
from client.ui.canvas import Canvas
from tests.client.terminal import Screen

SIZE = (9, 3)
CELLS = st.tuples(st.sampled_from("  ab▲"), st.sampled_from(("", "", TITLE, CURSOR)))
PAINTINGS = st.lists(
    st.tuples(
        st.integers(-2, SIZE[0]),
        st.integers(0, SIZE[1] - 1),
        st.text("a \u6f22\u5b57\u05e9\u05b8", max_size=6),
        st.sampled_from(("", "", TITLE, CURSOR)),
    ),
    max_size=8,
)
"""Texts with wide letters and letters with marks, each at a place, one over the other."""
FRAMES = st.lists(CELLS, min_size=SIZE[0] * SIZE[1], max_size=SIZE[0] * SIZE[1])


class Painter:
    """Shows canvases, painting by painting."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self.screen = Screen(*size)
        output = Vt100_Output(
            cast("TextIO", self.screen), lambda: self.screen.size, term="xterm-256color"
        )
        self.app = FullScreen(self, ScreenOptions(Look(), input=DummyInput(), output=output)).app
        self.canvas = Canvas(*size)
        self.pointed: list[tuple[int, int]] = []

    def draw(self, width: int, height: int) -> Canvas:
        assert (width, height) == (self.canvas.width, self.canvas.height)
        return self.canvas

    def press(self, key: str) -> None:
        raise NotImplementedError

    def paste(self, text: str) -> None:
        raise NotImplementedError

    def point(self, mouse: Mouse, x: int, y: int) -> None:
        self.pointed.append((x, y))

    def show(self, canvas: Canvas) -> str:
        """Paint, and return the characters that were sent."""
        self.canvas = canvas
        before = len(self.screen.sent)
        self.app.renderer.render(self.app, self.app.layout)
        return self.screen.sent[before:]


def _canvas(cells: list[tuple[str, str]], size: tuple[int, int] = SIZE) -> Canvas:
    canvas = Canvas(*size)
    for at, (sign, style) in enumerate(cells):
        canvas.put(at % size[0], at // size[0], sign, style)
    return canvas


def _is_shown(canvas: Canvas, screen: Screen) -> bool:
    return screen.lines == canvas.rows() and all(
        screen.is_reversed(x, y) == (CURSOR in canvas.style_at(x, y))
        for y in range(canvas.height)
        for x in range(canvas.width)
    )


@given(st.lists(FRAMES, min_size=1, max_size=5))
def test_every_painting_shows_the_canvas(frames: list[list[tuple[str, str]]]) -> None:
    painter = Painter()
    for cells in frames:
        canvas = _canvas(cells)
        painter.show(canvas)
        assert _is_shown(canvas, painter.screen)


@given(st.lists(PAINTINGS, min_size=1, max_size=5))
def test_wide_letters_and_marks_move_nothing_beside_them(
    paintings: list[list[tuple[int, int, str, str]]],
) -> None:
    painter = Painter()
    for texts in paintings:
        canvas = Canvas(*SIZE)
        for x, y, text, style in texts:
            canvas.put(x, y, text, style)
        assert [len(canvas.cells(y)[0]) for y in range(SIZE[1])] == [SIZE[0]] * SIZE[1]
        painter.show(canvas)
        assert _is_shown(canvas, painter.screen)


def test_every_run_begins_at_its_own_column_once_a_terminal_may_count_otherwise() -> None:
    painter = Painter((20, 1))
    canvas = Canvas(20, 1)
    canvas.put(0, 0, "ab")
    canvas.put(9, 0, "cd")
    assert not re.search(r"\x1b\[\d*G", painter.show(canvas))
    canvas.put(1, 0, "\u0915\u093f")
    assert canvas.rows() == ["a\u0915\u093f      cd         "]
    painter.show(canvas)
    canvas.put(2, 0, "x")
    canvas.put(10, 0, "x")
    assert canvas.rows() == ["a x      cx         "]
    sent = painter.show(canvas)
    assert "\x1b[2G" in sent
    assert "\x1b[11G" in sent


@given(FRAMES, FRAMES, st.booleans())
def test_a_cleared_or_resized_terminal_gets_everything(
    first: list[tuple[str, str]],
    second: list[tuple[str, str]],
    resized: bool,
) -> None:
    painter = Painter()
    painter.show(_canvas(first))
    painter.show(_canvas(second))
    size = SIZE
    if resized:
        size = (SIZE[1], SIZE[0])
        painter.screen.resize(*size)
    else:
        painter.app.renderer.clear()
    canvas = _canvas(second, size)
    painter.show(canvas)
    assert _is_shown(canvas, painter.screen)


def test_an_unchanged_canvas_sends_no_character() -> None:
    painter = Painter()
    painter.show(_canvas([("a", TITLE)] * 27))
    sent = painter.show(_canvas([("a", TITLE)] * 27))
    assert "a" not in sent


def test_a_changed_cell_is_sent_alone() -> None:
    painter = Painter()
    cells = [("a", "")] * 27
    painter.show(_canvas(cells))
    cells[13] = ("b", "")
    sent = painter.show(_canvas(cells))
    assert (sent.count("a"), sent.count("b")) == (0, 1)


@pytest.mark.parametrize("at", [0, 8, 9, 26])
def test_a_cleared_cell_is_blank_in_every_column(at: int) -> None:
    painter = Painter()
    cells = [("a", "")] * 27
    painter.show(_canvas(cells))
    cells[at] = (" ", "")
    canvas = _canvas(cells)
    painter.show(canvas)
    assert _is_shown(canvas, painter.screen)


def _click(x: int, y: int) -> MouseEvent:
    return MouseEvent(Point(x, y), MouseEventType.MOUSE_UP, MouseButton.LEFT, frozenset())


def test_the_mouse_works_at_every_cell() -> None:
    painter = Painter()
    painter.show(_canvas([("a", "")] * 27))
    handlers = painter.app.renderer.mouse_handlers.mouse_handlers
    for x, y in ((0, 0), (8, 2)):
        handlers[y][x](_click(x, y))
    assert painter.pointed == [(0, 0), (8, 2)]
