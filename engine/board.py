"""The printed map (A1 to A11): ring, regions, villages, fjords."""

from __future__ import annotations

from typing import Final

from engine.terms import Place, Region

OUTER: Final = tuple(Place(number) for number in range(8))
"""The eight outer provinces in ring order (A2)."""

PROVINCES: Final = (*OUTER, Place.YGGDRASIL)
FJORDS: Final = (Place.NORTH, Place.EAST, Place.SOUTH, Place.WEST)
PLACES: Final = (*PROVINCES, *FJORDS)

VILLAGES: Final = (4, 5, 5, 4, 3, 3, 5, 3)
"""Villages of the outer provinces (A4); Yggdrasil has room for everybody."""

NO_LIMIT: Final = 1_000
"""Room in Yggdrasil: more than the figures of the whole game."""

REGION: Final = {
    Place.ELVAGAR: Region.MANHEIM,
    Place.ANGERBODA: Region.MANHEIM,
    Place.MUSPELHEIM: Region.JOTUNHEIM,
    Place.HORGR: Region.JOTUNHEIM,
    Place.UTGARD: Region.JOTUNHEIM,
    Place.ANDLANG: Region.ALFHEIM,
    Place.GIMLE: Region.ALFHEIM,
    Place.MYRKVLOR: Region.MANHEIM,
}

FJORD_OF: Final = {
    Place.ELVAGAR: Place.NORTH,
    Place.ANGERBODA: Place.NORTH,
    Place.MUSPELHEIM: Place.EAST,
    Place.HORGR: Place.EAST,
    Place.UTGARD: Place.SOUTH,
    Place.ANDLANG: Place.SOUTH,
    Place.GIMLE: Place.WEST,
    Place.MYRKVLOR: Place.WEST,
}
"""The fjord supporting an outer province (A7)."""

SUPPORTED: Final = {
    fjord: tuple(province for province in OUTER if FJORD_OF[province] is fjord) for fjord in FJORDS
}
"""The two provinces a fjord supports (A7)."""

AREA: Final = tuple(
    (place, FJORD_OF[place]) if place in FJORD_OF else (place,) for place in PROVINCES
)
"""Area of a province: the province and the fjord supporting it."""

NEIGHBOURS: Final = tuple(
    OUTER
    if place is Place.YGGDRASIL
    else tuple(sorted((Place((place - 1) % 8), Place((place + 1) % 8), Place.YGGDRASIL)))
    for place in PROVINCES
)
"""Provinces sharing a border (A6), in canonical order."""

DESTROYED_AT_START: Final = {2: 3, 3: 2, 4: 1, 5: 0}
"""Number of outer provinces destroyed before the first Age, by number of players (A25)."""

RAGNAROK_GLORY: Final = (0, 2, 3, 4)
"""Glory for a figure destroyed in Ragnarök, by Age (F8)."""
