"""Fenrir draws the ruin to its own province: K2."""

from __future__ import annotations

import pytest

from engine.changes import (
    DestroyProvince,
)
from engine.story import NothingFallsNote, SparedNote
from tests.builders import (
    ANDLANG,
    GIMLE,
    HORGR,
    A,
    B,
    C,
    Game,
    figures,
    seat,
    table,
)
from tests.playing import end_age


def fenrir() -> Game:
    return table(
        A=seat(gimle="fenrir W", upgrades="fenrir"),
        B=seat(gimle="W", west="S"),
        C=seat(horgr="W"),
        ragnarok="horgr gimle utgard",
        kickstarter=True,
    )


def test_k2_fenrir_dies_with_all_in_its_area_and_the_doomed_province_survives() -> None:
    game = end_age(fenrir())
    assert game.state.is_destroyed(GIMLE)
    assert not game.state.is_destroyed(HORGR)
    assert game.valhalla(C) == figures("")
    assert (game.glory(A), game.glory(B), game.glory(C)) == (4, 4, 0)
    assert game.told(SparedNote) == [SparedNote(HORGR, GIMLE)]


def test_k2_fenrir_in_the_doomed_province_changes_nothing() -> None:
    game = end_age(
        table(
            A=seat(horgr="fenrir", upgrades="fenrir"),
            ragnarok="horgr gimle utgard",
            kickstarter=True,
        )
    )
    assert game.state.is_destroyed(HORGR)
    assert game.told(SparedNote) == []
    assert game.glory(A) == 2


@pytest.mark.parametrize("where", ["yggdrasil", "valhalla", "reserve"])
def test_k2_fenrir_elsewhere_does_nothing(where: str) -> None:
    words = seat(upgrades="fenrir")
    if where == "yggdrasil":
        words["yggdrasil"] = "fenrir"
    elif where == "valhalla":
        words["valhalla"] = "fenrir"
    game = end_age(table(A=words, ragnarok="horgr gimle utgard", kickstarter=True))
    assert game.state.is_destroyed(HORGR)


def test_k2_a_later_token_of_a_fallen_province_lets_nothing_fall() -> None:
    game = end_age(
        table(
            A=seat(andlang="W"),
            age=2,
            ragnarok="horgr gimle utgard",
            destroyed="gimle",
            kickstarter=True,
        )
    )
    assert game.told(NothingFallsNote) == [NothingFallsNote(GIMLE)]
    assert game.told(DestroyProvince) == []
    assert game.glory(A) == 0


def test_k2_fenrir_lets_its_province_fall_even_then() -> None:
    game = end_age(
        table(
            A=seat(andlang="fenrir", upgrades="fenrir"),
            age=2,
            ragnarok="horgr gimle utgard",
            destroyed="gimle",
            kickstarter=True,
        )
    )
    assert game.state.is_destroyed(ANDLANG)
    assert game.glory(A) == 3
