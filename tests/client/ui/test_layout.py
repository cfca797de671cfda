from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.ui.layout import (
    MENU_WIDTH,
    TABLE_ROWS,
    ZOOM_MOST,
    ScreenPart,
    Size,
    Zoom,
    grid,
    layout,
    message_rows,
    size_of,
)

widths = st.integers(40, 220)
heights = st.integers(10, 80)
steps = st.integers(-ZOOM_MOST, ZOOM_MOST)
zooms = st.builds(Zoom, steps, steps, steps, steps)


@given(widths, heights, zooms, st.booleans())
def test_the_parts_tile_the_screen(width: int, height: int, zoom: Zoom, table: bool) -> None:
    parts = layout(width, height, zoom=zoom, table=table)
    covered = [
        (x, y)
        for rect in parts.values()
        for x in range(rect.x, rect.right)
        for y in range(rect.y, rect.bottom)
    ]
    assert len(covered) == len(set(covered))
    assert set(covered) == {(x, y) for x in range(width) for y in range(height)}


@given(widths, heights, zooms, st.booleans())
def test_no_part_is_without_rows_or_columns(
    width: int, height: int, zoom: Zoom, table: bool
) -> None:
    for rect in layout(width, height, zoom=zoom, table=table).values():
        assert rect.width >= 1
        assert rect.height >= 1


@given(widths, heights, zooms)
def test_the_map_fits_its_part(width: int, height: int, zoom: Zoom) -> None:
    parts = layout(width, height, zoom=zoom)
    if ScreenPart.MAP in parts:
        cells = grid(width, height, zoom)
        assert cells.width <= parts[ScreenPart.MAP].width
        assert cells.height == parts[ScreenPart.MAP].height
        assert min(cells.rows) >= 2
        assert cells.cell >= 16


@given(st.integers(80, 220), st.integers(24, 80))
def test_three_panes_have_room_for_their_text(width: int, height: int) -> None:
    parts = layout(width, height)
    assert parts[ScreenPart.ACTIONS].width > MENU_WIDTH
    assert parts[ScreenPart.HAND].width >= 31
    assert parts[ScreenPart.LOG].width >= 20
    assert parts[ScreenPart.ACTIONS].height >= 7
    assert parts[ScreenPart.SIDE].width >= 25


def test_the_main_screen_of_eighty_by_twenty_four_is_as_designed() -> None:
    parts = layout(80, 24)
    assert (parts[ScreenPart.MAP].width, parts[ScreenPart.MAP].height) == (52, 13)
    assert parts[ScreenPart.SIDE].width == 28
    assert parts[ScreenPart.PROMPT].y == 21
    assert parts[ScreenPart.KEYS].y == 23


@pytest.mark.parametrize(("height", "rows"), [(10, 2), (16, 2), (24, 2), (29, 2), (30, 3), (45, 3)])
def test_the_message_area_has_two_rows_and_on_high_screens_three(height: int, rows: int) -> None:
    assert message_rows(height) == rows
    assert layout(100, height)[ScreenPart.PROMPT].height == rows


def test_sizes_have_their_class() -> None:
    assert size_of(59, 24) is Size.LIST
    assert size_of(60, 15) is Size.LIST
    assert size_of(60, 16) is Size.COMPACT
    assert size_of(79, 24) is Size.COMPACT
    assert size_of(80, 24) is Size.SMALL
    assert size_of(100, 30) is Size.MEDIUM
    assert size_of(140, 45) is Size.LARGE


@given(st.integers(80, 220), st.integers(24, 80), zooms, st.booleans())
def test_zoom_leaves_every_part_its_minimum(
    width: int, height: int, zoom: Zoom, table: bool
) -> None:
    parts = layout(width, height, zoom=zoom, table=table)
    assert parts[ScreenPart.ACTIONS].width > 20
    assert parts[ScreenPart.HAND].width >= 23
    assert parts[ScreenPart.LOG].width >= 18
    assert parts[ScreenPart.ACTIONS].height >= 6
    assert parts[ScreenPart.SIDE].width >= 25
    assert parts[ScreenPart.MAP].height >= 10


@given(st.integers(80, 220), st.integers(24, 80), st.sampled_from(["actions", "hand", "log"]))
def test_a_pane_grows_by_every_step_until_there_is_no_room(
    width: int, height: int, name: str
) -> None:
    areas = []
    for number in range(ZOOM_MOST + 1):
        zoom = Zoom(**{name: number})
        rect = layout(width, height, zoom=zoom)[ScreenPart(name)]
        areas.append((rect.width, rect.height))
    assert areas == sorted(areas)
    assert areas[-1] > areas[0]


def test_the_map_grows_at_the_cost_of_panes_and_side() -> None:
    usual, large = layout(100, 30), layout(100, 30, zoom=Zoom(map=2))
    assert large[ScreenPart.MAP].height > usual[ScreenPart.MAP].height
    assert large[ScreenPart.MAP].width > usual[ScreenPart.MAP].width
    assert large[ScreenPart.HAND].height < usual[ScreenPart.HAND].height


@given(st.integers(80, 220), st.integers(24, 80), zooms)
def test_the_table_of_provinces_has_all_its_rows(width: int, height: int, zoom: Zoom) -> None:
    parts = layout(width, height, zoom=zoom, table=True)
    assert parts[ScreenPart.MAP].height >= TABLE_ROWS
