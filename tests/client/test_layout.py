from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from client.layout import MENU_WIDTH, Part, Size, grid, layout, size_of

widths = st.integers(40, 220)
heights = st.integers(10, 80)
menus = st.integers(0, 60)
prompts = st.integers(1, 3)


@given(widths, heights, menus, prompts)
def test_the_parts_tile_the_screen(width: int, height: int, menu: int, prompt: int) -> None:
    prompt = min(prompt, 2) if height < 30 else prompt
    parts = layout(width, height, menu=menu, prompt=prompt)
    covered = [
        (x, y)
        for rect in parts.values()
        for x in range(rect.x, rect.right)
        for y in range(rect.y, rect.bottom)
    ]
    assert len(covered) == len(set(covered))
    assert set(covered) == {(x, y) for x in range(width) for y in range(height)}


@given(widths, heights)
def test_no_part_is_without_rows_or_columns(width: int, height: int) -> None:
    for rect in layout(width, height).values():
        assert rect.width >= 1
        assert rect.height >= 1


@given(widths, heights, menus)
def test_the_map_fits_its_part(width: int, height: int, menu: int) -> None:
    parts = layout(width, height, menu=menu)
    if Part.MAP in parts:
        cells = grid(width, height)
        assert cells.width <= parts[Part.MAP].width
        assert cells.height == parts[Part.MAP].height
        assert min(cells.rows) >= 2
        assert cells.cell >= 16


@given(st.integers(80, 220), st.integers(24, 80), menus)
def test_three_panes_have_room_for_their_text(width: int, height: int, menu: int) -> None:
    parts = layout(width, height, menu=menu)
    assert parts[Part.ACTIONS].width > MENU_WIDTH
    assert parts[Part.HAND].width >= 21
    assert parts[Part.LOG].width >= 18
    assert parts[Part.ACTIONS].height >= 8
    assert parts[Part.SIDE].width >= 25


def test_the_main_screen_of_eighty_by_twenty_four_is_as_designed() -> None:
    parts = layout(80, 24)
    assert (parts[Part.MAP].width, parts[Part.MAP].height) == (55, 13)
    assert parts[Part.SIDE].width == 25
    assert parts[Part.PROMPT].y == 22
    assert parts[Part.KEYS].y == 23


def test_sizes_have_their_class() -> None:
    assert size_of(59, 24) is Size.LIST
    assert size_of(60, 15) is Size.LIST
    assert size_of(60, 16) is Size.COMPACT
    assert size_of(79, 24) is Size.COMPACT
    assert size_of(80, 24) is Size.SMALL
    assert size_of(100, 30) is Size.MEDIUM
    assert size_of(140, 45) is Size.LARGE


def test_a_wide_menu_takes_columns_of_the_log_first() -> None:
    plain, wide = layout(80, 24), layout(80, 24, menu=28)
    assert wide[Part.ACTIONS].width == plain[Part.ACTIONS].width + 8
    assert wide[Part.HAND].width == plain[Part.HAND].width
    assert wide[Part.LOG].width == plain[Part.LOG].width - 8
