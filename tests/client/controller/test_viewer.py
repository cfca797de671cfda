"""Larger and smaller panes: the effect of the keys; every view can be drawn at any size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from client.controller.table_keys import press
from client.controller.table_model import TableModel
from client.controller.viewer import ViewOptions
from client.presenter.playback import Pace
from client.presenter.preferences import Preferences
from client.screens.draw import draw
from client.ui.layout import AS_USUAL, ZOOM_MOST, Zoom
from client.ui.view import Pane, TableView
from engine.values import replace
from tests.builders import seat, table
from tests.client.screens.scenes import whole_game
from tests.client.seated import SeatedGame

GAMES = ((2, 5), (3, 6), (5, 7))
steps = st.integers(-ZOOM_MOST, ZOOM_MOST)


def model() -> TableModel:
    made = TableModel(
        SeatedGame(table(A=seat(gimle="WL"))),
        Preferences(Pace.INSTANT, guard=0.0, answers_alone=False),
    )
    made.listen()
    made.tick(1.0)
    return made


@st.composite
def looks(draw_one: st.DrawFn) -> TableView:
    """Draw a moment of a game with any view options."""
    views = whole_game(*draw_one(st.sampled_from(GAMES)), 40)
    return replace(
        views[draw_one(st.integers(0, len(views) - 1))],
        zoom=draw_one(st.builds(Zoom, steps, steps, steps, steps)),
        pane=draw_one(st.sampled_from(Pane)),
        board=draw_one(st.booleans()),
        table=draw_one(st.booleans()),
    )


@given(looks(), st.integers(40, 220), st.integers(10, 80))
def test_every_view_can_be_drawn_at_every_size(view: TableView, width: int, height: int) -> None:
    canvas = draw(view, width, height)
    assert [len(row) for row in canvas.rows()] == [width] * height
    assert [len(row) for row in canvas.to_ascii().rows()] == [width] * height


def test_plus_and_minus_resize_the_pane_with_the_keys() -> None:
    one = model()
    press(one, "h", 9.0)
    press(one, "+", 9.0)
    press(one, "+", 9.0)
    press(one, "-", 9.0)
    assert one.display.options.zoom == Zoom(hand=1)
    assert one.display.options.pane is Pane.HAND


def test_zero_resets_all_panes() -> None:
    one = model()
    for key in ("+", "tab", "+", "tab", "-", "0"):
        press(one, key, 9.0)
    assert one.display.options.zoom == AS_USUAL


def test_a_resize_without_effect_is_refused() -> None:
    one = model()
    one.display.resize(60, 12)
    press(one, "+", 9.0)
    assert one.display.options.zoom == AS_USUAL
    assert one.display.message.startswith("It cannot get any larger")


def test_zoom_has_a_limit() -> None:
    options = ViewOptions(pane=Pane.LOG, size=(400, 400))
    for _ in range(2 * ZOOM_MOST):
        options = options.zoomed("+") or options
    assert options.zoom == Zoom(log=ZOOM_MOST)


def test_a_larger_pane_stays_larger_without_the_keys() -> None:
    one = model()
    for key in ("h", "+", "escape"):
        press(one, key, 9.0)
    assert one.view(9.0).zoom == Zoom(hand=1)
