"""The printed map: A1 to A11."""

from __future__ import annotations

import pytest

from engine.board import (
    AREA,
    DESTROYED_AT_START,
    FJORD_OF,
    FJORDS,
    NEIGHBOURS,
    OUTER,
    PLACES,
    PROVINCES,
    RAGNAROK_GLORY,
    REGION,
    SUPPORTED,
    VILLAGES,
)
from engine.terms import Place, Region
from tests.builders import (
    ANDLANG,
    ANGERBODA,
    EAST,
    ELVAGAR,
    GIMLE,
    HORGR,
    MUSPELHEIM,
    MYRKVLOR,
    NORTH,
    SOUTH,
    UTGARD,
    WEST,
    YGGDRASIL,
    A,
    figures,
    seat,
    table,
)
from tests.playing import code


def test_a1_there_are_eight_outer_provinces_and_yggdrasil() -> None:
    assert len(OUTER) == 8
    assert (*OUTER, YGGDRASIL) == PROVINCES
    assert (*PROVINCES, *FJORDS) == PLACES


def test_a2_the_ring_runs_from_elvagar_to_myrkvlor() -> None:
    assert OUTER == (ELVAGAR, ANGERBODA, MUSPELHEIM, HORGR, UTGARD, ANDLANG, GIMLE, MYRKVLOR)


def test_a3_three_regions_leave_out_yggdrasil() -> None:
    by_region = {
        region: {place for place, own in REGION.items() if own is region} for region in Region
    }
    assert by_region == {
        Region.MANHEIM: {MYRKVLOR, ELVAGAR, ANGERBODA},
        Region.JOTUNHEIM: {MUSPELHEIM, HORGR, UTGARD},
        Region.ALFHEIM: {ANDLANG, GIMLE},
    }


def test_a4_there_are_32_villages() -> None:
    assert dict(zip(OUTER, VILLAGES, strict=True)) == {
        ELVAGAR: 4,
        ANGERBODA: 5,
        MUSPELHEIM: 5,
        HORGR: 4,
        UTGARD: 3,
        ANDLANG: 3,
        GIMLE: 5,
        MYRKVLOR: 3,
    }
    assert sum(VILLAGES) == 32


def test_a4_yggdrasil_has_room_for_every_figure_of_the_game() -> None:
    assert table().state.room(YGGDRASIL) >= 5 * (8 + 1 + 1 + 2)


def test_a5_a_village_holds_one_figure_of_any_clan() -> None:
    game = table(A=seat(utgard="W"), B=seat(utgard="L"))
    assert game.state.room(UTGARD) == 1
    game.play("A invade leader utgard")
    assert game.state.room(UTGARD) == 0
    assert code(game, "B invade warrior utgard") == "no-room"


def test_a6_provinces_touch_their_ring_neighbours_and_yggdrasil() -> None:
    assert set(NEIGHBOURS[ELVAGAR]) == {MYRKVLOR, ANGERBODA, YGGDRASIL}
    assert set(NEIGHBOURS[HORGR]) == {MUSPELHEIM, UTGARD, YGGDRASIL}
    assert set(NEIGHBOURS[MYRKVLOR]) == {GIMLE, ELVAGAR, YGGDRASIL}
    assert set(NEIGHBOURS[YGGDRASIL]) == set(OUTER)


def test_a6_bordering_is_mutual_and_never_reaches_itself() -> None:
    for place in PROVINCES:
        assert place not in NEIGHBOURS[place]
        assert all(place in NEIGHBOURS[other] for other in NEIGHBOURS[place])


def test_a7_each_fjord_supports_two_provinces() -> None:
    assert SUPPORTED == {
        NORTH: (ELVAGAR, ANGERBODA),
        EAST: (MUSPELHEIM, HORGR),
        SOUTH: (UTGARD, ANDLANG),
        WEST: (GIMLE, MYRKVLOR),
    }
    assert all(place in SUPPORTED[FJORD_OF[place]] for place in OUTER)
    assert YGGDRASIL not in FJORD_OF
    assert AREA[YGGDRASIL] == (YGGDRASIL,)
    assert AREA[GIMLE] == (GIMLE, WEST)


def test_a8_a_fjord_takes_any_number_of_ships() -> None:
    game = table(
        A=seat(west="sea-serpent", upgrades="sea-serpent"),
        B=seat(west="S"),
        C=seat(west="S"),
        D=seat(west="S"),
        E=seat(west="S"),
    )
    game.play("A invade ship west")
    assert game.figures(A, WEST) == figures("S sea-serpent")


@pytest.mark.parametrize("place", FJORDS)
def test_a8_only_ships_enter_fjords(place: Place) -> None:
    game = table(A=seat(upgrades="troll"))
    for kind in ("warrior", "leader", "troll"):
        assert code(game, f"A invade {kind} {place.word}") == "fjord-takes-ships"


@pytest.mark.parametrize("place", PROVINCES)
def test_a8_ships_enter_no_province(place: Place) -> None:
    game = table(A=seat(upgrades="sea-serpent"))
    for kind in ("ship", "sea-serpent"):
        assert code(game, f"A invade {kind} {place.word}") == "ship-enters-fjords"


def test_a10_nothing_enters_a_destroyed_province() -> None:
    game = table(
        A=seat(horgr="L", east="S", upgrades="troll friggas-domain tyrs-challenge", valhalla="W"),
        destroyed="muspelheim",
        pillaged="muspelheim",
    )
    for line in (
        "A invade warrior muspelheim",
        "A invade troll muspelheim",
        "A march horgr muspelheim L",
        "A pillage muspelheim",
        "A repillage muspelheim",
        "A valhalla-invade warrior muspelheim",
    ):
        assert code(game, line) == "destroyed", line
    assert MUSPELHEIM not in game.state.surviving()
    assert game.state.room(MUSPELHEIM) == 0


def test_a11_a_fjord_is_usable_while_one_of_its_provinces_stands() -> None:
    one_left = table(destroyed="utgard")
    assert code(one_left, "A invade ship south") is None
    none_left = table(destroyed="utgard andlang")
    assert code(none_left, "A invade ship south") == "destroyed"


def test_a25_three_two_one_or_no_provinces_are_gone_from_the_start() -> None:
    assert DESTROYED_AT_START == {2: 3, 3: 2, 4: 1, 5: 0}


def test_f8_ragnarok_pays_two_three_and_four() -> None:
    assert RAGNAROK_GLORY[1:] == (2, 3, 4)
