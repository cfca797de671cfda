"""Scenarios J150 to J163 of docs/rules.md: Mystics as figures, and their cards."""

from __future__ import annotations

import pytest

from engine import decisions as ask
from engine.changes import RecruitMystic
from engine.errors import Code
from engine.scoring import final_glory
from engine.sheet import mystics_in_box
from engine.standing import quest_status
from engine.strength import strength
from engine.terms import CardId, Cause, Use
from tests.builders import (
    ANGERBODA,
    GIMLE,
    HORGR,
    UTGARD,
    YGGDRASIL,
    A,
    B,
    Game,
    figures,
    seat,
    table,
)

BROKE = seat(rage=0)


def code(game: Game, line: str) -> Code | None:
    """Return the reason why a move would be refused, if any."""
    why = game.refuses(line)
    return None if why is None else why.code


def test_j150_a_mystic_card_costs_nothing_and_brings_a_mystic_without_a_free_invade() -> None:
    game = table(A=seat(hand="friggas-chosen"), B=BROKE, players=2, mystics=True)
    game.play("A upgrade friggas-chosen")
    assert (game.rage(A), game.reserve(A).mystics) == (6, 1)
    assert game.due() == ask.TurnDecision(A)
    game.play("A invade mystic utgard")
    assert (game.rage(A), game.figures(A, UTGARD)) == (6, figures("Y"))


def test_j150_without_rage_no_mystic_invades() -> None:
    game = table(A=seat(rage=0, mystics=1), B=seat(rage=1), players=2, mystics=True)
    assert game.due() == ask.TurnDecision(B)
    assert code(game, "A invade mystic utgard") is Code.NOT_OWED


def test_j151_there_is_never_a_third_mystic() -> None:
    hand = "friggas-chosen odins-chosen@2 thors-chosen@3"
    game = table(A=seat(hand=hand), B=BROKE, players=2, mystics=True)
    game.play("A upgrade friggas-chosen")
    assert mystics_in_box(game.state, A) == 1
    game.play("A upgrade odins-chosen@2", "A upgrade thors-chosen@3")
    assert game.reserve(A).mystics == 2
    assert len(game.told(RecruitMystic)) == 2
    assert game.clan(A).upgrades == ("friggas-chosen", "odins-chosen", "thors-chosen")


def test_j152_two_copies_of_thors_chosen_are_worth_one() -> None:
    game = table(
        A=seat(gimle="LY", upgrades="thors-chosen thors-chosen"),
        B=seat(gimle="W"),
        age=3,
        mystics=True,
    ).play("A pillage gimle")
    assert game.glory(A) == 3 + 3


def test_j153_an_overwritten_card_takes_its_ability_along_but_not_the_mystic() -> None:
    game = table(
        A=seat(gimle="Y", upgrades="friggas-chosen", hand="thors-glory"),
        B=seat(gimle="WWW"),
        mystics=True,
    ).play("A upgrade thors-glory friggas-chosen")
    assert (game.rage(A), game.figures(A, GIMLE)) == (4, figures("Y"))
    game.play("B pillage gimle")
    assert game.valhalla(A) == figures("Y")


def test_j154_horns_limit_mystics_too() -> None:
    game = table(A=seat(gimle="WWW", west="S", mystics=1), mystics=True)
    assert code(game, "A invade mystic utgard") is Code.HORNS_FULL


@pytest.mark.parametrize(
    ("card", "total"),
    [("", 5), ("brothers-in-arms", 6), ("experts-in-arms", 8), ("masters-in-arms", 10)],
)
def test_j155_warrior_upgrades_pass_mystics_by(card: str, total: int) -> None:
    game = table(A=seat(horgr="WWWY", upgrades=card), age=3, mystics=True)
    assert strength(game.state, A, HORGR, Use.QUEST) == total
    assert strength(game.state, A, HORGR, Use.BATTLE) == total


def test_j156_a_mystic_leads_a_province() -> None:
    game = table(A=seat(utgard="Y"), B=seat(utgard="W"), mystics=True)
    assert quest_status(game.state, A, CardId("quest-jotunheim")).fulfilled


def test_j157_smite_and_the_troll_hit_warriors_only() -> None:
    smite = table(
        A=seat(gimle="W", hand="odins-smite"), B=seat(gimle="Y", hand="tyrs-smash"), mystics=True
    ).play("A pillage gimle", "A card odins-smite", "B card tyrs-smash")
    assert smite.figures(B, GIMLE) == figures("Y")
    troll = table(A=seat(upgrades="troll"), B=seat(angerboda="WWY"), mystics=True)
    troll.play("A invade troll angerboda")
    assert troll.valhalla(B) == figures("WW")
    assert troll.figures(B, ANGERBODA) == figures("Y")


def test_j158_the_fire_giant_kills_mystics_unless_they_retreat() -> None:
    attack = seat(upgrades="fire-giant")
    game = table(A=attack, B=seat(horgr="WY"), age=2, mystics=True)
    assert game.play("A invade fire-giant horgr").valhalla(B) == figures("WY")
    chosen = seat(horgr="WY", upgrades="friggas-chosen")
    game = table(A=attack, B=chosen, age=2, mystics=True).play("A invade fire-giant horgr")
    assert game.due() == ask.MysticRetreatDecision(B, HORGR, Cause.ARRIVAL)
    game.play("B retreat-to utgard")
    assert game.figures(B, UTGARD) == figures("Y")
    assert game.valhalla(B) == figures("W")


def test_j159_a_mystic_marches_into_yggdrasil_but_does_not_invade_it() -> None:
    game = table(A=seat(horgr="WWY", mystics=1), mystics=True)
    assert code(game, "A invade mystic yggdrasil") is Code.YGGDRASIL_CLOSED
    game.play("A march horgr yggdrasil 2W+Y")
    assert (game.rage(A), game.figures(A, YGGDRASIL)) == (5, figures("WWY"))


def test_j160_a_mystic_brings_a_succor_warrior() -> None:
    game = table(A=seat(upgrades="friggas-succor", mystics=1), mystics=True)
    game.play("A invade mystic gimle", "A succor")
    assert (game.rage(A), game.figures(A, GIMLE)) == (6, figures("WY"))


def test_j161_a_mystic_leaves_valhalla_for_one_rage() -> None:
    game = table(A=seat(upgrades="friggas-domain", valhalla="Y", rage=2), age=3, mystics=True)
    game.play("A valhalla-invade mystic utgard")
    assert (game.rage(A), game.figures(A, UTGARD)) == (1, figures("Y"))


def test_j162_released_mystics_pay_and_go_to_the_reserve() -> None:
    game = table(
        A=seat(valhalla="YY", upgrades="lokis-domain", rage=0), B=BROKE, players=2, mystics=True
    )
    assert (game.glory(A), game.reserve(A).mystics) == (2, 2)
    game = table(A=seat(gimle="YW", upgrades="thors-conquest"), age=3, mystics=True)
    assert [gain.amount for gain in final_glory(game.state, A)] == [6]


def test_j163_a_wolfman_silences_mystics() -> None:
    game = table(A=seat(gimle="Y wolfman", upgrades="wolfman"), kickstarter=True, mystics=True)
    assert strength(game.state, A, GIMLE, Use.BATTLE) == 3
