"""The judgement of quests: F4 to F7."""

from __future__ import annotations

import pytest

from engine.standing import lead, quest_status
from engine.terms import CardId, Place
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    MYRKVLOR,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    Game,
    SeatWords,
    seat,
    table,
)


def fulfilled(game: Game, quest: str) -> bool:
    """Whether A would complete the quest now."""
    return quest_status(game.state, A, CardId(quest)).fulfilled


@pytest.mark.parametrize(
    ("quest", "places"),
    [
        ("quest-alfheim", {"andlang", "gimle"}),
        ("quest-jotunheim", {"muspelheim", "horgr", "utgard"}),
        ("quest-manheim", {"myrkvlor", "elvagar", "angerboda"}),
        ("quest-yggdrasil", {"yggdrasil"}),
    ],
)
def test_f5_a_region_quest_needs_one_province_of_its_region(quest: str, places: set[str]) -> None:
    for place in Place:
        if place.is_fjord:
            continue
        words = SeatWords()
        words[place.word] = "W"  # type: ignore[literal-required]
        assert fulfilled(table(A=words), quest) is (place.word in places), place


def test_f4_leading_needs_strength_above_zero_and_above_everybody() -> None:
    assert not fulfilled(table(), "quest-alfheim")
    assert not fulfilled(table(A=seat(gimle="W"), B=seat(gimle="W")), "quest-alfheim")
    assert not fulfilled(table(A=seat(gimle="W"), B=seat(gimle="L")), "quest-alfheim")
    assert fulfilled(table(A=seat(gimle="L"), B=seat(gimle="WW")), "quest-alfheim")


def test_f4_rivals_are_compared_one_by_one_not_together() -> None:
    game = table(A=seat(gimle="L"), B=seat(gimle="W"), C=seat(gimle="WW"))
    assert fulfilled(game, "quest-alfheim")
    status = lead(game.state, A, GIMLE)
    assert (status.own, status.best, status.rival) == (3, 2, 2)


def test_f4_ships_of_the_fjord_count_for_and_against() -> None:
    assert not fulfilled(table(A=seat(gimle="WW"), B=seat(west="S")), "quest-alfheim")
    assert fulfilled(table(A=seat(south="S")), "quest-alfheim")


def test_f4_destroyed_provinces_count_for_nothing() -> None:
    game = table(A=seat(west="S"), destroyed="gimle")
    assert not fulfilled(game, "quest-alfheim")
    assert fulfilled(game, "quest-manheim")
    assert not fulfilled(game, "quest-widespread")


def test_f4_pairs_and_dark_elf_count_in_quests() -> None:
    pairs = table(A=seat(gimle="WW", upgrades="brothers-in-arms"), B=seat(gimle="WW"))
    assert fulfilled(pairs, "quest-alfheim")
    elf = table(A=seat(yggdrasil="dark-elf", upgrades="dark-elf"), B=seat(yggdrasil="WW"))
    assert fulfilled(elf, "quest-yggdrasil")


def test_f4_the_wolfman_does_not_matter_to_quests() -> None:
    game = table(A=seat(gimle="LW"), B=seat(gimle="wolfman", upgrades="wolfman"), kickstarter=True)
    assert fulfilled(game, "quest-alfheim")


def test_f5_widespread_needs_two_different_provinces_yggdrasil_may_be_one() -> None:
    assert not fulfilled(table(A=seat(gimle="W")), "quest-widespread")
    assert fulfilled(table(A=seat(gimle="W", yggdrasil="W")), "quest-widespread")
    assert fulfilled(table(A=seat(gimle="W", horgr="W")), "quest-widespread")
    assert fulfilled(table(A=seat(west="S")), "quest-widespread")
    assert not fulfilled(table(A=seat(west="S"), B=seat(myrkvlor="WW")), "quest-widespread")


@pytest.mark.parametrize(("dead", "enough"), [("WWW", False), ("WWWS", True), ("WWWWL", True)])
def test_f6_glorious_death_needs_four_own_figures_in_valhalla(dead: str, *, enough: bool) -> None:
    game = table(A=seat(valhalla=dead), B=seat(valhalla="WWWW"))
    assert fulfilled(game, "quest-glorious-death") is enough


def test_f7_the_same_figures_serve_any_number_of_quests() -> None:
    game = table(A=seat(gimle="W", yggdrasil="W"))
    for quest in ("quest-alfheim", "quest-yggdrasil", "quest-widespread"):
        assert fulfilled(game, quest)


def test_d32_a_card_that_is_no_quest_is_never_fulfilled() -> None:
    assert not fulfilled(table(A=seat(gimle="W")), "tyrs-bash")


def test_the_status_names_the_provinces_led() -> None:
    game = table(A=seat(andlang="W", gimle="W"), B=seat(gimle="L", horgr="W"))
    status = quest_status(game.state, A, CardId("quest-alfheim"))
    assert (status.have, status.need) == (1, 1)
    assert [(one.place, one.leads) for one in status.leads] == [(ANDLANG, True), (GIMLE, False)]
    assert {HORGR, UTGARD, YGGDRASIL, MYRKVLOR}.isdisjoint(one.place for one in status.leads)
    assert lead(game.state, B, HORGR).leads
