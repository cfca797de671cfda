"""The map as a grid: digits as on a numeric keypad, arrows among the places on offer.

Provinces form a square of three by three; a fjord is on the line between its two provinces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.settings.keymap import MIRRORED
from client.text.board_text import KEYPAD
from client.text.catalogue import reads_from_right
from client.text.names import place_key
from engine.terms import Place

PLACE_OF_KEY: Final = {place_key(place): place for place in Place}
"""The place of a key: a digit, or f and the digit of a side."""

POINT: Final = {
    **{place: (at % 3 * 2, at // 3 * 2) for at, place in enumerate(KEYPAD)},
    Place.NORTH: (1, 0),
    Place.EAST: (4, 1),
    Place.WEST: (0, 3),
    Place.SOUTH: (3, 4),
}
"""Column and row of every place, in half cells from the upper left."""

ARROWS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_ASIDE: Final = 3
"""The cost of a step aside; a step ahead costs 1."""


def step(here: Place, arrow: str, offered: Sequence[Place]) -> Place:
    """Return the offered place that an arrow leads to, or `here` if there is none ahead.

    Arrows are named for the order of reading, and the map is the numeric keypad in every language.
    Of the places ahead, it takes the nearest and least aside. Every offered place can be reached
    from every other: a middle that no straight line meets is reached by an arrow outwards.
    """
    ahead = ARROWS[MIRRORED.get(arrow, arrow) if reads_from_right() else arrow]
    x, y = POINT[here]
    best, least = here, None
    for place in offered:
        dx, dy = POINT[place][0] - x, POINT[place][1] - y
        far = dx * ahead[0] + dy * ahead[1]
        if far <= 0:
            continue
        aside = abs(dx * ahead[1]) + abs(dy * ahead[0])
        cost = (far + _ASIDE * aside, aside, place)
        if least is None or cost < least:
            best, least = place, cost
    if least is None and _is_passed_by(offered):
        return Place.YGGDRASIL
    return best


def step_row(here: Place, arrow: str, offered: Sequence[Place], rows: Sequence[Place]) -> Place:
    """Return the offered place in the next row that has one, wrapping; left and up go back."""
    at = rows.index(here)
    ahead = (*rows[at + 1 :], *rows[:at])
    if arrow in ("up", "left"):
        ahead = ahead[::-1]
    return next((place for place in ahead if place in offered), here)


def _is_passed_by(offered: Sequence[Place]) -> bool:
    """Whether Yggdrasil is offered, and nothing else on its row or column."""
    middle = POINT[Place.YGGDRASIL]
    near = [
        place for place in offered if POINT[place][0] == middle[0] or POINT[place][1] == middle[1]
    ]
    return near == [Place.YGGDRASIL]
