"""The chart of Glory at the end: every clan is found on it, the viewer's line above all."""

from __future__ import annotations

from itertools import pairwise

from client.screens.end import draw_chart
from client.screens.frame import Frame
from client.ui.canvas import Canvas
from client.ui.layout import size_of
from tests.client.screens.scenes import Wanted, scene

ROWS = 9
"""Rows with lines in a chart of eleven rows."""


def chart(number: int = 1) -> tuple[Frame, list[str]]:
    """Return the chart at the end of a game of five at the usual size."""
    view = scene(Wanted("end", "end", 5, number))
    assert view.end is not None
    frame, canvas = Frame(view, size_of(80, 24)), Canvas(80, ROWS + 2)
    draw_chart(canvas, frame, view.end)
    return frame, ["".join(text for _, text in line) for line in canvas.lines()]


def test_every_clan_has_its_letter_all_along_its_line() -> None:
    frame, rows = chart()
    columns = 80 - 6 - 7 - 1
    for seat in frame.seats:
        _, letter = frame.letter(seat)
        for column in range(int(seat), columns - 1, 6):
            assert letter in [row.ljust(80)[6 + column] for row in rows[:ROWS]], (seat, column)


def test_the_line_of_the_viewer_ends_with_their_letter() -> None:
    frame, rows = chart()
    assert frame.you is not None
    _, letter = frame.letter(frame.you)
    assert letter in [row.ljust(80)[6 + 80 - 6 - 7 - 1 - 1] for row in rows[:ROWS]]


def test_the_numbers_of_the_axis_are_equally_far_apart() -> None:
    frame, _ = chart()
    assert frame.view.end is not None
    for height in range(8, 30):
        canvas = Canvas(80, height)
        draw_chart(canvas, frame, frame.view.end)
        at = [y for y, row in enumerate(canvas.rows()[: height - 2]) if row[:4].strip()]
        assert len(at) == 5
        assert len({after - before for before, after in pairwise(at)}) == 1
