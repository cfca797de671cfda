from __future__ import annotations

from client.text.catalogue import speak
from client.ui.canvas import Canvas, Rect
from client.ui.right_to_left_canvas import RightToLeftCanvas, new_canvas

RAGE = "\u062e\u0634\u0645"
SHOWN = "\ufee2\ufeb8\ufea7"


def test_the_language_decides_the_kind_of_canvas() -> None:
    assert type(new_canvas(3, 1)) is Canvas
    speak("fa")
    assert type(new_canvas(3, 1)) is RightToLeftCanvas


def test_columns_count_from_the_right() -> None:
    canvas = RightToLeftCanvas(8, 1)
    canvas.put(1, 0, RAGE, "red")
    shown = canvas.shown()
    assert shown.rows() == [f"    {SHOWN} "]
    assert [shown.style_at(x, 0) for x in range(8)] == [""] * 4 + ["red"] * 3 + [""]
    assert canvas.rows() == [f" {RAGE}    "]


def test_texts_beside_each_other_never_change_places() -> None:
    canvas = RightToLeftCanvas(8, 1)
    for x, text in ((0, "Ann"), (3, " "), (4, "Bo"), (6, "7")):
        canvas.put(x, 0, text)
    assert canvas.shown().rows() == [" 7Bo Ann"]


def test_a_text_goes_on_over_its_styles() -> None:
    canvas = RightToLeftCanvas(5, 1)
    canvas.line(0, 0, (("a", "BL"), ("b", ":3")))
    shown = canvas.shown()
    assert shown.rows() == [" BL:3"]
    assert [shown.style_at(x, 0) for x in range(1, 5)] == ["a", "a", "b", "b"]


def test_frames_are_closed_on_both_sides() -> None:
    canvas = RightToLeftCanvas(6, 3)
    canvas.frame(Rect(0, 0, 4, 3))
    canvas.column(5, 0, 3, "│")
    assert canvas.shown().rows() == ["│ ╔══╗", "│ ║  ║", "│ ╚══╝"]


def test_a_window_is_placed_from_the_right() -> None:
    canvas = RightToLeftCanvas(6, 2)
    canvas.part(Rect(1, 1, 3, 1)).put(0, 0, "a)")
    assert canvas.shown().rows() == ["      ", "   (a "]
