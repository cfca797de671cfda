"""The parts of a screen of any size, which tile it exactly; pure functions.

Below 60x16 there is a list instead of a map; below 80x24 the map and a drawer with one pane; from
80x24 on the map, the table of clans and three panes. More room goes first to the map and the
table, then to the panes (order of sacrifice: card texts, details, log; never the map, the stats,
the menu or the prompt). A part that the viewer enlarges takes rows and columns from the others,
down to the minimum that each needs.

The rectangles depend on the size of the screen, on the zoom and on the choice between map and table
alone, never on the game, a question or a text: nothing jumps while somebody reads. A text that
needs more rows than the message area has is complete above the rules (r).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from client.ui.canvas import Rect
from engine.values import Value


class ScreenPart(StrEnum):
    """The purpose of a rectangle of the screen."""

    HEADER = "header"
    MAP = "map"
    """The map, or the table of provinces by clans."""
    SIDE = "side"
    """The table of clans, and more below it."""
    CHIPS = "chips"
    """The clans in one or two rows, if there is no side."""
    ACTIONS = "actions"
    HAND = "hand"
    LOG = "log"
    DRAWER = "drawer"
    """One pane at a time, if there is no room for three."""
    LIST = "list"
    """Everything as rows of text, if there is no room for a map."""
    PROMPT = "prompt"
    KEYS = "keys"


class Size(StrEnum):
    """The size class of a screen."""

    LIST = "list"
    COMPACT = "compact"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


_COMPACT: Final = (60, 16)
_SMALL: Final = (80, 24)
_MEDIUM: Final = (100, 30)
_LARGE: Final = (140, 45)
_SHORT_CELLS: Final = 22
"""Screens of fewer rows have cells of two rows."""
MENU_WIDTH: Final = 28
"""Columns that the actions pane has for its text on a screen of 80 columns."""
_MENU_LEAST: Final = 20
"""Columns that it keeps while others are enlarged."""
_MENU_MOST: Final = 38
_CHIP_ROWS: Final = 2
_LOG_LEAST: Final = 18
_HAND_LEAST: Final = 22
ZOOM_MOST: Final = 8
"""Steps by which a pane can be made larger or smaller."""
TABLE_ROWS: Final = 14
"""Rows of the table of provinces by clans: a heading, nine provinces, four fjords."""
_TABLE_WIDTH: Final = 64
"""Columns for it, if the clans beside it keep their minimum."""
_ROWS_LEAST: Final = 6
"""Rows of the three lines of provinces together."""
_CELL_LEAST: Final = 16
_SIDE_LEAST: Final = 25
_PANES_LEAST: Final = 6
_DRAWER_LEAST: Final = 2
"""Rows that a drawer has before the clans get a second one."""


class Zoom(Value):
    """Steps by which each pane is larger than usual; below 0 it is smaller."""

    actions: int = 0
    hand: int = 0
    log: int = 0
    map: int = 0

    @property
    def below(self) -> int:
        """Steps by which the panes below the map are higher."""
        return max(self.actions, self.hand, self.log) - self.map


AS_USUAL: Final = Zoom()


class Grid(Value):
    """The cells of the map: their width, and the rows of the three lines of provinces."""

    cell: int
    rows: tuple[int, int, int]

    @property
    def width(self) -> int:
        """Columns with the frame."""
        return 3 * self.cell + 4

    @property
    def height(self) -> int:
        """Rows with the frame."""
        return sum(self.rows) + 4

    @property
    def columns(self) -> tuple[int, int, int, int]:
        """The columns of the lines from top to bottom."""
        wide = self.cell + 1
        return 0, wide, 2 * wide, 3 * wide

    @property
    def lines(self) -> tuple[int, int, int, int]:
        """The rows of the lines from left to right."""
        first, second, third = self.rows
        return 0, first + 1, first + second + 2, first + second + third + 3


def message_rows(height: int) -> int:
    """Return the rows of the message area, the last of which is the second line."""
    return 2 if height < _MEDIUM[1] else 3


def _beside_panes(height: int) -> int:
    """Return the rows that are neither map nor panes: header, message area, keys."""
    return 2 + message_rows(height)


def size_of(width: int, height: int) -> Size:
    """Return the size class of a screen."""
    for size, (wide, high) in (
        (Size.LARGE, _LARGE),
        (Size.MEDIUM, _MEDIUM),
        (Size.SMALL, _SMALL),
        (Size.COMPACT, _COMPACT),
    ):
        if width >= wide and height >= high:
            return size
    return Size.LIST


def grid(width: int, height: int, zoom: Zoom = AS_USUAL) -> Grid:
    """Return the cells of the map on a screen that has one."""
    if width < _SMALL[0]:
        cell = (width - 4) // 3
    else:
        usual = _cell_width(width)
        widest = max(usual, (width - 4 - _SIDE_LEAST) // 3)
        cell = min(max(_CELL_LEAST, usual + zoom.map * _columns(width)), widest)
    total = _zoomed_rows(width, height, zoom)
    middle = min(total // 3, 6)
    return Grid(cell, ((total - middle + 1) // 2, middle, (total - middle) // 2))


def _columns(width: int) -> int:
    """Return the columns of a cell for each step of zoom."""
    return 1 if width < _LARGE[0] else 2


def _zoomed_rows(width: int, height: int, zoom: Zoom) -> int:
    """Return the rows of the three lines of provinces after the zoom of the panes below."""
    usual = _cell_rows(height)
    panes = _PANES_LEAST if size_of(width, height) is not Size.COMPACT else _PANES_LEAST - 1
    highest = max(usual, height - _beside_panes(height) - 4 - panes)
    step = 2 if height <= _MEDIUM[1] else 3
    return min(max(_ROWS_LEAST, usual - zoom.below * step), highest)


def _cell_width(width: int) -> int:
    if width <= _MEDIUM[0]:
        return 16 + (width - _SMALL[0]) // 5
    if width <= _LARGE[0]:
        return 21 + (width - _MEDIUM[0]) * 6 // 40
    return min(27 + (width - _LARGE[0]) // 8, 40)


def _cell_rows(height: int) -> int:
    if height < _SHORT_CELLS:
        return 6
    if height <= _MEDIUM[1]:
        return 9 + max(0, height - _SMALL[1]) // 3
    if height <= _LARGE[1]:
        return 11 + (height - _MEDIUM[1]) * 6 // 15
    return min(17 + (height - _LARGE[1]) // 4, 30)


def layout(
    width: int,
    height: int,
    *,
    zoom: Zoom = AS_USUAL,
    table: bool = False,
) -> dict[ScreenPart, Rect]:
    """Return the rectangles of the board screen; they tile `width` times `height` exactly.

    With `table` the map is high enough for the table of provinces, if the panes below keep their
    minimum.
    """
    size = size_of(width, height)
    prompt = message_rows(height)
    bottom = height - 1 - prompt
    parts = {
        ScreenPart.HEADER: Rect(0, 0, width, 1),
        ScreenPart.PROMPT: Rect(0, bottom, width, prompt),
        ScreenPart.KEYS: Rect(0, height - 1, width, 1),
    }
    if size is Size.LIST:
        return parts | {ScreenPart.LIST: Rect(0, 1, width, bottom - 1)}
    cells = grid(width, height, zoom)
    rows = cells.height
    if table:
        spare = height - _beside_panes(height) - _PANES_LEAST
        rows = max(rows, min(TABLE_ROWS, spare))
    below = 1 + rows
    if width < _SMALL[0]:
        chips = _CHIP_ROWS if bottom - below >= _CHIP_ROWS + _DRAWER_LEAST else 1
        parts[ScreenPart.MAP] = Rect(0, 1, width, rows)
        parts[ScreenPart.CHIPS] = Rect(0, below, width, chips)
        below += chips
    else:
        left = max(cells.width, min(width - _SIDE_LEAST, _TABLE_WIDTH)) if table else cells.width
        parts[ScreenPart.MAP] = Rect(0, 1, left, rows)
        parts[ScreenPart.SIDE] = Rect(left, 1, width - left, rows)
    if size is Size.COMPACT:
        return parts | {ScreenPart.DRAWER: Rect(0, below, width, bottom - below)}
    return parts | _panes(Rect(0, below, width, bottom - below), zoom)


def _panes(room: Rect, zoom: Zoom) -> dict[ScreenPart, Rect]:
    """Place actions, hand and log side by side; the first two end with a line."""
    menu = min(MENU_WIDTH + (room.width - _SMALL[0]) // 5, _MENU_MOST)
    rest = room.width - menu - 2
    hand = rest * 60 // 100
    menu, hand, log = _shared(room.width - 2, (menu, hand, rest - hand), zoom)
    return {
        ScreenPart.ACTIONS: Rect(0, room.y, menu + 1, room.height),
        ScreenPart.HAND: Rect(menu + 1, room.y, hand + 1, room.height),
        ScreenPart.LOG: Rect(menu + hand + 2, room.y, log, room.height),
    }


def _shared(room: int, usual: tuple[int, int, int], zoom: Zoom) -> tuple[int, int, int]:
    """Return the widths of the three panes; enlarged ones take from the others, unzoomed first."""
    steps = (zoom.actions, zoom.hand, zoom.log)
    least = (_MENU_LEAST, _HAND_LEAST, _LOG_LEAST)
    unit = max(4, room // 16)
    widths = [
        max(lowest, wide + unit * step)
        for wide, step, lowest in zip(usual, steps, least, strict=True)
    ]
    order = sorted((2, 1, 0), key=lambda number: steps[number] != 0)
    for number in order:
        over = sum(widths) - room
        widths[number] = max(least[number], widths[number] - over)
    return widths[0], widths[1], widths[2]


_BATTLE: Final = (80, 21)
"""Maps of at least this width and height have room for a battle with five clans."""


def battle_room(parts: dict[ScreenPart, Rect]) -> Rect:
    """Return the rectangle of a battle: the map if a battle fits there, else map and panes."""
    over = parts.get(ScreenPart.MAP)
    if over is not None and over.width >= _BATTLE[0] and over.height >= _BATTLE[1]:
        return over
    area = parts[ScreenPart.PROMPT]
    return Rect(0, 1, area.width, area.y - 1)
