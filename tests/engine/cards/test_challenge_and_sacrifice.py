"""Tyr's Challenge and Frigga's Sacrifice: D35, D37."""

from __future__ import annotations

from engine import actions as act
from engine import decisions as ask
from engine.changes import PayRage, ToValhalla
from engine.terms import Cause, Token
from tests.builders import (
    GIMLE,
    A,
    B,
    figures,
    seat,
    table,
)
from tests.playing import asked, code, kinds, lay


def test_d35_tyrs_challenge_needs_card_price_presence_and_a_pillaged_token() -> None:
    owner = seat(upgrades="tyrs-challenge", gimle="W", horgr="W")
    game = table(A=owner, pillaged="gimle utgard")
    assert code(game, "A repillage horgr") == "not-pillaged"
    assert code(game, "A repillage utgard") == "not-present"
    assert code(game, "A pillage gimle") == "already-pillaged"
    assert code(game, "A repillage west") == "not-a-province"
    assert code(table(A=seat(gimle="W"), pillaged="gimle"), "A repillage gimle") == "needs-card"
    assert [move for move in game.options(A) if isinstance(move, act.Repillage)] == [
        act.Repillage(A, GIMLE)
    ]


def test_d35_tyrs_challenge_is_a_whole_pillage_with_call_and_battle() -> None:
    game = table(
        A=seat(upgrades="tyrs-challenge lord-of-spears", gimle="L", hand="tyrs-smite"),
        B=seat(andlang="W", hand="tyrs-bash"),
        pillaged="gimle",
        tokens={GIMLE: Token.AXES},
    ).play("A repillage gimle", "B join andlang warrior")
    lay(game.skip_calls(), A="tyrs-smite", B="tyrs-bash")
    assert game.levels(A) == (2, 3, 2)
    assert game.glory(A) == 5
    assert game.is_pillaged(GIMLE)


def test_d35_a_ship_in_the_fjord_is_presence_enough() -> None:
    game = table(A=seat(upgrades="tyrs-challenge", west="S"), pillaged="gimle")
    assert code(game, "A repillage gimle") is None


def test_d37_sacrifice_is_free_but_needs_two_own_figures_on_the_board() -> None:
    game = table(A=seat(upgrades="friggas-sacrifice", horgr="WW", west="S"))
    for line in (
        "A sacrifice horgr:warrior,horgr:leader",
        "A sacrifice horgr:warrior,gimle:warrior",
        "A sacrifice west:ship,west:ship",
    ):
        assert code(game, line) == "not-there", line
    assert code(game, "A sacrifice west:ship,horgr:warrior") == "not-there"
    game.play("A sacrifice horgr:warrior,horgr:warrior", "A stat rage")
    assert game.rage(A) == 6
    assert game.levels(A) == (2, 1, 1)
    assert game.valhalla(A) == figures("WW")
    assert game.told(PayRage) == []


def test_d37_a_single_figure_cannot_be_sacrificed_twice() -> None:
    game = table(A=seat(upgrades="friggas-sacrifice", horgr="W"))
    assert code(game, "A sacrifice horgr:warrior,horgr:warrior") == "not-there"
    assert act.Sacrifice not in kinds(game.options(A))


def test_d37_sacrifice_needs_the_card_and_a_stat_that_can_rise() -> None:
    assert code(table(A=seat(horgr="WW")), "A sacrifice horgr:warrior,horgr:warrior") == (
        "needs-card"
    )
    full = table(A=seat(upgrades="friggas-sacrifice", horgr="WW", levels=(6, 6, 6)))
    assert code(full, "A sacrifice horgr:warrior,horgr:warrior") == "stats-full"
    assert act.Sacrifice not in kinds(full.options(A))


def test_d37_the_only_stat_that_can_rise_rises_unasked() -> None:
    game = table(A=seat(upgrades="friggas-sacrifice", horgr="WW", levels=(6, 5, 6)))
    game.play("A sacrifice horgr:warrior,horgr:warrior")
    assert game.levels(A) == (6, 6, 6)
    assert asked(game, B) is ask.TurnDecision


def test_d37_neither_witch_nor_protection_help_against_your_own_sacrifice() -> None:
    game = table(
        A=seat(upgrades="friggas-sacrifice friggas-protection volur-witch", horgr="W volur-witch")
    ).play("A sacrifice horgr:warrior,horgr:volur-witch")
    assert game.valhalla(A) == figures("W volur-witch")
    assert asked(game, A) is ask.StatDecision
    assert {item.cause for item in game.told(ToValhalla)} == {Cause.SACRIFICE}
