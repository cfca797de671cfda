"""Dragons pay for ships, whatever the cause: D43, F9."""

from __future__ import annotations

import pytest

from engine.changes import GainGlory, ToValhalla
from tests.builders import (
    GIMLE,
    NORTH,
    A,
    B,
    figures,
    seat,
    table,
)
from tests.playing import fight, glory_from, pass_all


def test_d44_a_saved_ship_pays_no_dragons_and_counts_as_no_death() -> None:
    game = table(
        A=seat(gimle="L", upgrades="thors-glory", hand="odins-judgement"),
        B=seat(
            gimle="W",
            west="S",
            rage=1,
            upgrades="friggas-protection eternal-dragons",
            hand="troll",
        ),
    )
    fight(game, GIMLE, A="odins-judgement", B="troll").play("B protect west:S")
    assert glory_from(game, B, "eternal-dragons") == 0
    assert glory_from(game, A, "odins-judgement") == 2
    assert glory_from(game, A, "thors-glory") == 0


@pytest.mark.parametrize(
    ("card", "glory"), [("lokis-dragons", 4), ("fire-dragons", 8), ("eternal-dragons", 12)]
)
def test_d43_dragons_pay_when_a_ship_dies_in_battle(card: str, glory: int) -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(west="S sea-serpent", upgrades=f"{card} sea-serpent", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="troll")
    assert glory_from(game, B, card) == 2 * glory


def test_f9_dragons_pay_in_ragnarok_and_are_not_doubled() -> None:
    game = pass_all(
        table(
            A=seat(north="S", upgrades="fire-dragons odins-inspiration"),
            ragnarok="elvagar gimle utgard",
        )
    )
    assert glory_from(game, A, "fire-dragons") == 8
    assert glory_from(game, A, "ragnarok") == 2 * 2
    assert game.figures(A, NORTH) == figures("")


def test_d43_dragons_pay_for_a_sacrificed_sea_serpent() -> None:
    game = table(
        A=seat(
            west="S sea-serpent",
            upgrades="lokis-dragons sea-serpent friggas-sacrifice",
        )
    ).play("A sacrifice west:ship,west:sea-serpent", "A stat rage")
    assert game.glory(A) == 8


def test_d43_everything_that_remains_dies_together_before_dragons_pay() -> None:
    game = table(
        A=seat(gimle="L", hand="tyrs-smite"),
        B=seat(gimle="W", west="S", upgrades="lokis-dragons", hand="troll"),
        C=seat(gimle="W", hand="troll"),
    )
    fight(game, GIMLE, A="tyrs-smite", B="troll", C="troll")
    order = [
        type(item)
        for item in game.story
        if isinstance(item, ToValhalla)
        or (isinstance(item, GainGlory) and item.source == "lokis-dragons")
    ]
    assert order == [ToValhalla, ToValhalla, ToValhalla, GainGlory]
