from client.prompts.spatial import ARROWS, PLACE_OF_KEY, step
from client.text.names import place_key
from engine.board import PLACES
from engine.terms import Place
from tests.builders import (
    ANDLANG,
    ANGERBODA,
    EAST,
    ELVAGAR,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    NORTH,
    UTGARD,
    YGGDRASIL,
)


def _reached(offered: list[Place]) -> set[Place]:
    seen = {offered[0]}
    waiting = [offered[0]]
    while waiting:
        here = waiting.pop()
        for arrow in ARROWS:
            there = step(here, arrow, offered)
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    return seen


def test_arrows_reach_every_place_of_every_offer() -> None:
    for mask in range(1, 1 << len(PLACES)):
        offered = [place for place in PLACES if mask >> place & 1]
        assert _reached(offered) == set(offered)


def test_an_arrow_goes_to_the_neighbour_on_the_grid() -> None:
    provinces = PLACES[:9]
    assert step(ELVAGAR, "right", provinces) == ANGERBODA
    assert step(ANGERBODA, "down", provinces) == YGGDRASIL
    assert step(YGGDRASIL, "right", provinces) == HORGR
    assert step(UTGARD, "left", provinces) == ANDLANG


def test_an_arrow_passes_over_places_that_are_not_offered() -> None:
    assert step(ELVAGAR, "right", [ELVAGAR, MUSPELHEIM]) == MUSPELHEIM


def test_a_fjord_lies_between_its_two_provinces() -> None:
    assert step(ELVAGAR, "right", PLACES) == NORTH
    assert step(NORTH, "right", PLACES) == ANGERBODA
    assert step(MUSPELHEIM, "down", PLACES) == EAST


def test_an_arrow_with_nothing_ahead_stays() -> None:
    assert step(GIMLE, "down", PLACES) == GIMLE


def test_places_have_the_digits_of_a_numeric_keypad() -> None:
    rows = [(ELVAGAR, ANGERBODA, MUSPELHEIM), (Place.MYRKVLOR, YGGDRASIL, HORGR)]
    rows.append((GIMLE, ANDLANG, UTGARD))
    assert ["".join(place_key(place) for place in row) for row in rows] == ["789", "456", "123"]


def test_every_key_names_one_place() -> None:
    assert len(PLACE_OF_KEY) == len(PLACES)
